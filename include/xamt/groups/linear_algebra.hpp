/// @file
/// Equivalences: products of vectors and matrices, factorisations, solvers, attention.
///
/// Place in the pipeline: groups; data only, read by everything from generate/ on. Example: `xamt::groups::matmul.columns()`.
#pragma once

#include <xamt/describe/api.hpp>
#include <xamt/groups/dtypes.hpp>

#include <array>

namespace xamt {
inline namespace v0 {
namespace groups {

// clang-format off: one framework a line reads as a table.

/// float32, float64 and their complex companions: what LAPACK has.
inline constexpr dtype_set lapack_types{wide_floats | complex_dtypes};

// Products.

inline constexpr auto matmul = api("matmul")
    .takes(tensor("a").floating_or_complex().dims("mk"), tensor("b").dims("kn"))
    .on(fw::torch, "aten::matmul", "self", "other")
    .on(fw::tensorflow, "tf.linalg.matmul", "a", "b")
    .on(fw::keras, "keras.ops.matmul", "x1", "x2")
    .on(fw::jax, "jax.numpy.matmul", "a", "b")
    .on(fw::chainer, "chainer.functions.matmul", "a", "b", accepts(ieee_floats))
    .on(fw::numpy, "numpy.matmul", "x1", "x2")
    .accumulates("k").about("linear_algebra");

inline constexpr auto batched_matmul = api("batched_matmul")
    .takes(tensor("a").floating().dims("bmk"), tensor("b").dims("bkn"))
    .on(fw::torch, "aten::bmm", "self", "mat2")
    .on(fw::tensorflow, "tf.linalg.matmul", "a", "b")
    .on(fw::keras, "keras.ops.matmul", "x1", "x2")
    .on(fw::jax, "jax.numpy.matmul", "a", "b")
    .on(fw::chainer, "chainer.functions.matmul", "a", "b", accepts(ieee_floats))
    .on(fw::numpy, "numpy.matmul", "x1", "x2")
    .accumulates("k").about("linear_algebra");

inline constexpr auto matvec = api("matvec")
    .takes(tensor("a").floating().dims("mk"), tensor("b").dims("k"))
    .on(fw::torch, "aten::mv", "self", "vec")
    .on(fw::tensorflow, "tf.linalg.matvec", "a", "b")
    .on(fw::keras, "keras.ops.dot", "x1", "x2")
    .on(fw::jax, "jax.numpy.matvec", "x1", "x2")
    .on(fw::numpy, "numpy.matvec", "x1", "x2")
    .accumulates("k").about("linear_algebra");

inline constexpr auto dot = api("dot")
    .takes(tensor("a").floating().dims("k"), tensor("b").dims("k"))
    .on(fw::torch, "aten::dot", "self", "tensor")
    .on(fw::tensorflow, "tf.experimental.numpy.dot", "a", "b")
    .on(fw::keras, "keras.ops.dot", "x1", "x2")
    .on(fw::jax, "jax.numpy.dot", "a", "b")
    .on(fw::numpy, "numpy.dot", "a", "b")
    .accumulates("k").about("linear_algebra");

/// The first vector is conjugated.
inline constexpr auto vdot = api("vdot")
    .takes(tensor("a").of_types(lapack_types).dims("k"), tensor("b").dims("k"))
    .on(fw::torch, "aten::vdot", "self", "other")
    .on(fw::tensorflow, "tf.experimental.numpy.vdot", "a", "b")
    .on(fw::keras, "keras.ops.vdot", "x1", "x2")
    .on(fw::jax, "jax.numpy.vdot", "a", "b")
    .on(fw::numpy, "numpy.vdot", "a", "b")
    .accumulates("k").about("linear_algebra");

inline constexpr auto vecdot = api("vecdot")
    .takes(tensor("a").of_types(lapack_types).dims("mk"), tensor("b").dims("mk"), axis("axis").by_default(-1))
    .on(fw::torch, "aten::linalg_vecdot", "x", "y", "dim")
    .on(fw::jax, "jax.numpy.vecdot", "x1", "x2", "axis")
    .on(fw::numpy, "numpy.linalg.vecdot", "x1", "x2", "axis")
    .accumulates().about("linear_algebra");

inline constexpr auto inner = api("inner")
    .takes(tensor("a").floating().dims("mk"), tensor("b").dims("nk"))
    .on(fw::torch, "aten::inner", "self", "other")
    .on(fw::tensorflow, "tf.experimental.numpy.inner", "a", "b")
    .on(fw::keras, "keras.ops.inner", "x1", "x2")
    .on(fw::jax, "jax.numpy.inner", "a", "b")
    .on(fw::numpy, "numpy.inner", "a", "b")
    .accumulates("k").about("linear_algebra");

inline constexpr auto outer = api("outer")
    .takes(tensor("a").floating_or_complex().dims("m"), tensor("b").dims("n"))
    .on(fw::torch, "aten::outer", "self", "vec2")
    .on(fw::tensorflow, "tf.experimental.numpy.outer", "a", "b")
    .on(fw::keras, "keras.ops.outer", "x1", "x2")
    .on(fw::jax, "jax.numpy.outer", "a", "b")
    .on(fw::numpy, "numpy.outer", "a", "b")
    .correctly_rounded().about("linear_algebra");

inline constexpr auto kron = api("kron")
    .takes(tensor("a").floating().dims("mn"), tensor("b").dims("kl"))
    .sizes("mnkl", 1, 6)
    .on(fw::torch, "aten::kron", "self", "other")
    .on(fw::tensorflow, "tf.experimental.numpy.kron", "a", "b")
    .on(fw::keras, "keras.ops.kron", "x1", "x2")
    .on(fw::jax, "jax.numpy.kron", "a", "b")
    .on(fw::numpy, "numpy.kron", "a", "b")
    .correctly_rounded().about("linear_algebra");

inline constexpr auto cross = api("cross")
    .takes(tensor("a").floating().dims("n3"), tensor("b").dims("n3"))
    .on(fw::torch, "aten::linalg_cross", "self", "other")
    .on(fw::tensorflow, "tf.linalg.cross", "a", "b")
    .on(fw::keras, "keras.ops.cross", "x1", "x2")
    .on(fw::jax, "jax.numpy.cross", "a", "b")
    .on(fw::numpy, "numpy.cross", "a", "b")
    .accumulates("2").about("linear_algebra");

/// Summed over the last two axes of the one and the first two of the other.
inline constexpr auto tensordot = api("tensordot")
    .takes(tensor("a").floating().dims("ijk"), tensor("b").dims("jkl"))
    .on(fw::torch, "torch.tensordot", "a", "b", given("dims", 2))
    .on(fw::tensorflow, "tf.tensordot", "a", "b", given("axes", 2))
    .on(fw::keras, "keras.ops.tensordot", "x1", "x2", given("axes", 2))
    .on(fw::jax, "jax.numpy.tensordot", "a", "b", given("axes", 2))
    .on(fw::chainer, "chainer.functions.tensordot", "a", "b", given("axes", 2), accepts(ieee_floats))
    .on(fw::numpy, "numpy.tensordot", "a", "b", given("axes", 2))
    .accumulates("jk").about("linear_algebra");

/// PyTorch takes the operands as a list, the others one by one behind the equation.
inline constexpr auto einsum = api("einsum")
    .takes(choice("equation", "ij,kj->ik", "ij,ij->i", "ij,ij->ij", "ij,kj->ki", "ij,kl->jl", "ij,ij->"),
           tensors("operands").floating().dims("mk").length(2))
    .on(fw::torch, "aten::einsum", "equation", "tensors")
    .on(fw::tensorflow, "tf.einsum", "equation", spread("inputs"))
    .on(fw::keras, "keras.ops.einsum", "subscripts", spread("operands"))
    .on(fw::jax, "jax.numpy.einsum", "subscripts", spread("operands"))
    .on(fw::chainer, "chainer.functions.einsum", "equation", spread("operands"), accepts(ieee_floats))
    .on(fw::numpy, "numpy.einsum", "subscripts", spread("operands"), accepts(ieee_floats))
    .accumulates("mkm").about("linear_algebra");

inline constexpr auto trace = api("trace")
    .takes(tensor("x").floating().rank(2))
    .on(fw::torch, "aten::trace", "self")
    .on(fw::tensorflow, "tf.linalg.trace", "x")
    .on(fw::keras, "keras.ops.trace", "x")
    .on(fw::jax, "jax.numpy.trace", "a")
    .on(fw::numpy, "numpy.trace", "a")
    .accumulates().about("linear_algebra");

inline constexpr auto multi_dot = api("multi_dot")
    .takes(tensors("matrices").of_types(wide_floats).dims("nn").length(2, 4))
    .sizes("n", 1, 8)
    .on(fw::torch, "aten::linalg_multi_dot", "tensors")
    .on(fw::jax, "jax.numpy.linalg.multi_dot", "arrays")
    .on(fw::numpy, "numpy.linalg.multi_dot", "arrays")
    .accumulates("nnn").about("linear_algebra");

inline constexpr auto matrix_power = api("matrix_power")
    .takes(tensor("a").of_types(wide_floats).dims("nn").holding(content::well_conditioned), integer("n").between(-3, 4))
    .sizes("n", 1, 6)
    .on(fw::torch, "aten::linalg_matrix_power", "self", "n")
    .on(fw::jax, "jax.numpy.linalg.matrix_power", "a", "n")
    .on(fw::numpy, "numpy.linalg.matrix_power", "a", "n")
    .linear_algebra().about("linear_algebra");

inline constexpr auto matrix_exp = api("matrix_exp")
    .takes(tensor("a").of_types(wide_floats).dims("nn").between(-3, 3))
    .sizes("n", 1, 6)
    .on(fw::torch, "aten::linalg_matrix_exp", "self")
    .on(fw::tensorflow, "tf.linalg.expm", "input")
    .on(fw::jax, "jax.scipy.linalg.expm", "A")
    .on(fw::numpy, "scipy.linalg.expm", "A")
    .linear_algebra().about("linear_algebra");

// Numbers of a matrix.

inline constexpr auto det = api("det")
    .takes(tensor("a").of_types(wide_floats).dims("nn").holding(content::well_conditioned))
    .sizes("n", 1, 8)
    .on(fw::torch, "aten::linalg_det", "A")
    .on(fw::tensorflow, "tf.linalg.det", "input")
    .on(fw::keras, "keras.ops.det", "x")
    .on(fw::jax, "jax.numpy.linalg.det", "a")
    .on(fw::chainer, "chainer.functions.det", "a")
    .on(fw::numpy, "numpy.linalg.det", "a")
    .linear_algebra().about("linear_algebra");

inline constexpr auto slogdet = api("slogdet")
    .takes(tensor("a").of_types(wide_floats).dims("bnn").holding(content::well_conditioned))
    .sizes("b", 1, 3)
    .sizes("n", 1, 8)
    .on(fw::torch, "aten::linalg_slogdet", "A")
    .on(fw::tensorflow, "tf.linalg.slogdet", "input")
    .on(fw::keras, "keras.ops.slogdet", "x")
    .on(fw::jax, "jax.numpy.linalg.slogdet", "a")
    .on(fw::numpy, "numpy.linalg.slogdet", "a")
    .returns(output{}, output{})
    .linear_algebra().about("linear_algebra");

/// The sign is left out where a framework returns the logarithm alone.
inline constexpr auto logdet = api("logdet")
    .takes(tensor("a").of_types(wide_floats).dims("bnn").holding(content::positive_definite))
    .sizes("b", 1, 3)
    .sizes("n", 1, 8)
    .on(fw::torch, "aten::logdet", "self")
    .on(fw::tensorflow, "tf.linalg.logdet", "matrix")
    .on(fw::keras, "keras.ops.logdet", "x")
    .on(fw::jax, "jax.numpy.linalg.slogdet", "a", component(1))
    .on(fw::numpy, "numpy.linalg.slogdet", "a", component(1))
    .linear_algebra().about("linear_algebra");

inline constexpr auto matrix_rank = api("matrix_rank")
    .takes(tensor("a").of_types(wide_floats).dims("nn").holding(content::well_conditioned))
    .sizes("n", 1, 8)
    .on(fw::torch, "torch.linalg.matrix_rank", "input")
    .on(fw::tensorflow, "tf.linalg.matrix_rank", "a")
    .on(fw::keras, "keras.ops.matrix_rank", "x")
    .on(fw::jax, "jax.numpy.linalg.matrix_rank", "M")
    .on(fw::numpy, "numpy.linalg.matrix_rank", "A")
    .exact().about("linear_algebra");

inline constexpr auto matrix_norm = api("matrix_norm")
    .takes(tensor("a").of_types(wide_floats).rank(2, 3), flag("keepdims").by_default(false))
    .on(fw::torch, "aten::linalg_matrix_norm.str_ord", "self", "keepdim", given("ord", "fro"))
    .on(fw::tensorflow, "tf.norm", "tensor", "keepdims", given("ord", "fro"), given("axis", {-2, -1}))
    .on(fw::keras, "keras.ops.norm", "x", "keepdims", given("ord", "fro"), given("axis", {-2, -1}))
    .on(fw::jax, "jax.numpy.linalg.matrix_norm", "x", "keepdims")
    .on(fw::numpy, "numpy.linalg.matrix_norm", "x", "keepdims")
    .accumulates().satisfies(invariant::at_least(0)).about("linear_algebra");

inline constexpr auto condition_number = api("condition_number")
    .takes(tensor("a").of_types(wide_floats).dims("nn").holding(content::well_conditioned))
    .sizes("n", 1, 8)
    .on(fw::torch, "torch.linalg.cond", "input")
    .on(fw::jax, "jax.numpy.linalg.cond", "x")
    .on(fw::numpy, "numpy.linalg.cond", "x")
    .linear_algebra().about("linear_algebra");

inline constexpr auto singular_values = api("singular_values")
    .takes(tensor("a").of_types(wide_floats).dims("mn"))
    .sizes("mn", 1, 8)
    .on(fw::torch, "aten::linalg_svdvals", "A")
    .on(fw::tensorflow, "tf.linalg.svd", "tensor", given("compute_uv", false))
    .on(fw::keras, "keras.ops.svd", "x", given("compute_uv", false))
    .on(fw::jax, "jax.numpy.linalg.svd", "a", given("compute_uv", false))
    .on(fw::numpy, "numpy.linalg.svd", "a", given("compute_uv", false))
    .linear_algebra().about("linear_algebra");

inline constexpr auto symmetric_eigenvalues = api("symmetric_eigenvalues")
    .takes(tensor("a").of_types(wide_floats).dims("nn").holding(content::symmetric))
    .sizes("n", 1, 8)
    .on(fw::torch, "aten::linalg_eigvalsh", "self")
    .on(fw::tensorflow, "tf.linalg.eigvalsh", "tensor")
    .on(fw::keras, "keras.ops.eigh", "x", component(0))
    .on(fw::jax, "jax.numpy.linalg.eigvalsh", "a")
    .on(fw::numpy, "numpy.linalg.eigvalsh", "a")
    .linear_algebra().about("linear_algebra");

// Inverses, solvers, factors.

inline constexpr auto inv = api("inv")
    .takes(tensor("a").of_types(wide_floats).dims("nn").holding(content::well_conditioned))
    .sizes("n", 1, 8)
    .on(fw::torch, "aten::linalg_inv", "A")
    .on(fw::tensorflow, "tf.linalg.inv", "input")
    .on(fw::keras, "keras.ops.inv", "x")
    .on(fw::jax, "jax.numpy.linalg.inv", "a")
    .on(fw::chainer, "chainer.functions.inv", "a")
    .on(fw::numpy, "numpy.linalg.inv", "a")
    .linear_algebra().satisfies(invariant::inverse()).about("linear_algebra");

inline constexpr auto pinv = api("pinv")
    .takes(tensor("a").of_types(wide_floats).dims("nn").holding(content::well_conditioned))
    .sizes("n", 1, 8)
    .on(fw::torch, "torch.linalg.pinv", "input")
    .on(fw::tensorflow, "tf.linalg.pinv", "a")
    .on(fw::keras, "keras.ops.pinv", "x")
    .on(fw::jax, "jax.numpy.linalg.pinv", "a")
    .on(fw::numpy, "numpy.linalg.pinv", "a")
    .linear_algebra().about("linear_algebra");

inline constexpr auto solve = api("solve")
    .takes(tensor("a").of_types(wide_floats).dims("nn").holding(content::well_conditioned), tensor("b").dims("nk"))
    .sizes("n", 1, 8)
    .on(fw::torch, "aten::linalg_solve", "A", "B")
    .on(fw::tensorflow, "tf.linalg.solve", "matrix", "rhs")
    .on(fw::keras, "keras.ops.solve", "a", "b")
    .on(fw::jax, "jax.numpy.linalg.solve", "a", "b")
    .on(fw::numpy, "numpy.linalg.solve", "a", "b")
    .linear_algebra().satisfies(invariant::solution()).about("linear_algebra");

inline constexpr auto solve_triangular = api("solve_triangular")
    .takes(tensor("a").of_types(wide_floats).dims("nn").holding(content::triangular), tensor("b").dims("nk"))
    .sizes("n", 1, 8)
    .on(fw::torch, "aten::linalg_solve_triangular", "self", "B", given("upper", false))
    .on(fw::tensorflow, "tf.linalg.triangular_solve", "matrix", "rhs", given("lower", true))
    .on(fw::keras, "keras.ops.solve_triangular", "a", "b", given("lower", true))
    .on(fw::jax, "jax.scipy.linalg.solve_triangular", "a", "b", given("lower", true))
    .on(fw::numpy, "scipy.linalg.solve_triangular", "a", "b", given("lower", true))
    .linear_algebra().satisfies(invariant::solution()).about("linear_algebra");

inline constexpr auto cholesky = api("cholesky")
    .takes(tensor("a").of_types(wide_floats).dims("nn").holding(content::positive_definite))
    .sizes("n", 1, 8)
    .on(fw::torch, "aten::linalg_cholesky", "self")
    .on(fw::tensorflow, "tf.linalg.cholesky", "input")
    .on(fw::keras, "keras.ops.cholesky", "x")
    .on(fw::jax, "jax.numpy.linalg.cholesky", "a")
    .on(fw::chainer, "chainer.functions.cholesky", "a")
    .on(fw::numpy, "numpy.linalg.cholesky", "a")
    .linear_algebra().satisfies(invariant::factor()).about("linear_algebra");

inline constexpr auto qr = api("qr")
    .takes(tensor("a").of_types(wide_floats).dims("nn").holding(content::well_conditioned))
    .sizes("n", 1, 8)
    .on(fw::torch, "aten::linalg_qr", "A")
    .on(fw::tensorflow, "tf.linalg.qr", "input")
    .on(fw::keras, "keras.ops.qr", "x")
    .on(fw::jax, "jax.numpy.linalg.qr", "a")
    .on(fw::numpy, "numpy.linalg.qr", "a")
    .returns(output{nature::up_to_sign}, output{nature::up_to_sign})
    .linear_algebra().about("linear_algebra");

inline constexpr auto lstsq = api("lstsq")
    .takes(tensor("a").of_types(wide_floats).dims("nn").holding(content::well_conditioned), tensor("b").dims("nk"))
    .sizes("n", 1, 6)
    .on(fw::torch, "aten::linalg_lstsq", "self", "b", component(0))
    .on(fw::tensorflow, "tf.linalg.lstsq", "matrix", "rhs", given("fast", false))
    .on(fw::keras, "keras.ops.lstsq", "a", "b")
    .on(fw::jax, "jax.numpy.linalg.lstsq", "a", "b", component(0))
    .on(fw::numpy, "numpy.linalg.lstsq", "a", "b", component(0))
    .linear_algebra().about("linear_algebra");

/// Heads before positions in PyTorch, behind them in JAX and Keras.
inline constexpr auto attention = api("scaled_dot_product_attention")
    .takes(tensor("query").of_types(wide_floats).dims("bhtd").between(-8, 8).in_layout("BHTD"),
           tensor("key").dims("bhsd").between(-8, 8).in_layout("BHTD"),
           tensor("value").dims("bhsd").in_layout("BHTD"))
    .sizes("bh", 1, 2)
    .sizes("tsd", 1, 6)
    .on(fw::torch, "aten::scaled_dot_product_attention", "query", "key", "value")
    .on(fw::keras, "keras.ops.dot_product_attention", as("query", "BTHD"), as("key", "BTHD"), as("value", "BTHD"), gives("BTHD"))
    .on(fw::jax, "jax.nn.dot_product_attention", as("query", "BTHD"), as("key", "BTHD"), as("value", "BTHD"), gives("BTHD"))
    .returns(output{nature::values, "BHTD"})
    .accumulates("sd").about("linear_algebra");

/// A polynomial by its coefficients, the highest power first.
inline constexpr auto polyval = api("polyval")
    .takes(tensor("coefficients").of_types(wide_floats).dims("n"), tensor("x").dims("m"))
    .sizes("n", 1, 6)
    .on(fw::jax, "jax.numpy.polyval", "p", "x")
    .on(fw::numpy, "numpy.polyval", "p", "x")
    .accumulates("n").about("linear_algebra");

inline constexpr std::array linear_algebra_groups{
    &matmul, &batched_matmul, &matvec, &dot, &vdot, &vecdot, &inner, &outer, &kron, &cross, &tensordot, &einsum, &trace, &multi_dot,
    &matrix_power, &matrix_exp, &det, &slogdet, &logdet, &matrix_rank, &matrix_norm, &condition_number, &singular_values,
    &symmetric_eigenvalues, &inv, &pinv, &solve, &solve_triangular, &cholesky, &qr, &lstsq, &attention, &polyval};

// clang-format on

} // namespace groups
} // namespace v0
} // namespace xamt

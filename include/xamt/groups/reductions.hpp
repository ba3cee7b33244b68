/// @file
/// Equivalences: reductions over axes, statistics, running sums.
///
/// Place in the pipeline: groups; data only, read by everything from generate/ on. Example: `xamt::groups::logsumexp.columns()`.
#pragma once

#include <xamt/describe/api.hpp>
#include <xamt/groups/dtypes.hpp>

#include <array>

namespace xamt {
inline namespace v0 {
namespace groups {

// clang-format off: one framework a line reads as a table.

inline constexpr auto sum = api("sum")
    .takes(tensor("x").floating_or_complex().rank(0, 4), axes("axis").length(1, 3).none_able().by_default(none{}),
           flag("keepdims").by_default(false))
    .on(fw::torch, "aten::sum.dim_IntList", "self", "dim", "keepdim")
    .on(fw::tensorflow, "tf.reduce_sum", "input_tensor", "axis", "keepdims")
    .on(fw::keras, "keras.ops.sum", "x", "axis", "keepdims")
    .on(fw::jax, "jax.numpy.sum", "a", "axis", "keepdims")
    .on(fw::chainer, "chainer.functions.sum", "x", "axis", "keepdims", accepts(ieee_floats))
    .on(fw::numpy, "numpy.sum", "a", "axis", "keepdims")
    .accumulates().about("reductions");

inline constexpr auto mean = api("mean")
    .takes(tensor("x").floating().rank(0, 4), axes("axis").length(1, 3).none_able().by_default(none{}),
           flag("keepdims").by_default(false))
    .on(fw::torch, "aten::mean.dim", "self", "dim", "keepdim")
    .on(fw::tensorflow, "tf.reduce_mean", "input_tensor", "axis", "keepdims")
    .on(fw::keras, "keras.ops.mean", "x", "axis", "keepdims")
    .on(fw::jax, "jax.numpy.mean", "a", "axis", "keepdims")
    .on(fw::chainer, "chainer.functions.mean", "x", "axis", "keepdims", accepts(ieee_floats))
    .on(fw::numpy, "numpy.mean", "a", "axis", "keepdims")
    .accumulates().about("reductions");

/// Numbers stay small: where a product overflows on its way depends on its order.
inline constexpr auto prod = api("prod")
    .takes(tensor("x").floating_or_complex().rank(1, 4).between(-8, 8), axis("axis"), flag("keepdims").by_default(false))
    .on(fw::torch, "aten::prod.dim_int", "self", "dim", "keepdim")
    .on(fw::tensorflow, "tf.reduce_prod", "input_tensor", "axis", "keepdims")
    .on(fw::keras, "keras.ops.prod", "x", "axis", "keepdims")
    .on(fw::jax, "jax.numpy.prod", "a", "axis", "keepdims")
    .on(fw::chainer, "chainer.functions.prod", "x", "axis", "keepdims", accepts(ieee_floats))
    .on(fw::numpy, "numpy.prod", "a", "axis", "keepdims")
    .accumulates().about("reductions");

/// Whole numbers in 64 bits, where every framework's accumulator is the same.
inline constexpr auto integer_sum = api("integer_sum")
    .takes(tensor("x").only(dtype::int64).rank(1, 4), axes("axis").length(1, 3).none_able().by_default(none{}),
           flag("keepdims").by_default(false))
    .on(fw::torch, "aten::sum.dim_IntList", "self", "dim", "keepdim")
    .on(fw::tensorflow, "tf.reduce_sum", "input_tensor", "axis", "keepdims")
    .on(fw::keras, "keras.ops.sum", "x", "axis", "keepdims")
    .on(fw::jax, "jax.numpy.sum", "a", "axis", "keepdims")
    .on(fw::numpy, "numpy.sum", "a", "axis", "keepdims")
    .exact().about("reductions");

/// torch.amax and its siblings propagate NaN and need at least one axis.
inline constexpr auto max = api("max")
    .takes(tensor("x").real_numbers().rank(1, 4), axes("axis").length(1, 3), flag("keepdims").by_default(false))
    .on(fw::torch, "aten::amax", "self", "dim", "keepdim")
    .on(fw::tensorflow, "tf.reduce_max", "input_tensor", "axis", "keepdims")
    .on(fw::keras, "keras.ops.max", "x", "axis", "keepdims")
    .on(fw::jax, "jax.numpy.max", "a", "axis", "keepdims")
    .on(fw::chainer, "chainer.functions.max", "x", "axis", "keepdims", accepts(ieee_floats))
    .on(fw::numpy, "numpy.max", "a", "axis", "keepdims")
    .exact().about("reductions");

inline constexpr auto min = api("min")
    .takes(tensor("x").real_numbers().rank(1, 4), axes("axis").length(1, 3), flag("keepdims").by_default(false))
    .on(fw::torch, "aten::amin", "self", "dim", "keepdim")
    .on(fw::tensorflow, "tf.reduce_min", "input_tensor", "axis", "keepdims")
    .on(fw::keras, "keras.ops.min", "x", "axis", "keepdims")
    .on(fw::jax, "jax.numpy.min", "a", "axis", "keepdims")
    .on(fw::chainer, "chainer.functions.min", "x", "axis", "keepdims", accepts(ieee_floats))
    .on(fw::numpy, "numpy.min", "a", "axis", "keepdims")
    .exact().about("reductions");

/// torch.max over one axis returns values and positions; the values are meant.
inline constexpr auto max_of_pair = api("max_of_pair")
    .takes(tensor("x").real_numbers().rank(1, 4), axis("axis"), flag("keepdims").by_default(false))
    .on(fw::torch, "aten::max.dim", "self", "dim", "keepdim", component(0))
    .on(fw::tensorflow, "tf.experimental.numpy.max", "a", "axis", "keepdims")
    .on(fw::keras, "keras.ops.amax", "x", "axis", "keepdims")
    .on(fw::jax, "jax.numpy.amax", "a", "axis", "keepdims")
    .on(fw::numpy, "numpy.amax", "a", "axis", "keepdims")
    .exact().satisfies(invariant::equal_to("max")).about("reductions");

inline constexpr auto ptp = api("ptp")
    .takes(tensor("x").floating().rank(1, 4), axis("axis"), flag("keepdims").by_default(false))
    .on(fw::tensorflow, "tf.experimental.numpy.ptp", "a", "axis", "keepdims")
    .on(fw::keras, "keras.ops.ptp", "x", "axis", "keepdims")
    .on(fw::jax, "jax.numpy.ptp", "a", "axis", "keepdims")
    .on(fw::numpy, "numpy.ptp", "a", "axis", "keepdims")
    .correctly_rounded().about("reductions");

inline constexpr auto any = api("any")
    .takes(tensor("x").boolean().rank(1, 4), axes("axis").length(1, 3), flag("keepdims").by_default(false))
    .on(fw::torch, "aten::any.dims", "self", "dim", "keepdim")
    .on(fw::tensorflow, "tf.reduce_any", "input_tensor", "axis", "keepdims")
    .on(fw::keras, "keras.ops.any", "x", "axis", "keepdims")
    .on(fw::jax, "jax.numpy.any", "a", "axis", "keepdims")
    .on(fw::numpy, "numpy.any", "a", "axis", "keepdims")
    .exact().about("reductions");

inline constexpr auto all = api("all")
    .takes(tensor("x").boolean().rank(1, 4), axes("axis").length(1, 3), flag("keepdims").by_default(false))
    .on(fw::torch, "aten::all.dims", "self", "dim", "keepdim")
    .on(fw::tensorflow, "tf.reduce_all", "input_tensor", "axis", "keepdims")
    .on(fw::keras, "keras.ops.all", "x", "axis", "keepdims")
    .on(fw::jax, "jax.numpy.all", "a", "axis", "keepdims")
    .on(fw::numpy, "numpy.all", "a", "axis", "keepdims")
    .exact().about("reductions");

inline constexpr auto count_nonzero = api("count_nonzero")
    .takes(tensor("x").anything().rank(1, 4), axes("axis").length(1, 3))
    .on(fw::torch, "aten::count_nonzero.dim_IntList", "self", "dim")
    .on(fw::tensorflow, "tf.math.count_nonzero", "input", "axis")
    .on(fw::keras, "keras.ops.count_nonzero", "x", "axis")
    .on(fw::jax, "jax.numpy.count_nonzero", "a", "axis")
    .on(fw::numpy, "numpy.count_nonzero", "a", "axis")
    .exact().about("reductions");

/// The divisor is the number of terms less the correction: a parameter in PyTorch, JAX and NumPy, always 0 in TensorFlow and Keras.
inline constexpr auto variance = api("var")
    .takes(tensor("x").floating().rank(1, 4), axes("axis").length(1, 3).none_able().by_default(none{}),
           integer("correction").between(0, 3).by_default(0), flag("keepdims").by_default(false))
    .on(fw::torch, "aten::var.correction", "self", "dim", "correction", "keepdim")
    .on(fw::tensorflow, "tf.math.reduce_variance", "input_tensor", "axis", only(0), "keepdims")
    .on(fw::keras, "keras.ops.var", "x", "axis", only(0), "keepdims")
    .on(fw::jax, "jax.numpy.var", "a", "axis", "ddof", "keepdims")
    .on(fw::numpy, "numpy.var", "a", "axis", "ddof", "keepdims")
    .accumulates().satisfies(invariant::at_least(0)).about("reductions");

inline constexpr auto standard_deviation = api("std")
    .takes(tensor("x").floating().rank(1, 4), axes("axis").length(1, 3).none_able().by_default(none{}),
           integer("correction").between(0, 3).by_default(0), flag("keepdims").by_default(false))
    .on(fw::torch, "aten::std.correction", "self", "dim", "correction", "keepdim")
    .on(fw::tensorflow, "tf.math.reduce_std", "input_tensor", "axis", only(0), "keepdims")
    .on(fw::keras, "keras.ops.std", "x", "axis", only(0), "keepdims")
    .on(fw::jax, "jax.numpy.std", "a", "axis", "ddof", "keepdims")
    .on(fw::numpy, "numpy.std", "a", "axis", "ddof", "keepdims")
    .accumulates().satisfies(invariant::at_least(0), invariant::root_of("var")).about("reductions");

/// Mean and variance in one call; the variance is meant, which comes first in PyTorch's pair and second in the others'.
inline constexpr auto moments = api("moments")
    .takes(tensor("x").floating().rank(1, 4), axes("axes").length(1, 3), flag("keepdims").by_default(false))
    .on(fw::torch, "aten::var_mean.correction", "self", "dim", "keepdim", given("correction", 0), component(0))
    .on(fw::tensorflow, "tf.nn.moments", "x", "axes", "keepdims", component(1))
    .on(fw::keras, "keras.ops.moments", "x", "axes", "keepdims", component(1))
    .on(fw::jax, "jax.numpy.var", "a", "axis", "keepdims")
    .on(fw::numpy, "numpy.var", "a", "axis", "keepdims")
    .accumulates().about("reductions");

inline constexpr auto covariance = api("covariance")
    .takes(tensor("x").of_types(wide_floats).dims("vn").between(-100, 100), integer("correction").between(0, 1).by_default(1))
    .sizes("v", 1, 5)
    .sizes("n", 2, 20)
    .on(fw::torch, "aten::cov", "self", "correction")
    .on(fw::jax, "jax.numpy.cov", "m", "ddof")
    .on(fw::numpy, "numpy.cov", "m", "ddof")
    .accumulates("n").about("reductions");

inline constexpr auto average = api("average")
    .takes(tensor("x").of_types(wide_floats).rank(1, 3).between(-1000, 1000), axis("axis"),
           tensor("weights").same_shape().between(0.125, 8))
    .on(fw::tensorflow, "tf.experimental.numpy.average", "a", "axis", "weights")
    .on(fw::keras, "keras.ops.average", "x", "axis", "weights")
    .on(fw::jax, "jax.numpy.average", "a", "axis", "weights")
    .on(fw::numpy, "numpy.average", "a", "axis", "weights")
    .accumulates().about("reductions");

inline constexpr auto logsumexp = api("logsumexp")
    .takes(tensor("x").floating().rank(1, 4), axes("axis").length(1, 2), flag("keepdims").by_default(false))
    .on(fw::torch, "aten::logsumexp", "self", "dim", "keepdim")
    .on(fw::tensorflow, "tf.reduce_logsumexp", "input_tensor", "axis", "keepdims")
    .on(fw::keras, "keras.ops.logsumexp", "x", "axis", "keepdims")
    .on(fw::jax, "jax.scipy.special.logsumexp", "a", "axis", "keepdims")
    .on(fw::chainer, "chainer.functions.logsumexp", "x", "axis", only(false), accepts(ieee_floats))
    .on(fw::numpy, "scipy.special.logsumexp", "a", "axis", "keepdims")
    .accumulates().about("reductions");

/// Euclidean length; the name of the order differs, and so does what a framework calls a matrix.
inline constexpr auto norm = api("norm")
    .takes(tensor("x").floating().rank(1, 4), axis("axis"), flag("keepdims").by_default(false))
    .on(fw::torch, "aten::linalg_vector_norm", "self", "dim", "keepdim", given("ord", 2))
    .on(fw::tensorflow, "tf.norm", "tensor", "axis", "keepdims")
    .on(fw::keras, "keras.ops.norm", "x", "axis", "keepdims")
    .on(fw::jax, "jax.numpy.linalg.norm", "x", "axis", "keepdims")
    .on(fw::numpy, "numpy.linalg.norm", "x", "axis", "keepdims")
    .accumulates().satisfies(invariant::at_least(0)).about("reductions");

inline constexpr auto vector_norm = api("vector_norm")
    .takes(tensor("x").floating().rank(1, 4), axis("axis"), integer("ord").between(1, 4).by_default(2),
           flag("keepdims").by_default(false))
    .on(fw::torch, "aten::linalg_vector_norm", "self", "dim", "ord", "keepdim")
    .on(fw::tensorflow, "tf.norm", "tensor", "axis", "ord", "keepdims")
    .on(fw::keras, "keras.ops.norm", "x", "axis", "ord", "keepdims")
    .on(fw::jax, "jax.numpy.linalg.vector_norm", "x", "axis", "ord", "keepdims")
    .on(fw::numpy, "numpy.linalg.vector_norm", "x", "axis", "ord", "keepdims")
    .accumulates().satisfies(invariant::at_least(0)).about("reductions");

inline constexpr auto cumsum = api("cumsum")
    .takes(tensor("x").floating_or_complex().rank(1, 4), axis("axis"))
    .on(fw::torch, "aten::cumsum", "self", "dim")
    .on(fw::tensorflow, "tf.math.cumsum", "x", "axis")
    .on(fw::keras, "keras.ops.cumsum", "x", "axis")
    .on(fw::jax, "jax.numpy.cumsum", "a", "axis")
    .on(fw::chainer, "chainer.functions.cumsum", "x", "axis", accepts(ieee_floats))
    .on(fw::numpy, "numpy.cumsum", "a", "axis")
    .accumulates().about("reductions");

inline constexpr auto cumprod = api("cumprod")
    .takes(tensor("x").floating_or_complex().rank(1, 4).between(-8, 8), axis("axis"))
    .on(fw::torch, "aten::cumprod", "self", "dim")
    .on(fw::tensorflow, "tf.math.cumprod", "x", "axis")
    .on(fw::keras, "keras.ops.cumprod", "x", "axis")
    .on(fw::jax, "jax.numpy.cumprod", "a", "axis")
    .on(fw::chainer, "chainer.functions.cumprod", "x", "axis", accepts(ieee_floats))
    .on(fw::numpy, "numpy.cumprod", "a", "axis")
    .accumulates().about("reductions");

inline constexpr auto cummax = api("cummax")
    .takes(tensor("x").real_numbers().rank(1, 4), axis("axis"))
    .on(fw::torch, "aten::cummax", "self", "dim", component(0))
    .on(fw::jax, "jax.lax.cummax", "operand", from_front("axis"))
    .on(fw::numpy, "numpy.maximum.accumulate", "array", "axis")
    .exact().about("reductions");

inline constexpr auto cummin = api("cummin")
    .takes(tensor("x").real_numbers().rank(1, 4), axis("axis"))
    .on(fw::torch, "aten::cummin", "self", "dim", component(0))
    .on(fw::jax, "jax.lax.cummin", "operand", from_front("axis"))
    .on(fw::numpy, "numpy.minimum.accumulate", "array", "axis")
    .exact().about("reductions");

inline constexpr auto logcumsumexp = api("logcumsumexp")
    .takes(tensor("x").of_types(wide_floats).rank(1, 4), axis("axis"))
    .on(fw::torch, "aten::logcumsumexp", "self", "dim")
    .on(fw::tensorflow, "tf.math.cumulative_logsumexp", "x", "axis")
    .on(fw::jax, "jax.lax.cumlogsumexp", "operand", from_front("axis"))
    .on(fw::numpy, "numpy.logaddexp.accumulate", "array", "axis")
    .accumulates().about("reductions");

inline constexpr auto argmax = api("argmax")
    .takes(tensor("x").real_numbers().rank(1, 4), axis("axis"))
    .on(fw::torch, "aten::argmax", "self", "dim")
    .on(fw::tensorflow, "tf.argmax", "input", "axis")
    .on(fw::keras, "keras.ops.argmax", "x", "axis")
    .on(fw::jax, "jax.numpy.argmax", "a", "axis")
    .on(fw::chainer, "chainer.functions.argmax", "x", "axis", accepts(ieee_floats))
    .on(fw::numpy, "numpy.argmax", "a", "axis")
    .returns(output{nature::indices})
    .exact().satisfies(invariant::positions_of("max")).about("reductions");

inline constexpr auto argmin = api("argmin")
    .takes(tensor("x").real_numbers().rank(1, 4), axis("axis"))
    .on(fw::torch, "aten::argmin", "self", "dim")
    .on(fw::tensorflow, "tf.argmin", "input", "axis")
    .on(fw::keras, "keras.ops.argmin", "x", "axis")
    .on(fw::jax, "jax.numpy.argmin", "a", "axis")
    .on(fw::chainer, "chainer.functions.argmin", "x", "axis", accepts(ieee_floats))
    .on(fw::numpy, "numpy.argmin", "a", "axis")
    .returns(output{nature::indices})
    .exact().satisfies(invariant::positions_of("min")).about("reductions");

/// The mean of the two middles; torch.median takes the lower one, so PyTorch takes part with its quantile.
inline constexpr auto median = api("median")
    .takes(tensor("x").of_types(ieee_floats).rank(1, 4), axis("axis"), flag("keepdims").by_default(false))
    .on(fw::torch, "aten::quantile.scalar", "self", "dim", "keepdim", given("q", 0.5), accepts(wide_floats))
    .on(fw::keras, "keras.ops.median", "x", "axis", "keepdims")
    .on(fw::jax, "jax.numpy.median", "a", "axis", "keepdims")
    .on(fw::numpy, "numpy.median", "a", "axis", "keepdims")
    .elementary().about("reductions");

inline constexpr auto quantile = api("quantile")
    .takes(tensor("x").of_types(ieee_floats).rank(1, 4), real("q").between(0, 1), axis("axis"), flag("keepdims").by_default(false),
           choice("method", "linear", "lower", "higher", "midpoint").by_default("linear"))
    .on(fw::torch, "aten::quantile.scalar", "self", "q", "dim", "keepdim", "interpolation", accepts(wide_floats))
    .on(fw::keras, "keras.ops.quantile", "x", "q", "axis", "keepdims", "method")
    .on(fw::jax, "jax.numpy.quantile", "a", "q", "axis", "keepdims", "method")
    .on(fw::numpy, "numpy.quantile", "a", "q", "axis", "keepdims", "method")
    .elementary().about("reductions");

inline constexpr auto nanmedian = api("nanmedian")
    .takes(tensor("x").of_types(ieee_floats).rank(1, 4), axis("axis"), flag("keepdims").by_default(false))
    .on(fw::torch, "aten::nanquantile.scalar", "self", "dim", "keepdim", given("q", 0.5), accepts(wide_floats))
    .on(fw::keras, "keras.ops.nanmedian", "x", "axis", "keepdims")
    .on(fw::jax, "jax.numpy.nanmedian", "a", "axis", "keepdims")
    .on(fw::numpy, "numpy.nanmedian", "a", "axis", "keepdims")
    .elementary().about("reductions");

inline constexpr auto nanquantile = api("nanquantile")
    .takes(tensor("x").of_types(ieee_floats).rank(1, 4), real("q").between(0, 1), axis("axis"), flag("keepdims").by_default(false))
    .on(fw::torch, "aten::nanquantile.scalar", "self", "q", "dim", "keepdim", accepts(wide_floats))
    .on(fw::keras, "keras.ops.nanquantile", "x", "q", "axis", "keepdims")
    .on(fw::jax, "jax.numpy.nanquantile", "a", "q", "axis", "keepdims")
    .on(fw::numpy, "numpy.nanquantile", "a", "q", "axis", "keepdims")
    .elementary().about("reductions");

/// At several places, given as a tensor.
inline constexpr auto nanquantile_at = api("nanquantile_at")
    .takes(tensor("x").of_types(ieee_floats).dims("n"), tensor("q").dims("m").between(0, 1))
    .sizes("n", 1, 24)
    .sizes("m", 1, 3)
    .on(fw::torch, "aten::nanquantile", "self", "q", accepts(wide_floats))
    .on(fw::keras, "keras.ops.nanquantile", "x", "q")
    .on(fw::jax, "jax.numpy.nanquantile", "a", "q")
    .on(fw::numpy, "numpy.nanquantile", "a", "q")
    .elementary().about("reductions");

inline constexpr auto nanmean = api("nanmean")
    .takes(tensor("x").floating().rank(1, 4), axes("axis").length(1, 3), flag("keepdims").by_default(false))
    .on(fw::torch, "aten::nanmean", "self", "dim", "keepdim")
    .on(fw::tensorflow, "tf.experimental.numpy.nanmean", "a", "axis", "keepdims", accepts(ieee_floats))
    .on(fw::keras, "keras.ops.nanmean", "x", "axis", "keepdims")
    .on(fw::jax, "jax.numpy.nanmean", "a", "axis", "keepdims")
    .on(fw::numpy, "numpy.nanmean", "a", "axis", "keepdims")
    .accumulates().about("reductions");

inline constexpr auto nansum = api("nansum")
    .takes(tensor("x").floating().rank(1, 4), axes("axis").length(1, 3), flag("keepdims").by_default(false))
    .on(fw::torch, "aten::nansum", "self", "dim", "keepdim")
    .on(fw::tensorflow, "tf.experimental.numpy.nansum", "a", "axis", "keepdims", accepts(ieee_floats))
    .on(fw::keras, "keras.ops.nansum", "x", "axis", "keepdims")
    .on(fw::jax, "jax.numpy.nansum", "a", "axis", "keepdims")
    .on(fw::numpy, "numpy.nansum", "a", "axis", "keepdims")
    .accumulates().about("reductions");

inline constexpr auto nanprod = api("nanprod")
    .takes(tensor("x").floating().rank(1, 4), axes("axis").length(1, 2), flag("keepdims").by_default(false))
    .on(fw::tensorflow, "tf.experimental.numpy.nanprod", "a", "axis", "keepdims", accepts(ieee_floats))
    .on(fw::keras, "keras.ops.nanprod", "x", "axis", "keepdims")
    .on(fw::jax, "jax.numpy.nanprod", "a", "axis", "keepdims")
    .on(fw::numpy, "numpy.nanprod", "a", "axis", "keepdims")
    .accumulates().about("reductions");

inline constexpr auto nanmax = api("nanmax")
    .takes(tensor("x").floating().rank(1, 4), axis("axis"), flag("keepdims").by_default(false))
    .on(fw::keras, "keras.ops.nanmax", "x", "axis", "keepdims")
    .on(fw::jax, "jax.numpy.nanmax", "a", "axis", "keepdims")
    .on(fw::numpy, "numpy.nanmax", "a", "axis", "keepdims")
    .exact().about("reductions");

inline constexpr auto nancumsum = api("nancumsum")
    .takes(tensor("x").floating().rank(1, 4), axis("axis"))
    .on(fw::keras, "keras.ops.nancumsum", "x", "axis")
    .on(fw::jax, "jax.numpy.nancumsum", "a", "axis")
    .on(fw::numpy, "numpy.nancumsum", "a", "axis")
    .accumulates().about("reductions");

inline constexpr auto trapezoid = api("trapezoid")
    .takes(tensor("y").of_types(wide_floats).rank(1, 4), real("dx").between(0.125, 8).by_default(1), axis("axis").by_default(-1))
    .on(fw::torch, "aten::trapezoid.dx", "y", "dx", "dim")
    .on(fw::keras, "keras.ops.trapezoid", "y", "dx", "axis")
    .on(fw::jax, "jax.numpy.trapezoid", "y", "dx", "axis")
    .on(fw::numpy, "numpy.trapezoid", "y", "dx", "axis")
    .accumulates().about("reductions");

inline constexpr auto trapezoid_over_x = api("trapezoid_over_x")
    .takes(tensor("y").of_types(wide_floats).rank(1, 4), tensor("x").same_shape(), axis("axis").by_default(-1))
    .on(fw::torch, "aten::trapezoid.x", "y", "x", "dim")
    .on(fw::keras, "keras.ops.trapezoid", "y", "x", "axis")
    .on(fw::jax, "jax.numpy.trapezoid", "y", "x", "axis")
    .on(fw::numpy, "numpy.trapezoid", "y", "x", "axis")
    .accumulates().about("reductions");

inline constexpr auto diff = api("diff")
    .takes(tensor("x").floating().rank(1, 4), integer("n").between(0, 3).by_default(1), axis("axis").by_default(-1))
    .on(fw::torch, "aten::diff", "self", "n", "dim")
    .on(fw::tensorflow, "tf.experimental.numpy.diff", "a", "n", "axis")
    .on(fw::keras, "keras.ops.diff", "a", "n", "axis")
    .on(fw::jax, "jax.numpy.diff", "a", "n", "axis")
    .on(fw::numpy, "numpy.diff", "a", "n", "axis")
    .elementary(4).about("reductions");

/// Values stay inside the bins, because frameworks disagree on purpose on those outside.
inline constexpr auto histogram = api("histogram")
    .takes(tensor("x").of_types(wide_floats).dims("n").between(-4, 4), integer("bins").between(1, 9))
    .sizes("n", 1, 64)
    .on(fw::torch, "aten::histc", "self", "bins", given("min", -4), given("max", 4))
    .on(fw::tensorflow, "tf.histogram_fixed_width", "values", "nbins", given("value_range", {-4, 4}))
    .on(fw::keras, "keras.ops.histogram", "x", "bins", given("range", {-4, 4}), component(0))
    .on(fw::jax, "jax.numpy.histogram", "a", "bins", given("range", {-4, 4}), component(0))
    .on(fw::numpy, "numpy.histogram", "a", "bins", given("range", {-4, 4}), component(0))
    .exact().about("reductions");

/// Between limits of the caller's own.
inline constexpr auto histogram_between = api("histogram_between")
    .takes(tensor("x").of_types(single_floats).dims("n").between(-4, 4), integer("bins").between(1, 9),
           tensor("limits").dims("2").holding(content::ascending).between(-4, 4))
    .sizes("n", 1, 64)
    .on(fw::tensorflow, "tf.histogram_fixed_width", "values", "nbins", "value_range")
    .on(fw::jax, "jax.numpy.histogram", "a", "bins", "range", component(0), eager())
    .on(fw::numpy, "numpy.histogram", "a", "bins", "range", component(0))
    .exact().about("reductions");

inline constexpr auto bincount = api("bincount")
    .takes(tensor("x").of_types(wide_integers).dims("n").between(0, 9), integer("minlength").between(0, 12).by_default(0))
    .sizes("n", 1, 40)
    .on(fw::torch, "aten::bincount", "self", "minlength")
    .on(fw::tensorflow, "tf.math.bincount", "arr", "minlength")
    .on(fw::keras, "keras.ops.bincount", "x", "minlength")
    .on(fw::jax, "jax.numpy.bincount", "x", "minlength", eager())
    .on(fw::numpy, "numpy.bincount", "x", "minlength")
    .exact().about("reductions");

inline constexpr auto segment_sum = api("segment_sum")
    .takes(tensor("x").floating().dims("nc"), tensor("segments").of_types(wide_integers).dims("n").indices_into("x", "s"),
           integer("count").dims("s"))
    .sizes("s", 1, 6)
    .on(fw::tensorflow, "tf.math.unsorted_segment_sum", "data", "segment_ids", "num_segments")
    .on(fw::keras, "keras.ops.segment_sum", "data", "segment_ids", "num_segments")
    .on(fw::jax, "jax.ops.segment_sum", "data", "segment_ids", "num_segments")
    .accumulates("n").about("reductions");

inline constexpr auto segment_max = api("segment_max")
    .takes(tensor("x").of_types(wide_integers).dims("nc"), tensor("segments").of_types(wide_integers).dims("n").indices_into("x", "s"),
           integer("count").dims("s"))
    .sizes("s", 1, 6)
    .on(fw::tensorflow, "tf.math.unsorted_segment_max", "data", "segment_ids", "num_segments")
    .on(fw::keras, "keras.ops.segment_max", "data", "segment_ids", "num_segments")
    .on(fw::jax, "jax.ops.segment_max", "data", "segment_ids", "num_segments")
    .exact().about("reductions");

inline constexpr std::array reductions_groups{
    &sum, &mean, &prod, &integer_sum, &max, &min, &max_of_pair, &ptp, &any, &all, &count_nonzero, &variance, &standard_deviation,
    &moments, &covariance, &average, &logsumexp, &norm, &vector_norm, &cumsum, &cumprod, &cummax, &cummin, &logcumsumexp,
    &argmax, &argmin, &median, &quantile, &nanmedian, &nanquantile, &nanquantile_at, &nanmean, &nansum, &nanprod, &nanmax, &nancumsum,
    &trapezoid, &trapezoid_over_x, &diff, &histogram, &histogram_between, &bincount, &segment_sum, &segment_max};

// clang-format on

} // namespace groups
} // namespace v0
} // namespace xamt

/// @file
/// Equivalences: shape, assembly, selection, and tensors made from numbers.
///
/// Place in the pipeline: groups; data only, read by everything from generate/ on. Example: `xamt::groups::concatenate.columns()`.
#pragma once

#include <xamt/describe/api.hpp>
#include <xamt/groups/dtypes.hpp>

#include <array>

namespace xamt {
inline namespace v0 {
namespace groups {

// clang-format off: one framework a line reads as a table.

inline constexpr dtype_set not_boolean{floating_dtypes | integer_dtypes | complex_dtypes};

// Assembly from lists of tensors.

inline constexpr auto concatenate = api("concatenate")
    .takes(tensors("xs").anything().rank(1, 4), axis("axis").by_default(0))
    .on(fw::torch, "aten::cat", "tensors", "dim")
    .on(fw::tensorflow, "tf.concat", "values", "axis")
    .on(fw::keras, "keras.ops.concatenate", "xs", "axis")
    .on(fw::jax, "jax.numpy.concatenate", "arrays", "axis")
    .on(fw::chainer, "chainer.functions.concat", "xs", "axis")
    .on(fw::numpy, "numpy.concatenate", "arrays", "axis")
    .exact().about("shaping");

inline constexpr auto stack = api("stack")
    .takes(tensors("xs").anything().rank(1, 3), axis("axis").by_default(0))
    .on(fw::torch, "aten::stack", "tensors", "dim")
    .on(fw::tensorflow, "tf.stack", "values", "axis")
    .on(fw::keras, "keras.ops.stack", "x", "axis")
    .on(fw::jax, "jax.numpy.stack", "arrays", "axis")
    .on(fw::chainer, "chainer.functions.stack", "xs", "axis")
    .on(fw::numpy, "numpy.stack", "arrays", "axis")
    .exact().about("shaping");

inline constexpr auto hstack = api("hstack")
    .takes(tensors("xs").anything().rank(1, 3))
    .on(fw::torch, "aten::hstack", "tensors")
    .on(fw::tensorflow, "tf.experimental.numpy.hstack", "tup")
    .on(fw::keras, "keras.ops.hstack", "xs")
    .on(fw::jax, "jax.numpy.hstack", "tup")
    .on(fw::chainer, "chainer.functions.hstack", "xs")
    .on(fw::numpy, "numpy.hstack", "tup")
    .exact().about("shaping");

inline constexpr auto vstack = api("vstack")
    .takes(tensors("xs").anything().rank(1, 3))
    .on(fw::torch, "aten::vstack", "tensors")
    .on(fw::tensorflow, "tf.experimental.numpy.vstack", "tup")
    .on(fw::keras, "keras.ops.vstack", "xs")
    .on(fw::jax, "jax.numpy.vstack", "tup")
    .on(fw::chainer, "chainer.functions.vstack", "xs")
    .on(fw::numpy, "numpy.vstack", "tup")
    .exact().about("shaping");

inline constexpr auto dstack = api("dstack")
    .takes(tensors("xs").anything().rank(1, 3))
    .on(fw::torch, "aten::dstack", "tensors")
    .on(fw::tensorflow, "tf.experimental.numpy.dstack", "tup")
    .on(fw::keras, "keras.ops.dstack", "xs")
    .on(fw::jax, "jax.numpy.dstack", "tup")
    .on(fw::chainer, "chainer.functions.dstack", "xs")
    .on(fw::numpy, "numpy.dstack", "tup")
    .exact().about("shaping");

/// PyTorch and NumPy take a list, the others separate arguments.
inline constexpr auto meshgrid = api("meshgrid")
    .takes(tensors("xs").real_numbers().rank(1).length(2), choice("indexing", "xy", "ij").by_default("xy"))
    .on(fw::torch, "aten::meshgrid.indexing", "tensors", "indexing")
    .on(fw::tensorflow, "tf.meshgrid", spread("args"), "indexing")
    .on(fw::keras, "keras.ops.meshgrid", spread("x"), "indexing")
    .on(fw::jax, "jax.numpy.meshgrid", spread("xi"), "indexing")
    .on(fw::numpy, "numpy.meshgrid", spread("xi"), "indexing")
    .returns(output{}, output{})
    .exact().about("shaping");

inline constexpr auto append = api("append")
    .takes(tensor("x").anything().dims("ab"), tensor("y").anything().dims("ab"), axis("axis").none_able().by_default(none{}))
    .on(fw::tensorflow, "tf.experimental.numpy.append", "arr", "values", "axis")
    .on(fw::keras, "keras.ops.append", "x1", "x2", "axis")
    .on(fw::jax, "jax.numpy.append", "arr", "values", "axis")
    .on(fw::numpy, "numpy.append", "arr", "values", "axis")
    .exact().about("shaping");

// Other shapes of the same elements.

inline constexpr auto reshape = api("reshape")
    .takes(tensor("x").anything().rank(1, 4), extents("shape").of("x"))
    .on(fw::torch, "aten::reshape", "self", "shape")
    .on(fw::tensorflow, "tf.reshape", "tensor", "shape")
    .on(fw::keras, "keras.ops.reshape", "x", "newshape")
    .on(fw::jax, "jax.numpy.reshape", "a", "shape")
    .on(fw::chainer, "chainer.functions.reshape", "x", "shape")
    .on(fw::numpy, "numpy.reshape", "a", "shape")
    .exact().about("shaping");

inline constexpr auto ravel = api("ravel")
    .takes(tensor("x").anything().rank(1, 4))
    .on(fw::torch, "aten::ravel", "self")
    .on(fw::tensorflow, "tf.experimental.numpy.ravel", "a")
    .on(fw::keras, "keras.ops.ravel", "x")
    .on(fw::jax, "jax.numpy.ravel", "a")
    .on(fw::chainer, "chainer.functions.flatten", "x")
    .on(fw::numpy, "numpy.ravel", "a")
    .exact().about("shaping");

/// All axes at once; torch.transpose is another function (see swapaxes).
inline constexpr auto transpose = api("transpose")
    .takes(tensor("x").anything().rank(3), axes("axes").length(3))
    .on(fw::torch, "aten::permute", "self", "dims")
    .on(fw::tensorflow, "tf.transpose", "a", "perm")
    .on(fw::keras, "keras.ops.transpose", "x", "axes")
    .on(fw::jax, "jax.numpy.transpose", "a", "axes")
    .on(fw::chainer, "chainer.functions.transpose", "x", "axes")
    .on(fw::numpy, "numpy.transpose", "a", "axes")
    .exact().about("shaping");

inline constexpr auto matrix_transpose = api("matrix_transpose")
    .takes(tensor("x").anything().rank(2, 4))
    .on(fw::torch, "aten::mT", "self")
    .on(fw::tensorflow, "tf.linalg.matrix_transpose", "a")
    .on(fw::jax, "jax.numpy.matrix_transpose", "x")
    .on(fw::numpy, "numpy.matrix_transpose", "x")
    .exact().about("shaping");

inline constexpr auto swapaxes = api("swapaxes")
    .takes(tensor("x").anything().rank(1, 4), axis("axis1"), axis("axis2"))
    .on(fw::torch, "aten::transpose.int", "self", "dim0", "dim1")
    .on(fw::tensorflow, "tf.experimental.numpy.swapaxes", "a", "axis1", "axis2")
    .on(fw::keras, "keras.ops.swapaxes", "x", "axis1", "axis2")
    .on(fw::jax, "jax.numpy.swapaxes", "a", "axis1", "axis2")
    .on(fw::chainer, "chainer.functions.swapaxes", "x", "axis1", "axis2")
    .on(fw::numpy, "numpy.swapaxes", "a", "axis1", "axis2")
    .exact().about("shaping");

inline constexpr auto moveaxis = api("moveaxis")
    .takes(tensor("x").anything().rank(1, 4), axis("source"), axis("destination"))
    .on(fw::torch, "aten::moveaxis.int", "self", "source", "destination")
    .on(fw::tensorflow, "tf.experimental.numpy.moveaxis", "a", "source", "destination")
    .on(fw::keras, "keras.ops.moveaxis", "x", "source", "destination")
    .on(fw::jax, "jax.numpy.moveaxis", "a", "source", "destination")
    .on(fw::chainer, "chainer.functions.moveaxis", "x", "source", "destination", accepts(ieee_floats))
    .on(fw::numpy, "numpy.moveaxis", "a", "source", "destination")
    .exact().about("shaping");

inline constexpr auto squeeze = api("squeeze")
    .takes(tensor("x").anything().dims("a1b"), axis("axis").between(1, 1))
    .on(fw::torch, "aten::squeeze.dim", "self", "dim")
    .on(fw::tensorflow, "tf.squeeze", "input", "axis")
    .on(fw::keras, "keras.ops.squeeze", "x", "axis")
    .on(fw::jax, "jax.numpy.squeeze", "a", "axis")
    .on(fw::chainer, "chainer.functions.squeeze", "x", "axis")
    .on(fw::numpy, "numpy.squeeze", "a", "axis")
    .exact().about("shaping");

inline constexpr auto expand_dims = api("expand_dims")
    .takes(tensor("x").anything().rank(1, 4), axis("axis"))
    .on(fw::torch, "aten::unsqueeze", "self", "dim")
    .on(fw::tensorflow, "tf.expand_dims", "input", "axis")
    .on(fw::keras, "keras.ops.expand_dims", "x", "axis")
    .on(fw::jax, "jax.numpy.expand_dims", "a", "axis")
    .on(fw::chainer, "chainer.functions.expand_dims", "x", "axis")
    .on(fw::numpy, "numpy.expand_dims", "a", "axis")
    .exact().about("shaping");

inline constexpr auto broadcast_to = api("broadcast_to")
    .takes(tensor("x").anything().dims("b1c"), extents("shape").dims("abdc"))
    .on(fw::torch, "aten::broadcast_to", "self", "size")
    .on(fw::tensorflow, "tf.broadcast_to", "input", "shape")
    .on(fw::keras, "keras.ops.broadcast_to", "x", "shape")
    .on(fw::jax, "jax.numpy.broadcast_to", "array", "shape")
    .on(fw::chainer, "chainer.functions.broadcast_to", "x", "shape")
    .on(fw::numpy, "numpy.broadcast_to", "array", "shape")
    .exact().about("shaping");

// Order, repetition, padding.

inline constexpr auto flip = api("flip")
    .takes(tensor("x").anything().rank(1, 4), axes("axis").length(1, 3))
    .on(fw::torch, "aten::flip", "self", "dims")
    .on(fw::tensorflow, "tf.reverse", "tensor", "axis")
    .on(fw::keras, "keras.ops.flip", "x", "axis")
    .on(fw::jax, "jax.numpy.flip", "m", "axis")
    .on(fw::numpy, "numpy.flip", "m", "axis")
    .exact().about("shaping");

inline constexpr auto fliplr = api("fliplr")
    .takes(tensor("x").anything().rank(2, 4))
    .on(fw::torch, "aten::fliplr", "self")
    .on(fw::tensorflow, "tf.experimental.numpy.fliplr", "m")
    .on(fw::keras, "keras.ops.fliplr", "x")
    .on(fw::jax, "jax.numpy.fliplr", "m")
    .on(fw::chainer, "chainer.functions.fliplr", "a", accepts(ieee_floats))
    .on(fw::numpy, "numpy.fliplr", "m")
    .exact().about("shaping");

inline constexpr auto rot90 = api("rot90")
    .takes(tensor("x").anything().rank(2, 4), integer("k").between(-5, 5).by_default(1))
    .on(fw::torch, "aten::rot90", "self", "k")
    .on(fw::tensorflow, "tf.experimental.numpy.rot90", "m", "k")
    .on(fw::keras, "keras.ops.rot90", "array", "k")
    .on(fw::jax, "jax.numpy.rot90", "m", "k")
    .on(fw::numpy, "numpy.rot90", "m", "k")
    .exact().about("shaping");

inline constexpr auto roll = api("roll")
    .takes(tensor("x").anything().rank(1, 4), integer("shift").between(-7, 7), axis("axis"))
    .on(fw::torch, "aten::roll", "self", "shifts", "dims")
    .on(fw::tensorflow, "tf.roll", "input", "shift", "axis")
    .on(fw::keras, "keras.ops.roll", "x", "shift", "axis")
    .on(fw::jax, "jax.numpy.roll", "a", "shift", "axis")
    .on(fw::numpy, "numpy.roll", "a", "shift", "axis")
    .exact().about("shaping");

/// Several axes by the same number of places.
inline constexpr auto roll_axes = api("roll_axes")
    .takes(tensor("x").anything().rank(2, 4), integer("shift").between(-7, 7), axes("axes").length(2))
    .on(fw::keras, "keras.ops.roll", "x", "shift", "axis")
    .on(fw::jax, "jax.numpy.roll", "a", "shift", "axis")
    .on(fw::numpy, "numpy.roll", "a", "shift", "axis")
    .exact().about("shaping");

inline constexpr auto tile = api("tile")
    .takes(tensor("x").anything().dims("ab"), integers("repeats").length(2).between(0, 3))
    .on(fw::torch, "aten::tile", "self", "dims")
    .on(fw::tensorflow, "tf.tile", "input", "multiples")
    .on(fw::keras, "keras.ops.tile", "x", "repeats")
    .on(fw::jax, "jax.numpy.tile", "A", "reps")
    .on(fw::chainer, "chainer.functions.tile", "x", "reps")
    .on(fw::numpy, "numpy.tile", "A", "reps")
    .exact().about("shaping");

inline constexpr auto repeat = api("repeat")
    .takes(tensor("x").anything().rank(1, 4), integer("repeats").between(0, 4), axis("axis"))
    .on(fw::torch, "aten::repeat_interleave.self_int", "self", "repeats", "dim")
    .on(fw::tensorflow, "tf.repeat", "input", "repeats", "axis")
    .on(fw::keras, "keras.ops.repeat", "x", "repeats", "axis")
    .on(fw::jax, "jax.numpy.repeat", "a", "repeats", "axis")
    .on(fw::chainer, "chainer.functions.repeat", "x", "repeats", "axis")
    .on(fw::numpy, "numpy.repeat", "a", "repeats", "axis")
    .exact().about("shaping");

/// Widths before and after every axis: pairs, or in PyTorch one flat list that begins with the last axis.
inline constexpr auto pad = api("pad")
    .takes(tensor("x").floating().dims("ab"), integers("width").length(4).between(0, 3), integer("value").between(-2, 2).by_default(0))
    .on(fw::torch, "aten::constant_pad_nd", "self", pairs_from_last("pad"), "value")
    .on(fw::tensorflow, "tf.pad", "tensor", pairs("paddings"), "constant_values")
    .on(fw::keras, "keras.ops.pad", "x", pairs("pad_width"), "constant_values")
    .on(fw::jax, "jax.numpy.pad", "array", pairs("pad_width"), "constant_values")
    .on(fw::chainer, "chainer.functions.pad", "x", pairs("pad_width"), "constant_values", given("mode", "constant"), accepts(ieee_floats))
    .on(fw::numpy, "numpy.pad", "array", pairs("pad_width"), "constant_values")
    .exact().about("shaping");

/// Mirrored at the edge without repeating it; widths stay below the extents.
inline constexpr auto pad_reflect = api("pad_reflect")
    .takes(tensor("x").floating().dims("abc").in_layout("ABC"), integers("width").length(6).between(0, 2))
    .sizes("abc", 3, 8)
    .on(fw::torch, "aten::reflection_pad3d", as("self", "1ABC"), pairs_from_last("padding"), gives("1ABC"))
    .on(fw::tensorflow, "tf.pad", "tensor", pairs("paddings"), given("mode", "REFLECT"))
    .on(fw::keras, "keras.ops.pad", "x", pairs("pad_width"), given("mode", "reflect"))
    .on(fw::jax, "jax.numpy.pad", "array", pairs("pad_width"), given("mode", "reflect"))
    .on(fw::chainer, "chainer.functions.pad", "x", pairs("pad_width"), given("mode", "reflect"), accepts(ieee_floats))
    .on(fw::numpy, "numpy.pad", "array", pairs("pad_width"), given("mode", "reflect"))
    .returns(output{nature::values, "ABC"})
    .exact().about("shaping");

/// The edge repeated; PyTorch wants a channel axis in front.
inline constexpr auto pad_edge = api("pad_edge")
    .takes(tensor("x").floating().dims("hw").in_layout("HW"), integers("width").length(4).between(0, 4))
    .sizes("hw", 1, 8)
    .on(fw::torch, "aten::replication_pad2d", as("self", "1HW"), pairs_from_last("padding"), gives("1HW"))
    .on(fw::jax, "jax.numpy.pad", "array", pairs("pad_width"), given("mode", "edge"))
    .on(fw::chainer, "chainer.functions.pad", "x", pairs("pad_width"), given("mode", "edge"), accepts(ieee_floats))
    .on(fw::numpy, "numpy.pad", "array", pairs("pad_width"), given("mode", "edge"))
    .returns(output{nature::values, "HW"})
    .exact().about("shaping");

inline constexpr auto pad_symmetric = api("pad_symmetric")
    .takes(tensor("x").floating().dims("ab"), integers("width").length(4).between(0, 2))
    .sizes("ab", 3, 8)
    .on(fw::tensorflow, "tf.pad", "tensor", pairs("paddings"), given("mode", "SYMMETRIC"))
    .on(fw::keras, "keras.ops.pad", "x", pairs("pad_width"), given("mode", "symmetric"))
    .on(fw::jax, "jax.numpy.pad", "array", pairs("pad_width"), given("mode", "symmetric"))
    .on(fw::chainer, "chainer.functions.pad", "x", pairs("pad_width"), given("mode", "symmetric"), accepts(ieee_floats))
    .on(fw::numpy, "numpy.pad", "array", pairs("pad_width"), given("mode", "symmetric"))
    .exact().about("shaping");

// Parts of a tensor.

/// Two equal parts; torch.split counts elements, torch.tensor_split counts parts as the others do.
inline constexpr auto split = api("split")
    .takes(tensor("x").anything().dims("ab"), axis("axis"))
    .sizes("ab", 4, 4)
    .on(fw::torch, "aten::tensor_split.sections", "self", "dim", given("sections", 2))
    .on(fw::tensorflow, "tf.split", "value", "axis", given("num_or_size_splits", 2))
    .on(fw::keras, "keras.ops.split", "x", "axis", given("indices_or_sections", 2))
    .on(fw::jax, "jax.numpy.split", "ary", "axis", given("indices_or_sections", 2))
    .on(fw::chainer, "chainer.functions.split_axis", "x", "axis", given("indices_or_sections", 2))
    .on(fw::numpy, "numpy.split", "ary", "axis", given("indices_or_sections", 2))
    .returns(output{}, output{})
    .exact().about("shaping");

inline constexpr auto array_split = api("array_split")
    .takes(tensor("x").anything().rank(1, 3), axis("axis"))
    .on(fw::torch, "aten::tensor_split.sections", "self", "dim", given("sections", 3))
    .on(fw::keras, "keras.ops.array_split", "x", "axis", given("indices_or_sections", 3))
    .on(fw::jax, "jax.numpy.array_split", "ary", "axis", given("indices_or_sections", 3))
    .on(fw::numpy, "numpy.array_split", "ary", "axis", given("indices_or_sections", 3))
    .returns(output{}, output{}, output{})
    .exact().about("shaping");

inline constexpr auto take = api("take")
    .takes(tensor("x").anything().rank(1, 4), tensor("indices").of_types(wide_integers).dims("m").indices_into("x", "axis"), axis("axis"))
    .on(fw::torch, "aten::index_select", "self", "index", "dim")
    .on(fw::tensorflow, "tf.gather", "params", "indices", "axis")
    .on(fw::keras, "keras.ops.take", "x", "indices", "axis")
    .on(fw::jax, "jax.numpy.take", "a", "indices", "axis")
    .on(fw::numpy, "numpy.take", "a", "indices", "axis")
    .exact().about("shaping");

inline constexpr auto take_along_axis = api("take_along_axis")
    .takes(tensor("x").anything().dims("ab"), tensor("indices").only(dtype::int64).dims("ab").indices_into("x", "axis"), axis("axis"))
    .on(fw::torch, "aten::gather", "self", "index", "dim")
    .on(fw::tensorflow, "tf.experimental.numpy.take_along_axis", "arr", "indices", "axis")
    .on(fw::keras, "keras.ops.take_along_axis", "x", "indices", "axis")
    .on(fw::jax, "jax.numpy.take_along_axis", "arr", "indices", "axis")
    .on(fw::numpy, "numpy.take_along_axis", "arr", "indices", "axis")
    .exact().about("shaping");

inline constexpr auto where = api("where")
    .takes(tensor("x").anything(), tensor("y").anything(), tensor("condition").boolean())
    .on(fw::torch, "aten::where.self", item("condition").from("condition"), item("self").from("x"), "other")
    .on(fw::tensorflow, "tf.where", item("condition").from("condition"), item("x").from("x"), "y")
    .on(fw::keras, "keras.ops.where", item("condition").from("condition"), item("x1").from("x"), "x2")
    .on(fw::jax, "jax.numpy.where", item("condition").from("condition"), item("x").from("x"), "y")
    .on(fw::chainer, "chainer.functions.where", item("condition").from("condition"), item("x").from("x"), "y", accepts(ieee_floats))
    .on(fw::numpy, "numpy.where", item("condition").from("condition"), item("x").from("x"), "y")
    .exact().about("shaping");

inline constexpr auto diagonal = api("diagonal")
    .takes(tensor("x").anything().rank(2, 4), integer("offset").between(-2, 2).by_default(0))
    .on(fw::torch, "aten::diagonal", "self", "offset")
    .on(fw::tensorflow, "tf.experimental.numpy.diagonal", "a", "offset")
    .on(fw::keras, "keras.ops.diagonal", "x", "offset")
    .on(fw::jax, "jax.numpy.diagonal", "a", "offset")
    .on(fw::chainer, "chainer.functions.diagonal", "x", "offset")
    .on(fw::numpy, "numpy.diagonal", "a", "offset")
    .exact().about("shaping");

inline constexpr auto diag = api("diag")
    .takes(tensor("x").anything().rank(1), integer("k").between(-3, 3).by_default(0))
    .on(fw::torch, "aten::diag", "self", "diagonal")
    .on(fw::tensorflow, "tf.experimental.numpy.diag", "v", "k")
    .on(fw::keras, "keras.ops.diag", "x", "k")
    .on(fw::jax, "jax.numpy.diag", "v", "k")
    .on(fw::numpy, "numpy.diag", "v", "k")
    .exact().about("shaping");

inline constexpr auto tril = api("tril")
    .takes(tensor("x").anything().rank(2, 4), integer("k").between(-4, 4).by_default(0))
    .on(fw::torch, "aten::tril", "self", "diagonal")
    .on(fw::tensorflow, "tf.experimental.numpy.tril", "m", "k", accepts(not_boolean))
    .on(fw::keras, "keras.ops.tril", "x", "k")
    .on(fw::jax, "jax.numpy.tril", "m", "k")
    .on(fw::numpy, "numpy.tril", "m", "k")
    .exact().about("shaping");

inline constexpr auto triu = api("triu")
    .takes(tensor("x").anything().rank(2, 4), integer("k").between(-4, 4).by_default(0))
    .on(fw::torch, "aten::triu", "self", "diagonal")
    .on(fw::tensorflow, "tf.experimental.numpy.triu", "m", "k", accepts(not_boolean))
    .on(fw::keras, "keras.ops.triu", "x", "k")
    .on(fw::jax, "jax.numpy.triu", "m", "k")
    .on(fw::numpy, "numpy.triu", "m", "k")
    .exact().about("shaping");

inline constexpr auto one_hot = api("one_hot")
    .takes(tensor("x").only(dtype::int64).rank(1, 3).between(0, 4), integer("classes").between(5, 9))
    .on(fw::torch, "aten::one_hot", "self", "num_classes")
    .on(fw::tensorflow, "tf.one_hot", "indices", "depth")
    .on(fw::keras, "keras.ops.one_hot", "x", "num_classes")
    .on(fw::jax, "jax.nn.one_hot", "x", "num_classes")
    .exact().about("shaping");

// Tensors made from numbers.

/// In float32, which is what every framework makes of two numbers; NumPy and JAX are told so.
inline constexpr auto linspace = api("linspace")
    .takes(real("start").finite(), real("stop").finite(), integer("count").between(1, 40))
    .on(fw::torch, "aten::linspace", "start", "end", "steps", given("dtype", dtype::float32))
    .on(fw::tensorflow, "tf.linspace", as_tensor("start"), as_tensor("stop"), "num")
    .on(fw::keras, "keras.ops.linspace", "start", "stop", "num", given("dtype", dtype::float32))
    .on(fw::jax, "jax.numpy.linspace", "start", "stop", "num", given("dtype", dtype::float32))
    .on(fw::numpy, "numpy.linspace", "start", "stop", "num", given("dtype", dtype::float32))
    .elementary().about("shaping");

/// The ends as tensors, so that every dtype is reached.
inline constexpr auto linspace_between = api("linspace_between")
    .takes(tensor("start").of_types(wide_floats).rank(0).finite(), tensor("stop").rank(0).finite(), integer("count").between(1, 40))
    .on(fw::tensorflow, "tf.linspace", "start", "stop", "num")
    .on(fw::keras, "keras.ops.linspace", "start", "stop", "num")
    .on(fw::jax, "jax.numpy.linspace", "start", "stop", "num")
    .on(fw::numpy, "numpy.linspace", "start", "stop", "num")
    .elementary().about("shaping");

inline constexpr auto logspace = api("logspace")
    .takes(real("start").between(-4, 4), real("stop").between(-4, 4), integer("count").between(1, 20),
           real("base").between(1.5, 10).by_default(10))
    .on(fw::torch, "aten::logspace", "start", "end", "steps", "base", given("dtype", dtype::float32))
    .on(fw::keras, "keras.ops.logspace", "start", "stop", "num", "base", given("dtype", dtype::float32))
    .on(fw::jax, "jax.numpy.logspace", "start", "stop", "num", "base", given("dtype", dtype::float32))
    .on(fw::numpy, "numpy.logspace", "start", "stop", "num", "base", given("dtype", dtype::float32))
    .elementary(40).about("shaping");

inline constexpr auto arange = api("arange")
    .takes(integer("start").between(-9, 0), integer("stop").between(0, 20), integer("step").between(1, 4).by_default(1))
    .on(fw::torch, "aten::arange.start_step", "start", "end", "step")
    .on(fw::tensorflow, "tf.range", "start", "limit", "delta")
    .on(fw::keras, "keras.ops.arange", "start", "stop", "step")
    .on(fw::jax, "jax.numpy.arange", "start", "stop", "step")
    .on(fw::numpy, "numpy.arange", "start_or_stop", "stop", "step")
    .exact().about("shaping");

inline constexpr auto eye = api("eye")
    .takes(integer("rows").between(0, 9), integer("columns").between(0, 9))
    .on(fw::torch, "aten::eye.m", "n", "m")
    .on(fw::tensorflow, "tf.eye", "num_rows", "num_columns")
    .on(fw::keras, "keras.ops.eye", "N", "M")
    .on(fw::jax, "jax.numpy.eye", "N", "M")
    .on(fw::numpy, "numpy.eye", "N", "M")
    .exact().about("shaping");

inline constexpr auto tri = api("tri")
    .takes(integer("rows").between(1, 9), integer("columns").between(1, 9), integer("k").between(-4, 4).by_default(0))
    .on(fw::tensorflow, "tf.experimental.numpy.tri", "N", "M", "k")
    .on(fw::keras, "keras.ops.tri", "N", "M", "k")
    .on(fw::jax, "jax.numpy.tri", "N", "M", "k")
    .on(fw::numpy, "numpy.tri", "N", "M", "k")
    .exact().about("shaping");

inline constexpr auto zeros = api("zeros")
    .takes(extents("shape").length(0, 4))
    .on(fw::torch, "aten::zeros", "size")
    .on(fw::tensorflow, "tf.zeros", "shape")
    .on(fw::keras, "keras.ops.zeros", "shape")
    .on(fw::jax, "jax.numpy.zeros", "shape")
    .on(fw::numpy, "numpy.zeros", "shape")
    .exact().about("shaping");

inline constexpr auto full = api("full")
    .takes(extents("shape").length(0, 4), real("value").between(-100, 100))
    .on(fw::torch, "aten::full", "size", "fill_value")
    .on(fw::tensorflow, "tf.fill", "dims", "value")
    .on(fw::keras, "keras.ops.full", "shape", "fill_value")
    .on(fw::jax, "jax.numpy.full", "shape", "fill_value")
    .on(fw::numpy, "numpy.full", "shape", "fill_value")
    .exact().about("shaping");

inline constexpr auto ones_like = api("ones_like")
    .takes(tensor("x").anything().rank(0, 4))
    .on(fw::torch, "aten::ones_like", "self")
    .on(fw::tensorflow, "tf.ones_like", "input")
    .on(fw::keras, "keras.ops.ones_like", "x")
    .on(fw::jax, "jax.numpy.ones_like", "a")
    .on(fw::numpy, "numpy.ones_like", "a")
    .exact().about("shaping");

/// From floating numbers to whole ones; what does not fit is undefined almost everywhere.
inline constexpr auto cast = api("cast")
    .takes(tensor("x").floating(), element_type("dtype").of_types(integer_dtypes))
    .on(fw::torch, "aten::to.dtype", "self", "dtype")
    .on(fw::tensorflow, "tf.cast", "x", "dtype")
    .on(fw::keras, "keras.ops.cast", "x", "dtype")
    .on(fw::jax, "jax.lax.convert_element_type", "operand", "new_dtype")
    .on(fw::chainer, "chainer.functions.cast", "x", "typ", accepts(ieee_floats))
    .on(fw::numpy, "numpy.astype", "x", "dtype")
    .exact().elementwise().about("shaping");

inline constexpr auto vander = api("vander")
    .takes(tensor("x").of_types(wide_floats).dims("n").between(-4, 4), integer("columns").between(1, 5),
           flag("increasing").by_default(false))
    .sizes("n", 1, 8)
    .on(fw::torch, "aten::vander", "x", "N", "increasing")
    .on(fw::keras, "keras.ops.vander", "x", "N", "increasing")
    .on(fw::jax, "jax.numpy.vander", "x", "N", "increasing")
    .on(fw::numpy, "numpy.vander", "x", "N", "increasing")
    .elementary(8).about("shaping");

inline constexpr std::array shaping_groups{
    &concatenate, &stack, &hstack, &vstack, &dstack, &meshgrid, &append, &reshape, &ravel, &transpose, &matrix_transpose, &swapaxes,
    &moveaxis, &squeeze, &expand_dims, &broadcast_to, &flip, &fliplr, &rot90, &roll, &roll_axes, &tile, &repeat, &pad, &pad_reflect, &pad_edge,
    &pad_symmetric, &split, &array_split, &take, &take_along_axis, &where, &diagonal, &diag, &tril, &triu, &one_hot, &linspace,
    &linspace_between, &logspace, &arange, &eye, &tri, &zeros, &full, &ones_like, &cast, &vander};

// clang-format on

} // namespace groups
} // namespace v0
} // namespace xamt

/// @file
/// Equivalences whose numbers reach 2^63: sizes that no machine has, which a framework should refuse and some die of.
///
/// Place in the pipeline: groups. Not part of `shipped`, because a function that dies costs its host a restart; see
/// `xamt::groups::absurd_sizes_groups`. Their tame siblings stand in the topics.
#pragma once

#include <xamt/describe/api.hpp>
#include <xamt/groups/dtypes.hpp>

#include <array>

namespace xamt {
inline namespace v0 {
namespace groups {

// clang-format off: one framework a line reads as a table.

inline constexpr auto repeat_any_number = api("repeat_any_number")
    .takes(tensor("x").of_types(single_floats).dims("n"), integer("repeats"))
    .on(fw::torch, "aten::repeat_interleave.self_int", "self", "repeats")
    .on(fw::tensorflow, "tf.repeat", "input", "repeats")
    .on(fw::keras, "keras.ops.repeat", "x", "repeats")
    .on(fw::jax, "jax.numpy.repeat", "a", "repeats")
    .on(fw::chainer, "chainer.functions.repeat", "x", "repeats")
    .on(fw::numpy, "numpy.repeat", "a", "repeats")
    .exact().about("absurd_sizes");

inline constexpr auto linspace_any_number = api("linspace_any_number")
    .takes(integer("count"))
    .on(fw::torch, "aten::linspace", "steps", given("start", 0), given("end", 1))
    .on(fw::tensorflow, "tf.linspace", "num", given("start", 0.0), given("stop", 1.0))
    .on(fw::keras, "keras.ops.linspace", "num", given("start", 0), given("stop", 1))
    .on(fw::jax, "jax.numpy.linspace", "num", given("start", 0), given("stop", 1))
    .on(fw::numpy, "numpy.linspace", "num", given("start", 0), given("stop", 1))
    .elementary().about("absurd_sizes");

inline constexpr auto zeros_any_number = api("zeros_any_number")
    .takes(integers("shape").length(1, 4))
    .on(fw::torch, "aten::zeros", "size")
    .on(fw::tensorflow, "tf.zeros", "shape")
    .on(fw::keras, "keras.ops.zeros", "shape")
    .on(fw::jax, "jax.numpy.zeros", "shape")
    .on(fw::numpy, "numpy.zeros", "shape")
    .exact().about("absurd_sizes");

inline constexpr auto pad_any_number = api("pad_any_number")
    .takes(tensor("x").of_types(single_floats).dims("ab").in_layout("HW"), integers("width").length(4))
    .on(fw::torch, "aten::replication_pad2d", as("self", "1HW"), pairs_from_last("padding"), gives("1HW"))
    .on(fw::jax, "jax.numpy.pad", "array", pairs("pad_width"), given("mode", "edge"))
    .on(fw::chainer, "chainer.functions.pad", "x", pairs("pad_width"), given("mode", "edge"))
    .on(fw::numpy, "numpy.pad", "array", pairs("pad_width"), given("mode", "edge"))
    .returns(output{nature::values, "HW"})
    .exact().about("absurd_sizes");

inline constexpr auto pad_zeros_any_number = api("pad_zeros_any_number")
    .takes(tensor("x").of_types(single_floats).dims("ab"), integers("width").length(4))
    .on(fw::torch, "aten::constant_pad_nd", "self", pairs_from_last("pad"))
    .on(fw::tensorflow, "tf.pad", "tensor", pairs("paddings"))
    .on(fw::keras, "keras.ops.pad", "x", pairs("pad_width"))
    .on(fw::jax, "jax.numpy.pad", "array", pairs("pad_width"))
    .on(fw::numpy, "numpy.pad", "array", pairs("pad_width"))
    .exact().about("absurd_sizes");

inline constexpr auto matrix_power_any_number = api("matrix_power_any_number")
    .takes(tensor("a").of_types(wide_floats).dims("nn").holding(content::well_conditioned), integer("n"))
    .sizes("n", 1, 3)
    .on(fw::torch, "aten::linalg_matrix_power", "self", "n")
    .on(fw::jax, "jax.numpy.linalg.matrix_power", "a", "n")
    .on(fw::numpy, "numpy.linalg.matrix_power", "a", "n")
    .linear_algebra().about("absurd_sizes");

inline constexpr auto unfold_any_number = api("unfold_any_number")
    .takes(tensor("x").of_types(single_floats).dims("nchw"), integers("kernel").length(2))
    .sizes("nc", 1, 2)
    .sizes("hw", 3, 6)
    .on(fw::torch, "torch.nn.functional.unfold", "input", "kernel_size")
    .on(fw::keras, "keras.ops.unfold", "x", "kernel_size")
    .on(fw::jax, "jax.lax.conv_general_dilated_patches", "lhs", "filter_shape", given("window_strides", {1, 1}), given("padding", "VALID"))
    .exact().about("absurd_sizes");

inline constexpr std::array absurd_sizes_groups{&repeat_any_number, &linspace_any_number, &zeros_any_number, &pad_any_number,
                                                &pad_zeros_any_number, &matrix_power_any_number, &unfold_any_number};

// clang-format on

} // namespace groups
} // namespace v0
} // namespace xamt

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
    .exact().about("absurd_sizes");

inline constexpr auto tile_any_number = api("tile_any_number")
    .takes(tensor("x").of_types(single_floats).dims("ab"), integers("repeats").length(2))
    .sizes("ab", 1, 3)
    .on(fw::torch, "aten::tile", "self", "dims")
    .on(fw::tensorflow, "tf.tile", "input", "multiples")
    .on(fw::keras, "keras.ops.tile", "x", "repeats")
    .on(fw::jax, "jax.numpy.tile", "A", "reps")
    .on(fw::chainer, "chainer.functions.tile", "x", "reps")
    .on(fw::numpy, "numpy.tile", "A", "reps")
    .exact().about("absurd_sizes");

inline constexpr auto eye_any_number = api("eye_any_number")
    .takes(integer("rows"), integer("columns"))
    .on(fw::torch, "aten::eye.m", "n", "m")
    .on(fw::tensorflow, "tf.eye", "num_rows", "num_columns")
    .on(fw::keras, "keras.ops.eye", "N", "M")
    .on(fw::jax, "jax.numpy.eye", "N", "M")
    .on(fw::numpy, "numpy.eye", "N", "M")
    .exact().about("absurd_sizes");

inline constexpr auto rfft_any_length = api("rfft_any_length")
    .takes(tensor("x").of_types(single_floats).dims("n"), integers("length").length(1))
    .on(fw::torch, "aten::fft_rfft", "self", scalar_of("n"))
    .on(fw::tensorflow, "tf.signal.rfft", "input_tensor", "fft_length")
    .on(fw::jax, "jax.numpy.fft.rfft", "a", scalar_of("n"))
    .on(fw::numpy, "numpy.fft.rfft", "a", scalar_of("n"))
    .accumulates().about("fft");

inline constexpr auto conv2d_any_dilation = api("conv2d_any_dilation")
    .takes(tensor("x").of_types(single_floats).dims("nchw").between(-8, 8).in_layout("NCHW"),
           tensor("weight").dims("ockl").between(-8, 8).in_layout("OIHW"), integers("dilation").length(2))
    .sizes("nco", 1, 2)
    .sizes("kl", 1, 3)
    .sizes("hw", 4, 9)
    .on(fw::torch, "aten::conv2d", "input", "weight", "dilation")
    .on(fw::tensorflow, "tf.nn.conv2d", as("input", "NHWC"), as("filters", "HWIO"), "dilations", given("strides", 1), given("padding", "VALID"), gives("NHWC"))
    .on(fw::keras, "keras.ops.conv", as("inputs", "NHWC"), as("kernel", "HWIO"), "dilation_rate", given("data_format", "channels_last"), gives("NHWC"))
    .on(fw::jax, "jax.lax.conv_general_dilated", "lhs", "rhs", "rhs_dilation", given("window_strides", {1, 1}), given("padding", "VALID"))
    .on(fw::chainer, "chainer.functions.convolution_2d", "x", "W", "dilate")
    .returns(output{nature::values, "NCHW"})
    .accumulates("ckl").about("absurd_sizes");

inline constexpr std::array absurd_sizes_groups{&repeat_any_number, &linspace_any_number, &zeros_any_number, &pad_any_number,
                                                &pad_zeros_any_number, &matrix_power_any_number, &unfold_any_number, &tile_any_number,
                                                &eye_any_number, &rfft_any_length, &conv2d_any_dilation};

// clang-format on

} // namespace groups
} // namespace v0
} // namespace xamt

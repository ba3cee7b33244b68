/// @file
/// Equivalences: pooling over windows and over whole axes.
///
/// Place in the pipeline: groups; data only, read by everything from generate/ on. Example: `xamt::groups::max_pool2d.columns()`.
#pragma once

#include <xamt/describe/api.hpp>
#include <xamt/groups/dtypes.hpp>

#include <array>

namespace xamt {
inline namespace v0 {
namespace groups {

// clang-format off: one framework a line reads as a table.

inline constexpr auto max_pool1d = api("max_pool1d")
    .takes(tensor("x").floating().dims("ncw").in_layout("NCW"), integers("kernel").length(1).dims("k"),
           integers("stride").length(1).between(1, 3).by_default({1}), integers("padding").length(1).between(0, 1).by_default({0}))
    .sizes("nc", 1, 4)
    .sizes("k", 2, 3)
    .sizes("w", 4, 12)
    .on(fw::torch, "aten::max_pool1d", "self", "kernel_size", "stride", "padding")
    .on(fw::tensorflow, "tf.nn.max_pool1d", as("input", "NWC"), "ksize", "strides", same_or_valid("padding", "kernel", "stride"),
        gives("NWC"))
    .on(fw::keras, "keras.ops.max_pool", as("inputs", "NWC"), "pool_size", "strides", same_or_valid("padding", "kernel", "stride"),
        given("data_format", "channels_last"), gives("NWC"))
    .on(fw::chainer, "chainer.functions.max_pooling_1d", "x", "ksize", "stride", "pad", given("cover_all", false), accepts(ieee_floats))
    .returns(output{nature::values, "NCW"})
    .exact().about("pooling");

inline constexpr auto max_pool2d = api("max_pool2d")
    .takes(tensor("x").floating().dims("nchw").in_layout("NCHW"), integers("kernel").length(2).dims("kl"),
           integers("stride").length(2).between(1, 3).by_default({1, 1}), integers("padding").length(2).between(0, 1).by_default({0, 0}))
    .sizes("nc", 1, 3)
    .sizes("kl", 2, 3)
    .sizes("hw", 4, 9)
    .on(fw::torch, "aten::max_pool2d", "self", "kernel_size", "stride", "padding")
    .on(fw::tensorflow, "tf.nn.max_pool2d", as("input", "NHWC"), "ksize", "strides", pads("padding", "NHWC"), gives("NHWC"))
    .on(fw::keras, "keras.ops.max_pool", as("inputs", "NHWC"), "pool_size", "strides", same_or_valid("padding", "kernel", "stride"),
        given("data_format", "channels_last"), gives("NHWC"))
    .on(fw::chainer, "chainer.functions.max_pooling_2d", "x", "ksize", "stride", "pad", given("cover_all", false), accepts(ieee_floats))
    .returns(output{nature::values, "NCHW"})
    .exact().about("pooling");

inline constexpr auto max_pool3d = api("max_pool3d")
    .takes(tensor("x").of_types(wide_floats).dims("ncdhw").in_layout("NCDHW"), integers("kernel").length(3).dims("jkl"),
           integers("stride").length(3).between(1, 2).by_default({1, 1, 1}),
           integers("padding").length(3).between(0, 1).by_default({0, 0, 0}))
    .sizes("nc", 1, 2)
    .sizes("jkl", 2, 3)
    .sizes("dhw", 3, 5)
    .on(fw::torch, "aten::max_pool3d", "self", "kernel_size", "stride", "padding")
    .on(fw::tensorflow, "tf.nn.max_pool3d", as("input", "NDHWC"), "ksize", "strides", same_or_valid("padding", "kernel", "stride"),
        gives("NDHWC"),
        accepts(single_floats))
    .on(fw::keras, "keras.ops.max_pool", as("inputs", "NDHWC"), "pool_size", "strides", same_or_valid("padding", "kernel", "stride"),
        given("data_format", "channels_last"), gives("NDHWC"), accepts(single_floats))
    .on(fw::chainer, "chainer.functions.max_pooling_3d", "x", "ksize", "stride", "pad", given("cover_all", false))
    .returns(output{nature::values, "NCDHW"})
    .exact().about("pooling");

/// Cells of the padding do not count, which is TensorFlow's only rule; PyTorch and Chainer are told so.
inline constexpr auto avg_pool1d = api("avg_pool1d")
    .takes(tensor("x").floating().dims("ncw").in_layout("NCW"), integers("kernel").length(1).dims("k"),
           integers("stride").length(1).between(1, 3).by_default({1}), integers("padding").length(1).between(0, 1).by_default({0}))
    .sizes("nc", 1, 4)
    .sizes("k", 2, 3)
    .sizes("w", 4, 12)
    .on(fw::torch, "aten::avg_pool1d", "self", "kernel_size", "stride", "padding", given("count_include_pad", false))
    .on(fw::tensorflow, "tf.nn.avg_pool1d", as("input", "NWC"), "ksize", "strides", same_or_valid("padding", "kernel", "stride"),
        gives("NWC"))
    .on(fw::keras, "keras.ops.average_pool", as("inputs", "NWC"), "pool_size", "strides", same_or_valid("padding", "kernel", "stride"),
        given("data_format", "channels_last"), gives("NWC"))
    .on(fw::chainer, "chainer.functions.average_pooling_1d", "x", "ksize", "stride", "pad", given("pad_value", none{}),
        accepts(ieee_floats))
    .returns(output{nature::values, "NCW"})
    .accumulates("k").about("pooling");

/// Padded to the extent that SAME promises, more at the end where it is odd; what was padded does not count.
inline constexpr auto avg_pool1d_same = api("avg_pool1d_same")
    .takes(tensor("x").floating().dims("nwc"), integer("kernel").between(1, 4), integer("stride").between(1, 3).by_default(1))
    .sizes("nc", 1, 3)
    .sizes("w", 1, 12)
    .on(fw::tensorflow, "tf.nn.avg_pool1d", "input", "ksize", "strides", given("padding", "SAME"))
    .on(fw::keras, "keras.ops.average_pool", "inputs", "pool_size", "strides", given("padding", "same"), given("data_format", "channels_last"))
    .accumulates("w").about("pooling");

inline constexpr auto max_pool1d_same = api("max_pool1d_same")
    .takes(tensor("x").floating().dims("nwc"), integer("kernel").between(1, 4), integer("stride").between(1, 3).by_default(1))
    .sizes("nc", 1, 3)
    .sizes("w", 1, 12)
    .on(fw::tensorflow, "tf.nn.max_pool1d", "input", "ksize", "strides", given("padding", "SAME"))
    .on(fw::keras, "keras.ops.max_pool", "inputs", "pool_size", "strides", given("padding", "same"), given("data_format", "channels_last"))
    .exact().about("pooling");

inline constexpr auto avg_pool2d = api("avg_pool2d")
    .takes(tensor("x").floating().dims("nchw").in_layout("NCHW"), integers("kernel").length(2).dims("kl"),
           integers("stride").length(2).between(1, 3).by_default({1, 1}), integers("padding").length(2).between(0, 1).by_default({0, 0}))
    .sizes("nc", 1, 3)
    .sizes("kl", 2, 3)
    .sizes("hw", 4, 9)
    .on(fw::torch, "aten::avg_pool2d", "self", "kernel_size", "stride", "padding", given("count_include_pad", false))
    .on(fw::tensorflow, "tf.nn.avg_pool2d", as("input", "NHWC"), "ksize", "strides", same_or_valid("padding", "kernel", "stride"),
        gives("NHWC"))
    .on(fw::keras, "keras.ops.average_pool", as("inputs", "NHWC"), "pool_size", "strides", same_or_valid("padding", "kernel", "stride"),
        given("data_format", "channels_last"), gives("NHWC"))
    .on(fw::chainer, "chainer.functions.average_pooling_nd", "x", "ksize", "stride", "pad", given("pad_value", none{}),
        accepts(ieee_floats))
    .returns(output{nature::values, "NCHW"})
    .accumulates("kl").about("pooling");

inline constexpr auto avg_pool3d = api("avg_pool3d")
    .takes(tensor("x").of_types(wide_floats).dims("ncdhw").in_layout("NCDHW"), integers("kernel").length(3).dims("jkl"),
           integers("stride").length(3).between(1, 2).by_default({1, 1, 1}))
    .sizes("nc", 1, 2)
    .sizes("jkl", 1, 3)
    .sizes("dhw", 3, 5)
    .on(fw::torch, "aten::avg_pool3d", "self", "kernel_size", "stride")
    .on(fw::tensorflow, "tf.nn.avg_pool3d", as("input", "NDHWC"), "ksize", "strides", given("padding", "VALID"), gives("NDHWC"),
        accepts(single_floats))
    .on(fw::keras, "keras.ops.average_pool", as("inputs", "NDHWC"), "pool_size", "strides", given("data_format", "channels_last"),
        gives("NDHWC"),
        accepts(single_floats))
    .on(fw::chainer, "chainer.functions.average_pooling_3d", "x", "ksize", "stride")
    .returns(output{nature::values, "NCDHW"})
    .accumulates("jkl").about("pooling");

/// Cells of the padding count as zeros.
inline constexpr auto avg_pool2d_counting_padding = api("avg_pool2d_counting_padding")
    .takes(tensor("x").of_types(ieee_floats).dims("nchw"), integers("kernel").length(2).dims("kl"),
           integers("stride").length(2).between(1, 3).by_default({1, 1}), integers("padding").length(2).between(0, 1).by_default({1, 1}))
    .sizes("nc", 1, 3)
    .sizes("kl", 2, 3)
    .sizes("hw", 4, 9)
    .on(fw::torch, "aten::avg_pool2d", "self", "kernel_size", "stride", "padding", given("count_include_pad", true))
    .on(fw::chainer, "chainer.functions.average_pooling_2d", "x", "ksize", "stride", "pad")
    .accumulates("kl").about("pooling");

/// The mean of every channel: an adaptive pooling to one cell, a pooling whose window is the image, or a mean over two axes.
inline constexpr auto global_avg_pool2d = api("global_avg_pool2d")
    .takes(tensor("x").floating().dims("nchw").in_layout("NCHW"))
    .sizes("hw", 1, 24)
    .on(fw::torch, "aten::adaptive_avg_pool2d", "self", given("output_size", {1, 1}))
    .on(fw::tensorflow, "tf.reduce_mean", "input_tensor", given("axis", {2, 3}), given("keepdims", true))
    .on(fw::keras, "keras.ops.adaptive_average_pool", as("inputs", "NHWC"), given("output_size", {1, 1}),
        given("data_format", "channels_last"), gives("NHWC"))
    .on(fw::jax, "jax.numpy.mean", "a", given("axis", {2, 3}), given("keepdims", true))
    .on(fw::chainer, "chainer.functions.mean", "x", given("axis", {2, 3}), given("keepdims", true), accepts(ieee_floats))
    .on(fw::numpy, "numpy.mean", "a", given("axis", {2, 3}), given("keepdims", true))
    .returns(output{nature::values, "NCHW"})
    .accumulates("hw").about("pooling");

inline constexpr auto global_max_pool2d = api("global_max_pool2d")
    .takes(tensor("x").floating().dims("nchw").in_layout("NCHW"))
    .sizes("hw", 1, 24)
    .on(fw::torch, "aten::adaptive_max_pool2d", "self", given("output_size", {1, 1}), component(0))
    .on(fw::tensorflow, "tf.reduce_max", "input_tensor", given("axis", {2, 3}), given("keepdims", true))
    .on(fw::keras, "keras.ops.adaptive_max_pool", as("inputs", "NHWC"), given("output_size", {1, 1}),
        given("data_format", "channels_last"),
        gives("NHWC"))
    .on(fw::jax, "jax.numpy.max", "a", given("axis", {2, 3}), given("keepdims", true))
    .on(fw::chainer, "chainer.functions.max", "x", given("axis", {2, 3}), given("keepdims", true), accepts(ieee_floats))
    .on(fw::numpy, "numpy.max", "a", given("axis", {2, 3}), given("keepdims", true))
    .returns(output{nature::values, "NCHW"})
    .exact().about("pooling");

inline constexpr auto adaptive_avg_pool2d = api("adaptive_avg_pool2d")
    .takes(tensor("x").of_types(wide_floats).dims("nchw").in_layout("NCHW"), integers("size").length(2).between(1, 4))
    .sizes("nc", 1, 3)
    .sizes("hw", 4, 9)
    .on(fw::torch, "aten::adaptive_avg_pool2d", "self", "output_size")
    .on(fw::keras, "keras.ops.adaptive_average_pool", as("inputs", "NHWC"), "output_size", given("data_format", "channels_last"),
        gives("NHWC"))
    .returns(output{nature::values, "NCHW"})
    .accumulates().about("pooling");

inline constexpr std::array pooling_groups{&max_pool1d, &max_pool2d, &max_pool3d, &avg_pool1d, &avg_pool1d_same, &max_pool1d_same, &avg_pool2d, &avg_pool3d,
                                           &avg_pool2d_counting_padding, &global_avg_pool2d, &global_max_pool2d, &adaptive_avg_pool2d};

// clang-format on

} // namespace groups
} // namespace v0
} // namespace xamt

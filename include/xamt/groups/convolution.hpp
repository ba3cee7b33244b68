/// @file
/// Equivalences: convolutions, plain, depthwise and transposed.
///
/// Place in the pipeline: groups; data only, read by everything from generate/ on. Example: `xamt::groups::conv2d.columns()`.
#pragma once

#include <xamt/describe/api.hpp>
#include <xamt/groups/dtypes.hpp>

#include <array>

namespace xamt {
inline namespace v0 {
namespace groups {

// clang-format off: one framework a line reads as a table.

// Numbers stay small: a zero of the padding times infinity, and the order in which large products meet, are each algorithm's own affair.

/// PyTorch and Chainer pad by numbers in channels-first layout, TensorFlow by pairs or words in channels-last, JAX by pairs.
inline constexpr auto conv1d = api("conv1d")
    .takes(tensor("x").floating().dims("ncw").between(-8, 8).in_layout("NCW"),
           tensor("weight").dims("ock").between(-8, 8).in_layout("OIW"),
           integers("stride").length(1).between(1, 2).by_default({1}), integers("padding").length(1).between(0, 2).by_default({0}),
           integers("dilation").length(1).between(1, 2).by_default({1}))
    .sizes("nco", 1, 4)
    .sizes("k", 1, 3)
    .sizes("w", 5, 12)
    .on(fw::torch, "aten::conv1d", "input", "weight", "stride", "padding", "dilation")
    .on(fw::tensorflow, "tf.nn.conv1d", as("input", "NWC"), as("filters", "WIO"), "stride", same_or_valid("padding", "weight", "stride"),
        only({1}), gives("NWC"))
    .on(fw::keras, "keras.ops.conv", as("inputs", "NWC"), as("kernel", "WIO"), "strides", same_or_valid("padding", "weight", "stride"),
        only({1}), given("data_format", "channels_last"), gives("NWC"))
    .on(fw::jax, "jax.lax.conv_general_dilated", "lhs", "rhs", "window_strides", pads("padding", "W"), "rhs_dilation")
    .on(fw::chainer, "chainer.functions.convolution_1d", "x", "W", "stride", "pad", "dilate", accepts(ieee_floats))
    .returns(output{nature::values, "NCW"})
    .accumulates("ck").about("convolution");

inline constexpr auto conv2d = api("conv2d")
    .takes(tensor("x").floating().dims("nchw").between(-8, 8).in_layout("NCHW"),
           tensor("weight").dims("ockl").between(-8, 8).in_layout("OIHW"),
           integers("stride").length(2).between(1, 2).by_default({1, 1}), integers("padding").length(2).between(0, 2).by_default({0, 0}),
           integers("dilation").length(2).between(1, 2).by_default({1, 1}))
    .sizes("nco", 1, 3)
    .sizes("kl", 1, 3)
    .sizes("hw", 5, 9)
    .on(fw::torch, "aten::conv2d", "input", "weight", "stride", "padding", "dilation")
    .on(fw::tensorflow, "tf.nn.conv2d", as("input", "NHWC"), as("filters", "HWIO"), "strides", pads("padding", "NHWC"), "dilations",
        gives("NHWC"))
    .on(fw::keras, "keras.ops.conv", as("inputs", "NHWC"), as("kernel", "HWIO"), "strides", same_or_valid("padding", "weight", "stride"),
        only({1, 1}), given("data_format", "channels_last"), gives("NHWC"))
    .on(fw::jax, "jax.lax.conv_general_dilated", "lhs", "rhs", "window_strides", pads("padding", "HW"), "rhs_dilation")
    .on(fw::chainer, "chainer.functions.convolution_2d", "x", "W", "stride", "pad", "dilate", accepts(ieee_floats))
    .returns(output{nature::values, "NCHW"})
    .accumulates("ckl").about("convolution");

inline constexpr auto conv3d = api("conv3d")
    .takes(tensor("x").of_types(wide_floats).dims("ncdhw").between(-8, 8).in_layout("NCDHW"),
           tensor("weight").dims("ocjkl").between(-8, 8).in_layout("OIDHW"),
           integers("stride").length(3).between(1, 2).by_default({1, 1, 1}),
           integers("padding").length(3).between(0, 1).by_default({0, 0, 0}))
    .sizes("nc", 1, 2)
    .sizes("jkl", 1, 3)
    .sizes("dhw", 3, 5)
    .on(fw::torch, "aten::conv3d", "input", "weight", "stride", "padding")
    .on(fw::tensorflow, "tf.nn.conv3d", as("input", "NDHWC"), as("filters", "DHWIO"), over_layout("strides", "NDHWC"),
        same_or_valid("padding", "weight", "stride"), gives("NDHWC"))
    .on(fw::keras, "keras.ops.conv", as("inputs", "NDHWC"), as("kernel", "DHWIO"), "strides",
        same_or_valid("padding", "weight", "stride"),
        given("data_format", "channels_last"), gives("NDHWC"))
    .on(fw::jax, "jax.lax.conv_general_dilated", "lhs", "rhs", "window_strides", pads("padding", "DHW"))
    .on(fw::chainer, "chainer.functions.convolution_3d", "x", "W", "stride", "pad")
    .returns(output{nature::values, "NCDHW"})
    .accumulates("cjkl").about("convolution");

/// One kernel a channel: groups in PyTorch and JAX, a function of its own in the others.
inline constexpr auto depthwise_conv2d = api("depthwise_conv2d")
    .takes(tensor("x").of_types(wide_floats).dims("nchw").between(-8, 8).in_layout("NCHW"),
           tensor("weight").dims("ckl").between(-8, 8).in_layout("CHW"),
           integer("stride").between(1, 2).by_default(1), integers("padding").length(2).between(0, 1).by_default({0, 0}))
    .sizes("nc", 1, 3)
    .sizes("kl", 1, 3)
    .sizes("hw", 4, 8)
    .on(fw::torch, "aten::conv2d", "input", as("weight", "C1HW"), "stride", "padding", extent_of("groups", 1).from("x"))
    .on(fw::tensorflow, "tf.nn.depthwise_conv2d", as("input", "NHWC"), as("filter", "HWC1"), over_layout("strides", "NHWC"),
        pads("padding", "NHWC"), gives("NHWC"))
    .on(fw::keras, "keras.ops.depthwise_conv", as("inputs", "NHWC"), as("kernel", "HWC1"), "strides",
        same_or_valid("padding", "weight", "stride"), given("data_format", "channels_last"), gives("NHWC"))
    .on(fw::jax, "jax.lax.conv_general_dilated", "lhs", as("rhs", "C1HW"), over_layout("window_strides", "HW"), pads("padding", "HW"),
        extent_of("feature_group_count", 1).from("x"))
    .on(fw::chainer, "chainer.functions.depthwise_convolution_2d", "x", as("W", "1CHW"), "stride", "pad")
    .returns(output{nature::values, "NCHW"})
    .accumulates("kl").about("convolution");

/// The adjoint of conv2d without padding, kernels at least as large as the stride.
inline constexpr auto conv_transpose2d = api("conv_transpose2d")
    .takes(tensor("x").of_types(wide_floats).dims("nchw").between(-8, 8).in_layout("NCHW"),
           tensor("weight").dims("cokl").between(-8, 8).in_layout("IOHW"),
           integers("stride").length(2).between(1, 2).by_default({1, 1}))
    .sizes("nco", 1, 3)
    .sizes("kl", 2, 3)
    .sizes("hw", 1, 6)
    .on(fw::torch, "aten::conv_transpose2d.input", "input", "weight", "stride")
    .on(fw::keras, "keras.ops.conv_transpose", as("inputs", "NHWC"), as("kernel", "HWOI"), "strides",
        given("data_format", "channels_last"),
        gives("NHWC"))
    .on(fw::jax, "jax.lax.conv_transpose", as("lhs", "NHWC"), as("rhs", "HWOI"), "strides", given("padding", "VALID"),
        given("transpose_kernel", true), gives("NHWC"))
    .on(fw::chainer, "chainer.functions.deconvolution_2d", "x", "W", "stride")
    .returns(output{nature::values, "NCHW"})
    .accumulates("ckl").about("convolution");

inline constexpr auto conv_transpose1d = api("conv_transpose1d")
    .takes(tensor("x").of_types(wide_floats).dims("ncw").between(-8, 8).in_layout("NCW"),
           tensor("weight").dims("cok").between(-8, 8).in_layout("IOW"),
           integers("stride").length(1).between(1, 2).by_default({1}))
    .sizes("nco", 1, 3)
    .sizes("k", 2, 3)
    .sizes("w", 1, 8)
    .on(fw::torch, "aten::conv_transpose1d", "input", "weight", "stride")
    .on(fw::keras, "keras.ops.conv_transpose", as("inputs", "NWC"), as("kernel", "WOI"), "strides", given("data_format", "channels_last"),
        gives("NWC"))
    .on(fw::jax, "jax.lax.conv_transpose", as("lhs", "NWC"), as("rhs", "WOI"), "strides", given("padding", "VALID"),
        given("transpose_kernel", true), gives("NWC"))
    .on(fw::chainer, "chainer.functions.deconvolution_1d", "x", "W", "stride")
    .returns(output{nature::values, "NCW"})
    .accumulates("ck").about("convolution");

/// Sliding products of two vectors; the signal's kind, without flipping.
inline constexpr auto correlate = api("correlate")
    .takes(tensor("x").of_types(wide_floats).dims("n").between(-8, 8), tensor("y").dims("m").between(-8, 8),
           choice("mode", "valid", "same", "full").by_default("valid"))
    .sizes("n", 4, 20)
    .sizes("m", 1, 4)
    .on(fw::keras, "keras.ops.correlate", "x1", "x2", "mode")
    .on(fw::jax, "jax.numpy.correlate", "a", "v", "mode")
    .on(fw::numpy, "numpy.correlate", "a", "v", "mode")
    .accumulates("m").about("convolution");

/// Windows of an image as columns, with the places of the windows in one axis or in two.
inline constexpr auto patches = api("patches")
    .takes(tensor("x").of_types(wide_floats).dims("nchw"), integers("kernel").length(2).dims("kl"),
           integers("stride").length(2).between(1, 2).by_default({1, 1}), integers("padding").length(2).between(0, 1).by_default({0, 0}))
    .sizes("nc", 1, 3)
    .sizes("kl", 1, 3)
    .sizes("hw", 3, 7)
    .on(fw::jax, "jax.lax.conv_general_dilated_patches", "lhs", "filter_shape", "window_strides", pads("padding", "HW"))
    .on(fw::chainer, "chainer.functions.im2col", "x", "ksize", "stride", "pad")
    .exact().about("convolution");

inline constexpr auto unfold = api("unfold")
    .takes(tensor("x").of_types(wide_floats).dims("nchw"), integers("kernel").length(2).dims("kl"),
           integers("stride").length(2).between(1, 2).by_default({1, 1}), integers("padding").length(2).between(0, 1).by_default({0, 0}),
           integers("dilation").length(2).between(1, 2).by_default({1, 1}))
    .sizes("nc", 1, 3)
    .sizes("kl", 1, 3)
    .sizes("hw", 5, 7)
    .on(fw::torch, "aten::im2col", "self", "kernel_size", "stride", "padding", "dilation")
    .on(fw::keras, "keras.ops.unfold", "x", "kernel_size", "stride", "padding", "dilation")
    .exact().about("convolution");

inline constexpr std::array convolution_groups{&conv1d, &conv2d, &conv3d,
                                               &depthwise_conv2d, &conv_transpose2d, &conv_transpose1d, &correlate, &patches, &unfold};

// clang-format on

} // namespace groups
} // namespace v0
} // namespace xamt

/// @file
/// Equivalences: convolutions and their transposes.
///
/// Place in the pipeline: groups; data only, read by everything from generate/ on. Example: `xamt::groups::conv2d.columns()`.
#pragma once

#include <xamt/describe/api.hpp>

#include <array>

namespace xamt {
inline namespace v0 {
namespace groups {

inline constexpr auto conv2d =
    api("conv2d")
        .takes(tensor("x").floating().dims("nchw").in_layout("NCHW"), tensor("weight").dims("ockl").in_layout("OIHW"),
               integers("stride").length(2).between(1, 2), integers("padding").length(2).between(0, 2),
               integers("dilation").length(2).between(1, 2))
        .sizes("kl", 1, 3)
        .sizes("hw", 5, 9)
        .on(fw::torch, "aten::conv2d", "input", "weight", "stride", "padding", "dilation")
        .on(fw::tensorflow, "tf.nn.conv2d", as("input", "NHWC"), as("filters", "HWIO"), "strides", pads("padding", "NHWC"), "dilations",
            gives("NHWC"))
        .on(fw::keras, "keras.ops.conv", as("inputs", "NHWC"), as("kernel", "HWIO"), "strides", same_or_valid("padding", "weight", "stride"),
            only({1, 1}), given("data_format", "channels_last"), gives("NHWC"))
        .on(fw::jax, "jax.lax.conv_general_dilated", "lhs", "rhs", "window_strides", pads("padding", "HW"), "rhs_dilation")
        .on(fw::chainer, "chainer.functions.convolution_2d", "x", "W", "stride", "pad", "dilate")
        .returns(output{nature::values, "NCHW"})
        .accumulates("ckl")
        .about("convolution");

inline constexpr std::array convolution_groups{&conv2d};

} // namespace groups
} // namespace v0
} // namespace xamt

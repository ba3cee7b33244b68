/// @file
/// Equivalences: pooling over windows and over whole axes.
///
/// Place in the pipeline: groups; data only, read by everything from generate/ on. Example: `xamt::groups::max_pool2d.columns()`.
#pragma once

#include <xamt/describe/api.hpp>

#include <array>

namespace xamt {
inline namespace v0 {
namespace groups {

inline constexpr auto max_pool2d =
    api("max_pool2d")
        .takes(tensor("x").floating().dims("nchw").in_layout("NCHW"), integers("kernel").length(2).dims("kl"),
               integers("stride").length(2).between(1, 3), integers("padding").length(2).between(0, 1))
        .sizes("kl", 2, 3)
        .sizes("hw", 4, 9)
        .on(fw::torch, "aten::max_pool2d", "self", "kernel_size", "stride", "padding")
        .on(fw::tensorflow, "tf.nn.max_pool2d", as("input", "NHWC"), "ksize", "strides", pads("padding", "NHWC"), gives("NHWC"))
        .on(fw::keras, "keras.ops.max_pool", as("inputs", "NHWC"), "pool_size", "strides", same_or_valid("padding", "kernel", "stride"),
            given("data_format", "channels_last"), gives("NHWC"))
        .on(fw::chainer, "chainer.functions.max_pooling_2d", "x", "ksize", "stride", "pad", given("cover_all", false))
        .returns(output{nature::values, "NCHW"})
        .exact()
        .about("pooling");

/// Cells of the padding are counted by none; Chainer and TensorFlow have no other rule in common with PyTorch than no padding.
inline constexpr auto avg_pool2d =
    api("avg_pool2d")
        .takes(tensor("x").floating().dims("nchw").in_layout("NCHW"), integers("kernel").length(2).dims("kl"),
               integers("stride").length(2).between(1, 3), integers("padding").length(2).between(0, 1))
        .sizes("kl", 2, 3)
        .sizes("hw", 4, 9)
        .on(fw::torch, "aten::avg_pool2d", "self", "kernel_size", "stride", "padding", given("count_include_pad", false))
        .on(fw::tensorflow, "tf.nn.avg_pool2d", as("input", "NHWC"), "ksize", "strides", same_or_valid("padding", "kernel", "stride"),
            gives("NHWC"))
        .on(fw::keras, "keras.ops.average_pool", as("inputs", "NHWC"), "pool_size", "strides", same_or_valid("padding", "kernel", "stride"),
            given("data_format", "channels_last"), gives("NHWC"))
        .on(fw::chainer, "chainer.functions.average_pooling_nd", "x", "ksize", "stride", "pad", given("pad_value", none{}))
        .returns(output{nature::values, "NCHW"})
        .accumulates("kl")
        .about("pooling");

inline constexpr std::array pooling_groups{&max_pool2d, &avg_pool2d};

} // namespace groups
} // namespace v0
} // namespace xamt

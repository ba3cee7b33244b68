/// @file
/// Equivalences: resizing and interpolation.
///
/// Place in the pipeline: groups; data only, read by everything from generate/ on. Example: `xamt::groups::resize_bilinear.columns()`.
#pragma once

#include <xamt/describe/api.hpp>

#include <array>

namespace xamt {
inline namespace v0 {
namespace groups {

inline constexpr auto resize_bilinear =
    api("resize_bilinear")
        .takes(tensor("x").floating().dims("nchw").in_layout("NCHW"), extents("size").dims("HW"))
        .sizes("hwHW", 2, 9)
        .on(fw::torch, "aten::upsample_bilinear2d", "self", "output_size", given("align_corners", false))
        .on(fw::tensorflow, "tf.image.resize", as("images", "NHWC"), "size", given("method", "bilinear"), gives("NHWC"))
        .on(fw::keras, "keras.ops.image.resize", as("images", "NHWC"), "size", given("interpolation", "bilinear"),
            given("data_format", "channels_last"), gives("NHWC"))
        .returns(output{nature::values, "NCHW"})
        .elementary(8)
        .about("resampling");

inline constexpr std::array resampling_groups{&resize_bilinear};

} // namespace groups
} // namespace v0
} // namespace xamt

/// @file
/// Equivalences: resizing and interpolation.
///
/// Place in the pipeline: groups; data only, read by everything from generate/ on. Example: `xamt::groups::resize_bilinear.columns()`.
#pragma once

#include <xamt/describe/api.hpp>
#include <xamt/groups/dtypes.hpp>

#include <array>

namespace xamt {
inline namespace v0 {
namespace groups {

// clang-format off: one framework a line reads as a table.

/// Sample positions are the centres of cells everywhere. JAX wants all extents, the others those of the image.
inline constexpr auto resize_bilinear = api("resize_bilinear")
    .takes(tensor("x").of_types(wide_floats).dims("nchw").in_layout("NCHW"), extents("size").dims("HW"), extents("shape").dims("ncHW"))
    .sizes("nc", 1, 3)
    .sizes("hw", 1, 9)
    .sizes("HW", 1, 9)
    .on(fw::torch, "aten::upsample_bilinear2d", "self", "output_size", implied(), given("align_corners", false))
    .on(fw::tensorflow, "tf.image.resize", as("images", "NHWC"), "size", implied(), given("method", "bilinear"), gives("NHWC"),
        accepts(single_floats))
    .on(fw::keras, "keras.ops.image.resize", as("images", "NHWC"), "size", implied(), given("interpolation", "bilinear"),
        given("data_format", "channels_last"), gives("NHWC"), accepts(single_floats))
    .on(fw::jax, "jax.image.resize", "image", implied(), "shape", given("method", "bilinear"), given("antialias", false))
    .returns(output{nature::values, "NCHW"})
    .accumulates("4h").about("resampling");

inline constexpr auto resize_align_corners = api("resize_align_corners")
    .takes(tensor("x").only(dtype::float32).dims("nchw"), extents("size").dims("HW"))
    .sizes("nc", 1, 3)
    .sizes("hw", 2, 9)
    .sizes("HW", 2, 9)
    .on(fw::torch, "aten::upsample_bilinear2d", "self", "output_size", given("align_corners", true))
    .on(fw::chainer, "chainer.functions.resize_images", "x", "output_shape", given("align_corners", true))
    .accumulates("4h").about("resampling");

inline constexpr auto resize_nearest = api("resize_nearest")
    .takes(tensor("x").of_types(wide_floats).dims("nchw").in_layout("NCHW"), extents("size").dims("HW"), extents("shape").dims("ncHW"))
    .sizes("nc", 1, 3)
    .sizes("hw", 1, 9)
    .sizes("HW", 1, 9)
    .on(fw::torch, "aten::_upsample_nearest_exact2d", "self", "output_size", implied())
    .on(fw::tensorflow, "tf.image.resize", as("images", "NHWC"), "size", implied(), given("method", "nearest"), gives("NHWC"))
    .on(fw::keras, "keras.ops.image.resize", as("images", "NHWC"), "size", implied(), given("interpolation", "nearest"),
        given("data_format", "channels_last"), gives("NHWC"))
    .on(fw::jax, "jax.image.resize", "image", implied(), "shape", given("method", "nearest"))
    .returns(output{nature::values, "NCHW"})
    .exact().about("resampling");

/// Straight lines between given points.
inline constexpr auto interp = api("interp")
    .takes(tensor("x").of_types(wide_floats).dims("m").between(-8, 8), tensor("xp").dims("n").holding(content::ascending).between(-8, 8),
           tensor("fp").dims("n"))
    .sizes("n", 2, 9)
    .on(fw::jax, "jax.numpy.interp", "x", "xp", "fp")
    .on(fw::numpy, "numpy.interp", "x", "xp", "fp")
    .elementary(8).about("resampling");

inline constexpr auto map_coordinates = api("map_coordinates")
    .takes(tensor("x").of_types(wide_floats).dims("hw"), tensor("coordinates").dims("2m").between(0, 3), integer("order").between(0, 1))
    .sizes("hw", 5, 9)
    .on(fw::keras, "keras.ops.image.map_coordinates", "inputs", "coordinates", "order")
    .on(fw::jax, "jax.scipy.ndimage.map_coordinates", "input", "coordinates", "order")
    .on(fw::numpy, "scipy.ndimage.map_coordinates", "input", "coordinates", "order")
    .elementary(8).about("resampling");

/// Bilinear samples of an image at points given in the square from -1 to 1, whose corners are centres of cells.
inline constexpr auto grid_sample = api("grid_sample")
    .takes(tensor("x").of_types(wide_floats).dims("nchw"), tensor("grid").dims("nHW2").in_layout("NHWC").between(-1, 1))
    .sizes("nc", 1, 2)
    .sizes("hw", 2, 6)
    .sizes("HW", 1, 5)
    .on(fw::torch, "aten::grid_sampler", "input", "grid", given("interpolation_mode", 0), given("padding_mode", 0),
        given("align_corners", true))
    .on(fw::chainer, "chainer.functions.spatial_transformer_sampler", "x", as("grid", "NCHW"))
    .accumulates("4h").about("resampling");

inline constexpr std::array resampling_groups{&resize_bilinear, &resize_align_corners, &resize_nearest,
                                              &interp, &map_coordinates, &grid_sample};

// clang-format on

} // namespace groups
} // namespace v0
} // namespace xamt

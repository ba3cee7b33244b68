/// @file
/// Equivalences: discrete Fourier transforms.
///
/// Place in the pipeline: groups; data only, read by everything from generate/ on. Example: `xamt::groups::fft.columns()`.
#pragma once

#include <xamt/describe/api.hpp>

#include <array>

namespace xamt {
inline namespace v0 {
namespace groups {

inline constexpr auto fft =
    api("fft")
        .takes(tensor("x").of_types(complex_dtypes).rank(1, 3), axis("axis").by_default(-1))
        .on(fw::torch, "aten::fft_fft", "self", "dim")
        .on(fw::tensorflow, "tf.signal.fft", "input", only(-1))
        .on(fw::jax, "jax.numpy.fft.fft", "a", "axis")
        .on(fw::numpy, "numpy.fft.fft", "a", "axis")
        .accumulates()
        .about("fft");

inline constexpr std::array fft_groups{&fft};

} // namespace groups
} // namespace v0
} // namespace xamt

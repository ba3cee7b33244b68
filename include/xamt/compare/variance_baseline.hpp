/// @file
/// The variance check in vectors of 16 bytes, with what every processor of the architecture has.
///
/// Place in the pipeline: compare; used by variance.hpp where there is nothing better.
#pragma once

#include <xamt/compare/variance_vector.hpp>

namespace xamt {
inline namespace v0 {
namespace detail {
namespace baseline {

inline constexpr int width = 16;

/// float16 as float32, by arithmetic.
[[gnu::always_inline]] inline vector_t<float, width> widened(vector_t<std::uint16_t, width / 2> const& half) {
    using numbers = vector_t<float, width>;
    using words = vector_t<std::uint32_t, width>;
    words const w = __builtin_convertvector(half, words);
    words const size = (w & 0x7fffu) << 13;
    auto const scaled = (words)((numbers)size * 0x1p112f); // exact; subnormals become normal
    words const bits = size >= (0x7c00u << 13) ? (size | 0x7f800000u) : scaled;
    return (numbers)(bits | ((w & 0x8000u) << 16));
}

#include <xamt/compare/variance_operations.ipp>

#include <xamt/compare/variance_elements.ipp>

#include <xamt/compare/variance_general.ipp>

#include <xamt/compare/variance_pass.ipp>

#include <xamt/compare/variance_kernel.ipp>

} // namespace baseline
} // namespace detail
} // namespace v0
} // namespace xamt

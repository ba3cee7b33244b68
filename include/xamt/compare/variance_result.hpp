/// @file
/// The record of the variance check, and the constants that every path shares. C++17, because device code reads it too.
///
/// Place in the pipeline: compare; variance_record.hpp defines what stands in it.
#pragma once

#include <xamt/config.hpp>

#include <cstddef>
#include <cstdint>

namespace xamt {
inline namespace v0 {

/// What the check finds in one trial.
struct variance_record {
    static constexpr std::uint64_t nowhere = ~0ull;

    double largest_variance = 0; ///< over the regular elements, population variance across columns
    double mean_variance = 0; ///< over all elements, 0 for irregular ones
    double absolute_spread = 0; ///< largest max - min
    double relative_spread = 0; ///< largest (max - min) / max |x|, at most 2
    std::uint64_t ulp_spread = 0; ///< largest distance on the number line of the dtype
    std::uint64_t at = nowhere; ///< first element with that distance; `nowhere` if it is 0
    std::uint32_t nan_mismatches = 0; ///< elements that are NaN in some columns only
    std::uint32_t infinity_mismatches = 0; ///< elements whose columns (but NaN) hold an infinity and something else than it
    std::uint32_t zero_sign_mismatches = 0; ///< elements with both +0 and -0
    std::uint32_t bit_equal = 1; ///< 1 if all columns hold the same bytes

    /// Nothing differs that a later stage would have to look at: not even NaN beside NaN of other bits counts.
    [[nodiscard]] constexpr bool agrees() const {
        return bit_equal != 0 || (ulp_spread == 0 && nan_mismatches == 0 && infinity_mismatches == 0 && zero_sign_mismatches == 0);
    }
    friend constexpr bool operator==(variance_record const& a, variance_record const& b) {
        return a.largest_variance == b.largest_variance && a.mean_variance == b.mean_variance && a.absolute_spread == b.absolute_spread &&
               a.relative_spread == b.relative_spread && a.ulp_spread == b.ulp_spread && a.at == b.at &&
               a.nan_mismatches == b.nan_mismatches && a.infinity_mismatches == b.infinity_mismatches &&
               a.zero_sign_mismatches == b.zero_sign_mismatches && a.bit_equal == b.bit_equal;
    }
};
static_assert(sizeof(variance_record) == 64);

namespace detail {

inline constexpr std::size_t variance_tile = 4096; ///< elements

/// Up to so many columns u is a sum over pairs.
inline constexpr std::uint32_t variance_pairs = 3;

/// What u is divided by to be the variance of so many columns.
[[nodiscard]] XAMT_DEVICE constexpr double variance_divisor(std::uint32_t columns) { return static_cast<double>(columns * columns); }

} // namespace detail
} // namespace v0
} // namespace xamt

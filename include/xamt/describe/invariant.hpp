/// @file
/// What ties a result to its arguments, or to what a sibling API gives for the same arguments, inside one framework.
///
/// Place in the pipeline: describe; compare/relations.hpp checks it. A relation needs no second framework: it holds by definition. Example:
/// @code
/// inline constexpr auto deviation = xamt::api("std").takes(...).on(...).accumulates().satisfies(xamt::invariant::root_of("var"));
/// @endcode
#pragma once

#include <cstdint>
#include <limits>
#include <string_view>

namespace xamt {
inline namespace v0 {

struct invariant {
    enum class tie : std::uint8_t {
        none,
        range, ///< no cell lies outside [lo, hi], but for rounding
        remainder, ///< nearer to zero than the second tensor, and with its sign
        inverse, ///< the first tensor, times the result, is the identity
        solution, ///< the first tensor, times the result, is the second
        factor, ///< the result, times its own transpose, is the first tensor
        equal, ///< the sibling's result
        complement, ///< with the sibling's result it makes one
        root, ///< its square is the sibling's result
        logarithm, ///< its exponential is the sibling's result
        positions, ///< the elements of the first tensor at these positions are the sibling's result
        quotient, ///< times the second tensor, plus the sibling's result, it is the first tensor
    };

    tie is = tie::none;
    std::string_view sibling = {}; ///< name of the API that the result is held against; empty where the arguments are enough
    double lo = 0, hi = 0;

    /// Factories, as descriptions write them. @{
    [[nodiscard]] static constexpr invariant between(double lo, double hi) { return {tie::range, {}, lo, hi}; }
    [[nodiscard]] static constexpr invariant at_least(double lo) { return {tie::range, {}, lo, std::numeric_limits<double>::infinity()}; }
    [[nodiscard]] static constexpr invariant remainder() { return {tie::remainder}; }
    [[nodiscard]] static constexpr invariant inverse() { return {tie::inverse}; }
    [[nodiscard]] static constexpr invariant solution() { return {tie::solution}; }
    [[nodiscard]] static constexpr invariant factor() { return {tie::factor}; }
    [[nodiscard]] static constexpr invariant equal_to(std::string_view api) { return {tie::equal, api}; }
    [[nodiscard]] static constexpr invariant complement_of(std::string_view api) { return {tie::complement, api}; }
    [[nodiscard]] static constexpr invariant root_of(std::string_view api) { return {tie::root, api}; }
    [[nodiscard]] static constexpr invariant logarithm_of(std::string_view api) { return {tie::logarithm, api}; }
    [[nodiscard]] static constexpr invariant positions_of(std::string_view api) { return {tie::positions, api}; }
    [[nodiscard]] static constexpr invariant quotient_beside(std::string_view api) { return {tie::quotient, api}; }
    /// @}
};

} // namespace v0
} // namespace xamt

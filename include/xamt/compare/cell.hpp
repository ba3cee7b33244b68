/// @file
/// What is known of one cell before any arithmetic: NaN, infinity, zero, subnormal or an ordinary number of its dtype.
///
/// Place in the pipeline: compare. Classes come before tolerances, because |a - b| <= r|b| is true for every a when b is infinite.
#pragma once

#include <xamt/core/dtype.hpp>

#include <bit>
#include <cstdint>
#include <limits>
#include <string_view>

namespace xamt {
inline namespace v0 {

enum class cell_class : std::uint8_t { nan, positive_infinity, negative_infinity, positive_zero, negative_zero, subnormal, finite };

[[nodiscard]] constexpr std::string_view name_of(cell_class c) {
    constexpr std::string_view names[] = {"NaN", "inf", "-inf", "0", "-0", "subnormal", "finite"};
    return names[static_cast<std::size_t>(c)];
}

/// 2^e as a double, subnormals included; 0 below them and infinity above the range.
[[nodiscard]] constexpr double power_of_two(int e) {
    if (e > 1023) return std::numeric_limits<double>::infinity();
    if (e < -1074) return 0;
    if (e < -1022) return std::bit_cast<double>(1ull << (e + 1074));
    return std::bit_cast<double>(static_cast<std::uint64_t>(e + 1023) << 52);
}

/// Constants of a floating or complex dtype's format (see dtype_info). @{
[[nodiscard]] constexpr double smallest_normal(dtype d) { return power_of_two(info(d).min_exponent - 1); }
[[nodiscard]] constexpr double smallest_subnormal(dtype d) { return power_of_two(info(d).min_exponent - info(d).digits); }
[[nodiscard]] constexpr double unit_roundoff(dtype d) { return power_of_two(-info(d).digits); }
[[nodiscard]] constexpr double largest(dtype d) { return power_of_two(info(d).max_exponent - 1) * (2 - 2 * unit_roundoff(d)); }
[[nodiscard]] constexpr bool is_half(dtype d) { return d == dtype::float16 || d == dtype::bfloat16; }
[[nodiscard]] constexpr bool has_ulp(dtype d) { return is_floating(d) || is_complex(d); }
/// @}

[[nodiscard]] constexpr bool is_nan(double x) { return x != x; }
[[nodiscard]] constexpr bool is_infinite(double x) {
    return x == std::numeric_limits<double>::infinity() || x == -std::numeric_limits<double>::infinity();
}
[[nodiscard]] constexpr bool is_finite(double x) { return !is_nan(x) && !is_infinite(x); }
[[nodiscard]] constexpr bool sign_bit(double x) { return (std::bit_cast<std::uint64_t>(x) >> 63) != 0; }
[[nodiscard]] constexpr double magnitude(double x) { return std::bit_cast<double>(std::bit_cast<std::uint64_t>(x) & ~(1ull << 63)); }

/// Class of a value that stands in a tensor of dtype `d` (one component, where that is complex).
[[nodiscard]] constexpr cell_class class_of(double x, dtype d) {
    if (is_nan(x)) return cell_class::nan;
    if (is_infinite(x)) return x > 0 ? cell_class::positive_infinity : cell_class::negative_infinity;
    if (x == 0) return sign_bit(x) ? cell_class::negative_zero : cell_class::positive_zero;
    return has_ulp(d) && magnitude(x) < smallest_normal(d) ? cell_class::subnormal : cell_class::finite;
}

/// NaN beside NaN, the same infinity beside itself, a number beside a number: what makes a difference in kind and not in degree.
[[nodiscard]] constexpr bool same_kind(double a, double b) {
    if (is_nan(a) || is_nan(b)) return is_nan(a) && is_nan(b);
    if (is_infinite(a) || is_infinite(b)) return a == b;
    return true;
}

} // namespace v0
} // namespace xamt

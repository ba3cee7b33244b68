/// @file
/// Distances in units in the last place: between two values of a dtype, and of a computed value from a more precise reference.
///
/// Place in the pipeline: compare. The unit is the spacing of the dtype at the reference, as in Muller et al., Handbook of Floating-Point
/// Arithmetic (2nd ed.), 2.3.2; below the smallest normal number it is the spacing of the subnormals, at the upper edge infinity counts
/// as the number that would follow the largest.
#pragma once

#include <xamt/compare/cell.hpp>
#include <xamt/core/element.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

namespace xamt {
inline namespace v0 {

/// A number known to about 106 bits: the unevaluated sum of two doubles.
struct precise {
    double high = 0;
    double low = 0;
};

/// Spacing of the numbers of dtype `d` around x.
[[nodiscard]] constexpr double ulp_at(double x, dtype d) {
    auto const& format = info(d);
    auto const exponent_bits = static_cast<int>((std::bit_cast<std::uint64_t>(x) >> 52) & 0x7ff);
    int exponent = exponent_bits == 0 ? format.min_exponent : exponent_bits - 1022; // x = 0.1mmm * 2^exponent
    exponent = std::clamp(exponent, static_cast<int>(format.min_exponent), static_cast<int>(format.max_exponent));
    return power_of_two(exponent - format.digits);
}

/// A double rounded to dtype `d`, nearest even.
[[nodiscard]] inline double rounded_to(double x, dtype d) {
    switch (d) {
    case dtype::float16: return to_double(to_float16(x));
    case dtype::bfloat16: return to_double(to_bfloat16(x));
    case dtype::float32:
    case dtype::complex64: return static_cast<double>(static_cast<float>(x));
    default: return x;
    }
}

/// How many steps of the dtype's number line lie between two of its values; NaN lies at infinity from all but NaN.
[[nodiscard]] inline double ulp_distance(double a, double b, dtype d) {
    if (is_nan(a) || is_nan(b)) return is_nan(a) && is_nan(b) ? 0 : std::numeric_limits<double>::infinity();
    if (a == b) return 0;
    // Position on the number line: binades of 2^(digits-1) numbers, the subnormals being the first.
    auto const place = [d](double x) {
        auto const& format = info(d);
        double const size = magnitude(x);
        double position = 0;
        if (is_infinite(x)) {
            position = std::ldexp(static_cast<double>(format.max_exponent - format.min_exponent + 2), format.digits - 1);
        } else if (size < smallest_normal(d)) {
            position = size / smallest_subnormal(d);
        } else {
            int exponent = 0;
            double const fraction = std::frexp(size, &exponent); // [0.5, 1)
            position = std::ldexp(static_cast<double>(exponent - format.min_exponent + 1), format.digits - 1) +
                       std::ldexp(fraction - 0.5, format.digits);
        }
        return x < 0 ? -position : position;
    };
    return std::abs(place(a) - place(b));
}

/// True if the reference, rounded to `d`, is beyond its largest number.
[[nodiscard]] inline bool rounds_to_infinity(double reference, dtype d) {
    return is_infinite(reference) || (!is_nan(reference) && is_infinite(rounded_to(reference, d)));
}

/// Error of `got` (a value of dtype `d`) in ULP of `d` at the reference.
///
/// Infinity where a number of the dtype is right is measured from the edge of the range, so that one rounding there costs one ULP;
/// a number where the reference itself is infinite, NaN on one side, or infinity of the other sign are infinitely wrong.
[[nodiscard]] inline double ulp_error(double got, precise reference, dtype d) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    double const right = reference.high;
    if (is_nan(got) || is_nan(right)) return is_nan(got) && is_nan(right) ? 0 : infinity;
    if (got == right && reference.low == 0) return 0;
    if (is_infinite(right)) return infinity;
    double const half_edge = power_of_two(info(d).max_exponent - 1); // half of it: 2^1024 is no double
    double const half_right = std::clamp(right / 2, -half_edge, half_edge);
    if (is_infinite(got)) {
        if (rounds_to_infinity(right, d) && (got > 0) == (right > 0)) return 0;
        if ((got > 0) != (right > 0)) return infinity;
        return 2 * (half_edge - magnitude(half_right)) / ulp_at(largest(d), d);
    }
    double const unit = ulp_at(right, d);
    if (magnitude(right) >= half_edge) return 2 * magnitude(got / 2 - half_right) / unit;
    return magnitude((got - right) - reference.low) / unit;
}

} // namespace v0
} // namespace xamt

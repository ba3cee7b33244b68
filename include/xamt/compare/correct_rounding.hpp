/// @file
/// From a value that is known to 106 bits to the number of a dtype that is nearest to it.
///
/// Place in the pipeline: compare. Rounding the leading double alone is right unless it lies exactly half way between two numbers of the
/// dtype: then the sign of what follows decides, and only if nothing follows the even one is taken.
#pragma once

#include <xamt/compare/ulp.hpp>

#include <cmath>
#include <limits>

namespace xamt {
inline namespace v0 {

/// The nearest number of dtype `d` (ties to even, infinity beyond the range), as a double.
[[nodiscard]] inline double nearest_of(precise value, dtype d) {
    double const to_even = rounded_to(value.high, d);
    if (value.low == 0 || d == dtype::float64 || is_nan(to_even) || is_infinite(value.high)) return to_even;
    // Infinity stands for the number that would follow the largest.
    double const reached = is_infinite(to_even) ? std::copysign(power_of_two(info(d).max_exponent), to_even) : to_even;
    double const rest = value.high - reached; // exact: both are near each other
    if (rest == 0) return to_even;
    // The neighbour beyond the value; next to a power of two the step below is half of that above.
    bool const above = rest > 0;
    double const inside = above ? std::nextafter(reached, std::numeric_limits<double>::infinity())
                                : std::nextafter(reached, -std::numeric_limits<double>::infinity());
    double const step = ulp_at(inside, d);
    if (magnitude(rest) != step / 2) return to_even;
    if ((value.low > 0) != above) return to_even;
    double const neighbour = reached + (above ? step : -step);
    return rounded_to(neighbour, d);
}

/// Whether a rounding boundary of dtype `d` lies within `ulps` ULP (of double) of x.
[[nodiscard]] inline bool near_boundary(double x, double ulps, dtype d) {
    double const width = ulps * 0x1p-52;
    return rounded_to(x - width * x, d) != rounded_to(x + width * x, d);
}

} // namespace v0
} // namespace xamt

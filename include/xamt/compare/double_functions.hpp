/// @file
/// Functions of one number in double, each within a stated number of ULP: what a sweep takes its reference from.
///
/// Place in the pipeline: compare. MPFR needs microseconds a number and a sweep has four thousand million of them. The C library's functions
/// are near enough to be rounded to any shorter dtype, but for the few results within their error of a rounding boundary: those are left
/// to the last judge. Formulas are written so that nothing cancels; where the argument of erfc must be scaled, the rounding error of that is
/// carried along. Errors of the C library: Innocente & Zimmermann, "Accuracy of Mathematical Functions".
#pragma once

#include <xamt/compare/ulp.hpp>

#include <cmath>
#include <limits>

namespace xamt {
inline namespace v0 {
namespace in_double {

inline constexpr double infinite = std::numeric_limits<double>::infinity();

[[nodiscard]] inline double sigmoid(double x) {
    double const e = std::exp(-std::fabs(x));
    return x < 0 ? e / (1 + e) : 1 / (1 + e);
}
[[nodiscard]] inline double softplus(double x) { return (x > 0 ? x : 0) + std::log1p(std::exp(-std::fabs(x))); }
[[nodiscard]] inline double log_sigmoid(double x) { return -softplus(-x); }
[[nodiscard]] inline double silu(double x) { return x == -infinite ? -0.0 : x * sigmoid(x); }

/// erfc(-x / sqrt 2). The product is carried in two doubles: far out, erfc turns one ULP of its argument into 2 z^2 of its own.
[[nodiscard]] inline double erfc_of_scaled(double x) {
    constexpr double high = 0x1.6a09e667f3bcdp-1, low = -0x1.bdd3413b26456p-55; // 1 / sqrt 2
    double const z = -x * high;
    if (z > 30 || z < -30 || z != z) return std::erfc(z);
    double const rest = std::fma(-x, high, -z) - x * low;
    constexpr double two_over_root_pi = 1.1283791670955126;
    return std::erfc(z) - rest * two_over_root_pi * std::exp(-z * z);
}
[[nodiscard]] inline double ndtr(double x) { return erfc_of_scaled(x) / 2; }
[[nodiscard]] inline double gelu(double x) { return x == -infinite ? -0.0 : x / 2 * erfc_of_scaled(x); }

[[nodiscard]] inline double mish(double x) {
    if (x > 40) return x;
    if (x == -infinite) return -0.0;
    double const e = std::exp(x), n = e * (e + 2); // tanh(log(1 + e)) = n / (n + 2)
    return x * n / (n + 2);
}
[[nodiscard]] inline double elu(double x) { return x > 0 ? x : std::expm1(x); }
[[nodiscard]] inline double selu(double x) {
    return 1.0507009873554804934193349852946 * (x > 0 ? x : 1.6732632423543772848170429916717 * std::expm1(x));
}
[[nodiscard]] inline double softsign(double x) { return std::isinf(x) ? std::copysign(1.0, x) : x / (1 + std::fabs(x)); }
[[nodiscard]] inline double hard_sigmoid(double x) { return x <= -3 ? 0 : x >= 3 ? 1 : (x + 3) / 6; }
[[nodiscard]] inline double hard_swish(double x) { return x <= -3 ? -0.0 : x >= 3 ? x : x * (x + 3) / 6; }
/// (x + sqrt(x^2 + 4)) / 2.
[[nodiscard]] inline double squareplus(double x) {
    double const root = std::sqrt(x * x + 4);
    return x < 0 ? 2 / (root - x) : (x + root) / 2;
}
/// sin(pi x) / (pi x), reduced exactly to half a turn.
[[nodiscard]] inline double sinc(double x) {
    if (x == 0) return 1;
    if (std::isinf(x)) return 0;
    double const turn = std::remainder(x, 2.0); // [-1, 1]
    double const nearest = std::rint(turn), part = turn - nearest;
    constexpr double pi = 3.14159265358979323846;
    double const sine = std::sin(pi * part);
    return (nearest == 0 ? sine : -sine) / (pi * x);
}
/// log(x / (1 - x)); near 1/2, where the logarithm is small, by atanh.
[[nodiscard]] inline double logit(double x) { return x > 0.25 && x < 0.75 ? 2 * std::atanh(2 * x - 1) : std::log(x) - std::log1p(-x); }
[[nodiscard]] inline double entr(double x) { return x < 0 ? -infinite : x == 0 ? 0 : -x * std::log(x); }
[[nodiscard]] inline double deg2rad(double x) { return x * 0.017453292519943295769; }
[[nodiscard]] inline double rad2deg(double x) { return x * 57.295779513082320877; }
[[nodiscard]] inline double rsqrt(double x) { return 1 / std::sqrt(x); }
[[nodiscard]] inline double sign(double x) { return x > 0 ? 1 : x < 0 ? -1 : x; }
[[nodiscard]] inline double relu(double x) { return x < 0 ? 0 : x; }

/// x / 2 + c x^2 next to zero: half a subnormal lies on a rounding boundary, and the second term says on which side. There are millions of
/// these, too many for the last judge. The next term is smaller than the one that is lost in 106 bits anyway. @{
template <class Coefficient> [[nodiscard]] precise half_and_square(double x, Coefficient c) { return {x / 2, c * x * x}; }
[[nodiscard]] inline precise gelu_near_zero(double x) { return half_and_square(x, 0.39894228040143267794); } // 1 / sqrt(2 pi)
[[nodiscard]] inline precise silu_near_zero(double x) { return half_and_square(x, 0.25); }
[[nodiscard]] inline precise hard_swish_near_zero(double x) { return half_and_square(x, 1.0 / 6); }
/// @}

} // namespace in_double
} // namespace v0
} // namespace xamt

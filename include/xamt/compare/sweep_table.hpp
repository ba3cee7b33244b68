/// @file
/// What a sweep knows of a function of one number: a quick evaluation in double, symmetry, direction and range. One table.
///
/// Place in the pipeline: compare. A function that is not here, or has no quick evaluation, takes its reference from the last judge alone
/// and has nothing but its errors counted.
#pragma once

#include <xamt/compare/double_functions.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>

namespace xamt {
inline namespace v0 {

/// f(-x) = f(x), or f(-x) = -f(x).
enum class parity : std::uint8_t { none, even, odd };
/// Over the whole domain: never falls, or never rises.
enum class direction : std::uint8_t { none, rising, falling };

struct sweep_function {
    std::string_view name;
    double (*quick)(double) = nullptr;
    double error = 0; ///< of `quick`, in ULP of double, never exceeded; 0: exact in double for every number of a shorter dtype
    parity symmetry = parity::none;
    direction goes = direction::none;
    double least = -in_double::infinite, most = in_double::infinite; ///< of its values
    precise (*near_zero)(double) = nullptr;                          ///< below 2^-60: exact to 106 bits, where that matters

    [[nodiscard]] bool exact() const { return quick != nullptr && error == 0; }
    [[nodiscard]] bool bounded() const { return least != -in_double::infinite || most != in_double::infinite; }
};

/// Below this magnitude `near_zero` holds.
inline constexpr double near_zero_below = 0x1p-60;

namespace detail {

inline constexpr double half_pi = 1.5707963267948966;
inline constexpr direction up = direction::rising, down = direction::falling, anywhere = direction::none;
inline constexpr double no_end = in_double::infinite;

} // namespace detail

// clang-format off: one function a line reads as a table.

/// By name, sorted. The windows are wider than the errors that Innocente and Zimmermann found, which costs nothing.
inline constexpr std::array sweep_functions{
    sweep_function{"abs", [](double x) { return std::fabs(x); }, 0, parity::even, detail::anywhere, 0, detail::no_end},
    sweep_function{"acos", [](double x) { return std::acos(x); }, 2, parity::none, detail::down, 0, 2 * detail::half_pi},
    sweep_function{"acosh", [](double x) { return std::acosh(x); }, 4, parity::none, detail::up, 0, detail::no_end},
    sweep_function{"asin", [](double x) { return std::asin(x); }, 2, parity::odd, detail::up, -detail::half_pi, detail::half_pi},
    sweep_function{"asinh", [](double x) { return std::asinh(x); }, 4, parity::odd, detail::up},
    sweep_function{"atan", [](double x) { return std::atan(x); }, 2, parity::odd, detail::up, -detail::half_pi, detail::half_pi},
    sweep_function{"atanh", [](double x) { return std::atanh(x); }, 4, parity::odd, detail::up},
    sweep_function{"bessel_j0", nullptr, 0, parity::even, detail::anywhere, -1, 1},
    sweep_function{"bessel_j1", nullptr, 0, parity::odd, detail::anywhere, -1, 1},
    sweep_function{"bessel_k0", nullptr, 0, parity::none, detail::down, 0, detail::no_end},
    sweep_function{"bessel_k0e", nullptr, 0, parity::none, detail::down, 0, detail::no_end},
    sweep_function{"bessel_k1", nullptr, 0, parity::none, detail::down, 0, detail::no_end},
    sweep_function{"bessel_k1e", nullptr, 0, parity::none, detail::down, 0, detail::no_end},
    sweep_function{"cbrt", [](double x) { return std::cbrt(x); }, 8, parity::odd, detail::up},
    sweep_function{"ceil", [](double x) { return std::ceil(x); }, 0, parity::none, detail::up},
    sweep_function{"celu", in_double::elu, 4, parity::none, detail::up, -1, detail::no_end},
    sweep_function{"cos", [](double x) { return std::cos(x); }, 2, parity::even, detail::anywhere, -1, 1},
    sweep_function{"cosh", [](double x) { return std::cosh(x); }, 4, parity::even, detail::anywhere, 1, detail::no_end},
    sweep_function{"dawsn", nullptr, 0, parity::odd},
    sweep_function{"deg2rad", in_double::deg2rad, 2, parity::odd, detail::up},
    sweep_function{"elu", in_double::elu, 4, parity::none, detail::up, -1, detail::no_end},
    sweep_function{"entr", in_double::entr, 4},
    sweep_function{"erf", [](double x) { return std::erf(x); }, 4, parity::odd, detail::up, -1, 1},
    sweep_function{"erfc", [](double x) { return std::erfc(x); }, 8, parity::none, detail::down, 0, 2},
    sweep_function{"erfcx", nullptr, 0, parity::none, detail::down, 0, detail::no_end},
    sweep_function{"erfinv", nullptr, 0, parity::odd, detail::up},
    sweep_function{"exp", [](double x) { return std::exp(x); }, 2, parity::none, detail::up, 0, detail::no_end},
    sweep_function{"exp2", [](double x) { return std::exp2(x); }, 2, parity::none, detail::up, 0, detail::no_end},
    sweep_function{"expm1", [](double x) { return std::expm1(x); }, 4, parity::none, detail::up, -1, detail::no_end},
    sweep_function{"fabs", [](double x) { return std::fabs(x); }, 0, parity::even, detail::anywhere, 0, detail::no_end},
    sweep_function{"floor", [](double x) { return std::floor(x); }, 0, parity::none, detail::up},
    sweep_function{"gelu", in_double::gelu, 12, parity::none, detail::anywhere, -in_double::infinite, detail::no_end, in_double::gelu_near_zero},
    sweep_function{"hard_sigmoid", in_double::hard_sigmoid, 2, parity::none, detail::up, 0, 1},
    sweep_function{"hard_swish", in_double::hard_swish, 4, parity::none, detail::anywhere, -in_double::infinite, detail::no_end, in_double::hard_swish_near_zero},
    sweep_function{"hard_tanh", [](double x) { return x < -1 ? -1 : x > 1 ? 1 : x; }, 0, parity::odd, detail::up, -1, 1},
    sweep_function{"i0", nullptr, 0, parity::even, detail::anywhere, 1, detail::no_end},
    sweep_function{"i0e", nullptr, 0, parity::even, detail::anywhere, 0, 1},
    sweep_function{"i1", nullptr, 0, parity::odd, detail::up},
    sweep_function{"i1e", nullptr, 0, parity::odd, detail::anywhere, -1, 1},
    sweep_function{"log", [](double x) { return std::log(x); }, 2, parity::none, detail::up},
    sweep_function{"log10", [](double x) { return std::log10(x); }, 4, parity::none, detail::up},
    sweep_function{"log1p", [](double x) { return std::log1p(x); }, 4, parity::none, detail::up},
    sweep_function{"log2", [](double x) { return std::log2(x); }, 2, parity::none, detail::up},
    sweep_function{"log_ndtr", nullptr, 0, parity::none, detail::up, -in_double::infinite, 0},
    sweep_function{"log_sigmoid", in_double::log_sigmoid, 4, parity::none, detail::up, -in_double::infinite, 0},
    sweep_function{"logit", in_double::logit, 8, parity::none, detail::up},
    sweep_function{"mish", in_double::mish, 8},
    sweep_function{"ndtr", in_double::ndtr, 12, parity::none, detail::up, 0, 1},
    sweep_function{"ndtri", nullptr, 0, parity::none, detail::up},
    sweep_function{"negative", [](double x) { return -x; }, 0, parity::odd, detail::down},
    sweep_function{"rad2deg", in_double::rad2deg, 2, parity::odd, detail::up},
    sweep_function{"reciprocal", [](double x) { return 1 / x; }, 1, parity::odd},
    sweep_function{"relu", in_double::relu, 0, parity::none, detail::up, 0, detail::no_end},
    sweep_function{"relu6", [](double x) { return x < 0 ? 0 : x > 6 ? 6 : x; }, 0, parity::none, detail::up, 0, 6},
    sweep_function{"round", [](double x) { return std::rint(x); }, 0, parity::odd, detail::up},
    sweep_function{"rsqrt", in_double::rsqrt, 2, parity::none, detail::down},
    sweep_function{"selu", in_double::selu, 6, parity::none, detail::up},
    sweep_function{"sigmoid", in_double::sigmoid, 6, parity::none, detail::up, 0, 1},
    sweep_function{"sign", in_double::sign, 0, parity::odd, detail::up, -1, 1},
    sweep_function{"silu", in_double::silu, 8, parity::none, detail::anywhere, -in_double::infinite, detail::no_end, in_double::silu_near_zero},
    sweep_function{"sin", [](double x) { return std::sin(x); }, 2, parity::odd, detail::anywhere, -1, 1},
    sweep_function{"sinc", in_double::sinc, 8, parity::even, detail::anywhere, -0.21723362821122166, 1},
    sweep_function{"sinh", [](double x) { return std::sinh(x); }, 4, parity::odd, detail::up},
    sweep_function{"softplus", in_double::softplus, 4, parity::none, detail::up, 0, detail::no_end},
    sweep_function{"softplus_threshold", in_double::softplus, 4, parity::none, detail::up, 0, detail::no_end},
    sweep_function{"softsign", in_double::softsign, 2, parity::odd, detail::up, -1, 1},
    sweep_function{"sqrt", [](double x) { return std::sqrt(x); }, 1, parity::none, detail::up},
    sweep_function{"square", [](double x) { return x * x; }, 0, parity::even, detail::anywhere, 0, detail::no_end},
    sweep_function{"squareplus", in_double::squareplus, 6, parity::none, detail::up, 0, detail::no_end},
    sweep_function{"swish", in_double::silu, 8, parity::none, detail::anywhere, -in_double::infinite, detail::no_end, in_double::silu_near_zero},
    sweep_function{"tan", [](double x) { return std::tan(x); }, 2, parity::odd},
    sweep_function{"tanh", [](double x) { return std::tanh(x); }, 4, parity::odd, detail::up, -1, 1},
    sweep_function{"tanh_shrink", nullptr, 0, parity::odd, detail::up},
    sweep_function{"trunc", [](double x) { return std::trunc(x); }, 0, parity::odd, detail::up},
};

// clang-format on

static_assert(std::is_sorted(sweep_functions.begin(), sweep_functions.end(), [](auto const& a, auto const& b) { return a.name < b.name; }));

/// What is known of a function; of one that is not in the table, its name.
[[nodiscard]] inline sweep_function sweep_function_of(std::string_view name) {
    auto const found = std::lower_bound(sweep_functions.begin(), sweep_functions.end(), name,
                                        [](sweep_function const& f, std::string_view n) { return f.name < n; });
    return found != sweep_functions.end() && found->name == name ? *found : sweep_function{name};
}

} // namespace v0
} // namespace xamt

/// @file
/// The values on which implementations part ways: not-a-number, infinities, zeros, the ends of a format, overflow edges, ties.
///
/// Place in the pipeline: generate; used by float_recipes.hpp and integer_recipes.hpp. Everything is computed from the format of the
/// dtype, so that float16 meets its own edges (11.09, 65504) and float64 its own (709.78, 2^53 + 1).
#pragma once

#include <xamt/core/dtype.hpp>

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

namespace xamt {
inline namespace v0 {
namespace detail {

/// 2^e as a double, for every exponent of a double.
[[nodiscard]] constexpr double power_of_two(int e) {
    if (e < -1022) return std::bit_cast<double>(static_cast<std::uint64_t>(e + 60 + 1023) << 52) * 0x1p-60;
    return std::bit_cast<double>(static_cast<std::uint64_t>(e + 1023) << 52);
}

/// The numbers that matter of a floating-point format.
struct float_format {
    int digits = 24, min_exponent = -125, max_exponent = 128;
    double largest = 0, smallest_normal = 0, smallest = 0, epsilon = 0;

    constexpr explicit float_format(dtype d)
        : digits(info(d).digits), min_exponent(info(d).min_exponent), max_exponent(info(d).max_exponent),
          largest(power_of_two(max_exponent - 1) * (2 - power_of_two(1 - digits))), smallest_normal(power_of_two(min_exponent - 1)),
          smallest(power_of_two(min_exponent - digits)), epsilon(power_of_two(1 - digits)) {}
};

inline constexpr unsigned overflow_edge_count = 16;

/// Arguments near which elementary functions overflow, underflow, saturate, lose their tail, or wrap.
[[nodiscard]] inline double overflow_edge(unsigned k, float_format const& f) {
    constexpr double ln2 = 0.693147180559945309417232, pi = 3.14159265358979323846264;
    double const ln_largest = f.max_exponent * ln2, ln_smallest = (f.min_exponent - f.digits) * ln2;
    switch (k % overflow_edge_count) {
    case 0: return ln_largest;
    case 1: return ln_largest + ln2;                    // sinh, cosh
    case 2: return (f.min_exponent - 1) * ln2;          // exp leaves the normal numbers
    case 3: return ln_smallest;                         // exp reaches zero
    case 4: return f.max_exponent;                      // exp2
    case 5: return f.min_exponent - f.digits;           // exp2 reaches zero
    case 6: return f.max_exponent * 0.301029995663981195 /* log10(2) */;
    case 7: return std::sqrt(-ln_smallest);             // erfc, gaussians
    case 8: return std::sqrt(-2 * ln_smallest);         // normal distribution function
    case 9: return f.digits * ln2;                      // softplus, log1p(exp(x)) saturate
    case 10: return f.digits * ln2 / 2;                 // tanh saturates
    case 11: return power_of_two(f.max_exponent / 2);   // squares overflow
    case 12: return power_of_two(f.min_exponent / 2);   // squares underflow
    case 13: return pi / 2;
    case 14: return pi;
    default: return f.max_exponent <= 16 ? 9.5 : f.max_exponent <= 128 ? 35.04 : 171.62; // gamma
    }
}

inline constexpr unsigned special_value_count = 48;

/// The special value number `k`; `noise` chooses inside a class (which power of two, how far beyond the exact integers).
[[nodiscard]] inline double special_value(unsigned k, std::uint64_t noise, float_format const& f) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    constexpr std::array<double, 14> constants{0.5, 1.5, 2.5, 3.5, 2, 3, 10, 4, 0.25, 7, 100, 1000, 0x1p31, 0x1p63};
    k %= special_value_count;
    if (k < 4) return std::numeric_limits<double>::quiet_NaN();
    double const sign = (k & 1u) != 0 ? -1 : 1;
    auto const small = static_cast<int>(noise & 7u);
    switch (k / 2) {
    case 2:
    case 3: return sign * infinity;
    case 4:
    case 5: return sign * 0.0;
    case 6: return sign * f.smallest;
    case 7: return sign * (f.smallest_normal - f.smallest);
    case 8: return sign * f.smallest_normal;
    case 9:
    case 10: return sign * f.largest;
    case 11:
    case 12: return sign;
    case 13:
    case 14: return sign * constants[noise % 4];
    case 15: return sign * constants[noise % constants.size()];
    case 16:
        return sign * power_of_two(f.min_exponent - f.digits +
                                   static_cast<int>(noise % static_cast<unsigned>(f.max_exponent - f.min_exponent + f.digits)));
    case 17: return sign * (power_of_two(f.digits) + 2 * small);
    case 18: return sign * (1 + f.epsilon * (1 + small / 2));
    case 19: return sign * (1 - f.epsilon / 2 * (1 + small / 2));
    case 20:
    case 21: return sign * overflow_edge(static_cast<unsigned>(noise >> 8), f);
    case 22: return sign * f.largest * (0.3 + 0.1 * small);
    default: return sign * f.smallest * static_cast<double>(1 + (noise >> 8) % ((1ull << (f.digits - 1)) - 1));
    }
}

inline constexpr unsigned special_integer_count = 24;

/// The special integer number `k` of a type with that many value bits (7 for int8, 63 for int64; 8 for uint8).
[[nodiscard]] constexpr std::int64_t special_integer(unsigned k, std::uint64_t noise, int bits, bool is_signed) {
    std::int64_t const high = static_cast<std::int64_t>((1ull << bits) - 1);
    std::int64_t const low = is_signed ? -high - 1 : 0;
    auto const power = static_cast<std::int64_t>(1ull << (noise % static_cast<unsigned>(bits)));
    switch (k % special_integer_count) {
    case 0:
    case 1:
    case 2: return low;
    case 3:
    case 4: return high;
    case 5:
    case 6:
    case 7: return is_signed ? -1 : high;
    case 8:
    case 9:
    case 10: return 0;
    case 11:
    case 12: return 1;
    case 13: return low + 1;
    case 14: return high - 1;
    case 15: return power;
    case 16: return power - 1;
    case 17: return power < high ? power + 1 : high;
    case 18: return is_signed ? -power : power;
    case 19: return 2;
    case 20: return is_signed ? -2 : 3;
    case 21: return bits > 54 ? (1ll << 53) + 1 : 10;
    case 22: return 7;
    default: return high / 2 + 1;
    }
}

} // namespace detail
} // namespace v0
} // namespace xamt

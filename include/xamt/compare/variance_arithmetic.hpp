/// @file
/// What the variance check computes in for each dtype, and operations whose rounding is fixed.
///
/// Place in the pipeline: compare; used by variance_reference.hpp and the vector paths.
#pragma once

#include <xamt/core/half.hpp>

#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace xamt {
inline namespace v0 {
namespace detail {

/// The product rounded before anything is added to it, whatever the compiler may contract into one instruction.
template <class C> [[nodiscard]] inline C rounded_product(C a, C b) {
    C p = a * b;
#if defined(__x86_64__)
    asm("" : "+v"(p));
#elif defined(__aarch64__)
    asm("" : "+w"(p));
#endif
    return p;
}

/// How one component of a dtype is read: its bits, the arithmetic it is checked in, and the tile's safe range of spreads.
template <class T> struct checked;
template <> struct checked<float16> {
    using bits = std::uint16_t;
    using arithmetic = float;
    static constexpr double safe_low = 0, safe_high = std::numeric_limits<double>::infinity(); // float32 holds every square
};
template <> struct checked<bfloat16> {
    using bits = std::uint16_t;
    using arithmetic = float;
    static constexpr double safe_low = 1e-15f, safe_high = 1e18f;
};
template <> struct checked<float> {
    using bits = std::uint32_t;
    using arithmetic = float;
    static constexpr double safe_low = 1e-15f, safe_high = 1e18f;
};
template <> struct checked<double> {
    using bits = std::uint64_t;
    using arithmetic = double;
    static constexpr double safe_low = 1e-145, safe_high = 1e150;
};
template <std::integral T> struct checked<T> {
    using arithmetic = double;
    static constexpr double safe_low = 0, safe_high = std::numeric_limits<double>::infinity();
};

/// In how many lanes u is added up: for numbers what a warp of 32 threads reads at 16 bytes each.
template <class T> inline constexpr std::size_t variance_lanes = std::integral<T> ? 128 : 512 / sizeof(T);

/// 2^e in two factors, because it may be beyond the range of a double.
struct scale_factor {
    double half = 1, other = 1;

    constexpr explicit scale_factor(int e) : half(of(e / 2)), other(of(e - e / 2)) {}
    [[nodiscard]] double operator()(double x) const { return rounded_product(rounded_product(x, half), other); }

  private:
    static constexpr double of(int e) { return std::bit_cast<double>(static_cast<std::uint64_t>(e + 1023) << 52); }
};

} // namespace detail
} // namespace v0
} // namespace xamt

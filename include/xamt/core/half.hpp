/// @file
/// The two 16-bit floating-point formats: exact widening, and narrowing with round to nearest even.
///
/// Place in the pipeline: core. g++ 12 has no std::float16_t, and the core may not depend on a framework's own half type.
#pragma once

#include <bit>
#include <cstdint>

namespace xamt {
inline namespace v0 {

/// IEEE 754 binary16: 1 sign, 5 exponent, 10 fraction bits.
struct float16 {
    std::uint16_t bits = 0;
    friend constexpr bool operator==(float16, float16) = default;
};

/// The upper half of a binary32: 1 sign, 8 exponent, 7 fraction bits.
struct bfloat16 {
    std::uint16_t bits = 0;
    friend constexpr bool operator==(bfloat16, bfloat16) = default;
};

[[nodiscard]] constexpr float widen(bfloat16 h) { return std::bit_cast<float>(static_cast<std::uint32_t>(h.bits) << 16); }

[[nodiscard]] constexpr float widen(float16 h) {
    std::uint32_t const sign = static_cast<std::uint32_t>(h.bits & 0x8000u) << 16;
    std::uint32_t const exponent = (h.bits >> 10) & 0x1fu;
    std::uint32_t const fraction = h.bits & 0x3ffu;
    if (exponent == 0x1f) return std::bit_cast<float>(sign | 0x7f800000u | (fraction << 13));
    if (exponent != 0) return std::bit_cast<float>(sign | ((exponent + 112) << 23) | (fraction << 13));
    float const magnitude = static_cast<float>(fraction) * 0x1p-24f;
    return sign != 0 ? -magnitude : magnitude;
}

namespace detail {

/// Rounds a double to `digits` bits of significand with the given smallest and largest exponents and packs it into 16 bits.
/// Done on the 64-bit pattern, so that a double is rounded once (through float it would be rounded twice).
[[nodiscard]] constexpr std::uint16_t narrow_bits(double value, int fraction_bits, int bias) {
    std::uint64_t const pattern = std::bit_cast<std::uint64_t>(value);
    auto const sign = static_cast<std::uint16_t>((pattern >> 48) & 0x8000u);
    int const exponent = static_cast<int>((pattern >> 52) & 0x7ff);
    std::uint64_t const fraction = pattern & 0xfffffffffffffull;
    auto const infinity = static_cast<std::uint16_t>(((2u * static_cast<unsigned>(bias) + 1u) << fraction_bits));
    if (exponent == 0x7ff) {
        auto const quiet = static_cast<std::uint16_t>(fraction != 0 ? 1u << (fraction_bits - 1) : 0u);
        return static_cast<std::uint16_t>(sign | infinity | quiet);
    }
    if (exponent == 0) return sign;
    int target = exponent - 1023 + bias;
    std::uint64_t const significand = fraction | (1ull << 52);
    int const dropped = 52 - fraction_bits + (target < 1 ? 1 - target : 0);
    if (dropped > 54) return sign;
    std::uint64_t kept = significand >> dropped;
    std::uint64_t const rest = significand & ((1ull << dropped) - 1);
    std::uint64_t const half = 1ull << (dropped - 1);
    if (rest > half || (rest == half && (kept & 1u) != 0)) ++kept;
    if (target < 1) return static_cast<std::uint16_t>(sign | kept);
    std::uint64_t const packed = (static_cast<std::uint64_t>(target - 1) << fraction_bits) + kept;
    return static_cast<std::uint16_t>(sign | (packed >= infinity ? infinity : static_cast<std::uint16_t>(packed)));
}

} // namespace detail

[[nodiscard]] constexpr float16 to_float16(double value) { return {detail::narrow_bits(value, 10, 15)}; }
[[nodiscard]] constexpr bfloat16 to_bfloat16(double value) { return {detail::narrow_bits(value, 7, 127)}; }

} // namespace v0
} // namespace xamt

// The 16-bit formats against the definition: every bit pattern, every rounding decision.
#include <tests/catch.hpp>

#include <xamt/core/half.hpp>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

namespace {

/// The value of a pattern by the definition of the format, with no bit tricks.
double by_definition(std::uint16_t bits, int fraction_bits, int bias) {
    double const sign = (bits & 0x8000u) != 0 ? -1 : 1;
    int const exponent_bits = 15 - fraction_bits;
    int const exponent = (bits >> fraction_bits) & ((1 << exponent_bits) - 1);
    double const fraction = bits & ((1 << fraction_bits) - 1);
    if (exponent == (1 << exponent_bits) - 1)
        return fraction != 0 ? std::numeric_limits<double>::quiet_NaN() : sign * std::numeric_limits<double>::infinity();
    if (exponent == 0) return sign * std::ldexp(fraction, 1 - bias - fraction_bits);
    return sign * std::ldexp(1 + std::ldexp(fraction, -fraction_bits), exponent - bias);
}

template <class H, class Narrow> void check_format(int fraction_bits, int bias, Narrow narrow) {
    std::uint32_t wrong_wide = 0, wrong_back = 0, wrong_middle = 0;
    for (std::uint32_t pattern = 0; pattern <= 0xffff; ++pattern) {
        H const h{static_cast<std::uint16_t>(pattern)};
        double const expected = by_definition(h.bits, fraction_bits, bias);
        double const wide = static_cast<double>(xamt::widen(h));
        if (std::isnan(expected)) {
            wrong_wide += !std::isnan(wide);
            wrong_back += !std::isnan(static_cast<double>(xamt::widen(narrow(wide))));
            continue;
        }
        wrong_wide += std::bit_cast<std::uint64_t>(wide) != std::bit_cast<std::uint64_t>(expected);
        wrong_back += narrow(wide).bits != h.bits;
        double const next = by_definition(static_cast<std::uint16_t>(pattern + 1), fraction_bits, bias);
        if (!std::isfinite(wide) || !std::isfinite(next)) continue;
        // The middle of two neighbours goes to the even one, and a little beside it to the nearer one.
        double const middle = (wide + next) / 2;
        std::uint16_t const even = (pattern & 1) == 0 ? h.bits : static_cast<std::uint16_t>(pattern + 1);
        wrong_middle += narrow(middle).bits != even;
        wrong_middle += narrow(std::nextafter(middle, wide)).bits != h.bits;
        wrong_middle += narrow(std::nextafter(middle, next)).bits != static_cast<std::uint16_t>(pattern + 1);
    }
    CHECK(wrong_wide == 0);
    CHECK(wrong_back == 0);
    CHECK(wrong_middle == 0);
}

} // namespace

TEST_CASE("float16 widens exactly and narrows to nearest even, for every pattern") {
    check_format<xamt::float16>(10, 15, [](double x) { return xamt::to_float16(x); });
}

TEST_CASE("bfloat16 widens exactly and narrows to nearest even, for every pattern") {
    check_format<xamt::bfloat16>(7, 127, [](double x) { return xamt::to_bfloat16(x); });
}

TEST_CASE("narrowing goes to infinity from half a step beyond the largest number") {
    CHECK(xamt::to_float16(65519.999).bits == 0x7bff);
    CHECK(xamt::to_float16(65520.0).bits == 0x7c00);
    CHECK(xamt::to_float16(-1e300).bits == 0xfc00);
    CHECK(xamt::to_bfloat16(1e39).bits == 0x7f80);
}

TEST_CASE("narrowing rounds a double once, not first to float") {
    // Just above the middle of 1 and its neighbour; as a float it would be the middle itself, and go down to even.
    CHECK(xamt::to_float16(1 + 0x1p-11 + 0x1p-40).bits == 0x3c01);
    CHECK(xamt::to_bfloat16(1 + 0x1p-8 + 0x1p-40).bits == 0x3f81);
}

TEST_CASE("the smallest numbers go to zero and keep their sign") {
    CHECK(xamt::to_float16(0x1p-25).bits == 0);
    CHECK(xamt::to_float16(0x1.000001p-25).bits == 1);
    CHECK(xamt::to_float16(-0x1p-1074).bits == 0x8000);
    CHECK(xamt::to_bfloat16(-0.0).bits == 0x8000);
}

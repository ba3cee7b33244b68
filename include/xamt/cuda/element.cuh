/// @file
/// Elements of each dtype on a device: their bits, the arithmetic they are checked in, and operations whose rounding is fixed.
///
/// Place in the pipeline: cuda; the counterpart of compare/variance_arithmetic.hpp in C++17.
#pragma once

#include <xamt/config.hpp>

#include <cmath>
#include <cstdint>
#include <cstring>

namespace xamt {
inline namespace v0 {
namespace cuda {

/// The 16-bit formats and bool as bits.
struct half {
    std::uint16_t bits;
};
struct bfloat {
    std::uint16_t bits;
};
struct truth {
    std::uint8_t byte;
};

template <class To, class From> XAMT_DEVICE To bits_as(From from) {
    static_assert(sizeof(To) == sizeof(From), "bits are kept as they are");
    To to;
    memcpy(&to, &from, sizeof to);
    return to;
}

// Sums, products and fused products, each rounded once: compilers may make one operation of two.
#if defined(__CUDA_ARCH__)
XAMT_DEVICE inline float sum(float a, float b) { return __fadd_rn(a, b); }
XAMT_DEVICE inline double sum(double a, double b) { return __dadd_rn(a, b); }
XAMT_DEVICE inline float product(float a, float b) { return __fmul_rn(a, b); }
XAMT_DEVICE inline double product(double a, double b) { return __dmul_rn(a, b); }
XAMT_DEVICE inline float fused(float a, float b, float c) { return __fmaf_rn(a, b, c); }
XAMT_DEVICE inline double fused(double a, double b, double c) { return __fma_rn(a, b, c); }
#else
template <class C> C kept(C x) {
#if defined(__x86_64__)
    asm("" : "+x"(x));
#elif defined(__aarch64__)
    asm("" : "+w"(x));
#endif
    return x;
}
inline float sum(float a, float b) { return a + b; }
inline double sum(double a, double b) { return a + b; }
inline float product(float a, float b) { return kept(a * b); }
inline double product(double a, double b) { return kept(a * b); }
inline float fused(float a, float b, float c) { return std::fma(a, b, c); }
inline double fused(double a, double b, double c) { return std::fma(a, b, c); }
#endif
template <class C> XAMT_DEVICE C difference(C a, C b) { return sum(a, -b); }
template <class C> XAMT_DEVICE C magnitude(C x) { return x < 0 ? -x : x; }
template <class C> XAMT_DEVICE C larger(C a, C b) { return b > a ? b : a; }
template <class C> XAMT_DEVICE C smaller(C a, C b) { return b < a ? b : a; }

/// float16 as float32.
XAMT_DEVICE inline float widened(half h) {
#if defined(__CUDA_ARCH__)
    float to;
    asm("cvt.f32.f16 %0, %1;" : "=f"(to) : "h"(h.bits));
    return to;
#else
    std::uint32_t const size = static_cast<std::uint32_t>(h.bits & 0x7fffu) << 13, sign = static_cast<std::uint32_t>(h.bits & 0x8000u)
                                                                                          << 16;
    if (size >= 0x7c00u << 13) return bits_as<float>(sign | size | 0x7f800000u);
    return bits_as<float>(sign | bits_as<std::uint32_t>(bits_as<float>(size) * 0x1p112f));
#endif
}
XAMT_DEVICE inline float widened(bfloat b) { return bits_as<float>(static_cast<std::uint32_t>(b.bits) << 16); }
XAMT_DEVICE inline float widened(float x) { return x; }
XAMT_DEVICE inline double widened(double x) { return x; }
XAMT_DEVICE inline double widened(truth t) { return t.byte != 0 ? 1 : 0; }
template <class T> XAMT_DEVICE double widened(T integer) { return static_cast<double>(integer); }

/// How an element is checked. `per_load` elements are a thread's share of a step, `lanes` as in compare/variance_arithmetic.hpp.
template <class T> struct element {
    using arithmetic = double;
    using bits = T;
    static constexpr bool floating = false;
    static constexpr int per_load = sizeof(T) == 8 ? 2 : 4, lanes = 128;
    static constexpr double safe_low = 0, safe_high = 1e300; // no spread of integers is larger
};
template <class C, class Bits, int PerLoad, int Lanes> struct floating_element {
    using arithmetic = C;
    using bits = Bits;
    static constexpr bool floating = true;
    static constexpr int per_load = PerLoad, lanes = Lanes;
};
template <> struct element<half> : floating_element<float, std::uint16_t, 8, 256> {
    static constexpr double safe_low = 0, safe_high = 1e300;
};
template <> struct element<bfloat> : floating_element<float, std::uint16_t, 8, 256> {
    static constexpr double safe_low = 1e-15f, safe_high = 1e18f;
};
template <> struct element<float> : floating_element<float, std::uint32_t, 4, 128> {
    static constexpr double safe_low = 1e-15f, safe_high = 1e18f;
};
template <> struct element<double> : floating_element<double, std::uint64_t, 2, 64> {
    static constexpr double safe_low = 1e-145, safe_high = 1e150;
};

/// Position on the number line; both zeros are 0.
template <class T> XAMT_DEVICE std::int64_t place_of(T x) {
    if constexpr (element<T>::floating) {
        using bits = typename element<T>::bits;
        auto const b = bits_as<bits>(x);
        constexpr auto sign = static_cast<bits>(1ull << (8 * sizeof(T) - 1));
        auto const size = static_cast<std::int64_t>(static_cast<std::uint64_t>(b) & (static_cast<std::uint64_t>(sign) - 1));
        return (b & sign) != 0 ? -size : size;
    } else {
        return static_cast<std::int64_t>(x);
    }
}
XAMT_DEVICE inline std::int64_t place_of(truth t) { return t.byte != 0 ? 1 : 0; }

template <class T> struct type_of {
    using type = T;
};
/// f(type_of<T>()) for the type of an xamt::dtype, by its number; of complex numbers for that of their components.
template <class F> auto visit_element(int type, F f) {
    switch (type) {
    case 0: return f(type_of<half>());
    case 1: return f(type_of<bfloat>());
    case 2:
    case 10: return f(type_of<float>());
    case 4: return f(type_of<std::int8_t>());
    case 5: return f(type_of<std::int16_t>());
    case 6: return f(type_of<std::int32_t>());
    case 7: return f(type_of<std::int64_t>());
    case 8: return f(type_of<std::uint8_t>());
    case 9: return f(type_of<truth>());
    default: return f(type_of<double>());
    }
}

} // namespace cuda
} // namespace v0
} // namespace xamt

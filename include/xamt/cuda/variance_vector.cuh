/// @file
/// Sixteen bytes of each column at a time: the short way of the variance check on a device, for elements that are finite and of one sign.
///
/// Place in the pipeline: cuda; used by variance_tile.cuh. The thoughts are those of compare/variance_pass.ipp: bits of one sign are ordered
/// as numbers are, and one margin for each element tells what must be looked at again.
#pragma once

#include <xamt/cuda/element.cuh>

namespace xamt {
inline namespace v0 {
namespace cuda {

struct alignas(16) sixteen_bytes {
    std::uint32_t word[4];
};

/// Read once, so it need not stay in the caches.
XAMT_DEVICE inline sixteen_bytes load_sixteen(void const* from) {
    sixteen_bytes v;
#if defined(__CUDA_ARCH__)
    asm("ld.global.nc.L1::no_allocate.v4.u32 {%0, %1, %2, %3}, [%4];"
        : "=r"(v.word[0]), "=r"(v.word[1]), "=r"(v.word[2]), "=r"(v.word[3])
        : "l"(from));
#else
    memcpy(&v, from, sizeof v);
#endif
    return v;
}

// Two integers of 16 bits in a word.
XAMT_DEVICE inline std::uint32_t larger_halves(std::uint32_t a, std::uint32_t b) {
#if defined(__CUDA_ARCH__)
    return __vmaxs2(a, b);
#else
    auto const low = larger(static_cast<std::int16_t>(a), static_cast<std::int16_t>(b));
    auto const high = larger(static_cast<std::int16_t>(a >> 16), static_cast<std::int16_t>(b >> 16));
    return static_cast<std::uint16_t>(low) | static_cast<std::uint32_t>(static_cast<std::uint16_t>(high)) << 16;
#endif
}
XAMT_DEVICE inline std::uint32_t smaller_halves(std::uint32_t a, std::uint32_t b) {
#if defined(__CUDA_ARCH__)
    return __vmins2(a, b);
#else
    auto const low = smaller(static_cast<std::int16_t>(a), static_cast<std::int16_t>(b));
    auto const high = smaller(static_cast<std::int16_t>(a >> 16), static_cast<std::int16_t>(b >> 16));
    return static_cast<std::uint16_t>(low) | static_cast<std::uint32_t>(static_cast<std::uint16_t>(high)) << 16;
#endif
}
/// a - b of halves that do not overflow into each other: high >= low, both of one sign; else a sign bit is set or the margin tells.
XAMT_DEVICE inline std::uint32_t difference_of_halves(std::uint32_t a, std::uint32_t b) {
#if defined(__CUDA_ARCH__)
    return __vsub2(a, b);
#else
    return ((a - b) & 0xffffu) | (((a >> 16) - (b >> 16)) << 16);
#endif
}

/// The bits of a load as integers that are ordered as sizes are, and operations on them.
template <class T> struct order_of {
    using integer = std::int32_t;
    static constexpr int count = 4;
    XAMT_DEVICE static void read(sixteen_bytes const& v, integer (&to)[count]) {
        for (int k = 0; k < count; ++k) to[k] = static_cast<integer>(v.word[k]);
    }
    XAMT_DEVICE static integer most(integer a, integer b) { return larger(a, b); }
    XAMT_DEVICE static integer least(integer a, integer b) { return smaller(a, b); }
    XAMT_DEVICE static integer steps(integer high, integer low) {
        return static_cast<integer>(static_cast<std::uint32_t>(high) - static_cast<std::uint32_t>(low));
    }
    XAMT_DEVICE static bool negative(integer x) { return x < 0; }
    XAMT_DEVICE static std::uint64_t largest(integer x) { return static_cast<std::uint64_t>(x); }
    XAMT_DEVICE static float number(integer const (&from)[count], int k) { return bits_as<float>(from[k]); }
};
template <> struct order_of<double> {
    using integer = std::int64_t;
    static constexpr int count = 2;
    XAMT_DEVICE static void read(sixteen_bytes const& v, integer (&to)[count]) {
        for (int k = 0; k < count; ++k) to[k] = static_cast<integer>(static_cast<std::uint64_t>(v.word[2 * k + 1]) << 32 | v.word[2 * k]);
    }
    XAMT_DEVICE static integer most(integer a, integer b) { return larger(a, b); }
    XAMT_DEVICE static integer least(integer a, integer b) { return smaller(a, b); }
    XAMT_DEVICE static integer steps(integer high, integer low) {
        return static_cast<integer>(static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low));
    }
    XAMT_DEVICE static bool negative(integer x) { return x < 0; }
    XAMT_DEVICE static std::uint64_t largest(integer x) { return static_cast<std::uint64_t>(x); }
    XAMT_DEVICE static double number(integer const (&from)[count], int k) { return bits_as<double>(from[k]); }
};
template <class T> struct order_of_halves {
    using integer = std::uint32_t; ///< two of them
    static constexpr int count = 4;
    XAMT_DEVICE static void read(sixteen_bytes const& v, integer (&to)[count]) {
        for (int k = 0; k < count; ++k) to[k] = v.word[k];
    }
    XAMT_DEVICE static integer most(integer a, integer b) { return larger_halves(a, b); }
    XAMT_DEVICE static integer least(integer a, integer b) { return smaller_halves(a, b); }
    XAMT_DEVICE static integer steps(integer high, integer low) { return difference_of_halves(high, low); }
    XAMT_DEVICE static bool negative(integer x) { return (x & 0x80008000u) != 0; }
    XAMT_DEVICE static std::uint64_t largest(integer x) { return larger(x & 0xffffu, x >> 16); }
    XAMT_DEVICE static float number(integer const (&from)[count], int k) {
        return widened(T{static_cast<std::uint16_t>(k % 2 == 0 ? from[k / 2] & 0xffffu : from[k / 2] >> 16)});
    }
};
template <> struct order_of<half> : order_of_halves<half> {};
template <> struct order_of<bfloat> : order_of_halves<bfloat> {};

/// What loads of every column give: sums of u in the lanes of a thread, the largest values, and what must be looked at again.
template <class T> struct load_found {
    using C = typename element<T>::arithmetic;
    C lane[element<T>::per_load];
    C u = 0, spread = 0;
    typename order_of<T>::integer steps = 0;
    std::uint32_t signs = 0; ///< the sign bit is set if a margin is below 0 or -0
    bool finite = true; ///< no u is NaN or infinite

    /// One of two signs, NaN, infinite, or perhaps of the largest relative spread yet.
    [[nodiscard]] XAMT_DEVICE bool doubtful() const { return !finite || (signs >> 31) != 0; }
};

XAMT_DEVICE inline std::uint32_t sign_word(float x) { return bits_as<std::uint32_t>(x); }
XAMT_DEVICE inline std::uint32_t sign_word(double x) { return static_cast<std::uint32_t>(bits_as<std::uint64_t>(x) >> 32); }
XAMT_DEVICE inline std::uint32_t sign_word(std::int32_t x) { return static_cast<std::uint32_t>(x); }
XAMT_DEVICE inline std::uint32_t sign_word(std::int64_t x) { return static_cast<std::uint32_t>(static_cast<std::uint64_t>(x) >> 32); }
XAMT_DEVICE inline std::uint32_t sign_word(std::uint32_t halves) { return halves | halves << 16; }

/// Takes in element k of a load: its u, its spread, and the size of one of its numbers.
template <class T, class C> XAMT_DEVICE void take(load_found<T>& out, int k, C u, C spread, C size, C beaten) {
    out.finite = out.finite && u < static_cast<C>(INFINITY);
    out.signs |= sign_word(fused(beaten, size, -spread));
    out.lane[k] = sum(out.lane[k], u);
    out.u = larger(out.u, u);
    out.spread = larger(out.spread, spread);
}
template <class T, class Bits> XAMT_DEVICE void take_steps(load_found<T>& out, Bits high, Bits low) {
    auto const steps = order_of<T>::steps(high, low);
    out.signs |= sign_word(steps);
    out.steps = order_of<T>::most(out.steps, steps);
}

/// Two or three columns that have been read. `beaten` is a little below the largest relative spread yet, and below 1.
template <class T, int Few>
XAMT_DEVICE void look_at_few(sixteen_bytes const (&v)[Few], typename element<T>::arithmetic beaten, load_found<T>& out) {
    using C = typename element<T>::arithmetic;
    using order = order_of<T>;
    typename order::integer bits[Few][order::count];
    XAMT_UNROLL
    for (int f = 0; f < Few; ++f) order::read(v[f], bits[f]);
    XAMT_UNROLL
    for (int k = 0; k < element<T>::per_load; ++k) {
        C x[Few];
        XAMT_UNROLL
        for (int f = 0; f < Few; ++f) x[f] = order::number(bits[f], k);
        C const d = difference(x[1], x[0]);
        C u = product(d, d), spread = magnitude(d);
        if constexpr (Few == 3) {
            C const second = difference(x[2], x[0]), third = difference(x[2], x[1]);
            u = sum(sum(u, product(second, second)), product(third, third));
            spread = larger(larger(spread, magnitude(second)), magnitude(third));
        }
        take(out, k, u, spread, magnitude(x[0]), beaten);
    }
    XAMT_UNROLL
    for (int k = 0; k < order::count; ++k) {
        auto high = order::most(bits[0][k], bits[1][k]), low = order::least(bits[0][k], bits[1][k]);
        if constexpr (Few == 3) {
            high = order::most(high, bits[2][k]);
            low = order::least(low, bits[2][k]);
        }
        take_steps(out, high, low);
    }
}

/// Sums over many columns, read one after another.
template <class T> struct column_sums {
    using C = typename element<T>::arithmetic;
    using order = order_of<T>;
    C pivot[element<T>::per_load], d_sum[element<T>::per_load], squares[element<T>::per_load];
    typename order::integer high[order::count], low[order::count];

    XAMT_DEVICE void start(sixteen_bytes const& v) {
        order::read(v, high);
        order::read(v, low);
        XAMT_UNROLL
        for (int k = 0; k < element<T>::per_load; ++k) {
            pivot[k] = order::number(high, k);
            d_sum[k] = squares[k] = 0;
        }
    }
    XAMT_DEVICE void add(sixteen_bytes const& v) {
        typename order::integer bits[order::count];
        order::read(v, bits);
        XAMT_UNROLL
        for (int k = 0; k < element<T>::per_load; ++k) {
            C const d = difference(order::number(bits, k), pivot[k]);
            d_sum[k] = sum(d_sum[k], d);
            squares[k] = sum(squares[k], product(d, d));
        }
        XAMT_UNROLL
        for (int k = 0; k < order::count; ++k) {
            high[k] = order::most(high[k], bits[k]);
            low[k] = order::least(low[k], bits[k]);
        }
    }
    XAMT_DEVICE void finish(C count, C beaten, load_found<T>& out) const {
        XAMT_UNROLL
        for (int k = 0; k < element<T>::per_load; ++k) {
            C const u = difference(product(count, squares[k]), product(d_sum[k], d_sum[k]));
            C const top = order::number(high, k);
            // NaN passes on to the test for it; what is below 0 is 0.
            take(out, k, u < 0 ? C(0) : u, magnitude(difference(top, order::number(low, k))), magnitude(top), beaten);
        }
        XAMT_UNROLL
        for (int k = 0; k < order::count; ++k) take_steps(out, high[k], low[k]);
    }
};

} // namespace cuda
} // namespace v0
} // namespace xamt

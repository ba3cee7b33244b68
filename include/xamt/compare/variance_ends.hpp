/// @file
/// The largest and the smallest element across columns, two vectors at a time: the spreads of the variance check come from these.
///
/// Place in the pipeline: compare; used by variance_kernel.hpp. Elements of one sign are ordered as their bits are, so that unsigned
/// maxima and minima serve; they also notice every change of sign, even that of a zero. Halves are kept in their 16 bits, twice as many
/// to an instruction. Without such instructions (64 bits before AVX-512, 32 bits before SSE4.1) numbers are compared.
#pragma once

#include <xamt/compare/variance_vector.hpp>

#if !defined(__clang__) // clang takes the reference path (variance.hpp)
namespace xamt {
inline namespace v0 {
namespace detail {

/// Two vectors of numbers, compared as numbers.
template <int Width, class T> struct number_ends {
    using vec = lane_elements<Width, T>;
    using numbers = typename vec::numbers;
    using integers = typename vec::integers;
    using distances = integers; ///< largest steps on the number line, one to a place
    numbers high[2], low[2];
    integers changes[2];

    [[gnu::always_inline]] inline void start(void const*, numbers const (&x)[2]) {
        _Pragma("GCC unroll 2") for (int b = 0; b < 2; ++b) {
            high[b] = low[b] = x[b];
            changes[b] = integers{};
        }
    }
    [[gnu::always_inline]] inline void add(void const*, numbers const (&x)[2], numbers const (&first)[2]) {
        _Pragma("GCC unroll 2") for (int b = 0; b < 2; ++b) {
            vec::max_with(high[b], x[b]);
            vec::min_with(low[b], x[b]);
            changes[b] |= (integers)x[b] ^ (integers)first[b];
        }
    }
    /// Sign bits where signs differ.
    [[gnu::always_inline]] inline void signs(integers& to) const { to = changes[0] | changes[1]; }
    [[gnu::always_inline]] inline void spread(int b, numbers& to) const { to = high[b] - low[b]; }
    [[gnu::always_inline]] inline void size(int b, numbers& to) const {
        numbers other;
        vec::size_of(high[b], to);
        vec::size_of(low[b], other);
        vec::max_with(to, other);
    }
    [[gnu::always_inline]] inline void distance(distances& largest) const {
        _Pragma("GCC unroll 2") for (int b = 0; b < 2; ++b) {
            integers const d = (integers)high[b] - (integers)low[b];
            integers const size = d < 0 ? -d : d;
            largest = size > largest ? size : largest;
        }
    }
};

/// Two vectors of numbers, compared as bits.
template <int Width, class T> struct bit_ends {
    using vec = lane_elements<Width, T>;
    using numbers = typename vec::numbers;
    using integers = typename vec::integers;
    using bits = vector_t<std::make_unsigned_t<typename vec::integer>, Width>;
    using distances = bits;
    bits high[2], low[2];

    [[gnu::always_inline]] inline void start(void const*, numbers const (&x)[2]) {
        _Pragma("GCC unroll 2") for (int b = 0; b < 2; ++b) high[b] = low[b] = (bits)x[b];
    }
    [[gnu::always_inline]] inline void add(void const*, numbers const (&x)[2], numbers const (&)[2]) {
        _Pragma("GCC unroll 2") for (int b = 0; b < 2; ++b) {
            auto const y = (bits)x[b];
            high[b] = y > high[b] ? y : high[b];
            low[b] = y < low[b] ? y : low[b];
        }
    }
    [[gnu::always_inline]] inline void signs(integers& to) const { to = (integers)((high[0] ^ low[0]) | (high[1] ^ low[1])); }
    [[gnu::always_inline]] inline void spread(int b, numbers& to) const { vec::size_of((numbers)high[b] - (numbers)low[b], to); }
    [[gnu::always_inline]] inline void size(int b, numbers& to) const { vec::size_of((numbers)high[b], to); }
    [[gnu::always_inline]] inline void distance(distances& largest) const {
        _Pragma("GCC unroll 2") for (int b = 0; b < 2; ++b) {
            bits const d = high[b] - low[b];
            largest = d > largest ? d : largest;
        }
    }
};

/// One vector of halves, which is two of numbers.
template <int Width, class T> struct half_ends {
    using vec = lane_elements<Width, T>;
    using numbers = typename vec::numbers;
    using integers = typename vec::integers;
    using words = vector_t<std::uint16_t, Width>;
    using distances = words;
    words high, low;

    [[gnu::always_inline]] inline void start(void const* from, numbers const (&)[2]) {
        std::memcpy(&high, from, Width);
        low = high;
    }
    [[gnu::always_inline]] inline void add(void const* from, numbers const (&)[2], numbers const (&)[2]) {
        words y;
        std::memcpy(&y, from, Width);
        high = y > high ? y : high;
        low = y < low ? y : low;
    }
    [[gnu::always_inline]] inline void signs(integers& to) const {
        auto const both = (integers)(high ^ low);
        to = both | (both << 16);
    }
    [[gnu::always_inline]] inline void spread(int b, numbers& to) const {
        numbers top, bottom;
        half_of(high, b, top);
        half_of(low, b, bottom);
        vec::size_of(top - bottom, to);
    }
    [[gnu::always_inline]] inline void size(int b, numbers& to) const {
        half_of(high, b, to);
        vec::size_of(to, to);
    }
    [[gnu::always_inline]] static inline void half_of(words const& w, int b, numbers& to) {
        typename vec::halves h;
        std::memcpy(&h, reinterpret_cast<char const*>(&w) + b * (Width / 2), Width / 2);
        vec::numbers_of(h, to);
    }
    [[gnu::always_inline]] inline void distance(distances& largest) const {
        words const d = high - low;
        largest = d > largest ? d : largest;
    }
};

template <int Width, class T, bool Half = sizeof(T) == 2, bool AsBits = (Width >= 8 * static_cast<int>(sizeof(T)))> struct ends_for;
template <int Width, class T, bool AsBits> struct ends_for<Width, T, true, AsBits> {
    using type = half_ends<Width, T>;
};
template <int Width, class T> struct ends_for<Width, T, false, true> {
    using type = bit_ends<Width, T>;
};
template <int Width, class T> struct ends_for<Width, T, false, false> {
    using type = number_ends<Width, T>;
};

} // namespace detail
} // namespace v0
} // namespace xamt
#endif

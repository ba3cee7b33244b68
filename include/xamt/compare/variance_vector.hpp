/// @file
/// Vectors of a given width, in the compilers' own vector extensions, and what the variance check does with them.
///
/// Place in the pipeline: compare; used by variance_kernel.hpp. Everything here is inlined into functions that are compiled for one
/// instruction set each, and vectors are passed by reference only: by value their passing would depend on that set.
#pragma once

#include <xamt/compare/variance_reference.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#if !defined(__clang__) // clang takes the reference path (variance.hpp)
namespace xamt {
inline namespace v0 {
namespace detail {

/// A vector of `Bytes` bytes of E. (g++ drops the attribute where only the size depends on a template parameter.)
template <class E, int Bytes> struct vector_type {
    typedef E type __attribute__((vector_size(Bytes)));
};
template <class E, int Bytes> using vector_t = typename vector_type<E, Bytes>::type;

/// Vectors of `Width` bytes of C (float or double) and what belongs to them.
template <int Width, class C> struct vector_of {
    using integer = std::conditional_t<sizeof(C) == 4, std::int32_t, std::int64_t>;
    using numbers = vector_t<C, Width>;
    using integers = vector_t<integer, Width>;
    static constexpr std::size_t length = Width / sizeof(C);
    static constexpr integer sign = static_cast<integer>(1ull << (8 * sizeof(C) - 1));
    static constexpr integer magnitude = static_cast<integer>(~sign);
    static constexpr integer infinity = sizeof(C) == 4 ? integer{0x7f800000} : static_cast<integer>(0x7ff0000000000000ull);

    [[gnu::always_inline]] static inline void load(void const* from, numbers& to) { std::memcpy(&to, from, Width); }
    [[gnu::always_inline]] static inline void max_with(numbers& a, numbers const& b) { a = b > a ? b : a; }
    [[gnu::always_inline]] static inline void min_with(numbers& a, numbers const& b) { a = b < a ? b : a; }
    [[gnu::always_inline]] static inline void max_with(integers& a, integers const& b) { a = b > a ? b : a; }
    [[gnu::always_inline]] static inline void size_of(numbers const& x, numbers& to) { to = (numbers)((integers)x & magnitude); }
    /// a*b, rounded before anything is added to it.
    [[gnu::always_inline]] static inline void product(numbers const& a, numbers const& b, numbers& to) {
#if defined(__clang__)
#pragma clang fp contract(off)
        to = a * b;
#else
        to = a * b;
        hide(to);
#endif
    }
    /// Keeps g++ from knowing where a value comes from. (clang checks asm before inlining, when it does not know the target yet.)
    [[gnu::always_inline]] static inline void hide([[maybe_unused]] numbers& x) {
#if defined(__x86_64__) && !defined(__clang__)
        asm("" : "+v"(x));
#elif defined(__aarch64__) && !defined(__clang__)
        asm("" : "+w"(x));
#endif
    }
    /// Whether the sign bits of all elements are set.
    [[gnu::always_inline]] static inline bool all_signs(integers const& v) {
#if defined(__x86_64__) && !defined(__clang__)
        constexpr unsigned all = (1u << (length - 1)) * 2 - 1;
        unsigned signs;
        if constexpr (Width == 32) {
            if constexpr (sizeof(C) == 4)
                asm("vmovmskps {%1, %0|%0, %1}" : "=r"(signs) : "x"(v));
            else
                asm("vmovmskpd {%1, %0|%0, %1}" : "=r"(signs) : "x"(v));
            return signs == all;
        } else if constexpr (Width == 64) {
            if constexpr (sizeof(C) == 4)
                asm("vpmovd2m {%1, %%k1|k1, %1}\n\tkmovd {%%k1, %0|%0, k1}" : "=r"(signs) : "v"(v) : "k1");
            else
                asm("vpmovq2m {%1, %%k1|k1, %1}\n\tkmovd {%%k1, %0|%0, k1}" : "=r"(signs) : "v"(v) : "k1");
            return signs == all;
        }
#endif
        auto const w = (vector_t<std::uint64_t, Width>)v;
        std::uint64_t common = ~0ull;
        for (int i = 0; i < Width / 8; ++i) common &= w[i];
        constexpr std::uint64_t signs_of_word = sizeof(C) == 4 ? 0x8000000080000000ull : 0x8000000000000000ull;
        return (common & signs_of_word) == signs_of_word;
    }
    [[gnu::always_inline]] static inline bool any_sign(integers const& v) { return !all_signs(~v); }
    [[gnu::always_inline]] static inline std::uint64_t count(integers const& mask) {
        std::uint64_t n = 0;
        for (std::size_t i = 0; i < length; ++i) n += mask[i] != 0;
        return n;
    }
    [[gnu::always_inline]] static inline double largest(numbers const& v) {
        C m = 0;
        for (std::size_t i = 0; i < length; ++i) m = v[i] > m ? v[i] : m;
        return static_cast<double>(m);
    }
    /// A sign and a size as a position on the number line.
    [[gnu::always_inline]] static inline void place_of_bits(integers const& bits, integers& to) {
        integers const negative = bits >> (8 * sizeof(C) - 1);
        to = ((bits & magnitude) ^ negative) - negative;
    }
};

/// How elements of T become numbers of the arithmetic, and where they stand on T's number line.
template <int Width, class T> struct lane_elements : vector_of<Width, T> {
    using base = vector_of<Width, T>;
    [[gnu::always_inline]] static inline void read(void const* from, typename base::numbers& to) { base::load(from, to); }
    [[gnu::always_inline]] static inline void places(typename base::numbers const& x, typename base::integers& to) {
        base::place_of_bits((typename base::integers)x, to);
    }
};

template <int Width> struct lane_elements<Width, bfloat16> : vector_of<Width, float> {
    using base = vector_of<Width, float>;
    using halves = vector_t<std::uint16_t, Width / 2>;
    using words = vector_t<std::uint32_t, Width>;

    [[gnu::always_inline]] static inline void numbers_of(halves const& h, typename base::numbers& to) {
        words w;
#if defined(__x86_64__) && !defined(__clang__)
        if constexpr (Width > 16)
            asm("vpmovzxwd {%1, %0|%0, %1}" : "=v"(w) : "vm"(h)); // g++ 12 makes ten instructions of the conversion
        else
#endif
            w = __builtin_convertvector(h, words);
        to = (typename base::numbers)(w << 16);
    }
    [[gnu::always_inline]] static inline void read(void const* from, typename base::numbers& to) {
        halves h;
        std::memcpy(&h, from, Width / 2);
        numbers_of(h, to);
    }
    [[gnu::always_inline]] static inline void places(typename base::numbers const& x, typename base::integers& to) {
        base::place_of_bits((typename base::integers)x, to);
        to >>= 16; // all of them are multiples of 2^16
    }
};

template <int Width> struct lane_elements<Width, float16> : vector_of<Width, float> {
    using base = vector_of<Width, float>;
    using numbers = typename base::numbers;
    using integers = typename base::integers;
    using halves = vector_t<std::uint16_t, Width / 2>;
    using words = vector_t<std::uint32_t, Width>;

    // Each compiler has its own way to the conversion instructions that needs no header of the target.
    [[gnu::always_inline]] static inline void numbers_of(halves const& h, numbers& to) {
        if constexpr (Width > 16) {
#if defined(__clang__)
            to = __builtin_convertvector((vector_t<_Float16, Width / 2>)h, numbers);
#elif defined(__x86_64__)
            asm("vcvtph2ps {%1, %0|%0, %1}" : "=v"(to) : "vm"(h));
#endif
        } else {
            words const w = __builtin_convertvector(h, words);
            words const size = (w & 0x7fffu) << 13;
            numbers const scaled = (numbers)size * 0x1p112f; // exact; subnormals become normal
            words const bits = size >= (0x7c00u << 13) ? (size | 0x7f800000u) : (words)scaled;
            to = (numbers)(bits | ((w & 0x8000u) << 16));
        }
    }
    /// Bits of numbers that halves represent exactly.
    [[gnu::always_inline]] static inline void bits_of(numbers const& x, integers& to) {
        if constexpr (Width > 16) {
            halves h{};
#if defined(__clang__)
            h = (halves) __builtin_convertvector(x, vector_t<_Float16, Width / 2>);
#elif defined(__x86_64__)
            asm("vcvtps2ph {$0, %1, %0|%0, %1, 0}" : "=v"(h) : "v"(x));
#endif
            to = (integers) __builtin_convertvector(h, words);
        } else {
            integers const size = (integers)((numbers)((integers)x & base::magnitude) * 0x1p-112f) >> 13;
            to = size | (((integers)x >> 16) & 0x8000);
        }
    }
    [[gnu::always_inline]] static inline void read(void const* from, numbers& to) {
        halves h;
        std::memcpy(&h, from, Width / 2);
        numbers_of(h, to);
    }
    [[gnu::always_inline]] static inline void places(numbers const& x, integers& to) {
        integers bits;
        bits_of(x, bits);
        base::place_of_bits((bits << 16), to);
        to >>= 16;
    }
};

} // namespace detail
} // namespace v0
} // namespace xamt
#endif

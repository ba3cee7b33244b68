/// @file
/// The variance check where something is NaN, infinite or of both signs: the same numbers with masks, and the counts of mismatches.
///
/// Place in the pipeline: compare; used by variance_kernel.hpp. A function of its own for each instruction set, so that the short way
/// keeps its registers.
#pragma once

#include <xamt/compare/variance_vector.hpp>

#if !defined(__clang__) // clang takes the reference path (variance.hpp)
namespace xamt {
inline namespace v0 {
namespace detail {

/// What a pass over some elements found.
struct variance_pass {
    double variance = 0, spread = 0, relative = 0;
    std::uint64_t ulp = 0, nan = 0, infinity = 0, zero_sign = 0;
};

/// Where a vector of every column stands, and where its variances go.
template <class C> struct variance_place {
    char const* const* columns;
    std::uint32_t count;
    std::size_t byte;
    C* lanes;
};

/// Operations that both ways share.
template <int Width, class T> struct variance_steps {
    using vec = lane_elements<Width, T>;
    using C = typename checked<T>::arithmetic;
    using numbers = typename vec::numbers;
    using integers = typename vec::integers;

    [[gnu::always_inline]] static inline void variance_of(numbers const& s, numbers const& q, numbers const& w, numbers& v) {
        numbers t;
        vec::product(s, s, t);
        vec::product(t, w, t);
        vec::product(q - t, w, v);
    }
    [[gnu::always_inline]] static inline void weight_of(std::uint32_t count, numbers& w) { w = C(1) / static_cast<C>(count) - numbers{}; }
    /// Adds non-negative variances to their lanes.
    [[gnu::always_inline]] static inline void add_to_lanes(numbers const& v, C* lanes) {
        numbers lane;
        std::memcpy(&lane, lanes, Width);
        lane += v;
        std::memcpy(lanes, &lane, Width);
    }

    [[gnu::always_inline]] static inline void general(variance_place<C> const& at, variance_pass& out) {
        integers nan{}, number{}, positive{}, negative{}, finite{}, zero{}, minus_zero{};
        for (std::uint32_t f = 0; f < at.count; ++f) {
            numbers x;
            vec::read(at.columns[f] + at.byte, x);
            auto const bits = (integers)x;
            integers const size = bits & vec::magnitude;
            nan |= (integers)(size > vec::infinity);
            number |= (integers)(size <= vec::infinity);
            positive |= (integers)(bits == vec::infinity);
            negative |= (integers)(bits == (vec::infinity | vec::sign));
            finite |= (integers)(size < vec::infinity);
            zero |= (integers)(bits == 0);
            minus_zero |= (integers)(bits == vec::sign);
        }
        out.nan += vec::count(nan & number);
        out.infinity += vec::count((positive & negative) | ((positive | negative) & finite));
        out.zero_sign += vec::count(zero & minus_zero);
        numbers_of_regular(at, ~(nan | positive | negative), out);
    }

  private:
    /// The numbers of the elements under the mask; the others count as zeros.
    [[gnu::always_inline]] static inline void numbers_of_regular(variance_place<C> const& at, integers const& regular, variance_pass& out) {
        numbers pivot, high, low, s{}, q{}, v, size, other;
        vec::read(at.columns[0] + at.byte, pivot);
        pivot = (numbers)((integers)pivot & regular);
        high = low = pivot;
        for (std::uint32_t f = 1; f < at.count; ++f) {
            numbers x, square;
            vec::read(at.columns[f] + at.byte, x);
            x = (numbers)((integers)x & regular);
            numbers const d = x - pivot;
            s += d;
            vec::product(d, d, square);
            q += square;
            vec::max_with(high, x);
            vec::min_with(low, x);
        }
        weight_of(at.count, other);
        variance_of(s, q, other, v);
        v = v > 0 ? v : numbers{};
        add_to_lanes(v, at.lanes);
        vec::size_of(high, size);
        vec::size_of(low, other);
        vec::max_with(size, other);
        vec::max_with(size, numbers{} + std::numeric_limits<C>::denorm_min());
        numbers const spread = high - low;
        raise(out.variance, v);
        raise(out.spread, spread);
        raise(out.relative, spread / size);
        integers top, bottom;
        vec::places(high, top);
        vec::places(low, bottom);
        for (std::size_t k = 0; k < vec::length; ++k)
            if (std::uint64_t const u = static_cast<std::uint64_t>(top[k]) - static_cast<std::uint64_t>(bottom[k]); u > out.ulp)
                out.ulp = u;
    }
    [[gnu::always_inline]] static inline void raise(double& to, numbers const& by) {
        double const largest = vec::largest(by);
        to = largest > to ? largest : to;
    }
};

template <class T, class C> [[gnu::noinline]] void general_baseline(variance_place<C> const& at, variance_pass& out) {
    variance_steps<16, T>::general(at, out);
}
#if defined(__x86_64__)
template <class T, class C> [[gnu::noinline, gnu::target("avx2,f16c")]] void general_avx2(variance_place<C> const& at, variance_pass& out) {
    variance_steps<32, T>::general(at, out);
}
template <class T, class C>
[[gnu::noinline, gnu::target("avx512f,avx512bw,avx512dq,avx512vl,f16c")]] void general_avx512(variance_place<C> const& at,
                                                                                              variance_pass& out) {
    variance_steps<64, T>::general(at, out);
}
#endif

/// The general way for one vector of every column.
template <int Width, class T, class C> [[gnu::always_inline]] inline void general_way(variance_place<C> const& at, variance_pass& out) {
#if defined(__x86_64__)
    if constexpr (Width == 64) return general_avx512<T>(at, out);
    if constexpr (Width == 32) return general_avx2<T>(at, out);
#endif
    if constexpr (Width == 16) general_baseline<T>(at, out);
}

} // namespace detail
} // namespace v0
} // namespace xamt
#endif

/// @file
/// The variance check over vectors: one pass over a tile, with a short way for the ordinary and a general way for the rest.
///
/// Place in the pipeline: compare; used by variance.hpp, which compiles it for several instruction sets. The short way serves vectors
/// whose elements are finite and of one sign in every column; NaN, infinities and changes of sign take the general way, which gives the
/// same numbers with masks. Columns of equal bits are only compared.
#pragma once

#include <xamt/compare/variance_ends.hpp>

namespace xamt {
inline namespace v0 {
namespace detail {

template <class T, int Width> class variance_kernel {
    using vec = elements_of<Width, T>;
    using C = typename checked<T>::arithmetic;
    using numbers = typename vec::numbers;
    using integers = typename vec::integers;
    static constexpr std::size_t length = vec::length;
    static constexpr std::size_t group = 2 * length; ///< elements of a column in flight
    using ends = typename ends_for<Width, T>::type;

  public:
    [[gnu::always_inline]] inline variance_kernel(void const* const* columns, std::uint32_t count, std::uint64_t elements)
        : columns_(columns), count_(count), elements_(elements) {}

    [[gnu::always_inline]] inline variance_record record() const {
        variance_totals sum;
        bool equal = true;
        for (std::uint64_t begin = 0; begin < elements_; begin += variance_tile) {
            std::uint64_t const left = elements_ - begin;
            equal = add_tile(sum, begin, left < variance_tile ? static_cast<std::size_t>(left) : variance_tile) && equal;
        }
        if (equal) return {};
        variance_record r = record_of(sum, elements_);
        if (r.ulp_spread != 0) r.at = find(sum.ulp_tile, r.ulp_spread);
        return r;
    }

    /// Results of one pass; the lanes are the caller's.
    struct pass_result {
        double variance = 0, spread = 0, relative = 0;
        std::uint64_t ulp = 0, nan = 0, infinity = 0, zero_sign = 0;
    };

    /// Goes over `n` elements at `columns`; `skip` of them, a multiple of a group, are known to be equal.
    [[gnu::always_inline]] static inline void pass(char const* const* columns, std::uint32_t count, std::size_t skip, std::size_t n, C* lanes,
                                                   pass_result& out) {
        state at;
        at.weight = C(1) / static_cast<C>(count);
        alignas(64) char rest[variance_batch::most_columns][group * sizeof(T)];
        char const* last[variance_batch::most_columns];
        char const* const* from = columns;
        for (std::size_t i = skip, byte = skip * sizeof(T); i < n; i += group, byte += group * sizeof(T)) {
            if (n - i < group) [[unlikely]] {
                // What is left is filled up with zeros, which are equal in all columns.
                for (std::uint32_t f = 0; f < count; ++f) {
                    std::memset(rest[f], 0, sizeof rest[f]);
                    std::memcpy(rest[f], columns[f] + byte, (n - i) * sizeof(T));
                    last[f] = rest[f];
                }
                from = last;
                byte = 0;
            }
            step(from, count, byte, lanes + i % variance_lanes, at, out);
        }
        out.variance = vec::largest(at.variance);
        out.spread = vec::largest(at.spread);
        out.relative = vec::largest(at.relative);
        for (std::size_t k = 0; k < sizeof at.ulp / sizeof at.ulp[0]; ++k)
            if (auto const u = static_cast<std::uint64_t>(at.ulp[k]); u > out.ulp) out.ulp = u;
    }

  private:
    struct state {
        numbers variance{}, spread{}, relative{};
        numbers beaten{}; ///< a little below `relative`: what does not exceed it need not be divided
        typename ends::distances ulp{};
        C weight = 0;
    };

    [[gnu::always_inline]] static inline void step(char const* const* columns, std::uint32_t count, std::size_t byte, C* lanes, state& at,
                                                   pass_result& out) {
        numbers pivot[2], s[2], q[2];
        ends e;
        std::size_t const next = byte + length * sizeof(T);
        vec::read(columns[0] + byte, pivot[0]);
        vec::read(columns[0] + next, pivot[1]);
        e.start(columns[0] + byte, pivot);
        _Pragma("GCC unroll 2") for (int b = 0; b < 2; ++b) s[b] = q[b] = numbers{};
        for (std::uint32_t f = 1; f < count; ++f) {
            numbers x[2];
            vec::read(columns[f] + byte, x[0]);
            vec::read(columns[f] + next, x[1]);
            e.add(columns[f] + byte, x, pivot);
            _Pragma("GCC unroll 2") for (int b = 0; b < 2; ++b) {
                numbers square;
                numbers const d = x[b] - pivot[b];
                s[b] += d;
                vec::product(d, d, square);
                q[b] += square;
            }
        }
        numbers v[2], spread[2], size[2];
        integers odd{}, larger{};
        _Pragma("GCC unroll 2") for (int b = 0; b < 2; ++b) {
            numbers top, bottom;
            variance_of(s[b], q[b], count, at.weight, v[b]);
            odd |= ~(integers)(v[b] < std::numeric_limits<C>::infinity()); // something is infinite or NaN
            e.ends(b, top, bottom);
            spreads(top, bottom, spread[b], size[b]);
            larger |= (integers)(spread[b] > at.beaten * size[b]);
        }
        e.signs(odd);
        if (vec::any_sign(odd | larger)) [[unlikely]] {
            if (vec::any_sign(odd)) {
                for (std::size_t b = 0; b < 2; ++b) general(columns, count, b == 0 ? byte : next, lanes + b * length, at, out);
                return;
            }
            _Pragma("GCC unroll 2") for (int b = 0; b < 2; ++b) divide(spread[b], size[b], at);
        }
        e.distance(at.ulp);
        _Pragma("GCC unroll 2") for (int b = 0; b < 2; ++b) add(spread[b], v[b], lanes + static_cast<std::size_t>(b) * length, at);
    }

    /// max - min and max |x| of columns of one sign; which end is which does not matter.
    [[gnu::always_inline]] static inline void spreads(numbers const& top, numbers const& bottom, numbers& spread, numbers& size) {
        vec::size_of(top - bottom, spread);
        vec::size_of(top, size);
        if constexpr (!std::is_same_v<ends, bit_ends<Width, T>> && !std::is_same_v<ends, half_ends<Width, T>>) {
            numbers other;
            vec::size_of(bottom, other);
            vec::max_with(size, other);
        }
    }

    [[gnu::always_inline]] static inline void variance_of(numbers const& s, numbers const& q, std::uint32_t count, C weight, numbers& v) {
        if (count == 2) { // s*s is q: what is left is exact
            v = q * C(0.25);
            return;
        }
        numbers const w = weight - numbers{};
        numbers t;
        vec::product(s, s, t);
        vec::product(t, w, t);
        vec::product(q - t, w, v);
    }

    /// Raises the largest relative spread. The division is exact to the last bit; the test before it only has to be safe.
    [[gnu::always_inline]] static inline void divide(numbers const& spread, numbers const& size, state& at) {
        numbers divisor = size;
        vec::max_with(divisor, numbers{} + std::numeric_limits<C>::denorm_min());
        vec::max_with(at.relative, spread / divisor);
        at.beaten = at.relative * (1 - 8 * std::numeric_limits<C>::epsilon());
    }

    [[gnu::always_inline]] static inline void add(numbers const& spread, numbers const& v, C* lanes, state& at) {
        numbers variance = numbers{};
        vec::max_with(variance, v);
        vec::max_with(at.spread, spread);
        vec::max_with(at.variance, variance);
        numbers lane;
        std::memcpy(&lane, lanes, Width);
        lane += variance;
        std::memcpy(lanes, &lane, Width);
    }

    /// The same for a vector in which something is NaN, infinite, or of both signs.
    [[gnu::always_inline]] static inline void general(char const* const* columns, std::uint32_t count, std::size_t byte, C* lanes, state& at,
                                                      pass_result& out) {
        integers nan{}, number{}, positive{}, negative{}, finite{}, zero{}, minus_zero{};
        for (std::uint32_t f = 0; f < count; ++f) {
            numbers x;
            vec::read(columns[f] + byte, x);
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
        integers const regular = ~(nan | positive | negative);
        numbers pivot, high, low, s{}, q{}, v;
        vec::read(columns[0] + byte, pivot);
        pivot = (numbers)((integers)pivot & regular);
        high = low = pivot;
        for (std::uint32_t f = 1; f < count; ++f) {
            numbers x, square;
            vec::read(columns[f] + byte, x);
            x = (numbers)((integers)x & regular);
            numbers const d = x - pivot;
            s += d;
            vec::product(d, d, square);
            q += square;
            vec::max_with(high, x);
            vec::min_with(low, x);
        }
        variance_of(s, q, count, at.weight, v);
        integers top, bottom;
        vec::places(high, top);
        vec::places(low, bottom);
        for (std::size_t k = 0; k < length; ++k)
            if (std::uint64_t const u = static_cast<std::uint64_t>(top[k]) - static_cast<std::uint64_t>(bottom[k]); u > out.ulp) out.ulp = u;
        numbers size, other;
        vec::size_of(high, size);
        vec::size_of(low, other);
        vec::max_with(size, other);
        divide(high - low, size, at);
        add(high - low, v, lanes, at);
    }

    /// How many elements from the start of a tile are equal in all columns; a multiple of a group, or `n`.
    [[gnu::always_inline]] inline std::size_t equal_prefix(char const* const* columns, std::size_t n) const {
        using words = vector_t<std::uint64_t, Width>;
        constexpr std::size_t block = 4 * Width;
        std::size_t const bytes = n * sizeof(T);
        std::size_t at = 0;
        for (; at + block <= bytes; at += block) {
            words different{}, first[4];
            _Pragma("GCC unroll 4") for (std::size_t b = 0; b < 4; ++b) std::memcpy(&first[b], columns[0] + at + b * Width, Width);
            for (std::uint32_t f = 1; f < count_; ++f)
                _Pragma("GCC unroll 4") for (std::size_t b = 0; b < 4; ++b) {
                    words y;
                    std::memcpy(&y, columns[f] + at + b * Width, Width);
                    different |= first[b] ^ y;
                }
            if (vec::any_sign((integers)(different | (words{} - different)))) return at / sizeof(T);
        }
        for (std::uint32_t f = 1; f < count_ && at < bytes; ++f)
            if (std::memcmp(columns[0] + at, columns[f] + at, bytes - at) != 0) return at / sizeof(T);
        return n;
    }

    /// Adds a tile; true if all its columns are equal.
    [[gnu::always_inline]] inline bool add_tile(variance_totals& sum, std::uint64_t begin, std::size_t n) const {
        char const* columns[variance_batch::most_columns];
        for (std::uint32_t f = 0; f < count_; ++f) columns[f] = static_cast<char const*>(columns_[f]) + begin * sizeof(T);
        std::size_t const skip = equal_prefix(columns, n);
        if (skip == n) return true;
        alignas(64) C lanes[variance_lanes];
        std::size_t const used = n < variance_lanes ? (n + group - 1) / group * group : variance_lanes;
        numbers zero{};
        asm("" : "+v"(zero)); // else the loop becomes a call that costs more than a small trial
        for (std::size_t i = 0; i < used; i += length) std::memcpy(lanes + i, &zero, Width);
        pass_result r;
        pass(columns, count_, skip, n, lanes, r);
        sum.nan_mismatches += r.nan;
        sum.infinity_mismatches += r.infinity;
        sum.zero_sign_mismatches += r.zero_sign;
        if (r.ulp > sum.ulp_spread) {
            sum.ulp_spread = r.ulp;
            sum.ulp_tile = begin / variance_tile;
        }
        if (r.spread != 0 && !(r.spread >= checked<T>::safe_low && r.spread <= checked<T>::safe_high)) {
            // Rare, and the plain code is exact: only the numbers of this tile are taken from it.
            variance_reference<T>(columns_, count_, elements_).add_wide_numbers(sum, begin);
            return false;
        }
        sum.largest_variance = r.variance > sum.largest_variance ? r.variance : sum.largest_variance;
        sum.absolute_spread = r.spread > sum.absolute_spread ? r.spread : sum.absolute_spread;
        sum.relative_spread = r.relative > sum.relative_spread ? r.relative : sum.relative_spread;
        sum.sum_of_variances += sum_lanes(lanes, used);
        return false;
    }

    /// detail::sum_of_lanes with vectors: the same additions. Lanes from `used` on are not set.
    [[gnu::always_inline]] static inline double sum_lanes(C const* lanes, std::size_t used) {
        using doubles = vector_t<double, Width>;
        constexpr std::size_t wide = Width / 8;
        alignas(64) double sums[variance_lanes];
        std::size_t n = variance_lanes;
        while (n > wide && n / 2 >= used) n /= 2; // the upper half is all zeros
        std::size_t i = 0;
        for (; i < used && i < n; i += wide) {
            vector_t<C, static_cast<int>(wide * sizeof(C))> part;
            std::memcpy(&part, lanes + i, sizeof part);
            doubles const d = __builtin_convertvector(part, doubles);
            std::memcpy(sums + i, &d, Width);
        }
        for (; i < n; i += wide) {
            doubles const d{};
            std::memcpy(sums + i, &d, Width);
        }
        for (n /= 2; n >= wide; n /= 2)
            for (i = 0; i < n; i += wide) {
                doubles a, b;
                std::memcpy(&a, sums + i, Width);
                std::memcpy(&b, sums + i + n, Width);
                a += b;
                std::memcpy(sums + i, &a, Width);
            }
        for (; n > 0; n /= 2)
            for (i = 0; i < n; ++i) sums[i] += sums[i + n];
        return sums[0];
    }

    /// First element of a tile with that ULP spread. Vectors find candidates, the plain code confirms them.
    [[gnu::always_inline]] inline std::uint64_t find(std::uint64_t tile, std::uint64_t spread) const {
        variance_reference<T> const plain(columns_, count_, elements_);
        std::uint64_t const begin = tile * variance_tile;
        std::uint64_t i = begin;
        for (; i + length <= elements_; i += length) {
            numbers high, low;
            vec::read(static_cast<char const*>(columns_[0]) + i * sizeof(T), high);
            low = high;
            for (std::uint32_t f = 1; f < count_; ++f) {
                numbers x;
                vec::read(static_cast<char const*>(columns_[f]) + i * sizeof(T), x);
                vec::max_with(high, x);
                vec::min_with(low, x);
            }
            integers top, bottom;
            vec::places(high, top);
            vec::places(low, bottom);
            auto const same = (integers)((top - bottom) == static_cast<typename vec::integer>(spread));
            if (!vec::any_sign(same)) continue;
            for (std::size_t k = 0; k < length; ++k)
                if (same[k] != 0 && plain.find(i + k, i + k + 1, spread) == i + k) return i + k;
        }
        return plain.find(i, elements_, spread);
    }

    void const* const* columns_;
    std::uint32_t count_;
    std::uint64_t elements_;
};

} // namespace detail
} // namespace v0
} // namespace xamt

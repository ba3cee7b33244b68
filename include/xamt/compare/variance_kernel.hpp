/// @file
/// The variance check over vectors: one pass over a tile, with a short way for the ordinary and a general way for the rest.
///
/// Place in the pipeline: compare; used by variance.hpp, which compiles it for several instruction sets. The short way serves vectors
/// whose elements are finite and of one sign in every column; NaN, infinities and changes of sign take the general way, which gives the
/// same numbers with masks. Columns of equal bits are only compared.
#pragma once

#include <xamt/compare/variance_ends.hpp>
#include <xamt/compare/variance_general.hpp>

#if !defined(__clang__) // clang takes the reference path (variance.hpp)
namespace xamt {
inline namespace v0 {
namespace detail {

template <class T, int Width> class variance_kernel {
    using vec = lane_elements<Width, T>;
    using C = typename checked<T>::arithmetic;
    using numbers = typename vec::numbers;
    using integers = typename vec::integers;
    static constexpr std::size_t length = vec::length;
    static constexpr std::size_t group = 2 * length; ///< elements of a column in flight
    using ends = typename ends_for<Width, T>::type;
    using steps = variance_steps<Width, T>;

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

    /// Goes over `n` elements at `columns`; `skip` of them, a multiple of a group, are known to be equal.
    [[gnu::always_inline]] static inline void pass(char const* const* columns, std::uint32_t count, std::size_t skip, std::size_t n,
                                                   C* lanes, variance_pass& out) {
        state at;
        steps::weight_of(count, at.weight);
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
        raise(out.variance, at.variance);
        raise(out.spread, at.spread);
        raise(out.relative, at.relative);
        for (std::size_t k = 0; k < sizeof at.ulp / sizeof at.ulp[0]; ++k)
            if (auto const u = static_cast<std::uint64_t>(at.ulp[k]); u > out.ulp) out.ulp = u;
    }

  private:
    struct state {
        numbers variance{}, spread{}, relative{};
        numbers beaten{}; ///< a little below `relative`: what does not exceed it need not be divided
        typename ends::distances ulp{};
        numbers weight{}; // initialised for g++ 12, which does not see that it always is
    };

    [[gnu::always_inline]] static inline void raise(double& to, numbers const& by) {
        double const largest = vec::largest(by);
        to = largest > to ? largest : to;
    }

    /// A group of elements that are finite and of one sign in all columns; others are handed on.
    [[gnu::always_inline]] static inline void step(char const* const* columns, std::uint32_t count, std::size_t byte, C* lanes, state& at,
                                                   variance_pass& out) {
        numbers pivot[2], x[2], s[2], q[2];
        ends e;
        std::size_t const next = byte + length * sizeof(T);
        vec::read(columns[0] + byte, pivot[0]);
        vec::read(columns[0] + next, pivot[1]);
        vec::read(columns[1] + byte, x[0]);
        vec::read(columns[1] + next, x[1]);
        e.start(columns[0] + byte, pivot);
        e.add(columns[1] + byte, x, pivot);
        _Pragma("GCC unroll 2") for (int b = 0; b < 2; ++b) {
            s[b] = x[b] - pivot[b];
            vec::product(s[b], s[b], q[b]);
        }
        for (std::uint32_t f = 2; f < count; ++f) {
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
        if (count == 2) {
            // s*s is q, and what is left of the formula is exact.
            _Pragma("GCC unroll 2") for (int b = 0; b < 2; ++b) {
                v[b] = q[b] * C(0.25);
                vec::size_of(s[b], spread[b]);
            }
        } else {
            _Pragma("GCC unroll 2") for (int b = 0; b < 2; ++b) {
                steps::variance_of(s[b], q[b], at.weight, v[b]);
                e.spread(b, spread[b]);
            }
        }
        integers larger{}, signs;
        _Pragma("GCC unroll 2") for (int b = 0; b < 2; ++b) {
            e.size(b, size[b]);
            larger |= (integers)(spread[b] > at.beaten * size[b]);
        }
        e.signs(signs);
        // False where something is NaN or infinite: it is carried into the variances.
        auto const ordinary = (integers)(v[0] + v[1] < std::numeric_limits<C>::infinity());
        if (!vec::all_signs(ordinary & ~(signs | larger))) [[unlikely]] {
            if (!vec::all_signs(ordinary & ~signs)) {
                general_way<Width, T, C>({columns, count, byte, lanes}, out);
                general_way<Width, T, C>({columns, count, next, lanes + length}, out);
                return;
            }
            _Pragma("GCC unroll 2") for (int b = 0; b < 2; ++b) divide(spread[b], size[b], at);
        }
        e.distance(at.ulp);
        numbers zero{};
        vec::hide(zero); // else the maximum becomes a comparison and a mask
        _Pragma("GCC unroll 2") for (int b = 0; b < 2; ++b) {
            numbers variance = zero;
            vec::max_with(variance, v[b]);
            vec::max_with(at.spread, spread[b]);
            vec::max_with(at.variance, variance);
            steps::add_to_lanes(variance, lanes + static_cast<std::size_t>(b) * length);
        }
    }

    /// Raises the largest relative spread. The division is exact to the last bit; the test before it only has to be safe.
    [[gnu::always_inline]] static inline void divide(numbers const& spread, numbers const& size, state& at) {
        numbers divisor = size;
        vec::max_with(divisor, numbers{} + std::numeric_limits<C>::denorm_min());
        vec::max_with(at.relative, spread / divisor);
        at.beaten = at.relative * (1 - 8 * std::numeric_limits<C>::epsilon());
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
            for (std::uint32_t f = 1; f < count_; ++f) _Pragma("GCC unroll 4") for (std::size_t b = 0; b < 4; ++b) {
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
        vec::hide(zero); // else the loop becomes a call that costs more than a small trial
        for (std::size_t i = 0; i < used; i += length) std::memcpy(lanes + i, &zero, Width);
        variance_pass r;
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
            // Bits of numbers of opposite sign lie further apart than the signed type reaches: their difference is taken without sign.
            using distance = std::make_unsigned_t<typename vec::integer>;
            using distances = vector_t<distance, Width>;
            auto const same = (integers)((distances)top - (distances)bottom == static_cast<distance>(spread));
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
#endif

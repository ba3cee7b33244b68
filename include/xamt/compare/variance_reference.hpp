/// @file
/// The variance check as plain code: the definition in variance_record.hpp, element by element. Slow, and right by inspection.
///
/// Place in the pipeline: compare. The fast paths are tested against it bit for bit, and integers are checked by it where columns differ.
#pragma once

#include <xamt/compare/variance_arithmetic.hpp>
#include <xamt/compare/variance_record.hpp>
#include <xamt/core/ndarray.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <complex>
#include <cstring>
#include <limits>
#include <type_traits>

namespace xamt {
inline namespace v0 {
namespace detail {

template <class T> class variance_reference {
  public:
    variance_reference(void const* const* columns, std::uint32_t count, std::uint64_t elements)
        : columns_(columns), count_(count), elements_(elements) {}

    [[nodiscard]] variance_totals totals() const {
        variance_totals sum;
        for (std::uint64_t begin = 0; begin < elements_; begin += variance_tile) add_tile(sum, begin);
        return sum;
    }

    /// First element in [begin, end) with that ULP spread.
    [[nodiscard]] std::uint64_t find(std::uint64_t begin, std::uint64_t end, std::uint64_t spread) const {
        for (std::uint64_t i = begin; i < end; ++i)
            if (is_regular(i) && ulp_spread(i) == spread) return i;
        return variance_record::nowhere;
    }

    /// The numbers of a tile whose spreads leave the safe range.
    void add_wide_numbers(variance_totals& sum, std::uint64_t begin) const {
        std::uint64_t const end = end_of_tile(begin);
        double largest = 0;
        for (std::uint64_t i = begin; i < end; ++i)
            for (std::uint32_t f = 0; f < count_ && is_regular(i); ++f) largest = (std::max)(largest, std::abs(wide(f, i)));
        add_numbers<double>(sum, begin, end, std::is_same_v<T, double> ? std::ilogb(largest) : 0);
    }

    void add_tile(variance_totals& sum, std::uint64_t begin) const {
        std::uint64_t const end = end_of_tile(begin);
        double widest = 0;
        for (std::uint64_t i = begin; i < end; ++i) {
            if (!count_kinds(i, sum)) continue;
            auto const [low, high] = ends(i);
            double const spread = static_cast<double>(static_cast<arithmetic>(high) - static_cast<arithmetic>(low));
            widest = spread > widest ? spread : widest;
            if (std::uint64_t const u = ulp_spread(i); u > sum.ulp_spread) {
                sum.ulp_spread = u;
                sum.ulp_tile = begin / variance_tile;
            }
        }
        bool const safe = widest == 0 || (widest >= checked<T>::safe_low && widest <= checked<T>::safe_high);
        if (safe)
            add_numbers<arithmetic>(sum, begin, end, 0);
        else
            add_wide_numbers(sum, begin);
    }

  private:
    using arithmetic = typename checked<T>::arithmetic;
    struct low_high {
        double low, high;
    };

    [[nodiscard]] std::uint64_t end_of_tile(std::uint64_t begin) const {
        return elements_ - begin < variance_tile ? elements_ : begin + variance_tile;
    }

    [[nodiscard]] T at(std::uint32_t column, std::uint64_t i) const {
        T x;
        if constexpr (std::is_same_v<T, bool>) {
            unsigned char byte = 0;
            std::memcpy(&byte, static_cast<char const*>(columns_[column]) + i, 1);
            return byte != 0;
        } else {
            std::memcpy(&x, static_cast<char const*>(columns_[column]) + i * sizeof(T), sizeof(T));
            return x;
        }
    }
    /// Exact for all but large int64, which only sizes are taken from.
    [[nodiscard]] double wide(std::uint32_t column, std::uint64_t i) const {
        if constexpr (std::is_arithmetic_v<T>)
            return static_cast<double>(at(column, i));
        else
            return static_cast<double>(widen(at(column, i)));
    }

    /// Adds an element to the counts of mismatches; true if it is regular.
    bool count_kinds(std::uint64_t i, variance_totals& sum) const {
        if constexpr (std::is_integral_v<T>) {
            return true;
        } else {
            std::uint32_t nan = 0, positive = 0, negative = 0, zero = 0, minus_zero = 0;
            for (std::uint32_t f = 0; f < count_; ++f) {
                double const x = wide(f, i);
                nan += x != x;
                positive += x == std::numeric_limits<double>::infinity();
                negative += x == -std::numeric_limits<double>::infinity();
                zero += x == 0 && !std::signbit(x);
                minus_zero += x == 0 && std::signbit(x);
            }
            std::uint32_t const finite = count_ - nan - positive - negative;
            sum.nan_mismatches += nan != 0 && nan != count_;
            sum.infinity_mismatches += positive + negative != 0 && (finite != 0 || (positive != 0 && negative != 0));
            sum.zero_sign_mismatches += zero != 0 && minus_zero != 0;
            return finite == count_;
        }
    }

    [[nodiscard]] bool is_regular(std::uint64_t i) const {
        variance_totals unused;
        return count_kinds(i, unused);
    }

    [[nodiscard]] low_high ends(std::uint64_t i) const {
        low_high e{wide(0, i), wide(0, i)};
        for (std::uint32_t f = 1; f < count_; ++f) {
            double const x = wide(f, i);
            e.low = x < e.low ? x : e.low;
            e.high = x > e.high ? x : e.high;
        }
        return e;
    }

    /// Position on the number line of the dtype; both zeros are 0.
    [[nodiscard]] static std::int64_t place(T x) {
        if constexpr (std::is_integral_v<T>) {
            return static_cast<std::int64_t>(x);
        } else {
            auto const bits = std::bit_cast<typename checked<T>::bits>(x);
            constexpr auto sign = static_cast<typename checked<T>::bits>(1ull << (8 * sizeof(T) - 1));
            auto const size = static_cast<std::int64_t>(bits & static_cast<typename checked<T>::bits>(~sign));
            return (bits & sign) != 0 ? -size : size;
        }
    }
    [[nodiscard]] std::uint64_t ulp_spread(std::uint64_t i) const {
        std::int64_t low = place(at(0, i)), high = low;
        for (std::uint32_t f = 1; f < count_; ++f) {
            std::int64_t const p = place(at(f, i));
            low = p < low ? p : low;
            high = p > high ? p : high;
        }
        return static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low);
    }

    /// x_f - x_g in the arithmetic C.
    template <class C> [[nodiscard]] C difference(std::uint32_t f, std::uint32_t g, std::uint64_t i, scale_factor const& scale) const {
        if constexpr (std::is_integral_v<T> && sizeof(T) == 8) {
            auto const a = at(f, i), b = at(g, i);
            T d{};
            if (!__builtin_sub_overflow(a, b, &d)) return static_cast<C>(d);
            // The magnitude needs 64 bits, the sign is that of a.
            auto const size = a < b ? static_cast<std::uint64_t>(b) - static_cast<std::uint64_t>(a)
                                    : static_cast<std::uint64_t>(a) - static_cast<std::uint64_t>(b);
            return a < b ? -static_cast<C>(size) : static_cast<C>(size);
        } else {
            return static_cast<C>(scale(wide(f, i))) - static_cast<C>(scale(wide(g, i)));
        }
    }

    /// F^2 times the variance of an element.
    template <class C> [[nodiscard]] C scaled_variance(std::uint64_t i, scale_factor const& scale) const {
        C s = 0, q = 0;
        if (count_ <= variance_pairs) {
            for (std::uint32_t f = 1; f < count_; ++f)
                for (std::uint32_t g = 0; g < f; ++g) {
                    C const d = difference<C>(f, g, i, scale);
                    q += rounded_product(d, d);
                }
            return q;
        }
        for (std::uint32_t f = 1; f < count_; ++f) {
            C const d = difference<C>(f, 0, i, scale);
            s += d;
            q += rounded_product(d, d);
        }
        C const u = rounded_product(static_cast<C>(count_), q) - rounded_product(s, s);
        return u > 0 ? u : C(0);
    }

    template <class C> void add_numbers(variance_totals& sum, std::uint64_t begin, std::uint64_t end, int exponent) const {
        scale_factor const down(-exponent), up(exponent);
        C lanes[variance_lanes<T>] = {};
        C largest = 0;
        for (std::uint64_t i = begin; i < end; ++i) {
            if (!is_regular(i)) continue;
            C const u = scaled_variance<C>(i, down);
            largest = u > largest ? u : largest;
            lanes[(i - begin) % variance_lanes<T>] += u;
            add_spreads<C>(sum, i, down);
        }
        auto const scaled_back = [&](double u) {
            double const v = u / variance_divisor(count_);
            return exponent == 0 ? v : up(up(v));
        };
        double const top = scaled_back(static_cast<double>(largest));
        sum.largest_variance = top > sum.largest_variance ? top : sum.largest_variance;
        sum.sum_of_variances += scaled_back(sum_of_lanes(lanes));
    }

    template <class C> void add_spreads(variance_totals& sum, std::uint64_t i, scale_factor const& down) const {
        auto const [low, high] = ends(i);
        double absolute = 0;
        if constexpr (std::is_integral_v<T>)
            absolute = static_cast<double>(ulp_spread(i));
        else
            absolute = static_cast<double>(static_cast<C>(high) - static_cast<C>(low));
        sum.absolute_spread = absolute > sum.absolute_spread ? absolute : sum.absolute_spread;
        if (absolute == 0) return;
        C const a = std::is_integral_v<T> ? static_cast<C>(absolute) : static_cast<C>(down(high)) - static_cast<C>(down(low));
        C const size = static_cast<C>(down(std::abs(high) > std::abs(low) ? std::abs(high) : std::abs(low)));
        double const relative = static_cast<double>(a / size);
        sum.relative_spread = relative > sum.relative_spread ? relative : sum.relative_spread;
    }

    void const* const* columns_;
    std::uint32_t count_;
    std::uint64_t elements_;
};

/// Whether all columns hold the same bytes.
[[nodiscard]] inline bool same_bytes(void const* const* columns, std::uint32_t count, std::size_t bytes) {
    for (std::uint32_t f = 1; f < count && bytes != 0; ++f)
        if (columns[f] != columns[0] && std::memcmp(columns[f], columns[0], bytes) != 0) return false;
    return true;
}

[[nodiscard]] inline variance_record record_of(variance_totals const& t, std::uint64_t elements) {
    variance_record r;
    r.bit_equal = 0;
    r.largest_variance = t.largest_variance;
    r.mean_variance = elements == 0 ? 0 : t.sum_of_variances / static_cast<double>(elements);
    r.absolute_spread = t.absolute_spread;
    r.relative_spread = t.relative_spread;
    r.ulp_spread = t.ulp_spread;
    r.nan_mismatches = saturated(t.nan_mismatches);
    r.infinity_mismatches = saturated(t.infinity_mismatches);
    r.zero_sign_mismatches = saturated(t.zero_sign_mismatches);
    return r;
}

template <class T> [[nodiscard]] variance_record reference_record(void const* const* columns, std::uint32_t count, std::uint64_t elements) {
    if (same_bytes(columns, count, elements * sizeof(T))) return {};
    variance_reference<T> const check(columns, count, elements);
    variance_totals const totals = check.totals();
    variance_record r = record_of(totals, elements);
    if (r.ulp_spread != 0) r.at = check.find(totals.ulp_tile * variance_tile, elements, r.ulp_spread);
    return r;
}

/// The record of a complex trial from that of its components.
[[nodiscard]] inline variance_record of_pairs(variance_record r) {
    if (r.at != variance_record::nowhere) r.at /= 2;
    return r;
}

} // namespace detail

/// The record of one trial, by the plain code.
[[nodiscard]] inline variance_record variance_by_reference(dtype type, std::span<void const* const> columns, std::uint64_t elements) {
    auto const count = static_cast<std::uint32_t>(columns.size());
    auto const* const at = columns.data();
    switch (type) {
    case dtype::float16: return detail::reference_record<float16>(at, count, elements);
    case dtype::bfloat16: return detail::reference_record<bfloat16>(at, count, elements);
    case dtype::float32: return detail::reference_record<float>(at, count, elements);
    case dtype::float64: return detail::reference_record<double>(at, count, elements);
    case dtype::int8: return detail::reference_record<std::int8_t>(at, count, elements);
    case dtype::int16: return detail::reference_record<std::int16_t>(at, count, elements);
    case dtype::int32: return detail::reference_record<std::int32_t>(at, count, elements);
    case dtype::int64: return detail::reference_record<std::int64_t>(at, count, elements);
    case dtype::uint8: return detail::reference_record<std::uint8_t>(at, count, elements);
    case dtype::boolean: return detail::reference_record<bool>(at, count, elements);
    case dtype::complex64: return detail::of_pairs(detail::reference_record<float>(at, count, 2 * elements));
    case dtype::complex128: break;
    }
    return detail::of_pairs(detail::reference_record<double>(at, count, 2 * elements));
}

} // namespace v0
} // namespace xamt

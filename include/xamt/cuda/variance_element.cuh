/// @file
/// One element of the variance check on a device, with nothing taken for granted: NaN, infinities, signs, every dtype, any alignment.
///
/// Place in the pipeline: cuda; what the short way of variance_tile.cuh leaves over, tiles that are redone in double, and the search for a
/// position. Follows compare/variance_record.hpp and compare/variance_reference.hpp formula by formula.
#pragma once

#include <xamt/cuda/batch_view.cuh>
#include <xamt/cuda/element.cuh>

#include <type_traits>

namespace xamt {
inline namespace v0 {
namespace cuda {

/// 2^e in two factors.
struct power_of_two {
    double half = 1, other = 1;

    XAMT_DEVICE static double of(int e) { return bits_as<double>(static_cast<std::uint64_t>(e + 1023) << 52); }
    XAMT_DEVICE static power_of_two raised(int e) { return {of(e / 2), of(e - e / 2)}; }
    XAMT_DEVICE double operator()(double x) const { return product(product(x, half), other); }
};

/// What is found in an element; `u` and the spreads are 0 if it is irregular.
template <class C> struct element_found {
    C u = 0, spread = 0, relative = 0;
    std::uint64_t steps = 0;
    bool regular = true, nan = false, infinity = false, zero_sign = false, differs = false;
};

template <class T> XAMT_DEVICE bool same_bits(T a, T b) {
    using word = std::conditional_t<
        sizeof(T) == 1, std::uint8_t,
        std::conditional_t<sizeof(T) == 2, std::uint16_t, std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>>>;
    return bits_as<word>(a) == bits_as<word>(b);
}

/// Counts what kinds of element stand side by side, and whether their bits differ.
template <class T, class C> XAMT_DEVICE void look_at_kinds(stretch<T> const& s, std::uint32_t i, element_found<C>& e) {
    std::uint32_t nan = 0, positive = 0, negative = 0, zero = 0, minus_zero = 0;
    T const first = s.at(0, i);
    for (std::uint32_t f = 0; f < s.count; ++f) {
        T const y = s.at(f, i);
        e.differs = e.differs || !same_bits(first, y);
        if constexpr (element<T>::floating) {
            auto const x = widened(y);
            bool const sign = (bits_as<typename element<T>::bits>(y) >> (8 * sizeof(T) - 1)) != 0;
            bool const infinite = x - x != 0 && x == x;
            nan += x != x;
            positive += infinite && !sign;
            negative += infinite && sign;
            zero += x == 0 && !sign;
            minus_zero += x == 0 && sign;
        }
    }
    e.nan = nan != 0 && nan != s.count;
    e.infinity = positive + negative != 0 && (positive + negative + nan != s.count || (positive != 0 && negative != 0));
    e.zero_sign = zero != 0 && minus_zero != 0;
    e.regular = nan + positive + negative == 0;
}

/// x_f - x_g in the arithmetic C, after scaling.
template <class T, class C>
XAMT_DEVICE C difference_of(stretch<T> const& s, std::uint32_t f, std::uint32_t g, std::uint32_t i, power_of_two const& scale) {
    if constexpr (sizeof(T) == 8 && !element<T>::floating) {
        auto const a = static_cast<std::int64_t>(s.at(f, i)), b = static_cast<std::int64_t>(s.at(g, i));
        auto const size = a < b ? static_cast<std::uint64_t>(b) - static_cast<std::uint64_t>(a)
                                : static_cast<std::uint64_t>(a) - static_cast<std::uint64_t>(b);
        return a < b ? -static_cast<C>(size) : static_cast<C>(size);
    } else {
        return difference(static_cast<C>(scale(static_cast<double>(widened(s.at(f, i))))),
                          static_cast<C>(scale(static_cast<double>(widened(s.at(g, i))))));
    }
}

/// D times the variance.
template <class T, class C> XAMT_DEVICE C scaled_variance(stretch<T> const& s, std::uint32_t i, power_of_two const& scale) {
    C d_sum = 0, squares = 0;
    bool const pairs = s.count <= v0::detail::variance_pairs;
    for (std::uint32_t f = 1; f < s.count; ++f)
        for (std::uint32_t g = 0; g < (pairs ? f : 1); ++g) {
            C const d = difference_of<T, C>(s, f, g, i, scale);
            d_sum = sum(d_sum, d);
            squares = sum(squares, product(d, d));
        }
    if (pairs) return squares;
    C const u = difference(product(static_cast<C>(s.count), squares), product(d_sum, d_sum));
    return u > 0 ? u : C(0);
}

/// Steps of the number line between the largest and the smallest.
template <class T> XAMT_DEVICE std::uint64_t steps_of(stretch<T> const& s, std::uint32_t i) {
    std::int64_t top = place_of(s.at(0, i)), bottom = top;
    for (std::uint32_t f = 1; f < s.count; ++f) {
        std::int64_t const p = place_of(s.at(f, i));
        top = larger(top, p);
        bottom = smaller(bottom, p);
    }
    return static_cast<std::uint64_t>(top) - static_cast<std::uint64_t>(bottom);
}

template <class T, class C>
XAMT_DEVICE void look_at_spreads(stretch<T> const& s, std::uint32_t i, power_of_two const& scale, element_found<C>& e) {
    auto high = static_cast<double>(widened(s.at(0, i))), low = high;
    for (std::uint32_t f = 1; f < s.count; ++f) {
        auto const x = static_cast<double>(widened(s.at(f, i)));
        high = larger(high, x);
        low = smaller(low, x);
    }
    e.steps = steps_of(s, i);
    e.spread = element<T>::floating ? difference(static_cast<C>(high), static_cast<C>(low)) : static_cast<C>(e.steps);
    if (e.spread == 0) return;
    C const scaled = element<T>::floating ? difference(static_cast<C>(scale(high)), static_cast<C>(scale(low))) : e.spread;
    e.relative = scaled / static_cast<C>(scale(larger(magnitude(high), magnitude(low))));
}

template <class T, class C> XAMT_DEVICE element_found<C> examine(stretch<T> const& s, std::uint32_t i, power_of_two const& scale) {
    element_found<C> e;
    look_at_kinds(s, i, e);
    if (!e.regular) return e;
    e.u = scaled_variance<T, C>(s, i, scale);
    look_at_spreads(s, i, scale, e);
    return e;
}

} // namespace cuda
} // namespace v0
} // namespace xamt

// Inputs that find mistakes in the variance check, for the tests of all its paths.
#pragma once

#include <xamt/compare/variance_record.hpp>
#include <xamt/core/element.hpp>
#include <xamt/core/random.hpp>

#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

namespace {

using namespace xamt;

constexpr double nan_ = std::numeric_limits<double>::quiet_NaN();
constexpr double inf_ = std::numeric_limits<double>::infinity();

/// Columns a few steps of their dtype apart, many of them on both sides of a power of two.
inline void fill_by_steps(std::vector<ndarray>& columns, random_stream& r) {
    double const step = std::ldexp(1, 1 - info(columns[0].type()).digits), lowest = r.chance(0.2) ? -15 : -4;
    std::uint64_t const reach = 1 + r.below(r.chance(0.3) ? 400 : 6);
    bool const odd = r.chance(0.3);
    for (std::int64_t i = 0; i < columns[0].size(); ++i) {
        double const power = std::ldexp(r.chance(0.3) ? -1 : 1, static_cast<int>(lowest + 8 * r.unit()));
        double const base = power * (1 + (r.chance(0.3) ? 0 : r.unit())) * (1 - step * static_cast<double>(r.below(4)));
        for (auto& c : columns) {
            double x = base * (1 + step * static_cast<double>(r.below(reach + 1)));
            if (odd && r.chance(0.002)) x = r.chance(0.5) ? -x : r.chance(0.5) ? nan_ : inf_;
            store(c, i, x);
        }
    }
}

/// Fills columns with what finds mistakes: nearly equal values, changed signs, NaN of several bits, infinities, tiny and huge spreads.
inline void fill_columns(std::vector<ndarray>& columns, random_stream& r) {
    dtype const type = columns[0].type();
    std::int64_t const n = columns[0].size();
    auto const style = r.below(9);
    if (style == 8) return fill_by_steps(columns, r);
    double const centre = style == 1 ? 1e-20 : style == 2 ? 1e30 : style == 3 ? 1e-44 : 1;
    for (std::int64_t i = 0; i < n; ++i) {
        double const base = centre * (r.unit() - 0.3);
        bool const equal = r.chance(style == 4 ? 0.99 : 0.3);
        for (auto& c : columns) {
            double x = equal ? base : base * (1 + 1e-6 * (r.unit() - 0.5));
            if (!equal && r.chance(0.02)) x = -x;
            if (style == 5 && r.chance(0.05)) x = nan_;
            if (style == 5 && r.chance(0.05)) x = r.chance(0.5) ? inf_ : -inf_;
            if (style == 6) x = r.chance(0.5) ? 0.0 : -0.0;
            store(c, i, x);
        }
    }
    if (style == 7) // every bit pattern there is
        for (auto& c : columns)
            for (std::size_t i = 0; i < c.bytes(); ++i)
                c.data()[i] = static_cast<std::byte>(type == dtype::boolean ? r.bits() & 1 : r.bits());
}

inline bool same_record(variance_record const& a, variance_record const& b) { return std::memcmp(&a, &b, sizeof a) == 0; }

} // namespace

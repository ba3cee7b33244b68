/// @file
/// The elements of a tensor that one output element is made of, to 400 bits.
///
/// Place in the pipeline: compare, the last judge only; reductions.hpp computes with them.
#pragma once

#include <xamt/compare/high_precision/elementary.hpp>
#include <xamt/core/element.hpp>
#include <xamt/core/value.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <variant>
#include <vector>

namespace xamt {
inline namespace v0 {
namespace high {

/// The elements of a tensor that one output element depends on, and which of them stands in its place.
struct row {
    std::vector<real> x;
    std::size_t own = 0;
    bool nan = false, infinite = false;
};

/// Row of `t` along the reduced axes, for an output that still has them whole, or has them as extents of one or not at all.
[[nodiscard]] inline std::optional<row> row_of(ndarray const& t, std::vector<bool> const& reduced, bool whole, std::int64_t element) {
    std::size_t const rank = t.dims().rank();
    auto const strides = row_major_strides(t.dims());
    std::array<std::int64_t, shape::max_rank> place{};
    std::int64_t rest = element;
    for (std::size_t i = rank; i-- > 0;) {
        if (reduced[i] && !whole) continue; // gone or of extent one: no coordinate
        std::int64_t const extent = t.dims()[i];
        if (extent == 0) return std::nullopt;
        place[i] = rest % extent;
        rest /= extent;
    }
    row r;
    auto const at = place;
    std::int64_t count = 1;
    for (std::size_t i = 0; i < rank; ++i)
        if (reduced[i]) count *= t.dims()[i];
    for (std::int64_t k = 0; k < count; ++k) {
        std::int64_t left = k, flat = 0;
        bool own = true;
        for (std::size_t i = rank; i-- > 0;) {
            std::int64_t const p = reduced[i] ? left % t.dims()[i] : at[i];
            if (reduced[i]) {
                left /= t.dims()[i];
                own = own && p == at[i];
            }
            flat += p * strides[i];
        }
        double const x = load(t.view(), flat);
        r.nan = r.nan || xamt::is_nan(x);
        r.infinite = r.infinite || xamt::is_infinite(x);
        if (own) r.own = r.x.size();
        r.x.emplace_back(x);
    }
    return r;
}

/// Which axes an argument (axis, list of axes, none) of a tensor of that rank names.
[[nodiscard]] inline std::optional<std::vector<bool>> axes_of(value const& v, std::size_t rank) {
    std::vector<bool> reduced(rank, std::holds_alternative<none>(v));
    auto const mark = [&](std::int64_t axis) {
        if (axis < 0) axis += static_cast<std::int64_t>(rank);
        if (axis < 0 || axis >= static_cast<std::int64_t>(rank)) return false;
        reduced[static_cast<std::size_t>(axis)] = true;
        return true;
    };
    if (auto const* n = std::get_if<std::int64_t>(&v); n != nullptr && !mark(*n)) return std::nullopt;
    if (auto const* l = std::get_if<integer_list>(&v))
        for (auto n : l->items)
            if (!mark(n)) return std::nullopt;
    return reduced;
}

namespace detail {

[[nodiscard]] inline ndarray const* tensor_at(std::span<value const> a, std::size_t i) {
    return i < a.size() ? std::get_if<ndarray>(&a[i]) : nullptr;
}
[[nodiscard]] inline double number_at(std::span<value const> a, std::size_t i, double otherwise) {
    if (i >= a.size()) return otherwise;
    if (auto const* x = std::get_if<double>(&a[i])) return *x;
    if (auto const* n = std::get_if<std::int64_t>(&a[i])) return static_cast<double>(*n);
    return otherwise;
}

} // namespace detail

} // namespace high
} // namespace v0
} // namespace xamt

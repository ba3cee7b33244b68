/// @file
/// Functions of whole rows to 400 bits: softmax, norms, normalisations, quantiles, evenly spaced numbers.
///
/// Place in the pipeline: compare, the last judge only. What the frameworks compute in the range of the dtype, overflowing on the way, is
/// computed here without bounds. Means and sums are left out: that they overflow in their dtype is a convention.
#pragma once

#include <xamt/compare/high_precision/elementary.hpp>
#include <xamt/core/element.hpp>
#include <xamt/core/value.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
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

[[nodiscard]] inline real largest_of(std::vector<real> const& x) { return *std::max_element(x.begin(), x.end()); }

[[nodiscard]] inline real sum_of_exp(std::vector<real> const& x, real const& most) {
    real sum = 0;
    for (auto const& v : x) sum += exp(v - most);
    return sum;
}

/// Value at `position` of 0 .. n-1 in a sorted row, between neighbours by linear interpolation; at infinite neighbours by its limit.
[[nodiscard]] inline answer interpolated(std::vector<real> x, real const& position) {
    if (x.empty()) return std::nullopt;
    std::sort(x.begin(), x.end());
    auto const below = static_cast<std::size_t>(real(floor(position)).convert_to<double>());
    if (below + 1 >= x.size()) return x.back();
    real const fraction = position - floor(position);
    real const &a = x[below], &b = x[below + 1];
    if (fraction == 0 || a == b) return a;
    if (is_inf(a) && is_inf(b)) return std::nullopt;
    return is_inf(a) ? a : is_inf(b) ? b : real(a + fraction * (b - a));
}

/// (x - mean) / sqrt(variance + eps) of one place of a row.
[[nodiscard]] inline real standardized(row const& r, double eps) {
    real mean = 0, variance = 0;
    for (auto const& v : r.x) mean += v;
    mean /= r.x.size();
    for (auto const& v : r.x) variance += (v - mean) * (v - mean);
    variance /= r.x.size();
    return (r.x[r.own] - mean) / sqrt(variance + real(eps));
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

/// softmax (rows along one axis, which stays), logsumexp, norm, vector_norm, median, quantile (it goes), trapezoid.
[[nodiscard]] inline answer evaluate_row(std::string_view name, std::span<value const> a, std::int64_t element) {
    auto const* t = detail::tensor_at(a, 0);
    if (t == nullptr || is_complex(t->type()) || t->size() == 0 || a.size() < 2) return std::nullopt;
    bool const stays = name == "softmax";
    bool const parameter_first = name == "quantile" || name == "trapezoid";
    std::size_t const axis_at = parameter_first ? 2 : 1;
    if (axis_at >= a.size()) return std::nullopt;
    auto const axes = axes_of(a[axis_at], t->dims().rank());
    if (!axes) return std::nullopt;
    auto const r = row_of(*t, *axes, stays, element);
    if (!r || r->nan || r->x.empty()) return std::nullopt;
    if (name == "median") return interpolated(r->x, real(r->x.size() - 1) / 2);
    if (name == "quantile") {
        auto const* method = a.size() > 4 ? std::get_if<std::string>(&a[4]) : nullptr;
        if (method != nullptr && *method != "linear") return std::nullopt;
        return interpolated(r->x, real(detail::number_at(a, 1, 0.5)) * (r->x.size() - 1));
    }
    if (r->infinite) return std::nullopt;
    if (name == "trapezoid") {
        real sum = 0;
        for (std::size_t i = 0; i + 1 < r->x.size(); ++i) sum += (r->x[i] + r->x[i + 1]) / 2;
        return sum * real(detail::number_at(a, 1, 1));
    }
    if (name == "norm" || name == "vector_norm") {
        double const order = name == "norm" ? 2 : detail::number_at(a, 2, 2);
        if (!(order >= 1)) return std::nullopt;
        real sum = 0;
        for (auto const& x : r->x) sum += call(mpfr_pow, abs(x), real(order));
        return call(mpfr_pow, sum, 1 / real(order));
    }
    real const most = largest_of(r->x), sum = sum_of_exp(r->x, most);
    if (name == "logsumexp") return most + log(sum);
    return exp(r->x[r->own] - most) / sum;
}

/// layer_norm (x, weight, bias, eps) and standardize (x, like, eps) over the last axis.
[[nodiscard]] inline answer evaluate_normalised(std::string_view name, std::span<value const> a, std::int64_t element) {
    auto const* t = detail::tensor_at(a, 0);
    if (t == nullptr || t->size() == 0 || t->dims().rank() == 0) return std::nullopt;
    std::vector<bool> last(t->dims().rank(), false);
    last.back() = true;
    auto const r = row_of(*t, last, true, element);
    if (!r || r->nan || r->infinite) return std::nullopt;
    if (name == "standardize") return standardized(*r, detail::number_at(a, 2, 1e-5));
    auto const *weight = detail::tensor_at(a, 1), *bias = detail::tensor_at(a, 2);
    if (weight == nullptr || bias == nullptr) return std::nullopt;
    double const w = load(weight->view(), static_cast<std::int64_t>(r->own)), b = load(bias->view(), static_cast<std::int64_t>(r->own));
    if (!xamt::is_finite(w) || !xamt::is_finite(b)) return std::nullopt;
    return standardized(*r, detail::number_at(a, 3, 1e-5)) * real(w) + real(b);
}

/// Cosine similarity of two rows whose norms are so large that no lower limit on them matters.
[[nodiscard]] inline answer evaluate_cosine(std::span<value const> a, std::int64_t element) {
    auto const *x = detail::tensor_at(a, 0), *y = detail::tensor_at(a, 1);
    if (x == nullptr || y == nullptr || x->dims().rank() != 2 || !(x->dims() == y->dims()) || x->size() == 0) return std::nullopt;
    auto const p = row_of(*x, {false, true}, false, element), q = row_of(*y, {false, true}, false, element);
    if (!p || !q || p->nan || q->nan || p->infinite || q->infinite) return std::nullopt;
    real dot = 0, xx = 0, yy = 0;
    for (std::size_t i = 0; i < p->x.size(); ++i) {
        dot += p->x[i] * q->x[i];
        xx += p->x[i] * p->x[i];
        yy += q->x[i] * q->x[i];
    }
    if (xx < 1 || yy < 1) return std::nullopt;
    return dot / sqrt(xx) / sqrt(yy);
}

/// linspace(start, stop, count).
[[nodiscard]] inline answer evaluate_spaced(std::span<value const> a, std::int64_t element) {
    auto const end = [&](std::size_t i) {
        auto const* t = detail::tensor_at(a, i);
        return t != nullptr && t->size() == 1 ? load(t->view(), 0) : detail::number_at(a, i, 0);
    };
    if (a.size() < 3) return std::nullopt;
    double const start = end(0), stop = end(1), count = detail::number_at(a, 2, 0);
    if (!xamt::is_finite(start) || !xamt::is_finite(stop) || count < 1) return std::nullopt;
    if (count == 1) return real(start);
    return real(start) + (real(stop) - real(start)) * real(static_cast<double>(element)) / real(count - 1);
}

/// The row functions by name; nothing for other names.
[[nodiscard]] inline answer evaluate_reduction(std::string_view name, std::span<value const> a, std::int64_t element) {
    if (name == "softmax" || name == "logsumexp" || name == "norm" || name == "vector_norm" || name == "median" || name == "quantile" ||
        name == "trapezoid")
        return evaluate_row(name, a, element);
    if (name == "layer_norm" || name == "standardize") return evaluate_normalised(name, a, element);
    if (name == "cosine_similarity") return evaluate_cosine(a, element);
    if (name == "linspace" || name == "linspace_between") return evaluate_spaced(a, element);
    return std::nullopt;
}

} // namespace high
} // namespace v0
} // namespace xamt

/// @file
/// Functions of whole rows to 400 bits: softmax, norms, normalisations, quantiles, evenly spaced numbers.
///
/// Place in the pipeline: compare, the last judge only. What the frameworks compute in the range of the dtype, overflowing on the way, is
/// computed here without bounds. Means and sums are left out: that they overflow in their dtype is a convention.
#pragma once

#include <xamt/compare/high_precision/row.hpp>

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

/// layer_norm (x, weight, bias, eps), standardize (x, like, eps) and rms_norm (x, scale, eps) over the last axis.
[[nodiscard]] inline answer evaluate_normalised(std::string_view name, std::span<value const> a, std::int64_t element) {
    auto const* t = detail::tensor_at(a, 0);
    if (t == nullptr || t->size() == 0 || t->dims().rank() == 0) return std::nullopt;
    std::vector<bool> last(t->dims().rank(), false);
    last.back() = true;
    auto const r = row_of(*t, last, true, element);
    if (!r || r->nan || r->infinite) return std::nullopt;
    if (name == "standardize" || name == "layer_norm_rows" || name == "layer_norm_layer")
        return standardized(*r, detail::number_at(a, 2, 1e-5));
    if (name == "rms_norm") {
        auto const* scale = detail::tensor_at(a, 1);
        if (scale == nullptr || scale->size() != static_cast<std::int64_t>(r->x.size())) return std::nullopt;
        real mean = 0;
        for (auto const& v : r->x) mean += v * v;
        mean /= r->x.size();
        double const s = load(scale->view(), static_cast<std::int64_t>(r->own));
        if (!xamt::is_finite(s) || mean + real(detail::number_at(a, 2, 1e-5)) <= 0) return std::nullopt;
        return r->x[r->own] / sqrt(mean + real(detail::number_at(a, 2, 1e-5))) * real(s);
    }
    auto const *weight = detail::tensor_at(a, 1), *bias = detail::tensor_at(a, 2);
    if (weight == nullptr || bias == nullptr) return std::nullopt;
    double const w = load(weight->view(), static_cast<std::int64_t>(r->own)), b = load(bias->view(), static_cast<std::int64_t>(r->own));
    if (!xamt::is_finite(w) || !xamt::is_finite(b)) return std::nullopt;
    return standardized(*r, detail::number_at(a, 3, 1e-5)) * real(w) + real(b);
}

/// batch_norm_training (x, scale, offset, eps), also of rows: over all axes but the second.
[[nodiscard]] inline answer evaluate_batch(std::span<value const> a, std::int64_t element) {
    auto const *t = detail::tensor_at(a, 0), *scale = detail::tensor_at(a, 1), *offset = detail::tensor_at(a, 2);
    if (t == nullptr || t->size() == 0 || t->dims().rank() < 2) return std::nullopt;
    std::vector<bool> reduced(t->dims().rank(), true);
    reduced[1] = false;
    auto const r = row_of(*t, reduced, true, element);
    if (!r || r->nan || r->infinite) return std::nullopt;
    if (scale == nullptr || offset == nullptr) return standardized(*r, detail::number_at(a, 1, 1e-3)); // (x, eps)
    auto const channel = element / row_major_strides(t->dims())[1] % t->dims()[1];
    if (channel >= scale->size() || channel >= offset->size()) return std::nullopt;
    double const s = load(scale->view(), channel), o = load(offset->view(), channel);
    if (!xamt::is_finite(s) || !xamt::is_finite(o)) return std::nullopt;
    return standardized(*r, detail::number_at(a, 3, 1e-3)) * real(s) + real(o);
}

/// polyval (coefficients, the highest first; x); at infinity by the leading term.
[[nodiscard]] inline answer evaluate_polynomial(std::span<value const> a, std::int64_t element) {
    auto const *p = detail::tensor_at(a, 0), *at = detail::tensor_at(a, 1);
    if (p == nullptr || at == nullptr || p->dims().rank() != 1 || is_complex(p->type()) || is_complex(at->type())) return std::nullopt;
    if (element >= at->size()) return std::nullopt;
    double const x = load(at->view(), element);
    if (xamt::is_nan(x)) return std::nullopt;
    real sum = 0;
    for (std::int64_t k = 0; k < p->size(); ++k) {
        double const c = load(p->view(), k);
        if (!xamt::is_finite(c)) return std::nullopt;
        if (xamt::is_infinite(x)) {
            auto const degree = p->size() - 1 - k;
            if (c == 0) continue;
            if (degree == 0) return real(c);
            return (c > 0) == (x > 0 || degree % 2 == 0) ? infinity() : real(-infinity());
        }
        sum = sum * real(x) + real(c);
    }
    return sum;
}

/// interp (x, xp, fp), between finite neighbours only.
[[nodiscard]] inline answer evaluate_interpolated(std::span<value const> a, std::int64_t element) {
    auto const *at = detail::tensor_at(a, 0), *xp = detail::tensor_at(a, 1), *fp = detail::tensor_at(a, 2);
    if (at == nullptr || xp == nullptr || fp == nullptr || element >= at->size() || xp->size() != fp->size() || xp->size() == 0)
        return std::nullopt;
    double const x = load(at->view(), element);
    for (std::int64_t i = 0; i < xp->size(); ++i) {
        double const here = load(xp->view(), i);
        if (!xamt::is_finite(here) || (i > 0 && here <= load(xp->view(), i - 1))) return std::nullopt;
    }
    if (!xamt::is_finite(x)) return std::nullopt;
    std::int64_t i = 0;
    while (i + 1 < xp->size() && load(xp->view(), i + 1) <= x) ++i;
    double const x0 = load(xp->view(), i), f0 = load(fp->view(), i);
    if (x <= x0 || i + 1 == xp->size()) return xamt::is_nan(f0) ? std::nullopt : answer(real(f0));
    double const x1 = load(xp->view(), i + 1), f1 = load(fp->view(), i + 1);
    if (!xamt::is_finite(f0) || !xamt::is_finite(f1)) return std::nullopt;
    return real(f0) + (real(f1) - real(f0)) * (real(x) - real(x0)) / (real(x1) - real(x0));
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
    if (name == "layer_norm" || name == "standardize" || name == "layer_norm_rows" || name == "layer_norm_layer" || name == "rms_norm")
        return evaluate_normalised(name, a, element);
    if (name == "batch_norm_training" || name == "batch_norm_training_rows" || name == "batch_norm_layer")
        return evaluate_batch(a, element);
    if (name == "polyval") return evaluate_polynomial(a, element);
    if (name == "interp") return evaluate_interpolated(a, element);
    if (name == "cosine_similarity") return evaluate_cosine(a, element);
    if (name == "cosine_similarity_loss") {
        auto const y = evaluate_cosine(a, element);
        return y ? answer(-*y) : y;
    }
    if (name == "linspace" || name == "linspace_between") return evaluate_spaced(a, element);
    return std::nullopt;
}

} // namespace high
} // namespace v0
} // namespace xamt

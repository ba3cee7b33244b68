/// @file
/// Relations between a result and its own arguments: ranges, remainders, inverses, solutions and factors.
///
/// Place in the pipeline: compare; a part of relations.hpp. Each gives the worst cell, how far it is off, and how far rounding may bring it.
/// Source of the bounds of linear algebra: Higham, Accuracy and Stability of Numerical Algorithms (2nd ed.), chapters 9, 10 and 14, whose
/// growing factors are replaced by the bound of a backward stable algorithm.
#pragma once

#include <xamt/compare/docket.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

namespace xamt {
inline namespace v0 {
namespace detail {

/// A cell that breaks a relation.
struct breach {
    std::int64_t element = -1;
    double off = 0; ///< how far, absolutely
    double allowed = 0; ///< how far rounding may bring it
    double unit = 1; ///< an ULP there
    std::string got, expected;

    [[nodiscard]] double ratio() const { return allowed > 0 ? off / allowed : off > 0 ? std::numeric_limits<double>::infinity() : 0; }
};

/// A square or tall matrix of doubles.
struct plain_matrix {
    std::int64_t rows = 0, columns = 0;
    std::vector<double> cells;

    explicit plain_matrix(ndarray const& t) : rows(t.dims()[0]), columns(t.dims()[1]) {
        for (std::int64_t e = 0; e < t.size(); ++e) cells.push_back(load(t.view(), e));
    }
    [[nodiscard]] double at(std::int64_t r, std::int64_t c) const { return cells[static_cast<std::size_t>(r * columns + c)]; }
    [[nodiscard]] bool finite() const {
        return std::all_of(cells.begin(), cells.end(), [](double x) { return is_finite(x); });
    }
    /// Largest sum of magnitudes over a row.
    [[nodiscard]] double norm() const {
        double most = 0;
        for (std::int64_t r = 0; r < rows; ++r) {
            double sum = 0;
            for (std::int64_t c = 0; c < columns; ++c) sum += magnitude(at(r, c));
            most = (std::max)(most, sum);
        }
        return most;
    }
    [[nodiscard]] double trace_of_magnitudes() const {
        double sum = 0;
        for (std::int64_t i = 0; i < (std::min)(rows, columns); ++i) sum += magnitude(at(i, i));
        return sum;
    }
};

/// What a matrix equation leaves over: the product on its left against what stands on its right.
[[nodiscard]] inline std::optional<breach> matrix_breach(docket const& d, invariant const& r, ndarray const& result) {
    auto const* first = std::get_if<ndarray>(&d.of.arguments[0]);
    auto const* second = d.of.arguments.size() < 2 ? nullptr : std::get_if<ndarray>(&d.of.arguments[1]);
    bool const solves = r.is == invariant::tie::solution;
    if (first == nullptr || first->dims().rank() != 2 || result.dims().rank() != 2 || (solves && second == nullptr)) return std::nullopt;
    plain_matrix const a(*first), x(result);
    std::optional<plain_matrix> const b = solves ? std::optional<plain_matrix>(*second) : std::nullopt;
    bool const factor = r.is == invariant::tie::factor;
    if (!a.finite() || !x.finite() || (b && !b->finite()) || a.rows != a.columns || a.columns != x.rows) return std::nullopt;
    dtype const type = result.type();
    double const n = static_cast<double>(a.rows), per_term = table_ulp(rounding::linear_algebra, type) * unit_roundoff(type) * n;
    double const norms = factor ? a.trace_of_magnitudes() : a.norm() * x.norm() + (b ? b->norm() : 1);
    breach worst;
    worst.allowed = per_term * norms + n * smallest_normal(type) * (1 + x.norm());
    worst.unit = ulp_at((std::max)(norms, smallest_normal(type)), type);
    for (std::int64_t i = 0; i < a.rows; ++i)
        for (std::int64_t j = 0; j < (factor ? i + 1 : x.columns); ++j) {
            double sum = 0;
            for (std::int64_t k = 0; k < a.columns; ++k) sum += factor ? x.at(i, k) * x.at(j, k) : a.at(i, k) * x.at(k, j);
            double const wanted = factor ? a.at(i, j) : b ? b->at(i, j) : i == j ? 1.0 : 0.0;
            double const off = magnitude(sum - wanted);
            if (!is_finite(off)) return std::nullopt;
            if (off <= worst.off) continue;
            worst.off = off;
            worst.element = i * x.columns + j;
            worst.got = shortest(sum);
            worst.expected = shortest(wanted);
        }
    return worst;
}

/// The worst cell outside the range that the description gives; what rounding may do at its end is no breach.
[[nodiscard]] inline std::optional<breach> range_breach(docket const& d, invariant const& r, ndarray const& result) {
    if (!has_ulp(result.type()) || is_complex(result.type())) return std::nullopt;
    double const table = bound_for(d.api, result.type(), terms_of(d.api, d.of.arguments, result.size())).table;
    breach worst;
    for (std::int64_t e = 0; e < result.size(); ++e) {
        double const x = load(result.view(), e), end = x < r.lo ? r.lo : r.hi;
        double const off = x < r.lo ? r.lo - x : x > r.hi ? x - r.hi : 0;
        if (off <= worst.off) continue;
        auto const facts = facts_at(d, result.dims(), e);
        if (facts.nan || facts.tiny) continue; // subnormals may be read as zero
        double const unit = ulp_at(end, result.type());
        worst = {e, off, table * unit, unit, shortest(x), "a number from " + shortest(r.lo) + " to " + shortest(r.hi)};
    }
    return worst;
}

/// Whether what is left over by a division is as large as the divisor, or of the other sign.
template <class T> [[nodiscard]] constexpr bool is_no_remainder(T left, T divisor) {
    if (left != 0 && (left < 0) != (divisor < 0)) return true;
    bool const floating = std::is_floating_point_v<T>; // where it may be rounded to the divisor
    return divisor < 0 ? (floating ? left < divisor : left <= divisor) : (floating ? left > divisor : left >= divisor);
}

/// The first cell that is no remainder.
[[nodiscard]] inline std::optional<breach> remainder_breach(docket const& d, ndarray const& result) {
    auto const *x = std::get_if<ndarray>(&d.of.arguments[0]), *y = std::get_if<ndarray>(&d.of.arguments[1]);
    if (x == nullptr || y == nullptr || y->size() == 0 || x->size() == 0 || is_complex(result.type())) return std::nullopt;
    auto const at = [&](ndarray const& t, std::int64_t e, auto read) {
        return read(t.view(), broadcast_element(result.dims(), t.dims(), e));
    };
    auto const broken = [&](std::int64_t e, auto left, std::string divisor) {
        return breach{
            e, magnitude(static_cast<double>(left)), 0, 1, std::to_string(left), "a remainder between 0 and the divisor " + divisor};
    };
    for (std::int64_t e = 0; e < result.size(); ++e) {
        if (is_integer(result.type()) && is_integer(y->type())) {
            auto const left = load_integer(result.view(), e), divisor = at(*y, e, load_integer);
            if (divisor != 0 && is_no_remainder(left, divisor)) return broken(e, left, std::to_string(divisor));
            continue;
        }
        double const left = load(result.view(), e), divisor = at(*y, e, load), dividend = at(*x, e, load);
        if (!is_finite(left) || !is_finite(divisor) || !is_finite(dividend) || divisor == 0) continue;
        if ((std::min)(magnitude(divisor), dividend == 0 ? 1.0 : magnitude(dividend)) < smallest_normal(result.type())) continue;
        if (is_no_remainder(left, divisor)) return broken(e, left, shortest(divisor));
    }
    return std::nullopt;
}

} // namespace detail
} // namespace v0
} // namespace xamt

/// @file
/// What is right in each cell: the value on which independent columns agree when they compute in a wider type.
///
/// Place in the pipeline: compare. Where they do not agree there is no reference, and nobody is blamed. `high_precision` is the seam for a
/// last judge (compare/high_precision.hpp), because all frameworks can share one wrong formula.
#pragma once

#include <xamt/compare/ulp.hpp>
#include <xamt/compare/vote.hpp>
#include <xamt/core/ndarray.hpp>
#include <xamt/core/value.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace xamt {
inline namespace v0 {

/// A last judge: the value of API `name` at one element of its broadcast arguments to far more than double precision; nothing where it
/// does not know the function or the point has no agreed value. Arguments stand in canonical order, tensors already in their own dtype.
using high_precision = std::optional<precise> (*)(std::string_view name, std::span<value const> arguments, std::int64_t element);

/// The cells of a tensor as doubles, two for each complex element (exact but for int64 beyond 2^53).
[[nodiscard]] inline std::vector<double> cells_of(ndarray_view const& t) {
    std::vector<double> cells;
    visit_dtype(t.type, [&]<class T>(std::type_identity<T>) {
        auto const from = t.as<T>();
        if constexpr (requires(T x) { x.real(); }) {
            cells.reserve(static_cast<std::size_t>(2 * t.size()));
            for (auto const& z : from) cells.push_back(static_cast<double>(z.real())), cells.push_back(static_cast<double>(z.imag()));
        } else {
            cells.reserve(static_cast<std::size_t>(t.size()));
            for (auto const& x : from) cells.push_back(to_double(x));
        }
    });
    return cells;
}

/// The values of one output in every column that has it; empty where it has none.
using cell_table = std::vector<std::vector<double>>;

/// What is held to be right in one cell.
struct reference_cell {
    precise right;
    column_set supporters;
    bool trusted = false; ///< enough independent witnesses, or the last judge
    bool judged = false;  ///< by the last judge
};

namespace detail {

[[nodiscard]] inline bool agree_within(double a, double b, double tolerance) {
    if (!same_kind(a, b)) return false;
    return is_nan(a) || is_infinite(a) || magnitude(a / 2 - b / 2) <= tolerance / 2;
}

} // namespace detail

/// The consensus of the columns of `asked` in one cell, where values count as equal within `tolerance(column)`, an absolute distance
/// from that column's value.
///
/// The largest camp by independent witnesses wins; among equal camps the one that lies closest together, then the smaller value, so that
/// the order of the columns does not matter.
template <class Tolerance>
[[nodiscard]] reference_cell consensus(cell_table const& table, std::size_t cell, column_set asked, witnesses const& independent,
                                       Tolerance tolerance) {
    reference_cell best;
    int best_count = 0;
    double best_spread = 0;
    for (std::size_t c = 0; c < table.size(); ++c) {
        if (!asked.contains(c)) continue;
        double const center = table[c][cell];
        double const near = tolerance(c);
        column_set camp;
        double spread = 0;
        for (std::size_t k = 0; k < table.size(); ++k) {
            if (!asked.contains(k) || !detail::agree_within(center, table[k][cell], near)) continue;
            camp.insert(k);
            if (is_finite(center)) spread += magnitude(center / 2 - table[k][cell] / 2);
        }
        int const count = independent.count(camp);
        bool const better = count != best_count     ? count > best_count
                            : spread != best_spread ? spread < best_spread
                                                    : center < best.right.high;
        if (best_count != 0 && !better) continue;
        best.right = {center, 0};
        best.supporters = camp;
        best_count = count;
        best_spread = spread;
    }
    best.trusted = best_count > 0 && independent.carries(best.supporters, asked);
    return best;
}

} // namespace v0
} // namespace xamt

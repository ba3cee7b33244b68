/// @file
/// Which convention explains a floating cell that is beyond its bound: flushed subnormals, complex infinities and branch cuts, overflow on
/// the way, and the conventions of the operation (excuse.hpp).
///
/// Place in the pipeline: compare; asked by values.hpp only for cells that have a trusted reference and differ from it.
#pragma once

#include <xamt/compare/excuse.hpp>
#include <xamt/compare/grid.hpp>

#include <algorithm>
#include <cmath>
#include <vector>

namespace xamt {
inline namespace v0 {
namespace detail {

/// Both parts of the complex number that a cell belongs to.
[[nodiscard]] inline std::vector<double> own_parts(grid const& g, std::size_t column, std::size_t cell) {
    return {g.own(column, cell - cell % 2), g.own(column, cell - cell % 2 + 1)};
}

struct cell_excuse {
    docket& d;
    grid& g;
    error_bound const& bound;
    double scale; ///< magnitude by which the cell's error is measured

    /// The convention that covers the cell of column `c` where `r` is right, or none; `right` are the columns that have it so.
    [[nodiscard]] policy_id of(std::size_t c, std::size_t cell, reference_cell const& r, input_facts const& facts, column_set right) {
        dtype const unit = g.unit(c);
        double const got = g.own(c, cell), expected = r.right.high;
        if (unit != dtype::float16 && d.api.pointwise && facts.tiny) return policy_id::subnormal_flush;
        // A subnormal result, or one made of a subnormal factor and an input, may be read as zero; so may each of the terms of a sum.
        double const several = d.api.exactness.of == rounding::accumulation ? (std::max)(g.terms(), 1.0) : 1;
        double const lost = 2 * several * smallest_normal(unit) * std::clamp(facts.most, 1.0, 0x1p64);
        if (unit != dtype::float16 && magnitude(got - expected) <= lost) return policy_id::subnormal_flush;
        if (facts.subnormal)
            if (auto const zeroed = g.flushed(cell); zeroed && between(*zeroed, got, expected, unit)) return policy_id::subnormal_flush;
        if (is_complex(unit) && (facts.infinite || facts.nan || infinite_complex(c, cell, r))) return policy_id::complex_infinity;
        if (is_complex(unit) && !is_finite(got) && !is_finite(expected)) return policy_id::complex_infinity;
        if (is_complex(unit) && (facts.zero || facts.tiny) && mirrored(c, cell, r)) return policy_id::branch_cut;
        policy_id const named_excuse = floating_excuse(d, g.dims(), g.element(cell), facts, got, expected);
        if (named_excuse == policy_id::domain_boundary && r.judged) return policy_id::none;
        if (named_excuse != policy_id::none) return named_excuse;
        if (!r.judged && lost_both_ways(facts, got, expected, unit)) return policy_id::intermediate_overflow;
        if (!r.judged && d.api.exactness.of == rounding::accumulation && overflows_on_the_way(c, cell, facts, right))
            return policy_id::intermediate_overflow;
        return policy_id::none;
    }

    /// True if neither is a number and products of the inputs leave the range: whether infinities meet on the way is a matter of the order.
    [[nodiscard]] bool lost_both_ways(input_facts const& facts, double got, double expected, dtype unit) const {
        bool const several = !d.api.pointwise || pairs_elements(d.api);
        return several && !is_finite(got) && !is_finite(rounded_to(expected, unit)) && facts.most > std::sqrt(largest(unit));
    }

    /// True if a partial sum or product can leave the range, so that the order of the terms decides; or if most columns do leave it.
    [[nodiscard]] bool overflows_on_the_way(std::size_t c, std::size_t cell, input_facts const& facts, column_set right) const {
        double const got = g.own(c, cell);
        bool const product = named(d.api.name, "prod");
        // Sums of halves are expected to be kept in float32; products are kept in the dtype that they are asked in.
        dtype const kept = is_half(g.unit(c)) && !product ? dtype::float32 : g.unit(c);
        double const most = product ? std::pow((std::max)(facts.most, 1.0), g.terms()) : facts.most * facts.most * g.terms();
        double const least = product ? std::pow((std::min)(facts.least, 1.0), g.terms()) : 1;
        bool const lost = !is_finite(got) || (product && magnitude(got) < 2 * smallest_normal(kept));
        if (lost && (most > largest(kept) || least < smallest_normal(kept))) return true;
        if (!is_infinite(got) || facts.infinite) return false;
        column_set same;
        for (std::size_t k = 0; k < d.columns.size(); ++k)
            if (g.asked().contains(k) && g.own(k, cell) == got) same.insert(k);
        return d.independent.count(same) >= 2 && d.independent.count(same) >= d.independent.count(right);
    }

    /// What comes of reading subnormals as zero, here or there on the way: the value for zero, or one between it and the right one.
    [[nodiscard]] bool between(double zeroed, double got, double right, dtype unit) const {
        if (ulp_error(got, {zeroed, 0}, unit) <= bound.table) return true;
        return !is_nan(zeroed) && !is_nan(right) && got >= (std::min)(zeroed, right) && got <= (std::max)(zeroed, right);
    }

    /// C's rule: infinite as soon as one part is; then the other part, even NaN, says nothing.
    [[nodiscard]] bool infinite_complex(std::size_t c, std::size_t cell, reference_cell const& r) const {
        auto const mine = own_parts(g, c, cell);
        bool const infinite = is_infinite(mine[0]) || is_infinite(mine[1]);
        for (std::size_t k = 0; k < d.columns.size(); ++k) {
            if (!r.supporters.contains(k) || !g.asked().contains(k)) continue;
            auto const theirs = own_parts(g, k, cell);
            bool const also = is_infinite(theirs[0]) || is_infinite(theirs[1]);
            bool const nans = (is_nan(mine[0]) || is_nan(mine[1])) && (is_nan(theirs[0]) || is_nan(theirs[1]));
            return (infinite && also) || nans;
        }
        return false;
    }

    /// The value from the other side of a branch cut: the same sizes, another sign.
    [[nodiscard]] bool mirrored(std::size_t c, std::size_t cell, reference_cell const& r) const {
        double const got = g.own(c, cell), right = r.right.high;
        return is_finite(got) && is_finite(right) && magnitude(magnitude(got) - magnitude(right)) <= bound.table * ulp_at(scale, g.unit(c));
    }
};

} // namespace detail
} // namespace v0
} // namespace xamt

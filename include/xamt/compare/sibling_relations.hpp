/// @file
/// Relations between what two APIs of one framework give for the same input: P + Q = 1, std and var, sort and argsort.
///
/// Place in the pipeline: compare; a part of relations.hpp. Both sides may be off by their own bounds and by what one ULP of the input
/// changes in them; only what is beyond all of it breaks the relation. Which side is wrong, a wider type or the last judge says.
#pragma once

#include <xamt/align/sibling.hpp>
#include <xamt/compare/exact.hpp>
#include <xamt/compare/self_relations.hpp>

#include <array>
#include <cmath>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace xamt {
inline namespace v0 {
namespace detail {

/// What a relation makes of a cell of both sides: what is left over, how much of each side's error gets into it, and what the sibling asks for.
struct pull {
    double left_over, own_share, sibling_share, scale, implied;
};

[[nodiscard]] inline pull pull_of(invariant::tie is, double own, double sibling) {
    switch (is) {
    case invariant::tie::complement: return {own + sibling - 1, 1, 1, 1, 1 - sibling};
    case invariant::tie::root: return {own * own - sibling, 2 * magnitude(own), 1, magnitude(sibling), std::sqrt(sibling)};
    case invariant::tie::logarithm: return {std::exp(own) - sibling, std::exp(own), 1, magnitude(sibling), std::log(sibling)};
    default: return {own - sibling, 1, 1, (std::max)(magnitude(own), magnitude(sibling)), sibling};
    }
}

/// One side of a relation: an API in one column.
struct relation_side {
    api_description const* api = nullptr;
    ndarray const* cells = nullptr;
    error_bound bound;
    std::array<ndarray, docket::all_directions> near = {}; ///< in the wide type, at inputs that are moved a little
    ndarray wide = {};

    [[nodiscard]] double at(std::int64_t e) const { return load(cells->view(), e); }
    /// What the operation by itself may be off.
    [[nodiscard]] double rounding_at(std::int64_t e) const {
        return bound.table * ulp_at(at(e), cells->type()) + bound.floor + smallest_normal(cells->type());
    }
};

/// Judges one floating relation in one column.
class sibling_check {
  public:
    /// `answers` are the sibling's, in all columns.
    sibling_check(docket& d, invariant const& r, api_description const& sibling, std::span<outcome const> answers, std::size_t column)
        : d_(d), r_(r), sibling_(sibling), answers_(answers), column_(column) {}

    /// The worst cell that breaks the relation where the column's own API, or nobody knows which of both, is to blame.
    [[nodiscard]] std::optional<breach> run(ndarray const& own, ndarray const& sibling) {
        own_ = side(d_.api, own);
        theirs_ = side(sibling_, sibling);
        breach worst;
        for (std::int64_t e = 0; e < own.size(); ++e) {
            double const off = off_at(e);
            double const allowed = allowed_at(e, false);
            if (off <= allowed || off / allowed <= worst.ratio() || unusual(e)) continue;
            worst = {e, off, allowed, 1, {}, {}};
        }
        if (worst.element < 0) return std::nullopt;
        return confirmed(std::move(worst));
    }

    /// Nothing tells which of both sides is wrong.
    [[nodiscard]] bool undecided() const { return undecided_; }
    /// What is said of the sibling's cell.
    [[nodiscard]] std::string sibling_gives(std::int64_t e) const { return cell_text(theirs_.at(e), theirs_.cells->type()); }

  private:
    [[nodiscard]] relation_side side(api_description const& api, ndarray const& cells) const {
        return {&api, &cells, bound_for(api, cells.type(), terms_of(api, d_.of.arguments, cells.size()))};
    }
    [[nodiscard]] pull pulled(std::int64_t e) const { return pull_of(r_.is, own_.at(e), theirs_.at(e)); }
    [[nodiscard]] double off_at(std::int64_t e) const {
        double const a = own_.at(e), b = theirs_.at(e);
        if (is_nan(a) && is_nan(b)) return 0;
        if (is_nan(a) != is_nan(b)) return std::numeric_limits<double>::infinity();
        double const off = magnitude(pulled(e).left_over);
        return is_finite(a) && is_finite(b) && is_finite(off) ? off : 0; // what overflows on one side tells nothing
    }
    /// Inputs for which conventions differ, or subnormals decide.
    [[nodiscard]] bool unusual(std::int64_t e) const {
        auto const f = facts_at(d_, own_.cells->dims(), e);
        return f.nan || f.infinite || f.tiny || f.at_edge || !f.moderate;
    }
    [[nodiscard]] double allowed_at(std::int64_t e, bool conditioned) const {
        auto const p = pulled(e);
        auto const share = [&](relation_side const& s) { return s.rounding_at(e) + (conditioned ? change_at(s, e) : 0); };
        double const own = share(own_), theirs = share(theirs_);
        return p.own_share * own + p.sibling_share * theirs + (r_.is == invariant::tie::root ? own * own : 0) +
               unit_roundoff(own_.cells->type()) * p.scale;
    }

    /// The second look: conditioning, and which side is wrong. Needs both sides in the wide type, there and nearby.
    [[nodiscard]] std::optional<breach> confirmed(breach b) {
        if (!look(own_, d_.wide_arguments(), own_.wide) || !look_around()) return std::nullopt;
        b.allowed = allowed_at(b.element, true);
        if (!(b.off > b.allowed)) return std::nullopt;
        auto const own = error_of(own_, b.element), theirs = error_of(theirs_, b.element);
        bool const own_is_wrong =
            (own && *own > 1) || (!own && !supported(own_, d_.outcomes, b.element) && supported(theirs_, answers_, b.element));
        // Where the sibling is wrong, trials of its own say so.
        if (!own_is_wrong &&
            ((theirs && *theirs > 1) || (supported(own_, d_.outcomes, b.element) && !supported(theirs_, answers_, b.element))))
            return std::nullopt;
        undecided_ = !own_is_wrong;
        b.unit = ulp_at((std::max)(pulled(b.element).scale, smallest_normal(own_.cells->type())), own_.cells->type());
        b.got = cell_text(own_.at(b.element), own_.cells->type());
        b.expected = cell_text(pulled(b.element).implied, dtype::float64);
        return b;
    }
    [[nodiscard]] bool look_around() {
        if (!look(theirs_, d_.wide_arguments(), theirs_.wide)) return false;
        for (std::size_t k = 0; k < docket::all_directions; ++k) {
            auto const& moved = d_.moved_inputs(k, own_.cells->type(), steps());
            if (!look(own_, moved, own_.near[k]) || !look(theirs_, moved, theirs_.near[k])) return false;
        }
        return true;
    }
    [[nodiscard]] double steps() const { return probing_steps(d_.api, own_.bound, widened(own_.cells->type()) == own_.cells->type()); }
    /// The arguments of this API as a side takes them.
    [[nodiscard]] std::optional<std::vector<value>> arguments_for(relation_side const& s, std::vector<value> const& arguments) const {
        return s.api == &d_.api ? std::optional(arguments) : arguments_of_sibling(d_.api, arguments, sibling_);
    }
    [[nodiscard]] bool look(relation_side& s, std::vector<value> const& arguments, ndarray& to) {
        column_set const only = column_set::only(column_);
        auto const given = arguments_for(s, arguments);
        if (!given) return false;
        auto all = &s == &own_ ? d_.again.run(*given, d_.wide_type(), only) : d_.again.run_sibling(sibling_, *given, only);
        outcome& o = all[column_];
        if (o.is != ending::value || o.outputs.empty() || !(o.outputs[0].dims() == s.cells->dims()) ||
            o.outputs[0].type() != d_.wide_type())
            return false;
        to = std::move(o.outputs[0]);
        return true;
    }
    [[nodiscard]] double change_at(relation_side const& s, std::int64_t e) const {
        double const base = load(s.wide.view(), e);
        double most = 0;
        for (std::size_t k = 0; k < s.near.size(); ++k) {
            double const there = load(s.near[k].view(), e);
            if (!same_kind(there, base)) return std::numeric_limits<double>::infinity();
            double const change = is_finite(base) ? magnitude(there - base) : 0;
            most = (std::max)(most, k == docket::of_scalars ? change : change / steps());
        }
        return s.bound.amplified * most * inner_share(s.cells->type());
    }
    /// Whether an independent column gives the same for a side.
    [[nodiscard]] bool supported(relation_side const& s, std::span<outcome const> outcomes, std::int64_t e) const {
        column_set alike = column_set::only(column_);
        for (std::size_t c = 0; c < d_.columns.size(); ++c) {
            if (c == column_ || outcomes[c].is != ending::value || outcomes[c].outputs.empty()) continue;
            ndarray const& t = outcomes[c].outputs[0];
            if (!(t.dims() == s.cells->dims()) || !has_ulp(t.type()) || is_complex(t.type())) continue;
            if (agree_within(load(t.view(), e), s.at(e), 2 * (s.rounding_at(e) + change_at(s, e)))) alike.insert(c);
        }
        return d_.independent.count(alike) >= 2;
    }
    [[nodiscard]] std::optional<double> judged_at(relation_side const& s, std::int64_t e) const {
        if (d_.options.last_judge == nullptr) return std::nullopt;
        auto const given = arguments_for(s, d_.of.arguments);
        auto const judged = given ? d_.options.last_judge(s.api->name, *given, e) : std::nullopt;
        return judged ? std::optional<double>(judged->high) : std::nullopt;
    }
    /// Error of one side in units of what it may be off, if anything can tell: the last judge, or the same column in a wider type.
    [[nodiscard]] std::optional<double> error_of(relation_side const& s, std::int64_t e) const {
        auto const judged = judged_at(s, e);
        if (!judged && widened(s.cells->type()) == s.cells->type()) return std::nullopt;
        double const right = judged.value_or(load(s.wide.view(), e));
        if (is_nan(s.at(e)) != is_nan(right)) return std::numeric_limits<double>::infinity();
        return magnitude(s.at(e) - right) / (s.rounding_at(e) + change_at(s, e));
    }

    docket& d_;
    invariant const& r_;
    api_description const& sibling_;
    std::span<outcome const> answers_;
    std::size_t column_;
    relation_side own_, theirs_;
    bool undecided_ = false;
};

/// The first position whose element is not what the sibling gives there.
[[nodiscard]] inline std::optional<breach> position_breach(docket const& d, ndarray const& own, ndarray const& sibling) {
    auto const* x = std::get_if<ndarray>(&d.of.arguments[0]);
    if (x == nullptr || x->size() == 0) return std::nullopt;
    bool const floats = has_ulp(x->type());
    double const tiny = floats ? smallest_normal(x->type()) : 0;
    for (std::int64_t e = 0; e < own.size(); ++e) {
        auto const place = load_integer(own.view(), e);
        auto const there = value_at(d, own.dims(), e, place);
        double const wanted = load(sibling.view(), e);
        if (there && (same_value(*there, wanted) || (std::max)(magnitude(*there), magnitude(wanted)) < tiny)) continue;
        if (floats && facts_at(d, own.dims(), e).nan) continue;
        std::string const stands = there ? shortest(*there) : "nothing";
        return breach{e, 1, 0, 1, "position " + std::to_string(place) + ", where " + stands + " stands,", "that of " + shortest(wanted)};
    }
    return std::nullopt;
}

/// The first whole quotient that does not make the dividend again; division by zero and by -1 have conventions of their own.
[[nodiscard]] inline std::optional<breach> quotient_breach(docket const& d, ndarray const& own, ndarray const& sibling) {
    auto const *x = std::get_if<ndarray>(&d.of.arguments[0]), *y = std::get_if<ndarray>(&d.of.arguments[1]);
    if (x == nullptr || y == nullptr || x->size() == 0 || y->size() == 0 || !is_integer(own.type()) || !is_integer(sibling.type()))
        return std::nullopt;
    for (std::int64_t e = 0; e < own.size(); ++e) {
        auto const at = [&](ndarray const& t) {
            return static_cast<std::uint64_t>(load_integer(t.view(), broadcast_element(own.dims(), t.dims(), e)));
        };
        auto const narrow = [&](std::uint64_t n) { return wrapped(static_cast<std::int64_t>(n), size_of(x->type())); };
        auto const text = [&](std::uint64_t n) { return std::to_string(narrow(n)); };
        std::uint64_t const dividend = at(*x), divisor = at(*y), quotient = at(own), remainder = at(sibling);
        if (divisor == 0 || ~divisor == 0 || narrow(quotient * divisor + remainder) == narrow(dividend)) continue;
        return breach{e,
                      1,
                      0,
                      1,
                      text(quotient),
                      "a quotient that leaves the remainder " + text(remainder) + " of " + text(dividend) + " by " + text(divisor)};
    }
    return std::nullopt;
}

/// The first cell where two results that are never rounded differ.
[[nodiscard]] inline std::optional<breach> equality_breach(ndarray const& own, ndarray const& sibling) {
    double const tiny = has_ulp(own.type()) ? 2 * smallest_normal(own.type()) : 0;
    for (std::int64_t e = 0; e < own.size(); ++e) {
        double const a = load(own.view(), e), b = load(sibling.view(), e);
        if (same_value(a, b) || (std::max)(magnitude(a), magnitude(b)) <= tiny) continue;
        return breach{e, magnitude(a - b), 0, 1, cell_text(a, dtype::float64), cell_text(b, dtype::float64)};
    }
    return std::nullopt;
}

} // namespace detail
} // namespace v0
} // namespace xamt

/// @file
/// Last step of the ladder: relations that hold inside one framework, whatever the others say.
///
/// Place in the pipeline: compare, after the values. A description says which ones hold of its API (describe/invariant.hpp). A column whose
/// result was found wrong before is not blamed once more.
#pragma once

#include <xamt/compare/exact.hpp>
#include <xamt/compare/family.hpp>
#include <xamt/compare/sibling_relations.hpp>

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace xamt {
inline namespace v0 {

/// A relation of an API as people write it: `std^2 = var`.
[[nodiscard]] inline std::string to_text(invariant const& r, std::string_view own) {
    std::string const name(own), other(r.sibling);
    switch (r.is) {
    case invariant::tie::none: break;
    case invariant::tie::range: return detail::shortest(r.lo) + " <= " + name + " <= " + detail::shortest(r.hi);
    case invariant::tie::remainder: return "0 <= " + name + " < divisor, or divisor < " + name + " <= 0";
    case invariant::tie::inverse: return "a · " + name + "(a) = 1";
    case invariant::tie::solution: return "a · " + name + "(a, b) = b";
    case invariant::tie::factor: return name + "(a) · its transpose = a";
    case invariant::tie::equal: return name + " = " + other;
    case invariant::tie::complement: return name + " + " + other + " = 1";
    case invariant::tie::root: return name + "^2 = " + other;
    case invariant::tie::logarithm: return "exp(" + name + ") = " + other;
    case invariant::tie::positions: return "x[" + name + "(x)] = " + other + "(x)";
    case invariant::tie::quotient: return name + " · divisor + " + other + " = dividend";
    }
    return {};
}

namespace detail {

class relation_step {
  public:
    relation_step(docket& d, invariant const& r) : d_(d), r_(r) {}

    void run() {
        column_set const asked = d_.answered - spoken_of();
        if (asked.empty() || d_.of.arguments.empty()) return;
        if (r_.sibling.empty()) {
            for (std::size_t c = 0; c < d_.columns.size(); ++c)
                if (asked.contains(c) && !d_.outcomes[c].outputs.empty())
                    report(c, by_itself(d_.outcomes[c].outputs[0]), {},
                           r_.is == invariant::tie::range ? judgement::value : judgement::relation);
            return;
        }
        api_description const* const sibling = d_.again.sibling(r_.sibling);
        auto const arguments = sibling == nullptr ? std::nullopt : arguments_of_sibling(d_.api, d_.of.arguments, *sibling);
        if (!arguments) return;
        auto const theirs = d_.again.run_sibling(*sibling, *arguments, asked);
        for (std::size_t c = 0; c < d_.columns.size(); ++c)
            if (asked.contains(c)) against(c, *sibling, theirs);
    }

  private:
    /// Columns of which something was said already; a difference that a convention explains is none of a relation's business either.
    [[nodiscard]] column_set spoken_of() const {
        column_set s;
        for (auto const& v : d_.verdicts)
            if (v.is != judgement::sign_of_zero && v.is != judgement::dtype) s = s | v.blamed;
        return s;
    }
    [[nodiscard]] std::optional<breach> by_itself(ndarray const& result) const {
        switch (r_.is) {
        case invariant::tie::range: return range_breach(d_, r_, result);
        case invariant::tie::remainder: return remainder_breach(d_, result);
        default: return has_ulp(result.type()) && !is_complex(result.type()) ? matrix_breach(d_, r_, result) : std::nullopt;
        }
    }
    void against(std::size_t c, api_description const& sibling, std::span<outcome const> answers) {
        outcome const& theirs = answers[c];
        if (theirs.is != ending::value || theirs.outputs.empty() || d_.outcomes[c].outputs.empty()) return;
        ndarray const &own = d_.outcomes[c].outputs[0], &other = theirs.outputs[0];
        if (!(own.dims() == other.dims()) || is_complex(own.type()) || is_complex(other.type())) return;
        if (r_.is == invariant::tie::positions) return report(c, position_breach(d_, own, other), {}, judgement::relation);
        if (r_.is == invariant::tie::quotient) return report(c, quotient_breach(d_, own, other), {}, judgement::relation);
        if (r_.is == invariant::tie::equal && d_.api.exactness.of == rounding::exact)
            return report(c, equality_breach(own, other), {}, judgement::relation);
        if (!has_ulp(own.type()) || own.type() != other.type()) return;
        sibling_check check(d_, r_, sibling, answers, c);
        auto const found = check.run(own, other);
        std::string const beside = found ? ", as its `" + std::string(sibling.name) + "` is " + check.sibling_gives(found->element) : "";
        bool const open = found && check.undecided();
        report(c, found, beside + (open ? "; which of both is wrong, nothing tells" : ""), open ? judgement::relation : judgement::value);
    }
    /// A number that is known to be wrong is one as any other.
    void report(std::size_t c, std::optional<breach> const& b, std::string const& beside, judgement kind) {
        if (!b || b->element < 0 || !(b->off > b->allowed)) return;
        ndarray const& own = d_.outcomes[c].outputs[0];
        verdict v;
        v.is = kind;
        v.blamed = column_set::only(c);
        v.output = 0;
        v.element = b->element;
        v.got = b->got;
        v.expected = b->expected;
        v.ulp = b->off / b->unit;
        v.bound = b->allowed / b->unit;
        v.judged = true;
        double const ratio = b->ratio();
        v.severity = (std::min)(60, 30 + static_cast<int>(std::log2(is_finite(ratio) ? 1 + ratio : 0x1p30)));
        auto const facts = facts_at(d_, own.dims(), b->element);
        v.family = family_of(d_, facts, load(own.view(), b->element), 0, own.type());
        std::string const rule = to_text(r_, d_.api.name);
        v.derivation = rule + " holds by definition" + (b->allowed > 0 ? "; both sides may be off by their own bounds" : ", exactly");
        v.say(d_.columns, "give",
              " " + v.got + " at element " + std::to_string(v.element) + " where " + v.expected + " is asked for by " + rule + beside);
        d_.verdicts.push_back(std::move(v));
    }

    docket& d_;
    invariant const& r_;
};

} // namespace detail

/// Holds every column against the relations of its API.
inline void judge_relations(docket& d) {
    for (auto const& r : d.api.ties()) detail::relation_step(d, r).run();
}

} // namespace v0
} // namespace xamt

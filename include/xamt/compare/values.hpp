/// @file
/// Floating outputs: each cell against the reference, within the bound of its operation and the conditioning of its inputs.
///
/// Place in the pipeline: compare. Two thresholds: beyond the operation's own ULP but inside what one ULP of the input changes is
/// *ill-conditioned* (listed), beyond both is a finding. Nobody is blamed without a reference that independent witnesses or the last judge
/// stand behind.
#pragma once

#include <xamt/compare/cell_excuse.hpp>
#include <xamt/compare/family.hpp>
#include <xamt/compare/grid.hpp>
#include <xamt/compare/law.hpp>
#include <xamt/compare/tally.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace xamt {
inline namespace v0 {

namespace detail {

/// The judgement of one floating output.
class value_step {
  public:
    value_step(docket& d, std::size_t output, column_set asked, nature is)
        : d_(d), g_(d, output, asked, is == nature::up_to_sign), wrong_(output), bound_(bound_for(d.api, g_.coarsest(), g_.terms())) {}

    void run() {
        std::vector<std::size_t> disputed, quiet;
        for (std::size_t cell = 0; cell < g_.size(); ++cell) {
            bool const calm = g_.quiet(cell, bound_);
            lawful_ = law_of_floats(d_, g_.dims(), g_.element(cell), static_cast<int>(cell % 2));
            if (!lawful_) {
                (calm ? quiet : disputed).push_back(cell);
                continue;
            }
            scale_ = 1;
            precise const right{lawful_->value, 0};
            if (!calm || anyone_off(cell, right))
                decide(cell, right);
            else
                note_zero_signs(cell);
        }
        lawful_.reset();
        std::stable_sort(disputed.begin(), disputed.end(), [&](auto a, auto b) { return g_.dispute(a) > g_.dispute(b); });
        std::size_t asked = 0;
        bool known = false;
        for (std::size_t cell : disputed) {
            // Once the last judge has spoken on the gravest cells, lesser ones of the same trial add nothing.
            if (known && asked >= d_.options.disputed_cells) break;
            auto const judged = ask(cell);
            ++asked;
            known = known || judged;
            decide(cell, judged);
        }
        std::size_t const step = quiet.size() / d_.options.judged_cells + 1;
        for (std::size_t i = 0; i < quiet.size(); ++i) {
            auto const judged = i % step == 0 ? ask(quiet[i]) : std::nullopt;
            if (judged && anyone_off(quiet[i], *judged))
                decide(quiet[i], judged);
            else
                note_zero_signs(quiet[i]);
        }
        wrong_.report(d_);
    }

  private:
    [[nodiscard]] bool may_ask() const { return d_.options.last_judge != nullptr && !is_complex(g_.coarsest()); }
    [[nodiscard]] std::optional<precise> ask(std::size_t cell) const {
        return may_ask() ? d_.options.last_judge(d_.api.name, d_.of.arguments, g_.element(cell)) : std::nullopt;
    }

    [[nodiscard]] double error_of(std::size_t column, std::size_t cell, precise right) const {
        dtype const unit = g_.unit(column);
        double const got = g_.own(column, cell);
        if (!is_complex(unit)) return ulp_error(got, right, unit);
        if (!same_kind(got, rounded_to(right.high, unit))) return std::numeric_limits<double>::infinity();
        if (!is_finite(got) || !is_finite(right.high)) return 0;
        return magnitude(got - right.high - right.low) / ulp_at((std::max)(scale_, magnitude(right.high)), unit);
    }

    [[nodiscard]] bool anyone_off(std::size_t cell, precise right) const {
        for (std::size_t c = 0; c < d_.columns.size(); ++c)
            if (g_.asked().contains(c) && error_of(c, cell, right) > bound_.table) return true;
        return false;
    }

    /// Columns of the trial's own dtype that stand within the operation's bound of `right`.
    [[nodiscard]] column_set within(std::size_t cell, precise right, double allowed) const {
        column_set s;
        for (std::size_t c = 0; c < d_.columns.size(); ++c)
            if (g_.asked().contains(c) && error_of(c, cell, right) <= allowed) s.insert(c);
        return s;
    }

    /// True if all columns say the same, right or wrong.
    [[nodiscard]] bool unanimous(std::size_t cell) const {
        double const first = g_.own(g_.asked().first(), cell);
        double lo = first, hi = first;
        for (std::size_t c = 0; c < d_.columns.size(); ++c) {
            if (!g_.asked().contains(c)) continue;
            double const x = g_.own(c, cell);
            if (!same_kind(first, x)) return false;
            lo = (std::min)(lo, x);
            hi = (std::max)(hi, x);
        }
        return !is_finite(first) || hi / 2 - lo / 2 <= bound_.table / 2 * ulp_at((std::max)(magnitude(lo), magnitude(hi)), g_.coarsest());
    }

    [[nodiscard]] reference_cell reference_of(std::size_t cell, std::optional<precise> judged) {
        if (!judged) return g_.reference(cell, bound_);
        reference_cell r;
        r.right = *judged;
        r.trusted = r.judged = true;
        return r;
    }

    /// A consensus on NaN or infinity can itself be an accident on the way: where nobody fed a NaN in, an infinite input may have a limit,
    /// and in the widest type an intermediate result may have overflowed for everybody.
    [[nodiscard]] bool doubtful(reference_cell const& r, input_facts const& facts) const {
        if (r.judged || is_finite(r.right.high)) return false;
        // Special functions of large numbers are NaN where a series gave up, and libraries took their series from each other.
        bool const series = d_.api.exactness.of == rounding::special && facts.most > 0x1p16;
        if (is_nan(r.right.high)) return !facts.nan && (facts.infinite || series || (g_.widest() && !facts.moderate));
        return !facts.infinite && g_.widest() && !facts.moderate;
    }

    /// Where the witnesses are divided about a NaN that went in, those that kept it are right.
    void stand_by_nan(std::size_t cell, reference_cell& r, input_facts const& facts) const {
        auto const own = [&](std::size_t c) { return g_.own(c, cell); };
        column_set const keepers = givers_of_nan(d_, g_.asked(), own);
        if (r.trusted && !r.judged && !is_nan(r.right.high) && outvotes_nan(d_, keepers, facts)) r.trusted = false;
        if (r.trusted) return;
        if (!keepers_of_nan_stand(d_, g_.asked(), keepers, facts, own)) return;
        r.right = {std::numeric_limits<double>::quiet_NaN(), 0};
        r.supporters = keepers;
        r.trusted = true;
    }

    void decide(std::size_t cell, std::optional<precise> judged) {
        reference_cell r = reference_of(cell, judged);
        std::int64_t const element = g_.element(cell);
        input_facts const facts = facts_at(d_, g_.dims(), element);
        if (facts.nan) stand_by_nan(cell, r, facts);
        scale_ = magnitude(r.right.high);
        if (is_complex(g_.coarsest())) {
            scale_ = 0;
            for (std::size_t c = 0; c < d_.columns.size(); ++c)
                if (r.supporters.contains(c) && g_.asked().contains(c))
                    scale_ = (std::max)(scale_, g_.modulus(own_parts(g_, c, cell), cell % 2));
            if (lawful_) scale_ = 1; // the only law of complex numbers is that of an empty product
        }
        double const unit = ulp_at(scale_, g_.coarsest());
        double allowed = bound_.table;
        if (bound_.absolute > 0 && is_finite(r.right.high)) allowed += bound_.absolute * g_.absolute(cell, r.right.high) / unit;
        allowed += bound_.floor / unit;
        // In the widest type the reference is itself one of the columns and as wrong as they may be.
        if (!r.judged && g_.widest()) allowed *= 2;
        column_set const right = within(cell, r.right, allowed);
        if (right == g_.asked()) return note_zero_signs(cell);
        bool const decided = r.trusted && !doubtful(r, facts);
        // Where all say the same there is no difference; only the last judge may call it wrong.
        if (!r.judged && unanimous(cell)) return;
        std::optional<conditioning> near;
        for (std::size_t c = 0; c < d_.columns.size(); ++c) {
            if (!g_.asked().contains(c) || right.contains(c)) continue;
            judge_cell(c, cell, r, facts, allowed, right, decided, near);
        }
    }

    void judge_cell(std::size_t c, std::size_t cell, reference_cell const& r, input_facts const& facts, double allowed, column_set right,
                    bool decided, std::optional<conditioning>& near) {
        dtype const unit = g_.unit(c);
        double const got = g_.own(c, cell), expected = r.right.high;
        blot b;
        b.in = c;
        b.element = g_.element(cell);
        b.got = cell_text(got, unit);
        b.expected =
            cell_text(rounds_to_infinity(expected, unit) ? std::copysign(std::numeric_limits<double>::infinity(), expected) : expected,
                      dtype::float64);
        b.ulp = error_of(c, cell, r.right);
        b.bound = allowed;
        b.derivation = lawful_ ? std::string(lawful_->says) : bound_.derivation;
        b.witnesses = r.supporters;
        b.judged = r.judged;
        b.extreme = facts.infinite || facts.tiny || facts.most > 0x1p40;
        bool const kinds_differ = !same_kind(got, rounded_to(expected, unit));
        b.is = !kinds_differ ? judgement::value : is_nan(got) || is_nan(expected) ? judgement::nan : judgement::infinity;
        if (!decided) {
            b.excuse = floating_excuse(d_, g_.dims(), b.element, facts, got, expected);
            if (b.excuse == policy_id::none) {
                b.is = judgement::undecided;
                b.got = camps(cell);
            }
            return wrong_.add(std::move(b));
        }
        b.excuse = cell_excuse{d_, g_, bound_, scale_}.of(c, cell, r, facts, right);
        if (b.excuse == policy_id::none) {
            if (!near) near = g_.condition(cell, r, bound_);
            double const with_condition = conditioned(unit, *near);
            b.bound += with_condition;
            b.conditioning = with_condition;
            if (with_condition > 0)
                b.derivation +=
                    "; plus " + figure(with_condition) + " ULP: " + figure(bound_.amplified) + " times what one ULP of the input changes";
            if (explained(c, cell, r, b, right, *near)) b.is = judgement::ill_conditioned;
        }
        b.family = family_of(d_, facts, got, expected, unit);
        wrong_.add(std::move(b));
    }

    /// What the conditioning of a cell adds to its bound, in ULP of `unit`.
    [[nodiscard]] double conditioned(dtype unit, conditioning const& near) const {
        return (bound_.amplified * near.change * inner_share(unit) + 2 * near.scalars) / ulp_at(scale_, unit);
    }

    [[nodiscard]] bool explained(std::size_t c, std::size_t cell, reference_cell const& r, blot const& b, column_set right,
                                 conditioning const& near) const {
        if (b.is == judgement::value) return b.ulp <= b.bound;
        if (!near.unstable) {
            // Near the edge of the range one ULP decides between a number and infinity; far from it no ULP does.
            double const reach = b.bound * ulp_at(scale_, g_.unit(c));
            return is_finite(b.ulp) && b.ulp <= b.bound && magnitude(r.right.high) + reach >= largest(g_.unit(c));
        }
        // The kind of the result changes within one ULP of the input. If most columns get it right all the same, it can be got right.
        // Where many terms cancel it cannot: one order of the sum gives zero, another does not.
        if (!g_.many_terms() && (r.judged || d_.independent.carries(right, g_.asked()))) return false;
        for (double x : near.nearby)
            if (same_kind(x, g_.own(c, cell))) return true;
        return false;
    }

    [[nodiscard]] std::string camps(std::size_t cell) const {
        std::string text;
        for (std::size_t k = 0; k < d_.columns.size(); ++k)
            if (g_.asked().contains(k))
                text += (text.empty() ? "" : ", ") + to_text(d_.columns[k]) + " " + cell_text(g_.own(k, cell), g_.unit(k));
        return text;
    }

    void note_zero_signs(std::size_t cell) {
        std::size_t const first = g_.asked().first();
        if (g_.own(first, cell) != 0) return;
        auto const demanded = law_of_zero_sign(d_, g_.dims(), g_.element(cell));
        for (std::size_t c = 0; c < d_.columns.size(); ++c) {
            if (!g_.asked().contains(c) || g_.own(c, cell) != 0) continue;
            bool const right = demanded.value_or(sign_bit(g_.own(first, cell)));
            if (sign_bit(g_.own(c, cell)) == right) continue;
            blot b;
            b.is = judgement::sign_of_zero;
            b.excuse = demanded ? policy_id::none : policy_id::zero_sign;
            b.judged = demanded.has_value();
            b.family = "signed-zero";
            b.in = c;
            b.element = g_.element(cell);
            b.got = shortest(g_.own(c, cell));
            b.expected = right ? "-0" : "0";
            if (demanded) b.derivation = "a remainder has the sign of the divisor";
            wrong_.add(std::move(b));
        }
    }

    docket& d_;
    grid g_;
    tally wrong_;
    error_bound bound_;
    double scale_ = 0;
    std::optional<law> lawful_;
};

} // namespace detail

/// Judges one floating output of the columns in `asked`, whose shapes are equal.
inline void judge_values(docket& d, std::size_t output, column_set asked, nature is) { detail::value_step(d, output, asked, is).run(); }

} // namespace v0
} // namespace xamt

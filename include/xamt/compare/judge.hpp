/// @file
/// The oracle: all verdicts on one trial.
///
/// Place in the pipeline: compare; the campaign calls it for the trials that the batched check flags. The ladder: outcome class, error
/// agreement, shape, dtype, cell classes, values against the bound, relations. A verdict that does not show twice is nondeterminism. Example:
/// @code
/// for (auto const& v : xamt::judge(api, trial, columns, outcomes, again))
///     if (v.is_finding()) std::puts(v.sentence.c_str());
/// @endcode
#pragma once

#include <xamt/compare/endings.hpp>
#include <xamt/compare/exact.hpp>
#include <xamt/compare/forms.hpp>
#include <xamt/compare/length.hpp>
#include <xamt/compare/relations.hpp>
#include <xamt/compare/values.hpp>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace xamt {
inline namespace v0 {

namespace detail {

/// Takes the blame from columns that do not give the same result twice, and says so.
inline void set_nondeterministic_apart(docket& d) {
    auto const absurd = absurd_number(d);
    bool const any = std::any_of(d.verdicts.begin(), d.verdicts.end(), [&](verdict const& v) {
        bool const doubtful = !absurd.empty() && (v.is == judgement::undecided || v.suppressed_by == policy_id::error_raised);
        return doubtful || (v.is_finding() && v.output >= 0);
    });
    if (!any) return;
    auto const second = d.second_run();
    column_set restless;
    for (std::size_t c = 0; c < d.columns.size(); ++c)
        if (d.answered.contains(c) && second[c].is != ending::absent && !same_outcome(d.outcomes[c], second[c])) restless.insert(c);
    if (restless.empty()) return;
    for (auto& v : d.verdicts)
        if (v.output >= 0) v.blamed = v.blamed - restless;
    std::erase_if(d.verdicts, [](verdict const& v) {
        return v.output >= 0 && v.blamed.empty() && v.is != judgement::undecided && v.is != judgement::dtype;
    });
    verdict v;
    if (!absurd.empty()) { // memory that is not its own
        std::erase_if(d.verdicts, [](verdict const& u) { return u.output >= 0 && u.is == judgement::undecided; });
        v.is = judgement::error;
        v.blamed = restless;
        v.severity = 80;
        v.family = "arg-crash";
        v.got = "a value that changes from run to run";
        v.expected = "an exception";
        v.say(d.columns, "accept",
              " an absurd value of `" + std::string(absurd) + "`, and what comes out changes from run to run: memory that is not its own");
        d.verdicts.push_back(std::move(v));
        return;
    }
    v.is = judgement::nondeterministic;
    v.witnesses = restless;
    v.sentence = names_of(restless, d.columns) + " does not give the same result twice";
    d.verdicts.push_back(std::move(v));
}

/// True if a tensor that is a limit or the like, not what the function is about, holds infinities outside its range.
[[nodiscard]] inline bool infinite_limits(docket const& d) {
    bool found = false;
    for_each_tensor(d.of.arguments, [&](std::size_t i, ndarray const& t) {
        parameter const& p = d.api.parameters[i];
        if (i == 0 || !p.bounded() || is_infinite(p.hi) || !has_ulp(t.type()) || d.api.pointwise) return;
        for (double x : cells_of(t.view())) found = found || is_infinite(x);
    });
    return found;
}

/// Whole-number results on which those who accept the arguments cannot agree, while others refuse them: the arguments have no answer, and
/// giving one is the fault. (In floating point the same picture is mostly a dtype that some do not support.)
inline void blame_lonely_acceptance(docket& d) {
    column_set const raised = d.ended(ending::error);
    if (d.independent.count(raised) < 2 || d.independent.count(d.answered) < 2) return;
    if (!d.integer_trial() && !infinite_limits(d)) return;
    bool const disputed = std::any_of(d.verdicts.begin(), d.verdicts.end(), [](verdict const& v) { return v.is == judgement::undecided; });
    if (!disputed) return;
    for (auto& v : d.verdicts) {
        if (v.is != judgement::error || v.suppressed_by != policy_id::error_raised) continue;
        v.suppressed_by = policy_id::none;
        v.blamed = d.answered;
        v.witnesses = raised;
        v.severity = 40;
        if (named(d.api.name, "pow")) v.family = "int-pow";
        if (named(d.api.name, "histogram")) v.family = "histogram";
        v.got = "a value";
        v.expected = "an exception";
        v.sentence = clause_of(d.answered, d.columns, "give") + " values that contradict each other for arguments that " +
                     clause_of(raised, d.columns, "reject") + " (" + told(d.outcomes[raised.first()]) + ")";
    }
}

/// True if no cell of any column tells anything: all NaN, or all infinite.
[[nodiscard]] inline bool says_nothing(docket const& d) {
    bool some = false;
    for (std::size_t c = 0; c < d.columns.size(); ++c) {
        if (!d.answered.contains(c)) continue;
        for (auto const& t : d.outcomes[c].outputs) {
            if (!has_ulp(t.type())) return false;
            for (double x : cells_of(t.view())) {
                if (is_finite(x)) return false;
                some = true;
            }
        }
    }
    return some;
}

/// Whether some input is so small that subnormals of a step between, which some columns take for zero, can explain a difference.
[[nodiscard]] inline bool near_underflow(docket const& d) {
    bool found = false;
    for_each_tensor(d.of.arguments, [&](std::size_t, ndarray const& t) {
        if (!has_ulp(t.type())) return;
        for (double x : cells_of(t.view())) found = found || (x != 0 && magnitude(x) < 0x1p10 * smallest_normal(t.type()));
    });
    return found;
}

/// Of an operation whose errors nobody knows, a number must be far beyond the bound, and a column is blamed only if an independent one gets it right
/// in the same dtype: what none gets right is asked too much of.
inline void doubt_without_neighbour(docket& d) {
    if (!d.api.cautious) return;
    constexpr double far = 16; // times the bound: conditions are sampled, and how many steps an operation has is not known
    for (auto& v : d.verdicts) {
        if (!v.is_finding() || v.output < 0) continue;
        if (v.is == judgement::value && (v.ulp < far * v.bound || near_underflow(d))) {
            v.is = judgement::ill_conditioned;
            continue;
        }
        column_set wrong;
        for (auto const& other : d.verdicts)
            if (other.output == v.output && (other.is_finding() || other.is == judgement::ill_conditioned)) wrong = wrong | other.blamed;
        if (d.independent.count(d.answered - wrong) > 0) continue;
        for (auto& other : d.verdicts)
            if (other.output == v.output && other.is_finding()) other.is = judgement::ill_conditioned;
    }
}

inline std::vector<verdict> judge_trial(docket d) {
    judge_endings(d);
    judge_errors(d);
    // One column alone can still be held against the last judge.
    std::size_t const enough = d.options.last_judge == nullptr ? 2 : 1;
    if (static_cast<std::size_t>(d.answered.size()) >= enough) {
        auto const comparable = judge_shapes(d);
        for (std::size_t o = 0; o < comparable.size(); ++o) {
            nature const is = o < d.api.output_count ? d.api.outputs[o].is : nature::values;
            column_set const asked = judge_dtypes(d, o, comparable[o]);
            if (static_cast<std::size_t>(asked.size()) < enough || is == nature::shape_only) continue;
            dtype const type = d.outcomes[asked.first()].outputs[o].type();
            if (!has_ulp(type)) judge_discrete(d, o, asked, is);
            // A floating result of whole numbers is rounded once even where the operation itself is exact.
            else if (is == nature::unordered || (d.api.exactness.of == rounding::exact && !d.integer_trial()))
                judge_exact_floats(d, o, asked, is);
            else
                judge_values(d, o, asked, is);
        }
        judge_relations(d);
        set_nondeterministic_apart(d);
        blame_lonely_acceptance(d);
        name_length_dependence(d);
        doubt_without_neighbour(d);
    }
    if (d.verdicts.empty() && says_nothing(d)) {
        verdict v;
        v.is = judgement::mistrusted;
        v.witnesses = d.answered;
        v.sentence = "every cell of every column is NaN or infinite: the trial tells nothing";
        d.verdicts.push_back(std::move(v));
    }
    std::stable_sort(d.verdicts.begin(), d.verdicts.end(), [](verdict const& a, verdict const& b) { return a.severity > b.severity; });
    return std::move(d.verdicts);
}

} // namespace detail

/// The same trial in the wide type: the second opinion that most judgements begin with.
struct wide_question {
    std::vector<value> arguments;
    column_set asked;
};

/// What `judge` will ask first, as far as that can be told beforehand; nothing where it needs no such opinion: exact operations, trials that
/// are wide already, and functions that the last judge knows.
[[nodiscard]] inline std::optional<wide_question> wide_question_of(api_description const& api, trial const& t,
                                                                   std::span<outcome const> outcomes, oracle_options options) {
    if (!has_ulp(t.type) || widened(t.type) == t.type || api.exactness.of == rounding::exact) return std::nullopt;
    wide_question q;
    std::int64_t elements = 0;
    for (std::size_t c = 0; c < outcomes.size(); ++c) {
        if (outcomes[c].is != ending::value || outcomes[c].outputs.empty()) continue;
        q.asked.insert(c);
        elements = outcomes[c].outputs.front().size();
    }
    if (q.asked.size() < 2) return std::nullopt;
    for (std::int64_t e = 0; options.last_judge != nullptr && e < elements; e += elements / 4 + 1)
        if (options.last_judge(api.name, t.arguments, e)) return std::nullopt;
    q.arguments = widened(api, t.arguments, false);
    return q;
}

/// Judges a trial: `outcomes` stand in the order of `columns`, aligned to the canonical layout. No verdict at all means agreement. `wide` is
/// the answer to `wide_question_of`, if it was asked beforehand.
[[nodiscard]] inline std::vector<verdict> judge(api_description const& api, trial const& t, std::span<column const> columns,
                                                std::span<outcome const> outcomes, evaluator_ref again, oracle_options options = {},
                                                std::optional<std::vector<outcome>> wide = std::nullopt) {
    docket d(api, t, columns, outcomes, again, options);
    if (wide) d.answer_wide(std::move(*wide));
    return detail::judge_trial(std::move(d));
}

} // namespace v0
} // namespace xamt

/// @file
/// Whether two callables compute the same, judged by what they gave on the scenarios that both accept.
///
/// Place in the pipeline: match. One recipe has to hold for all scenarios: at most one changed parameter on either side, and one way to
/// look at the outputs. Conventions (layout, order of a kernel's axes) may be any that works, since sizes tell them apart.
#pragma once

#include <xamt/match/agreement.hpp>
#include <xamt/match/excuses.hpp>
#include <xamt/match/scenario.hpp>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace xamt {
inline namespace v0 {

/// A call that ran, with how it was made.
struct recorded_call {
    std::size_t in_scenario = 0;
    std::string change, structure;
    call_outcome outcome;
    std::size_t number = 0; ///< among the planned calls of its scenario
};

/// What a callable gave: its calls that ran, by scenario and change; and why the others did not.
struct behaviour {
    std::map<std::size_t, std::map<std::string, std::vector<recorded_call>>> runs;
    std::string failure;  ///< the error that came most often, where nothing ran
    bool random = false;  ///< results differ from call to call
    bool planned = false; ///< whether any scenario fits its parameters

    [[nodiscard]] bool ran() const { return !runs.empty(); }
};

/// Of the calls of a scenario the first that gave outputs as it stands: nothing changed, no convention followed; or nothing.
[[nodiscard]] inline recorded_call const* plain_call(std::map<std::string, std::vector<recorded_call>> const& by_change) {
    auto const plain = by_change.find("");
    if (plain == by_change.end()) return nullptr;
    auto const at = std::ranges::find_if(plain->second, [](recorded_call const& call) {
        return call.structure.empty() && call.outcome.statistics.empty() && !detail::proper(call.outcome).empty();
    });
    return at == plain->second.end() ? nullptr : &*at;
}

enum class verdict_kind : std::uint8_t { confirmed, with_recipe, contradicted, not_run };

struct pair_verdict {
    verdict_kind is = verdict_kind::not_run;
    std::string change_a, change_b;       ///< of the recipe
    std::string structure_a, structure_b; ///< conventions that were followed
    std::string view;                     ///< how outputs were looked at: "", "one of several outputs", "mean", "3 digits"
    int agreed = 0, differed = 0, distinct = 0;
    std::vector<std::size_t> agreeing, differing; ///< scenarios

    [[nodiscard]] bool holds() const { return is == verdict_kind::confirmed || is == verdict_kind::with_recipe; }
};

namespace detail {

[[nodiscard]] inline std::vector<recorded_call> const* calls_with(behaviour const& x, std::size_t in, std::string const& change) {
    auto const& by_change = x.runs.at(in);
    auto found = by_change.find(change);
    if (found == by_change.end()) found = by_change.find("");
    return found == by_change.end() ? nullptr : &found->second;
}

/// Counts scenarios in which some convention of either side makes the outputs equal.
[[nodiscard]] inline tally count(behaviour const& a, behaviour const& b, std::vector<std::size_t> const& shared,
                                 std::string const& change_a, std::string const& change_b, output_view view) {
    tally t;
    for (auto const in : shared) {
        auto const *of_a = calls_with(a, in, change_a), *of_b = calls_with(b, in, change_b);
        if (of_a == nullptr || of_b == nullptr) continue;
        std::string const* found = nullptr;
        bool telling = true;
        recorded_call const *call_a = nullptr, *call_b = nullptr;
        for (auto const& x : *of_a) {
            for (auto const& y : *of_b) {
                bool says = true;
                auto const* same = agreement(x.outcome, y.outcome, view, says);
                if (same == nullptr || (found != nullptr && !says)) continue;
                found = same, telling = says, call_a = &x, call_b = &y;
                if (says) break;
            }
            if (found != nullptr && telling) break;
        }
        if (found == nullptr) {
            t.differing.push_back(in);
            continue;
        }
        bool const one_number = scenarios()[in].is_one_number() && call_a->outcome.outputs.size() == 1 && found->starts_with(':');
        if (!telling || one_number) continue;
        if (call_a->outcome.outputs.size() == 1 && call_a->outcome.outputs[0].truth) {
            t.truths.insert(*found); // true everywhere says nothing, true here and false there does
            t.undecided.push_back(in);
            continue;
        }
        ++t.agreed;
        t.distinct.insert(*found);
        t.agreeing.push_back(in);
        t.joined =
            t.joined || (view <= output_view::coarse && (proper(call_a->outcome).size() == 1) != (proper(call_b->outcome).size() == 1));
        if (t.structure_a.empty()) t.structure_a = call_a->structure;
        if (t.structure_b.empty()) t.structure_b = call_b->structure;
    }
    return t;
}

[[nodiscard]] inline std::vector<std::size_t> shared_scenarios(behaviour const& a, behaviour const& b) {
    std::vector<std::size_t> both;
    for (auto const& [in, calls] : a.runs)
        if (b.runs.contains(in)) both.push_back(in);
    return both;
}

[[nodiscard]] inline std::set<std::string> changes_in(behaviour const& x) {
    std::set<std::string> all{""};
    for (auto const& [in, by_change] : x.runs)
        for (auto const& [change, calls] : by_change) all.insert(change);
    return all;
}

/// Losses may be reduced by one side only; for others a mean says nothing.
[[nodiscard]] inline std::vector<output_view> views_for(bool losses) {
    using enum output_view;
    if (losses) return {whole, coarse, component, mean, coarse_component, coarse_mean};
    return {whole, coarse, component, coarse_component, any_order};
}

} // namespace detail

/// Share of the scenarios that may differ (NaN rules, ranges) in what counts as the same.
inline constexpr double most_differing = 0.15;

[[nodiscard]] inline pair_verdict judge(behaviour const& a, behaviour const& b, bool losses) {
    pair_verdict best;
    auto const shared = detail::shared_scenarios(a, b);
    if (shared.empty()) return best;
    double best_score = -1e9;
    auto const looked_at = [](detail::output_view view, detail::tally const& t) {
        std::string words(detail::words_for(view));
        if (t.joined) words += words.empty() ? "several outputs as one" : ", several outputs as one";
        return words + (words.empty() || t.domain.empty() ? "" : "; ") + t.domain;
    };
    auto const attempt = [&](std::string const& change_a, std::string const& change_b, detail::output_view view) {
        auto t = detail::count(a, b, shared, change_a, change_b, view);
        auto const before = t.differing.size();
        t.decide_truths();
        detail::excuse_what_says_nothing(t);
        double const penalty = (change_a.empty() ? 0 : 0.3) + (change_b.empty() ? 0 : 0.3) + 0.4 * static_cast<double>(view);
        double const score = t.agreed - 2.0 * static_cast<double>(t.differing.size()) - 0.2 * static_cast<double>(before) - penalty;
        if (score <= best_score) return;
        best_score = score;
        bool const plain = change_a.empty() && change_b.empty() && t.structure_a == t.structure_b && view == detail::output_view::whole &&
                           !t.joined && t.domain.empty();
        bool const holds =
            t.agreed >= 1 && static_cast<double>(t.differing.size()) <=
                                 most_differing * static_cast<double>(static_cast<std::size_t>(t.agreed) + t.differing.size());
        best = {holds ? (plain ? verdict_kind::confirmed : verdict_kind::with_recipe) : verdict_kind::contradicted,
                change_a,
                change_b,
                t.structure_a,
                t.structure_b,
                looked_at(view, t),
                t.agreed,
                static_cast<int>(t.differing.size()),
                static_cast<int>(t.distinct.size()),
                t.agreeing,
                t.differing};
        if (!holds && t.agreed == 0 && t.differing.empty()) best.is = verdict_kind::not_run;
    };
    for (auto const view : detail::views_for(losses)) {
        attempt("", "", view);
        if (best.is == verdict_kind::confirmed && best.differed == 0) return best;
    }
    if (best.holds() && best.differed == 0) return best;
    for (auto const view : detail::views_for(losses)) {
        for (auto const& change : detail::changes_in(a))
            if (!change.empty()) attempt(change, "", view);
        for (auto const& change : detail::changes_in(b))
            if (!change.empty()) attempt("", change, view);
    }
    return best;
}

} // namespace v0
} // namespace xamt

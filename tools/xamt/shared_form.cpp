// Calls that gave the same; see shared_form.hpp.
#include "shared_form.hpp"

#include <xamt/align/matched_form.hpp>

#include <algorithm>
#include <map>
#include <set>

namespace xamt_command {

using namespace xamt;

namespace {

/// All outputs as one text; nothing for what says nothing, or cannot be compared output by output.
std::string signature_of(call_outcome const& outcome) {
    auto const outputs = detail::proper(outcome);
    if (outputs.empty() || outputs.size() > api_description::max_outputs) return {};
    std::string text;
    bool telling = false;
    for (auto const* h : outputs) {
        if (h->special || h->fine.starts_with("text")) return {};
        telling = telling || !(h->trivial || h->truth);
        text += h->fine + " ";
    }
    return telling ? text : std::string();
}

/// Scenarios whose probes have a range to draw from, and which need nothing but tensors and numbers.
bool can_be_drawn(scenario const& s) {
    if (s.samples || !s.functions.empty() || !s.equation.empty() || !s.settings.empty() || (s.tensors.empty() && s.list.empty()))
        return false;
    for (auto const& names : {s.tensors, s.list})
        for (auto const name : names) {
            auto const* const row = probe_named(name);
            if (row == nullptr || !detail::parameter_for(row->are)) return false;
        }
    return true;
}

/// Whether the results tell only the shape of the argument: all probes of one shape give the same.
bool tells_shape_only(behaviour const& b) {
    std::map<std::vector<std::int64_t>, std::set<std::string>> by_shape;
    std::size_t scenarios_seen = 0;
    for (auto const& [in, by_change] : b.runs) {
        auto const& s = scenarios()[in];
        auto const plain = by_change.find("");
        if (s.tensors.size() != 1 || s.binds_more() || plain == by_change.end() || plain->second.front().outcome.outputs.empty()) continue;
        by_shape[shape_of_probe(s.tensors[0])].insert(plain->second.front().outcome.outputs[0].fine);
        ++scenarios_seen;
    }
    return scenarios_seen > by_shape.size() && std::ranges::all_of(by_shape, [](auto const& s) { return s.second.size() == 1; });
}

/// Results whose order or sign mathematics leaves open: eigenvalues and factors, roots, what is on either side of a pivot.
bool is_free_in_order(std::string_view name) {
    name_words const words(telling_part(name));
    return detail::has_word(
        words, {"eig", "eigh", "eigvals", "eigvalsh", "svd", "qr", "lu", "schur", "roots", "partition", "argpartition", "householder"});
}

struct vote {
    std::size_t member = 0;
    recorded_call const* call = nullptr;
};

/// Names that people use come before raw operators and copies of other libraries' interfaces.
std::size_t awkwardness(std::string const& name) {
    bool const inner =
        name.find(".raw_ops.") != std::string::npos || name.find(".experimental.") != std::string::npos || name.ends_with('_');
    return name.size() + (inner ? 1000 : 0);
}

/// One call per framework, of the members with the plainest names.
std::vector<vote> one_per_framework(std::vector<vote> votes, std::span<form_candidate const> members) {
    std::ranges::stable_sort(votes, {},
                             [&](vote const& v) { return awkwardness(members[v.member].name) + (v.call->change.empty() ? 0 : 200); });
    std::set<std::string> seen;
    std::erase_if(votes, [&](vote const& v) { return !seen.insert(members[v.member].what->framework).second; });
    return votes;
}

} // namespace

std::optional<shared_form> find_shared_form(std::span<form_candidate const> members) {
    std::size_t best_scenario = 0, best_score = 0;
    std::vector<vote> best;
    std::vector<bool> unfit;
    for (auto const& m : members) unfit.push_back(tells_shape_only(*m.did) || is_free_in_order(m.name));
    for (std::size_t in = 0; in < scenarios().size(); ++in) {
        auto const& s = scenarios()[in];
        if (!can_be_drawn(s)) continue;
        std::map<std::string, std::vector<vote>> by_result;
        for (std::size_t m = 0; m < members.size(); ++m) {
            if (unfit[m]) continue;
            auto const ran = members[m].did->runs.find(in);
            if (ran == members[m].did->runs.end()) continue;
            for (auto const& [change, calls] : ran->second)
                for (auto const& call : calls)
                    if (auto const result = call.structure.empty() ? signature_of(call.outcome) : std::string(); !result.empty())
                        by_result[result].push_back({m, &call});
        }
        for (auto& [result, votes] : by_result) {
            auto const kept = one_per_framework(std::move(votes), members);
            // More frameworks first, then what binds more than tensors, then tensors of real numbers in two dimensions.
            auto const score = 100 * kept.size() + (s.binds_more() ? 2u : 0u) + (s.domain().empty() ? 1u : 0u);
            if (kept.size() < 2 || score <= best_score) continue;
            best_score = score, best_scenario = in, best = kept;
        }
    }
    if (best.empty()) return std::nullopt;
    shared_form form{best_scenario, {}};
    for (auto const& v : best) {
        auto const& m = members[v.member];
        auto const planned = plan_calls(*m.what, callable_kind::function, scenarios()[best_scenario]);
        form.calls.push_back({m.what->framework, m.name, planned.at(v.call->number)});
        // PyTorch's schemas say "self" for what its Python functions call "input".
        if (m.what->framework == "torch") std::ranges::replace(form.calls.back().call.places, std::string("self"), std::string("input"));
    }
    return form;
}

} // namespace xamt_command

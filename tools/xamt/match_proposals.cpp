// Equal outputs without a shared concept; see match_proposals.hpp.
#include "match_proposals.hpp"

#include <xamt/match/relation.hpp>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>

namespace xamt_command {

namespace {

using namespace xamt;

constexpr double least_overlap = 0.8;

/// The outputs of the plain call in each scenario, as text; and whether they say something.
using plain_results = std::map<std::size_t, std::pair<std::string, bool>>;

plain_results results_of(behaviour const& b) {
    plain_results all;
    for (auto const& [in, by_change] : b.runs) {
        auto const* const call = plain_call(by_change);
        if (call == nullptr) continue;
        std::string text;
        bool telling = false;
        for (auto const* h : detail::proper(call->outcome)) {
            text += h->fine + " ";
            telling = telling || !(h->trivial || h->truth);
        }
        all.emplace(in, std::pair(std::move(text), telling));
    }
    return all;
}

/// Frameworks in which a callable has a confirmed counterpart.
std::map<std::size_t, std::set<std::string>> counterparts_of(matcher const& m) {
    std::map<std::size_t, std::set<std::string>> all;
    for (auto const& g : m.groups()) {
        if (g.status == "accepted") continue;
        for (auto const& each : g.members)
            for (auto const& other : g.members) all[each.which].insert(m.universe()[other.which].framework);
    }
    return all;
}

} // namespace

std::vector<match_proposal> find_proposals(matcher const& m) {
    std::vector<plain_results> results(m.universe().size());
    std::map<std::pair<std::size_t, std::string>, std::vector<std::size_t>> alike;
    for (std::size_t i = 0; i < results.size(); ++i) {
        results[i] = results_of(m.behaviour_of(i));
        for (auto const& [in, result] : results[i])
            if (result.second) alike[{in, result.first}].push_back(i);
    }
    std::map<std::pair<std::size_t, std::size_t>, std::set<std::string>> equal;
    for (auto const& [what, which] : alike) {
        if (which.size() > most_alike) continue;
        for (std::size_t x = 0; x < which.size(); ++x)
            for (std::size_t y = x + 1; y < which.size(); ++y)
                if (m.universe()[which[x]].framework != m.universe()[which[y]].framework) equal[{which[x], which[y]}].insert(what.second);
    }
    auto const counterparts = counterparts_of(m);
    auto const has = [&](std::size_t i, std::size_t other) {
        auto const found = counterparts.find(i);
        return found != counterparts.end() && found->second.contains(m.universe()[other].framework);
    };
    std::vector<match_proposal> all;
    for (auto const& [pair, distinct] : equal) {
        auto const [a, b] = pair;
        if (static_cast<int>(distinct.size()) < fewest_distinct || has(a, b) || has(b, a)) continue;
        if (m.described()[a].kind != m.described()[b].kind || share_concept(m.described()[a], m.described()[b])) continue;
        int agreed = 0, differed = 0;
        bool hard = false;
        for (auto const& [in, of_a] : results[a]) {
            auto const of_b = results[b].find(in);
            if (of_b == results[b].end()) continue;
            bool const same = of_a.first == of_b->second.first;
            ++(same ? agreed : differed);
            hard = hard || (!same && scenarios()[in].is_hard());
        }
        if (!hard && agreed >= least_overlap * (agreed + differed)) all.push_back({a, b, agreed, static_cast<int>(distinct.size())});
    }
    std::ranges::stable_sort(all, [](auto const& l, auto const& r) { return l.distinct > r.distinct; });
    return all;
}

} // namespace xamt_command

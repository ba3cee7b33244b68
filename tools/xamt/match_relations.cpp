// Edges between groups; see match_relations.hpp.
#include "match_relations.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>

namespace xamt_command {

namespace {

using namespace xamt;

/// The outputs of the plain call of each scenario that say something.
using plain_outputs = std::map<std::size_t, std::vector<std::string>>;

plain_outputs outputs_of(behaviour const& b) {
    plain_outputs all;
    for (auto const& [in, by_change] : b.runs) {
        auto const* const call = plain_call(by_change);
        if (call == nullptr) continue;
        std::vector<std::string> outputs;
        for (auto const* h : detail::proper(call->outcome))
            if (!h->trivial && !h->truth) outputs.push_back(h->fine);
        if (!outputs.empty()) all.emplace(in, std::move(outputs));
    }
    return all;
}

/// The groups of a kind that plain outputs say something about, and a member of each framework.
struct observed_group {
    std::size_t which = 0;
    std::vector<std::size_t> members;
};

std::vector<observed_group> observed_groups(matcher const& m) {
    std::vector<observed_group> all;
    for (std::size_t g = 0; g < m.groups().size(); ++g) {
        auto const& group = m.groups()[g];
        if (group.status == "accepted" || group.kind != "function") continue;
        observed_group made{g, {}};
        std::set<std::string> seen;
        for (auto const& each : group.members)
            if (seen.insert(m.universe()[each.which].framework).second) made.members.push_back(each.which);
        all.push_back(std::move(made));
    }
    return all;
}

using member_pair = std::pair<std::size_t, std::size_t>;

/// Members of different groups, with what they have in common.
std::map<member_pair, int> common_outputs(std::vector<observed_group> const& groups, std::map<std::size_t, plain_outputs> const& outputs) {
    std::map<std::pair<std::size_t, std::string>, std::vector<member_pair>> alike; // in a scenario: group, member
    for (auto const& group : groups)
        for (auto const which : group.members)
            for (auto const& [in, hashes] : outputs.at(which))
                for (auto const& hash : std::set(hashes.begin(), hashes.end())) alike[{in, hash}].emplace_back(group.which, which);
    std::map<member_pair, int> common;
    for (auto const& [what, where] : alike) {
        if (where.size() > most_alike) continue;
        for (std::size_t x = 0; x < where.size(); ++x)
            for (std::size_t y = x + 1; y < where.size(); ++y)
                if (where[x].first != where[y].first) ++common[{where[x].second, where[y].second}];
    }
    return common;
}

} // namespace

std::vector<match_relation> find_relations(matcher const& m) {
    auto const groups = observed_groups(m);
    std::map<std::size_t, plain_outputs> outputs;
    std::map<std::size_t, std::size_t> group_of;
    for (auto const& group : groups)
        for (auto const which : group.members) {
            outputs.emplace(which, outputs_of(m.behaviour_of(which)));
            group_of[which] = group.which;
        }
    std::map<member_pair, match_relation> best;
    for (auto const& [pair, common] : common_outputs(groups, outputs)) {
        if (common < fewest_distinct) continue;
        auto const v = judge(m.behaviour_of(pair.first), m.behaviour_of(pair.second), false);
        auto is = relation_of(v, false);
        // Equal as far as it goes, and kept apart by other members: on these arguments, then.
        if (is == relation::proposed) is = relation::restricted;
        if (is != relation::component && is != relation::restricted) continue;
        match_relation made{is, group_of[pair.first], group_of[pair.second], pair.first, pair.second, v.agreed, v.differed, v.distinct};
        auto const parts = [&](std::size_t which) {
            std::size_t most = 0;
            for (auto const& [in, hashes] : outputs.at(which)) most = std::max(most, hashes.size());
            return most;
        };
        if (is == relation::component && parts(made.one) > parts(made.other)) std::swap(made.a, made.b), std::swap(made.one, made.other);
        auto const key = std::minmax(made.a, made.b);
        auto const [at, fresh] = best.emplace(member_pair(key), made);
        if (!fresh && made.distinct > at->second.distinct) at->second = made;
    }
    std::vector<match_relation> all;
    for (auto const& [groups_of_pair, made] : best) all.push_back(made);
    std::ranges::stable_sort(all, [](auto const& l, auto const& r) { return l.is != r.is ? l.is < r.is : l.distinct > r.distinct; });
    return all;
}

} // namespace xamt_command

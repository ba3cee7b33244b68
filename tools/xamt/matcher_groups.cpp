// Groups of what was judged; see matcher.hpp.
#include "matcher.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace xamt_command {

using namespace xamt;

namespace {

/// What most members are called, the shorter one of two.
std::string usual_name(std::vector<matched_member> const& members) {
    std::map<std::string, int> votes;
    for (auto const& m : members)
        for (auto const& name : m.names) ++votes[std::string(telling_part(name))];
    auto const better = [](auto const& l, auto const& r) {
        return l.second != r.second ? l.second < r.second : l.first.size() > r.first.size();
    };
    return votes.empty() ? "" : std::ranges::max_element(votes, better)->first;
}

std::string about(text_group const& group) {
    return group.rank == name_rank::none ? group.concept_text : fmt::format("{} {}d", group.concept_text, static_cast<int>(group.rank));
}

/// What the first or the second of a judged pair is to do to get the other's result; changes of the other are told by its name.
std::string recipe_of(pair_verdict const& v, bool first, std::string const& other_name) {
    std::vector<std::string> steps;
    auto const add = [&](std::string const& s) {
        if (!s.empty()) steps.push_back(s);
    };
    add(first ? v.change_a : v.change_b);
    if (v.structure_a != v.structure_b) add(first ? v.structure_a : v.structure_b);
    auto const& other = first ? v.change_b : v.change_a;
    if (!other.empty()) add(fmt::format("{} with {}", other_name, other));
    add(v.view);
    return fmt::format("{}", fmt::join(steps, "; "));
}

} // namespace

matched_member matcher::member(text_group const& group, std::size_t at) const {
    auto const& m = group.members[at];
    auto const& names = universe_[m.which].names;
    matched_member made{m.which, {}, {}};
    if (described_[m.which].meanings.size() == 1)
        made.names = names;
    else
        for (auto const i : m.names) made.names.push_back(names[i]);
    return made;
}

bool matcher::independent(text_group const& group, std::vector<std::size_t> const& cluster, std::vector<judged_pair> const& pairs) {
    std::set<std::string> names;
    for (auto const i : cluster) names.insert(universe_[group.members[i].which].framework);
    if (names.size() < 2) return false;
    if (names != std::set<std::string>{"keras", keras_backend}) return true;
    // Keras computes with the other one: only another backend can confirm that it is not compared with itself.
    for (auto const& p : pairs) {
        auto a = group.members[p.a].which, b = group.members[p.b].which;
        if (universe_[a].framework != "keras") std::swap(a, b);
        if (universe_[a].framework != "keras" || universe_[b].framework != keras_backend || !p.verdict.holds()) continue;
        if (!second_opinions_[a].planned) {
            bool const first = a == group.members[p.a].which;
            auto& wanted = doubtful_[a];
            wanted.scenarios.insert(p.verdict.agreeing.begin(), p.verdict.agreeing.end());
            wanted.changes.insert(first ? p.verdict.change_a : p.verdict.change_b);
            wanted.structures.insert(first ? p.verdict.structure_a : p.verdict.structure_b);
        } else if (judge(second_opinions_[a], behaviours_[b], group.kind == callable_kind::loss).holds())
            return true;
    }
    return false;
}

void matcher::emit(text_group const& group, std::vector<std::size_t> const& cluster, std::vector<judged_pair> const& pairs) {
    matched_group made;
    made.about = about(group);
    made.kind = name_of(group.kind);
    made.status = "confirmed";
    // The member that most others agree with is what recipes refer to.
    std::map<std::size_t, int> degree;
    for (auto const& p : pairs)
        if (p.verdict.holds()) {
            degree[p.a] += p.verdict.is == verdict_kind::confirmed ? 3 : 1;
            degree[p.b] += p.verdict.is == verdict_kind::confirmed ? 3 : 1;
        }
    auto const reference = *std::ranges::max_element(cluster, {}, [&](std::size_t i) { return degree[i]; });
    for (auto const i : cluster) {
        auto m = member(group, i);
        for (auto const& p : pairs) {
            if (!p.verdict.holds() || !((p.a == i && p.b == reference) || (p.b == i && p.a == reference))) continue;
            made.scenarios = std::max(made.scenarios, p.verdict.agreed);
            made.distinct = std::max(made.distinct, p.verdict.distinct);
            if (p.verdict.is == verdict_kind::confirmed) continue;
            m.recipe = recipe_of(p.verdict, p.a == i, universe_[group.members[reference].which].name());
        }
        if (!m.recipe.empty()) made.status = "confirmed with recipe";
        made.members.push_back(std::move(m));
    }
    made.name = usual_name(made.members);
    if (group.kind == callable_kind::function) made.form = form_of(made);
    groups_.push_back(std::move(made));
}

std::optional<shared_form> matcher::form_of(matched_group const& made) const {
    std::vector<form_candidate> candidates;
    for (auto const& m : made.members) candidates.push_back({&universe_[m.which], m.names.front(), &behaviours_[m.which]});
    return find_shared_form(candidates);
}

void matcher::judge_group(text_group const& whole) {
    text_group group = whole;
    std::erase_if(group.members, [](text_member const& m) { return !m.certain; });
    if (group.members.empty()) return;
    bool const losses = group.kind == callable_kind::loss;
    std::vector<judged_pair> pairs;
    for (std::size_t a = 0; a < group.members.size(); ++a)
        for (std::size_t b = a + 1; b < group.members.size(); ++b)
            pairs.push_back({a, b, judge(behaviours_[group.members[a].which], behaviours_[group.members[b].which], losses)});
    auto const numbers = clusters(group.members.size(), pairs);
    std::map<std::size_t, std::vector<std::size_t>> by_number;
    for (std::size_t i = 0; i < numbers.size(); ++i) by_number[numbers[i]].push_back(i);
    std::vector<std::size_t> largest;
    std::map<std::size_t, std::string> recipes; // of those that are confirmed
    std::vector<bool> placed(group.members.size(), false);
    for (auto const& [number, cluster] : by_number) {
        if (!independent(group, cluster, pairs)) continue;
        emit(group, cluster, pairs);
        for (auto const& m : groups_.back().members) recipes[m.which] = m.recipe;
        for (auto const i : cluster) placed[i] = true;
        for (auto const i : cluster) certain_.insert(group.members[i].which);
        if (cluster.size() > largest.size()) largest = cluster;
    }
    std::vector<std::size_t> accepted;
    for (std::size_t i = 0; i < group.members.size(); ++i) {
        if (placed[i]) continue;
        int against = 0, with = 0;
        std::string differs;
        for (auto const& p : pairs) {
            auto const other = p.a == i ? p.b : p.b == i ? p.a : group.members.size();
            if (other == group.members.size()) continue;
            if (!largest.empty() && std::ranges::find(largest, other) == largest.end()) continue;
            with += p.verdict.holds();
            against += p.verdict.is == verdict_kind::contradicted;
            if (differs.empty() && p.verdict.is == verdict_kind::contradicted)
                differs = fmt::format("differs from {} on \"{}\"", universe_[group.members[other].which].name(),
                                      p.verdict.differing.empty() ? "" : scenarios()[p.verdict.differing.front()].id);
        }
        auto const which = group.members[i].which;
        auto const& b = behaviours_[which];
        bool const contradicted = against > with;
        std::string reason = contradicted ? differs : b.ran() ? "no scenario that a partner accepts, too" : b.failure;
        if (reason.empty())
            reason = !can_be_tried(described_[which]) ? "is not tried" : b.planned ? "no result" : "no scenario fits its parameters";
        open_.push_back({group.concept_text, which, contradicted ? "contradicted" : b.ran() ? "open" : "not run", reason});
        if (group.members[i].certain && !(contradicted && !largest.empty())) accepted.push_back(i);
    }
    if (accepted.empty()) return;
    matched_group made{{}, about(group), std::string(name_of(group.kind)), "accepted", {}, 0, 0};
    auto everyone = largest;
    everyone.insert(everyone.end(), accepted.begin(), accepted.end());
    std::set<std::string> names;
    for (auto const i : everyone) {
        auto const which = group.members[i].which;
        names.insert(universe_[which].framework);
        made.members.push_back(member(group, i));
        if (recipes.contains(which)) made.members.back().recipe = recipes.at(which);
    }
    made.name = usual_name(made.members);
    if (names.size() >= 2) groups_.push_back(std::move(made));
}

void matcher::accept() {
    groups_.clear();
    open_.clear();
    certain_.clear();
    joined_.clear();
    for (auto const& group : candidates_) judge_group(group);
    for (auto const& group : candidates_)
        if (std::ranges::any_of(group.members, [](text_member const& m) { return !m.certain; })) join_homonyms(group);
    leave_joined_out();
}

/// What execution has shown to mean something else than its name says (torch.transpose swaps two axes) is in no group by its name.
void matcher::leave_joined_out() {
    std::set<std::vector<std::size_t>> confirmed;
    auto const members_of = [](matched_group const& g) {
        std::vector<std::size_t> all;
        for (auto const& m : g.members) all.push_back(m.which);
        std::ranges::sort(all);
        return all;
    };
    for (auto const& g : groups_)
        if (g.status != "accepted") confirmed.insert(members_of(g));
    std::erase_if(groups_, [&](matched_group& g) {
        if (g.status != "accepted") return false;
        auto const left = std::erase_if(g.members, [&](matched_member const& m) {
            auto const joined = joined_.find(m.which);
            return joined != joined_.end() && joined->second != g.about;
        });
        if (left == 0) return false;
        std::set<std::string> names;
        for (auto const& m : g.members) names.insert(universe_[m.which].framework);
        return names.size() < 2 || confirmed.contains(members_of(g));
    });
}

void matcher::join_homonyms(text_group const& group) {
    bool const losses = group.kind == callable_kind::loss;
    for (auto const& m : group.members) {
        if (m.certain || certain_.contains(m.which)) continue;
        // The confirmed group of this concept that it agrees with, and hardly contradicts.
        for (auto& made : groups_) {
            if (made.status == "accepted" || made.about != about(group) || made.kind != name_of(group.kind)) continue;
            int with = 0, against = 0, most = 0;
            auto joined = matched_member{m.which, {}, {}};
            for (auto const& other : made.members) {
                auto const v = judge(behaviours_[m.which], behaviours_[other.which], losses);
                with += v.holds();
                against += v.is == verdict_kind::contradicted;
                if (!v.holds() || v.agreed <= most) continue;
                most = v.agreed;
                joined.recipe = v.is == verdict_kind::confirmed ? "" : recipe_of(v, true, universe_[other.which].name());
            }
            if (with == 0 || against > with) continue;
            if (!joined.recipe.empty()) made.status = "confirmed with recipe";
            for (auto const i : m.names) joined.names.push_back(universe_[m.which].names[i]);
            made.members.push_back(std::move(joined));
            certain_.insert(m.which);
            joined_.emplace(m.which, made.about);
            break;
        }
    }
}

} // namespace xamt_command

/// @file
/// Candidates by text: callables of several frameworks that share a concept, a kind and a number of dimensions.
///
/// Place in the pipeline: match. A name without a number of dimensions (`conv`) belongs to `conv2d` only where its own framework has no
/// `conv2d`; without that clause `fft` would be `fft2`.
#pragma once

#include <xamt/match/callable_kind.hpp>
#include <xamt/match/concept_key.hpp>
#include <xamt/match/public_callable.hpp>
#include <xamt/match/role_of.hpp>

#include <map>
#include <set>
#include <span>
#include <string>
#include <tuple>
#include <vector>

namespace xamt {
inline namespace v0 {

/// What a name may be about; a homonym only may.
struct meaning {
    concept_key about;
    std::string text; ///< the words of the key
    bool certain = true;
    std::vector<std::size_t> names; ///< of the callable, that have this meaning
};

/// A callable with what its names say: aliases may be about several things (`nn.Linear`, `layers.Dense`).
struct described_callable {
    public_callable const* what = nullptr;
    callable_kind kind = callable_kind::function;
    std::vector<meaning> meanings;
};

namespace detail {

inline void add_meaning(described_callable& d, std::string_view name, bool certain, std::size_t which) {
    concept_key const key(name);
    for (auto& m : d.meanings)
        if (m.about == key) {
            m.certain = m.certain || certain;
            if (std::ranges::find(m.names, which) == m.names.end()) m.names.push_back(which);
            return;
        }
    d.meanings.push_back({key, key.text(name), certain, {which}});
}

} // namespace detail

/// The largest of two tensors is `maximum`, of the elements of one it is `max`: the number of tensors that must be given tells. And `where`
/// that can be given a condition alone says where it holds.
[[nodiscard]] inline std::string_view by_operands(public_callable const& c, std::string_view name) {
    if (c.overloads.size() != 1) return name;
    auto const counts = [](public_parameter const& p) { return role_of(p) != role::control; };
    if (name == "where" || name == "Where") return std::ranges::count_if(c.overloads.front(), counts) == 1 ? "argwhere" : name;
    if (name != "max" && name != "min") return name;
    auto const tensors =
        std::ranges::count_if(c.overloads.front(), [](public_parameter const& p) { return p.required && role_of(p) == role::tensor; });
    return tensors < 2 ? name : name == "max" ? "maximum" : "minimum";
}

[[nodiscard]] inline described_callable described(public_callable const& c) {
    described_callable d{&c, kind_of(c), {}};
    for (std::size_t i = 0; i < c.names.size(); ++i) {
        auto const name = by_operands(c, telling_part(c.names[i]));
        detail::add_meaning(d, name, true, i);
        for (auto rest = c.is_class ? std::string_view() : meanings_of_homonym(name); !rest.empty();) {
            auto const space = (std::min)(rest.find(' '), rest.size());
            detail::add_meaning(d, rest.substr(0, space), false, i);
            rest.remove_prefix((std::min)(space + 1, rest.size()));
        }
    }
    return d;
}

/// A callable in a group, with the meaning that brought it there.
struct text_member {
    std::size_t which = 0; ///< in the list that was given
    bool certain = true;
    std::vector<std::size_t> names;
};

/// Callables that are the same by their text.
struct text_group {
    std::string concept_text;
    name_rank rank = name_rank::none;
    callable_kind kind = callable_kind::function;
    std::vector<text_member> members;
};

/// All groups, also those with members of one framework only.
[[nodiscard]] inline std::vector<text_group> text_groups(std::span<described_callable const> all) {
    using place = std::tuple<std::string, callable_kind, name_rank>;
    std::map<place, std::vector<text_member>> at;
    std::map<std::pair<std::string, callable_kind>, std::set<name_rank>> ranks;
    for (std::size_t i = 0; i < all.size(); ++i)
        for (auto const& m : all[i].meanings) {
            at[{m.text, all[i].kind, m.about.rank()}].push_back({i, m.certain, m.names});
            if (m.about.rank() != name_rank::none) ranks[{m.text, all[i].kind}].insert(m.about.rank());
        }
    // What has no number of dimensions in its name joins the groups of those numbers that its own framework does not name.
    for (auto const& [subject, named] : ranks) {
        if (subject.first.ends_with("fft")) continue; // a transform without a number is one of one dimension
        auto const generic = at.find({subject.first, subject.second, name_rank::none});
        if (generic == at.end()) continue;
        for (auto const rank : named) {
            auto& group = at[{subject.first, subject.second, rank}];
            std::set<std::string> own;
            for (auto const& m : group) own.insert(all[m.which].what->framework);
            for (auto const& m : generic->second)
                if (!own.contains(all[m.which].what->framework)) group.push_back(m);
        }
    }
    std::vector<text_group> groups;
    for (auto& [key, members] : at) groups.push_back({std::get<0>(key), std::get<2>(key), std::get<1>(key), std::move(members)});
    return groups;
}

} // namespace v0
} // namespace xamt

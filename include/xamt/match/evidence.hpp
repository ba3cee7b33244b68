/// @file
/// What text says for and against a pair, with weights and reasons.
///
/// Place in the pipeline: match. Concept, kind and number of dimensions decide which pairs are tried; parameters and descriptions add
/// little to that (measured: F1 .951 with or without them) and are shown because they help a person to decide.
#pragma once

#include <xamt/match/role_of.hpp>
#include <xamt/match/text_match.hpp>

#include <cctype>
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace xamt {
inline namespace v0 {

struct evidence {
    double weight = 0; ///< above 0 speaks for the pair
    std::string reason;
};

namespace detail {

[[nodiscard]] inline std::multiset<role> roles_of(public_callable const& c) {
    std::multiset<role> roles;
    if (c.overloads.empty()) return roles;
    for (auto const& p : c.overloads.front())
        if (auto const is = role_of(p); is != role::control && is != role::unknown) roles.insert(is);
    return roles;
}

/// Shared roles over all roles, in [0, 1].
[[nodiscard]] inline double shared_roles(public_callable const& a, public_callable const& b) {
    auto const x = roles_of(a), y = roles_of(b);
    std::vector<role> both;
    std::ranges::set_intersection(x, y, std::back_inserter(both));
    auto const all = x.size() + y.size() - both.size();
    return all == 0 ? 0 : static_cast<double>(both.size()) / static_cast<double>(all);
}

[[nodiscard]] inline std::map<std::string, double> words_in(std::string_view text) {
    std::map<std::string, double> counts;
    std::string word;
    for (char c : std::string(text) + ' ') {
        if (std::isalpha(static_cast<unsigned char>(c)) != 0) {
            word += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
            continue;
        }
        if (word.size() > 3) counts[word] += 1;
        word.clear();
    }
    return counts;
}

/// Cosine between the words of two descriptions.
[[nodiscard]] inline double alike(std::string_view a, std::string_view b) {
    auto const x = words_in(a), y = words_in(b);
    double product = 0, of_x = 0, of_y = 0;
    for (auto const& [word, n] : x) {
        of_x += n * n;
        if (auto const found = y.find(word); found != y.end()) product += n * found->second;
    }
    for (auto const& [word, n] : y) of_y += n * n;
    return of_x * of_y == 0 ? 0 : product / std::sqrt(of_x * of_y);
}

} // namespace detail

[[nodiscard]] inline std::vector<evidence> text_evidence(described_callable const& a, described_callable const& b) {
    std::vector<evidence> all;
    bool same_concept = false, same_rank = false, homonym = false;
    for (auto const& x : a.meanings)
        for (auto const& y : b.meanings) {
            if (x.about.id() != y.about.id()) continue;
            same_concept = true;
            homonym = homonym || !(x.certain && y.certain);
            same_rank = same_rank || x.about.rank() == y.about.rank();
        }
    auto const about = [](described_callable const& d) { return "\"" + d.meanings.front().text + "\""; };
    if (same_concept)
        all.push_back(
            {homonym ? 2.0 : 4.0, std::string("both names are about ") + about(a) + (homonym ? ", one of them among other things" : "")});
    else
        all.push_back({-4, "one name is about " + about(a) + ", the other about " + about(b)});
    if (same_concept && !same_rank) all.push_back({-1, "one name says how many dimensions it is for, the other does not say the same"});
    bool const same_kind = a.kind == b.kind;
    all.push_back({same_kind ? 1.0 : -3.0, same_kind ? "both are of the kind " + std::string(name_of(a.kind))
                                                     : "one is of the kind " + std::string(name_of(a.kind)) + ", the other of the kind " +
                                                           std::string(name_of(b.kind))});
    double const roles = detail::shared_roles(*a.what, *b.what), text = detail::alike(a.what->doc, b.what->doc);
    all.push_back({roles - 0.3, std::to_string(static_cast<int>(100 * roles)) + " % of the roles of their parameters are shared"});
    all.push_back({text - 0.1, "their descriptions share words (cosine " + std::to_string(text).substr(0, 4) + ")"});
    return all;
}

} // namespace v0
} // namespace xamt

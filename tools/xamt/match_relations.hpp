/// @file
/// Edges between matched groups: outputs of the one that are among those of the other, and what is equal on some arguments only.
#pragma once

#include "matcher.hpp"

#include <xamt/match/relation.hpp>

#include <cstddef>
#include <vector>

namespace xamt_command {

struct match_relation {
    xamt::relation is = xamt::relation::component;
    std::size_t a = 0, b = 0;       ///< groups, by their place in `matcher::groups()`; for a component, a is the part and b the whole
    std::size_t one = 0, other = 0; ///< the members, in the universe, that show it best
    int agreed = 0, differed = 0, distinct = 0;
};

/// Pairs of confirmed groups that are not one, whose members have outputs in common: at least five different ones that say something, more than
/// what differs. Groups of one concept that execution keeps apart are among them.
[[nodiscard]] std::vector<match_relation> find_relations(matcher const& m);

} // namespace xamt_command

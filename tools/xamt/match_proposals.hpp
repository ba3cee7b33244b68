/// @file
/// Pairs whose names have nothing in common and whose outputs are equal all the same: for a person, or a line in the vocabulary, to decide.
#pragma once

#include "matcher.hpp"

#include <cstddef>
#include <vector>

namespace xamt_command {

struct match_proposal {
    std::size_t a = 0, b = 0; ///< in the universe
    int agreed = 0, distinct = 0;
};

/// Never merged: equality on the tried arguments is not sameness (add and polyadd on vectors). Proposed are pairs of two frameworks, neither of
/// which has a confirmed counterpart in the other's framework, that are equal on at least 5 different outputs and on every call with NaN,
/// infinities, negative, half or complex numbers, and on four fifths of all calls that both accept.
[[nodiscard]] std::vector<match_proposal> find_proposals(matcher const& m);

} // namespace xamt_command

/// @file
/// The recorded groups (data/groups.json) tried again on the installed versions: what no longer holds is a change between versions.
#pragma once

#include "matcher.hpp"

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace xamt_command {

/// A group of data/groups.json with the calls that gave the same when it was recorded.
struct recorded_group {
    std::string name;
    std::vector<direct_call> calls;
};

struct recorded_groups {
    std::vector<std::pair<std::string, std::string>> versions; ///< of the libraries, then
    std::vector<recorded_group> groups;
};

[[nodiscard]] recorded_groups read_recorded();

/// Libraries whose installed version is another one than the recorded, as "jax 0.10.2 -> 0.11.0".
[[nodiscard]] std::vector<std::string> changed_versions(recorded_groups const& recorded, matcher const& m);

struct verification {
    std::size_t groups = 0, holding = 0, untried = 0; ///< untried: fewer than two of its libraries are installed
    std::vector<std::string> broken;                  ///< a sentence for each group that no longer holds
};

/// Makes the recorded calls, one per member, and compares what they give.
[[nodiscard]] result<verification> verify(recorded_groups const& recorded, matcher& m);

[[nodiscard]] std::string verification_text(verification const& v, std::vector<std::string> const& changed);

} // namespace xamt_command

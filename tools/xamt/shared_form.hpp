/// @file
/// Calls of a matched group's members that gave the same, one per framework: what `xamt fuzz` makes a test of (align/matched_form.hpp).
#pragma once

#include <xamt/match/call_plan.hpp>
#include <xamt/match/verdict.hpp>

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace xamt_command {

/// A member whose calls may be taken.
struct form_candidate {
    xamt::public_callable const* what = nullptr;
    std::string name; ///< in its group
    xamt::behaviour const* did = nullptr;
};

struct shared_call {
    std::string framework, name;
    xamt::planned_call call;
};

struct shared_form {
    std::size_t scenario = 0;
    std::vector<shared_call> calls;
};

/// The calls of the scenario in which most frameworks gave the same, as they come and in the plain convention; nothing where there are no two.
[[nodiscard]] std::optional<shared_form> find_shared_form(std::span<form_candidate const> members);

} // namespace xamt_command

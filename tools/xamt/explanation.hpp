/// @file
/// The reasoning of a verdict in plain words, from the trial's story.
#pragma once

#include "trial_story.hpp"

#include <xamt/describe/api.hpp>
#include <xamt/report/terminal.hpp>

#include <string>

namespace xamt_command {

/// Step by step: inputs, answers, witnesses, and for each verdict the reference, the error, the bound, the conventions and the conclusion.
[[nodiscard]] std::string explanation(trial_story const& story, xamt::api_description const& api, xamt::console_style const& style);

} // namespace xamt_command

/// @file
/// One trial through every column, as `xamt try` and `xamt replay` show it: what went in, what came out, and the verdict.
#pragma once

#include "trial_story.hpp"

#include "command.hpp"

#include <xamt/generate/trial.hpp>

#include <string>

namespace xamt_command {

/// Where one trial's report goes, and what counts in it.
struct trial_outputs {
    std::string json;
    bool strict = false;

    void add_to(CLI::App& command);
};

/// The name of a trial as `replay` and `explain` take it; the id of a finding is an error that says where the name stands.
[[nodiscard]] result<xamt::trial_name> read_trial_name(std::string const& text);

/// Starts the frameworks, says which of them take no part, and runs the trial through every column.
[[nodiscard]] result<trial_story> story_of(xamt::api_description const& api, xamt::trial t, std::string const& replay,
                                           shared_options const& hosts, session const& about);

/// Runs the trial through every column, tells what came of it, and answers with the exit status.
[[nodiscard]] int show_trial(xamt::api_description const& api, xamt::trial t, std::string const& replay, shared_options const& hosts,
                             trial_outputs const& outputs, session const& about);

/// Exit status of one trial; where nothing can be compared, the reason is told.
[[nodiscard]] int status_of(trial_story const& story, bool strict, session const& about);

} // namespace xamt_command

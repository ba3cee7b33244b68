/// @file
/// One trial through every column, as `xamt try` and `xamt replay` show it: what went in, what came out, and the verdict.
#pragma once

#include "command.hpp"

#include <xamt/campaign/engine.hpp>

#include <string>

namespace xamt_command {

/// Where one trial's report goes.
struct trial_outputs {
    std::string json;

    void add_to(CLI::App& command);
};

/// Runs the trial through every column, tells what came of it, and answers with the exit status.
[[nodiscard]] int show_trial(xamt::api_description const& api, xamt::trial t, std::string const& replay, shared_options const& hosts,
                             trial_outputs const& outputs, session const& about);

} // namespace xamt_command

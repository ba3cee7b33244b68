/// @file
/// Starts the frameworks once and sends trials through them, one after the other. The only file of the command besides fuzz that needs
/// the engine, which is slow to compile.
#pragma once

#include "command.hpp"
#include "trial_story.hpp"

#include <xamt/generate/trial.hpp>

#include <memory>
#include <span>

namespace xamt_command {

class trial_runner {
  public:
    /// Nothing is started before `start`. The groups must outlive the runner.
    trial_runner(xamt::campaign_options options, std::vector<xamt::api_description const*> groups);
    ~trial_runner();
    trial_runner(trial_runner const&) = delete;
    trial_runner& operator=(trial_runner const&) = delete;

    void start();

    /// How the frameworks fare, with what can be done about those that do not take part.
    [[nodiscard]] std::vector<xamt::framework_state> states() const;

    /// One trial of a group through every column, judged; `replay` is the trial's name if it has one.
    [[nodiscard]] trial_story run(xamt::api_description const& api, xamt::trial t, std::string replay = {});

  private:
    struct machine;
    std::unique_ptr<machine> machine_;
};

} // namespace xamt_command

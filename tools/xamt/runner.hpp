/// @file
/// Starts the frameworks once and sends trials through them, one after the other or as a campaign. Only its source needs the engine, which
/// is slow to compile.
#pragma once

#include "command.hpp"
#include "trial_story.hpp"

#include <xamt/generate/trial.hpp>
#include <xamt/report/run_progress.hpp>

#include <functional>
#include <memory>
#include <span>

namespace xamt_command {

class runner {
  public:
    /// Nothing is started before `start`. The groups must outlive the runner.
    runner(xamt::campaign_options options, std::vector<xamt::api_description const*> groups);
    ~runner();
    runner(runner const&) = delete;
    runner& operator=(runner const&) = delete;

    /// Returns early, with nothing that could run, if `stop` says so.
    void start(std::function<bool()> stop = {});

    /// Whether any group has two columns to compare.
    [[nodiscard]] bool can_compare();
    /// What the frameworks lack of the functions that the groups name.
    [[nodiscard]] std::vector<std::string> const& warnings() const;
    /// For each column, how many of the groups have a function in it that is there.
    [[nodiscard]] std::vector<std::size_t> functions() const;

    /// The campaign that the options ask for. False from the watcher ends it with the report so far.
    [[nodiscard]] xamt::run_report fuzz(std::function<bool(xamt::run_progress const&)> const& watch);

    /// How the frameworks fare, with what can be done about those that do not take part.
    [[nodiscard]] std::vector<xamt::framework_state> states() const;

    /// One trial of a group through every column, judged; `replay` is the trial's name if it has one.
    [[nodiscard]] trial_story run(xamt::api_description const& api, xamt::trial t, std::string replay = {});

  private:
    struct machine;
    std::unique_ptr<machine> machine_;
};

} // namespace xamt_command

/// @file
/// Starts the frameworks once and sweeps functions over them, one after the other. Only its source needs hosts and lanes, which are slow
/// to compile.
#pragma once

#include "command.hpp"

#include <xamt/report/sweep_report.hpp>

#include <functional>
#include <memory>
#include <set>
#include <span>

namespace xamt_command {

/// What one column contributed to one chunk of a sweep, and the chunk itself.
struct chunk_column {
    std::string name;
    xamt::error_tally tally;
    std::uint64_t lost = 0;
    std::string why;
};
struct chunk_report {
    std::uint64_t index = 0, inputs = 0, judged = 0;
    std::vector<chunk_column> columns;
};

class sweep_runner {
  public:
    /// Nothing is started before `start`. The groups must outlive the runner.
    sweep_runner(xamt::campaign_options options, std::vector<xamt::api_description const*> groups);
    ~sweep_runner();
    sweep_runner(sweep_runner const&) = delete;
    sweep_runner& operator=(sweep_runner const&) = delete;

    void start();
    void stop_when(std::function<bool()> stop);
    [[nodiscard]] std::vector<xamt::framework_state> states() const;

    /// An empty account of a function: its columns, bound and kind of reference.
    [[nodiscard]] xamt::function_accuracy account(xamt::api_description const& api, xamt::number_line const& line) const;

    /// Sweeps the chunks that are not done; each is handed out once it is counted. False from the taker ends it.
    void run(xamt::api_description const& api, xamt::function_accuracy& into, std::set<std::uint64_t> const& done,
             std::function<bool(chunk_report const&)> const& take);

  private:
    struct machine;
    std::unique_ptr<machine> machine_;
};

/// Whether functions of this dtype can be swept, and if not, why: tensors, parameters without defaults, no reference.
[[nodiscard]] std::string why_not_swept(xamt::api_description const& api, xamt::dtype type);
/// Seconds that the last judge would need for this many inputs; 0 where the quick evaluation spares him.
[[nodiscard]] double seconds_of_judging(xamt::api_description const& api, xamt::number_line const& line);

} // namespace xamt_command

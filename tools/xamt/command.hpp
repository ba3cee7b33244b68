/// @file
/// What the subcommands of `xamt` share: exit statuses, errors as people read them, where the tools lie, names that are near a wrong one.
#pragma once

#include <xamt/campaign/options.hpp>
#include <xamt/core/result.hpp>
#include <xamt/describe/api.hpp>
#include <xamt/describe/native_column.hpp>
#include <xamt/report/run_report.hpp>

#include <CLI/CLI.hpp>

#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace xamt_command {

using xamt::error;
using xamt::result;

inline constexpr std::string_view version = XAMT_VERSION;

enum exit_status : int { nothing_found = 0, findings = 1, usage = 2, nothing_to_compare = 3 };

/// What main knows and the subcommands need.
struct session {
    std::string program;          ///< the command as it can be typed again
    std::string line;             ///< the whole command line
    std::filesystem::path folder; ///< where the executable lies
};

/// A subcommand registers its options and says in `action` what to do once they are parsed; the answer is the exit status.
using action = std::function<int()>;
void add_fuzz(CLI::App& app, session const& about, action& chosen);
void add_groups(CLI::App& app, session const& about, action& chosen);
void add_try(CLI::App& app, session const& about, action& chosen);
void add_replay(CLI::App& app, session const& about, action& chosen);
void add_explain(CLI::App& app, session const& about, action& chosen);
void add_sweep(CLI::App& app, session const& about, action& chosen);
void add_match(CLI::App& app, session const& about, action& chosen);
void add_model(CLI::App& app, session const& about, action& chosen);
void add_diff(CLI::App& app, session const& about, action& chosen);
void add_doctor(CLI::App& app, session const& about, action& chosen);

/// Prints an error for a person on standard error: what and why, then what to do.
void complain(error const& e);
/// The same, and the exit status of a wrong command line.
[[nodiscard]] int wrong_usage(error const& e);

/// Up to three candidates that look like what was meant, the nearest first.
[[nodiscard]] std::vector<std::string> nearest(std::string_view wrong, std::span<std::string const> candidates);
/// "did you mean a, b or c?", or `otherwise` if nothing is near.
[[nodiscard]] std::string did_you_mean(std::string_view wrong, std::span<std::string const> candidates, std::string_view otherwise);

/// The words of lists that are separated by commas.
[[nodiscard]] std::vector<std::string> words_of(std::vector<std::string> const& lists);

/// Groups that `xamt match` found and confirmed (data/groups.json) and that no curated group has; see align/matched_form.hpp.
[[nodiscard]] std::span<xamt::api_description const* const> matched();

/// The groups that ship, curated ones first, and a selection of them by names, topics and patterns with * and ?; several are separated by commas.
[[nodiscard]] std::span<xamt::api_description const* const> shipped();
[[nodiscard]] result<std::vector<xamt::api_description const*>> select_groups(std::vector<std::string> const& patterns);
[[nodiscard]] result<xamt::api_description const*> find_group(std::string_view name);

/// Columns in the spelling of reports: "keras" is "keras[tensorflow]". Unknown ones are an error that names the known.
[[nodiscard]] result<std::vector<std::string>> select_frameworks(std::vector<std::string> const& names);

/// Where interpreter, worker script, host programs and cache are. `python` is the option of that name, or empty.
[[nodiscard]] result<xamt::toolbox> find_tools(session const& about, std::string const& python);

/// Folders of what tools/setup --models installed: XAMT_MODEL_PACKAGES, else what it recorded; empty if it was never run.
[[nodiscard]] std::vector<std::string> find_model_packages(session const& about);

/// A script as a file in the cache (or beside it, where that is not writable), named after its contents, so that versions of xamt do not
/// overwrite each other's.
[[nodiscard]] result<std::string> unpack_script(std::string const& cache, std::string_view what, std::string_view script);

/// C++ functions that take part in shipped groups in a process of its own (Eigen).
[[nodiscard]] std::span<xamt::native_column const> natives();
[[nodiscard]] std::string eigen_version();
/// The word that makes the command the host program of these functions, and its main function then.
inline constexpr std::string_view host_word = "serve-eigen";
[[nodiscard]] int serve_eigen(std::span<char* const> words);

/// What a person can do about a framework that takes no part.
[[nodiscard]] std::string remedy_for(xamt::framework_state const& f, xamt::toolbox const& tools);
/// The frameworks with such remedies, and with what no host can tell: the version of what runs in this process.
[[nodiscard]] std::vector<xamt::framework_state> completed(std::vector<xamt::framework_state> states, xamt::toolbox const& tools);
/// A sentence for each that does not run: why, and what to do about it.
[[nodiscard]] std::vector<std::string> who_is_missing(std::vector<xamt::framework_state> const& states);

/// Lets whole numbers from 0 on through (CLI11 alone takes -1 for 2^64 - 1).
[[nodiscard]] CLI::Validator whole_number();

/// Options that every command has which starts hosts.
struct shared_options {
    std::vector<std::string> frameworks;
    std::string python;
    double trial_timeout = 3;
    std::uint64_t memory_mb = 3072;

    void add_to(CLI::App& command);
    /// Them as the engine wants them.
    [[nodiscard]] result<xamt::campaign_options> resolve(session const& about) const;
};

} // namespace xamt_command

/// @file
/// Runs planned calls in processes of their frameworks and remembers what came out, on disk too.
#pragma once

#include "command.hpp"

#include <cstdint>
#include <fstream>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace xamt_command {

/// What earlier runs found out, by call and version: a text file that grows.
class outcome_cache {
  public:
    /// Reads the file; a missing one is empty.
    explicit outcome_cache(std::string path);
    [[nodiscard]] std::string const* find(std::uint64_t key) const;
    void store(std::uint64_t key, std::string const& outcome);
    [[nodiscard]] std::size_t size() const { return known_.size(); }

  private:
    std::string path_;
    std::unordered_map<std::uint64_t, std::string> known_;
    std::mutex writing_;
    std::ofstream file_; ///< open once something is stored
};

/// Calls of one callable that are still to be made.
struct probe_job {
    std::string framework, backend, api;
    std::vector<std::string> calls;  ///< as the prober reads them
    std::vector<std::string> answers; ///< one per call, filled in
    std::vector<std::string> host = {}; ///< the program that makes them; empty: the prober
    std::string module = {};            ///< that the prober imports; empty: it knows the framework
};

/// How far a pool has come.
struct pool_progress {
    std::size_t jobs_done = 0, jobs = 0, calls_done = 0, crashes = 0;
    std::string at; ///< the callable that is being tried
};

/// What an answer depends on: the prober, the library's version, what is called, the call and the probes that it names.
[[nodiscard]] std::uint64_t call_key(std::string_view version, std::string_view api, std::string_view call);

/// Makes all calls, at most `processes` at a time. A crash or a call that hangs costs itself, the third one the callable's remaining calls. Each answer goes to
/// `answered` as soon as it is there (from any thread, one at a time).
[[nodiscard]] result<pool_progress> run_probes(xamt::toolbox const& tools, std::vector<probe_job>& jobs, int processes,
                                               std::function<void(probe_job const&, std::size_t)> const& answered,
                                               std::function<void(pool_progress const&)> const& show);

} // namespace xamt_command

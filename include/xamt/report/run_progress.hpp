/// @file
/// How far a run is, as plain data for whoever watches it.
///
/// Place in the pipeline: report. The campaign fills it many times a second; report/progress.hpp draws it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace xamt {
inline namespace v0 {

/// How far a run is.
struct run_progress {
    enum class column_state : std::uint8_t { starting, ready, busy, restarting, left_out };
    struct column {
        std::string name;
        column_state state = column_state::ready;
    };

    std::string phase = "fuzzing"; ///< "starting", "warming up", "fuzzing", "confirming", ...
    std::string group;             ///< the one at work, or empty
    double elapsed_s = 0;
    double seconds = 0;       ///< allowed; 0: no limit
    std::uint64_t trials = 0; ///< done
    std::uint64_t wanted = 0; ///< trials asked for; 0: as many as time allows
    double trials_per_second = 0;
    double valid_rate = 1;
    std::uint64_t findings = 0;
    std::vector<column> columns;

    /// Share of the run that is done, or nothing where no end is set.
    [[nodiscard]] std::optional<double> done() const {
        if (wanted > 0) return (std::min)(1.0, static_cast<double>(trials) / static_cast<double>(wanted));
        if (seconds > 0) return (std::min)(1.0, elapsed_s / seconds);
        return std::nullopt;
    }
    /// Seconds left, as far as can be told.
    [[nodiscard]] std::optional<double> left_s() const {
        if (wanted > 0) {
            if (trials_per_second <= 0) return std::nullopt;
            return static_cast<double>(wanted - (std::min)(wanted, trials)) / trials_per_second;
        }
        if (seconds > 0) return (std::max)(0.0, seconds - elapsed_s);
        return std::nullopt;
    }
};

} // namespace v0
} // namespace xamt

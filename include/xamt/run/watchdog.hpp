/// @file
/// Tells a host that is slow from one that has stopped answering.
///
/// Place in the pipeline: run. Only time that the campaign itself was awake counts: a campaign that was stopped with Ctrl-Z, or a machine
/// that slept, does not make its hosts look hung.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>

namespace xamt {
inline namespace v0 {

class watchdog {
  public:
    using clock = std::chrono::steady_clock;
    using seconds = std::chrono::duration<double>;

    /// Begins to watch afresh.
    void reset(clock::time_point now = clock::now()) { last_look_ = now, silent_ = seconds{0}; }

    /// A look at a number that changes whenever there is progress; the time without any, so far.
    seconds look(std::uint64_t progress, clock::time_point now = clock::now()) {
        if (progress != progress_)
            silent_ = seconds{0};
        else
            silent_ += (std::min)(seconds{now - last_look_}, longest_step);
        progress_ = progress, last_look_ = now;
        return silent_;
    }
    /// At the last look.
    [[nodiscard]] seconds silent() const { return silent_; }

  private:
    static constexpr seconds longest_step{0.5};

    std::uint64_t progress_ = 0;
    clock::time_point last_look_ = clock::now();
    seconds silent_{0};
};

} // namespace v0
} // namespace xamt

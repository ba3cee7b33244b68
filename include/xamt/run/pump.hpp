/// @file
/// Several hosts at once: waits until one of them has something to tell, and lets each take its next step.
///
/// Place in the pipeline: run. One thread serves all hosts; each works on its batches meanwhile.
#pragma once

#include <xamt/run/host.hpp>

#include <algorithm>
#include <chrono>
#include <span>
#include <vector>

#include <poll.h>

namespace xamt {
inline namespace v0 {

/// One round: waits at most `timeout`, then advances every host. True if anything happened. A signal ends the wait early.
inline bool pump(std::span<host* const> hosts, std::chrono::duration<double> timeout) {
    // Hangs are seen by looking, so a host that works is looked at this often.
    constexpr std::chrono::duration<double> look_interval{0.1};
    bool happened = false;
    std::vector<pollfd> interests;
    for (auto const* h : hosts) {
        h->interests(interests);
        if (h->watched()) timeout = (std::min)(timeout, look_interval);
    }
    auto const milliseconds = std::chrono::duration_cast<std::chrono::milliseconds>(timeout).count();
    ::poll(interests.data(), interests.size(), static_cast<int>(milliseconds));
    for (auto* h : hosts) happened |= h->advance();
    return happened;
}

/// Pumps until `done` says so, at most `patience`; what `done` said last.
template <class Done> bool pump_until(std::span<host* const> hosts, Done done, std::chrono::duration<double> patience) {
    auto const until = std::chrono::steady_clock::now() + patience;
    while (!done()) {
        std::chrono::duration<double> const left = until - std::chrono::steady_clock::now();
        if (left.count() <= 0) return false;
        pump(hosts, left);
    }
    return true;
}

} // namespace v0
} // namespace xamt

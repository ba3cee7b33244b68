/// @file
/// The process that serves a column, and a second one that stands in while the first is not at hand.
///
/// Place in the pipeline: run. A call that does not return costs its host the time until that is certain, twice, and two starts: with a
/// large framework half a minute. In a run by time the stand-in is started once the first process has been silent for a second, and takes
/// what waits. The call that is in doubt stays with the process that met it, and nobody else is asked for that function meanwhile.
#pragma once

#include <xamt/run/host.hpp>

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace xamt {
inline namespace v0 {

class crew {
  public:
    explicit crew(host first) : first_(std::move(first)) {}

    [[nodiscard]] host& first() { return first_; }
    [[nodiscard]] host const& first() const { return first_; }
    [[nodiscard]] std::optional<host> const& stand_in() const { return stand_in_; }

    /// From now on a second process is started when it is wanted.
    void allow_stand_in() { allowed_ = true; }

    /// All processes, to be pumped.
    void processes(std::vector<host*>& into) {
        into.push_back(&first_);
        if (stand_in_) into.push_back(&*stand_in_);
    }

    template <class F> void each(F look) const {
        look(first_);
        if (stand_in_) look(*stand_in_);
    }

    /// Whether something is answered soon.
    [[nodiscard]] bool at_hand() const { return serves(first_) || (stand_in_ && serves(*stand_in_)); }

    /// Whether a function is in doubt: some process may hang in it just now.
    [[nodiscard]] bool doubts(std::uint32_t plan) const {
        return first_.in_doubt() == plan || (stand_in_ && stand_in_->in_doubt() == plan);
    }
    [[nodiscard]] bool doubts() const { return first_.in_doubt() || (stand_in_ && stand_in_->in_doubt()); }

    /// The process that takes the next trials of a function, with a free slot; nothing if they have to wait.
    [[nodiscard]] host* taker(std::uint32_t plan) {
        if (allowed_ && doubts(plan)) return nullptr;
        bool const both = stand_in_ && stand_in_->state() != host::condition::down;
        host& to = both && !serves(first_) ? *stand_in_ : first_;
        return (!both || serves(to)) && to.free_slot() ? &to : nullptr;
    }

    /// Starts the stand-in if it is time to, and lets each process know what the other has given up. Called after every pump.
    void turn_over() {
        if (!allowed_ || first_.state() == host::condition::down) return;
        if (stand_in_) {
            first_.share_bans(*stand_in_);
        } else if (first_.in_doubt() && !tried_) {
            tried_ = true; // once: what could not be started now would not be later
            if (available_memory() < 3 * first_.resident_bytes()) return;
            if (auto second = first_.another()) stand_in_.emplace(std::move(*second));
        }
    }

  private:
    [[nodiscard]] static bool serves(host const& h) { return h.state() == host::condition::ready && !h.recovering(); }

    host first_;
    std::optional<host> stand_in_;
    bool allowed_ = false, tried_ = false;
};

} // namespace v0
} // namespace xamt

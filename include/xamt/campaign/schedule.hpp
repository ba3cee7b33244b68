/// @file
/// Which group and which class of trials comes next.
///
/// Place in the pipeline: campaign. Groups take turns; every new class is probed with a few trials first, and only one that some
/// columns accept gets its full share, so that inputs nobody takes cost little. A class that widened the dispersion of its group is
/// visited again at once when the campaign is guided. The order depends on what is reported back in order, never on time.
#pragma once

#include <xamt/core/random.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

namespace xamt {
inline namespace v0 {

/// A batch to run: trials `first` to `first + count` of one class of one group.
struct turn {
    std::size_t group = 0;
    std::uint32_t shape_class = 0;
    std::uint32_t first = 0;
    std::uint32_t count = 0;
    bool probe = false;
};

/// What a turn taught: whether its inputs were accepted by two columns at least, and whether it beat its group's worst dispersion.
struct lesson {
    bool accepted = false;
    bool widened = false;
};

class schedule {
  public:
    /// `live_classes`: how many classes a group has before it comes back to the first (every new one is compiled anew by JAX);
    /// `share`: raw trials for each visit of a class, one entry a group.
    /// `seed` mixes the groups, so that a short run meets all topics and the next one other groups.
    schedule(std::vector<std::uint32_t> share, std::uint32_t live_classes, bool guided, std::uint64_t seed = 0)
        : share_(std::move(share)), visits_(share_.size(), 0), dead_(share_.size()), order_(share_.size()), live_(live_classes),
          guided_(guided) {
        std::iota(order_.begin(), order_.end(), std::size_t{0});
        random_stream mix(key_of({seed, 0x5c4ed01e}));
        for (std::size_t i = order_.size(); i > 1; --i) std::swap(order_[i - 1], order_[mix.below(i)]);
    }

    [[nodiscard]] std::optional<turn> next() {
        if (!follow_ups_.empty()) {
            turn const t = follow_ups_.front();
            follow_ups_.pop_front();
            return t;
        }
        // Classes that nobody accepts are passed over; a group in which all are such gives up its turn.
        for (std::size_t tried = 0; tried < share_.size() * live_; ++tried) {
            std::size_t const g = order_[at_];
            if (share_[g] == 0) {
                at_ = (at_ + 1) % share_.size();
                continue;
            }
            at_ = (at_ + 1) % share_.size();
            std::uint32_t const visit = visits_[g]++;
            std::uint32_t const c = visit % live_;
            if (std::find(dead_[g].begin(), dead_[g].end(), c) != dead_[g].end()) continue;
            std::uint32_t const round = visit / live_;
            if (round == 0) return turn{g, c, 0, probe_trials, true};
            return turn{g, c, round * revisit_stride, share_[g], false};
        }
        return std::nullopt;
    }

    void learn(turn const& t, lesson const& l) {
        if (t.probe) {
            if (!l.accepted)
                dead_[t.group].push_back(t.shape_class);
            else if (share_[t.group] > probe_trials)
                follow_ups_.push_back({t.group, t.shape_class, probe_trials, share_[t.group] - probe_trials, false});
        } else if (guided_ && l.widened && t.first % revisit_stride < encore_limit * share_[t.group]) {
            follow_ups_.push_back({t.group, t.shape_class, t.first + t.count, share_[t.group], false});
        }
    }

    static constexpr std::uint32_t probe_trials = 4;

  private:
    static constexpr std::uint32_t revisit_stride = 1u << 16; ///< room for encores between two rounds
    static constexpr std::uint32_t encore_limit = 4;

    std::vector<std::uint32_t> share_;
    std::vector<std::uint32_t> visits_;
    std::vector<std::vector<std::uint32_t>> dead_;
    std::vector<std::size_t> order_; ///< in which the groups take turns
    std::deque<turn> follow_ups_;
    std::uint32_t live_;
    bool guided_;
    std::size_t at_ = 0;
};

} // namespace v0
} // namespace xamt

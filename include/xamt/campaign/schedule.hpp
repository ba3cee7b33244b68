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

/// What a group gets when it is its turn. `live`: how many classes it has before it comes back to the first (every new one is compiled
/// anew by JAX); `classes`: how many of them one turn visits, with `trials` raw trials each.
struct pace {
    std::uint32_t trials = 0;
    std::uint32_t classes = 1;
    std::uint32_t live = 16;
};

class schedule {
  public:
    /// One pace a group. `seed` mixes the groups, so that a short run meets all topics and the next one other groups.
    schedule(std::vector<pace> paces, bool guided, std::uint64_t seed = 0)
        : paces_(std::move(paces)), visits_(paces_.size(), 0), dead_(paces_.size()), order_(paces_.size()), guided_(guided) {
        // All classes of all groups: as many rounds as the slowest group needs, each as long as the turns of all.
        std::size_t rounds = 0, a_round = 0;
        for (auto const& p : paces_) {
            rounds = (std::max)(rounds, (std::size_t{p.live} + p.classes - 1) / p.classes);
            a_round += p.classes;
        }
        most_tries_ = rounds * a_round;
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
        for (std::size_t tried = 0; tried < most_tries_; ++tried) {
            std::size_t const g = order_[at_];
            pace const& p = paces_[g];
            if (p.trials == 0 || ++visited_ >= p.classes) at_ = (at_ + 1) % order_.size(), visited_ = 0;
            if (p.trials == 0) continue;
            std::uint32_t const visit = visits_[g]++;
            std::uint32_t const c = visit % p.live;
            if (std::find(dead_[g].begin(), dead_[g].end(), c) != dead_[g].end()) continue;
            std::uint32_t const round = visit / p.live;
            if (round == 0) return turn{g, c, 0, (std::min)(p.trials, probe_trials), true};
            return turn{g, c, round * revisit_stride, p.trials, false};
        }
        return std::nullopt;
    }

    void learn(turn const& t, lesson const& l) {
        std::uint32_t const several = paces_[t.group].trials;
        if (t.probe) {
            if (!l.accepted)
                dead_[t.group].push_back(t.shape_class);
            else if (several > probe_trials)
                follow_ups_.push_back({t.group, t.shape_class, probe_trials, several - probe_trials, false});
        } else if (guided_ && l.widened && t.first % revisit_stride < encore_limit * several) {
            follow_ups_.push_back({t.group, t.shape_class, t.first + t.count, several, false});
        }
    }

    static constexpr std::uint32_t probe_trials = 4;

  private:
    static constexpr std::uint32_t revisit_stride = 1u << 16; ///< room for encores between two rounds
    static constexpr std::uint32_t encore_limit = 4;

    std::vector<pace> paces_;
    std::vector<std::uint32_t> visits_;
    std::vector<std::vector<std::uint32_t>> dead_;
    std::vector<std::size_t> order_; ///< in which the groups take turns
    std::deque<turn> follow_ups_;
    bool guided_;
    std::size_t at_ = 0;
    std::uint32_t visited_ = 0;   ///< classes of the group whose turn it is
    std::size_t most_tries_ = 0; ///< after so many in vain no class is left
};

} // namespace v0
} // namespace xamt

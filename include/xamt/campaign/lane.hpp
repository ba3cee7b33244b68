/// @file
/// One host process, or two of a kind, with the work that waits for it.
///
/// Place in the pipeline: campaign. A lane fills free slots from its queue and writes finished outcomes back to their evaluations.
#pragma once

#include <xamt/align/call.hpp>
#include <xamt/campaign/evaluation.hpp>
#include <xamt/run/crew.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace xamt {
inline namespace v0 {

class lane {
  public:
    lane(std::size_t column, reach by, host started) : column_(column), by_(by), crew_(std::move(started)) {}

    [[nodiscard]] std::size_t column() const { return column_; }
    [[nodiscard]] reach by() const { return by_; }
    [[nodiscard]] host& process() { return crew_.first(); }
    [[nodiscard]] host const& process() const { return crew_.first(); }
    [[nodiscard]] crew& processes() { return crew_; }
    [[nodiscard]] crew const& processes() const { return crew_; }

    void take(piece p) {
        auto at = queue_.end();
        if (p.urgent()) at = std::find_if(queue_.begin(), queue_.end(), [](piece const& waits) { return !waits.urgent(); });
        queue_.insert(at, std::move(p));
        feed();
    }

    /// Writes back what has finished and sends what waits. Called after every pump.
    void turn_over() {
        for (std::size_t i = 0; i < sent_.size();) {
            if (sent_[i].with->finished(sent_[i].slot)) {
                collect(sent_[i]);
                sent_[i].with->release(sent_[i].slot);
                sent_.erase(sent_.begin() + static_cast<std::ptrdiff_t>(i));
            } else {
                ++i;
            }
        }
        crew_.turn_over();
        if (process().state() == host::condition::down) return abandon();
        recall();
        feed();
    }

    /// Gives back the trials that are not sent yet, if `may` says so of their evaluation: they wait for a host that is not at hand.
    template <class May> void withdraw(May may) {
        std::erase_if(queue_, [&](piece const& p) {
            if (p.urgent() || p.next > 0 || !may(*p.of)) return false;
            for (std::size_t const t : p.trials) p.of->outcomes[t][p.seat].message = "passed over: its host was not at hand";
            p.of->open -= p.trials.size();
            p.of->passed_over.insert(p.seat);
            return true;
        });
    }

  private:
    struct consignment {
        host* with;
        std::uint32_t slot;
        std::shared_ptr<evaluation> of;
        std::size_t seat;
        std::vector<std::size_t> trials;
    };

    [[nodiscard]] static std::uint32_t plan_of(piece const& p) { return static_cast<std::uint32_t>(p.of->table->seats[p.seat].plan); }

    /// What waits is taken in its order, but for that which is about a function in doubt.
    void feed() {
        for (std::size_t i = 0; i < queue_.size();) {
            piece& p = queue_[i];
            host* const to = crew_.taker(plan_of(p));
            if (to == nullptr) {
                if (!crew_.doubts(plan_of(p))) return;
                ++i;
                continue;
            }
            consignment c{to, *to->free_slot(), p.of, p.seat, {}};
            load(p, c);
            if (!c.trials.empty()) {
                to->submit(c.slot);
                sent_.push_back(std::move(c));
            }
            if (p.next == p.trials.size()) queue_.erase(queue_.begin() + static_cast<std::ptrdiff_t>(i));
        }
    }

    /// Takes back what waits behind a call in doubt, for the other process.
    void recall() {
        if (!crew_.stand_in() || crew_.stand_in()->state() != host::condition::ready || !process().recovering()) return;
        for (std::size_t i = sent_.size(); i-- > 0;) {
            consignment& c = sent_[i];
            if (c.with != &process() || !c.with->recall(c.slot)) continue;
            queue_.push_front({c.of, c.seat, std::move(c.trials)});
            sent_.erase(sent_.begin() + static_cast<std::ptrdiff_t>(i));
        }
    }

    /// Puts trials of a piece into a slot until either is exhausted. A trial too large for any slot is answered here.
    void load(piece& p, consignment& c) {
        evaluation& e = *p.of;
        seat const& s = e.table->seats[p.seat];
        for (; p.next < p.trials.size(); ++p.next) {
            std::size_t const t = p.trials[p.next];
            auto const call = call_for(*e.table->api, *s.how, e.arguments[t]);
            added const went =
                call.absent.empty() ? c.with->slot(c.slot).add(static_cast<std::uint32_t>(s.plan), call.list, e.how) : added::never;
            if (went == added::full) return;
            if (went == added::yes) {
                c.trials.push_back(t);
                continue;
            }
            outcome& o = e.outcomes[t][p.seat];
            o.is = call.absent.empty() ? ending::limit : ending::absent;
            o.message = call.absent.empty() ? "the arguments do not fit into the memory shared with the host" : call.absent;
            --e.open;
        }
    }

    void collect(consignment const& c) {
        evaluation& e = *c.of;
        seat const& s = e.table->seats[c.seat];
        bool const restore = needs_restoring(*e.table->api, *s.how);
        for (std::size_t i = 0; i < c.trials.size(); ++i) {
            outcome& o = e.outcomes[c.trials[i]][c.seat];
            o = owned(c.with->outcome(c.slot, i));
            if (restore && o.is == ending::value) o.outputs = restored(*e.table->api, *s.how, std::move(o.outputs));
            --e.open;
            e.raw_calls += o.error_type != too_slow;
        }
    }

    void abandon() {
        auto const answer = [&](piece const& p) {
            for (std::size_t i = p.next; i < p.trials.size(); ++i) {
                outcome& o = p.of->outcomes[p.trials[i]][p.seat];
                o.is = ending::absent;
                o.message = process().failure().text();
                --p.of->open;
            }
        };
        for (auto const& p : queue_) answer(p);
        queue_.clear();
    }

    std::size_t column_;
    reach by_;
    crew crew_;
    std::deque<piece> queue_;
    std::vector<consignment> sent_;
};

} // namespace v0
} // namespace xamt

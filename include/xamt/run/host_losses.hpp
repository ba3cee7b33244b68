/// @file
/// The workings of `host`: what follows from each way of losing the process.
///
/// Place in the pipeline: run. Included by host.hpp, which says what it is for.
#pragma once

#include <xamt/run/host.hpp>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

namespace xamt {
inline namespace v0 {

namespace detail {
/// Losses in a row, without one finished trial between them, after which a host is not started again.
inline constexpr int most_fruitless = 3;
} // namespace detail

/// On a busy machine a host may get too little of the processor to answer in time: such a one is given up to four times as long. One that
/// does not compute at all waits for something that will not come.
inline bool host::starved(watchdog::seconds silent, watchdog::seconds patience) const {
    double const computed = process_.cpu_seconds() - cpu_at_progress_;
    return silent < 4 * patience && computed > silent.count() / 50 && computed < patience.count() / 2;
}

inline void host::look_for_hang() {
    auto const done = memory_.done();
    auto const silent = watchdog_.look(memory_.started() * 1'000'003 + done * 2 + heard_);
    auto const first = !jobs_.empty() && done <= jobs_.front().first;
    auto patience = first ? (std::max)(options_.trial_timeout, options_.first_trial_timeout) : options_.trial_timeout;
    // A function that is to be looked up next has no part in the silence of a trial that runs.
    if (bool const in_trial = memory_.started() != done; awaiting_plans() > 0 && !in_trial)
        patience = (std::max)(patience, options_.plan_timeout);
    if (state_ == condition::starting) patience = options_.start_timeout;
    if (silent.count() == 0) cpu_at_progress_ = process_.cpu_seconds();
    if (!watched() || silent < patience || starved(silent, patience)) return;
    process_.kill();
    lost({process_end::cause::silence, 0, {}});
}

inline void host::lost(process_end end) {
    channel_.close();
    if (state_ == condition::starting) {
        auto const why = end.why == process_end::cause::silence ? "no greeting within the time for it" : end.text();
        // A program that never came up will not; one that did before may have been killed from outside.
        if (hello_.empty()) return give_up({"the host of " + options_.column + " does not start", why, "xamt doctor tells more"});
        ++fruitless_;
    } else {
        blame(end);
    }
    if (fruitless_ >= detail::most_fruitless)
        return give_up({"the host of " + options_.column + " was lost " + std::to_string(fruitless_) + " times in a row", end.text(), ""});
    ++restarts_;
    spawn();
}

/// What the loss is laid to: a trial that was running, a function that was being looked up, or nothing that is known.
inline void host::blame(process_end const& end) {
    losses_.push_back({end});
    auto const in_flight = !jobs_.empty() && jobs_.front().sent;
    auto const open = in_flight ? slots_[jobs_.front().slot].trials.first_open(jobs_.front().first) : 0;
    if (in_flight && open < jobs_.front().end && memory_.started() == open + 1 && memory_.done() == open) return blame_trial(open, end);
    for (auto& p : plans_)
        if (p.sent && p.state == plan_state::pending) return blame_plan(p, end);
    fruitless_ = in_flight && open > jobs_.front().first ? 0 : fruitless_ + 1;
    if (in_flight) continue_front(open);
}

/// A function whose look-up ends the process twice would end each one after it.
inline void host::blame_plan(plan_entry& p, process_end const& end) {
    if (++p.deaths < 2) return;
    p.state = plan_state::refused;
    p.refusal = "the host process ended while it looked the function up: " + end.text();
}

/// The suspect is run again, alone, then the rest; what happens again, or has been confirmed of this function before, is its outcome.
inline void host::blame_trial(std::size_t trial, process_end const& end) {
    auto const j = jobs_.front();
    auto& trials = slots_[j.slot].trials;
    auto const id = trials.plan(trial);
    auto& loss = losses_.back();
    loss = {end, id, true, j.suspected.has_value() || believed_.contains({id, end.text()}), loss.at};
    fruitless_ = loss.confirmed || trial > j.first ? 0 : fruitless_ + 1;
    if (!loss.confirmed) {
        trials.mark(trial, ending::value, {}, {});
        jobs_.pop_front();
        if (trial + 1 < j.end) jobs_.push_front({j.slot, trial + 1, j.end, std::nullopt, false});
        jobs_.push_front({j.slot, trial, trial + 1, end, false});
        return;
    }
    believed_.insert({id, end.text()});
    auto const hung = end.why == process_end::cause::silence;
    trials.mark(trial, hung ? ending::hang : ending::death, end.text(),
                hung ? "no answer within the time for a trial" : "the host process ended during the call: " + end.text());
    auto& p = plans_[id];
    int const times = hung ? ++p.hangs : ++p.deaths;
    if (times >= (hung ? options_.most_hangs : options_.most_deaths))
        give_up_on(
            p, "not called any more after " + std::to_string(times) +
                   (hung ? (times == 1 ? " call that did not return" : " calls that did not return") : " calls that took the host down"));
    jobs_.front().sent = false;
    continue_front(trial + 1);
}

/// A fresh process in place of one that has grown too large; nothing is in flight.
inline void host::recycle() {
    process_.kill();
    channel_.close();
    ++restarts_;
    spawn();
}

inline void host::give_up(error why) {
    channel_.close();
    failure_ = std::move(why);
    state_ = condition::down;
    for (auto const& j : jobs_) {
        auto& s = slots_[j.slot];
        for (auto i = s.trials.first_open(j.first); i < j.end; ++i) s.trials.mark(i, ending::absent, "no host", failure_.text());
        s.stage = progress::finished;
    }
    jobs_.clear();
    for (auto& p : plans_)
        if (p.state == plan_state::pending) p.state = plan_state::refused, p.refusal = failure_.text();
}

inline void host::shut_down() {
    if (process_.running()) {
        if (channel_.open_still()) channel_.send("quit");
        channel_.close();
        if (!process_.wait(std::chrono::seconds(1))) process_.kill();
    }
    if (state_ != condition::down) give_up({"the host of " + options_.column + " was shut down", "", ""});
}

} // namespace v0
} // namespace xamt

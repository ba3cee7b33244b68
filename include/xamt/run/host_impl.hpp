/// @file
/// The workings of `host`: what is sent when, and what is heard. What follows from losing the process stands in host_losses.hpp.
///
/// Place in the pipeline: run. Included by host.hpp, which says what it is for.
#pragma once

#include <xamt/run/host.hpp>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace xamt {
inline namespace v0 {

namespace detail {

/// A host gets its next batch before it has answered the last, so that it never waits for the campaign.
inline constexpr std::size_t most_in_flight = 2;

/// The next number of a reply, or nothing if there is none.
inline std::optional<std::uint64_t> take_number(std::string_view& text) {
    text.remove_prefix((std::min)(text.find_first_not_of(' '), text.size()));
    std::uint64_t n = 0;
    auto const [end, fault] = std::from_chars(text.data(), text.data() + text.size(), n);
    if (fault != std::errc{}) return std::nullopt;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    return n;
}

} // namespace detail

inline host::host(host_options options, ring memory) : options_(std::move(options)), memory_(std::move(memory)) {
    for (std::uint32_t i = 0; i < options_.memory_map.slots; ++i)
        slots_.push_back({batch(memory_.slot(i), memory_.options()), progress::free});
}

inline result<host> host::start(host_options options) {
    auto memory = ring::create(options.memory_map);
    if (!memory) return memory.failure();
    host h(std::move(options), std::move(*memory));
    if (!h.spawn()) return h.failure_;
    return h;
}

inline result<host> host::another() const {
    auto h = start(options_);
    if (!h) return h;
    h->plans_ = plans_;
    for (auto& p : h->plans_) p.sent = p.answered = false;
    h->believed_ = believed_;
    h->bans_ = bans_;
    return h;
}

inline std::optional<std::uint32_t> host::in_doubt() const {
    if (state_ == condition::down || jobs_.empty() || !doubtful()) return std::nullopt;
    auto const& j = jobs_.front();
    auto const& trials = slots_[j.slot].trials;
    auto const at = trials.first_open(j.first);
    return at < j.end ? std::optional(trials.plan(at)) : std::nullopt;
}

inline void host::share_bans(host& other) {
    if (bans_ == other.bans_) return;
    for (std::size_t id = 1; id < (std::min)(plans_.size(), other.plans_.size()); ++id) {
        auto &ours = plans_[id], &theirs = other.plans_[id];
        if (ours.banned && !theirs.banned) other.give_up_on(theirs, ours.refusal);
        if (theirs.banned && !ours.banned) give_up_on(ours, theirs.refusal);
    }
}

/// The function is not called any more.
inline void host::give_up_on(plan_entry& p, std::string why) {
    bans_ += !p.banned;
    p.banned = true;
    p.refusal = std::move(why);
}

inline bool host::spawn() {
    auto ends = channel::open();
    if (!ends) {
        give_up({"no pipe to the host of " + options_.column, std::strerror(errno), ""});
        return false;
    }
    memory_.reset_counters();
    process_options how{options_.program, options_.environment, options_.log};
    std::array<std::string, 6> const protocol{"--column", options_.column,           "--memory", std::to_string(options_.memory),
                                              "--parent", std::to_string(::getpid())};
    how.words.insert(how.words.end(), protocol.begin(), protocol.end());
    auto child = process::spawn(how, {ends->second.commands.get(), ends->second.replies.get(), memory_.fd()});
    if (!child) {
        give_up(child.failure());
        return false;
    }
    process_ = std::move(*child);
    channel_ = std::move(ends->first);
    state_ = condition::starting;
    started_at_ = watchdog::clock::now();
    watchdog_.reset();
    for (auto& p : plans_) p.sent = p.answered = false;
    for (auto& j : jobs_) j.sent = false;
    recycle_wanted_ = false;
    return true;
}

inline std::uint32_t host::define(std::string plan) {
    for (std::uint32_t id = 1; id < plans_.size(); ++id)
        if (plans_[id].text == plan) return id;
    plans_.emplace_back().text = std::move(plan);
    auto const id = static_cast<std::uint32_t>(plans_.size() - 1);
    if (state_ == condition::ready) send_plan(id);
    return id;
}

inline bool host::plans_settled() const {
    return std::none_of(plans_.begin() + 1, plans_.end(), [](auto const& p) { return p.state == plan_state::pending; });
}

inline std::size_t host::awaiting_plans() const {
    return static_cast<std::size_t>(std::count_if(plans_.begin(), plans_.end(), [](auto const& p) { return p.sent && !p.answered; }));
}

inline void host::send_plan(std::uint32_t id) {
    if (id == 0 || id >= plans_.size() || std::exchange(plans_[id].sent, true)) return;
    if (awaiting_plans() == 1) watchdog_.reset();
    channel_.send("plan " + std::to_string(id) + " " + plans_[id].text);
}

inline std::optional<std::uint32_t> host::free_slot() const {
    for (std::uint32_t i = 0; i < slots_.size(); ++i)
        if (slots_[i].stage == progress::free) return i;
    return std::nullopt;
}

inline void host::submit(std::uint32_t slot) {
    auto& s = slots_[slot];
    if (s.trials.empty() || state_ == condition::down) {
        for (std::size_t i = 0; i < s.trials.size(); ++i) s.trials.mark(i, ending::absent, "no host", failure_.text());
        s.stage = progress::finished;
        return;
    }
    s.stage = progress::submitted;
    jobs_.push_back({slot, 0, s.trials.size(), std::nullopt, false});
    send_jobs();
}

inline void host::release(std::uint32_t slot) {
    slots_[slot].trials.clear();
    slots_[slot].stage = progress::free;
}

inline bool host::recall(std::uint32_t slot) {
    auto const mine = [&](job const& j) { return j.slot == slot; };
    auto const at = std::find_if(jobs_.begin(), jobs_.end(), mine);
    if (at == jobs_.end() || at->sent || at->suspected || at->first != 0 || at->end != slots_[slot].trials.size()) return false;
    jobs_.erase(at);
    release(slot);
    return true;
}

inline bool host::has_banned(job const& j) const {
    auto const& trials = slots_[j.slot].trials;
    for (auto t = j.first; t < j.end; ++t)
        if (trials.plan(t) < plans_.size() && plans_[trials.plan(t)].banned) return true;
    return false;
}

/// A stretch of trials never contains one whose function is not called any more: those are answered here.
inline void host::part_from_banned() {
    while (!jobs_.empty() && !jobs_.front().sent) {
        auto& j = jobs_.front();
        auto& trials = slots_[j.slot].trials;
        auto const banned = [&](std::size_t t) { return plans_.size() > trials.plan(t) && plans_[trials.plan(t)].banned; };
        auto stop = j.first;
        while (stop < j.end && !banned(stop)) ++stop;
        if (stop == j.end) return;
        auto next = stop;
        for (; next < j.end && banned(next); ++next) trials.mark(next, ending::absent, "given up", plans_[trials.plan(next)].refusal);
        if (stop > j.first) {
            auto const rest = job{j.slot, next, j.end, std::nullopt, false};
            j.end = stop;
            if (rest.first < rest.end) jobs_.insert(jobs_.begin() + 1, rest);
            return;
        }
        continue_front(next);
    }
}

inline void host::send_jobs() {
    if (state_ != condition::ready) return;
    part_from_banned();
    for (std::size_t i = 0; i < jobs_.size() && i < detail::most_in_flight; ++i) {
        auto& j = jobs_[i];
        if (j.sent) continue;
        // A suspect runs alone, and a host that is to be restarted gets nothing more.
        if (i > 0 && (j.suspected || jobs_[0].suspected || jobs_[0].slot == j.slot)) return;
        if (recycle_wanted_) return;
        auto const& trials = slots_[j.slot].trials;
        if (i > 0 && has_banned(j)) return;
        for (auto t = j.first; t < j.end; ++t) send_plan(trials.plan(t));
        if (i == 0) watchdog_.reset();
        channel_.send("run " + std::to_string(j.slot) + " " + std::to_string(j.end) + " " + std::to_string(j.first) + " " +
                      std::to_string(trials.out_used(j.first)) + " " +
                      std::to_string(std::chrono::ceil<std::chrono::milliseconds>(options_.batch_timeout).count()));
        j.sent = true;
    }
}

inline void host::interests(std::vector<pollfd>& into) const {
    if (!channel_.open_still()) return;
    into.push_back(channel_.interest());
    if (channel_.has_outgoing()) into.push_back({channel_.commands(), POLLOUT, 0});
}

inline bool host::advance() {
    if (state_ == condition::down) return false;
    auto const before = heard_ + losses_.size() + restarts_;
    channel_.flush();
    auto const open = channel_.receive();
    while (state_ != condition::down)
        if (auto line = channel_.line())
            hear(*line);
        else
            break;
    if (state_ == condition::down) return true;
    if (!open) {
        // The end of a process shows a moment after its descriptors close; one that only closed them is ended.
        auto end = process_.wait(std::chrono::seconds(1));
        lost(end ? *end : (process_.kill(), process_end{process_end::cause::protocol, 0, "it closed the connection"}));
    } else {
        look_for_hang();
    }
    if (recycle_wanted_ && (jobs_.empty() || !jobs_.front().sent)) recycle();
    send_jobs();
    return heard_ + losses_.size() + restarts_ != before;
}

inline void host::hear(std::string const& line) {
    ++heard_;
    if (line.starts_with("hello ") && state_ == condition::starting) {
        hello_ = line.substr(6);
        startup_ = watchdog::clock::now() - started_at_;
        state_ = condition::ready;
        // Plans that were answered before are defined again when a batch needs them.
        for (std::uint32_t id = 1; id < plans_.size(); ++id)
            if (plans_[id].state == plan_state::pending) send_plan(id);
        watchdog_.reset();
    } else if (line.starts_with("fails ") && state_ == condition::starting) {
        process_.kill();
        give_up({"the host of " + options_.column + " does not start", line.substr(6), ""});
    } else if (line.starts_with("ran ") && state_ == condition::ready) {
        hear_ran(line);
    } else if (line.starts_with("plan ") && state_ == condition::ready) {
        hear_plan(line);
    } else {
        process_.kill();
        lost({process_end::cause::protocol, 0, line.substr(0, 80)});
    }
}

inline void host::hear_plan(std::string const& line) {
    std::string_view rest = std::string_view(line).substr(5);
    auto const id = detail::take_number(rest);
    if (!id || *id == 0 || *id >= plans_.size())
        return lost((process_.kill(), process_end{process_end::cause::protocol, 0, line.substr(0, 80)}));
    auto& p = plans_[*id];
    p.answered = true;
    p.state = rest == " ok" ? plan_state::ready : plan_state::refused;
    if (p.state == plan_state::refused) p.refusal = rest.starts_with(" fails ") ? rest.substr(7) : rest;
    watchdog_.reset();
}

inline void host::hear_ran(std::string const& line) {
    std::string_view rest = std::string_view(line).substr(4);
    auto const slot = detail::take_number(rest), count = detail::take_number(rest);
    if (jobs_.empty() || !jobs_.front().sent || slot != jobs_.front().slot || count != jobs_.front().end)
        return lost((process_.kill(), process_end{process_end::cause::protocol, 0, line.substr(0, 80)}));
    auto const open = slots_[*slot].trials.first_open(jobs_.front().first);
    if (open < jobs_.front().end) return lost((process_.kill(), process_end{process_end::cause::protocol, 0, "it left trials out"}));
    fruitless_ = 0;
    note_slow(jobs_.front());
    finish_front();
    // Asking costs as much as a small batch.
    if (options_.recycle_above != 0 && ++batches_ % 32 == 0 && process_.resident_bytes() > options_.recycle_above) recycle_wanted_ = true;
}

/// A function whose batches take too long again and again would keep all others of its host waiting.
inline void host::note_slow(job const& j) {
    auto const& trials = slots_[j.slot].trials;
    if (options_.batch_timeout.count() <= 0 || trials.outcome(j.end - 1).error_type != too_slow) return;
    auto& p = plans_[trials.plan(j.end - 1)];
    if (++p.slow < options_.most_slow) return;
    give_up_on(p, "not called any more after " + std::to_string(p.slow) + " batches that were not done in their time");
}

/// The first job goes on at `first`, or is done.
inline void host::continue_front(std::size_t first) {
    if (first == jobs_.front().end)
        finish_front();
    else
        jobs_.front().first = first;
}

/// The first job is done; its slot is finished unless a later job holds the rest of it.
inline void host::finish_front() {
    auto const slot = jobs_.front().slot;
    jobs_.pop_front();
    watchdog_.reset();
    if (std::none_of(jobs_.begin(), jobs_.end(), [&](auto const& j) { return j.slot == slot; })) slots_[slot].stage = progress::finished;
}

} // namespace v0
} // namespace xamt

/// @file
/// How every column fares, and what happened to its hosts, for reports.
///
/// Place in the pipeline: campaign; the third part of dispatcher.hpp.
#pragma once

#include <xamt/campaign/dispatcher.hpp>

namespace xamt {
inline namespace v0 {

inline framework_state dispatcher::state_of(std::size_t column) const {
    framework_state f;
    f.name = names_[column];
    f.state = "left out";
    for (auto const& l : lanes_) {
        if (l.column() != column) continue;
        host const& h = l.process();
        f.version = hello_field(h.hello(), "version");
        f.switches.merge(hello_switches(h.hello()));
        f.host += (f.host.empty() ? "" : " and ") + std::string(name_of(l.by()));
        f.startup_s = (std::max)(f.startup_s, h.startup().count());
        l.processes().each([&](host const& p) {
            f.rss_mb += static_cast<double>(p.resident_bytes()) / 1e6;
            f.restarts += static_cast<int>(p.restarts());
        });
        if (h.state() != host::condition::down)
            f.state = "ready";
        else
            f.note = h.failure().text();
        if (h.state() == host::condition::down && !h.hello().empty() && f.state != "ready") f.state = "given up";
    }
    for (auto const& [c, why] : failed_)
        if (c == column && f.note.empty()) f.note = why;
    if (native_[column]) {
        f.host += (f.host.empty() ? "" : " and ") + std::string(name_of(reach::in_process));
        f.state = "ready";
    }
    if (f.state == "left out" && f.note.empty()) f.state = "not asked", f.note = "the groups have none of its functions";
    return f;
}

[[nodiscard]] inline std::string sentence_of(host_loss const& loss, std::string const& called) {
    bool const silent = loss.end.why == process_end::cause::silence;
    std::string const how = "its host " + (silent ? "did not answer in time and was ended" : "ended: " + loss.end.text());
    if (!loss.in_trial) return how + ", outside any call; it was started again";
    if (loss.confirmed) return how + ", in a call of " + called + ", and again when that was called alone";
    return how + ", in a call of " + called + "; the call is tried again alone";
}

inline std::vector<event> dispatcher::events(std::chrono::steady_clock::time_point began) const {
    std::vector<event> all;
    for (auto const& l : lanes_)
        l.processes().each([&](host const& p) {
            for (auto const& loss : p.losses())
                all.push_back({(std::max)(0.0, std::chrono::duration<double>(loss.at - began).count()),
                               names_[l.column()],
                               sentence_of(loss, function_of(l, loss.plan)),
                               {}});
        });
    std::stable_sort(all.begin(), all.end(), [](event const& a, event const& b) { return a.at_s < b.at_s; });
    return all;
}

inline std::string dispatcher::function_of(lane const& l, std::uint32_t plan) const {
    for (auto const& table : tables_)
        for (auto const& s : table.seats)
            if (s.lane != no_lane && &lanes_[s.lane] == &l && s.plan == static_cast<int>(plan)) return std::string(table.api->name);
    return "a function";
}

inline std::vector<framework_state> dispatcher::states() const {
    std::vector<framework_state> all;
    for (std::size_t c = 0; c < names_.size(); ++c) all.push_back(state_of(c));
    return all;
}

} // namespace v0
} // namespace xamt

/// @file
/// Which columns serve which groups, their hosts started, and the functions made known to them.
///
/// Place in the pipeline: campaign; the second part of dispatcher.hpp.
#pragma once

#include <xamt/campaign/dispatcher.hpp>

namespace xamt {
inline namespace v0 {

inline void dispatcher::seat_group(api_description const& api, std::span<native_column const> natives) {
    group_table table;
    table.api = &api;
    for (auto const& b : api.columns()) add_seat(table, b, reach_of(b));
    for (auto const& n : natives)
        if (n.group == api.name) add_seat(table, n.how, options_.tools.native_host.empty() ? reach::in_process : reach::native_program);
    tables_.push_back(std::move(table));
}

inline void dispatcher::add_seat(group_table& table, binding const& how, reach by) {
    for (std::size_t c = 0; c < names_.size(); ++c) {
        if (!serves(how, names_[c])) continue;
        seat s;
        s.column = c;
        s.how = &how;
        if (by != reach::in_process)
            s.lane = lane_for(c, by);
        else
            native_[c] = true;
        table.seats.push_back(s);
    }
}

inline std::size_t dispatcher::lane_for(std::size_t column, reach by) {
    for (std::size_t i = 0; i < wanted_lanes_.size(); ++i)
        if (wanted_lanes_[i] == std::pair(column, by)) return i;
    wanted_lanes_.emplace_back(column, by);
    return wanted_lanes_.size() - 1;
}

inline host_options dispatcher::options_for(std::size_t column, reach by) const {
    host_options o;
    o.column = names_[column];
    switch (by) {
    case reach::torch_program: o.program = {options_.tools.torch_host}; break;
    case reach::python_worker: o.program = {options_.tools.python, options_.tools.worker}; break;
    case reach::native_program: o.program = options_.tools.native_host; break;
    case reach::in_process: break;
    }
    if (!options_.tools.cache.empty()) o.environment.push_back("XAMT_JAX_CACHE=" + options_.tools.cache + "/jax");
    o.memory = options_.memory_mb << 20;
    o.recycle_above = (options_.memory_mb << 20) * 3 / 4;
    o.trial_timeout = std::chrono::duration<double>(options_.trial_timeout);
    // A function that is called for the first time may have to be compiled.
    if (compiles(names_[column])) o.first_trial_timeout = std::chrono::duration<double>(options_.trial_timeout + 4);
    // A run by time has better things to do than to see a slow function through.
    if (!options_.trials) o.batch_timeout = o.trial_timeout;
    o.memory_map.in_bytes = std::uint64_t{8} << 20;
    o.memory_map.out_bytes = std::uint64_t{8} << 20;
    return o;
}

inline std::string dispatcher::missing_tool(reach by) const {
    if (by == reach::torch_program && options_.tools.torch_host.empty()) return "the host program for libtorch is not built";
    if (by == reach::python_worker && options_.tools.python.empty()) return "there is no Python";
    return {};
}

inline void dispatcher::start() {
    std::vector<std::size_t> at(wanted_lanes_.size(), no_lane);
    for (std::size_t i = 0; i < wanted_lanes_.size(); ++i) {
        auto const [column, by] = wanted_lanes_[i];
        if (auto const missing = missing_tool(by); !missing.empty()) {
            failed_.emplace_back(column, missing);
            continue;
        }
        auto started = host::start(options_for(column, by));
        if (!started) {
            failed_.emplace_back(column, started.failure().text());
            continue;
        }
        at[i] = lanes_.size();
        lanes_.emplace_back(column, by, std::move(*started));
    }
    auto const processes = hosts();
    auto const settled = [&] {
        for (auto const* h : processes)
            if (h->state() == host::condition::starting) return interrupted();
        return true;
    };
    pump_until(processes, settled, std::chrono::duration<double>(150));
    if (interrupted()) return;
    for (auto const& l : lanes_)
        if (l.process().state() == host::condition::down) failed_.emplace_back(l.column(), l.process().failure().text());
    for (auto& table : tables_)
        for (auto& s : table.seats) {
            if (s.lane == no_lane) continue;
            s.lane = at[s.lane];
            if (s.lane == no_lane || lanes_[s.lane].process().state() == host::condition::down)
                s.left_out = "its host does not run";
            else
                s.plan = static_cast<int>(lanes_[s.lane].process().define(plan_for(table, s)));
        }
    settle_plans();
}

inline std::string dispatcher::plan_for(group_table const& table, seat const& s) const {
    if (lanes_[s.lane].by() != reach::native_program) return plan_text(*s.how);
    return "{\"function\":\"" + served_name(table.api->name, *s.how) + "\"}";
}

inline void dispatcher::settle_plans() {
    auto const processes = hosts();
    auto const settled = [&] {
        for (auto const* h : processes)
            if (h->state() != host::condition::down && !h->plans_settled()) return interrupted();
        return true;
    };
    pump_until(processes, settled, std::chrono::duration<double>(150));
    for (auto& table : tables_)
        for (auto& s : table.seats) {
            if (s.plan < 0) continue;
            auto const& h = lanes_[s.lane].process();
            if (h.plan(static_cast<std::uint32_t>(s.plan)) == host::plan_state::ready) continue;
            s.left_out = h.refusal(static_cast<std::uint32_t>(s.plan));
            warnings_.push_back(std::string(table.api->name) + " on " + names_[s.column] + " is left out: " + s.left_out);
        }
}

} // namespace v0
} // namespace xamt

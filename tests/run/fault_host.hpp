// A Python host whose functions do what a framework might do to its process: the column `test` of the worker.
#pragma once

#include <xamt/run/pump.hpp>

#include "tests/catch.hpp"
#include "tests/paths.hpp"

#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

namespace fault_host {

using xamt::value;

inline std::string python() {
    if (auto const* told = std::getenv("XAMT_PYTHON"); told != nullptr && *told != '\0') return told;
    return xamt_test::python[0] != '\0' ? xamt_test::python : "python3";
}

inline xamt::host_options options(std::string column = "test") {
    xamt::host_options o;
    o.column = std::move(column);
    o.program = {python(), std::string(xamt_test::source_dir) + "/tools/hosts/worker.py"};
    o.trial_timeout = std::chrono::duration<double>(1.0);
    o.plan_timeout = std::chrono::duration<double>(3.0);
    return o;
}

inline xamt::host start(xamt::host_options o = options()) {
    auto started = xamt::host::start(std::move(o));
    REQUIRE(started.has_value());
    return std::move(*started);
}

/// The plan of a function whose arguments go by position.
inline std::string plan(std::string const& function, std::initializer_list<char const*> arguments = {}) {
    std::string text = "{\"function\":\"" + function + "\",\"arguments\":[";
    for (auto const* name : arguments) {
        if (text.back() == '}') text += ',';
        text += "{\"name\":\"" + std::string(name) + "\",\"pass\":\"position\"}";
    }
    return text + "]}";
}

struct call {
    std::uint32_t plan;
    std::vector<value> arguments;
};

/// The outcomes of one batch of calls.
inline std::vector<xamt::outcome> run(xamt::host& h, std::vector<call> const& calls, double patience = 60) {
    xamt::host* hosts[] = {&h};
    auto const slot = h.free_slot();
    REQUIRE(slot.has_value());
    for (auto const& c : calls) REQUIRE(h.slot(*slot).add(c.plan, c.arguments) == xamt::added::yes);
    h.submit(*slot);
    REQUIRE(xamt::pump_until(hosts, [&] { return h.finished(*slot); }, std::chrono::duration<double>(patience)));
    std::vector<xamt::outcome> outcomes;
    for (std::size_t i = 0; i < calls.size(); ++i) outcomes.push_back(owned(h.outcome(*slot, i)));
    h.release(*slot);
    return outcomes;
}

inline std::int64_t number(xamt::outcome const& o) {
    REQUIRE(o.is == xamt::ending::value);
    REQUIRE(o.outputs.size() == 1);
    return o.outputs[0].as<std::int64_t>()[0];
}

inline bool gone(pid_t pid, double patience = 3) {
    auto const until = std::chrono::steady_clock::now() + std::chrono::duration<double>(patience);
    do {
        auto const path = "/proc/" + std::to_string(pid) + "/stat";
        auto* const file = std::fopen(path.c_str(), "r");
        if (file == nullptr) return true;
        char state = 0;
        auto const read = std::fscanf(file, "%*d (%*[^)]) %c", &state);
        std::fclose(file);
        // A zombie whose parent is not us any more waits for init only.
        if (read == 1 && (state == 'Z' || state == 'X')) return true;
        ::usleep(10'000);
    } while (std::chrono::steady_clock::now() < until);
    return false;
}

} // namespace fault_host

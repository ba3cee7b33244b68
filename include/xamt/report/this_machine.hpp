/// @file
/// The machine that this process runs on, for reports and benchmarks.
///
/// Place in the pipeline: report. Example: `run.machine = this_machine();`
#pragma once

#include <xamt/report/run_report.hpp>

#include <fstream>
#include <string>
#include <thread>

#include <sched.h>

namespace xamt {
inline namespace v0 {

namespace detail {

[[nodiscard]] inline std::string widest_instructions() {
#if defined(__x86_64__) || defined(__i386__)
    if (__builtin_cpu_supports("avx512f")) return "avx512";
    if (__builtin_cpu_supports("avx2")) return "avx2";
    if (__builtin_cpu_supports("avx")) return "avx";
    return "sse2";
#elif defined(__aarch64__)
    return "neon";
#else
    return "scalar";
#endif
}

/// The processor's name as the kernel tells it.
[[nodiscard]] inline std::string processor_name() {
    std::ifstream file("/proc/cpuinfo");
    for (std::string line; std::getline(file, line);) {
        if (!line.starts_with("model name") && !line.starts_with("Model")) continue;
        auto const at = line.find(": ");
        if (at != std::string::npos) return line.substr(at + 2);
    }
    return "unknown processor";
}

} // namespace detail

[[nodiscard]] inline machine this_machine() {
    machine m;
    m.cpu = detail::processor_name();
    m.isa = detail::widest_instructions();
    m.threads = static_cast<int>(std::thread::hardware_concurrency());
    // A container or taskset may allow fewer than the machine has.
    if (cpu_set_t allowed; ::sched_getaffinity(0, sizeof allowed, &allowed) == 0) m.threads = CPU_COUNT(&allowed);
    return m;
}

} // namespace v0
} // namespace xamt

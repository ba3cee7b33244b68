/// @file
/// What every host program in C++ is made of: its command line, its limits, and the loop that obeys the campaign.
///
/// Place in the pipeline: run, on the host's side. A program brings an object with `define(number, plan)`, which answers "ok" or
/// "fails WHY", and `call(record, slot, writer)`, which leaves an outcome in the record. Commands come on descriptor 3, replies go out on
/// 4, trials lie in the memory of 5 (wire.hpp). Examples: <xamt/run/native_host.hpp>, tools/hosts/torch_host.cpp.
#pragma once

#include <xamt/run/wire.hpp>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <concepts>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <span>
#include <string>
#include <string_view>

#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

namespace xamt {
inline namespace v0 {

/// Writes results and errors behind `used` in the out-arena of one slot.
struct outcome_writer {
    std::byte* slot;
    std::uint64_t used; ///< from the slot's start
    std::uint64_t end;

    /// Room for `bytes` of the next result of `r`, described by `d`; nothing if the arena is full.
    [[nodiscard]] std::byte* reserve(wire::record& r, wire::descriptor d, std::uint64_t bytes) {
        if (bytes > end - used) return nullptr;
        std::byte* const at = slot + used;
        d.payload = static_cast<std::int64_t>(used);
        r.results[r.results_used++] = d;
        used = (std::min)(wire::aligned(used + bytes), end);
        return at;
    }

    void fail(wire::record& r, std::string_view type, std::string_view message) {
        message = message.substr(0, (std::min)(message.find('\n'), wire::most_text));
        // A text cut inside a character of UTF-8 would not be text.
        while (message.size() == wire::most_text && !message.empty() && (static_cast<unsigned char>(message.back()) & 0xC0u) == 0x80u)
            message.remove_suffix(1);
        if (type.size() + message.size() > end - used) type = message = {};
        std::copy(type.begin(), type.end(), reinterpret_cast<char*>(slot + used));
        std::copy(message.begin(), message.end(), reinterpret_cast<char*>(slot + used + type.size()));
        r.error_type_length = static_cast<std::uint32_t>(type.size());
        r.error_length = static_cast<std::uint32_t>(message.size());
        r.error_offset = used;
        r.results_used = 0;
        r.outcome = wire::status::error;
        used = (std::min)(wire::aligned(used + type.size() + message.size()), end);
    }
};

template <class S>
concept HostProgram = requires(S& s, std::uint32_t number, std::string const& plan, wire::record& r, std::byte* slot, outcome_writer& out) {
    { s.define(number, plan) } -> std::convertible_to<std::string>;
    s.call(r, slot, out);
};

/// The command line of a host program; what it does not know it passes over.
struct host_arguments {
    std::string column;
    unsigned long long memory = 0; ///< bytes of data that the process may have; 0 for no limit
    pid_t parent = 0;
    bool doctor = false; ///< only say hello, for people

    [[nodiscard]] static host_arguments from(std::span<char* const> words) {
        host_arguments o;
        for (std::size_t i = 1; i < words.size(); ++i) {
            std::string_view const word = words[i];
            if (word == "--doctor") o.doctor = true;
            if (i + 1 == words.size()) break;
            if (word == "--column")
                o.column = words[++i];
            else if (word == "--memory")
                o.memory = std::strtoull(words[++i], nullptr, 10);
            else if (word == "--parent")
                o.parent = static_cast<pid_t>(std::strtol(words[++i], nullptr, 10));
        }
        return o;
    }
};

namespace detail {

/// Limits of this process: memory, no core files, and no life beyond the parent's.
inline void guard_host(host_arguments const& o) {
    std::signal(SIGINT, SIG_IGN);
    std::signal(SIGPIPE, SIG_IGN);
    rlimit const no_core{0, 0};
    setrlimit(RLIMIT_CORE, &no_core);
    if (o.memory != 0) {
        rlimit const data{o.memory, o.memory};
        setrlimit(RLIMIT_DATA, &data);
    }
    if (o.parent == 0) return;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != o.parent) _exit(0);
}

inline void say(std::string const& line) {
    auto const whole = line + "\n";
    for (std::size_t sent = 0; sent < whole.size();) {
        auto const n = write(wire::replies_fd, whole.data() + sent, whole.size() - sent);
        if (n <= 0) _exit(0);
        sent += static_cast<std::size_t>(n);
    }
}

/// The memory of descriptor 5, or nothing if there is none or it is of another version.
[[nodiscard]] inline std::byte* shared_memory() {
    struct stat about{};
    if (fstat(wire::memory_fd, &about) != 0) return nullptr;
    auto* const at = mmap(nullptr, static_cast<std::size_t>(about.st_size), PROT_READ | PROT_WRITE, MAP_SHARED, wire::memory_fd, 0);
    if (at == MAP_FAILED) return nullptr;
    auto const* header = static_cast<wire::header const*>(at);
    return header->magic == wire::magic && header->version == wire::version ? static_cast<std::byte*>(at) : nullptr;
}

template <HostProgram S>
void run_slot(S& program, std::byte* memory, std::uint64_t slot, std::uint64_t count, std::uint64_t first, std::uint64_t used,
              std::chrono::milliseconds most) {
    using clock = std::chrono::steady_clock;
    auto* const header = reinterpret_cast<wire::header*>(memory);
    std::atomic_ref started(header->started), done(header->done);
    started = first, done = first;
    auto* const base = memory + wire::header_bytes + slot * header->slot_stride;
    outcome_writer out{base, wire::out_arena(*header) + used, wire::out_arena(*header) + header->out_bytes};
    auto* const records = reinterpret_cast<wire::record*>(base);
    clock::time_point since{};
    for (auto i = first; i < count; ++i) {
        started.store(i + 1, std::memory_order_release);
        if (most.count() > 0 && i > first && clock::now() - since > most)
            records[i].outcome = wire::status::left_out;
        else
            program.call(records[i], base, out);
        if (i == first) since = clock::now(); // the first call may have to prepare what the others use
        done.store(i + 1, std::memory_order_release);
    }
}

template <HostProgram S> void obey(S& program, std::byte* memory, std::string const& line) {
    auto const space = line.find(' ');
    auto const word = line.substr(0, space);
    if (word == "quit") _exit(0);
    if (word == "run") {
        unsigned long long slot = 0, count = 0, first = 0, used = 0, most = 0;
        std::sscanf(line.c_str(), "run %llu %llu %llu %llu %llu", &slot, &count, &first, &used, &most);
        run_slot(program, memory, slot, count, first, used, std::chrono::milliseconds(most));
        say("ran " + std::to_string(slot) + " " + std::to_string(count));
    } else if (word == "plan") {
        auto const next = line.find(' ', space + 1);
        auto const number = line.substr(space + 1, next - space - 1);
        say("plan " + number + " " + program.define(static_cast<std::uint32_t>(std::stoul(number)), line.substr(next + 1)));
    }
}

/// Resident memory of this process in MiB.
[[nodiscard]] inline long resident_mb() {
    long whole = 0, resident = 0;
    if (auto* statm = std::fopen("/proc/self/statm", "r")) {
        if (std::fscanf(statm, "%ld %ld", &whole, &resident) != 2) resident = 0;
        std::fclose(statm);
    }
    return resident * sysconf(_SC_PAGESIZE) / (1L << 20);
}

} // namespace detail

/// Obeys the campaign until it says `quit` or is gone. `hello` is one line of JSON. Gives the exit status.
template <HostProgram S> int serve(S& program, host_arguments const& asked, std::string const& hello) {
    if (asked.doctor) {
        std::puts(hello.c_str());
        return 0;
    }
    auto* const memory = detail::shared_memory();
    if (memory == nullptr) {
        detail::say("fails xamt: there is no shared memory of this version on descriptor 5 (host programs are started by xamt)");
        return 1;
    }
    detail::say("hello " + hello);
    std::string pending;
    char chunk[65536];
    for (ssize_t n; (n = read(wire::commands_fd, chunk, sizeof chunk)) > 0;) {
        pending.append(chunk, static_cast<std::size_t>(n));
        for (std::size_t end; (end = pending.find('\n')) != std::string::npos; pending.erase(0, end + 1))
            detail::obey(program, memory, pending.substr(0, end));
    }
    _exit(0);
}

} // namespace v0
} // namespace xamt

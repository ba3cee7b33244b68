/// @file
/// A child process that holds nothing of ours but three descriptors, and ends when we do.
///
/// Place in the pipeline: run. The child is a direct child in a process group of its own, so that Ctrl-C reaches the campaign only and
/// whatever the child started can be ended with it. It asks for its own death signal and sets its own limits after the start, because
/// both belong to the process and posix_spawn has no way to set them. The death signal follows the *thread* that spawned: spawn from a
/// thread that lives as long as the campaign.
#pragma once

#include <xamt/core/result.hpp>
#include <xamt/run/wire.hpp>

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

namespace xamt {
inline namespace v0 {

/// Closes its descriptor.
class descriptor_owner {
  public:
    descriptor_owner() = default;
    explicit descriptor_owner(int fd) : fd_(fd) {}
    descriptor_owner(descriptor_owner&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
    descriptor_owner& operator=(descriptor_owner&& other) noexcept {
        std::swap(fd_, other.fd_);
        return *this;
    }
    ~descriptor_owner() { reset(); }

    [[nodiscard]] int get() const { return fd_; }
    explicit operator bool() const { return fd_ >= 0; }
    void reset() {
        if (fd_ >= 0) ::close(std::exchange(fd_, -1));
    }

  private:
    int fd_ = -1;
};

/// How a process ended: by a signal, with an exit code, or taken down for not answering or for not keeping to the protocol.
struct process_end {
    enum class cause : std::uint8_t { signal, exit, silence, protocol, unknown };
    cause why = cause::unknown;
    int number = 0;    ///< of the signal, or the exit code
    std::string words; ///< what came instead of a reply

    /// For reports: "SIGFPE", "exit 7".
    [[nodiscard]] std::string text() const {
        switch (why) {
        case cause::signal: {
            auto const* name = ::sigabbrev_np(number);
            return name != nullptr ? "SIG" + std::string(name) : "signal " + std::to_string(number);
        }
        case cause::exit: return "exit " + std::to_string(number);
        case cause::silence: return "silence";
        case cause::protocol: return "protocol error" + (words.empty() ? std::string() : " (\"" + words + "\")");
        case cause::unknown: break;
        }
        return "unknown end";
    }
    friend bool operator==(process_end const& a, process_end const& b) { return a.why == b.why && a.number == b.number; }
};

/// What to run: the words of the command line, what is added to the environment ("NAME=value"), where its output goes ("" for nowhere).
struct process_options {
    std::vector<std::string> words;
    std::vector<std::string> environment;
    std::string log;
};

/// A running child. The destructor kills and reaps it.
class process {
  public:
    process() = default;
    process(process&& other) noexcept : pid_(std::exchange(other.pid_, -1)) {}
    process& operator=(process&& other) noexcept {
        std::swap(pid_, other.pid_);
        return *this;
    }
    ~process() { kill(); }

    /// Starts a program whose descriptors 3, 4, 5 are `passed`.
    static result<process> spawn(process_options const& options, std::array<int, 3> passed);

    [[nodiscard]] pid_t pid() const { return pid_; }
    [[nodiscard]] bool running() const { return pid_ > 0; }

    /// Waits for the end, at most `patience`; nothing if it still runs.
    std::optional<process_end> wait(std::chrono::duration<double> patience);

    /// SIGKILL for the whole group, and waits for the end.
    process_end kill();

    /// Resident bytes, or 0 where that cannot be read.
    [[nodiscard]] std::uint64_t resident_bytes() const;

    /// Seconds of computing so far, over all of its threads; 0 where that cannot be read.
    [[nodiscard]] double cpu_seconds() const;

  private:
    std::optional<process_end> reap(int flags);

    pid_t pid_ = -1;
};

namespace detail {

/// The environment of this process with `additions` in place of what they name.
inline std::vector<std::string> merged_environment(std::vector<std::string> additions) {
    auto const named = [&](std::string const& entry) {
        for (auto const& each : additions)
            if (entry.compare(0, entry.find('=') + 1, each, 0, each.find('=') + 1) == 0) return true;
        return false;
    };
    std::vector<std::string> kept;
    for (char** each = environ; each != nullptr && *each != nullptr; ++each)
        if (!named(*each)) kept.emplace_back(*each);
    kept.insert(kept.end(), std::make_move_iterator(additions.begin()), std::make_move_iterator(additions.end()));
    return kept;
}

inline std::vector<char*> pointers(std::vector<std::string>& words) {
    std::vector<char*> list;
    for (auto& word : words) list.push_back(word.data());
    list.push_back(nullptr);
    return list;
}

/// posix_spawn's two objects, freed on every way out.
struct spawn_setup {
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;

    spawn_setup() {
        posix_spawn_file_actions_init(&actions);
        posix_spawnattr_init(&attributes);
        posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
        posix_spawnattr_setpgroup(&attributes, 0);
        sigset_t set;
        sigemptyset(&set);
        posix_spawnattr_setsigmask(&attributes, &set);
        sigfillset(&set);
        posix_spawnattr_setsigdefault(&attributes, &set);
    }
    spawn_setup(spawn_setup const&) = delete;
    ~spawn_setup() {
        posix_spawn_file_actions_destroy(&actions);
        posix_spawnattr_destroy(&attributes);
    }
};

} // namespace detail

inline result<process> process::spawn(process_options const& options, std::array<int, 3> passed) {
    detail::spawn_setup setup;
    auto const* log = options.log.empty() ? "/dev/null" : options.log.c_str();
    posix_spawn_file_actions_addopen(&setup.actions, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&setup.actions, 1, log, O_WRONLY | O_CREAT | O_APPEND, 0644);
    posix_spawn_file_actions_adddup2(&setup.actions, 1, 2);
    // Sources go above every target first: dup2 onto a source that is still needed would lose it.
    std::array<descriptor_owner, 3> high;
    for (std::size_t i = 0; i < passed.size(); ++i) {
        high[i] = descriptor_owner(::fcntl(passed[i], F_DUPFD_CLOEXEC, 64));
        posix_spawn_file_actions_adddup2(&setup.actions, high[i].get(), wire::commands_fd + static_cast<int>(i));
    }
    auto words = options.words;
    auto environment = detail::merged_environment(options.environment);
    process child;
    auto const failure = ::posix_spawnp(&child.pid_, words.at(0).c_str(), &setup.actions, &setup.attributes, detail::pointers(words).data(),
                                        detail::pointers(environment).data());
    if (failure != 0) {
        child.pid_ = -1;
        return error{words.at(0) + " does not start", std::strerror(failure), ""};
    }
    return child;
}

inline std::optional<process_end> process::reap(int flags) {
    if (pid_ <= 0) return process_end{};
    int status = 0;
    auto const answer = ::waitpid(pid_, &status, flags);
    if (answer == 0 || (answer < 0 && errno == EINTR)) return std::nullopt;
    // Helpers that the child started share its group; nothing of it may stay behind.
    ::kill(-pid_, SIGKILL);
    pid_ = -1;
    if (answer < 0) return process_end{};
    if (WIFSIGNALED(status)) return process_end{process_end::cause::signal, WTERMSIG(status), {}};
    return process_end{process_end::cause::exit, WEXITSTATUS(status), {}};
}

inline std::optional<process_end> process::wait(std::chrono::duration<double> patience) {
    auto const until = std::chrono::steady_clock::now() + patience;
    for (;;) {
        if (auto end = reap(WNOHANG)) return end;
        if (std::chrono::steady_clock::now() >= until) return std::nullopt;
        timespec const millisecond{0, 1'000'000};
        ::nanosleep(&millisecond, nullptr);
    }
}

inline process_end process::kill() {
    if (pid_ <= 0) return {};
    ::kill(-pid_, SIGKILL);
    ::kill(pid_, SIGKILL);
    for (;;)
        if (auto end = reap(0)) return *end;
}

inline double process::cpu_seconds() const {
    clockid_t clock{};
    timespec used{};
    if (::clock_getcpuclockid(pid_, &clock) != 0 || ::clock_gettime(clock, &used) != 0) return 0;
    return static_cast<double>(used.tv_sec) + static_cast<double>(used.tv_nsec) * 1e-9;
}

/// Bytes that programs can still be given without swapping; 0 where that cannot be read.
[[nodiscard]] inline std::uint64_t available_memory() {
    auto* const file = std::fopen("/proc/meminfo", "re");
    if (file == nullptr) return 0;
    unsigned long kilobytes = 0;
    for (char line[128]; std::fgets(line, sizeof line, file) != nullptr;)
        if (std::sscanf(line, "MemAvailable: %lu", &kilobytes) == 1) break;
    std::fclose(file);
    return std::uint64_t{kilobytes} << 10;
}

inline std::uint64_t process::resident_bytes() const {
    auto const path = "/proc/" + std::to_string(pid_) + "/statm";
    auto* const file = std::fopen(path.c_str(), "re");
    if (file == nullptr) return 0;
    unsigned long whole = 0, resident = 0;
    if (std::fscanf(file, "%lu %lu", &whole, &resident) != 2) resident = 0;
    std::fclose(file);
    return std::uint64_t{resident} * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

} // namespace v0
} // namespace xamt

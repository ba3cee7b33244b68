/// @file
/// How far a long piece of work is, in one line: drawn in place on a terminal, printed now and then elsewhere.
#pragma once

#include <xamt/report/terminal.hpp>

#include <fmt/format.h>

#include <chrono>
#include <cstdio>
#include <string>

namespace xamt_command {

class progress_line {
  public:
    using clock = std::chrono::steady_clock;

    /// Elsewhere than on a terminal a line comes every `seldom`, after `prefix`.
    progress_line(std::FILE* stream, std::string prefix, clock::duration seldom)
        : stream_(stream), terminal_(xamt::is_terminal(stream)), prefix_(std::move(prefix)), seldom_(seldom) {}
    ~progress_line() { finish(); }
    progress_line(progress_line const&) = delete;
    progress_line& operator=(progress_line const&) = delete;

    /// Whether it is time for another line.
    [[nodiscard]] bool due() const {
        return clock::now() - last_ >= (terminal_ ? clock::duration(std::chrono::milliseconds(200)) : seldom_);
    }
    void show(std::string const& text) {
        last_ = clock::now();
        if (terminal_)
            fmt::print(stream_, "\r\x1b[K{:.{}}", text, widest);
        else
            fmt::print(stream_, "{}{}\n", prefix_, text);
        std::fflush(stream_);
        drawn_ = terminal_;
    }
    /// Leaves the line where it stands.
    void keep() {
        if (drawn_) fmt::print(stream_, "\n");
        drawn_ = false;
    }
    /// Takes the line away.
    void finish() {
        if (drawn_) fmt::print(stream_, "\r\x1b[K");
        drawn_ = false;
    }

  private:
    static constexpr int widest = 102; ///< characters on a terminal

    std::FILE* stream_;
    bool terminal_, drawn_ = false;
    std::string prefix_;
    clock::duration seldom_;
    clock::time_point last_{};
};

} // namespace xamt_command

/// @file
/// Ctrl-C as a question that a long run asks itself; a second one ends the process at once.
#pragma once

#include <csignal>

namespace xamt_command {

class interrupt {
  public:
    interrupt() {
        for (int s : {SIGINT, SIGTERM, SIGHUP}) std::signal(s, on_signal);
    }
    ~interrupt() {
        for (int s : {SIGINT, SIGTERM, SIGHUP}) std::signal(s, SIG_DFL);
    }
    interrupt(interrupt const&) = delete;
    interrupt& operator=(interrupt const&) = delete;

    [[nodiscard]] bool happened() const { return flag != 0; }

  private:
    static void on_signal(int s) {
        flag = 1;
        std::signal(s, SIG_DFL);
    }
    inline static std::sig_atomic_t volatile flag = 0;
};

} // namespace xamt_command

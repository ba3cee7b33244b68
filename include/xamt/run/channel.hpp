/// @file
/// Lines of text to and from a host, without ever blocking or dying on the other side's account.
///
/// Place in the pipeline: run. Commands travel through a socket, not a pipe, because only a socket can be written to without SIGPIPE and
/// without changing the signal handling of the program that uses this library.
#pragma once

#include <xamt/run/process.hpp>

#include <cerrno>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

namespace xamt {
inline namespace v0 {

/// Both ways to one host. What cannot be sent at once waits in `outgoing_` until `flush`.
class channel {
  public:
    /// The descriptors that the host gets as its 3 and 4; close them once it runs, else its end is never seen.
    struct far_ends {
        descriptor_owner commands;
        descriptor_owner replies;
    };

    static std::optional<std::pair<channel, far_ends>> open() {
        int commands[2], replies[2];
        if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, commands) != 0) return std::nullopt;
        channel ours;
        far_ends theirs;
        ours.commands_ = descriptor_owner(commands[0]), theirs.commands = descriptor_owner(commands[1]);
        if (::pipe2(replies, O_CLOEXEC) != 0) return std::nullopt;
        ours.replies_ = descriptor_owner(replies[0]), theirs.replies = descriptor_owner(replies[1]);
        for (int fd : {commands[0], replies[0]}) ::fcntl(fd, F_SETFL, ::fcntl(fd, F_GETFL) | O_NONBLOCK);
        return std::pair(std::move(ours), std::move(theirs));
    }

    void send(std::string_view line) {
        outgoing_.append(line).push_back('\n');
        flush();
    }

    /// Sends what waits, as far as the other side takes it. A broken connection shows at `receive`.
    void flush() {
        while (!outgoing_.empty() && commands_) {
            auto const n = ::send(commands_.get(), outgoing_.data(), outgoing_.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
            if (n < 0 && errno == EINTR) continue;
            if (n <= 0) return;
            outgoing_.erase(0, static_cast<std::size_t>(n));
        }
    }

    /// Reads what there is; false when the other side has closed.
    bool receive() {
        char chunk[65536];
        for (;;) {
            auto const n = ::read(replies_.get(), chunk, sizeof chunk);
            if (n > 0) {
                incoming_.append(chunk, static_cast<std::size_t>(n));
                // A host that talks without end, or never ends a line, is not kept listening to.
                if (incoming_.size() > most_incoming) return false;
            } else if (n == 0 || (errno != EAGAIN && errno != EINTR)) {
                return false;
            } else if (errno == EAGAIN) {
                return true;
            }
        }
    }

    /// The next whole line, if one has come.
    std::optional<std::string> line() {
        auto const end = incoming_.find('\n');
        if (end == std::string::npos) return std::nullopt;
        auto text = incoming_.substr(0, end);
        incoming_.erase(0, end + 1);
        return text;
    }

    [[nodiscard]] pollfd interest() const { return {replies_.get(), POLLIN, 0}; }
    [[nodiscard]] bool has_outgoing() const { return !outgoing_.empty(); }
    [[nodiscard]] int commands() const { return commands_.get(); }
    [[nodiscard]] bool open_still() const { return static_cast<bool>(replies_); }
    void close() { *this = channel(); }

  private:
    static constexpr std::size_t most_incoming = std::size_t{16} << 20;

    descriptor_owner commands_, replies_;
    std::string outgoing_, incoming_;
};

} // namespace v0
} // namespace xamt

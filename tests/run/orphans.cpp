// No host outlives the campaign, however that ends.
#include "tests/run/fault_host.hpp"

#include <csignal>
#include <set>

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>

using namespace fault_host;

namespace {

enum class work { none, spins, sleeps };

/// A campaign of its own process that starts a host, tells its pid, and waits to be killed.
struct campaign {
    pid_t self = -1;
    pid_t host = -1;
};

campaign begin(work what) {
    int ends[2];
    REQUIRE(::pipe(ends) == 0);
    auto const child = ::fork();
    if (child == 0) {
        // The test program's handlers would make a report of it.
        for (int signal : {SIGSEGV, SIGTERM, SIGABRT}) ::signal(signal, SIG_DFL);
        auto h = xamt::host::start(options());
        if (!h) ::_exit(1);
        xamt::host* hosts[] = {&*h};
        auto const id = what == work::sleeps ? h->define(plan("test.sleep", {"seconds"})) : h->define(plan("test.spin"));
        xamt::pump_until(hosts, [&] { return h->state() != xamt::host::condition::starting; }, std::chrono::duration<double>(30));
        if (what != work::none) {
            auto const slot = *h->free_slot();
            std::vector<value> arguments;
            if (what == work::sleeps) arguments.emplace_back(1000.0);
            h->slot(slot).add(id, arguments);
            h->submit(slot);
            xamt::pump_until(hosts, [&] { return h->finished(slot); }, std::chrono::duration<double>(0.3));
        }
        auto const pid = h->pid();
        if (::write(ends[1], &pid, sizeof pid) != sizeof pid) ::_exit(1);
        for (;;) ::pause();
    }
    ::close(ends[1]);
    campaign c{child, -1};
    REQUIRE(::read(ends[0], &c.host, sizeof c.host) == sizeof c.host);
    ::close(ends[0]);
    return c;
}

} // namespace

TEST_CASE("a host ends with its campaign, whatever either of them is doing") {
    for (auto what : {work::none, work::spins, work::sleeps})
        for (int signal : {SIGKILL, SIGSEGV}) {
            auto const c = begin(what);
            CHECK_FALSE(gone(c.host, 0));
            ::kill(c.self, signal);
            ::waitpid(c.self, nullptr, 0);
            CHECK(gone(c.host));
        }
}

TEST_CASE("the destructor ends idle and busy hosts") {
    for (bool busy : {false, true}) {
        pid_t pid = 0;
        {
            auto h = start();
            xamt::host* hosts[] = {&h};
            auto const spin = h.define(plan("test.spin"));
            REQUIRE(xamt::pump_until(hosts, [&] { return h.plans_settled(); }, std::chrono::duration<double>(30)));
            pid = h.pid();
            if (busy) {
                h.slot(0).add(spin, std::vector<value>{});
                h.submit(0);
                xamt::pump(hosts, std::chrono::duration<double>(0.1));
            }
        }
        CHECK(gone(pid, 0));
    }
}

TEST_CASE("an interrupt from the terminal reaches the campaign only") {
    auto h = start();
    auto const echo = h.define(plan("test.echo", {"x"}));
    CHECK(number(run(h, {{echo, {value(std::int64_t{1})}}})[0]) == 1);
    CHECK(::getpgid(h.pid()) == h.pid());
    ::kill(h.pid(), SIGINT);
    CHECK(number(run(h, {{echo, {value(std::int64_t{2})}}})[0]) == 2);
    CHECK(h.restarts() == 0);
}

TEST_CASE("a host inherits nothing of the campaign but its three descriptors") {
    // Pipes that this program was itself given, and that are not close-on-exec, are not the library's.
    std::set<ino_t> given;
    for (int fd = 0; fd < 1024; ++fd) {
        struct stat about{};
        auto const flags = ::fcntl(fd, F_GETFD);
        if (fd > 2 && flags >= 0 && (flags & FD_CLOEXEC) == 0 && ::fstat(fd, &about) == 0 && S_ISFIFO(about.st_mode))
            given.insert(about.st_ino);
    }
    auto first = start();
    auto second = start();
    auto const outcome = run(second, {{second.define(plan("test.descriptors")), {}}})[0];
    REQUIRE(outcome.outputs.size() == 3);
    CHECK(outcome.outputs[0].as<std::int64_t>()[0] == 1);
    CHECK(outcome.outputs[1].as<std::int64_t>()[0] == 1 + static_cast<std::int64_t>(given.size()));
    CHECK(outcome.outputs[2].as<std::int64_t>()[0] == 1);
}

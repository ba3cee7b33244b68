// Whatever a trial does to its host is the outcome of that trial and of no other.
#include "tests/run/fault_host.hpp"

#include <csignal>
#include <filesystem>

using namespace fault_host;
using xamt::ending;

namespace {

/// A batch with one bad call among good ones.
std::vector<xamt::outcome> among_good(xamt::host& h, call const& bad) {
    auto const echo = h.define(plan("test.echo", {"x"}));
    std::vector<call> calls;
    for (std::int64_t i = 0; i < 9; ++i) calls.push_back({echo, {value(i)}});
    calls[5] = bad;
    auto outcomes = run(h, calls);
    for (std::size_t i = 0; i < calls.size(); ++i)
        if (i != 5) CHECK(number(outcomes[i]) == static_cast<std::int64_t>(i));
    return outcomes;
}

} // namespace

TEST_CASE("death by any signal is the outcome of the trial that died, and the batch goes on") {
    auto o = options();
    o.most_deaths = 4;
    auto h = start(o);
    auto const kill = h.define(plan("test.kill", {"number"}));
    for (int signal : {SIGSEGV, SIGFPE, SIGABRT, SIGKILL}) {
        auto const outcomes = among_good(h, {kill, {value(std::int64_t{signal})}});
        CHECK(outcomes[5].is == ending::death);
        CHECK(outcomes[5].error_type == "SIG" + std::string(::sigabbrev_np(signal)));
    }
    CHECK(h.state() == xamt::host::condition::ready);
}

TEST_CASE("a death that was confirmed once is believed the next time") {
    auto h = start();
    auto const kill = h.define(plan("test.kill", {"number"}));
    run(h, {{kill, {value(std::int64_t{SIGFPE})}}});
    CHECK(h.restarts() == 2);
    auto const again = run(h, {{kill, {value(std::int64_t{SIGFPE})}}});
    CHECK(again[0].is == ending::death);
    CHECK(h.restarts() == 3);
}

TEST_CASE("an exit is a death with its code") {
    auto h = start();
    auto const outcomes = among_good(h, {h.define(plan("test.leave", {"code"})), {value(std::int64_t{7})}});
    CHECK(outcomes[5].is == ending::death);
    CHECK(outcomes[5].error_type == "exit 7");
}

TEST_CASE("exceptions of every kind are errors, and the process lives") {
    auto h = start();
    run(h, {{h.define(plan("test.pid")), {}}});
    auto const pid = h.pid();
    struct expected {
        std::string function, type;
    };
    for (auto const& [function, type] : {expected{"test.recurse", "RecursionError"}, expected{"test.interrupt", "KeyboardInterrupt"},
                                         expected{"test.nothing", "unsupported"}}) {
        auto const outcomes = among_good(h, {h.define(plan(function)), {}});
        CHECK(outcomes[5].is == ending::error);
        CHECK(outcomes[5].error_type == type);
    }
    auto const left = among_good(h, {h.define(plan("test.exit", {"code"})), {value(std::int64_t{3})}});
    CHECK(left[5].error_type == "SystemExit");
    auto const failed = among_good(h, {h.define(plan("test.fail", {"text"})), {value(std::string("two\nlines"))}});
    CHECK(failed[5].error_type == "ValueError");
    CHECK(failed[5].message == "two lines");
    CHECK(h.pid() == pid);
}

TEST_CASE("a hang is found by the watchdog, whether the host computes, sleeps or is stopped") {
    auto h = start();
    auto const echo = h.define(plan("test.echo", {"x"}));
    CHECK(number(run(h, {{echo, {value(std::int64_t{1})}}})[0]) == 1);
    for (auto const& bad : {call{h.define(plan("test.spin")), {}}, call{h.define(plan("test.sleep", {"seconds"})), {value(1000.0)}},
                            call{h.define(plan("test.stop")), {}}}) {
        auto const outcomes = among_good(h, bad);
        CHECK(outcomes[5].is == ending::hang);
    }
}

TEST_CASE("a host is recovering from a suspected hang until the suspect is confirmed and it serves again") {
    auto h = start();
    auto const spin = h.define(plan("test.spin"));
    auto const echo = h.define(plan("test.echo", {"x"}));
    CHECK(number(run(h, {{echo, {value(std::int64_t{1})}}})[0]) == 1);
    CHECK_FALSE(h.recovering());
    xamt::host* hosts[] = {&h};
    auto const slot = *h.free_slot();
    h.slot(slot).add(spin, std::vector<value>{});
    h.submit(slot);
    REQUIRE(xamt::pump_until(hosts, [&] { return h.recovering(); }, std::chrono::duration<double>(10)));
    REQUIRE_FALSE(h.finished(slot));
    REQUIRE(xamt::pump_until(hosts, [&] { return h.finished(slot); }, std::chrono::duration<double>(30)));
    h.release(slot);
    CHECK(number(run(h, {{echo, {value(std::int64_t{2})}}})[0]) == 2);
    CHECK_FALSE(h.recovering());
}

TEST_CASE("a trial slower than the others is no hang") {
    auto h = start();
    auto const sleep = h.define(plan("test.sleep", {"seconds"}));
    std::vector<call> calls(5, call{sleep, {value(0.4)}});
    for (auto const& o : run(h, calls)) CHECK(o.error_type == "unsupported");
    CHECK(h.restarts() == 0);
}

TEST_CASE("running out of memory is an error, and the process lives") {
    auto o = options();
    o.memory = std::uint64_t{512} << 20;
    auto h = start(o);
    auto const eat = h.define(plan("test.eat", {"bytes"}));
    auto const outcomes = among_good(h, {eat, {value(std::int64_t{1} << 32)}});
    CHECK(outcomes[5].is == ending::error);
    CHECK(outcomes[5].error_type.ends_with("MemoryError"));
    CHECK(h.restarts() == 0);
    CHECK(number(run(h, {{eat, {value(std::int64_t{1} << 20)}}})[0]) == 1 << 20);
}

TEST_CASE("results that do not fit are a limit, and the batch goes on") {
    auto o = options("numpy");
    o.memory_map.out_bytes = 1 << 16;
    auto h = start(o);
    auto const zeros = h.define(plan("numpy.zeros", {"shape"}));
    auto const outcomes =
        run(h, {{zeros, {value(std::int64_t{3})}}, {zeros, {value(std::int64_t{1} << 16)}}, {zeros, {value(std::int64_t{4})}}});
    CHECK(outcomes[0].outputs.at(0).size() == 3);
    CHECK(outcomes[1].is == ending::limit);
    CHECK(outcomes[2].outputs.at(0).size() == 4);
}

TEST_CASE("a host that breaks the protocol is replaced, and its trial bears the outcome") {
    auto h = start();
    for (auto const& bad :
         {call{h.define(plan("test.babble", {"text"})), {value(std::string("ran 77 1"))}},
          call{h.define(plan("test.babble", {"text"})), {value(std::string("What is this?"))}}, call{h.define(plan("test.hang_up")), {}}}) {
        auto const outcomes = among_good(h, bad);
        INFO(outcomes[5].error_type << ": " << outcomes[5].message);
        CHECK(outcomes[5].is == ending::death);
        CHECK(outcomes[5].error_type.starts_with("protocol error"));
        CHECK(h.state() != xamt::host::condition::down);
    }
}

TEST_CASE("a loss that does not happen again is not laid to the trial") {
    auto h = start();
    auto const once = h.define(plan("test.once", {"path", "number"}));
    auto const path = std::filesystem::temp_directory_path() / ("xamt_once_" + std::to_string(::getpid()));
    std::filesystem::remove(path);
    auto const outcomes = among_good(h, {once, {value(path.string()), value(std::int64_t{SIGSEGV})}});
    std::filesystem::remove(path);
    CHECK(number(outcomes[5]) == 1);
    REQUIRE(h.losses().size() == 1);
    CHECK(h.losses()[0].in_trial);
    CHECK_FALSE(h.losses()[0].confirmed);
}

TEST_CASE("a host killed from outside in the middle of a batch is restarted and the batch is completed") {
    auto h = start();
    auto const sleep = h.define(plan("test.sleep", {"seconds"}));
    auto const echo = h.define(plan("test.echo", {"x"}));
    xamt::host* hosts[] = {&h};
    auto const slot = *h.free_slot();
    for (std::int64_t i = 0; i < 20; ++i) {
        h.slot(slot).add(echo, std::vector<value>{value(i)});
        h.slot(slot).add(sleep, std::vector<value>{value(0.05)});
    }
    h.submit(slot);
    REQUIRE_FALSE(xamt::pump_until(hosts, [&] { return h.finished(slot); }, std::chrono::duration<double>(1.0)));
    for (int signal : {SIGKILL, SIGSTOP}) {
        REQUIRE(h.pid() > 0); // kill(-1, ...) would stop every process of this machine
        ::kill(h.pid(), signal);
        xamt::pump_until(hosts, [&] { return h.losses().size() == (signal == SIGKILL ? 1 : 2); }, std::chrono::duration<double>(60));
        xamt::pump_until(hosts, [&] { return h.state() == xamt::host::condition::ready; }, std::chrono::duration<double>(60));
    }
    REQUIRE(xamt::pump_until(hosts, [&] { return h.finished(slot); }, std::chrono::duration<double>(30)));
    for (std::int64_t i = 0; i < 20; ++i) CHECK(number(owned(h.outcome(slot, static_cast<std::size_t>(2 * i)))) == i);
}

TEST_CASE("a function that keeps taking its host down is called no more, and others still are") {
    auto o = options();
    o.most_deaths = 3;
    auto h = start(o);
    auto const kill = h.define(plan("test.kill", {"number"}));
    auto const echo = h.define(plan("test.echo", {"x"}));
    std::vector<call> calls;
    for (std::int64_t i = 0; i < 20; ++i) calls.push_back(i % 2 == 0 ? call{kill, {value(std::int64_t{SIGFPE})}} : call{echo, {value(i)}});
    auto const outcomes = run(h, calls);
    for (std::size_t i = 0; i < 20; ++i) {
        if (i % 2 == 1)
            CHECK(number(outcomes[i]) == static_cast<std::int64_t>(i));
        else
            CHECK(outcomes[i].is == (i < 6 ? ending::death : ending::absent));
    }
    CHECK(outcomes[18].message.find("not called any more") != std::string::npos);
    CHECK(h.restarts() == 4);
}

TEST_CASE("the first trial of a batch may take longer where a host compiles") {
    auto o = options();
    o.trial_timeout = std::chrono::duration<double>(0.5);
    o.first_trial_timeout = std::chrono::duration<double>(4);
    auto h = start(o);
    auto const sleep = h.define(plan("test.sleep", {"seconds"}));
    auto const outcomes = run(h, {{sleep, {value(1.5)}}, {sleep, {value(0.01)}}, {sleep, {value(1000.0)}}});
    CHECK(outcomes[0].is == ending::error);
    CHECK(outcomes[1].is == ending::error);
    CHECK(outcomes[2].is == ending::hang);
}

TEST_CASE("a batch has its time: what is left then is left out, and a function that is slow again is called no more") {
    auto o = options();
    o.batch_timeout = std::chrono::duration<double>(0.5);
    auto h = start(o);
    auto const sleep = h.define(plan("test.sleep", {"seconds"}));
    auto const echo = h.define(plan("test.echo", {"x"}));
    std::vector<call> calls(12, call{sleep, {value(0.2)}});
    // The first trial does not count: it may have to prepare something.
    CHECK(run(h, {{sleep, {value(0.7)}}, {echo, {value(std::int64_t{7})}}})[1].is == ending::value);
    auto const first = run(h, calls);
    CHECK(first[0].is == ending::error);
    CHECK(first[1].is == ending::error);
    CHECK(first[11].is == ending::absent);
    CHECK(first[11].error_type == xamt::too_slow);
    CHECK(run(h, {{echo, {value(std::int64_t{8})}}})[0].is == ending::value);
    CHECK(run(h, calls)[11].error_type == xamt::too_slow);
    auto const third = run(h, {calls[0], {echo, {value(std::int64_t{9})}}});
    CHECK(third[0].is == ending::absent);
    CHECK(third[0].message == "not called any more after 2 batches that were not done in their time");
    CHECK(number(third[1]) == 9);
    CHECK(h.restarts() == 0);
}

TEST_CASE("a hang is found in the time of a trial although a function waits to be looked up") {
    auto o = options();
    o.plan_timeout = std::chrono::duration<double>(1000);
    auto h = start(o);
    auto const spin = h.define(plan("test.spin"));
    xamt::host* hosts[] = {&h};
    REQUIRE(xamt::pump_until(hosts, [&] { return h.plans_settled(); }, std::chrono::duration<double>(30)));
    auto const slot = *h.free_slot();
    h.slot(slot).add(spin, std::vector<value>{});
    h.submit(slot);
    auto const echo = h.define(plan("test.echo", {"x"})); // waits behind the trial that does not end
    REQUIRE(xamt::pump_until(hosts, [&] { return h.finished(slot); }, std::chrono::duration<double>(60)));
    CHECK(h.outcome(slot, 0).is == ending::hang);
    h.release(slot);
    CHECK(number(run(h, {{echo, {value(std::int64_t{2})}}})[0]) == 2);
}

TEST_CASE("a batch that waits behind a death is run by the next process") {
    auto h = start();
    auto const kill = h.define(plan("test.kill", {"number"}));
    auto const echo = h.define(plan("test.echo", {"x"}));
    xamt::host* hosts[] = {&h};
    auto const first = *h.free_slot();
    h.slot(first).add(kill, std::vector<value>{value(std::int64_t{SIGABRT})});
    h.submit(first);
    auto const second = *h.free_slot();
    for (std::int64_t i = 0; i < 256; ++i) h.slot(second).add(echo, std::vector<value>{value(i)});
    CHECK(h.slot(second).add(echo, std::vector<value>{value(std::int64_t{0})}) == xamt::added::full);
    h.submit(second);
    REQUIRE(xamt::pump_until(hosts, [&] { return h.finished(first) && h.finished(second); }, std::chrono::duration<double>(30)));
    CHECK(h.outcome(first, 0).is == ending::death);
    for (std::int64_t i = 0; i < 256; ++i) CHECK(number(owned(h.outcome(second, static_cast<std::size_t>(i)))) == i);
}

TEST_CASE("a host that has grown is replaced between batches") {
    auto o = options();
    o.recycle_above = std::uint64_t{120} << 20;
    o.trial_timeout = std::chrono::duration<double>(20);
    auto h = start(o);
    auto const grow = h.define(plan("test.grow", {"bytes"}));
    CHECK(number(run(h, {{grow, {value(std::int64_t{150} << 20)}}})[0]) == 1);
    // It is looked at after every 32nd batch; the function says how often it was called in its process.
    for (int batch = 2; batch <= 32; ++batch) CHECK(number(run(h, {{grow, {value(std::int64_t{1})}}})[0]) == batch);
    CHECK(number(run(h, {{grow, {value(std::int64_t{1})}}})[0]) == 1);
    CHECK(h.restarts() == 1);
    CHECK(h.losses().empty());
}

TEST_CASE("a program that is no host is reported, and its trials are absent") {
    auto o = options();
    o.program = {"/bin/false"};
    auto h = start(o);
    xamt::host* hosts[] = {&h};
    REQUIRE(xamt::pump_until(hosts, [&] { return h.state() == xamt::host::condition::down; }, std::chrono::duration<double>(10)));
    CHECK(h.failure().text().find("exit 1") != std::string::npos);
    CHECK(run(h, {{1, {}}})[0].is == ending::absent);
    o.program = {"/nonexistent/host"};
    CHECK(xamt::host::start(o).failure().text().find("/nonexistent/host") != std::string::npos);
}

// What somebody waits for overtakes what nobody does, in the queue of a host (tests/run/programs/native_functions.cpp); and a second process
// takes what waits while the first may hang.
#include "tests/run/fault_host.hpp"

#include <xamt/campaign/lane.hpp>
#include <xamt/describe/native.hpp>

#include <memory>
#include <string>
#include <vector>

using namespace xamt;

namespace {

float doubled(float x) { return 2 * x; } // never called here: the host has its own
constexpr framework plain{"plain"};
constexpr auto api_of_doubled = api("doubled").takes(tensor("x").floating()).on(plain, fn<&doubled>, "x");
constexpr auto api_of_endless = api("endless").takes(tensor("x").floating()).on(plain, fn<&doubled>, "x");

std::shared_ptr<evaluation> one_trial(group_table const& table, lane& to, bool urgent) {
    ndarray x(dtype::float32, {1});
    x.as<float>()[0] = 4;
    auto e = std::make_shared<evaluation>(table, std::vector<std::vector<value>>{{x}}, variant::plain,
                                          urgent ? purpose::second_opinion : purpose::trial);
    e->open = 1;
    to.take({e, 0, {0}});
    return e;
}

host native_functions(double trial_timeout = 1) {
    auto o = fault_host::options("plain");
    o.trial_timeout = std::chrono::duration<double>(trial_timeout);
    o.program = {std::string(xamt_test::build_dir) + "/tests/native_functions"};
    return fault_host::start(o);
}

/// A group whose only column is the host of `l`.
group_table table_of(lane& l, api_description const& api = api_of_doubled) {
    group_table table;
    table.api = &api;
    seat s;
    s.how = &api.columns()[0];
    s.lane = 0;
    s.plan = static_cast<int>(l.process().define("{\"function\":\"" + std::string(api.name) + " of plain\"}"));
    table.seats.push_back(s);
    return table;
}

/// Pumps all processes of a lane until `done`.
template <class Done> bool pumped_until(lane& l, Done done) {
    auto const until = std::chrono::steady_clock::now() + std::chrono::seconds(60);
    while (!done()) {
        if (std::chrono::steady_clock::now() > until) return false;
        std::vector<host*> hosts;
        l.processes().processes(hosts);
        pump(hosts, std::chrono::duration<double>(0.1));
        l.turn_over();
    }
    return true;
}

} // namespace

TEST_CASE("an urgent evaluation overtakes those that wait, and keeps its place behind an earlier urgent one") {
    lane l(0, reach::native_program, native_functions());
    auto const table = table_of(l);

    // Nothing is answered before the first pump: all of these wait, but for those in the host's slots.
    std::vector<std::shared_ptr<evaluation>> waiting;
    for (int i = 0; i < 40; ++i) waiting.push_back(one_trial(table, l, false));
    auto const first = one_trial(table, l, true), second = one_trial(table, l, true);
    auto const open = [&] { return std::ranges::count_if(waiting, [](auto const& e) { return !e->finished(); }); };
    host* hosts[] = {&l.process()};
    std::ptrdiff_t after_first = -1, after_second = -1;
    auto const look = [&] {
        l.turn_over();
        if (first->finished() && after_first < 0) after_first = open();
        if (second->finished() && after_second < 0) {
            CHECK(first->finished());
            after_second = open();
        }
        return open() == 0 && second->finished();
    };
    REQUIRE(pump_until(hosts, look, std::chrono::duration<double>(30)));
    CHECK(after_first > 30);
    CHECK(after_second > 30);
    REQUIRE(first->outcomes[0][0].is == ending::value);
    CHECK(first->outcomes[0][0].outputs.at(0).as<float>()[0] == 8);
    CHECK(waiting.back()->outcomes[0][0].outputs.at(0).as<float>()[0] == 8);
}

TEST_CASE("what waits for a host can be withdrawn, unless somebody waits for it or the host has it already") {
    lane l(0, reach::native_program, native_functions());
    auto const table = table_of(l);

    std::vector<std::shared_ptr<evaluation>> waiting;
    for (int i = 0; i < 40; ++i) waiting.push_back(one_trial(table, l, false));
    auto const urgent = one_trial(table, l, true);
    auto const kept = waiting[30].get();
    l.withdraw([&](evaluation const& e) { return &e != kept; });
    auto const withdrawn = std::ranges::count_if(waiting, [](auto const& e) { return e->finished() && e->passed_over.contains(0); });
    CHECK(withdrawn > 20);
    CHECK(withdrawn < 40);
    CHECK_FALSE(kept->finished());
    CHECK(waiting.back()->outcomes[0][0].is == ending::absent);
    host* hosts[] = {&l.process()};
    auto const all_done = [&] {
        l.turn_over();
        return urgent->finished() && std::ranges::all_of(waiting, [](auto const& e) { return e->finished(); });
    };
    REQUIRE(pump_until(hosts, all_done, std::chrono::duration<double>(30)));
    CHECK(kept->outcomes[0][0].is == ending::value);
    CHECK(urgent->outcomes[0][0].is == ending::value);
    CHECK(urgent->passed_over.empty());
}

TEST_CASE("a second process takes what waits while a call may hang, and the function of that call is left to the first") {
    lane l(0, reach::native_program, native_functions(4));
    l.processes().allow_stand_in();
    auto const doubles = table_of(l), hangs = table_of(l, api_of_endless);

    auto const hung = one_trial(hangs, l, false);
    std::vector<std::shared_ptr<evaluation>> waiting;
    for (int i = 0; i < 10; ++i) waiting.push_back(one_trial(doubles, l, false));
    auto const again = one_trial(hangs, l, true);
    auto const served = [&] { return std::ranges::count_if(waiting, [](auto const& e) { return e->finished(); }); };
    // One of them lies behind the hung call in its process.
    REQUIRE(pumped_until(l, [&] { return served() >= 9; }));
    CHECK_FALSE(hung->finished());
    CHECK(l.process().losses().empty());
    CHECK(l.processes().doubts(static_cast<std::uint32_t>(hangs.seats[0].plan)));
    CHECK_FALSE(l.processes().doubts(static_cast<std::uint32_t>(doubles.seats[0].plan)));
    REQUIRE(l.processes().stand_in());
    CHECK(l.processes().at_hand());

    REQUIRE(pumped_until(l, [&] { return hung->finished() && again->finished() && served() == 10; }));
    CHECK(hung->outcomes[0][0].is == ending::hang);
    CHECK(again->outcomes[0][0].error_type == "given up");
    CHECK(l.process().losses().size() == 2);
    CHECK(l.processes().stand_in()->losses().empty());
    for (auto const& e : waiting) CHECK(e->outcomes[0][0].outputs.at(0).as<float>()[0] == 8);
}

TEST_CASE("what lies behind a hung call goes to the second process once the first is started again") {
    lane l(0, reach::native_program, native_functions(3));
    l.processes().allow_stand_in();
    auto const doubles = table_of(l), hangs = table_of(l, api_of_endless);
    auto const hung = one_trial(hangs, l, false), behind = one_trial(doubles, l, false);
    REQUIRE(pumped_until(l, [&] { return behind->finished(); }));
    CHECK(behind->outcomes[0][0].is == ending::value);
    CHECK_FALSE(hung->finished());
    CHECK(l.process().losses().size() == 1);
}

TEST_CASE("no second process is started where none is allowed") {
    lane l(0, reach::native_program, native_functions(1.5));
    auto const doubles = table_of(l), hangs = table_of(l, api_of_endless);
    auto const hung = one_trial(hangs, l, false), after = one_trial(doubles, l, false);
    REQUIRE(pumped_until(l, [&] { return hung->finished() && after->finished(); }));
    CHECK_FALSE(l.processes().stand_in());
    CHECK(after->outcomes[0][0].is == ending::value);
}

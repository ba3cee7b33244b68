// What somebody waits for overtakes what nobody does, in the queue of a host (tests/run/programs/native_functions.cpp).
#include "tests/run/fault_host.hpp"

#include <xamt/campaign/lane.hpp>
#include <xamt/describe/native.hpp>

#include <memory>

using namespace xamt;

namespace {

float doubled(float x) { return 2 * x; } // never called here: the host has its own
constexpr framework plain{"plain"};
constexpr auto api_of_doubled = api("doubled").takes(tensor("x").floating()).on(plain, fn<&doubled>, "x");

std::shared_ptr<evaluation> one_trial(group_table const& table, lane& to, bool urgent) {
    ndarray x(dtype::float32, {1});
    x.as<float>()[0] = 4;
    auto e = std::make_shared<evaluation>(table, std::vector<std::vector<value>>{{x}}, variant::plain,
                                          urgent ? purpose::second_opinion : purpose::trial);
    e->open = 1;
    to.take({e, 0, {0}});
    return e;
}

host native_functions() {
    auto o = fault_host::options("plain");
    o.program = {std::string(xamt_test::build_dir) + "/tests/native_functions"};
    return fault_host::start(o);
}

/// The one group that the host of `l` serves.
group_table table_of(lane& l) {
    group_table table;
    table.api = &api_of_doubled;
    seat s;
    s.how = &api_of_doubled.bindings[0];
    s.lane = 0;
    s.plan = static_cast<int>(l.process().define(R"({"function":"doubled of plain"})"));
    table.seats.push_back(s);
    return table;
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

// Who calls the columns of an evaluation, and who waits for them.
#include <xamt/campaign/dispatcher.hpp>
#include <xamt/describe/each.hpp>
#include <xamt/generate/make_trial.hpp>

#include "../catch.hpp"

#include <array>

using namespace xamt;

namespace {

constexpr framework first{"first"}, second{"second"};
constexpr auto same = each([](auto x) { return x; });
constexpr auto identity =
    api("identity").takes(tensor("x").floating()).elementwise().correctly_rounded().on(first, same, "x").on(second, same, "x");

} // namespace

TEST_CASE("a task whose columns answer in process does not give way to others") {
    std::array<api_description const*, 1> const groups{&identity};
    dispatcher columns({}, {"first", "second"}, groups, {});
    columns.start();
    relay tasks;
    columns.work_in(tasks);
    bool answered = false;
    tasks.start([&] {
        group_table const& table = columns.tables().front();
        trial const t = make_trial(identity, {"identity", 1, 0, 0});
        auto const e = columns.begin(table, {t.arguments}, column_set::all(table.seats.size()));
        columns.finish(*e);
        answered = e->finished();
    });
    CHECK(answered);
    CHECK(tasks.size() == 0);
}

TEST_CASE("an evaluation that was cut short keeps room for what its hosts still answer") {
    group_table table;
    table.api = &identity;
    table.seats.resize(2);
    evaluation e(table, {{}});
    e.open = 1;
    CHECK(e.answers().size() == 2);
    CHECK(e.outcomes.front().size() == 2);
    e.open = 0;
    CHECK(e.answers().size() == 2);
    CHECK(e.outcomes.front().empty());
}

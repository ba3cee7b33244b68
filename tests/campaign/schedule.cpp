#include "../catch.hpp"

#include <xamt/campaign/schedule.hpp>

#include <set>

using namespace xamt;

TEST_CASE("groups take turns, and a class is probed before it gets its share") {
    schedule plan({64, 64}, 4, false);
    auto const first = plan.next();
    REQUIRE(first);
    CHECK((first->group == 0 && first->shape_class == 0 && first->probe && first->count == schedule::probe_trials));
    CHECK(plan.next()->group == 1);
    plan.learn(*first, {true, false});
    auto const rest = plan.next();
    CHECK((rest->group == 0 && rest->shape_class == 0 && !rest->probe));
    CHECK(rest->first == schedule::probe_trials);
    CHECK(rest->count == 64 - schedule::probe_trials);
}

TEST_CASE("a class that nobody accepts is not visited again") {
    schedule plan({64}, 2, false);
    auto const refused = plan.next();
    plan.learn(*refused, {false, false});
    auto const accepted = plan.next();
    plan.learn(*accepted, {true, false});
    for (int i = 0; i < 10; ++i) CHECK(plan.next()->shape_class == accepted->shape_class);
}

TEST_CASE("when every class is refused there is nothing left to do") {
    schedule plan({64}, 3, false);
    for (int i = 0; i < 3; ++i) plan.learn(*plan.next(), {false, false});
    CHECK_FALSE(plan.next());
}

TEST_CASE("a class comes back with trials that it has not had") {
    schedule plan({64}, 1, false);
    std::set<std::uint32_t> seen;
    for (int i = 0; i < 20; ++i) {
        auto const t = plan.next();
        for (std::uint32_t n = t->first; n < t->first + t->count; ++n) CHECK(seen.insert(n).second);
        plan.learn(*t, {true, false});
    }
}

TEST_CASE("a guided campaign stays with a class that widened the dispersion, but not for ever") {
    schedule plan({64, 64}, 8, true);
    auto t = *plan.next();
    plan.learn(t, {true, false});
    t = *plan.next();
    int stayed = 0;
    while (t.group == 0) {
        ++stayed;
        plan.learn(t, {true, true});
        t = *plan.next();
        REQUIRE(stayed < 100);
    }
    CHECK(stayed > 1);
}

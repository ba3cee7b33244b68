#include "../catch.hpp"

#include <xamt/campaign/schedule.hpp>

#include <cstddef>
#include <cstdint>
#include <set>
#include <vector>

using namespace xamt;

namespace {

std::vector<pace> groups_of(std::uint32_t trials, std::uint32_t live, std::size_t groups = 1) {
    return std::vector<pace>(groups, pace{trials, 1, live});
}

} // namespace

TEST_CASE("groups take turns, and a class is probed before it gets its share") {
    schedule plan({{64, 1, 4}, {64, 1, 4}}, false);
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
    schedule plan(groups_of(64, 2), false);
    auto const refused = plan.next();
    plan.learn(*refused, {false, false});
    auto const accepted = plan.next();
    plan.learn(*accepted, {true, false});
    for (int i = 0; i < 10; ++i) CHECK(plan.next()->shape_class == accepted->shape_class);
}

TEST_CASE("a group that is told by its numbers visits several classes a turn") {
    schedule plan({{schedule::probe_trials, 3, 5}, {64, 1, 4}}, false);
    std::vector<std::size_t> groups;
    std::set<std::uint32_t> classes;
    for (int i = 0; i < 8; ++i) {
        auto const t = *plan.next();
        groups.push_back(t.group);
        if (t.group == 0) classes.insert(t.shape_class);
        CHECK(t.count <= schedule::probe_trials);
    }
    CHECK(groups == std::vector<std::size_t>{0, 0, 0, 1, 0, 0, 0, 1});
    CHECK(classes.size() == 5);
    schedule single({{1, 1, 4}}, false);
    CHECK(single.next()->count == 1);
}

TEST_CASE("when every class is refused there is nothing left to do") {
    schedule plan(groups_of(64, 3), false);
    for (int i = 0; i < 3; ++i) plan.learn(*plan.next(), {false, false});
    CHECK_FALSE(plan.next());
}

TEST_CASE("the last class of a slow group is found though all others are refused") {
    schedule plan({{64, 1, 50}, {64, 8, 1}}, false);
    std::size_t refused = 0;
    for (; refused < 51; ++refused) {
        auto const t = plan.next();
        REQUIRE(t);
        if (t->group == 0 && t->shape_class == 49) break;
        plan.learn(*t, {false, false});
    }
    plan.learn({0, 49, 0, 4, true}, {true, false});
    for (int i = 0; i < 10; ++i) {
        auto const t = plan.next();
        REQUIRE(t);
        CHECK((t->group == 0 && t->shape_class == 49));
    }
}

TEST_CASE("a class comes back with trials that it has not had") {
    schedule plan(groups_of(64, 1), false);
    std::set<std::uint32_t> seen;
    for (int i = 0; i < 20; ++i) {
        auto const t = plan.next();
        for (std::uint32_t n = t->first; n < t->first + t->count; ++n) CHECK(seen.insert(n).second);
        plan.learn(*t, {true, false});
    }
}

TEST_CASE("a guided campaign stays with a class that widened the dispersion, but not for ever") {
    schedule plan({{64, 1, 8}, {64, 1, 8}}, true);
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

namespace {

/// The groups in the order of their first turns.
std::vector<std::size_t> first_round(std::size_t groups, std::uint64_t seed) {
    schedule plan(groups_of(64, 4, groups), false, seed);
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < groups; ++i) order.push_back(plan.next()->group);
    return order;
}

} // namespace

TEST_CASE("the seed decides in which order the groups take turns, and each has its own once a round") {
    CHECK(first_round(40, 1) == first_round(40, 1));
    CHECK(first_round(40, 1) != first_round(40, 2));
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        auto const order = first_round(40, seed);
        CHECK(std::set<std::size_t>(order.begin(), order.end()).size() == 40);
    }
}

TEST_CASE("a group without a share has no turn, and the others have all") {
    schedule plan({{64, 1, 4}, {0, 1, 4}, {64, 1, 4}, {0, 1, 4}}, false, 3);
    std::set<std::size_t> seen;
    for (int i = 0; i < 12; ++i) {
        auto const t = plan.next();
        REQUIRE(t);
        CHECK(t->count > 0);
        seen.insert(t->group);
        plan.learn(*t, {true, false});
    }
    CHECK(seen == std::set<std::size_t>{0, 2});
    schedule nothing(groups_of(0, 4, 2), false);
    CHECK_FALSE(nothing.next());
}

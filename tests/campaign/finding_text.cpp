// Which blamed columns stand in one finding.
#include <xamt/campaign/finding_log.hpp>
#include <xamt/campaign/finding_text.hpp>

#include "../catch.hpp"

using namespace xamt;

namespace {

std::vector<column> const columns{{fw::torch}, {fw::tensorflow}, {fw::keras}, {fw::chainer}, {fw::numpy}};

column_set set_of(std::initializer_list<std::size_t> members) {
    column_set s;
    for (auto m : members) s.insert(m);
    return s;
}

} // namespace

TEST_CASE("columns that run the same code stand in one finding where both are wrong") {
    auto const parties = sharing_code(set_of({0, 1, 2}), columns, false);
    REQUIRE(parties.size() == 2);
    CHECK(parties[0] == std::pair(std::size_t{0}, set_of({0})));
    CHECK(parties[1] == std::pair(std::size_t{1}, set_of({1, 2})));
    // Keras alone: its own code.
    CHECK(sharing_code(set_of({2}), columns, false) == std::vector{std::pair(std::size_t{2}, set_of({2}))});
    // Chainer's element-wise functions are NumPy's, its others are its own.
    CHECK(sharing_code(set_of({3, 4}), columns, true).size() == 1);
    CHECK(sharing_code(set_of({3, 4}), columns, false).size() == 2);
    CHECK(sharing_code({}, columns, false).empty());
}

TEST_CASE("a finding met again keeps every column that was ever blamed for it, and the smaller example") {
    finding_log log;
    cause const c{"sort", "tensorflow", "value", "sort-unique"};
    finding both, one;
    both.blamed = {"keras[tensorflow]", "tensorflow"};
    both.sentence = "large";
    one.blamed = {"tensorflow"};
    one.sentence = "small";
    log.add(c, both, 10, 50);
    log.add(c, one, 2, 50);
    auto const all = log.ranked();
    REQUIRE(all.size() == 1);
    CHECK(all[0].blamed == std::vector<std::string>{"keras[tensorflow]", "tensorflow"});
    CHECK(all[0].sentence == "small");
    CHECK(all[0].count == 2);
}

TEST_CASE("a finding speaks of the columns that it blames, also where a verdict blames more") {
    std::vector<column> const three{{fw::torch}, {fw::jax}, {fw::numpy}};
    verdict v;
    v.blamed = column_set::all(3);
    v.say(three, "give", " inf where 1 is right");
    v.add(" (by eigen)");
    CHECK(v.sentence == "torch, jax and numpy give inf where 1 is right (by eigen)");
    CHECK(v.sentence_for(column_set::only(1), three) == "jax gives inf where 1 is right (by eigen)");
    v.verb = {};
    CHECK(v.sentence_for(column_set::only(1), three) == v.sentence);
}

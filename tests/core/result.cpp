// A value or an error, and the error in one line.
#include <tests/catch.hpp>

#include <xamt/core/result.hpp>

#include <memory>
#include <string>
#include <utility>

TEST_CASE("a result holds a value or an error") {
    xamt::result<std::string> good = std::string("here");
    REQUIRE(good);
    CHECK(*good == "here");
    CHECK(good->size() == 4);
    xamt::result<std::string> const bad = xamt::error{"the file cannot be read", "there is none", "name another"};
    REQUIRE_FALSE(bad);
    CHECK(bad.failure().why == "there is none");
}

TEST_CASE("a result takes values that can only be moved") {
    xamt::result<std::unique_ptr<int>> r = std::make_unique<int>(3);
    auto const p = std::move(*r);
    CHECK(*p == 3);
}

TEST_CASE("an error in one line leaves out what is not known") {
    CHECK(xamt::error{"a", "b", "c"}.text() == "a: b (c)");
    CHECK(xamt::error{"a", "", "c"}.text() == "a (c)");
    CHECK(xamt::error{"a", "b", ""}.text() == "a: b");
    CHECK(xamt::error{"a", "", ""}.text() == "a");
}

#include <xamt/report/terminal.hpp>
#include <xamt/report/wording.hpp>

#include <tests/catch.hpp>

using namespace xamt;

TEST_CASE("whole numbers get commas between thousands") {
    CHECK(grouped(0) == "0");
    CHECK(grouped(999) == "999");
    CHECK(grouped(1000) == "1,000");
    CHECK(grouped(18446744073709551615u) == "18,446,744,073,709,551,615");
}

TEST_CASE("durations are told in the largest fitting unit and never as 60 seconds") {
    CHECK(duration(0.04) == "0.0 s");
    CHECK(duration(9.94) == "9.9 s");
    CHECK(duration(9.96) == "10 s");
    CHECK(duration(59.6) == "1 min 00 s");
    CHECK(duration(3599.9) == "1 h 00 min");
    CHECK(duration(7384) == "2 h 03 min");
    CHECK(duration(-1) == "-");
    CHECK(duration(std::numeric_limits<double>::quiet_NaN()) == "-");
}

TEST_CASE("lists read as part of a sentence") {
    CHECK(listed({}) == "");
    CHECK(listed({"a"}) == "a");
    CHECK(listed({"a", "b"}) == "a and b");
    CHECK(listed({"a", "b", "c"}) == "a, b and c");
    CHECK(counted(1, "finding") == "1 finding");
    CHECK(counted(0, "finding") == "0 findings");
}

TEST_CASE("an infinite distance is not told as a number") {
    CHECK(ulp_text(3) == "3 ULP");
    CHECK(ulp_text(5.3e8) == "5.30e+08 ULP");
    CHECK(ulp_text(std::numeric_limits<double>::infinity()) == "no finite distance");
}

TEST_CASE("findings are ranked by severity and otherwise keep their order") {
    std::vector<finding> findings(4);
    findings[0].severity = "low";
    findings[1].severity = "critical";
    findings[2].severity = "no such word";
    findings[3].severity = "critical";
    auto const order = ranked(findings);
    CHECK(order == std::vector<finding const*>{&findings[1], &findings[3], &findings[0], &findings[2]});
}

TEST_CASE("colour codes take no columns, characters beyond ASCII take one") {
    console_style const style{true, 80};
    CHECK(columns_of(style.red("ab")) == 2);
    CHECK(columns_of("a…b") == 3);
    CHECK(padded_text("a…", 4) == "a…  ");
    CHECK(style.red("") == "");
    CHECK(console_style{}.red("ab") == "ab");
}

TEST_CASE("text is broken between words and keeps words that are too long") {
    CHECK(wrapped_text("one two three", 9, 2) == "one two\n  three");
    CHECK(wrapped_text("unbreakable", 4, 2) == "unbreakable");
    CHECK(wrapped_text("", 4, 2) == "");
}

TEST_CASE("the cells of a table stand below each other and lines have no trailing blanks") {
    CHECK(table_text({{"a", "b"}, {"long", ""}, {"x", "y"}}, 1, {}) == " a     b\n long\n x     y\n");
}

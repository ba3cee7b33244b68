// Runs that need no other process: one column alone.
#include <tests/command/run_command.hpp>

#include <tests/catch.hpp>

#include <filesystem>

using Catch::Matchers::Contains;
using xamt_test::run_command;

TEST_CASE("one framework alone is nothing to compare, and no report appears") {
    auto const page = std::filesystem::temp_directory_path() / "xamt-nothing-to-compare.html";
    std::filesystem::remove(page);
    auto const r = run_command("fuzz --frameworks eigen --seconds 5 --html " + page.string());
    CHECK(r.status == 3);
    CHECK(r.out == "");
    CHECK_THAT(r.err, Contains("there is nothing to compare"));
    CHECK_FALSE(std::filesystem::exists(page));
}

TEST_CASE("an input that one column alone takes is nothing to compare") {
    auto const r = run_command("try exp 'x=float32[0,1]' --frameworks eigen");
    CHECK(r.status == 3);
    CHECK_THAT(r.out, Contains("eigen"));
    CHECK_THAT(r.err, Contains("there is nothing to compare"));
}

TEST_CASE("explain names every step, even where nothing can be concluded") {
    auto const r = run_command("explain exp:1:0:0 --frameworks eigen");
    CHECK(r.status == 3);
    for (char const* step :
         {"What went in", "What came out", "Who counts", "1 independent witness", "What is allowed", "ULP of float32", "Conclusion"})
        CHECK_THAT(r.out, Contains(step));
    CHECK(run_command("explain exp --frameworks eigen").status == 2);
}

TEST_CASE("doctor judges nothing") {
    auto const r = run_command("doctor --frameworks eigen");
    CHECK(r.status == 0);
    CHECK_THAT(r.out, Contains("eigen") && Contains("ready") && Contains("interpreter"));
}

// `xamt diff`: findings by their identity, and what the other report did not look at.
#include <tests/command/run_command.hpp>

#include <nlohmann/json.hpp>

#include <tests/catch.hpp>

#include <filesystem>
#include <fstream>
#include <string>

using Catch::Matchers::Contains;
using nlohmann::json;
using xamt_test::run_command;

namespace {

json finding(std::string const& id, std::string const& group, std::string const& column) {
    return {{"id", id}, {"group", group}, {"sentence", column + " is wrong in " + group}, {"blamed", {column}}};
}
json run_of(json findings, std::string const& torch) {
    json const columns{"torch", "numpy"};
    return {{"xamt", "0.1.0"},
            {"findings", std::move(findings)},
            {"per_group", {{{"name", "erf"}, {"columns", columns}}, {{"name", "exp"}, {"columns", columns}}}},
            {"frameworks", {{{"name", "torch"}, {"version", torch}}, {{"name", "numpy"}, {"version", "2"}}}}};
}

/// A file of this test's own.
std::string written(std::string const& name, std::string const& text) {
    auto const path = std::filesystem::temp_directory_path() / ("xamt-diff-" + std::to_string(::getpid()) + "-" + name);
    std::ofstream(path) << text;
    return path.string();
}

} // namespace

TEST_CASE("what is new, gone and the same is told by identity") {
    auto const before = written("before.json", run_of({finding("a", "erf", "torch"), finding("b", "exp", "numpy")}, "2.12").dump());
    auto const after = written("after.json", run_of({finding("b", "exp", "numpy"), finding("c", "exp", "torch"), finding("d", "exp", "jax"),
                                                     finding("e", "sin", "torch")},
                                                    "2.13")
                                                 .dump());
    auto const r = run_command("diff " + before + " " + after + " --json -");
    CHECK(r.status == 1);
    auto const told = json::parse(r.out);
    REQUIRE(told["new"].size() == 1);
    CHECK(told["new"][0]["id"] == "c");
    REQUIRE(told["gone"].size() == 1);
    CHECK(told["gone"][0]["id"] == "a");
    CHECK(told["same"] == json{"b"});
    CHECK(told["not_looked_at_before"].size() == 2); // a column and a group that were not there
    CHECK(told["versions"] == json{{{"name", "torch"}, {"before", "2.12"}, {"after", "2.13"}}});

    auto const text = run_command("diff " + before + " " + after);
    CHECK(text.status == 1);
    CHECK_THAT(text.out, Contains("torch: 2.12 before, 2.13 after"));
    CHECK_THAT(text.out, Contains("1 new, 1 gone, 1 in both, 2 that only one report looked at"));
    auto const same = run_command("diff " + before + " " + before);
    CHECK(same.status == 0);
    CHECK_THAT(same.out, Contains("0 new, 0 gone, 2 in both"));
}

TEST_CASE("a file that is no report is refused with words") {
    auto const good = written("good.json", run_of(json::array(), "2").dump());
    auto const check = [&](std::string const& path, std::string const& what) {
        auto const r = run_command("diff " + good + " " + path);
        INFO(path);
        CHECK(r.status == 2);
        CHECK_THAT(r.err, Contains(what));
        CHECK_THAT(r.err, Contains("xamt fuzz --json FILE"));
    };
    check("/nowhere/x.json", "cannot be read");
    check(written("cut.json", "{\"findings\": ["), "is no JSON");
    check(written("foreign.json", "{\"findings\": []}"), "is no report of `xamt fuzz`");
    check(written("list.json", "[1, 2]"), "is no report of `xamt fuzz`");
}

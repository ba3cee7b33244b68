// The command line: exit status, errors that say what to do, help that teaches. Nothing here starts a framework.
#include <tests/command/run_command.hpp>

#include <nlohmann/json.hpp>

#include <tests/catch.hpp>

#include <filesystem>

using Catch::Matchers::Contains;
using xamt_test::run_command;

TEST_CASE("every command teaches with examples") {
    for (char const* command : {"", "fuzz ", "groups ", "try ", "replay ", "explain ", "match ", "sweep ", "diff ", "doctor "}) {
        auto const r = run_command(std::string(command) + "--help");
        INFO(command);
        CHECK(r.status == 0);
        CHECK(r.err == "");
        CHECK_THAT(r.out, Contains("Examples:"));
        CHECK_THAT(r.out, Contains("Usage: xamt"));
    }
}

TEST_CASE("no command at all is wrong usage and shows the help") {
    auto const r = run_command("");
    CHECK(r.status == 2);
    CHECK(r.out == "");
    CHECK_THAT(r.err, Contains("Subcommands:"));
}

TEST_CASE("the version is one line") {
    auto const r = run_command("--version");
    CHECK(r.status == 0);
    CHECK_THAT(r.out, Catch::Matchers::StartsWith("xamt "));
}

TEST_CASE("a wrong word is told with the nearest right one") {
    auto const check = [](std::string const& arguments, std::string const& what, std::string const& remedy) {
        auto const r = run_command(arguments);
        INFO(arguments);
        CHECK(r.status == 2);
        CHECK(r.out == "");
        CHECK_THAT(r.err, Contains(what));
        CHECK_THAT(r.err, Contains(remedy));
    };
    check("fuz", "there is no command \"fuz\"", "did you mean fuzz?");
    check("fuzz --secnds 3", "xamt fuzz has no option --secnds", "did you mean --seconds?");
    check("fuzz --groups sofmax", "no group matches \"sofmax\"", "did you mean softmax");
    check("match --frameworks numpi", "there is no framework \"numpi\" to match", "did you mean numpy?");
    check("match --confrim", "xamt match has no option --confrim", "did you mean --confirm?");
    check("groups sofmax", "no group matches \"sofmax\"", "did you mean softmax");
    check("try sofmax x=1", "there is no group \"sofmax\"", "did you mean softmax");
    check("replay sofmax:1:2:3", "there is no group \"sofmax\"", "did you mean softmax");
    check("fuzz --frameworks torch,jaxx", "there is no framework \"jaxx\"", "did you mean jax");
    check("doctor --frameworks 'keras[jux]'", "there is no framework \"keras[jux]\"", "did you mean keras[jax]");
    check("groups qqqqqq", "no group matches", "`xamt groups` lists them");
}

TEST_CASE("values that make no sense are refused before anything starts") {
    auto const check = [](std::string const& arguments, std::string const& what) {
        auto const r = run_command(arguments);
        INFO(arguments);
        CHECK(r.status == 2);
        CHECK(r.out == "");
        CHECK_THAT(r.err, Contains(what));
    };
    check("fuzz --seconds 0", "--seconds");
    check("fuzz --seconds soon", "--seconds");
    check("fuzz --trials 0", "--trials");
    check("fuzz --trials 5 --seconds 5", "--seconds");
    check("fuzz --guide luck", "--guide");
    check("fuzz --seed -1", "--seed");
    check("fuzz --trial-timeout 0", "--trial-timeout");
    check("fuzz --json - --html -", "cannot both go to standard output");
    check("fuzz --json /nowhere/out.json", "make the folder first");
    check("fuzz --html /", "Is a directory");
    check("fuzz --python /nowhere/python", "/nowhere/python that --python names cannot be run");
}

TEST_CASE("an interpreter that the environment names wrongly is told") {
    auto const r = run_command("doctor", "XAMT_PYTHON=/nowhere/python");
    CHECK(r.status == 2);
    CHECK_THAT(r.err, Contains("that XAMT_PYTHON names cannot be run"));
}

TEST_CASE("arguments of try are checked against the group") {
    auto const check = [](std::string const& arguments, std::string const& what) {
        auto const r = run_command("try softmax " + arguments);
        INFO(arguments);
        CHECK(r.status == 2);
        CHECK_THAT(r.err, Contains(what));
    };
    check("", "softmax needs x");
    check("x", "\"x\" is no argument");
    check("'x=float32[1,2]' axes=1", "softmax has no parameter \"axes\"");
    check("'x=float32[1,2]' axes=1", "did you mean axis?");
    check("'x=float32[1,2]' 'x=float32[1]'", "x is given twice");
    check("x=3", "write a tensor with its dtype");
    check("'x=float32[1,2'", "float32[1,2");
    check("'x=float32[1,2]' axis=0.5", "axis does not take 0.5");
}

TEST_CASE("a name of a trial that is none is told with the form of names") {
    for (char const* name : {"softmax", "softmax:1:2", "softmax:a:b:c", "softmax:1:2:3.x", "softmax:1:2:99999999999999"}) {
        auto const r = run_command(std::string("replay ") + name);
        INFO(name);
        CHECK(r.status == 2);
        CHECK_THAT(r.err, Contains("group:seed:class:index"));
    }
    auto const r = run_command("replay 1a2b3c4d");
    CHECK(r.status == 2);
    CHECK_THAT(r.err, Contains("id of a finding"));
}

TEST_CASE("groups are listed in a table and as JSON") {
    auto const table = run_command("groups");
    CHECK(table.status == 0);
    CHECK_THAT(table.out, Contains("softmax") && Contains("torch") && !Contains("\x1b["));
    auto const r = run_command("groups --json -");
    CHECK(r.status == 0);
    CHECK(r.err == "");
    auto const j = nlohmann::json::parse(r.out);
    CHECK(j["groups"] == j["per_group"].size());
    CHECK(j["groups"] >= 60);
    CHECK(run_command("groups --json").out == r.out);
}

TEST_CASE("one group is shown with its calls") {
    auto const r = run_command("groups softmax");
    CHECK(r.status == 0);
    CHECK_THAT(r.out, Contains("torch.softmax(") && Contains("jax.nn.softmax("));
    auto const j = nlohmann::json::parse(run_command("groups --json softmax").out);
    REQUIRE(j["per_group"].size() == 1);
    CHECK(j["per_group"][0]["name"] == "softmax");
}

TEST_CASE("a pattern and a topic choose groups") {
    auto const names = [](std::string const& arguments) {
        std::vector<std::string> list;
        auto const j = nlohmann::json::parse(run_command("groups --json - " + arguments).out);
        for (auto const& g : j["per_group"]) list.push_back(g["name"]);
        return list;
    };
    auto const soft = names("'soft*'");
    CHECK(std::find(soft.begin(), soft.end(), "softmax") != soft.end());
    for (auto const& name : soft) CHECK(name.starts_with("soft"));
    CHECK(names("'soft*,log_softmax'").size() == soft.size() + 1);
}

TEST_CASE("a reader that has seen enough is no error") {
    auto const r = run_command("groups --json - | head -n 1");
    CHECK(r.err == "");
    CHECK(r.out == "{\n");
}

TEST_CASE("a report that cannot be written is an error") {
    if (!std::filesystem::exists("/dev/full")) return;
    auto const r = run_command("groups --json /dev/full");
    CHECK(r.status == 2);
    CHECK_THAT(r.err, Contains("No space left on device"));
}

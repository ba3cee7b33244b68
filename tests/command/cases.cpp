// `xamt try --cases`: what can be told without a framework. The rest is in tests/oracle.
#include <tests/command/run_command.hpp>

#include <nlohmann/json.hpp>

#include <tests/catch.hpp>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <vector>

using Catch::Matchers::Contains;
using xamt_test::run_command;

namespace {

struct answers {
    int status = -1;
    std::string err;
    std::vector<nlohmann::json> lines;
};

answers judge(std::string const& cases, std::string const& options = "") {
    auto const file = std::filesystem::temp_directory_path() / "xamt-cases.jsonl";
    std::ofstream(file) << cases;
    auto const r = run_command("try --cases " + file.string() + " --json - --frameworks eigen " + options);
    std::filesystem::remove(file);
    answers a{r.status, r.err, {}};
    std::istringstream text(r.out);
    for (std::string line; std::getline(text, line);) a.lines.push_back(nlohmann::json::parse(line));
    return a;
}

} // namespace

TEST_CASE("a line that cannot be used gives an answer that says why, and the others go on") {
    auto const a = judge("nonsense\n"
                         R"({"id": "b", "group": "exp"})"
                         "\n"
                         R"({"id": "c", "group": "exq", "arguments": {}})"
                         "\n"
                         R"({"id": "d", "api": "torch.nn.functional.sofplus", "arguments": {"input": "float32[1]"}})"
                         "\n"
                         R"({"id": "e", "group": "exp", "arguments": {"x": "float32[1,"}})"
                         "\n"
                         "\n"
                         R"({"id": "f", "group": "exp", "arguments": {"x": "float32[0]"}})"
                         "\n");
    REQUIRE(a.lines.size() == 6);
    CHECK(a.lines[0]["id"] == 1);
    auto const why = [&](std::size_t i) { return a.lines[i]["error"].get<std::string>(); };
    CHECK_THAT(why(0), Contains("no JSON"));
    CHECK_THAT(why(1), Contains("no \"arguments\""));
    CHECK_THAT(why(2), Contains("there is no group \"exq\"") && Contains("did you mean"));
    CHECK_THAT(why(3), Contains("no group binds torch.nn.functional.sofplus") && Contains("torch.nn.functional.softplus"));
    CHECK_THAT(why(4), Contains("float32[1,"));
    CHECK(a.lines[5]["outcomes"]["eigen"] == "float32[1]");
    CHECK(a.lines[5]["verdict"] == "nothing to compare");
    CHECK(a.lines[5]["blamed"].empty());
    CHECK_THAT(a.err, Contains("5 of 6 lines could not be used"));
    CHECK(a.status == 3);
}

TEST_CASE("a function is found by its public name, with its own parameters") {
    auto const a =
        judge(R"({"id": 1, "api": "torch.special.expit", "arguments": {"input": "float32[0]"}})"
              "\n"
              R"({"id": 2, "api": "jnp.exp", "arguments": {"x": "float32[0]"}})"
              "\n"
              R"({"id": 3, "api": "torch.exp", "arguments": {"input": "float32[0]", "out": null}})"
              "\n"
              R"({"id": 4, "api": "tf.nn.max_pool2d", "arguments": {"input": "float32[[[[1],[2]]]]", "ksize": [1,2], "strides": [1,2],)"
              R"( "padding": "VALID"}})"
              "\n"
              R"({"id": 5, "api": "keras.ops.layer_normalization", "arguments": {"x": "float32[[1,2]]"}})"
              "\n");
    REQUIRE(a.lines.size() == 5);
    CHECK(a.lines[1]["group"] == "exp");
    CHECK(a.lines[2]["group"] == "exp");
    CHECK(a.lines[3]["group"] == "max_pool2d");
    CHECK(a.lines[3]["arguments"]["x"] == "float32[[[[1,2]]]]"); // NHWC to NCHW
    CHECK(a.lines[3]["arguments"]["padding"] == "[0,0]");
    CHECK(a.lines[4]["arguments"]["weight"] == "float32[1,1]");
    CHECK(a.lines[4]["arguments"]["bias"] == "float32[0,0]");
}

TEST_CASE("cases need a file that is there") {
    auto const r = run_command("try --cases /nowhere/cases.jsonl");
    CHECK(r.status == 2);
    CHECK_THAT(r.err, Contains("/nowhere/cases.jsonl cannot be read"));
    CHECK(run_command("try").status == 2);
}

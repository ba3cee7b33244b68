// Two functions each in their own frameworks: the catalogue, the calls, the verdict.
#include <tests/command/run_command.hpp>

#include <nlohmann/json.hpp>

#include <tests/catch.hpp>

#include <algorithm>

using Catch::Matchers::Contains;
using xamt_test::run_command;

TEST_CASE("a pair with different defaults is confirmed with a recipe") {
    auto const r = run_command("match --frameworks torch,numpy --why torch.std numpy.std");
    INFO(r.err);
    REQUIRE(r.status == 0);
    CHECK_THAT(r.out, Contains("confirmed with a recipe"));
    CHECK((r.out.find("ddof=1") != std::string::npos || r.out.find("correction=0") != std::string::npos ||
           r.out.find("unbiased=False") != std::string::npos));
}

TEST_CASE("a pair that looks alike and differs is contradicted") {
    auto const r = run_command("match --frameworks torch,numpy --why torch.transpose numpy.transpose");
    INFO(r.err);
    REQUIRE(r.status == 0);
    CHECK_THAT(r.out, !Contains("  confirmed"));
}

TEST_CASE("a name that no framework has is told with the nearest one") {
    auto const r = run_command("match --frameworks numpy --why numpy.cumsm numpy.sum");
    CHECK(r.status == 2);
    CHECK_THAT(r.err, Contains("no public callable is named \"numpy.cumsm\""));
    CHECK_THAT(r.err, Contains("numpy.cumsum"));
}

TEST_CASE("candidates by name are listed without running anything") {
    auto const r = run_command("match --frameworks torch,numpy --json -");
    REQUIRE(r.status == 0);
    auto const j = nlohmann::json::parse(r.out);
    CHECK(j["counts"]["objects"] > 2000);
    CHECK(j["counts"]["confirmed_groups"] == 0);
    bool found = false;
    for (auto const& group : j["groups"]) {
        std::vector<std::string> names;
        for (auto const& member : group["members"])
            for (auto const& name : member["names"]) names.push_back(name);
        bool const both = std::ranges::find(names, "torch.amax") != names.end() && std::ranges::find(names, "numpy.max") != names.end();
        found = found || (both && group["status"] == "accepted");
    }
    CHECK(found);
}

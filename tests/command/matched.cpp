// Groups that were found by matching, beside the curated ones.
#include "run_command.hpp"

#include <nlohmann/json.hpp>

#include "../catch.hpp"

#include <map>
#include <set>
#include <string>

using nlohmann::json;
using xamt_test::run_command;

namespace {

json groups_told(std::string const& pattern) {
    auto const r = run_command("groups '" + pattern + "' --json -");
    INFO(r.err);
    REQUIRE(r.status == 0);
    return json::parse(r.out);
}

} // namespace

TEST_CASE("curated and matched groups are five hundred and more") {
    CHECK(groups_told("*")["groups"] >= 500);
    CHECK(groups_told("matched")["groups"] >= 71);
}

TEST_CASE("a matched group is no curated one: none of these has functions of two of its frameworks") {
    std::map<std::string, std::set<std::string>> curated; // function -> groups
    auto const all = groups_told("*");
    for (auto const& g : all["per_group"])
        if (g["topic"] != "matched")
            for (auto const& c : g["columns"]) curated[c["api"]].insert(g["name"]);
    std::set<std::string> names;
    for (auto const& g : all["per_group"]) {
        CHECK(names.insert(g["name"]).second);
        if (g["topic"] != "matched") continue;
        CHECK(g["columns"].size() >= 2);
        CHECK(g["rounding"] == "linear algebra");
        std::map<std::string, int> shared;
        for (auto const& c : g["columns"])
            for (auto const& other : curated[c["api"]]) ++shared[other];
        for (auto const& [other, n] : shared) {
            INFO(g["name"] << " and " << other);
            CHECK(n < 2);
        }
    }
}

TEST_CASE("a matched group is shown with its calls, as any other") {
    auto const r = run_command("groups flipud");
    INFO(r.err);
    REQUIRE(r.status == 0);
    CHECK(r.out.find("numpy.flipud(") != std::string::npos);
    CHECK(r.out.find("torch.flipud(") != std::string::npos);
}

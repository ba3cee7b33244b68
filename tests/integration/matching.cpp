// Two functions each in their own frameworks: the catalogue, the calls, the verdict.
#include <tests/command/run_command.hpp>
#include <tests/paths.hpp>

#include <nlohmann/json.hpp>

#include <tests/catch.hpp>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

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

TEST_CASE("a Python module of one's own takes part by its catalogue, and its function is told to be the same") {
    auto const folder = std::filesystem::temp_directory_path() / "xamt_own_module";
    std::filesystem::create_directories(folder);
    std::ofstream(folder / "own_sums.py")
        << "import numpy as np\n__version__ = '1'\n\ndef variance(x, axis=None):\n    return np.var(x, axis=axis, ddof=1)\n";
    auto const q = [](auto const& path) { return "'" + std::string(path) + "'"; };
    auto const harvest = "cd " + q(folder.string()) + " && " + q(xamt_test::python) + " " +
                         q(xamt_test::source_dir + std::string("/tools/harvest")) + " --out-public . --module own_sums";
    REQUIRE(std::system(harvest.c_str()) == 0);
    ::setenv("PYTHONPATH", folder.c_str(), 1);
    auto const r =
        run_command("match --frameworks numpy --catalogue '" + (folder / "own_sums.json").string() + "' --why own_sums.variance numpy.var");
    ::unsetenv("PYTHONPATH");
    std::filesystem::remove_all(folder);
    INFO(r.err);
    REQUIRE(r.status == 0);
    CHECK_THAT(r.out, Contains("confirmed with a recipe"));
    CHECK((r.out.find("ddof=1") != std::string::npos || r.out.find("correction=1") != std::string::npos));
}

TEST_CASE("what is equal on vectors of one length only is told as such, and not merged") {
    auto const r = run_command("match --frameworks numpy --why numpy.add numpy.polyadd");
    INFO(r.err);
    REQUIRE(r.status == 0);
    CHECK_THAT(r.out, Contains("the same on a restricted domain"));
}

// `xamt sweep` over one column, which needs no interpreter: what is swept, and what the exit status says.
#include <tests/command/run_command.hpp>

#include <nlohmann/json.hpp>

#include <tests/catch.hpp>

#include <cmath>
#include <cstdlib>

using Catch::Matchers::Contains;
using nlohmann::json;
using xamt_test::run_command;

TEST_CASE("a share of the float32 numbers is swept evenly, and nothing but JSON goes to standard output") {
    auto const r = run_command("sweep floor negative --share 1/16384 --frameworks eigen --json -");
    CHECK(r.status == 0);
    auto const report = json::parse(r.out);
    REQUIRE(report["functions"].size() == 2);
    for (auto const& f : report["functions"]) {
        CHECK(f["inputs"] == 262144);
        CHECK(f["of"] == 262144);
        CHECK(f["whole"] == false);
        REQUIRE(f["columns"].size() == 1);
        auto const& eigen = f["columns"][0];
        CHECK(eigen["inputs"] == 262144);
        CHECK(eigen["worst"]["ulp"] == 0); // both are exact
        CHECK(eigen["order"]["count"] == 0);
    }
    for (auto const& f : report["functions"]) CHECK(f["columns"][0]["symmetry"].is_null() == (f["function"] == "floor")); // floor has none
    CHECK_THAT(r.err, Contains("floor, float32: 262,144 of 4,294,967,296 inputs, evenly spread"));
}

TEST_CASE("a sample of float64 has the seed's numbers and MPFR's answers") {
    auto const sweep = [](int seed) {
        return run_command("sweep exp --dtype float64 --samples 4000 --frameworks eigen --json - --seed " + std::to_string(seed));
    };
    auto const once = json::parse(sweep(1).out)["functions"][0], again = json::parse(sweep(1).out)["functions"][0],
               other = json::parse(sweep(2).out)["functions"][0];
    CHECK(once["columns"] == again["columns"]);
    CHECK(once["columns"] != other["columns"]);
    CHECK(once["inputs"] == 4000);
    CHECK(once["judged"].get<int>() > 3900); // all but NaN
    // The largest error is what its example says, by the C library's long double.
    auto const worst = once["columns"][0]["worst"];
    double const x = std::strtod(worst["input"].get<std::string>().c_str(), nullptr),
                 got = std::strtod(worst["got"].get<std::string>().c_str(), nullptr);
    long double const right = std::exp(static_cast<long double>(x));
    double const unit = std::nextafter(got, INFINITY) - got;
    CHECK(worst["ulp"].get<double>() ==
          Approx(static_cast<double>(std::fabs(static_cast<long double>(got) - right) / static_cast<long double>(unit))).margin(0.01));
}

TEST_CASE("errors beyond the bound are findings") {
    // Eigen 3.4's erf loses the subnormal range.
    auto const r = run_command("sweep erf --share 1/4096 --frameworks eigen --json -");
    auto const erf = json::parse(r.out)["functions"][0]["columns"][0];
    bool const wrong = erf["beyond_bound"].get<std::uint64_t>() + erf["nan"]["count"].get<std::uint64_t>() +
                           erf["infinity"]["count"].get<std::uint64_t>() + erf["range"]["count"].get<std::uint64_t>() >
                       0;
    CHECK(r.status == (wrong ? 1 : 0));
}

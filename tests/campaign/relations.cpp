// Relations in a whole run: what two libraries get wrong in the same way, which no comparison of both can see.
#include <xamt/campaign/engine.hpp>
#include <xamt/describe/each.hpp>

#include "../catch.hpp"

#include <array>
#include <cmath>
#include <string>
#include <vector>

using namespace xamt;

namespace {

constexpr framework first{"first"}, second{"second"};

constexpr auto wrong_tail = each([](double x) { return x > 3 ? 2 * std::erfc(x) : std::erfc(x); });
constexpr auto right_tail = each([](double x) { return std::erfc(x); });
constexpr auto lower = each([](double x) { return std::erf(x); });

template <class F> constexpr auto tail(F f) {
    return api("tail")
        .takes(tensor("x").only(dtype::float64))
        .elementwise()
        .elementary()
        .satisfies(invariant::complement_of("body"))
        .on(first, f, "x")
        .on(second, f, "x");
}
constexpr auto planted = tail(wrong_tail), healthy = tail(right_tail);
constexpr auto body =
    api("body").takes(tensor("x").only(dtype::float64)).elementwise().elementary().on(first, lower, "x").on(second, lower, "x");

run_report fuzzed(api_description const& api) {
    campaign_options options;
    options.trials = 20'000;
    std::array<api_description const*, 1> const groups{&api}, siblings{&body};
    engine e(options, {"first", "second"}, groups, {}, {}, siblings);
    e.start();
    return e.run({});
}

} // namespace

TEST_CASE("a mistake that both libraries share is found by a relation between two of their functions") {
    auto const report = fuzzed(planted);
    REQUIRE_FALSE(report.findings.empty());
    CHECK(report.findings[0].kind == "relation");
    CHECK(report.findings[0].sentence.find("tail + body = 1") != std::string::npos);
    CHECK(report.groups.size() == 1); // siblings are asked and not fuzzed
}

TEST_CASE("two right functions keep their relation") { CHECK(fuzzed(healthy).findings.empty()); }

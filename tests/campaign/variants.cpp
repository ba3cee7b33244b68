// A function that is wrong only where its input is not contiguous is found, and the finding says so.
#include <xamt/campaign/explore.hpp>
#include <xamt/describe/each.hpp>

#include "../catch.hpp"
#include "../run/fault_host.hpp"

#include <algorithm>

using namespace xamt;

namespace {

constexpr framework first{"first"}, second{"second"}, hosted{"test"};
constexpr auto same = each([](auto x) { return x; });
constexpr auto copied_by(std::string_view function) {
    return api("copy")
        .takes(tensor("x").only(dtype::float32).rank(1, 3))
        .elementwise()
        .correctly_rounded()
        .on(first, same, "x")
        .on(second, same, "x")
        .on(hosted, function, "x");
}
constexpr auto copy = copied_by("test.reads_on"), copy_in_place = copied_by("test.copies");

/// A run that meets every variant: each comes once in 22 classes.
run_report seen_of(api_description const& api, std::uint64_t seed) {
    toolbox tools;
    tools.python = fault_host::python();
    tools.worker = std::string(xamt_test::source_dir) + "/tools/hosts/worker.py";
    return explore_api(api, trials(200'000).seed(seed).hosts(tools)).report;
}

} // namespace

TEST_CASE("a kernel that takes its input for contiguous is blamed, in the variants that are not") {
    auto const seen = seen_of(copy, 1);
    REQUIRE(!seen.findings.empty());
    for (auto const& f : seen.findings) {
        INFO(f.sentence);
        CHECK(f.blamed == std::vector<std::string>{"test"});
        CHECK((f.variant == "strided" || f.variant == "transposed"));
        CHECK(f.family == "length");
    }
}

TEST_CASE("a function that is wrong only where it writes into memory that it is given is found, and the finding says so") {
    std::uint64_t seed = 1;
    while (seed < 20 && seen_of(copy_in_place, seed).findings.empty()) ++seed;
    INFO("seed " << seed);
    auto const seen = seen_of(copy_in_place, seed);
    REQUIRE(!seen.findings.empty());
    for (auto const& f : seen.findings) {
        INFO(f.sentence);
        CHECK(f.blamed == std::vector<std::string>{"test"});
        CHECK(f.variant == "in-place");
        CHECK(f.sentence.find("written in place") != std::string::npos);
    }
}

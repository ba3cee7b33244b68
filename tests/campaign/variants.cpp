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
constexpr auto copy = api("copy")
                          .takes(tensor("x").only(dtype::float32).rank(1, 3))
                          .elementwise()
                          .correctly_rounded()
                          .on(first, same, "x")
                          .on(second, same, "x")
                          .on(hosted, "test.reads_on", "x");

} // namespace

TEST_CASE("a kernel that takes its input for contiguous is blamed, in the variants that are not") {
    toolbox tools;
    tools.python = fault_host::python();
    tools.worker = std::string(xamt_test::source_dir) + "/tools/hosts/worker.py";
    auto const seen = explore_api(copy, trials(200'000).hosts(tools)).report;
    REQUIRE(!seen.findings.empty());
    for (auto const& f : seen.findings) {
        INFO(f.sentence);
        CHECK(f.blamed == std::vector<std::string>{"test"});
        CHECK((f.variant == "strided" || f.variant == "transposed"));
        CHECK(f.family == "length");
    }
}

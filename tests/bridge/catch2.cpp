// The bridge to Catch2 in a file of its own, as a user has it: libtorch's headers first, whose CHECK and LOG are not Catch2's.
// Built with Catch2 2 and, where tools/setup could fetch it, with Catch2 3.
#ifdef XAMT_TEST_WITH_TORCH
#include <xamt/framework/torch.hpp>

#include <ATen/ops/relu_ops.h>
#include <c10/util/Logging.h>
#endif

#include <xamt/describe/each.hpp>
#include <xamt/testing/catch2.hpp>

#include <cmath>

namespace {

constexpr xamt::framework mine{"mine"}, theirs{"theirs"};
constexpr auto square = xamt::api("square")
                            .takes(xamt::tensor("x").floating().between(-100, 100))
                            .elementwise()
                            .correctly_rounded()
                            .on(mine, xamt::each([](auto x) { return x * x; }), "x")
                            .on(theirs, xamt::each([](auto x) { return x * x; }), "x");
constexpr auto wrong_square = xamt::api("wrong_square")
                                  .takes(xamt::tensor("x").floating().between(-100, 100))
                                  .elementwise()
                                  .correctly_rounded()
                                  .on(mine, xamt::each([](auto x) { return x < 0 ? -x * x : x * x; }), "x")
                                  .on(theirs, xamt::each([](auto x) { return x * x; }), "x");

} // namespace

TEST_CASE("columns that agree are matched") { REQUIRE_THAT(xamt::explore<square>(xamt::trials(500)), xamt::agrees()); }

TEST_CASE("columns that differ are not matched, and the message tells what differs") {
    auto const seen = xamt::explore<wrong_square>(xamt::trials(500));
    CHECK_FALSE(xamt::agrees().match(seen));
    CHECK(xamt::agrees().describe() == "agrees in every column");
    auto const text = Catch::StringMaker<xamt::exploration>::convert(seen);
    CHECK(text.find("wrong_square") != std::string::npos);
}

#ifdef XAMT_TEST_WITH_TORCH
namespace {
constexpr auto relu = xamt::api("relu")
                          .takes(xamt::tensor("x").only(xamt::dtype::float32).between(-100, 100))
                          .elementwise()
                          .exact()
                          .on(xamt::fw::torch, xamt::fn<&at::_ops::relu::call>, "x")
                          .on(mine, xamt::each([](auto x) { return x > 0 ? x : decltype(x){0}; }), "x");
} // namespace

TEST_CASE("libtorch and Catch2 live in one file") { REQUIRE_THAT(xamt::explore<relu>(xamt::trials(500)), xamt::agrees()); }
#endif

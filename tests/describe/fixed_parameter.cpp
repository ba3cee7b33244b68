// A description with one parameter less.
#include "../catch.hpp"

#include <xamt/describe/fixed_parameter.hpp>

using namespace xamt;

namespace {

constexpr auto sum = api("sum")
                         .takes(tensor("x").floating(), axis("axis"), flag("keepdims").by_default(false))
                         .on(fw::torch, "aten::sum.dim_IntList", "self", "dim", "keepdim")
                         .on(fw::jax, "jax.numpy.sum", "a", from_front("axis"), "keepdims")
                         .on(fw::numpy, "numpy.sum", "a", only(-1), "keepdims")
                         .on(fw::chainer, "chainer.functions.sum", "x", only(0), "keepdims");
constexpr auto last = fixed_parameter(sum, 1, -1);

} // namespace

static_assert(!sum.first_fault);
static_assert(last.parameter_count == 2 && last.parameters[1].name == "keepdims");

TEST_CASE("a parameter that is fixed is pinned where it is passed, and left out where the framework always has that value") {
    REQUIRE(last.columns().size() == 2); // jax counts from the front, chainer sums along another axis
    auto const torch = last.columns()[0].list();
    REQUIRE(torch.size() == 3);
    CHECK(torch[1].is == item::role::pinned);
    CHECK(torch[1].pin == constant(-1));
    CHECK(torch[2].parameter == 1);
    auto const numpy = last.columns()[1].list();
    REQUIRE(numpy.size() == 2);
    CHECK(numpy[1].parameter == 1);
}

TEST_CASE("flags are fixed in each framework's words") {
    constexpr auto kept = fixed_parameter(sum, 2, true);
    CHECK(kept.columns().size() == 4);
    CHECK(kept.columns()[0].list()[2].pin == constant(true));
}

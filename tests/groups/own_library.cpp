// requires: torch
#include "../catch.hpp"

#if __has_include(<xamt_catalogue/torch_operators.hpp>)

#include <xamt/describe/native.hpp>
#include <xamt/framework/torch_aten.hpp>
#include <xamt/groups/own_test.hpp>

#include <cstddef>
#include <string_view>

using namespace xamt;

namespace mine {

void of_one(float const*, float*, std::size_t) {}
void of_two(double const*, double const*, double*, std::size_t) {}
void rows(float const*, float*, std::size_t, std::size_t) {}

} // namespace mine

namespace {

constexpr auto my_library = library("mine", own("ReLU", fn<&mine::of_one>, "x", "y", size_of("x")),
                                    own("atan2", fn<&mine::of_two>, "y", "x", "result", size_of("x")),
                                    own("softmax", fn<&mine::rows>, "x[rc]", "y", extent_of("r"), extent_of("c")),
                                    own("hardsigmoid_ish", fn<&mine::of_one>, "x", "y", size_of("x")).same_as("aten::alias_copy"));
constexpr auto found = match<my_library, aten>();
static_assert(found.all_found());

} // namespace

TEST_CASE("all operators of PyTorch: the compiler finds what the program finds") {
    auto const again = match_library(my_library, aten, operator_index(aten));
    for (std::size_t i = 0; i < found.size(); ++i) CHECK(found.text(i) == again.text(i));
}

TEST_CASE("a function is tested as the curated group of its operator says, narrowed to what it takes") {
    own_test const relu(my_library[0], found[0], aten, my_library.name);
    REQUIRE(relu.like() != nullptr);
    CHECK(relu.like()->name == "relu");
    CHECK(relu.api().exactness.of == relu.like()->exactness.of);
    CHECK(relu.api().takes()[0].types == tensor("x").only(dtype::float32).types);
    CHECK(relu.api().columns().back().on == framework{"mine"});

    own_test const atan2(my_library[1], found[1], aten, my_library.name);
    REQUIRE(atan2.like() != nullptr);
    CHECK(atan2.api().takes()[0].types == tensor("x").only(dtype::float64).types);
    CHECK(atan2.api().takes()[1].shaped == shape_rule::same); // pointers carry no shapes to broadcast
}

TEST_CASE("a parameter that the function lacks has one value in every framework") {
    own_test const softmax(my_library[2], found[2], aten, my_library.name);
    REQUIRE(softmax.like() != nullptr);
    auto const& api = softmax.api();
    REQUIRE(api.takes().size() == 1);
    CHECK(api.takes()[0].letters == "rc");
    REQUIRE(api.columns().size() >= 2);
    for (auto const& b : api.columns()) {
        if (b.on != fw::torch) continue;
        CHECK(b.items[1].is == item::role::pinned);
        CHECK(b.items[1].pin == constant(-1));
    }
    auto const own_items = api.columns().back().list();
    REQUIRE(own_items.size() == 4);
    CHECK(own_items[1].is == item::role::out_like);
    CHECK(own_items[3].pin.list[0] == 1); // the second axis of the first parameter
}

TEST_CASE("what no group has is described by the schema, with the widest kind of bound") {
    own_test const copy(my_library[3], found[3], aten, my_library.name);
    CHECK(copy.like() == nullptr);
    CHECK(copy.api().columns()[0].function == "aten::alias_copy");
    CHECK(copy.api().exactness.of == rounding::linear_algebra);
}

#endif

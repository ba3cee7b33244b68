#include "../catch.hpp"

#include <xamt/align/layout.hpp>

#include <numeric>

namespace {

xamt::ndarray counted(xamt::shape dims) {
    xamt::ndarray t(xamt::dtype::int32, dims);
    auto const view = t.as<std::int32_t>();
    std::iota(view.begin(), view.end(), 0);
    return t;
}

} // namespace

TEST_CASE("a tensor in NHWC has the channel of its NCHW form last") {
    auto const nchw = counted({2, 3, 4, 5});
    auto const nhwc = xamt::in_layout(nchw.view(), "NCHW", "NHWC");
    REQUIRE(nhwc);
    REQUIRE(nhwc->dims() == xamt::shape{2, 4, 5, 3});
    // element (n=1, c=2, h=3, w=4)
    CHECK(nhwc->as<std::int32_t>()[((1 * 4 + 3) * 5 + 4) * 3 + 2] == ((1 * 3 + 2) * 4 + 3) * 5 + 4);
}

TEST_CASE("changing the layout there and back gives the same tensor") {
    auto const oihw = counted({4, 3, 2, 5});
    auto const hwio = xamt::in_layout(oihw.view(), "OIHW", "HWIO");
    REQUIRE(hwio);
    auto const back = xamt::in_layout(hwio->view(), "HWIO", "OIHW");
    REQUIRE(back);
    REQUIRE(back->dims() == oihw.dims());
    CHECK(std::equal(back->as<std::int32_t>().begin(), back->as<std::int32_t>().end(), oihw.as<std::int32_t>().begin()));
}

TEST_CASE("a 1 in a layout is an axis of extent one, made and dropped") {
    auto const ncw = counted({2, 3, 4});
    auto const nc1w = xamt::in_layout(ncw.view(), "NCW", "NC1W");
    REQUIRE(nc1w);
    CHECK(nc1w->dims() == xamt::shape{2, 3, 1, 4});
}

TEST_CASE("an empty tensor changes its shape and nothing else") {
    auto const empty = xamt::in_layout(counted({0, 3, 2, 2}).view(), "NCHW", "NHWC");
    REQUIRE(empty);
    CHECK(empty->dims() == xamt::shape{0, 2, 2, 3});
}

TEST_CASE("a layout that names other axes, or another number of them, is refused") {
    CHECK_FALSE(xamt::in_layout(counted({2, 3}).view(), "NCHW", "NHWC"));
    CHECK_FALSE(xamt::in_layout(counted({2, 3}).view(), "NC", "NX"));
    CHECK_FALSE(xamt::in_layout(counted({2, 3}).view(), "NC", "N"));
}

#include "../catch.hpp"

#include <xamt/minimise/pointwise.hpp>

using namespace xamt;

namespace {

ndarray counted(shape dims) {
    ndarray t(dtype::float32, dims);
    for (std::int64_t i = 0; i < t.size(); ++i) t.as<float>()[i] = static_cast<float>(i);
    return t;
}

} // namespace

TEST_CASE("one element of a broadcast result names the elements that made it") {
    std::vector<value> arguments;
    arguments.emplace_back(counted({2, 3, 4}));
    arguments.emplace_back(counted({3, 1}));
    arguments.emplace_back(0.5);
    // element (1, 2, 3) of a result of shape (2, 3, 4)
    auto const cut = single_element(arguments, shape{2, 3, 4}, (1 * 3 + 2) * 4 + 3);
    REQUIRE(std::get<ndarray>(cut[0]).dims() == shape{1});
    CHECK(std::get<ndarray>(cut[0]).as<float>()[0] == 23);
    CHECK(std::get<ndarray>(cut[1]).as<float>()[0] == 2);
    CHECK(std::get<double>(cut[2]) == 0.5);
}

TEST_CASE("a single element can be repeated to a vector") {
    std::vector<value> one;
    one.emplace_back(detail::slice(counted({5}), 4, 1));
    auto const many = repeated(one, 17);
    auto const& t = std::get<ndarray>(many[0]);
    REQUIRE(t.dims() == shape{17});
    for (std::int64_t i = 0; i < 17; ++i) CHECK(t.as<float>()[i] == 4);
}

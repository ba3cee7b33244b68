#include "../catch.hpp"

#include <xamt/describe/sound.hpp>
#include <xamt/framework/eigen_tensor.hpp>

using namespace xamt;

namespace {

template <class T> ndarray counting(shape dims) {
    ndarray t(native_element<T>::type, dims);
    for (std::int64_t i = 0; i < t.size(); ++i) reinterpret_cast<T*>(t.data())[i] = static_cast<T>(static_cast<float>(i));
    return t;
}

native_frame called(api_description const& a, std::vector<ndarray> const& given) {
    std::vector<value> values(given.begin(), given.end());
    std::vector<value const*> arguments;
    for (auto const& v : values) arguments.push_back(&v);
    native_frame frame{arguments, a.bindings[0].list(), {}, {}};
    a.bindings[0].call(frame);
    return frame;
}

Eigen::MatrixXf twice(Eigen::MatrixXf const& x) { return 2 * x; }
Eigen::MatrixXf turned(Eigen::Ref<Eigen::MatrixXf const> const& x) { return x.transpose(); }
Eigen::ArrayXf lifted(Eigen::ArrayXf const& x) { return x + 1; }
float weighed(Eigen::Matrix<float, 2, 3> const& x) { return x(1, 0); }
using rows = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
void scaled(Eigen::Map<rows const> x, Eigen::Map<rows> y) { y = 3 * x; }
Eigen::Tensor<double, 3> picked(Eigen::Tensor<double, 3> const& x) { return x; }
double corner(Eigen::Tensor<double, 3> const& x) { return x(0, 1, 2); }
Eigen::half first(Eigen::half const* x) { return x[1]; }

constexpr framework mine{"mine"};
constexpr auto matrix = api("twice").takes(tensor("x")).on(mine, fn<&twice>, "x");
constexpr auto ref = api("turned").takes(tensor("x")).on(mine, fn<&turned>, "x");
constexpr auto array = api("lifted").takes(tensor("x")).on(mine, fn<&lifted>, "x");
constexpr auto fixed = api("weighed").takes(tensor("x")).on(mine, fn<&weighed>, "x");
constexpr auto map = api("scaled").takes(tensor("x")).on(mine, fn<&scaled>, "x", out_like("x"));
constexpr auto cube = api("picked").takes(tensor("x")).on(mine, fn<&picked>, "x");
constexpr auto cell = api("corner").takes(tensor("x")).on(mine, fn<&corner>, "x");
constexpr auto halves = api("first").takes(tensor("x")).on(mine, fn<&first>, "x");
constexpr auto expression =
    api("product")
        .takes(tensor("a"), tensor("b"))
        .on(mine, [](Eigen::MatrixXd const& a, Eigen::MatrixXd const& b) -> Eigen::MatrixXd { return a * b; }, "a", "b");
static_assert(sound<matrix> && sound<ref> && sound<array> && sound<fixed> && sound<map> && sound<cube> && sound<cell> && sound<halves> &&
              sound<expression>);

} // namespace

TEST_CASE("matrices take tensors in their row-major order and give them back in it") {
    auto const out = called(matrix, {counting<float>({2, 3})});
    REQUIRE(out.outputs.size() == 1);
    CHECK(out.outputs[0].dims() == shape{2, 3});
    for (int i = 0; i < 6; ++i) CHECK(out.outputs[0].as<float>()[i] == 2 * i);
    CHECK(called(matrix, {counting<float>({4})}).outputs[0].dims() == shape{4}); // not a matrix of one column
    CHECK_FALSE(called(matrix, {counting<float>({2, 2, 2})}).failure.empty());
    CHECK_FALSE(called(matrix, {counting<double>({2, 2})}).failure.empty());
}

TEST_CASE("Eigen::Ref, fixed sizes, maps and half types are arguments too") {
    auto const out = called(ref, {counting<float>({2, 3})});
    CHECK(out.outputs[0].dims() == shape{3, 2});
    CHECK(out.outputs[0].as<float>()[1] == 3);
    CHECK(called(fixed, {counting<float>({2, 3})}).outputs[0].as<float>()[0] == 3);
    CHECK_FALSE(called(fixed, {counting<float>({3, 2})}).failure.empty());
    CHECK(called(map, {counting<float>({2, 3})}).outputs[0].as<float>()[5] == 15);
    CHECK(called(halves, {counting<Eigen::half>({2})}).outputs[0].type() == dtype::float16);
    CHECK(called(expression, {counting<double>({2, 2}), counting<double>({2, 2})}).outputs[0].as<double>()[3] == 11);
}

TEST_CASE("arrays of one column take any rank") {
    auto const out = called(array, {counting<float>({2, 2, 2})});
    CHECK(out.outputs[0].dims() == shape{2, 2, 2});
    CHECK(out.outputs[0].as<float>()[7] == 8);
}

TEST_CASE("tensors of the unsupported module keep every element in its place, whatever their storage order") {
    auto const x = counting<double>({2, 3, 4});
    CHECK(called(cell, {x}).outputs[0].as<double>()[0] == 6);
    auto const out = called(cube, {x});
    REQUIRE(out.outputs[0].dims() == shape{2, 3, 4});
    for (int i = 0; i < 24; ++i) CHECK(out.outputs[0].as<double>()[i] == i);
    CHECK_FALSE(called(cube, {counting<double>({2, 3})}).failure.empty());
}

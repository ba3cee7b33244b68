#include "../catch.hpp"

#include <xamt/core/element.hpp>
#include <xamt/describe/native.hpp>
#include <xamt/describe/sound.hpp>

#include <cstdint>
#include <numeric>
#include <stdexcept>
#include <string>

using namespace xamt;

namespace kernels {

void relu(float const* x, float* y, std::size_t n) {
    for (std::size_t i = 0; i < n; ++i) y[i] = x[i] > 0 ? x[i] : 0;
}
void relu_spans(std::span<float const> x, std::span<float> y) { relu(x.data(), y.data(), x.size()); }
std::vector<float> relu_vector(std::vector<float> const& x) {
    std::vector<float> y(x.size());
    relu(x.data(), y.data(), x.size());
    return y;
}
int relu_in_place(float* x, int n) noexcept {
    relu(x, x, static_cast<std::size_t>(n));
    return 0;
}
void relu_strided(strided_view<float const> x, strided_view<float> y) {
    for (std::int64_t i = 0; i < x.dims[0]; ++i)
        for (std::int64_t j = 0; j < x.dims[1]; ++j) y(i, j) = x(i, j) > 0 ? x(i, j) : 0;
}
void matmul(double const* a, double const* b, double* c, int m, int k, int n) {
    for (int i = 0; i < m; ++i)
        for (int j = 0; j < n; ++j) {
            c[i * n + j] = 0;
            for (int l = 0; l < k; ++l) c[i * n + j] += a[i * k + l] * b[l * n + j];
        }
}
std::pair<float, std::int64_t> largest(tensor_view<float const> x) {
    std::int64_t best = 0;
    for (std::int64_t i = 1; i < x.size(); ++i)
        if (x[i] > x[best]) best = i;
    return {x[best], best};
}
float total(std::vector<tensor_view<float const>> const& list, std::optional<double> scale) {
    float sum = 0;
    for (auto const& t : list)
        for (float x : t) sum += x;
    return sum * static_cast<float>(scale.value_or(1));
}
int failing(float const*, float*) { return 7; }
float throwing(float) { throw std::runtime_error("no such number"); }
float16 half_sum(float16 const* a, float16 const* b) { return to_float16(widen(*a) + widen(*b)); }
std::int64_t sum_of(std::vector<int> const& list) { return std::accumulate(list.begin(), list.end(), std::int64_t{0}); }

} // namespace kernels

// A tensor type of somebody else's.
namespace other {
struct field {
    std::vector<double> cells;
};
field doubled(field const& f) {
    field g = f;
    for (double& c : g.cells) c *= 2;
    return g;
}
} // namespace other
template <> struct xamt::native_argument<other::field> : xamt::tensor_argument {
    static std::optional<other::field> from(ndarray const& t) {
        if (t.type() != dtype::float64) return std::nullopt;
        auto const x = t.as<double>();
        return other::field{{x.begin(), x.end()}};
    }
};
template <> struct xamt::native_result<other::field> {
    static std::vector<ndarray> from(other::field&& f) { return native_result<std::vector<double>>::from(std::move(f.cells)); }
};

namespace {

ndarray floats(shape dims, std::initializer_list<float> cells, dtype type = dtype::float32) {
    ndarray t(type, dims);
    std::int64_t i = 0;
    for (float c : cells) store(t, i++, c);
    return t;
}

native_frame called(binding const& b, std::vector<value> const& values) {
    std::vector<value const*> arguments;
    for (auto const& v : values) arguments.push_back(&v);
    native_frame frame{arguments, b.list(), {}, {}};
    b.call(frame);
    return frame;
}

constexpr framework pointers{"pointers"}, spans{"spans"}, vectors{"vectors"}, in_place_{"in_place"}, strides{"strides"};

constexpr auto relu = api("relu")
                          .takes(tensor("x"))
                          .on(pointers, fn<&kernels::relu>, "x", out_like("x"), size_of("x"))
                          .on(spans, fn<&kernels::relu_spans>, "x", out_like("x"))
                          .on(vectors, fn<&kernels::relu_vector>, "x")
                          .on(in_place_, fn<&kernels::relu_in_place>, in_place("x"), size_of("x"))
                          .on(strides, fn<&kernels::relu_strided>, "x", out_like("x"));
static_assert(sound<relu>);

constexpr auto matmul = api("matmul")
                            .takes(tensor("a").dims("mk"), tensor("b").dims("kn"))
                            .on(pointers, fn<&kernels::matmul>, "a", "b", out_dims("mn"), extent_of("m"), extent_of("k"), extent_of("n"));
static_assert(sound<matmul>);

} // namespace

TEST_CASE("kernels of every usual form give the same tensor, and leave their argument alone") {
    for (auto const& b : relu.columns()) {
        std::vector<value> const given{floats({2, 3}, {-1, 2, -3, 4, -5, 6})};
        auto const frame = called(b, given);
        INFO(b.on.name << ": " << frame.failure);
        REQUIRE(frame.outputs.size() == 1);
        CHECK(frame.outputs[0].dims() == shape{2, 3});
        for (int i = 0; i < 6; ++i) CHECK(frame.outputs[0].as<float>()[i] == (i % 2 == 0 ? 0 : i + 1));
        CHECK(std::get<ndarray>(given[0]).as<float>()[0] == -1);
    }
}

TEST_CASE("size letters give extents and the shape of the result") {
    auto const frame =
        called(matmul.bindings[0], {floats({2, 3}, {1, 2, 3, 4, 5, 6}, dtype::float64), floats({3, 1}, {1, 10, 100}, dtype::float64)});
    REQUIRE(frame.outputs.size() == 1);
    CHECK(frame.outputs[0].dims() == shape{2, 1});
    CHECK(frame.outputs[0].as<double>()[0] == 321);
    CHECK(frame.outputs[0].as<double>()[1] == 654);
}

TEST_CASE("a function is reported under its own name") {
    CHECK(relu.bindings[0].function == "kernels::relu");
    CHECK(relu.bindings[3].function == "kernels::relu_in_place");
}

TEST_CASE("pairs, lists, optional numbers, half types and a type with its own trait work") {
    constexpr auto largest =
        api("f").takes(tensor("x")).on(pointers, fn<&kernels::largest>, "x").returns(output{}, output{nature::indices});
    auto frame = called(largest.bindings[0], {floats({3}, {1, 9, 4})});
    REQUIRE(frame.outputs.size() == 2);
    CHECK(frame.outputs[0].as<float>()[0] == 9);
    CHECK(frame.outputs[1].as<std::int64_t>()[0] == 1);

    constexpr auto total = api("f").takes(tensors("x"), real("scale").none_able()).on(pointers, fn<&kernels::total>, "x", "scale");
    std::vector<ndarray> const list{floats({2}, {1, 2}), floats({1}, {4})};
    CHECK(called(total.bindings[0], {list, none{}}).outputs[0].as<float>()[0] == 7);
    CHECK(called(total.bindings[0], {list, 2.0}).outputs[0].as<float>()[0] == 14);

    constexpr auto halves = api("f").takes(tensor("a"), tensor("b")).on(pointers, fn<&kernels::half_sum>, "a", "b");
    frame = called(halves.bindings[0], {floats({1}, {0.5f}, dtype::float16), floats({1}, {2}, dtype::float16)});
    CHECK(load(frame.outputs.at(0).view(), 0) == 2.5);

    constexpr auto doubled = api("f").takes(tensor("x")).on(pointers, fn<&other::doubled>, "x");
    static_assert(!doubled.first_fault);
    CHECK(called(doubled.bindings[0], {floats({2}, {1, 2}, dtype::float64)}).outputs[0].as<double>()[1] == 4);

    constexpr auto sum = api("f").takes(integers("x")).on(pointers, fn<&kernels::sum_of>, "x");
    CHECK(called(sum.bindings[0], {integer_list{{1, 2, 3}}}).outputs[0].as<std::int64_t>()[0] == 6);
    CHECK_FALSE(called(sum.bindings[0], {integer_list{{1, 1ll << 40}}}).failure.empty()); // does not fit an int
}

TEST_CASE("a lambda template is called with the element type of the first tensor") {
    constexpr auto negated = api("f").takes(tensor("x")).on(pointers, []<class T>(tensor_view<T const> x) { return -x[0]; }, "x");
    CHECK(called(negated.bindings[0], {floats({1}, {2})}).outputs[0].type() == dtype::float32);
    CHECK(called(negated.bindings[0], {floats({1}, {2}, dtype::float64)}).outputs[0].as<double>()[0] == -2);
    CHECK(called(negated.bindings[0], {floats({1}, {2}, dtype::int32)}).failure.find("int32") != std::string::npos);
}

TEST_CASE("what goes wrong in a call is told, not thrown") {
    constexpr auto status = api("f").takes(tensor("x")).on(pointers, fn<&kernels::failing>, "x", out_like("x"));
    CHECK(called(status.bindings[0], {floats({1}, {1})}).failure == "it returned 7");
    constexpr auto thrown = api("f").takes(real("x")).on(pointers, fn<&kernels::throwing>, "x");
    CHECK(called(thrown.bindings[0], {1.0}).failure == "no such number");
    CHECK_FALSE(called(relu.bindings[0], {floats({1}, {1}, dtype::float64)}).failure.empty());
    CHECK_FALSE(called(relu.bindings[0], {}).failure.empty());
}

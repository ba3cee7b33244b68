#include "../catch.hpp"

#include <xamt/framework/eigen_groups.hpp>
#include <xamt/groups/all.hpp>

#include <initializer_list>
#include <set>
#include <string>
#include <string_view>
#include <vector>

using namespace xamt;

namespace {

ndarray floats_of(shape dims, std::initializer_list<float> values) {
    ndarray t(dtype::float32, dims);
    std::copy(values.begin(), values.end(), t.as<float>().data);
    return t;
}

native_frame called(std::string_view group, std::vector<value> const& arguments) {
    std::vector<value const*> list;
    for (auto const& a : arguments) list.push_back(&a);
    for (auto const& c : groups::eigen_columns)
        if (c.group == group) {
            native_frame frame{list, c.how.list(), {}, {}};
            c.how.call(frame);
            return frame;
        }
    FAIL("no column for " << group);
    return {};
}

std::vector<float> result_of(std::string_view group, std::vector<value> const& arguments) {
    auto const frame = called(group, arguments);
    REQUIRE(frame.failure == "");
    REQUIRE(frame.outputs.size() == 1);
    auto const t = frame.outputs[0].as<float>();
    return {t.begin(), t.end()};
}

} // namespace

TEST_CASE("every Eigen column joins a group that ships, once, and leaves none of its required parameters out", "[framework]") {
    std::set<std::string_view> seen;
    for (auto const& c : groups::eigen_columns) {
        INFO(c.group);
        CHECK(seen.insert(c.group).second);
        auto const* g = groups::named(c.group);
        REQUIRE(g != nullptr);
        for (int p = 0; p < g->parameter_count; ++p) {
            parameter const& canonical = g->parameters[static_cast<std::size_t>(p)];
            bool bound = canonical.fallback.present() || canonical.may_be_none;
            for (auto const& i : c.how.list()) bound = bound || i.parameter == p;
            CHECK(bound);
        }
        for (auto const& b : g->columns()) CHECK_FALSE(b.on == fw::eigen);
    }
    CHECK(seen.size() >= 25);
}

TEST_CASE("an Eigen column computes on the tensor's elements and keeps its shape", "[framework]") {
    auto const frame = called("exp", {floats_of({2, 1}, {0.0F, 1.0F})});
    REQUIRE(frame.outputs.size() == 1);
    CHECK(frame.outputs[0].dims() == shape{2, 1});
    CHECK(frame.outputs[0].as<float>()[0] == 1.0F);
    CHECK(frame.outputs[0].as<float>()[1] == Approx(2.7182818F));
}

TEST_CASE("an Eigen column of two tensors broadcasts", "[framework]") {
    CHECK(result_of("subtract", {floats_of({2, 1}, {10, 20}), floats_of({3}, {1, 2, 3})}) == std::vector<float>{9, 8, 7, 19, 18, 17});
    CHECK(result_of("add", {floats_of({}, {1}), floats_of({2}, {1, 2})}) == std::vector<float>{2, 3});
}

TEST_CASE("an Eigen column takes empty tensors", "[framework]") {
    CHECK(result_of("tanh", {floats_of({0, 3}, {})}).empty());
    CHECK(result_of("add", {floats_of({0}, {}), floats_of({1}, {1})}).empty());
}

TEST_CASE("shapes that do not fit are a failure of the call, not of the program", "[framework]") {
    CHECK_FALSE(called("add", {floats_of({2}, {1, 2}), floats_of({3}, {1, 2, 3})}).failure.empty());
    CHECK_FALSE(called("matmul", {floats_of({1, 2}, {1, 2}), floats_of({1, 2}, {1, 2})}).failure.empty());
}

TEST_CASE("a dtype without a kernel is a failure of the call", "[framework]") {
    CHECK_FALSE(called("exp", {ndarray(dtype::float16, {2})}).failure.empty());
}

TEST_CASE("Eigen multiplies, inverts and factorises row-major matrices", "[framework]") {
    auto const a = floats_of({2, 2}, {4, 2, 2, 3});
    CHECK(result_of("matmul", {a, floats_of({2, 1}, {1, 10})}) == std::vector<float>{24, 32});
    CHECK(result_of("trace", {a}) == std::vector<float>{7});
    CHECK(result_of("det", {a})[0] == Approx(8.0F));
    auto const factor = result_of("cholesky", {a});
    CHECK(factor[0] == 2.0F);
    CHECK(factor[1] == 0.0F);
    CHECK(factor[2] == 1.0F);
    CHECK_FALSE(called("cholesky", {floats_of({2, 2}, {1, 2, 2, 1})}).failure.empty());
}

// Distances in ULP and classes of cells, at the edges of each format.
#include <tests/catch.hpp>
#include <xamt/compare/ulp.hpp>

#include <cmath>
#include <limits>

using namespace xamt;

namespace {
constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
} // namespace

static_assert(power_of_two(0) == 1 && power_of_two(-1074) == 0x1p-1074 && power_of_two(-1075) == 0 && power_of_two(1023) == 0x1p1023);
static_assert(class_of(1e-40, dtype::float32) == cell_class::subnormal && class_of(1e-40, dtype::float64) == cell_class::finite);
static_assert(class_of(-0.0, dtype::float32) == cell_class::negative_zero);
static_assert(largest(dtype::float16) == 65504 && smallest_normal(dtype::float16) == 0x1p-14 &&
              smallest_subnormal(dtype::float16) == 0x1p-24);
static_assert(largest(dtype::float64) == std::numeric_limits<double>::max());
static_assert(largest(dtype::float32) == std::numeric_limits<float>::max());
static_assert(ulp_at(1, dtype::float32) == 0x1p-23 && ulp_at(0, dtype::float32) == 0x1p-149 && ulp_at(-3, dtype::bfloat16) == 0x1p-6);

TEST_CASE("the constants of a format are those of the C++ type") {
    CHECK(smallest_normal(dtype::float32) == std::numeric_limits<float>::min());
    CHECK(smallest_subnormal(dtype::float32) == std::numeric_limits<float>::denorm_min());
    CHECK(largest(dtype::bfloat16) == static_cast<double>(widen(bfloat16{0x7f7f})));
    CHECK(unit_roundoff(dtype::float64) == std::numeric_limits<double>::epsilon() / 2);
}

TEST_CASE("the spacing at a number is the distance to its neighbour") {
    for (float x : {1.0f, 1.5f, 3e38f, 1e-38f, 1e-45f, 16777216.0f}) {
        double const next = std::nextafter(x, std::numeric_limits<float>::infinity());
        CHECK(ulp_at(x, dtype::float32) == Approx(std::isinf(next) ? 0x1p104 : next - static_cast<double>(x)).margin(0));
    }
    for (double x : {1.0, 1e-320, 1e308}) CHECK(ulp_at(x, dtype::float64) == std::nextafter(x, infinity) - x);
}

TEST_CASE("neighbours of a dtype lie one step apart, across binades, zero and the edge") {
    for (auto const& [a, b] : {std::pair{1.0f, std::nextafter(1.0f, 0.0f)}, std::pair{1.0f, std::nextafter(1.0f, 2.0f)},
                               std::pair{0.0f, 1e-45f}, std::pair{1.17549421e-38f, 1.17549435e-38f},
                               std::pair{std::numeric_limits<float>::max(), std::numeric_limits<float>::infinity()}})
        CHECK(ulp_distance(a, b, dtype::float32) == 1);
    CHECK(ulp_distance(-1e-45f, 1e-45f, dtype::float32) == 2);
    CHECK(ulp_distance(0.0, -0.0, dtype::float32) == 0);
    CHECK(ulp_distance(not_a_number, not_a_number, dtype::float32) == 0);
    CHECK(ulp_distance(not_a_number, 1, dtype::float32) == infinity);
    CHECK(ulp_distance(1, 2, dtype::float16) == 1024);
}

TEST_CASE("an error is measured in units of the reference, finer than the dtype") {
    CHECK(ulp_error(1, {1 + 0x1p-25, 0}, dtype::float32) == Approx(0.25));
    CHECK(ulp_error(1, {1, 0x1p-54}, dtype::float64) == Approx(0.25));
    CHECK(ulp_error(0, {0x1p-149, 0}, dtype::float32) == 1);
    CHECK(ulp_error(not_a_number, {1, 0}, dtype::float32) == infinity);
    CHECK(ulp_error(not_a_number, {not_a_number, 0}, dtype::float32) == 0);
    CHECK(ulp_error(3, {infinity, 0}, dtype::float32) == infinity);
    CHECK(ulp_error(-infinity, {infinity, 0}, dtype::float32) == infinity);
}

TEST_CASE("at the edge of the range infinity is the number after the largest") {
    double const most = largest(dtype::float32);
    CHECK(ulp_error(infinity, {most, 0}, dtype::float32) == 1);
    CHECK(ulp_error(most, {0x1p128, 0}, dtype::float32) == 1);
    CHECK(ulp_error(most, {1e39, 0}, dtype::float32) == 1);
    CHECK(ulp_error(infinity, {1e39, 0}, dtype::float32) == 0);
    CHECK(ulp_error(infinity, {most / 2, 0}, dtype::float32) > 1e6);
    CHECK(ulp_error(-infinity, {most, 0}, dtype::float32) == infinity);
    double const most64 = largest(dtype::float64);
    CHECK(ulp_error(infinity, {most64, 0}, dtype::float64) == 1);
    CHECK(ulp_error(65504, {65520, 0}, dtype::float16) == Approx(0.5));
    CHECK(rounds_to_infinity(65520, dtype::float16));
    CHECK_FALSE(rounds_to_infinity(65519, dtype::float16));
}

// The bounds as they are meant: errors of half of what is allowed are silent in a whole run, errors of twice as much are reported and
// blamed on the column that makes them.
#include <xamt/campaign/explore.hpp>
#include <xamt/compare/ulp.hpp>
#include <xamt/describe/each.hpp>
#include <xamt/groups/dtypes.hpp>

#include "../catch.hpp"

#include <cmath>
#include <concepts>

using namespace xamt;

namespace {

constexpr framework first{"first"}, second{"second"}, third{"third"}, planted{"planted"};

// Functions and their derivatives.
struct exponential {
    static double f(double x) { return std::exp(x); }
    static double slope(double x) { return std::exp(x); }
};
struct logarithm {
    static double f(double x) { return std::log(x); }
    static double slope(double x) { return 1 / x; }
};
struct hyperbolic_tangent {
    static double f(double x) { return std::tanh(x); }
    static double slope(double x) { return 1 / (std::cosh(x) * std::cosh(x)); }
};
struct arc_tangent {
    static double f(double x) { return std::atan(x); }
    static double slope(double x) { return 1 / (1 + x * x); }
};

/// f(x), off by a share of what is allowed there: 8 ULP, and 8 times what one ULP of the input changes (bound.hpp: elementary).
template <class Of, int Quarters> float off(float x) {
    double const y = Of::f(double{x});
    auto const near_the_edge = [](double v) { return !(std::fabs(v) > 1e-30 && std::fabs(v) < 1e30); };
    if (near_the_edge(y) || near_the_edge(double{x})) return static_cast<float>(y);
    double const unit = ulp_at(y, dtype::float32);
    double const allowed = 8 * unit + 8 * std::fabs(Of::slope(double{x})) * ulp_at(double{x}, dtype::float32);
    return static_cast<float>(y + Quarters / 4.0 * allowed);
}

template <class Of, int Quarters> constexpr auto four_columns(std::string_view name) {
    // In the wider type all are right: the error is one of float32.
    constexpr auto wide = each([](auto x) {
        if constexpr (sizeof(x) == sizeof(float))
            return static_cast<float>(Of::f(double{x}));
        else
            return Of::f(x);
    });
    constexpr auto wrong = each([](auto x) {
        if constexpr (sizeof(x) == sizeof(float))
            return off<Of, Quarters>(x);
        else
            return Of::f(x);
    });
    return api(name)
        .takes(tensor("x").of_types(groups::wide_floats))
        .elementwise()
        .elementary()
        .on(first, wide, "x")
        .on(second, wide, "x")
        .on(third, wide, "x")
        .on(planted, wrong, "x");
}

/// Whether anything is found; all that is must be the planted column's.
template <auto const& Api> bool found() {
    auto const e = explore<Api>(trials(20'000));
    for (auto const& f : e.report.findings) {
        INFO(f.sentence);
        CHECK(f.blamed == std::vector<std::string>{"planted"});
    }
    CHECK(e.report.groups.front().columns.size() == 4);
    return !e.report.findings.empty();
}

constexpr auto exp_half = four_columns<exponential, 2>("exp"), exp_twice = four_columns<exponential, 8>("exp");
constexpr auto log_half = four_columns<logarithm, 2>("log"), log_twice = four_columns<logarithm, 8>("log");
constexpr auto tanh_half = four_columns<hyperbolic_tangent, 2>("tanh"), tanh_twice = four_columns<hyperbolic_tangent, 8>("tanh");
constexpr auto atan_half = four_columns<arc_tangent, 2>("atan"), atan_twice = four_columns<arc_tangent, 8>("atan");

/// A sum of float32 kept in double, off by a share of what is allowed: 4 ULP and n u sum|x|, and for the larger error also what moving
/// every term by some of its ULP changes.
template <int Quarters> ndarray sum_off(tensor_view<float const> x) {
    double sum = 0, sizes = 0, steps = 0;
    auto const n = static_cast<double>(x.size());
    for (std::int64_t i = 0; i < x.size(); ++i) {
        sum += x.data[i];
        sizes += std::fabs(x.data[i]);
        steps += ulp_at(double{x.data[i]}, dtype::float32);
    }
    double allowed = 4 * ulp_at(sum, dtype::float32) + n * 0x1p-24 * sizes;
    if (Quarters > 4) allowed += (std::max)(4.0, std::sqrt(n)) * steps;
    ndarray total(dtype::float32, shape{});
    total.as<float>()[0] = static_cast<float>(sum + Quarters / 4.0 * allowed);
    return total;
}
ndarray sum_wide(tensor_view<double const> x) {
    long double sum = 0;
    for (std::int64_t i = 0; i < x.size(); ++i) sum += x.data[i];
    ndarray total(dtype::float64, shape{});
    total.as<double>()[0] = static_cast<double>(sum);
    return total;
}
template <int Quarters> struct row_sum {
    template <std::floating_point T> ndarray operator()(tensor_view<T const> x) const {
        if constexpr (sizeof(T) == sizeof(float))
            return sum_off<Quarters>(x);
        else
            return sum_wide(x);
    }
};
template <int Quarters> constexpr auto four_sums() {
    return api("row_sum")
        .takes(tensor("x").of_types(groups::wide_floats).dims("n").between(-1000, 1000))
        .accumulates("n")
        .on(first, row_sum<0>{}, "x")
        .on(second, row_sum<0>{}, "x")
        .on(third, row_sum<0>{}, "x")
        .on(planted, row_sum<Quarters>{}, "x");
}
constexpr auto sum_half = four_sums<2>(), sum_twice = four_sums<8>();

} // namespace

TEST_CASE("errors of half of what elementary functions are allowed are silent") {
    CHECK_FALSE(found<exp_half>());
    CHECK_FALSE(found<log_half>());
    CHECK_FALSE(found<tanh_half>());
    CHECK_FALSE(found<atan_half>());
}

TEST_CASE("errors of twice of what elementary functions are allowed are reported") {
    CHECK(found<exp_twice>());
    CHECK(found<log_twice>());
    CHECK(found<tanh_twice>());
    CHECK(found<atan_twice>());
}

TEST_CASE("the same holds of sums") {
    CHECK_FALSE(found<sum_half>());
    CHECK(found<sum_twice>());
}

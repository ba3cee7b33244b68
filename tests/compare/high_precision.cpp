// The last judge against values computed elsewhere, at infinity, and where it must stay silent. Needs MPFR.
#include "known_values_table.hpp"

#include <tests/catch.hpp>
#include <xamt/compare/high_precision.hpp>

#include <cmath>
#include <limits>
#include <vector>

using namespace xamt;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

ndarray scalar(double x) {
    ndarray t(dtype::float64, shape{1});
    t.as<double>()[0] = x;
    return t;
}

std::optional<precise> at(std::string_view name, std::vector<double> const& x) {
    std::vector<value> arguments;
    for (double v : x) arguments.push_back(scalar(v));
    return evaluate_precisely(name, arguments, 0);
}

} // namespace

TEST_CASE("the last judge agrees with mpmath to the last bit of a pair of doubles") {
    for (auto const& k : known_values) {
        INFO(k.name << " at " << k.at[0] << ", " << k.at[1] << ", " << k.at[2]);
        auto const y = at(k.name, {k.at[0], k.at[1], k.at[2]});
        REQUIRE(y.has_value());
        CHECK(y->high == k.high);
        CHECK(y->low == Approx(k.low).epsilon(1e-9).margin(0));
    }
}

TEST_CASE("every function of the table is tried at least once or is a single operation of MPFR") {
    for (auto const& f : high::function_table) {
        INFO(f.name);
        bool const tried = std::any_of(std::begin(known_values), std::end(known_values), [&](auto const& k) { return k.name == f.name; });
        bool const single = f.name == "add" || f.name == "subtract" || f.name == "multiply" || f.name == "divide" || f.name == "log" ||
                            f.name == "log10" || f.name == "log1p" || f.name == "log2" || f.name == "sin" || f.name == "sqrt" ||
                            f.name == "square" || f.name == "reciprocal" || f.name == "rad2deg";
        CHECK((tried || single));
    }
}

TEST_CASE("limits at infinity are known where everybody would agree on them") {
    struct limit {
        std::string_view name;
        std::vector<double> at;
        double right;
    };
    for (auto const& l : std::vector<limit>{{"gelu", {-infinity, 0}, 0},
                                            {"beta", {-1, 1}, -1},
                                            {"beta", {-2, 1}, -0.5},
                                            {"zeta", {infinity, 2}, 0},
                                            {"zeta", {3.4e38, 2}, 0},
                                            {"gelu", {-infinity, 1}, 0},
                                            {"gelu", {infinity, 0}, infinity},
                                            {"silu", {-infinity}, 0},
                                            {"mish", {-infinity}, 0},
                                            {"hard_swish", {-infinity}, 0},
                                            {"hard_swish", {infinity}, infinity},
                                            {"softplus", {-infinity, 1}, 0},
                                            {"squareplus", {-infinity, 4}, 0},
                                            {"tanh_shrink", {-infinity}, -infinity},
                                            {"erf", {-infinity}, -1},
                                            {"ndtr", {-infinity}, 0},
                                            {"log_ndtr", {-infinity}, -infinity},
                                            {"i0", {infinity}, infinity},
                                            {"i0e", {-infinity}, 0},
                                            {"zeta", {2, infinity}, 0},
                                            {"hypot", {infinity, -infinity}, infinity},
                                            {"selu", {infinity}, infinity},
                                            {"log_sigmoid", {infinity}, 0},
                                            {"logaddexp", {infinity, infinity}, infinity},
                                            {"logaddexp", {-infinity, 3}, 3},
                                            {"sinh", {-infinity}, -infinity},
                                            {"bessel_k0", {infinity}, 0}}) {
        INFO(l.name << " at " << l.at[0]);
        auto const y = at(l.name, l.at);
        REQUIRE(y.has_value());
        CHECK(y->high == l.right);
    }
}

TEST_CASE("the last judge stays silent at poles of either sign, at NaN, outside the domain and for names that it does not know") {
    CHECK_FALSE(at("digamma", {-1}).has_value());
    CHECK_FALSE(at("gamma", {-3}).has_value());
    CHECK_FALSE(at("gamma", {-infinity}).has_value());
    CHECK_FALSE(at("polygamma", {-1e10, 1}).has_value());
    CHECK_FALSE(at("log", {-1}).has_value());
    CHECK_FALSE(at("sin", {infinity}).has_value());
    CHECK_FALSE(at("bessel_j0", {infinity}).has_value());
    CHECK_FALSE(at("igamma", {0, 1}).has_value());
    CHECK_FALSE(at("zeta", {0, 0}).has_value());
    CHECK_FALSE(at("exp", {std::nan("")}).has_value());
    CHECK_FALSE(at("nothing_of_that_name", {1}).has_value());
}

TEST_CASE("arguments are broadcast as the frameworks do") {
    ndarray x(dtype::float32, {2, 1}), y(dtype::float32, {3});
    for (int i = 0; i < 2; ++i) x.as<float>()[i] = static_cast<float>(i + 1);
    for (int i = 0; i < 3; ++i) y.as<float>()[i] = static_cast<float>(10 * (i + 1));
    std::vector<value> const arguments{x, y};
    CHECK(evaluate_precisely("multiply", arguments, 0)->high == 10);
    CHECK(evaluate_precisely("multiply", arguments, 2)->high == 30);
    CHECK(evaluate_precisely("multiply", arguments, 4)->high == 40);
}

TEST_CASE("numbers and flags count in their places") {
    CHECK(evaluate_precisely("gelu", std::vector<value>{scalar(1), true}, 0)->high !=
          evaluate_precisely("gelu", std::vector<value>{scalar(1), false}, 0)->high);
    CHECK(evaluate_precisely("polygamma", std::vector<value>{scalar(0.88132), std::int64_t{1}}, 0)->high == Approx(1.98409527541319));
}

TEST_CASE("functions of rows do not overflow on the way") {
    auto const row = [](std::vector<double> const& x) {
        ndarray t(dtype::float32, shape{static_cast<std::int64_t>(x.size())});
        for (std::size_t i = 0; i < x.size(); ++i) store(t, static_cast<std::int64_t>(i), x[i]);
        return t;
    };
    auto const last = value(std::int64_t{-1});
    auto const high = [](std::string_view name, std::vector<value> arguments, std::int64_t element = 0) {
        auto const y = evaluate_precisely(name, arguments, element);
        REQUIRE(y.has_value());
        return y->high;
    };
    CHECK(high("norm", {row({1e30, 1e30}), last, false}) == Approx(1.4142135e30));
    CHECK(high("vector_norm", {row({3, -4}), last, std::int64_t{1}, false}) == 7);
    CHECK(high("trapezoid", {row({3e38, 3e38}), 1.0, last}) == Approx(3e38));
    CHECK(high("median", {row({3e38, 3e38}), last, false}) == Approx(3e38));
    CHECK(high("median", {row({1, 4, 2, 3}), last, false}) == 2.5);
    CHECK(high("quantile", {row({-3e38, 3e38}), 0.5, last, false, std::string("linear")}) == 0);
    CHECK(high("quantile", {row({0, infinity, infinity}), 0.75, last, false}) == infinity);
    CHECK(high("quantile", {row({1, 2, infinity}), 1.0, last, false}) == infinity);
    CHECK(high("linspace", {-3e38, 3e38, std::int64_t{5}}, 1) == Approx(-1.5e38));
    CHECK(high("softmax", {row({0, -200}), last}, 1) == Approx(std::exp(-200)));
    CHECK(high("logsumexp", {row({1000, 1000}), none{}, false}) == Approx(1000 + std::log(2)));
    ndarray table(dtype::float32, {2, 2});
    for (int i = 0; i < 4; ++i) table.as<float>()[i] = static_cast<float>(i + 1);
    CHECK(high("logsumexp", {table, integer_list{{0}}, true}, 1) == Approx(std::log(std::exp(2.0) + std::exp(4.0))));
    CHECK(high("standardize", {row({1e30, 2e30, 3e30, 4e30}), row({0, 0, 0, 0}), 1e-5}, 0) == Approx(-1.3416408));
    ndarray pair(dtype::float32, {1, 2});
    pair.as<float>()[0] = pair.as<float>()[1] = 1e30f;
    CHECK(high("cosine_similarity", {pair, pair}) == 1);
    CHECK_FALSE(evaluate_precisely("softmax", std::vector<value>{row({0, infinity}), last}, 0).has_value());
}

// What holds by definition: judged whatever the columns say, and however many of them.
#include "fake_columns.hpp"

#include <tests/catch.hpp>
#include <xamt/compare/high_precision.hpp>
#include <xamt/compare/judge.hpp>

#include <array>
#include <cmath>
#include <limits>

using namespace xamt;
using fake::on;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

fake::implementation says(dtype type, std::vector<double> cells) {
    return [=](std::vector<value> const&, dtype) {
        return fake::gives(fake::tensor(type, shape{static_cast<std::int64_t>(cells.size())}, cells));
    };
}
fake::implementation raises() {
    return [](std::vector<value> const&, dtype) { return fake::ends(ending::error, "ValueError", "no"); };
}

/// The verdicts that are findings.
std::vector<verdict> findings(api_description const& a, fake::table& t, trial const& of, oracle_options options = {}) {
    std::vector<verdict> found;
    auto const outcomes = t.outcomes(of);
    for (auto& v : judge(a, of, t.columns, outcomes, t, options))
        if (v.is_finding()) found.push_back(std::move(v));
    return found;
}

constexpr auto shrink = api("soft_shrink").takes(tensor("x").floating()).correctly_rounded().elementwise();
constexpr auto polynomial = api("legendre_p").takes(tensor("x").floating(), integer("degree")).elementary().elementwise();
constexpr auto step_of = api("heaviside").takes(tensor("x").floating(), tensor("y")).correctly_rounded().elementwise();
constexpr auto replace_nan = api("nan_to_num").takes(tensor("x").floating()).exact().elementwise();
constexpr auto remainder_of = api("remainder").takes(tensor("x").floating(), tensor("y")).correctly_rounded().elementwise();
constexpr auto gcd_of = api("gcd").takes(tensor("x").integral(), tensor("y")).exact().elementwise();
constexpr auto variance_of = api("var").takes(tensor("x").floating(), axes("axis").none_able(), integer("correction")).accumulates();

} // namespace

TEST_CASE("a function of one number hands on NaN, even if every column drops it") {
    fake::table t;
    t.with({fw::tensorflow}, says(dtype::float32, {0, 1})).with({fw::jax}, says(dtype::float32, {0, 1}));
    auto const found = findings(shrink, t, on(dtype::float32, {fake::vector(dtype::float32, {not_a_number, 2})}));
    REQUIRE(found.size() == 1);
    CHECK(found[0].is == judgement::nan);
    CHECK(found[0].blamed == column_set::all(2));
    CHECK(found[0].family == "nan-drop");
    CHECK(found[0].judged);
}

TEST_CASE("what is there to replace NaN may do so") {
    fake::table t;
    t.with({fw::tensorflow}, says(dtype::float32, {0, 1})).with({fw::jax}, says(dtype::float32, {0, 1}));
    CHECK(findings(replace_nan, t, on(dtype::float32, {fake::vector(dtype::float32, {not_a_number, 1})})).empty());
}

TEST_CASE("a polynomial hands on NaN, but for a constant one") {
    for (std::int64_t degree : {0, 1}) {
        fake::table t;
        t.with({fw::torch}, says(dtype::float32, {1, 1})).with({fw::numpy}, says(dtype::float32, {degree == 0 ? not_a_number : 1, 1}));
        auto const found = findings(polynomial, t, on(dtype::float32, {fake::vector(dtype::float32, {not_a_number, 1}), degree}));
        CHECK(found.size() == static_cast<std::size_t>(degree));
    }
}

TEST_CASE("two independent columns that hand on a NaN are not outvoted, one alone is") {
    for (bool alone : {false, true}) {
        fake::table t;
        t.with({fw::torch}, says(dtype::float64, {0, 1}))
            .with({fw::tensorflow}, says(dtype::float64, {0, 1}))
            .with({fw::keras["tensorflow"]}, says(dtype::float64, {0, 1}))
            .with({fw::chainer}, says(dtype::float64, {0, 1}))
            .with({fw::jax}, says(dtype::float64, {not_a_number, 1}));
        if (!alone) t.with({fw::eigen}, says(dtype::float64, {0, 1})).with({fw::numpy}, says(dtype::float64, {not_a_number, 1}));
        auto const found = findings(
            step_of, t, on(dtype::float64, {fake::vector(dtype::float64, {not_a_number, 2}), fake::vector(dtype::float64, {0, 0})}));
        CHECK(found.size() == (alone ? 1u : 0u));
        for (auto const& v : found) CHECK(v.blamed == column_set::only(4));
    }
}

TEST_CASE("a remainder of zero has the sign of the divisor") {
    fake::table t;
    t.with({fw::torch}, says(dtype::float32, {-0.0, 0.0})).with({fw::numpy}, says(dtype::float32, {0.0, -0.0}));
    auto const found =
        findings(remainder_of, t, on(dtype::float32, {fake::vector(dtype::float32, {-4, 4}), fake::vector(dtype::float32, {2, -2})}));
    REQUIRE(found.size() == 1);
    CHECK(found[0].is == judgement::sign_of_zero);
    CHECK(found[0].blamed == column_set::only(0));
}

TEST_CASE("a greatest common divisor is not negative, and whole numbers have no subnormals to excuse it") {
    fake::table t;
    t.with({fw::torch}, says(dtype::int32, {-2})).with({fw::numpy}, says(dtype::int32, {2}));
    auto const found =
        findings(gcd_of, t, on(dtype::int32, {fake::vector(dtype::int32, {-2147483648.0}), fake::vector(dtype::int32, {6})}));
    REQUIRE(found.size() == 1);
    CHECK(found[0].blamed == column_set::only(0));
}

TEST_CASE("a spread with nothing left to divide by is NaN, whatever the majority divides") {
    fake::table t;
    t.with({fw::torch}, says(dtype::float32, {infinity}))
        .with({fw::numpy}, says(dtype::float32, {infinity}))
        .with({fw::jax}, says(dtype::float32, {not_a_number}));
    auto const found = findings(variance_of, t, on(dtype::float32, {fake::vector(dtype::float32, {1, 2}), none{}, std::int64_t{2}}));
    REQUIRE(found.size() == 1);
    CHECK(found[0].blamed == (column_set::only(0) | column_set::only(1)));
}

TEST_CASE("backends of Keras that agree among themselves are one witness, and none beside their own library") {
    std::array const columns{column{fw::torch}, column{fw::keras["tensorflow"]}, column{fw::keras["jax"]}, column{fw::keras["torch"]}};
    witnesses const w(columns, true);
    CHECK(w.count(column_set::only(1) | column_set::only(2)) == 1);
    CHECK(w.count(column_set::only(0) | column_set::only(3)) == 1);
    CHECK(w.count(column_set::all(4)) == 2);
    CHECK_FALSE(w.carries(column_set::only(1) | column_set::only(2), column_set::all(4)));
}

TEST_CASE("one column alone is held against the last judge") {
    constexpr auto exponential = api("exp").takes(tensor("x").floating()).elementary().elementwise();
    oracle_options options;
    options.last_judge = &evaluate_precisely;
    fake::table right, wrong;
    right.with({fw::jax}, says(dtype::float32, {1}));
    wrong.with({fw::jax}, says(dtype::float32, {1.001}));
    auto const of = on(dtype::float32, {fake::vector(dtype::float32, {0})});
    CHECK(findings(exponential, right, of, options).empty());
    CHECK(findings(exponential, wrong, of, options).size() == 1);
    CHECK(findings(exponential, wrong, of).empty());
}

TEST_CASE("an empty result for arguments that most reject is a finding") {
    constexpr auto repeated = api("repeat").takes(tensor("x").floating(), integer("repeats")).exact();
    fake::table t;
    t.with({fw::tensorflow}, says(dtype::float32, {})).with({fw::torch}, raises()).with({fw::numpy}, raises());
    auto const found = findings(repeated, t, on(dtype::float32, {fake::vector(dtype::float32, {1, 2}), std::int64_t{1} << 62}));
    REQUIRE(found.size() == 1);
    CHECK(found[0].is == judgement::error);
    CHECK(found[0].blamed == column_set::only(0));
    CHECK(found[0].family == "arg-crash");
}

TEST_CASE("a number of the wrong sign that is accepted and breaks the result is a finding, one in an unusual range is not") {
    constexpr auto scaled = api("celu").takes(tensor("x").floating(), real("alpha").between(0.1, 10)).elementary().elementwise();
    auto const with = [](double alpha) { return on(dtype::float32, {fake::vector(dtype::float32, {-1}), alpha}); };
    fake::table t;
    t.with({fw::jax}, says(dtype::float32, {not_a_number})).with({fw::torch}, raises());
    CHECK(findings(scaled, t, with(0)).size() == 1);
    CHECK(findings(scaled, t, with(50)).empty());
}

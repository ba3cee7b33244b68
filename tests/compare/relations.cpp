// Relations inside one framework: what breaks them is found without a second framework, what rounding explains is not.
#include "fake_columns.hpp"

#include <tests/catch.hpp>
#include <xamt/compare/judge.hpp>

#include <cmath>
#include <map>
#include <string>

using namespace xamt;
using fake::on;

namespace {

/// Columns that know a second API.
struct family_table : fake::table {
    api_description const* second = nullptr;
    fake::table of_second;

    api_description const* sibling(std::string_view name) const { return second != nullptr && second->name == name ? second : nullptr; }
    std::vector<outcome> run_sibling(api_description const&, std::vector<value> const& arguments, column_set wanted) {
        return of_second.run(arguments, dtype::float32, wanted);
    }
};
static_assert(SiblingEvaluator<family_table>);
static_assert(!SiblingEvaluator<fake::table>);

/// One column, torch, with its own API and the sibling.
family_table one_column(fake::implementation own, api_description const& sibling, fake::implementation theirs) {
    family_table t;
    t.with({fw::torch}, std::move(own));
    t.second = &sibling;
    t.of_second.with({fw::torch}, std::move(theirs));
    return t;
}

template <class Table> std::vector<verdict> findings(api_description const& a, Table& t, trial const& of, oracle_options options = {}) {
    std::vector<verdict> found;
    auto const outcomes = t.outcomes(of);
    for (auto& v : judge(a, of, t.columns, outcomes, t, options))
        if (v.is_finding()) found.push_back(std::move(v));
    return found;
}
/// The only judge needed: any that makes the oracle look at a single column.
std::optional<precise> knows_nothing(std::string_view, std::span<value const>, std::int64_t) { return std::nullopt; }
constexpr oracle_options alone{.last_judge = &knows_nothing};

constexpr auto upper = api("upper").takes(tensor("x").floating()).special().elementwise().satisfies(invariant::complement_of("lower"));
constexpr auto lower = api("lower").takes(tensor("x").floating()).special().elementwise();
constexpr auto share = api("share").takes(tensor("x").floating()).elementary().elementwise().satisfies(invariant::between(0, 1));
constexpr auto rest =
    api("rest").takes(tensor("x").floating(), tensor("y")).correctly_rounded().elementwise().satisfies(invariant::remainder());
constexpr auto deviation = api("deviation")
                               .takes(tensor("x").floating(), axis("axis"))
                               .accumulates()
                               .satisfies(invariant::at_least(0), invariant::root_of("spread"));
constexpr auto dispersion = api("spread").takes(tensor("x").floating(), axes("axis")).accumulates();
constexpr auto order = api("order")
                           .takes(tensor("x").floating(), axis("axis").by_default(-1))
                           .returns(output{nature::indices})
                           .exact()
                           .satisfies(invariant::positions_of("ascending"));
constexpr auto ascending = api("ascending").takes(tensor("x").floating(), axis("axis").by_default(-1)).exact();
constexpr auto quotient =
    api("quotient").takes(tensor("x").integral(), tensor("y")).exact().elementwise().satisfies(invariant::quotient_beside("left"));
constexpr auto left = api("left").takes(tensor("x").integral(), tensor("y")).exact().elementwise();
constexpr auto inverse_of = api("inverse_of").takes(tensor("a").floating().dims("nn")).linear_algebra().satisfies(invariant::inverse());
constexpr auto solution_of =
    api("solution_of").takes(tensor("a").floating().dims("nn"), tensor("b").dims("nk")).linear_algebra().satisfies(invariant::solution());
constexpr auto factor_of = api("factor_of").takes(tensor("a").floating().dims("nn")).linear_algebra().satisfies(invariant::factor());

double upper_tail(double x) { return std::erfc(x); }
double lower_part(double x) { return std::erf(x); }

fake::implementation variance_with(double divide_by) {
    return fake::reduction([=](std::vector<double> const& x, dtype) {
        double mean = 0, sum = 0;
        for (double v : x) mean += v / static_cast<double>(x.size());
        for (double v : x) sum += (v - mean) * (v - mean);
        return sum / (static_cast<double>(x.size()) - divide_by);
    });
}
fake::implementation deviation_with(double divide_by) {
    return [=](std::vector<value> const& arguments, dtype type) {
        auto o = variance_with(divide_by)(arguments, type);
        ndarray& t = o.outputs[0];
        store(t, 0, std::sqrt(load(t.view(), 0)));
        return o;
    };
}
fake::implementation says(dtype type, shape dims, std::vector<double> cells) {
    return [=](std::vector<value> const&, dtype) { return fake::gives(fake::tensor(type, dims, cells)); };
}

} // namespace

TEST_CASE("two halves of one are checked against each other, without another framework") {
    auto const x = on(dtype::float32, {fake::vector(dtype::float32, {0.25, 1, 2.5})});
    SECTION("both right: nothing is said") {
        auto t = one_column(fake::elementwise(upper_tail), lower, fake::elementwise(lower_part));
        CHECK(findings(upper, t, x, alone).empty());
    }
    SECTION("the API itself wrong, in every type") {
        auto t = one_column(fake::elementwise([](double v) { return v > 2 ? 2 * std::erfc(v) + 1e-3 : std::erfc(v); }), lower,
                            fake::elementwise(lower_part));
        auto const found = findings(upper, t, x, alone);
        REQUIRE(found.size() == 1);
        CHECK(found[0].is == judgement::relation); // nothing tells which of both is wrong
        CHECK(found[0].element == 2);
        CHECK(found[0].blamed == column_set::only(0));
        CHECK(found[0].sentence.find("upper + lower = 1") != std::string::npos);
    }
    SECTION("NaN on one side") {
        auto t = one_column(fake::elementwise([](double v) { return v > 2 ? std::nan("") : std::erfc(v); }), lower,
                            fake::elementwise(lower_part));
        CHECK(findings(upper, t, x, alone).size() == 1);
    }
    SECTION("the sibling wrong in one precision: its own trials say so") {
        auto t =
            one_column(fake::elementwise(upper_tail), lower,
                       fake::elementwise([](double v, dtype d) { return d == dtype::float32 ? lower_part(v) * 0.99 : lower_part(v); }));
        t.of_second.implementations[0] = [](std::vector<value> const& arguments, dtype) {
            auto const type = std::get<ndarray>(arguments[0]).type();
            return fake::elementwise([=](double v) { return type == dtype::float32 ? lower_part(v) * 0.99 : lower_part(v); })(arguments,
                                                                                                                              type);
        };
        CHECK(findings(upper, t, x, alone).empty());
    }
}

TEST_CASE("what one ULP of the input changes is not held against a relation") {
    // Both sides lose everything to a large argument, each in its own way.
    auto const noisy = [](double shift) {
        return fake::elementwise([=](double v, dtype d) { return d == dtype::float32 ? std::sin(v + shift) : std::sin(v); });
    };
    auto t = one_column(noisy(0.5), lower, [](std::vector<value> const& arguments, dtype) {
        return fake::elementwise([](double v) { return 1 - std::sin(v); })(arguments, dtype::float32);
    });
    CHECK(findings(upper, t, on(dtype::float32, {fake::vector(dtype::float32, {1e9})}), alone).empty());
    CHECK(findings(upper, t, on(dtype::float32, {fake::vector(dtype::float32, {3})}), alone).size() == 1);
}

TEST_CASE("a result outside its range") {
    fake::table t;
    t.with({fw::torch}, says(dtype::float32, {3}, {0.5, 1 + 0x1p-23, 1.25}));
    auto const found = findings(share, t, on(dtype::float32, {fake::vector(dtype::float32, {1, 2, 3})}), alone);
    REQUIRE(found.size() == 1);
    CHECK(found[0].is == judgement::value);
    CHECK(found[0].element == 2);
    CHECK(found[0].expected == "a number from 0 to 1");
    fake::table rounded;
    rounded.with({fw::torch}, says(dtype::float32, {2}, {1 + 0x1p-23, 0}));
    CHECK(findings(share, rounded, on(dtype::float32, {fake::vector(dtype::float32, {1, 2})}), alone).empty());
}

TEST_CASE("a remainder is nearer to zero than its divisor, and on its side") {
    auto const of = on(dtype::float32, {fake::vector(dtype::float32, {7, -7, 7}), fake::vector(dtype::float32, {4, 4, -4})});
    auto const found = [&](std::vector<double> cells) {
        fake::table t;
        t.with({fw::numpy}, says(dtype::float32, {3}, std::move(cells)));
        return findings(rest, t, of, alone).size();
    };
    CHECK(found({3, 1, -1}) == 0);
    CHECK(found({3, -3, -1}) == 1);
    CHECK(found({7, 1, -1}) == 1);
}

TEST_CASE("a deviation is the root of its variance: an axis becomes a list of one") {
    auto const x = on(dtype::float32, {fake::vector(dtype::float32, {1, 2, 4, 8}), std::int64_t{0}});
    auto good = one_column(deviation_with(0), dispersion, variance_with(0));
    CHECK(findings(deviation, good, x, alone).empty());
    auto bad = one_column(deviation_with(1), dispersion, variance_with(0));
    auto const found = findings(deviation, bad, x, alone);
    REQUIRE(found.size() == 1);
    CHECK(found[0].sentence.find("deviation^2 = spread") != std::string::npos);
    auto negative = one_column(says(dtype::float32, {}, {-0.5}), dispersion, variance_with(0));
    CHECK_FALSE(findings(deviation, negative, x, alone).empty());
}

TEST_CASE("positions name what sorting gives") {
    auto const x = on(dtype::float32, {fake::vector(dtype::float32, {3, 1, 2}), std::int64_t{-1}});
    auto const sorted = says(dtype::float32, {3}, {1, 2, 3});
    auto good = one_column(says(dtype::int64, {3}, {1, 2, 0}), ascending, sorted);
    CHECK(findings(order, good, x, alone).empty());
    auto bad = one_column(says(dtype::int64, {3}, {1, 0, 2}), ascending, sorted);
    auto const found = findings(order, bad, x, alone);
    REQUIRE(found.size() == 1);
    CHECK(found[0].element == 1);
    auto outside = one_column(says(dtype::int64, {3}, {1, 2, 7}), ascending, sorted);
    CHECK(findings(order, outside, x, alone).size() == 1);
}

TEST_CASE("quotient, divisor and remainder make the dividend again") {
    auto const of = on(dtype::int32, {fake::vector(dtype::int32, {7, -7, 9, -2147483648.0}), fake::vector(dtype::int32, {2, 2, 0, -1})});
    auto const remainders = says(dtype::int32, {4}, {1, 1, 5, 0});
    auto good = one_column(says(dtype::int32, {4}, {3, -4, 0, -2147483648.0}), left, remainders);
    CHECK(findings(quotient, good, of, alone).empty());
    auto bad = one_column(says(dtype::int32, {4}, {3, -3, 0, 0}), left, remainders);
    auto const found = findings(quotient, bad, of, alone);
    REQUIRE(found.size() == 1);
    CHECK(found[0].element == 1);
}

TEST_CASE("matrix equations leave nothing over but rounding") {
    auto const a = fake::tensor(dtype::float32, {2, 2}, {4, 1, 1, 3});
    auto const inverse = on(dtype::float32, {a});
    auto const of_inverse = [&](double corner) {
        fake::table t;
        t.with({fw::jax}, says(dtype::float32, {2, 2}, {3.0 / 11, -1.0 / 11, -1.0 / 11, corner}));
        return findings(inverse_of, t, inverse, alone).size();
    };
    CHECK(of_inverse(4.0 / 11) == 0);
    CHECK(of_inverse(4.01 / 11) == 1);
    auto const of_solution = [&](double last) {
        fake::table t;
        t.with({fw::jax}, says(dtype::float32, {2, 1}, {1, last}));
        return findings(solution_of, t, on(dtype::float32, {a, fake::tensor(dtype::float32, {2, 1}, {6, 7})}), alone).size();
    };
    CHECK(of_solution(2) == 0);
    CHECK(of_solution(2.001) == 1);
    auto const of_factor = [&](double below) {
        fake::table t;
        t.with({fw::jax}, says(dtype::float32, {2, 2}, {2, 0, below, std::sqrt(2.75)}));
        return findings(factor_of, t, inverse, alone).size();
    };
    CHECK(of_factor(0.5) == 0);
    CHECK(of_factor(0.51) == 1);
}

TEST_CASE("a column that was found wrong before is not blamed by a relation once more") {
    fake::table t;
    auto const right = fake::elementwise([](double) { return 0.5; });
    t.with({fw::torch}, fake::elementwise([](double) { return 1.5; }))
        .with({fw::jax}, right)
        .with({fw::numpy}, right)
        .with({fw::tensorflow}, right);
    auto const found = findings(share, t, on(dtype::float32, {fake::vector(dtype::float32, {1})}));
    REQUIRE(found.size() == 1);
    CHECK(found[0].is == judgement::value);
}

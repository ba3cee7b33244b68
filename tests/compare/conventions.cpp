// Differences that must not be reported: each kind stays silent by default, and is seen under its name when asked for.
#include "fake_columns.hpp"

#include <tests/catch.hpp>
#include <xamt/compare/judge.hpp>

#include <cmath>
#include <limits>
#include <string_view>

using namespace xamt;
using fake::on;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

/// Columns whose outcome is written down, whatever they are asked.
fake::implementation says(dtype type, shape dims, std::vector<double> cells) {
    return [=](std::vector<value> const&, dtype) { return fake::gives(fake::tensor(type, dims, cells)); };
}
fake::implementation says(std::vector<double> const& cells) {
    return says(dtype::float32, {static_cast<std::int64_t>(cells.size())}, cells);
}
fake::implementation raises(std::string type) {
    return [=](std::vector<value> const&, dtype) { return fake::ends(ending::error, type, "no"); };
}
/// The same in the wide type, something else in the trial's own.
fake::implementation in_float32(std::vector<double> const& cells, std::function<double(double)> wide) {
    return [=](std::vector<value> const& a, dtype type) {
        return type == dtype::float32 ? says(cells)(a, type) : fake::elementwise(wide)(a, type);
    };
}

/// No finding; and all verdicts but those that are merely listed carry the policy.
void silent_by(policy_id expected, api_description const& a, fake::table& t, trial const& of) {
    auto const outcomes = t.outcomes(of);
    auto const all = judge(a, of, t.columns, outcomes, t);
    bool seen = expected == policy_id::none;
    for (auto const& v : all) {
        INFO(v.sentence);
        CHECK_FALSE(v.is_finding());
        seen = seen || v.suppressed_by == expected;
    }
    INFO("visible under --strict as " << name_of(expected));
    CHECK(seen);
}

} // namespace

TEST_CASE("every convention has a name, a reason and a source, and names are unique") {
    for (auto const& p : policies()) {
        CHECK_FALSE(p.name.empty());
        CHECK(p.reason.size() > 20);
        CHECK(p.source.size() > 5);
        for (auto const& q : policies()) CHECK((p.id == q.id || p.name != q.name));
    }
}

TEST_CASE("kinds of exceptions are not compared") {
    constexpr auto sum = api("sum").takes(tensor("x").floating(), axis("axis")).accumulates();
    fake::table t;
    t.with({fw::torch}, raises("IndexError")).with({fw::tensorflow}, raises("InvalidArgumentError")).with({fw::jax}, raises("ValueError"));
    auto const of = on(dtype::float32, {fake::vector(dtype::float32, {1, 2}), std::int64_t{5}});
    auto const outcomes = t.outcomes(of);
    CHECK(judge(sum, of, t.columns, outcomes, t).empty());
}

TEST_CASE("an index out of range may raise, clamp or fill") {
    constexpr auto take =
        api("take").takes(tensor("x").floating(), tensor("i").only(dtype::int64).indices_into("x", "axis"), axis("axis")).exact();
    fake::table t;
    t.with({fw::torch}, raises("IndexError"))
        .with({fw::tensorflow}, says({0}))
        .with({fw::jax}, says({not_a_number}))
        .with({fw::numpy}, says({3}));
    silent_by(policy_id::index_range, take, t,
              on(dtype::float32, {fake::vector(dtype::float32, {1, 2, 3}), fake::vector(dtype::int64, {7}), std::int64_t{0}}));
}

TEST_CASE("float32 results of a special function that differ in the last places agree") {
    constexpr auto digamma = api("digamma").takes(tensor("x").floating()).elementwise().special();
    auto const right = [](double) { return -10.4237549404110767; };
    fake::table t;
    t.with({fw::torch}, in_float32({-10.423755645751953}, right))
        .with({fw::tensorflow}, in_float32({-10.423754692077637}, right))
        .with({fw::jax}, in_float32({-10.423754692077637}, right));
    silent_by(policy_id::none, digamma, t, on(dtype::float32, {fake::vector(dtype::float32, {0.1})}));
}

TEST_CASE("the condition number of a singular matrix is anything large") {
    constexpr auto cond = api("cond").takes(tensor("x").floating()).linear_algebra();
    fake::table t;
    t.with({fw::torch}, says(dtype::float32, {}, {infinity}))
        .with({fw::tensorflow}, says(dtype::float32, {}, {infinity}))
        .with({fw::jax}, says(dtype::float32, {}, {148248368.0}))
        .with({fw::numpy}, says(dtype::float32, {}, {5.96e16}));
    silent_by(policy_id::none, cond, t, on(dtype::float32, {fake::tensor(dtype::float32, {2, 2}, {1, 1, 1, 1})}));
}

TEST_CASE("shifts by the width and more, or by negative counts, are undefined") {
    constexpr auto shift = api("left_shift").takes(tensor("x").integral(), tensor("n").integral()).elementwise().exact();
    for (double count : {32.0, -1.0}) {
        fake::table t;
        t.with({fw::torch}, says(dtype::int32, {1}, {0}))
            .with({fw::tensorflow}, says(dtype::int32, {1}, {1}))
            .with({fw::jax}, says(dtype::int32, {1}, {0}))
            .with({fw::numpy}, says(dtype::int32, {1}, {0}));
        silent_by(policy_id::shift_range, shift, t,
                  on(dtype::int32, {fake::vector(dtype::int32, {1}), fake::vector(dtype::int32, {count})}));
    }
}

TEST_CASE("a row with an infinity in a softmax may be NaN in some cells or in all") {
    constexpr auto softmax = api("softmax").takes(tensor("x").floating(), axis("axis")).accumulates();
    fake::table t;
    t.with({fw::torch}, says({not_a_number, not_a_number}))
        .with({fw::tensorflow}, says({not_a_number, not_a_number}))
        .with({fw::jax}, says({not_a_number, not_a_number}))
        .with({fw::numpy}, says({0, not_a_number}));
    silent_by(policy_id::none, softmax, t, on(dtype::float32, {fake::vector(dtype::float32, {0, infinity}), std::int64_t{-1}}));
}

TEST_CASE("cancellation in products is allowed what one ULP of the inputs changes") {
    constexpr auto cross = api("cross").takes(tensor("x").floating().dims("k"), tensor("y").dims("k")).elementary();
    auto const products = [](double error) {
        return fake::implementation([error](std::vector<value> const& a, dtype type) {
            auto const x = fake::cells(std::get<ndarray>(a[0])), y = fake::cells(std::get<ndarray>(a[1]));
            double const e = type == dtype::float32 ? error : 0;
            return fake::gives(
                fake::vector(type, {x[1] * y[2] - x[2] * y[1] + e, x[2] * y[0] - x[0] * y[2] + e, x[0] * y[1] - x[1] * y[0] + e}));
        });
    };
    fake::table t;
    t.with({fw::torch}, products(-512)).with({fw::tensorflow}, products(0)).with({fw::jax}, products(0)).with({fw::numpy}, products(0));
    auto const x = fake::vector(dtype::float32, {4.294968e9, 4.294968e9, 4.294968e9});
    silent_by(policy_id::none, cross, t, on(dtype::float32, {x, fake::vector(dtype::float32, {3, 3, 3})}));
}

TEST_CASE("remainders next to a whole quotient lie on either side of the divisor") {
    constexpr auto remainder = api("remainder").takes(tensor("x").floating(), tensor("y")).elementwise().exact();
    fake::table t;
    t.with({fw::torch}, says({1.1})).with({fw::tensorflow}, says({0})).with({fw::jax}, says({1.1})).with({fw::numpy}, says({1.1}));
    silent_by(policy_id::floored_quotient, remainder, t,
              on(dtype::float32, {fake::vector(dtype::float32, {-48.4}), fake::vector(dtype::float32, {1.1})}));
}

TEST_CASE("floor division at infinity follows one of two documented rules, and elsewhere is exact") {
    constexpr auto divide = api("floor_divide").takes(tensor("x").floating(), tensor("y")).elementwise().exact();
    fake::table t;
    t.with({fw::torch}, says({not_a_number, -1}))
        .with({fw::tensorflow}, says({infinity, -0.0}))
        .with({fw::jax}, says({not_a_number, -1}))
        .with({fw::numpy}, says({not_a_number, -1}));
    silent_by(policy_id::floored_quotient, divide, t,
              on(dtype::float32, {fake::vector(dtype::float32, {infinity, -.1}), fake::vector(dtype::float32, {3, infinity})}));
    fake::table wrong;
    wrong.with({fw::torch}, says({2})).with({fw::tensorflow}, says({3})).with({fw::jax}, says({2})).with({fw::numpy}, says({2}));
    auto const of = on(dtype::float32, {fake::vector(dtype::float32, {7.5}), fake::vector(dtype::float32, {3})});
    auto const outcomes = wrong.outcomes(of);
    auto const all = judge(divide, of, wrong.columns, outcomes, wrong);
    REQUIRE(all.size() == 1);
    CHECK(all[0].is_finding());
}

TEST_CASE("the sign of a NaN means nothing") {
    constexpr auto signbit = api("signbit").takes(tensor("x").floating()).elementwise().exact();
    fake::table t;
    t.with({fw::torch}, says(dtype::boolean, {1}, {0}))
        .with({fw::tensorflow}, says(dtype::boolean, {1}, {1}))
        .with({fw::jax}, says(dtype::boolean, {1}, {1}))
        .with({fw::numpy}, says(dtype::boolean, {1}, {1}));
    silent_by(policy_id::nan_sign, signbit, t, on(dtype::float32, {fake::vector(dtype::float32, {not_a_number})}));
}

TEST_CASE("blocked summation of a product of matrices agrees") {
    constexpr auto matmul = api("matmul").takes(tensor("x").floating().dims("mk"), tensor("y").dims("kn")).accumulates("k");
    auto const product = [](double ulps) {
        return fake::implementation([ulps](std::vector<value> const& a, dtype type) {
            auto const x = fake::cells(std::get<ndarray>(a[0])), y = fake::cells(std::get<ndarray>(a[1]));
            double s = 0;
            for (std::size_t i = 0; i < x.size(); ++i) s += x[i] * y[i];
            return fake::gives(fake::tensor(type, {1, 1}, {type == dtype::float32 ? s + ulps * ulp_at(s, type) : s}));
        });
    };
    std::vector<double> x(512, 0.5), y(512, 0.47);
    auto const of = on(dtype::float32, {fake::tensor(dtype::float32, {1, 512}, x), fake::tensor(dtype::float32, {512, 1}, y)});
    fake::table t;
    t.with({fw::torch}, product(11)).with({fw::tensorflow}, product(-3)).with({fw::jax}, product(2)).with({fw::numpy}, product(0));
    silent_by(policy_id::none, matmul, t, of);
}

TEST_CASE("losses clamp the logarithm of a probability of 0 each in their own way") {
    constexpr auto loss = api("cross_entropy_of_probabilities")
                              .takes(tensor("p").floating().between(0, 1), tensor("t").same_shape().between(0, 1))
                              .elementwise()
                              .elementary()
                              .about("losses");
    fake::table t;
    t.with({fw::torch}, says({100, 100}))
        .with({fw::keras["tensorflow"]}, says({16.118, 15.94}))
        .with({fw::jax}, says({infinity, infinity}))
        .with({fw::numpy}, says({100, 100}));
    silent_by(policy_id::clamped_logarithm, loss, t,
              on(dtype::float32, {fake::vector(dtype::float32, {0, 1}), fake::vector(dtype::float32, {1, 0})}));
}

TEST_CASE("functions of several arguments have no agreed value on the boundary of their domain") {
    constexpr auto igamma = api("igamma").takes(tensor("a").floating(), tensor("x")).elementwise().special();
    fake::table t;
    t.with({fw::torch}, says({not_a_number, 1, 1}))
        .with({fw::tensorflow}, says({0, not_a_number, 1}))
        .with({fw::jax}, says({not_a_number, 1, 1}))
        .with({fw::numpy}, says({0, 1, 1}));
    silent_by(policy_id::domain_boundary, igamma, t,
              on(dtype::float32, {fake::vector(dtype::float32, {0, 0, 1}), fake::vector(dtype::float32, {0, 1, infinity})}));
}

TEST_CASE("what all columns compute alike with a well-known loss is no difference") {
    // The variance of numbers around 1e8: the inputs' last place decides.
    constexpr auto variance = api("var").takes(tensor("x").floating()).accumulates();
    auto const of32 = fake::reduction([](std::vector<double> const& x, dtype type) {
        if (type == dtype::float32) return 32.0;
        double m = 0, s = 0;
        for (double v : x) m += v / 4;
        for (double v : x) s += (v - m) * (v - m) / 4;
        return s;
    });
    fake::table t;
    t.with({fw::torch}, of32).with({fw::jax}, of32).with({fw::numpy}, of32);
    silent_by(policy_id::none, variance, t, on(dtype::float32, {fake::vector(dtype::float32, {1e8, 1e8 + 8, 1e8, 1e8 + 8})}));
}

TEST_CASE("the maximum of nothing is an error or the neutral element") {
    constexpr auto most = api("max").takes(tensor("x").floating()).exact();
    fake::table t;
    t.with({fw::torch}, says(dtype::float32, {}, {not_a_number}))
        .with({fw::tensorflow}, says(dtype::float32, {}, {-infinity}))
        .with({fw::jax}, says(dtype::float32, {}, {not_a_number}))
        .with({fw::numpy}, says(dtype::float32, {}, {not_a_number}));
    silent_by(policy_id::empty_operand, most, t, on(dtype::float32, {ndarray(dtype::float32, shape{0})}));
}

TEST_CASE("a complex number is infinite as soon as one part is") {
    constexpr auto root = api("complex_sqrt").takes(tensor("x").of_types(complex_dtypes)).elementwise().elementary();
    auto const gives = [](double re, double im) {
        return fake::implementation([=](std::vector<value> const&, dtype type) {
            ndarray z(type, shape{1});
            if (type == dtype::complex64)
                z.as<std::complex<float>>()[0] = {static_cast<float>(re), static_cast<float>(im)};
            else
                z.as<std::complex<double>>()[0] = {re, im};
            return fake::gives(std::move(z));
        });
    };
    ndarray x(dtype::complex64, shape{1});
    x.as<std::complex<float>>()[0] = {1, std::numeric_limits<float>::infinity()};
    fake::table t;
    t.with({fw::torch}, gives(infinity, infinity))
        .with({fw::tensorflow}, gives(not_a_number, infinity))
        .with({fw::jax}, gives(infinity, infinity))
        .with({fw::numpy}, gives(infinity, infinity));
    silent_by(policy_id::complex_infinity, root, t, on(dtype::complex64, {x}));
    fake::table wrong;
    wrong.with({fw::torch}, gives(1, 2)).with({fw::tensorflow}, gives(1, 2.01)).with({fw::jax}, gives(1, 2)).with({fw::numpy}, gives(1, 2));
    ndarray finite(dtype::complex64, shape{1});
    finite.as<std::complex<float>>()[0] = {1, 4};
    auto const of = on(dtype::complex64, {finite});
    auto const outcomes = wrong.outcomes(of);
    auto const all = judge(root, of, wrong.columns, outcomes, wrong);
    REQUIRE(all.size() == 1);
    CHECK(all[0].is_finding());
    CHECK(all[0].family == "complex");
}

TEST_CASE("arguments that some reject and others answer with contradictions have no answer") {
    constexpr auto power = api("integer_power").takes(tensor("x").integral(), tensor("n").integral()).elementwise().exact();
    fake::table t;
    t.with({fw::torch}, says(dtype::int64, {1}, {0}))
        .with({fw::tensorflow}, raises("InvalidArgumentError"))
        .with({fw::jax}, says(dtype::int64, {1}, {-9e18}))
        .with({fw::numpy}, raises("ValueError"));
    auto const of = on(dtype::int64, {fake::vector(dtype::int64, {2}), fake::vector(dtype::int64, {-1})});
    auto const outcomes = t.outcomes(of);
    auto const all = judge(power, of, t.columns, outcomes, t);
    auto const found = std::find_if(all.begin(), all.end(), [](auto const& v) { return v.is_finding(); });
    REQUIRE(found != all.end());
    CHECK(found->family == "int-pow");
    CHECK(names_of(found->blamed, t.columns) == "torch and jax");
}

TEST_CASE("a fault that goes away when the element is alone is named after its length") {
    constexpr auto smooth = api("smooth").takes(tensor("x").floating()).elementwise().elementary();
    auto const right = fake::elementwise([](double x) { return x; });
    auto const long_fault = [](std::vector<value> const& a, dtype type) {
        auto const n = std::get<ndarray>(a[0]).size();
        return fake::elementwise([&](double x) { return type == dtype::float32 && n > 1 && x == 2 ? infinity : x; })(a, type);
    };
    fake::table t;
    t.with({fw::torch}, long_fault).with({fw::tensorflow}, right).with({fw::jax}, right).with({fw::numpy}, right);
    auto const of = on(dtype::float32, {fake::vector(dtype::float32, {1, 2, 3})});
    auto const outcomes = t.outcomes(of);
    auto const all = judge(smooth, of, t.columns, outcomes, t);
    REQUIRE(all.size() == 1);
    CHECK(all[0].family == "length");
    CHECK(all[0].sentence.find("alone the element gives 2") != std::string::npos);
}

TEST_CASE("sums that can overflow on the way do so in some orders and not in others") {
    constexpr auto sum = api("sum").takes(tensor("x").floating()).accumulates();
    auto const gives = [](double in_float32) {
        return fake::reduction([=](std::vector<double> const& x, dtype type) {
            if (type == dtype::float32) return in_float32;
            double s = 0;
            for (double v : x) s += v;
            return s;
        });
    };
    fake::table t;
    t.with({fw::torch}, gives(1e38))
        .with({fw::tensorflow}, gives(not_a_number))
        .with({fw::jax}, gives(infinity))
        .with({fw::numpy}, gives(1e38));
    silent_by(policy_id::intermediate_overflow, sum, t, on(dtype::float32, {fake::vector(dtype::float32, {3e38, 3e38, -3e38, -2e38})}));
    // Among ordinary numbers an infinity has no such excuse.
    fake::table wrong;
    wrong.with({fw::torch}, gives(4)).with({fw::tensorflow}, gives(infinity)).with({fw::jax}, gives(4)).with({fw::numpy}, gives(4));
    auto const of = on(dtype::float32, {fake::vector(dtype::float32, {1, 2, -1, 2})});
    auto const outcomes = wrong.outcomes(of);
    auto const all = judge(sum, of, wrong.columns, outcomes, wrong);
    REQUIRE(all.size() == 1);
    CHECK(all[0].is_finding());
}

TEST_CASE("results and inputs next to the smallest normal number may be read as zero, but not those of float16") {
    constexpr auto smooth = api("smooth").takes(tensor("x").floating()).elementwise().elementary();
    for (auto const type : {dtype::float32, dtype::bfloat16, dtype::float16}) {
        auto const loses =
            fake::elementwise([](double x, dtype d) { return d != dtype::float64 && magnitude(x) < 8 * smallest_normal(d) ? 0 : x; });
        auto const keeps = fake::elementwise([](double x) { return x; });
        fake::table t;
        t.with({fw::torch}, loses).with({fw::tensorflow}, keeps).with({fw::jax}, keeps).with({fw::numpy}, keeps);
        auto const of = on(type, {fake::vector(type, {4 * smallest_normal(type), 1})});
        auto const outcomes = t.outcomes(of);
        auto const all = judge(smooth, of, t.columns, outcomes, t);
        REQUIRE(all.size() == 1);
        CHECK(all[0].is_finding() == (type == dtype::float16));
    }
}

TEST_CASE("what another row contains excuses nothing") {
    constexpr auto mean = api("row_mean").takes(tensor("x").floating(), axis("axis")).accumulates();
    auto const gives = [](std::vector<double> const& cells) { return says(dtype::float32, {2}, cells); };
    auto const right = [](std::vector<value> const&, dtype type) { return fake::gives(fake::tensor(type, {2}, {not_a_number, 1})); };
    fake::table t;
    t.with({fw::torch}, gives({not_a_number, not_a_number})).with({fw::tensorflow}, right).with({fw::jax}, right).with({fw::numpy}, right);
    auto const x = fake::tensor(dtype::float32, {2, 2}, {not_a_number, 1, 1, 1});
    auto const of = on(dtype::float32, {x, std::int64_t{1}});
    auto const outcomes = t.outcomes(of);
    auto const all = judge(mean, of, t.columns, outcomes, t);
    REQUIRE(all.size() == 1);
    CHECK(all[0].is_finding());
    CHECK(all[0].element == 1);
    CHECK(all[0].family != "nan-reduce");
}

TEST_CASE("a pole has no agreed value, a point next to it has") {
    constexpr auto digamma = api("digamma").takes(tensor("x").floating()).elementwise().special();
    auto const minus = fake::elementwise([](double x) { return x == 0 ? -infinity : 1 / x; });
    auto const none_there = fake::elementwise([](double x) { return x == 0 ? not_a_number : 1 / x; });
    fake::table t;
    t.with({fw::torch}, minus).with({fw::tensorflow}, none_there).with({fw::jax}, none_there).with({fw::eigen}, none_there);
    silent_by(policy_id::domain_boundary, digamma, t, on(dtype::float32, {fake::vector(dtype::float32, {0, 2})}));
}

TEST_CASE("on a branch cut the sign is free, the size is not") {
    constexpr auto root = api("complex_sqrt").takes(tensor("x").of_types(complex_dtypes)).elementwise().elementary();
    auto const gives = [](double im) {
        return fake::implementation([=](std::vector<value> const&, dtype type) {
            ndarray z(type, shape{1});
            if (type == dtype::complex64)
                z.as<std::complex<float>>()[0] = {0, static_cast<float>(im)};
            else
                z.as<std::complex<double>>()[0] = {0, 2};
            return fake::gives(std::move(z));
        });
    };
    ndarray x(dtype::complex64, shape{1});
    x.as<std::complex<float>>()[0] = {-4, -0.0f};
    fake::table t;
    t.with({fw::torch}, gives(2)).with({fw::tensorflow}, gives(-2)).with({fw::jax}, gives(2)).with({fw::numpy}, gives(2));
    silent_by(policy_id::branch_cut, root, t, on(dtype::complex64, {x}));
    fake::table wrong;
    wrong.with({fw::torch}, gives(2)).with({fw::tensorflow}, gives(-2.5)).with({fw::jax}, gives(2)).with({fw::numpy}, gives(2));
    auto const of = on(dtype::complex64, {x});
    auto const outcomes = wrong.outcomes(of);
    auto const all = judge(root, of, wrong.columns, outcomes, wrong);
    REQUIRE(all.size() == 1);
    CHECK(all[0].is_finding());
}

TEST_CASE("two witnesses divided about a NaN that went in: the one that keeps it is right") {
    constexpr auto shrink = api("shrink").takes(tensor("x").floating()).elementwise().exact();
    constexpr auto smooth = api("smooth").takes(tensor("x").floating()).elementwise().elementary();
    constexpr auto power = api("power").takes(tensor("x").floating(), tensor("y")).elementwise().elementary();
    auto const of = on(dtype::float32, {fake::vector(dtype::float32, {not_a_number, 2})});
    for (auto const& a : {shrink, smooth}) {
        fake::table t;
        t.with({fw::torch}, fake::elementwise([](double x) { return x; })).with({fw::keras["tensorflow"]}, fake::elementwise([](double x) {
                                                                                    return is_nan(x) ? 0 : x;
                                                                                }));
        auto const outcomes = t.outcomes(of);
        auto const all = judge(a, of, t.columns, outcomes, t);
        REQUIRE(all.size() == 1);
        CHECK(all[0].is_finding());
        CHECK(all[0].family == "nan-drop");
        CHECK(names_of(all[0].blamed, t.columns) == "keras[tensorflow]");
    }
    // pow(NaN, 0) is 1: with two tensors nobody can tell.
    fake::table t;
    t.with({fw::torch}, fake::pairwise([](double x, double) { return x; })).with({fw::jax}, fake::pairwise([](double, double) {
                                                                                     return 1;
                                                                                 }));
    auto const two = on(dtype::float32, {fake::vector(dtype::float32, {not_a_number}), fake::vector(dtype::float32, {0})});
    auto const outcomes = t.outcomes(two);
    auto const all = judge(power, two, t.columns, outcomes, t);
    REQUIRE(all.size() == 1);
    CHECK(all[0].is == judgement::undecided);
}

TEST_CASE("the logarithm of a sum is allowed the rounding of the sum") {
    constexpr auto log_softmax = api("log_softmax").takes(tensor("x").floating(), axis("axis")).accumulates();
    auto const gives = [](double in_float32) {
        return fake::implementation([=](std::vector<value> const&, dtype type) {
            return fake::gives(fake::vector(type, {type == dtype::float32 ? in_float32 : -9.2582e-8, -16.238583}));
        });
    };
    fake::table t;
    t.with({fw::torch}, gives(-1.1920928e-07)).with({fw::jax}, gives(-1.1920928e-07)).with({fw::chainer}, gives(0));
    silent_by(policy_id::none, log_softmax, t,
              on(dtype::float32, {fake::vector(dtype::float32, {7.7892394, -8.449344}), std::int64_t{-1}}));
    fake::table wrong;
    wrong.with({fw::torch}, gives(-1e-7)).with({fw::jax}, gives(-1e-7)).with({fw::chainer}, gives(-1e-5));
    auto const of = on(dtype::float32, {fake::vector(dtype::float32, {7.7892394, -8.449344}), std::int64_t{-1}});
    auto const outcomes = wrong.outcomes(of);
    auto const all = judge(log_softmax, of, wrong.columns, outcomes, wrong);
    REQUIRE(all.size() == 1);
    CHECK(all[0].is_finding());
}

TEST_CASE("a product that is zero by definition may be so beside NaN") {
    constexpr auto xlogy = api("xlogy").takes(tensor("x").floating(), tensor("y")).elementwise().elementary();
    auto const keeps = fake::pairwise([](double x, double y) { return std::isnan(y) ? y : x == 0 ? 0 : x * std::log(y); });
    auto const zero_wins = fake::pairwise([](double x, double y) { return x == 0 ? 0 : x * std::log(y); });
    auto const zeros = on(dtype::float32, {fake::vector(dtype::float32, {0, 2}), fake::vector(dtype::float32, {not_a_number, 3})});
    fake::table t;
    t.with({fw::torch}, keeps).with({fw::tensorflow}, zero_wins).with({fw::jax}, keeps).with({fw::numpy}, keeps);
    silent_by(policy_id::zero_factor, xlogy, t, zeros);
}

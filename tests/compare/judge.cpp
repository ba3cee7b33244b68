// The whole ladder on hand-made columns: what is reported, who is blamed, and what stays silent.
#include "fake_columns.hpp"

#include <tests/catch.hpp>
#include <xamt/compare/judge.hpp>
#include <xamt/compare/quick.hpp>

#include <cmath>
#include <limits>

using namespace xamt;
using fake::ends;
using fake::on;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

constexpr auto smooth = api("smooth").takes(tensor("x").floating()).elementwise().elementary();
constexpr auto select_one = api("select").takes(tensor("x").real_numbers()).elementwise().exact();
constexpr auto special_one = api("special_of_one").takes(tensor("x").floating()).elementwise().special();
constexpr auto total = api("total").takes(tensor("x").floating()).accumulates();
constexpr auto whole = api("whole").takes(tensor("x").integral()).elementwise().exact();

/// Four independent columns that compute f, one of them wrong.
fake::table four(fake::implementation right, fake::implementation wrong) {
    fake::table t;
    t.with({fw::torch}, right).with({fw::tensorflow}, wrong).with({fw::jax}, right).with({fw::numpy}, right);
    return t;
}

std::vector<verdict> verdicts_of(api_description const& a, fake::table& t, trial const& of, oracle_options options = {}) {
    auto const outcomes = t.outcomes(of);
    return judge(a, of, t.columns, outcomes, t, options);
}

std::vector<verdict> findings_of(api_description const& a, fake::table& t, trial const& of, oracle_options options = {}) {
    auto all = verdicts_of(a, t, of, options);
    std::erase_if(all, [](verdict const& v) { return !v.is_finding(); });
    return all;
}

double identity(double x) { return x; }

/// f, off by `ulps` ULP in float32 only.
fake::implementation off_in_float32(std::function<double(double)> f, double ulps) {
    return fake::elementwise([f, ulps](double x, dtype type) {
        double const right = f(x);
        return type == dtype::float32 ? rounded_to(right, type) + ulps * ulp_at(right, type) : right;
    });
}

} // namespace

TEST_CASE("columns that agree get no verdict and no second opinion") {
    auto t = four(fake::elementwise([](double x) { return std::exp(x); }), fake::elementwise([](double x) { return std::exp(x); }));
    auto const of = on(dtype::float32, {fake::vector(dtype::float32, {-1, 0, 1, 2.5, infinity, -infinity, not_a_number})});
    CHECK(verdicts_of(smooth, t, of).empty());
    CHECK(t.runs == 1);
    CHECK_FALSE(quick_suspicious(smooth, of, t.outcomes(of)));
}

TEST_CASE("an error of half the bound is silent and one of twice the bound is blamed on its column") {
    // f(x) = x is perfectly conditioned up to one ULP: bound = 8 + 8 * 1.
    auto const of = on(dtype::float32, {fake::vector(dtype::float32, {1.5, 3, -7})});
    for (double ulps : {8.0, -8.0}) {
        auto t = four(fake::elementwise(identity), off_in_float32(identity, ulps));
        CHECK(findings_of(smooth, t, of).empty());
    }
    for (double ulps : {32.0, -32.0, 1000.0}) {
        auto t = four(fake::elementwise(identity), off_in_float32(identity, ulps));
        auto const found = findings_of(smooth, t, of);
        REQUIRE(found.size() == 1);
        CHECK(found[0].is == judgement::value);
        CHECK(names_of(found[0].blamed, t.columns) == "tensorflow");
        CHECK(found[0].ulp == std::abs(ulps));
        CHECK(found[0].bound == Approx(16));
        CHECK(found[0].derivation.find("8 ULP of float32") != std::string::npos);
        CHECK(quick_suspicious(smooth, of, t.outcomes(of)));
    }
}

TEST_CASE("between the two thresholds a cell is listed as ill-conditioned and not counted") {
    auto const of = on(dtype::float32, {fake::vector(dtype::float32, {1.5})});
    auto t = four(fake::elementwise(identity), off_in_float32(identity, 12));
    auto const all = verdicts_of(smooth, t, of);
    REQUIRE(all.size() == 1);
    CHECK(all[0].is == judgement::ill_conditioned);
    CHECK_FALSE(all[0].is_finding());
}

TEST_CASE("blame follows a column when the columns are permuted") {
    auto const of = on(dtype::float32, {fake::vector(dtype::float32, {1.5, not_a_number, 3})});
    std::vector<framework> order{fw::chainer, fw::jax, fw::tensorflow, fw::torch};
    do {
        fake::table t;
        for (auto const& f : order)
            t.with({f}, f == fw::tensorflow ? off_in_float32(identity, 100)
                        : f == fw::jax      ? fake::elementwise([](double x) { return is_nan(x) ? 0 : x; })
                                            : fake::elementwise(identity));
        auto const found = findings_of(smooth, t, of);
        REQUIRE(found.size() == 2);
        CHECK(found[0].is == judgement::nan);
        CHECK(names_of(found[0].blamed, t.columns) == "jax");
        CHECK(found[0].family == "nan-drop");
        CHECK(found[1].is == judgement::value);
        CHECK(names_of(found[1].blamed, t.columns) == "tensorflow");
    } while (std::next_permutation(order.begin(), order.end(), [](auto a, auto b) { return a.name < b.name; }));
}

TEST_CASE("two columns that share code do not outvote a third") {
    auto const of = on(dtype::float32, {fake::vector(dtype::float32, {1.5})});
    fake::table t;
    t.with({fw::tensorflow}, fake::elementwise([](double x) { return 2 * x; }))
        .with({fw::keras["tensorflow"]}, fake::elementwise([](double x) { return 2 * x; }))
        .with({fw::torch}, fake::elementwise(identity));
    auto const all = verdicts_of(smooth, t, of);
    REQUIRE(all.size() == 1);
    CHECK(all[0].is == judgement::undecided);
    CHECK(all[0].blamed.empty());
    CHECK(all[0].sentence.find("tensorflow 3") != std::string::npos);
    CHECK(all[0].sentence.find("torch 1.5") != std::string::npos);
}

TEST_CASE("a death that repeats is blamed, one from outside or that does not repeat is not") {
    auto const of = on(dtype::int32, {fake::vector(dtype::int32, {-2147483648.0})});
    int calls = 0;
    auto const dies = [&](std::string signal, bool again) {
        calls = 0;
        return fake::implementation([&calls, signal, again](std::vector<value> const& a, dtype) {
            return ++calls == 1 || again ? ends(ending::death, signal) : fake::gives(std::get<ndarray>(a[0]));
        });
    };
    auto t = four(fake::elementwise(identity), dies("SIGFPE", true));
    auto const found = findings_of(whole, t, of);
    REQUIRE(found.size() == 1);
    CHECK(found[0].is == judgement::crash);
    CHECK(found[0].family == "int-crash");
    CHECK(names_of(found[0].blamed, t.columns) == "tensorflow");
    auto killed = four(fake::elementwise(identity), dies("SIGKILL", true));
    CHECK(findings_of(whole, killed, of).empty());
    auto once = four(fake::elementwise(identity), dies("SIGSEGV", false));
    auto const all = verdicts_of(whole, once, of);
    REQUIRE(all.size() == 1);
    CHECK(all[0].is == judgement::nondeterministic);
    auto hangs = four(fake::elementwise(identity), [](auto const&, dtype) { return ends(ending::hang, ""); });
    REQUIRE(findings_of(whole, hangs, of).size() == 1);
    CHECK(findings_of(whole, hangs, of)[0].is == judgement::hang);
    // The host has tried it alone, and calls it no more.
    int asked = 0;
    auto given_up = four(fake::elementwise(identity), [&](auto const&, dtype) {
        return ++asked == 1 ? ends(ending::hang, "silence") : ends(ending::absent, "given up", "not called any more");
    });
    REQUIRE(findings_of(whole, given_up, of).size() == 1);
}

TEST_CASE("a backend of Keras that raises where the others accept is blamed, and its library if that raises the same") {
    auto const of = on(dtype::float32, {fake::vector(dtype::float32, {1, 2})});
    auto const gives_back = fake::elementwise(identity);
    auto const raises = [](std::string type) {
        return fake::implementation([type](auto const&, dtype) { return ends(ending::error, type, "no"); });
    };
    for (std::string type : {"ValueError", "TypeError"}) {
        fake::table t;
        t.with({fw::keras["tensorflow"]}, gives_back).with({fw::keras["jax"]}, raises("ValueError")).with({fw::keras["torch"]}, gives_back);
        t.with({fw::jax}, raises(type)).with({fw::torch}, gives_back).with({fw::numpy}, gives_back);
        auto const found = findings_of(smooth, t, of);
        REQUIRE(found.size() == 1);
        CHECK(found[0].family == "keras-backend");
        CHECK(names_of(found[0].blamed, t.columns) == (type == "ValueError" ? "keras[jax] and jax" : "keras[jax]"));
    }
}

TEST_CASE("an exception is a refusal by policy, unless the argument is outside its documented range") {
    auto const raises = [](auto const&, dtype) { return ends(ending::error, "ValueError", "beta must be positive"); };
    auto const of = on(dtype::float32, {fake::vector(dtype::float32, {1})});
    auto t = four(fake::elementwise(identity), raises);
    auto const all = verdicts_of(smooth, t, of);
    REQUIRE(all.size() == 1);
    CHECK(all[0].is == judgement::error);
    CHECK(all[0].suppressed_by == policy_id::error_raised);
    CHECK(all[0].sentence.find("tensorflow raises (ValueError: beta must be positive)") != std::string::npos);

    constexpr auto scaled = api("scaled").takes(tensor("x").floating(), real("beta").between(0.1, 10)).elementwise().elementary();
    auto const inside = on(dtype::float32, {fake::vector(dtype::float32, {1}), 2.0});
    CHECK(findings_of(scaled, t, inside).empty());
    auto const outside = on(dtype::float32, {fake::vector(dtype::float32, {1}), 0.0});
    CHECK(findings_of(scaled, t, outside).empty()); // accepted, and a number comes of it: a wider domain is no fault
    auto broken = four(fake::elementwise([](double) { return std::numeric_limits<double>::infinity(); }), raises);
    auto const found = findings_of(scaled, broken, outside);
    REQUIRE(found.size() == 1);
    CHECK(found[0].family == "validation");
    CHECK(names_of(found[0].blamed, t.columns) == "torch, jax and numpy");
}

TEST_CASE("of those who accept what others reject, each is blamed for what it gives: nothing, or elements out of nowhere") {
    auto const raises = [](auto const&, dtype) { return ends(ending::error, "ValueError", "the window is larger than the input"); };
    auto const empty = [](auto const&, dtype type) { return fake::gives(fake::tensor(type, {0}, {})); };
    auto const of = on(dtype::float32, {fake::vector(dtype::float32, {1, 2})});
    fake::table t;
    t.with({fw::torch}, raises).with({fw::tensorflow}, raises).with({fw::jax}, empty).with({fw::chainer}, raises);
    auto alone = findings_of(total, t, of);
    REQUIRE(alone.size() == 1);
    CHECK(alone[0].sentence.find("jax silently gives an empty result for arguments that torch, tensorflow and chainer reject (") == 0);
    t.with({fw::numpy}, fake::elementwise(identity));
    auto const both = findings_of(total, t, of);
    auto const says = [&](std::string_view who, std::string_view what) {
        return std::ranges::any_of(both, [&](verdict const& v) {
            return v.is == judgement::error && names_of(v.blamed, t.columns) == who && v.sentence.find(what) != std::string::npos;
        });
    };
    CHECK(says("jax", "silently gives an empty result"));
    CHECK(says("numpy", "numpy gives elements where jax finds none and torch, tensorflow and chainer reject the arguments ("));
}

TEST_CASE("a shape that differs from the majority's is blamed, and without a majority undecided") {
    auto const of = on(dtype::float32, {fake::vector(dtype::float32, {1, 2})});
    auto const transposed = [](auto const&, dtype) { return fake::gives(fake::tensor(dtype::float32, {2, 1}, {1, 2})); };
    auto t = four(fake::elementwise(identity), transposed);
    auto const found = findings_of(smooth, t, of);
    REQUIRE(found.size() == 1);
    CHECK(found[0].is == judgement::shape);
    CHECK(found[0].got == "(2,1)");
    CHECK(found[0].expected == "(2)");
    fake::table two;
    two.with({fw::torch}, fake::elementwise(identity)).with({fw::jax}, transposed);
    auto const all = verdicts_of(smooth, two, of);
    REQUIRE(all.size() == 1);
    CHECK(all[0].is == judgement::undecided);
}

TEST_CASE("a dtype that differs is a convention, and a narrowed column takes no part in the comparison of values") {
    auto const narrow = [](std::vector<value> const& a, dtype) {
        return fake::gives(converted(std::get<ndarray>(a[0]).view(), dtype::float32));
    };
    auto t = four(fake::elementwise(identity), narrow);
    auto const of = on(dtype::float64, {fake::vector(dtype::float64, {1e200, 1.0000001})});
    auto const all = verdicts_of(smooth, t, of);
    CHECK(findings_of(smooth, t, of).empty());
    REQUIRE(all.size() == 2);
    CHECK(std::any_of(all.begin(), all.end(), [](auto const& v) { return v.suppressed_by == policy_id::narrowed_result; }));
    CHECK(std::any_of(all.begin(), all.end(), [](auto const& v) { return v.suppressed_by == policy_id::result_dtype; }));
}

TEST_CASE("subnormals read or written as zero are one named convention") {
    auto const flushing = [](double x, dtype type) {
        if (type != dtype::float32) return std::log(x);
        return magnitude(x) < smallest_normal(type) ? -infinity : std::log(x);
    };
    auto t = four(fake::elementwise([](double x) { return std::log(x); }), fake::elementwise(flushing));
    auto const of = on(dtype::float32, {fake::vector(dtype::float32, {1e-45, 1})});
    auto const all = verdicts_of(smooth, t, of);
    REQUIRE(all.size() == 1);
    CHECK(all[0].suppressed_by == policy_id::subnormal_flush);

    auto written = four(fake::elementwise([](double x) { return std::exp(x); }),
                        fake::elementwise([](double x, dtype type) { return type == dtype::float32 && x < -87.5 ? 0 : std::exp(x); }));
    auto const tail = on(dtype::float32, {fake::vector(dtype::float32, {-100, -1})});
    auto const flushed = verdicts_of(smooth, written, tail);
    REQUIRE(flushed.size() == 1);
    CHECK(flushed[0].suppressed_by == policy_id::subnormal_flush);
    // Each of the terms of a sum may be read as zero, and no more than that.
    auto const forgets = [](double share) {
        return [share](std::vector<value> const& a, dtype type) {
            double sum = 0;
            for (double x : cells_of(std::get<ndarray>(a[0]).view())) sum += x;
            return fake::gives(fake::tensor(type, {}, {type == dtype::float32 ? sum * share : sum}));
        };
    };
    auto const small = on(dtype::float32, {fake::vector(dtype::float32, {0x1p-125, 0x1p-125, 0x1p-125, 0x1p-125})});
    auto terms = four(forgets(1), forgets(0.25));
    CHECK(findings_of(total, terms, small).empty());
    auto const normal = on(dtype::float32, {fake::vector(dtype::float32, {0x1p-115, 0x1p-115, 0x1p-115, 0x1p-115})});
    CHECK(findings_of(total, terms, normal).size() == 1);
    // A tail that is lost where numbers are normal is no flush.
    auto const early = on(dtype::float32, {fake::vector(dtype::float32, {-80, -1})});
    auto lost = four(fake::elementwise([](double x) { return std::exp(x); }),
                     fake::elementwise([](double x, dtype type) { return type == dtype::float32 && x < -20 ? 0 : std::exp(x); }));
    auto const found = findings_of(smooth, lost, early);
    REQUIRE(found.size() == 1);
    CHECK(found[0].family == "tail");
}

TEST_CASE("infinity for a number near the largest one is judged by its distance from the edge") {
    double const edge = largest(dtype::float32);
    auto const early = [&](double limit) {
        return four(fake::elementwise(identity),
                    fake::elementwise([limit](double x, dtype type) { return type == dtype::float32 && x > limit ? infinity : x; }));
    };
    auto const of = on(dtype::float32, {fake::vector(dtype::float32, {edge, edge / 2, 1})});
    auto near = early(edge * 0.999999);
    CHECK(findings_of(smooth, near, of).empty());
    auto far = early(edge / 4);
    auto const found = findings_of(smooth, far, of);
    REQUIRE(found.size() == 1);
    CHECK(found[0].is == judgement::infinity);
    CHECK(found[0].family == "overflow-edge");
}

TEST_CASE("the float64 consensus shows a fault that most columns share") {
    // Three of four compute in half precision what one computes in float32; in float64 they agree.
    auto const sloppy = fake::elementwise([](double x, dtype type) { return type == dtype::float16 ? rounded_to(x * 1.05, type) : x; });
    fake::table t;
    t.with({fw::torch}, fake::elementwise(identity)).with({fw::tensorflow}, sloppy).with({fw::jax}, sloppy).with({fw::numpy}, sloppy);
    auto const found = findings_of(smooth, t, on(dtype::float16, {fake::vector(dtype::float16, {255.875})}));
    REQUIRE(found.size() == 1);
    CHECK(names_of(found[0].blamed, t.columns) == "tensorflow, jax and numpy");
    CHECK(found[0].family == "low-precision");
}

TEST_CASE("where all columns say the same only the last judge can call it wrong") {
    auto const wrong = fake::elementwise([](double x, dtype type) { return type == dtype::float32 && is_infinite(x) ? not_a_number : x; });
    fake::table t;
    t.with({fw::torch}, wrong).with({fw::jax}, wrong).with({fw::numpy}, wrong);
    auto const of = on(dtype::float32, {fake::vector(dtype::float32, {-infinity, 1})});
    CHECK(findings_of(smooth, t, of).empty());
    oracle_options with_judge;
    with_judge.last_judge = [](std::string_view, std::span<value const> a, std::int64_t e) -> std::optional<precise> {
        double const x = load(std::get<ndarray>(a[0]).view(), e);
        return precise{is_infinite(x) ? 0 : x, 0};
    };
    auto const found = findings_of(smooth, t, of, with_judge);
    REQUIRE(found.size() == 1);
    CHECK(found[0].family == "nan-at-inf");
    CHECK(found[0].blamed.size() == 3);
}

TEST_CASE("a consensus on NaN at infinite inputs blames nobody who gives a number") {
    auto const nans = fake::elementwise([](double x) { return is_infinite(x) ? not_a_number : x; });
    auto t = four(nans, fake::elementwise([](double x) { return is_infinite(x) ? 0 : x; }));
    auto const of = on(dtype::float32, {fake::vector(dtype::float32, {-infinity, 1})});
    CHECK(findings_of(smooth, t, of).empty());
    // With a finite input there is no limit to argue about.
    auto const outside = fake::elementwise([](double x) { return x < 0 ? not_a_number : x; });
    auto gives_number = four(outside, fake::elementwise([](double x) { return x < 0 ? infinity : x; }));
    auto const found = findings_of(smooth, gives_number, on(dtype::float32, {fake::vector(dtype::float32, {-1, 1})}));
    REQUIRE(found.size() == 1);
    CHECK(found[0].family == "domain");
}

TEST_CASE("the ends of a window are what cosines of size one leave when they cancel") {
    constexpr auto window = api("window").takes(integer("length")).elementary(40).cancelling(1);
    auto const gives = [](double end) {
        return [end](auto const&, dtype type) {
            double const here = type == dtype::float32 ? end : -1.4e-17;
            return fake::gives(fake::tensor(type, {3}, {here, 1, here}));
        };
    };
    trial const of = on(dtype::float32, {std::int64_t{3}});
    auto cancelled = four(gives(-1.4e-17), gives(-1.5e-8));
    CHECK(findings_of(window, cancelled, of).empty());
    auto wrong = four(gives(-1.4e-17), gives(1e-5));
    CHECK(findings_of(window, wrong, of).size() == 1);
}

TEST_CASE("sums are allowed what the order of their additions may cost, and no more") {
    auto const sum = [](std::vector<double> const& x, dtype) {
        double s = 0;
        for (double v : x) s += v;
        return s;
    };
    std::vector<double> cells{1e8, 1, -1e8, 1};
    auto const of = on(dtype::float32, {fake::vector(dtype::float32, cells)});
    // u sum|x| is about 12: one ordering loses both ones, another neither.
    auto t =
        four(fake::reduction(sum), fake::reduction([&](auto const& x, dtype type) { return type == dtype::float32 ? 0.0 : sum(x, type); }));
    CHECK(findings_of(total, t, of).empty());
    auto far = four(fake::reduction(sum),
                    fake::reduction([&](auto const& x, dtype type) { return type == dtype::float32 ? 4000.0 : sum(x, type); }));
    auto const found = findings_of(total, far, of);
    REQUIRE(found.size() == 1);
    CHECK(found[0].family == "accum");
    CHECK(found[0].derivation.find("f(|x|)") != std::string::npos);
}

TEST_CASE("what one rounding leaves of products that cancel exactly is no defect") {
    constexpr auto parallel = api("parallel").takes(tensor("a").floating().dims("2"), tensor("b").dims("2")).accumulates("2");
    auto const area = [](bool fused) {
        return fake::implementation([fused](std::vector<value> const& arguments, dtype type) {
            auto const a = fake::cells(std::get<ndarray>(arguments[0])), b = fake::cells(std::get<ndarray>(arguments[1]));
            double const second = rounded_to(a[1] * b[0], type), first = a[0] * b[1];
            return fake::gives(fake::tensor(type, {}, {rounded_to(fused ? first - second : rounded_to(first, type) - second, type)}));
        });
    };
    for (int i = 1; i <= 20; ++i) {
        double const x = rounded_to(1 + i * 0.0314159, dtype::float32), y = rounded_to(3 - i * 0.0271828, dtype::float32);
        auto const of = on(dtype::float32, {fake::vector(dtype::float32, {x, y}), fake::vector(dtype::float32, {x, y})});
        auto t = four(area(false), area(true));
        auto const found = findings_of(parallel, t, of);
        INFO((found.empty() ? "" : found[0].sentence + found[0].derivation));
        CHECK(found.empty());
    }
}

TEST_CASE("two arguments are moved against each other, not only in step") {
    // x log(x/y) vanishes on x = y, whichever way both move together; one ULP between them is worth x ULP(1).
    constexpr auto divergence = api("divergence").takes(tensor("x").floating(), tensor("y")).elementwise().elementary();
    auto const right = fake::pairwise([](double x, double y) { return x * std::log(x / y); });
    auto const rounded = fake::pairwise([](double x, double y) { return x * std::log(x / y) - (x == y ? 5e-6 : 0); });
    auto const wrong = fake::pairwise([](double x, double y) { return x * std::log(x / y) - (x == y ? 5e-3 : 0); });
    auto const of = on(dtype::float32, {fake::vector(dtype::float32, {85.54027, 3}), fake::vector(dtype::float32, {85.54027, 3})});
    auto in_float32_only = [&](fake::implementation narrow) {
        return fake::implementation(
            [=](std::vector<value> const& a, dtype type) { return type == dtype::float32 ? narrow(a, type) : right(a, type); });
    };
    auto close = four(right, in_float32_only(rounded)), far = four(right, in_float32_only(wrong));
    CHECK(findings_of(divergence, close,
                      on(dtype::float32, {fake::vector(dtype::float32, {85.54027}), fake::vector(dtype::float32, {85.54027})}))
              .empty());
    CHECK(findings_of(divergence, far, of).size() == 1);
}

TEST_CASE("a consensus of special functions on NaN is believed near the origin only") {
    auto const nan_beyond_one = fake::elementwise([](double x) { return x > 1 ? not_a_number : x; });
    for (double x : {1.5, 16774109.0}) {
        auto t = four(nan_beyond_one, fake::elementwise([](double) { return 0.0; }));
        CHECK(findings_of(special_one, t, on(dtype::float32, {fake::vector(dtype::float32, {x})})).size() == (x < 2 ? 1 : 0));
    }
}

TEST_CASE("an overflow on the way that most columns share is a convention, one that a single column has is a defect") {
    auto const mean = [](std::vector<double> const& x, dtype) {
        double s = 0;
        for (double v : x) s += v / static_cast<double>(x.size());
        return s;
    };
    auto const overflowing = [&](std::vector<double> const& x, dtype type) { return type == dtype::float16 ? infinity : mean(x, type); };
    auto const of = on(dtype::float16, {fake::vector(dtype::float16, {40000, 40000, 40000, 40000})});
    auto one = four(fake::reduction(mean), fake::reduction(overflowing));
    auto const found = findings_of(total, one, of);
    REQUIRE(found.size() == 1);
    CHECK(found[0].is == judgement::infinity);
    CHECK(found[0].family == "accum");
    auto three = four(fake::reduction(overflowing), fake::reduction(mean));
    auto const all = verdicts_of(total, three, of);
    REQUIRE(all.size() == 1);
    CHECK(all[0].suppressed_by == policy_id::intermediate_overflow);
}

TEST_CASE("what moves, selects or compares is exact, by majority, but for signs of zero and flushed subnormals") {
    auto const of = on(dtype::float32, {fake::vector(dtype::float32, {1.5, -0.0, not_a_number})});
    auto t = four(fake::elementwise(identity), fake::elementwise([](double x) { return x == 1.5 ? 1.25 : x; }));
    auto const found = findings_of(select_one, t, of);
    REQUIRE(found.size() == 1);
    CHECK(found[0].bound == 0);
    CHECK(found[0].got == "1.25");
    auto zero = four(fake::elementwise(identity), fake::elementwise([](double x) { return x == 0 ? 0.0 : x; }));
    auto const all = verdicts_of(select_one, zero, of);
    REQUIRE(all.size() == 1);
    CHECK(all[0].suppressed_by == policy_id::zero_sign);
    auto flushing =
        four(fake::elementwise([](double x) { return std::floor(x); }),
             fake::elementwise([](double x, dtype d) { return d == dtype::float32 && magnitude(x) < 1e-38 ? x * 0 : std::floor(x); }));
    auto const subnormal = verdicts_of(select_one, flushing, on(dtype::float32, {fake::vector(dtype::float32, {-1e-45})}));
    REQUIRE(subnormal.size() == 1);
    CHECK(subnormal[0].suppressed_by == policy_id::subnormal_flush);
}

TEST_CASE("whole numbers are compared exactly, and undefined operations are conventions") {
    auto const of = on(dtype::int32, {fake::vector(dtype::int32, {2147483647.0, 5})});
    auto t = four(fake::elementwise(identity), fake::elementwise([](double x) { return x - 1; }));
    auto const found = findings_of(whole, t, of);
    REQUIRE(found.size() == 1);
    CHECK(found[0].is == judgement::value);
    CHECK(found[0].expected == "2147483647");

    constexpr auto divide = api("floor_divide").takes(tensor("x").integral(), tensor("y").integral().same_shape()).elementwise().exact();
    auto zero = four(fake::pairwise([](double, double y) { return y == 0 ? 0 : 1; }),
                     fake::pairwise([](double, double y) { return y == 0 ? -1 : 1; }));
    auto const by_zero =
        verdicts_of(divide, zero, on(dtype::int32, {fake::vector(dtype::int32, {3, 3}), fake::vector(dtype::int32, {0, 2})}));
    REQUIRE(by_zero.size() == 1);
    CHECK(by_zero[0].suppressed_by == policy_id::integer_zero_division);

    constexpr auto shift = api("left_shift").takes(tensor("x").integral(), tensor("n").integral().same_shape()).elementwise().exact();
    auto shifts = four(fake::pairwise([](double, double n) { return n >= 32 ? 0 : 1; }), fake::pairwise([](double, double) { return 1; }));
    auto const beyond = verdicts_of(shift, shifts, on(dtype::int32, {fake::vector(dtype::int32, {1}), fake::vector(dtype::int32, {33})}));
    REQUIRE(beyond.size() == 1);
    CHECK(beyond[0].suppressed_by == policy_id::shift_range);
    auto const within = findings_of(shift, shifts, on(dtype::int32, {fake::vector(dtype::int32, {1}), fake::vector(dtype::int32, {3})}));
    CHECK(within.empty());
}

TEST_CASE("casts of numbers that the target cannot hold are a convention, others are exact") {
    constexpr auto cast = api("to_int").takes(tensor("x").floating()).elementwise().exact();
    auto const to_int = [](double out_of_range, double off) {
        return fake::implementation([=](std::vector<value> const& a, dtype) {
            auto const& x = std::get<ndarray>(a[0]);
            ndarray y(dtype::int32, x.dims());
            for (std::int64_t i = 0; i < x.size(); ++i) {
                double const v = load(x.view(), i);
                store(y, i, std::abs(v) < 2e9 ? std::trunc(v) + off : out_of_range);
            }
            return fake::gives(std::move(y));
        });
    };
    auto t = four(to_int(-2147483648.0, 0), to_int(0, 0));
    auto const all = verdicts_of(cast, t, on(dtype::float32, {fake::vector(dtype::float32, {not_a_number, 3e9, infinity, 7.5})}));
    REQUIRE(all.size() == 1);
    CHECK(all[0].suppressed_by == policy_id::cast_range);
    auto off = four(to_int(0, 0), to_int(0, 1));
    CHECK(findings_of(cast, off, on(dtype::float32, {fake::vector(dtype::float32, {7.5})})).size() == 1);
}

TEST_CASE("an index may name any of several equal values, but not another value") {
    constexpr auto position = api("argmax").takes(tensor("x").floating(), axis("axis")).returns(output{nature::indices}).exact();
    auto const names = [](std::int64_t i) {
        return fake::implementation(
            [i](auto const&, dtype) { return fake::gives(fake::tensor(dtype::int64, {}, {static_cast<double>(i)})); });
    };
    std::vector<value> const arguments{fake::vector(dtype::float32, {1, 3, 3, 2}), std::int64_t{-1}};
    auto tied = four(names(1), names(2));
    auto const all = verdicts_of(position, tied, on(dtype::float32, arguments));
    REQUIRE(all.size() == 1);
    CHECK(all[0].suppressed_by == policy_id::index_ties);
    auto wrong = four(names(1), names(3));
    auto const found = findings_of(position, wrong, on(dtype::float32, arguments));
    REQUIRE(found.size() == 1);
    CHECK(found[0].is == judgement::index);
    CHECK(found[0].family == "nan-arg");
    auto outside = four(names(1), names(4));
    CHECK(findings_of(position, outside, on(dtype::float32, arguments)).size() == 1);
}

TEST_CASE("a set is compared without its order") {
    constexpr auto unique = api("unique").takes(tensor("x").floating()).returns(output{nature::unordered}).exact();
    auto const gives = [](std::vector<double> cells) {
        return fake::implementation([cells](auto const&, dtype) { return fake::gives(fake::vector(dtype::float32, cells)); });
    };
    auto const of = on(dtype::float32, {fake::vector(dtype::float32, {3, 1, 3})});
    auto same = four(gives({1, 3}), gives({3, 1}));
    CHECK(verdicts_of(unique, same, of).empty());
    auto other = four(gives({1, 3}), gives({3, 2}));
    CHECK(findings_of(unique, other, of).size() == 1);
}

TEST_CASE("vectors whose sign is free are compared without it") {
    constexpr auto vectors = api("eigenvectors").takes(tensor("x").floating()).returns(output{nature::up_to_sign}).linear_algebra();
    auto t = four(fake::elementwise(identity), fake::elementwise([](double x) { return -x; }));
    auto const of = on(dtype::float32, {fake::vector(dtype::float32, {0.6, 0.8})});
    CHECK(verdicts_of(vectors, t, of).empty());
    auto other = four(fake::elementwise(identity), fake::elementwise([](double x) { return -1.5 * x; }));
    CHECK(findings_of(vectors, other, of).size() == 1);
}

TEST_CASE("a column that does not give the same result twice is set apart") {
    int calls = 0;
    auto t = four(fake::elementwise(identity), [&calls](std::vector<value> const& a, dtype type) {
        ++calls;
        return fake::elementwise([&](double x) { return x + calls; })(a, type);
    });
    auto const all = verdicts_of(smooth, t, on(dtype::float32, {fake::vector(dtype::float32, {1})}));
    REQUIRE(all.size() == 1);
    CHECK(all[0].is == judgement::nondeterministic);
    CHECK(names_of(all[0].witnesses, t.columns) == "tensorflow");
}

TEST_CASE("float64 faults are blamed by the columns' own majority") {
    auto t = four(fake::elementwise([](double x) { return std::cos(x); }),
                  fake::elementwise([](double x, dtype) { return static_cast<double>(static_cast<float>(std::cos(x))); }));
    auto const found = findings_of(special_one, t, on(dtype::float64, {fake::vector(dtype::float64, {0.7, 1.1})}));
    REQUIRE(found.size() == 1);
    CHECK(found[0].family == "special");
    CHECK(names_of(found[0].blamed, t.columns) == "tensorflow");
    CHECK(found[0].ulp > 1e6);
}

TEST_CASE("a trial in which nothing is finite is mistrusted") {
    auto const nans = fake::elementwise([](double) { return not_a_number; });
    auto t = four(nans, nans);
    auto const all = verdicts_of(smooth, t, on(dtype::float32, {fake::vector(dtype::float32, {not_a_number, not_a_number})}));
    REQUIRE(all.size() == 1);
    CHECK(all[0].is == judgement::mistrusted);
}

TEST_CASE("where the answer changes in kind within one ULP of the input, no kind is blamed without a majority") {
    // A quotient whose floor jumps: two columns on either side.
    auto const up = fake::elementwise([](double x, dtype d) { return d == dtype::float32 ? 1.0 : x >= 1 ? 1.0 : not_a_number; });
    auto const down = fake::elementwise([](double x, dtype d) { return d == dtype::float32 ? not_a_number : x >= 1 ? 1.0 : not_a_number; });
    fake::table t;
    t.with({fw::torch}, up).with({fw::tensorflow}, down).with({fw::jax}, up).with({fw::numpy}, down);
    auto const of = on(dtype::float32, {fake::vector(dtype::float32, {1})});
    CHECK(findings_of(smooth, t, of).empty());
}

TEST_CASE("where nothing is known of an operation, nobody is blamed whom no neighbour does better") {
    auto const of = on(dtype::float32, {fake::vector(dtype::float32, {1.5, 3, -7})});
    api_description careful = smooth;
    careful.cautious = true;
    auto const off = off_in_float32(identity, 1000);
    auto all_wrong = [&] {
        fake::table t;
        t.with({fw::torch}, off).with({fw::jax}, off_in_float32(identity, -1000)).with({fw::numpy}, off);
        return t;
    };
    auto known = all_wrong(), unknown = all_wrong();
    CHECK_FALSE(findings_of(smooth, known, of).empty());
    CHECK(findings_of(careful, unknown, of).empty());
    auto one_right = four(fake::elementwise(identity), off);
    CHECK(findings_of(careful, one_right, of).size() == 1);
    // Nor for little more than the bound, nor where subnormals may be at work.
    auto const a_little = off_in_float32(identity, 20);
    auto known_little = four(fake::elementwise(identity), a_little), unknown_little = four(fake::elementwise(identity), a_little);
    CHECK_FALSE(findings_of(smooth, known_little, of).empty());
    CHECK(findings_of(careful, unknown_little, of).empty());
    auto tiny = four(fake::elementwise(identity), off);
    CHECK(findings_of(careful, tiny, on(dtype::float32, {fake::vector(dtype::float32, {1.5, 3, 0x1p-120})})).empty());
}

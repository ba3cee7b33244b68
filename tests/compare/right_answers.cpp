// Right answers of a sweep against MPFR's own rounding. Needs MPFR.
#include <tests/catch.hpp>
#include <xamt/compare/high_precision.hpp>
#include <xamt/compare/right_answers.hpp>
#include <xamt/generate/number_line.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

using namespace xamt;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// A value of 400 bits rounded to a format by MPFR, subnormals and overflow included: nothing of ours takes part.
double rounded_by_mpfr(high::real const& y, dtype d) {
    auto const& format = info(d);
    auto const least = mpfr_get_emin(), most = mpfr_get_emax();
    mpfr_t r;
    mpfr_init2(r, format.digits);
    mpfr_set_emin(format.min_exponent - format.digits + 1);
    mpfr_set_emax(format.max_exponent);
    int t = mpfr_set(r, y.backend().data(), MPFR_RNDN);
    t = mpfr_check_range(r, t, MPFR_RNDN);
    mpfr_subnormalize(r, t, MPFR_RNDN);
    double const rounded = mpfr_get_d(r, MPFR_RNDN);
    mpfr_clear(r);
    mpfr_set_emin(least), mpfr_set_emax(most);
    return rounded;
}

std::optional<high::real> by_judge(std::string_view name, double x) {
    auto const found =
        std::find_if(high::function_table.begin(), high::function_table.end(), [&](auto const& f) { return f.name == name; });
    if (found == high::function_table.end()) return std::nullopt;
    high::point p;
    p.at[p.count++] = x;
    // The defaults: gelu's flag is 0, the others are slopes and offsets.
    if (found->arguments > 1) p.at[p.count++] = name == "gelu" ? 0 : name == "squareplus" ? 4 : 1;
    return found->f(p);
}

std::vector<value> arguments_for(std::string_view name, ndarray x) {
    std::vector<value> a{std::move(x)};
    if (name == "gelu") a.emplace_back(false);
    if (name == "squareplus") a.emplace_back(4.0);
    for (auto const* n : {"elu", "celu", "softplus", "softplus_threshold", "swish"})
        if (name == n) a.emplace_back(1.0);
    return a;
}

/// Random floats: of all sizes, of moderate size, and next to zero, where sums are nearly exact.
std::vector<float> random_inputs(std::size_t n, std::uint64_t seed) {
    random_stream random(seed);
    std::vector<float> x;
    while (x.size() < n) {
        float const anything = std::bit_cast<float>(static_cast<std::uint32_t>(random.bits()));
        if (std::isfinite(anything)) x.push_back(anything);
        x.push_back(static_cast<float>((random.unit() - 0.5) * 40));
        x.push_back(static_cast<float>(std::ldexp(random.unit() - 0.5, -static_cast<int>(random.below(60)))));
        x.push_back(static_cast<float>(std::ldexp(static_cast<double>(random.between(-4000, 4000)), -24)));
        x.push_back(static_cast<float>(std::ldexp(static_cast<double>(random.between(-70000, 70000)), -149)));
    }
    return x;
}

} // namespace

TEST_CASE("a half way between two numbers goes where the rest points") {
    double const tie = 1 + 0x1p-24, next = 1 + 0x1p-23;
    CHECK(nearest_of({tie, 0}, dtype::float32) == 1);
    CHECK(nearest_of({tie, 0x1p-80}, dtype::float32) == next);
    CHECK(nearest_of({tie, -0x1p-80}, dtype::float32) == 1);
    double const upper = 1 + 3 * 0x1p-24;
    CHECK(nearest_of({upper, 0}, dtype::float32) == 1 + 0x1p-22);
    CHECK(nearest_of({upper, -0x1p-90}, dtype::float32) == next);
    CHECK(nearest_of({-tie, -0x1p-80}, dtype::float32) == -next);
    CHECK(nearest_of({-tie, 0x1p-80}, dtype::float32) == -1);
    // Below a power of two the steps are half as wide.
    CHECK(nearest_of({1 - 0x1p-25, 0x1p-90}, dtype::float32) == 1);
    CHECK(nearest_of({1 - 0x1p-25, -0x1p-90}, dtype::float32) == 1 - 0x1p-24);
    // Subnormals, and the edge of the range.
    CHECK(nearest_of({0x1p-150, 0x1p-250}, dtype::float32) == 0x1p-149);
    CHECK(nearest_of({0x1p-150, 0}, dtype::float32) == 0);
    double const edge = 0x1.ffffffp127;
    CHECK(nearest_of({edge, 0}, dtype::float32) == infinity);
    CHECK(nearest_of({edge, -1}, dtype::float32) == 0x1.fffffep127);
    CHECK(nearest_of({65520, -1e-9}, dtype::float16) == 65504);
    CHECK(nearest_of({65520, 0}, dtype::float16) == infinity);
    CHECK(nearest_of({1 + 0x1p-9, -1e-30}, dtype::bfloat16) == 1);
}

TEST_CASE("rounding to a dtype is MPFR's, on random pairs of doubles") {
    random_stream random(11);
    for (int i = 0; i < 20000; ++i) {
        dtype const d = std::array{dtype::float16, dtype::bfloat16, dtype::float32}[random.below(3)];
        int const exponent = static_cast<int>(random.between(info(d).min_exponent - info(d).digits - 2, info(d).max_exponent + 1));
        // Few bits in front, so that half of them are ties.
        double const high = std::ldexp(static_cast<double>(random.between(-(1 << (info(d).digits + 1)), 1 << (info(d).digits + 1))),
                                       exponent - info(d).digits);
        double const low = std::array{0.0, high * 0x1p-70, -high * 0x1p-70}[random.below(3)];
        INFO(high << " + " << low << " to " << name_of(d));
        CHECK(nearest_of({high, low}, d) == rounded_by_mpfr(high::real(high) + high::real(low), d));
    }
}

TEST_CASE("quick evaluations lie within their stated error, and their answers are correctly rounded") {
    auto const inputs = random_inputs(4000, 5);
    for (auto const& f : sweep_functions) {
        if (f.quick == nullptr || !by_judge(f.name, 0.3)) continue;
        ndarray x(dtype::float32, shape{static_cast<std::int64_t>(inputs.size())});
        std::copy(inputs.begin(), inputs.end(), x.as<float>().begin());
        auto const arguments = arguments_for(f.name, x);
        for (dtype d : {dtype::float32, dtype::float16, dtype::bfloat16}) {
            right_hand const hand(f.name, d, &evaluate_precisely);
            right_answers<float> right;
            hand.answer(std::span<float const>(inputs), arguments, right);
            for (std::size_t i = 0; i < inputs.size(); ++i) {
                auto const y = by_judge(f.name, static_cast<double>(inputs[i]));
                if (!y) continue;
                INFO(f.name << " at " << inputs[i] << " in " << name_of(d));
                double const wanted = rounded_by_mpfr(*y, d);
                if (static_cast<double>(right.nearest[i]) != wanted) CHECK(static_cast<double>(right.nearest[i]) == wanted);
                double const quick = f.quick(static_cast<double>(inputs[i]));
                // Where doubles are subnormal they are zero to every shorter dtype.
                if (d == dtype::float32 && std::isfinite(quick) && std::fabs(quick) > 0x1p-1000) {
                    auto const error = high::real(fabs(high::real(quick) - *y)).convert_to<double>() / ulp_at(quick, dtype::float64);
                    if (!(error <= f.error)) CHECK(error <= f.error);
                }
            }
        }
    }
}

TEST_CASE("next to a rounding boundary the last judge is asked and not believed blindly") {
    // sigmoid is 1/2 + x/4 - x^3/48: here it is half way between two floats but for the cube, which no double shows.
    std::vector<float> const inputs{0x1p-23f, 3 * 0x1p-23f, -0x1p-24f, 0.5f};
    ndarray x(dtype::float32, shape{4});
    std::copy(inputs.begin(), inputs.end(), x.as<float>().begin());
    std::vector<value> const arguments{x};
    right_answers<float> right;
    right_hand("sigmoid", dtype::float32, &evaluate_precisely).answer(std::span<float const>(inputs), arguments, right);
    CHECK(right.judged == 3);
    CHECK(right.nearest[0] == 0.5f);
    CHECK(right.nearest[1] == 0.5f + 0x1p-24f); // rounding the double to even would give the next
    CHECK(right.nearest[2] == 0.5f);
    CHECK(static_cast<float>(in_double::sigmoid(3 * 0x1p-23)) == 0.5f + 0x1p-23f);
}

TEST_CASE("half a subnormal is rounded without asking the last judge") {
    std::vector<float> const inputs{0x1p-149f, 3 * 0x1p-149f, -0x1p-149f, -3 * 0x1p-149f};
    ndarray x(dtype::float32, shape{4});
    std::copy(inputs.begin(), inputs.end(), x.as<float>().begin());
    for (std::string_view name : {"gelu", "silu", "hard_swish"}) {
        right_answers<float> right;
        right_hand(name, dtype::float32, &evaluate_precisely).answer(std::span<float const>(inputs), arguments_for(name, x), right);
        INFO(name);
        CHECK(right.judged == 0);
        for (std::size_t i = 0; i < inputs.size(); ++i)
            CHECK(static_cast<double>(right.nearest[i]) ==
                  rounded_by_mpfr(*by_judge(name, static_cast<double>(inputs[i])), dtype::float32));
        CHECK(right.nearest[0] == 0x1p-149f); // half of the smallest, and a little more
        CHECK(right.nearest[2] == 0);         // a little more than minus half of it
    }
}

TEST_CASE("float64 is judged by MPFR alone, and what nobody knows is not known") {
    std::vector<double> const inputs{0.5, -1, 0, -0.0, infinity, -infinity};
    ndarray x(dtype::float64, shape{6});
    std::copy(inputs.begin(), inputs.end(), x.as<double>().begin());
    std::vector<value> const arguments{x};
    right_answers<double> right;
    right_hand("log", dtype::float64, &evaluate_precisely).answer(std::span<double const>(inputs), arguments, right);
    CHECK(right.nearest[0] == std::log(0.5));
    CHECK(right.rest[0] != 0);
    CHECK(is_nan(right.nearest[1])); // the C library's: the judge does not speak of what has no value
    CHECK(right.nearest[2] == -infinity);
    CHECK(right.known.empty());
    right_hand("i1", dtype::float64, &evaluate_precisely).answer(std::span<double const>(inputs), arguments, right);
    CHECK(std::signbit(right.nearest[3])); // i1 is odd, and the judge's zero has no sign
    CHECK_FALSE(std::signbit(right.nearest[2]));
    right_hand("digamma", dtype::float64, &evaluate_precisely).answer(std::span<double const>(inputs), arguments, right);
    CHECK(right.knows(0));
    CHECK_FALSE(right.knows(1)); // a pole
}

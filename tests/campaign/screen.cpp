// The first look at a trial: equal columns are quiet, small differences are measured in units of the bound, differences in kind stand out.
#include <xamt/campaign/screen.hpp>

#include "../catch.hpp"

#include <initializer_list>
#include <limits>

using namespace xamt;

namespace {

constexpr auto elementary_api = api("exp").takes(tensor("x")).elementwise().elementary();
constexpr auto exact_api = api("abs").takes(tensor("x")).elementwise().exact();
constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN(), infinity = std::numeric_limits<double>::infinity();

outcome gives(dtype type, std::initializer_list<double> values) {
    outcome o;
    o.is = ending::value;
    o.outputs.emplace_back(type, shape{static_cast<std::int64_t>(values.size())});
    std::int64_t i = 0;
    for (double x : values) store(o.outputs[0], i++, x);
    return o;
}

screening screened(api_description const& a, dtype type, std::vector<outcome> const& outcomes) {
    trial t;
    t.type = type;
    t.arguments.emplace_back(ndarray(type, outcomes.front().outputs.front().dims()));
    return screen(a, t, outcomes);
}

double spacing(double x, dtype type) { return ulp_at(x, type); }

} // namespace

TEST_CASE("columns that give the same are not suspicious, whatever the bits of their NaN", "[screen]") {
    for (dtype type : {dtype::float16, dtype::bfloat16, dtype::float32, dtype::float64}) {
        auto const s =
            screened(exact_api, type, {gives(type, {not_a_number, 0.0, infinity, 1}), gives(type, {-not_a_number, -0.0, infinity, 1})});
        CHECK_FALSE(s.suspicious);
        CHECK(s.dispersion == 0);
        CHECK(s.pattern == std::string(name_of(type)) + " ==");
        CHECK(s.answers == 2);
    }
}

TEST_CASE("a small difference counts in units of the bound, for the column that is not the larger one", "[screen]") {
    double const far = 1 + 6 * spacing(1, dtype::float32); // of the 8 ULP that an elementary function may take
    auto const s = screened(elementary_api, dtype::float32, {gives(dtype::float32, {2, 1, 5}), gives(dtype::float32, {2, far, 5})});
    CHECK(s.dispersion == Approx(0.75));
    CHECK(s.by_column[0] == Approx(0.75));
    CHECK(s.by_column[1] == 0);
    CHECK(s.pattern == "float32 v=");
    CHECK(s.suspicious);
    double const near = 1 + 2 * spacing(1, dtype::float32);
    auto const quiet = screened(elementary_api, dtype::float32, {gives(dtype::float32, {1}), gives(dtype::float32, {near})});
    CHECK(quiet.dispersion == Approx(0.25));
    CHECK_FALSE(quiet.suspicious);
}

TEST_CASE("the widest of many small differences counts, also beyond the first block", "[screen]") {
    double const unit = spacing(1, dtype::float64);
    auto a = gives(dtype::float64, {}), b = a;
    a.outputs[0] = b.outputs[0] = ndarray(dtype::float64, {200});
    for (std::int64_t i = 0; i < 200; ++i) {
        store(a.outputs[0], i, 1);
        store(b.outputs[0], i, i == 3 ? 1 + unit : i == 150 ? 1 + 3 * unit : i == 151 ? 1 + 2 * unit : 1);
    }
    CHECK(screened(elementary_api, dtype::float64, {a, b}).dispersion == Approx(3.0 / 8));
}

TEST_CASE("NaN or an infinity against a number is a difference in kind, of the column in the minority", "[screen]") {
    auto const s = screened(elementary_api, dtype::float32,
                            {gives(dtype::float32, {1, 1}), gives(dtype::float32, {1, not_a_number}), gives(dtype::float32, {1, 1}),
                             gives(dtype::float32, {1, 1})});
    CHECK(s.pattern == "float32 =k==");
    CHECK(s.by_column[1] == kind_difference);
    CHECK(screened(elementary_api, dtype::float32, {gives(dtype::float32, {infinity}), gives(dtype::float32, {3})}).suspicious);
    CHECK(screened(elementary_api, dtype::float32, {gives(dtype::float32, {infinity}), gives(dtype::float32, {-infinity})}).suspicious);
}

TEST_CASE("integers differ or do not, and columns may differ in dtype", "[screen]") {
    CHECK(screened(exact_api, dtype::int32, {gives(dtype::int32, {1, 2}), gives(dtype::int32, {1, 3})}).pattern == "int32 k=");
    CHECK_FALSE(screened(exact_api, dtype::int32, {gives(dtype::int32, {1, 2}), gives(dtype::int64, {1, 2})}).suspicious);
    CHECK(screened(exact_api, dtype::int32, {gives(dtype::int32, {1, 2}), gives(dtype::int64, {1, 5})}).suspicious);
}

TEST_CASE("a trial is seen in a batch as it is seen alone, whatever the others' dtypes, columns and endings", "[screen]") {
    double const near = 1 + 2 * spacing(1, dtype::float32), far = 1 + 6 * spacing(1, dtype::float32);
    outcome refused, lost;
    refused.is = ending::error;
    lost.is = ending::death;
    auto const floats = [](std::initializer_list<double> values) { return gives(dtype::float32, values); };
    std::vector<std::vector<outcome>> const rows{
        {floats({1, 2}), floats({1, 2}), floats({1, 2})},
        {floats({1}), floats({near}), floats({1})},
        {floats({1}), refused, floats({far})},
        {gives(dtype::float64, {1, 3}), gives(dtype::float64, {1, 4}), gives(dtype::float32, {1, 3})},
        {gives(dtype::int32, {1}), gives(dtype::int32, {2}), lost},
        {refused, refused, refused},
        {floats({not_a_number, 0}), floats({1, -0.0}), floats({not_a_number, 0})},
        {floats({1, 2}), floats({1}), floats({near, 2})},
    };
    std::vector<trial> trials(rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
        trials[i].type = rows[i][0].outputs.empty() ? dtype::float32 : rows[i][0].outputs[0].type();
        trials[i].arguments.emplace_back(ndarray(trials[i].type, {2}));
    }
    auto const seen = screen_batch(elementary_api, std::span<trial const>(trials), std::span<std::vector<outcome> const>(rows));
    REQUIRE(seen.size() == rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
        INFO(i);
        screening const alone = screen(elementary_api, trials[i], rows[i]);
        CHECK(seen[i].pattern == alone.pattern);
        CHECK(seen[i].by_column == alone.by_column);
        CHECK(seen[i].suspicious == alone.suspicious);
        CHECK(seen[i].answers == alone.answers);
    }
    CHECK(seen[0].pattern == "float32 ===");
    CHECK(seen[1].dispersion == Approx(0.25));
    CHECK_FALSE(seen[1].suspicious);
    CHECK(seen[2].pattern == "float32 ve=");
    CHECK(seen[3].pattern == "float64 =v=");
    CHECK(seen[4].pattern == "int32 k=d");
    CHECK(seen[5].answers == 0);
    CHECK(seen[6].pattern == "float32 =k=");
    CHECK(seen[7].pattern == "float32 =s=");
}

TEST_CASE("the numbers of the allowance are those of the bound", "[screen]") {
    constexpr auto special = api("erf").takes(tensor("x")).elementwise().special();
    constexpr auto rounded = api("add").takes(tensor("x")).elementwise().correctly_rounded();
    constexpr auto own = api("erf").takes(tensor("x")).elementwise().special(3);
    constexpr auto sum = api("sum").takes(tensor("x")).accumulates();
    constexpr auto solved = api("solve").takes(tensor("x")).linear_algebra();
    std::vector<value> const arguments{ndarray(dtype::float32, {12})};
    for (api_description const* a :
         std::initializer_list<api_description const*>{&elementary_api, &exact_api, &special, &rounded, &own, &sum, &solved})
        for (dtype type : {dtype::float16, dtype::bfloat16, dtype::float32, dtype::float64, dtype::complex64}) {
            auto const bound = bound_for(*a, type, terms_of(*a, arguments, 1));
            auto const quick = detail::allowance_for(*a, type, arguments, 1);
            INFO(a->name << ' ' << name_of(type));
            CHECK(quick.table == bound.table);
            CHECK(quick.absolute == bound.absolute);
        }
}

// Trials: the same bytes from the same name, every special value after a while, tame ones without any, content as described.
#include <xamt/generate/make_trial.hpp>

#include "../catch.hpp"

#include <cmath>
#include <cstring>
#include <limits>

using namespace xamt;

namespace {

constexpr auto unary_api = api("unary").takes(tensor("x").floating()).elementwise();
constexpr auto add_api = api("add").takes(tensor("x").numbers(), tensor("y").numbers()).elementwise();
constexpr auto divide_api = api("divide").takes(tensor("x").integral(), tensor("y").integral()).elementwise();
constexpr auto list_api = api("stack").takes(tensors("xs").anything().rank(1, 3), axis("axis").by_default(0));

std::uint64_t hash_of(trial const& t) {
    std::uint64_t h = 0xcbf29ce484222325ull;
    auto const eat = [&](ndarray const& a) {
        for (std::size_t i = 0; i < a.bytes(); ++i) h = (h ^ static_cast<std::uint64_t>(a.data()[i])) * 0x100000001b3ull;
    };
    for (auto const& v : t.arguments) {
        if (auto const* a = std::get_if<ndarray>(&v)) eat(*a);
        if (auto const* list = std::get_if<std::vector<ndarray>>(&v))
            for (auto const& a : *list) eat(a);
    }
    return h;
}

trial made(api_description const& a, std::uint32_t c, std::uint32_t i, std::uint64_t seed = 1) {
    return make_trial(a, {std::string(a.name), seed, c, i, -1});
}

ndarray const& tensor_at(trial const& t, std::size_t i) { return std::get<ndarray>(t.arguments[i]); }

/// Calls f for every tensor of that parameter over some classes and trials.
template <class F> void for_tensors(api_description const& a, std::size_t parameter, int classes, int trials, F f) {
    for (int c = 0; c < classes; ++c)
        for (int i = 0; i < trials; ++i) {
            trial const t = made(a, static_cast<std::uint32_t>(c), static_cast<std::uint32_t>(i));
            if (auto const* x = std::get_if<ndarray>(&t.arguments[parameter])) f(*x, t);
        }
}

} // namespace

TEST_CASE("the same name gives the same bytes") {
    for (auto const* a : {&unary_api, &add_api, &divide_api, &list_api})
        for (std::uint32_t c = 0; c < 20; ++c)
            for (std::uint32_t i = 0; i < 5; ++i) CHECK(hash_of(made(*a, c, i)) == hash_of(made(*a, c, i)));
    CHECK(hash_of(made(unary_api, 0, 0)) != hash_of(made(unary_api, 0, 1)));
    CHECK(hash_of(made(unary_api, 0, 0)) != hash_of(made(unary_api, 0, 0, 2)));
}

TEST_CASE("a class at hand and a class from the name give the same trial") {
    shape_class const c = make_class(add_api, 1, 6);
    for (std::uint32_t i = 0; i < 8; ++i) CHECK(hash_of(make_trial(add_api, c, {"add", 1, 6, i, -1})) == hash_of(made(add_api, 6, i)));
}

TEST_CASE("a trial that is filled again in place is the trial of its new name") {
    for (auto const* a : {&unary_api, &add_api, &divide_api, &list_api}) {
        trial reused = made(*a, 5, 0);
        for (std::uint32_t i = 1; i < 8; ++i) {
            reused.name.index = i;
            fill_trial(*a, reused);
            CHECK(hash_of(reused) == hash_of(made(*a, 5, i)));
        }
    }
}

TEST_CASE("one case of a stack is the stack's slice") {
    trial const whole = made(add_api, 0, 3);
    REQUIRE(whole.cases == stacked_cases);
    for (std::int32_t which : {0, 7, 31}) {
        trial const one = make_trial(add_api, {"add", 1, 0, 3, which});
        CHECK(one.cases == 1);
        CHECK(one.name.stacked == which);
        ndarray const& part = tensor_at(one, 1);
        CHECK(part.dims() == shape{5});
        CHECK(std::memcmp(part.data(), tensor_at(whole, 1).data() + static_cast<std::size_t>(which) * part.bytes(), part.bytes()) == 0);
    }
}

TEST_CASE("every class of special value appears, in every floating format") {
    for (dtype type : {dtype::float16, dtype::bfloat16, dtype::float32, dtype::float64}) {
        auto const one_type = api("special").takes(tensor("x").only(type)).elementwise();
        detail::float_format const f(type);
        bool nan = false, inf = false, minus_inf = false, zero = false, minus_zero = false, subnormal = false, smallest = false,
             largest = false, smallest_normal = false, tie = false, beyond = false, near_one = false, overflow = false, tail = false;
        for_tensors(one_type, 0, 3, 64, [&](ndarray const& x, trial const&) {
            for (std::int64_t i = 0; i < x.size(); ++i) {
                double const v = load(x.view(), i), m = std::abs(v);
                nan = nan || v != v;
                inf = inf || v == std::numeric_limits<double>::infinity();
                minus_inf = minus_inf || v == -std::numeric_limits<double>::infinity();
                zero = zero || (v == 0 && !std::signbit(v));
                minus_zero = minus_zero || (v == 0 && std::signbit(v));
                subnormal = subnormal || (m > f.smallest && m < f.smallest_normal);
                smallest = smallest || m == f.smallest;
                smallest_normal = smallest_normal || m == f.smallest_normal;
                largest = largest || m == f.largest;
                tie = tie || (m < 100 && m - std::floor(m) == 0.5);
                beyond = beyond || (m > detail::power_of_two(f.digits) && m < 3 * detail::power_of_two(f.digits) && m == std::floor(m));
                near_one = near_one || (m != 1 && std::abs(m - 1) <= 2 * f.epsilon);
                overflow = overflow || std::abs(m - f.max_exponent * 0.6931471805599453) < 0.7;
                tail = tail || (v < -5 && v > -12);
            }
        });
        INFO(name_of(type));
        CHECK(nan);
        CHECK(inf);
        CHECK(minus_inf);
        CHECK(zero);
        CHECK(minus_zero);
        CHECK(subnormal);
        CHECK(smallest);
        CHECK(smallest_normal);
        CHECK(largest);
        CHECK(tie);
        CHECK(beyond);
        CHECK(near_one);
        CHECK(overflow);
        CHECK(tail);
    }
}

TEST_CASE("about a third of the trials hold no special value, and never leave moderate numbers") {
    int tame = 0, count = 0;
    for_tensors(unary_api, 0, 2, 300, [&](ndarray const& x, trial const&) {
        bool moderate = true;
        for (std::int64_t i = 0; i < x.size(); ++i) moderate = moderate && std::abs(load(x.view(), i)) < 1e12;
        tame += moderate;
        ++count;
    });
    CHECK(tame > count / 4);
    CHECK(tame < count / 2);
}

TEST_CASE("integer edges meet each other") {
    int smallest_by_minus_one = 0, by_zero = 0, powers = 0;
    for (std::uint32_t c = 0; c < 30; ++c)
        for (std::uint32_t i = 0; i < 16; ++i) {
            trial const t = made(divide_api, c, i);
            ndarray const& x = tensor_at(t, 0);
            ndarray const& y = tensor_at(t, 1);
            if (!(x.dims() == y.dims()) || x.type() != dtype::int32) continue;
            for (std::int64_t k = 0; k < x.size(); ++k) {
                auto const a = load_integer(x.view(), k), b = load_integer(y.view(), k);
                smallest_by_minus_one += a == -2147483648 && b == -1;
                by_zero += b == 0;
                powers += a > 2 && (a & (a - 1)) == 0;
            }
        }
    CHECK(smallest_by_minus_one > 3);
    CHECK(by_zero > 0);
    CHECK(powers > 0);
}

TEST_CASE("operands are related sometimes: equal, opposite") {
    int equal = 0, opposite = 0;
    for (std::uint32_t i = 0; i < 100; ++i) {
        trial const t = made(add_api, 0, i);
        std::int64_t const run = tensor_at(t, 0).size() / t.cases;
        for (std::int64_t at = 0; at < tensor_at(t, 0).size(); at += run) {
            bool all_equal = true, all_opposite = true;
            for (std::int64_t k = at; k < at + run; ++k) {
                double const a = load(tensor_at(t, 0).view(), k), b = load(tensor_at(t, 1).view(), k);
                all_equal = all_equal && a == b;
                all_opposite = all_opposite && a == -b && a != 0;
            }
            equal += all_equal;
            opposite += all_opposite;
        }
    }
    CHECK(equal > 20);
    CHECK(opposite > 20);
}

TEST_CASE("elements stay in the described range in every dtype") {
    struct range {
        double lo, hi;
    };
    for (range const r : {range{-1, 1}, range{0, 1}, range{1e-5, 0.1}, range{3, 20}, range{-7.25, -2}}) {
        auto const ranged = api("ranged").takes(tensor("x").floating().between(r.lo, r.hi)).elementwise();
        bool at_low = false, at_high = false;
        for_tensors(ranged, 0, 12, 40, [&](ndarray const& x, trial const&) {
            for (std::int64_t i = 0; i < x.size(); ++i) {
                double const v = load(x.view(), i);
                REQUIRE(v >= r.lo);
                REQUIRE(v <= r.hi);
                at_low = at_low || v < r.lo + 0.01 * (r.hi - r.lo);
                at_high = at_high || v > r.hi - 0.01 * (r.hi - r.lo);
            }
        });
        CHECK(at_low);
        CHECK(at_high);
    }
    auto const positive = api("positive").takes(tensor("x").real_numbers().positive()).elementwise();
    bool infinite = false;
    for_tensors(positive, 0, 12, 40, [&](ndarray const& x, trial const&) {
        for (std::int64_t i = 0; i < x.size(); ++i) {
            double const v = load(x.view(), i);
            REQUIRE((v > 0 || v != v));
            infinite = infinite || v > 1e308;
        }
    });
    CHECK(infinite);
    auto const whole = api("whole").takes(tensor("x").floating().whole_numbers().between(-200, 200)).elementwise();
    for_tensors(whole, 0, 12, 20, [&](ndarray const& x, trial const&) {
        for (std::int64_t i = 0; i < x.size(); ++i) {
            double const v = load(x.view(), i);
            REQUIRE(v == std::nearbyint(v));
            REQUIRE(std::abs(v) <= 200);
        }
    });
}

TEST_CASE("subnormal numbers are drawn where they belong and kept out where they do not") {
    auto const count_small = [](api_description const& a) {
        int small = 0;
        for_tensors(a, 0, 12, 40, [&](ndarray const& x, trial const&) {
            for (std::int64_t i = 0; i < x.size(); ++i) small += load(x.view(), i) != 0 && std::abs(load(x.view(), i)) < 0x1p-126;
        });
        return small;
    };
    CHECK(count_small(api("near_zero").takes(tensor("x").floating().between(-3, 3))) > 0);
    CHECK(count_small(api("near_zero").takes(tensor("x").floating().between(-3, 3).without_subnormals())) == 0);
}

TEST_CASE("indices name what is there: along an axis, below a letter, below a count") {
    auto const gather = api("gather").takes(tensor("x").anything().rank(1, 3),
                                            tensor("i").only(dtype::int64).rank(1).indices_into("x", "axis"), axis("axis"));
    auto const loss = api("loss").takes(tensor("x").floating().dims("nc"), tensor("t").only(dtype::int64).dims("n").indices_into("x", "c"));
    auto const segments =
        api("segments")
            .takes(tensor("x").floating().dims("nc"), tensor("s").integral().dims("n").indices_into("x", "s"), integer("count").dims("s"));
    for_tensors(gather, 1, 60, 4, [&](ndarray const& i, trial const& t) {
        shape const& x = tensor_at(t, 0).dims();
        auto const axis = std::get<std::int64_t>(t.arguments[2]);
        std::int64_t const extent = x[static_cast<std::size_t>(axis < 0 ? axis + static_cast<std::int64_t>(x.rank()) : axis)];
        for (std::int64_t k = 0; k < i.size(); ++k) {
            REQUIRE(load_integer(i.view(), k) >= 0);
            REQUIRE(load_integer(i.view(), k) < extent);
        }
    });
    for_tensors(loss, 1, 60, 4, [&](ndarray const& i, trial const& t) {
        for (std::int64_t k = 0; k < i.size(); ++k) REQUIRE(load_integer(i.view(), k) < tensor_at(t, 0).dims()[1]);
    });
    for_tensors(segments, 1, 60, 4, [&](ndarray const& i, trial const& t) {
        for (std::int64_t k = 0; k < i.size(); ++k) REQUIRE(load_integer(i.view(), k) < std::get<std::int64_t>(t.arguments[2]));
    });
}

TEST_CASE("content rules hold after rounding to the dtype") {
    auto const rows = [](ndarray const& x, auto f) {
        std::int64_t const n = x.dims()[x.dims().rank() - 1];
        for (std::int64_t row = 0; n > 0 && row < x.size(); row += n) f(row, n);
    };
    auto const p = api("p").takes(tensor("p").floating().rank(1, 3).holding(content::probabilities));
    for_tensors(p, 0, 30, 8, [&](ndarray const& x, trial const&) {
        rows(x, [&](std::int64_t row, std::int64_t n) {
            double sum = 0;
            for (std::int64_t i = row; i < row + n; ++i) {
                REQUIRE(load(x.view(), i) >= 0);
                sum += load(x.view(), i);
            }
            CHECK(sum == Approx(1).margin(0.02));
        });
    });
    auto const hot = api("h").takes(tensor("h").floating().rank(1, 3).holding(content::one_hot));
    for_tensors(hot, 0, 30, 4, [&](ndarray const& x, trial const&) {
        rows(x, [&](std::int64_t row, std::int64_t n) {
            int ones = 0, zeros = 0;
            for (std::int64_t i = row; i < row + n; ++i) {
                ones += load(x.view(), i) == 1;
                zeros += load(x.view(), i) == 0;
            }
            CHECK(ones == 1);
            CHECK(zeros == n - 1);
        });
    });
    auto const ascending = api("a").takes(tensor("a").real_numbers().rank(1, 3).holding(content::ascending));
    for_tensors(ascending, 0, 30, 8, [&](ndarray const& x, trial const&) {
        rows(x, [&](std::int64_t row, std::int64_t n) {
            for (std::int64_t i = row + 1; i < row + n; ++i) REQUIRE_FALSE(load(x.view(), i) < load(x.view(), i - 1));
        });
    });
    auto const signs = api("s").takes(tensor("s").floating().holding(content::signs));
    for_tensors(signs, 0, 20, 4, [&](ndarray const& x, trial const&) {
        for (std::int64_t i = 0; i < x.size(); ++i) REQUIRE(std::abs(load(x.view(), i)) == 1);
    });
}

TEST_CASE("matrices have the structure asked for, in real and complex dtypes") {
    for (content c : {content::symmetric, content::positive_definite, content::triangular, content::well_conditioned}) {
        auto const m = api("m").takes(tensor("m").floating_or_complex().rank(2, 4).holding(c));
        for_tensors(m, 0, 40, 4, [&](ndarray const& x, trial const&) {
            auto const n = x.dims()[x.dims().rank() - 1];
            REQUIRE(x.dims()[x.dims().rank() - 2] == n);
            for (std::int64_t at = 0; at < x.size(); at += n * n)
                for (std::int64_t i = 0; i < n; ++i) {
                    auto const diagonal = load_complex(x.view(), at + i * n + i);
                    if (c != content::symmetric) CHECK(std::abs(diagonal) > 0);
                    if (c == content::positive_definite) CHECK((diagonal.real() > 0 && diagonal.imag() == 0));
                    for (std::int64_t j = 0; j < i; ++j) {
                        auto const low = load_complex(x.view(), at + i * n + j), high = load_complex(x.view(), at + j * n + i);
                        if (c == content::triangular) CHECK(high == std::complex<double>(0));
                        if (c == content::symmetric || c == content::positive_definite) CHECK(low == std::conj(high));
                    }
                }
        });
    }
}

TEST_CASE("trials of a class differ in nothing but contents") {
    for (std::uint32_t c = 0; c < 20; ++c) {
        trial const a = made(list_api, c, 0), b = made(list_api, c, 1);
        auto const& x = std::get<std::vector<ndarray>>(a.arguments[0]);
        auto const& y = std::get<std::vector<ndarray>>(b.arguments[0]);
        REQUIRE(x.size() == y.size());
        for (std::size_t i = 0; i < x.size(); ++i) {
            CHECK(x[i].type() == y[i].type());
            CHECK(x[i].dims() == y[i].dims());
        }
        CHECK(std::get<std::int64_t>(a.arguments[1]) == std::get<std::int64_t>(b.arguments[1]));
    }
}

TEST_CASE("names keep their meaning: these trials have had these bytes since the first release") {
    CHECK(hash_of(made(unary_api, 0, 0)) == 0xa5dbff8d780c7efull);
    CHECK(hash_of(made(unary_api, 9, 5)) == 0x536c5c46692ec24dull);
    CHECK(hash_of(made(add_api, 3, 1)) == 0x283fd1ae18be9fd8ull);
    CHECK(hash_of(made(divide_api, 2, 2)) == 0x57370e92199b5923ull);
    CHECK(hash_of(made(list_api, 3, 4)) == 0xa297ada949a9c52dull);
}

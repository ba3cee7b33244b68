// The variance check against hand-computed values, exact arithmetic, and its own plain definition, bit for bit.
#include <xamt/compare/variance.hpp>
#include <xamt/compare/variance_threads.hpp>

#include "../catch.hpp"
#include "variance_inputs.hpp"

#include <xamt/core/element.hpp>
#include <xamt/core/random.hpp>

#include <cmath>
#include <cstring>
#include <limits>
#include <sstream>
#include <string>
#include <vector>

using namespace xamt;

namespace {

/// Columns given as doubles, in a dtype.
struct table {
    std::vector<ndarray> columns;
    std::vector<void const*> pointers;

    table(dtype type, std::vector<std::vector<double>> const& values) {
        for (auto const& v : values) {
            ndarray t(type, {static_cast<std::int64_t>(v.size())});
            for (std::size_t i = 0; i < v.size(); ++i) store(t, static_cast<std::int64_t>(i), v[i]);
            columns.push_back(std::move(t));
        }
        for (auto const& c : columns) pointers.push_back(c.data());
    }
    [[nodiscard]] variance_record check() const {
        return check_variance(columns[0].type(), pointers, static_cast<std::uint64_t>(columns[0].size()));
    }
};

} // namespace

TEST_CASE("variance, spreads and places of a small table are what a hand computes") {
    for (dtype type :
         {dtype::float16, dtype::bfloat16, dtype::float32, dtype::float64, dtype::int8, dtype::int16, dtype::int32, dtype::int64}) {
        INFO(name_of(type));
        auto const r = table(type, {{1, 2, 3, 8}, {1, 4, 3, 8}, {1, 6, 3, 5}}).check();
        CHECK(r.largest_variance == Approx(8.0 / 3)); // 2, 4, 6
        CHECK(r.mean_variance == Approx((8.0 / 3 + 2) / 4));
        CHECK(r.absolute_spread == 4);
        CHECK(r.relative_spread == Approx(4.0 / 6));
        CHECK(r.at == 1);
        CHECK(r.bit_equal == 0);
        CHECK(r.nan_mismatches + r.infinity_mismatches + r.zero_sign_mismatches == 0);
        CHECK_FALSE(r.agrees());
    }
}

TEST_CASE("ULP spreads count the numbers of the dtype in between") {
    CHECK(table(dtype::float32, {{1, 1}, {1, 1 + 0x1p-23}}).check().ulp_spread == 1);
    CHECK(table(dtype::float32, {{1, 1}, {1, 1 - 0x1p-24}}).check().ulp_spread == 1);
    CHECK(table(dtype::float16, {{2, 1}, {2 + 0x1p-8, 1}}).check().ulp_spread == 2);
    CHECK(table(dtype::bfloat16, {{-1}, {-1 - 0x1p-6}}).check().ulp_spread == 2);
    CHECK(table(dtype::float64, {{0x1p-1074}, {-0x1p-1074}}).check().ulp_spread == 2);
    CHECK(table(dtype::float32, {{0.0}, {-0.0}}).check().ulp_spread == 0);
    CHECK(table(dtype::float64, {{1.7976931348623157e308}, {-1.7976931348623157e308}}).check().ulp_spread == 2 * 0x7fefffffffffffffull);
    CHECK(table(dtype::int8, {{-128}, {127}}).check().ulp_spread == 255);
    CHECK(table(dtype::uint8, {{0}, {255}}).check().ulp_spread == 255);
    CHECK(table(dtype::boolean, {{0, 1}, {1, 1}}).check().ulp_spread == 1);
}

TEST_CASE("NaN, infinities and signed zeros are counted and never poison the numbers") {
    auto const r = table(dtype::float32, {{nan_, nan_, inf_, inf_, -inf_, 0.0, 1, inf_}, {nan_, 1, inf_, -inf_, 3, -0.0, 2, nan_}}).check();
    CHECK(r.nan_mismatches == 2);      // elements 1 and 7
    CHECK(r.infinity_mismatches == 2); // elements 3 and 4; 7 holds no infinity beside another number
    CHECK(r.zero_sign_mismatches == 1);
    CHECK(r.largest_variance == 0.25);
    CHECK(r.mean_variance == 0.25 / 8); // irregular elements count as 0
    CHECK(r.relative_spread == 0.5);
    CHECK(r.at == 6);
    auto const all = table(dtype::float64, {{nan_, inf_}, {nan_, inf_}}).check();
    CHECK(all.bit_equal == 1);
    CHECK(all.agrees());
    auto const none_regular = table(dtype::float64, {{nan_, inf_}, {-nan_, -inf_}}).check();
    CHECK(none_regular.mean_variance == 0);
    CHECK(none_regular.at == variance_record::nowhere);
    CHECK(none_regular.nan_mismatches == 0);
    CHECK(none_regular.infinity_mismatches == 1);
}

TEST_CASE("spreads at both ends of the range stay right") {
    auto const wide = table(dtype::float32, {{3e38}, {-3e38}}).check();
    CHECK(wide.largest_variance == Approx(9e76).epsilon(1e-6));
    CHECK(wide.absolute_spread == Approx(6e38).epsilon(1e-6));
    CHECK(wide.relative_spread == 2);
    auto const tiny = table(dtype::float32, {{0}, {0x1p-149}}).check();
    CHECK(tiny.largest_variance == 0x1p-300);
    CHECK(tiny.relative_spread == 1);
    auto const huge = table(dtype::float64, {{1e308}, {-1e308}}).check();
    CHECK(huge.largest_variance == inf_);
    CHECK(huge.relative_spread == 2);
    auto const large = table(dtype::float64, {{1e153, 4}, {3e153, 4}}).check();
    CHECK(large.largest_variance == Approx(1e306));
    CHECK(large.mean_variance == Approx(5e305));
    auto const small = table(dtype::float64, {{1e-150}, {3e-150}}).check();
    CHECK(small.largest_variance == Approx(1e-300));
    CHECK(small.relative_spread == Approx(2.0 / 3));
    auto const integers = table(dtype::int64, {{0}, {0}}).check();
    CHECK(integers.bit_equal == 1);
    std::int64_t const low = std::numeric_limits<std::int64_t>::min(), high = std::numeric_limits<std::int64_t>::max();
    void const* const ends[] = {&low, &high};
    auto const extreme = check_variance(dtype::int64, ends, 1);
    CHECK(extreme.ulp_spread == ~0ull);
    CHECK(extreme.largest_variance == 0x1p126);
    std::int64_t const a = (1ll << 62) + 1, b = (1ll << 62) + 3;
    void const* const close[] = {&a, &b};
    CHECK(check_variance(dtype::int64, close, 1).largest_variance == 1);
}

TEST_CASE("complex trials are pairs; positions are those of the complex element") {
    std::complex<float> const x[] = {{1, 2}, {3, 4}, {5, 6}}, y[] = {{1, 2}, {3, 4}, {5, 8}};
    void const* const columns[] = {x, y};
    auto const r = check_variance(dtype::complex64, columns, 3);
    CHECK(r.at == 2);
    CHECK(r.absolute_spread == 2);
    CHECK(r.largest_variance == 1);
    CHECK(r.mean_variance == Approx(1.0 / 6));
}

TEST_CASE("empty trials and equal columns agree") {
    auto const empty = table(dtype::float32, {{}, {}}).check();
    CHECK(empty == variance_record{});
    CHECK(table(dtype::float16, {{1, nan_}, {1, nan_}}).check() == variance_record{});
}

TEST_CASE("a batch gives one record for each trial, and nothing for a number of columns it cannot take") {
    float const a[] = {1, 2, 3}, b[] = {1, 2, 4};
    void const* const first[] = {a, a};
    void const* const second[] = {a, b};
    variance_trial const trials[] = {{first, 3}, {second, 3}, {second, 2}, {second, 0}};
    variance_record records[4];
    check_variance({dtype::float32, 2, trials}, records);
    CHECK(records[0].bit_equal == 1);
    CHECK(records[1].at == 2);
    CHECK(records[2].bit_equal == 1);
    CHECK(records[3] == variance_record{});
    check_variance({dtype::float32, 1, trials}, records);
    CHECK(records[1] == variance_record{});
}

TEST_CASE("float32 variance is within 4e-6 of the exact one from 1e-30 to 1e30, for 2 to 8 columns") {
    random_stream r(11);
    double worst = 0;
    for (std::uint32_t count = 2; count <= 8; ++count)
        for (int round = 0; round < 4000; ++round) {
            double const centre = std::pow(10.0, 60 * r.unit() - 30), width = std::pow(2.0, -24 * r.unit());
            float values[8];
            void const* columns[8];
            for (std::uint32_t f = 0; f < count; ++f) {
                values[f] = static_cast<float>(centre * (1 + width * (r.unit() - 0.5)));
                columns[f] = &values[f];
            }
            // Exact: differences of float32 are exact in long double, and so nearly are their squares.
            long double s = 0, q = 0;
            for (std::uint32_t f = 1; f < count; ++f) {
                long double const d = static_cast<long double>(values[f]) - values[0];
                s += d;
                q += d * d;
            }
            long double const exact = (q - s * s / count) / count;
            auto const got = check_variance(dtype::float32, {columns, count}, 1);
            if (exact > 0)
                worst = std::max(worst, static_cast<double>(std::abs(got.largest_variance - exact) / exact));
            else
                CHECK(got.largest_variance == 0);
        }
    CHECK(worst < 4e-6);
    CHECK(worst > 0);
}

namespace {

std::string text_of(variance_record const& r) {
    std::ostringstream out;
    out << r.largest_variance << " " << r.mean_variance << " " << r.absolute_spread << " " << r.relative_spread << " " << r.ulp_spread
        << " " << r.at << " " << r.nan_mismatches << " " << r.infinity_mismatches << " " << r.zero_sign_mismatches << " " << r.bit_equal;
    return out.str();
}

/// The record of the plain definition, which every instruction set of this machine must give bit for bit.
variance_record require_record_of_reference(std::vector<ndarray> const& columns) {
    auto const type = columns.front().type();
    auto const n = static_cast<std::uint64_t>(columns.front().size());
    std::vector<void const*> pointers;
    for (auto const& c : columns) pointers.push_back(c.data());
    variance_record const expected = variance_by_reference(type, pointers, n);
    for (instruction_set s : {instruction_set::baseline, instruction_set::avx2, instruction_set::avx512}) {
        if (s > best_instruction_set()) continue;
        variance_record const got = check_variance(type, pointers, n, s);
        INFO(name_of(type) << " F " << columns.size() << " N " << n << " " << name_of(s));
        INFO(text_of(got));
        INFO(text_of(expected));
        REQUIRE(same_record(got, expected));
    }
    return expected;
}

} // namespace

TEST_CASE("every instruction set gives the bits of the plain definition, on ragged batches of every dtype") {
    random_stream r(2024);
    std::int64_t const lengths[] = {0, 1, 2, 3, 7, 8, 15, 16, 17, 31, 32, 33, 63, 64, 65, 127, 128, 129, 255, 1000, 4095, 4096, 4097, 9000};
    int different = 0;
    for (int round = 0; round < 3000; ++round) {
        auto const type = static_cast<dtype>(r.below(dtype_count));
        auto const count = static_cast<std::size_t>(2 + r.below(15));
        std::int64_t const n = lengths[r.below(std::size(lengths))];
        std::vector<ndarray> columns;
        for (std::size_t f = 0; f < count; ++f) columns.emplace_back(type, shape{n});
        fill_columns(columns, r);
        INFO("round " << round);
        different += require_record_of_reference(columns).bit_equal == 0;
    }
    CHECK(different > 500);
}

TEST_CASE("single elements of any bits give the bits of the plain definition") {
    // In longer trials a wrong number hides behind a larger right one.
    random_stream r(4);
    for (int round = 0; round < 60'000; ++round) {
        auto const type = static_cast<dtype>(r.below(4));
        auto const count = static_cast<std::size_t>(2 + r.below(4));
        auto const n = static_cast<std::int64_t>(1 + r.below(3));
        std::vector<ndarray> columns;
        bool const bits = r.chance(0.3);
        for (std::size_t f = 0; f < count; ++f) {
            columns.emplace_back(type, shape{n});
            for (std::int64_t i = 0; i < n; ++i) {
                double const sizes[] = {0, 1, 1e-6, 1e-39, 6e-8, 100, 1 + 0x1p-10, inf_, nan_};
                double const size = sizes[r.below(std::size(sizes))];
                store(columns[f], i, r.chance(0.5) ? -size : size);
            }
            for (std::size_t i = 0; i < columns[f].bytes() && bits; ++i) columns[f].data()[i] = static_cast<std::byte>(r.bits());
        }
        INFO("round " << round);
        require_record_of_reference(columns);
    }
}

TEST_CASE("halves a few steps apart give the bits of the plain definition, for any number of columns") {
    random_stream r(77);
    for (int round = 0; round < 1500; ++round) {
        auto const type = r.chance(0.6) ? dtype::float16 : dtype::bfloat16;
        auto const count = static_cast<std::size_t>(2 + r.below(r.chance(0.6) ? 4 : 15));
        auto const n = static_cast<std::int64_t>(300 + r.below(6000));
        std::vector<ndarray> columns;
        for (std::size_t f = 0; f < count; ++f) columns.emplace_back(type, shape{n});
        fill_by_steps(columns, r);
        INFO("round " << round);
        require_record_of_reference(columns);
    }
}

TEST_CASE("records do not depend on the number of threads") {
    random_stream r(7);
    for (dtype type : {dtype::float32, dtype::bfloat16, dtype::int32}) {
        std::vector<std::vector<ndarray>> columns;
        std::vector<std::vector<void const*>> pointers;
        std::vector<variance_trial> trials;
        for (int i = 0; i < 60; ++i) {
            auto const n = static_cast<std::int64_t>(r.below(i % 7 == 0 ? 20'000 : 100));
            columns.emplace_back();
            for (int f = 0; f < 3; ++f) columns.back().emplace_back(type, shape{n});
            fill_columns(columns.back(), r);
            pointers.emplace_back();
            for (auto const& c : columns.back()) pointers.back().push_back(c.data());
        }
        for (std::size_t i = 0; i < columns.size(); ++i)
            trials.push_back({pointers[i].data(), static_cast<std::uint64_t>(columns[i][0].size())});
        std::vector<variance_record> one(trials.size());
        check_variance({type, 3, trials}, one);
        for (unsigned threads : {1u, 2u, 3u, 7u, 100u}) {
            std::vector<variance_record> many(trials.size());
            check_variance({type, 3, trials}, many, threads);
            for (std::size_t i = 0; i < one.size(); ++i) REQUIRE(same_record(one[i], many[i]));
        }
    }
}

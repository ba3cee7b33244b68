// The kernels of the variance check, with threads and warps emulated, against the CPU's path bit for bit.
#include <xamt/compare/variance.hpp>
#include <xamt/cuda/variance_emulated.hpp>

#include "../catch.hpp"
#include "../compare/variance_inputs.hpp"

#include <deque>

using namespace xamt;

namespace {

/// Trials of random lengths. Some columns begin an element later, where they cannot be read 16 bytes at a time.
struct ragged_batch {
    dtype type;
    std::size_t columns;
    std::deque<std::vector<ndarray>> storage;
    std::deque<std::vector<void const*>> pointers;
    std::vector<variance_trial> trials;

    ragged_batch(dtype t, std::size_t count) : type(t), columns(count) {}

    void add(random_stream& r, std::int64_t n) {
        bool const shifted = r.chance(0.2);
        storage.emplace_back();
        for (std::size_t f = 0; f < columns; ++f) storage.back().emplace_back(type, shape{n + (shifted ? 1 : 0)});
        fill_columns(storage.back(), r);
        pointers.emplace_back();
        for (auto const& c : storage.back()) pointers.back().push_back(c.data() + (shifted ? size_of(type) : 0));
        trials.push_back({pointers.back().data(), static_cast<std::uint64_t>(n)});
    }
    [[nodiscard]] variance_batch view() const { return {type, static_cast<std::uint32_t>(columns), trials}; }
};

/// Compares the records of the emulated kernels with those of the CPU; how many trials differ in their columns.
std::size_t compare(ragged_batch const& b, std::uint32_t warps) {
    std::vector<variance_record> expected(b.trials.size()), got(b.trials.size());
    check_variance(b.view(), expected);
    cuda::check_variance_emulated(b.view(), got, warps);
    std::size_t different = 0;
    for (std::size_t i = 0; i < got.size(); ++i) {
        variance_record const &g = got[i], &e = expected[i];
        different += e.bit_equal == 0;
        if (same_record(g, e)) continue;
        CAPTURE(name_of(b.type), b.columns, b.trials[i].elements, warps, i);
        CAPTURE(g.largest_variance, e.largest_variance, g.mean_variance, e.mean_variance, g.absolute_spread, e.absolute_spread);
        CAPTURE(g.relative_spread, e.relative_spread, g.ulp_spread, e.ulp_spread, g.at, e.at, g.bit_equal, e.bit_equal);
        CAPTURE(g.nan_mismatches, e.nan_mismatches, g.infinity_mismatches, e.infinity_mismatches, g.zero_sign_mismatches,
                e.zero_sign_mismatches);
        FAIL("the kernels give another record");
    }
    return different;
}

dtype any_dtype(random_stream& r) { return static_cast<dtype>(r.below(dtype_count)); }

} // namespace

TEST_CASE("emulated kernels give the records of the CPU, on ten thousand ragged batches of every dtype") {
    random_stream r(31);
    std::int64_t const lengths[] = {0, 1, 2, 3, 7, 8, 15, 16, 17, 31, 32, 33, 63, 64, 65, 100, 127, 128, 129, 255, 256, 257};
    std::size_t different = 0;
    for (int round = 0; round < 10'000; ++round) {
        ragged_batch b(any_dtype(r), 2 + r.below(r.chance(0.7) ? 3 : 15));
        for (auto trials = 1 + r.below(6); trials > 0; --trials) b.add(r, lengths[r.below(std::size(lengths))]);
        different += compare(b, static_cast<std::uint32_t>(1 + r.below(9)));
    }
    CHECK(different > 10'000);
}

TEST_CASE("emulated kernels give the records of the CPU on several tiles") {
    random_stream r(32);
    std::int64_t const lengths[] = {1000, 4095, 4096, 4097, 8192, 12'289, 20'000};
    for (int round = 0; round < 150; ++round) {
        ragged_batch b(any_dtype(r), 2 + r.below(4));
        b.add(r, lengths[r.below(std::size(lengths))]);
        b.add(r, static_cast<std::int64_t>(r.below(40)));
        b.add(r, lengths[r.below(std::size(lengths))]);
        compare(b, static_cast<std::uint32_t>(1 + r.below(9)));
    }
}

TEST_CASE("emulated kernels give the records of the CPU on a million elements") {
    random_stream r(33);
    for (dtype type : {dtype::float32, dtype::float16, dtype::float64}) {
        ragged_batch b(type, 3);
        b.add(r, 1'000'000);
        compare(b, 264);
    }
}

TEST_CASE("no bit of a record depends on the grid") {
    random_stream r(34);
    ragged_batch b(dtype::float32, 3);
    for (std::int64_t n : {50'000, 3, 0, 4096, 20, 7, 9, 12'345}) b.add(r, n);
    std::vector<variance_record> one(b.trials.size());
    cuda::check_variance_emulated(b.view(), one, 1);
    for (std::uint32_t warps : {2u, 3u, 7u, 64u, 1000u}) {
        std::vector<variance_record> many(b.trials.size());
        cuda::check_variance_emulated(b.view(), many, warps);
        for (std::size_t i = 0; i < one.size(); ++i) CHECK(same_record(one[i], many[i]));
    }
}

// Random numbers that depend on a key and nothing else. The fixed values are a promise: the names of trials depend on them.
#include <tests/catch.hpp>

#include <xamt/core/random.hpp>

#include <cstdint>
#include <limits>
#include <set>
#include <span>

using xamt::random_stream;

TEST_CASE("the stream of a key is the same for ever") {
    // SplitMix64 started at 0, as published by its authors: the first three outputs.
    random_stream r(0);
    CHECK(r.bits() == 0xe220a8397b1dcdafull);
    CHECK(r.bits() == 0x6e789e6aa1b965f4ull);
    CHECK(r.bits() == 0x06c45d188009454full);
}

TEST_CASE("keys differ by the order and number of their parts, and by every letter of a text") {
    std::set<std::uint64_t> const keys{xamt::key_of({1, 2}), xamt::key_of({2, 1}), xamt::key_of({1}), xamt::key_of({1, 2, 0}),
                                       xamt::key_of("ab"),   xamt::key_of("ba"),   xamt::key_of("a"), xamt::key_of("")};
    CHECK(keys.size() == 8);
}

TEST_CASE("a number below n is below n, and reaches all of a small range") {
    random_stream r(1);
    std::set<std::uint64_t> seen;
    for (int i = 0; i < 1000; ++i) seen.insert(r.below(7));
    CHECK(seen.size() == 7);
    CHECK(*seen.rbegin() == 6);
    CHECK(r.below(0) == 0);
    CHECK(r.below(1) == 0);
}

TEST_CASE("a number between two bounds stays there, whatever the bounds") {
    constexpr auto lowest = std::numeric_limits<std::int64_t>::min(), highest = std::numeric_limits<std::int64_t>::max();
    random_stream r(2);
    std::set<std::int64_t> seen;
    for (int i = 0; i < 1000; ++i) seen.insert(r.between(-3, 3));
    CHECK(seen == std::set<std::int64_t>{-3, -2, -1, 0, 1, 2, 3});
    CHECK(r.between(5, 5) == 5);
    CHECK(r.between(highest, highest) == highest);
    bool negative = false, positive = false;
    for (int i = 0; i < 100; ++i) (r.between(lowest, highest) < 0 ? negative : positive) = true;
    CHECK((negative && positive));
}

TEST_CASE("unit numbers are in [0, 1) and spread evenly") {
    random_stream r(3);
    int in_tenth[10] = {};
    for (int i = 0; i < 10'000; ++i) {
        double const x = r.unit();
        REQUIRE((x >= 0 && x < 1));
        ++in_tenth[static_cast<int>(x * 10)];
    }
    // Binomial: mean 1000, standard deviation 30; five of them.
    for (int n : in_tenth) CHECK((n > 850 && n < 1150));
}

TEST_CASE("chances of nought and one are certain") {
    random_stream r(4);
    for (int i = 0; i < 100; ++i) {
        CHECK_FALSE(r.chance(0));
        CHECK(r.chance(1));
    }
}

TEST_CASE("pick takes each item of a list") {
    int const items[] = {10, 20, 30};
    random_stream r(5);
    std::set<int> seen;
    for (int i = 0; i < 100; ++i) seen.insert(r.pick(std::span<int const>(items)));
    CHECK(seen == std::set<int>{10, 20, 30});
}

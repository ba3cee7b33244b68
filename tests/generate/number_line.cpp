// Number lines: what a sweep goes over.
#include <tests/catch.hpp>
#include <xamt/generate/number_line.hpp>

#include <cstring>
#include <set>
#include <vector>

using namespace xamt;

namespace {

template <class Bits> std::vector<Bits> bits_of(ndarray const& x) {
    std::vector<Bits> bits(static_cast<std::size_t>(x.size()));
    std::memcpy(bits.data(), x.data(), x.bytes());
    return bits;
}

/// Every counted input of a line over 16 bits, in the order of the tensors.
std::vector<std::uint16_t> counted_inputs(number_line const& line) {
    std::vector<std::uint16_t> all;
    for (std::uint64_t p = 0; p < line.pieces(); ++p) {
        auto const bits = bits_of<std::uint16_t>(line.inputs(p));
        auto const half = bits.size() / 2;
        for (std::size_t i = 0; i < bits.size(); ++i)
            if (i % half % (line.run + 1) != line.run) all.push_back(bits[i]);
    }
    return all;
}

} // namespace

TEST_CASE("the whole line has every number of a half once") {
    for (dtype d : {dtype::float16, dtype::bfloat16}) {
        auto const all = counted_inputs(number_line::whole(d));
        CHECK(all.size() == 65536);
        CHECK(std::set<std::uint16_t>(all.begin(), all.end()).size() == 65536);
        CHECK(number_line::whole(d).inputs() == 65536);
        CHECK(number_line::whole(d).complete());
    }
}

TEST_CASE("the pieces of the whole float32 line follow each other without a gap") {
    auto const line = number_line::whole(dtype::float32);
    CHECK(line.inputs() == std::uint64_t{1} << 32);
    for (std::uint64_t p : {std::uint64_t{0}, line.pieces() - 2}) {
        auto const here = bits_of<std::uint32_t>(line.inputs(p)), next = bits_of<std::uint32_t>(line.inputs(p + 1));
        auto const half = here.size() / 2;
        CHECK(here[half - 1] == next[0]); // the guest
        CHECK(here.back() == next[half]);
        for (std::size_t i : {std::size_t{0}, std::size_t{1}, half - 1}) CHECK((here[i] | 0x80000000u) == here[half + i]);
        CHECK(here[1] == here[0] + 1);
    }
    auto const last = bits_of<std::uint32_t>(line.inputs(line.pieces() - 1));
    CHECK(last[last.size() / 2 - 1] == 0x7fffffffu); // the last NaN is its own guest
    CHECK(last[last.size() / 2 - 2] == 0x7fffffffu);
}

TEST_CASE("a share is spread evenly and has as many inputs as it says") {
    for (std::uint64_t divisor : {2u, 3u, 256u, 32768u}) {
        auto const line = number_line::share(dtype::bfloat16, divisor);
        auto const all = counted_inputs(line);
        INFO("1/" << divisor);
        CHECK(all.size() == line.inputs());
        CHECK(std::set<std::uint16_t>(all.begin(), all.end()).size() == all.size());
        CHECK(static_cast<double>(all.size()) == Approx(65536.0 / static_cast<double>(divisor)).epsilon(0.1));
        CHECK_FALSE(line.complete());
    }
    auto const line = number_line::share(dtype::float32, 256);
    CHECK(line.inputs() == (std::uint64_t{1} << 24));
    CHECK(line.start(1) - line.start(0) == line.stride);
    CHECK(line.start(line.runs - 1) + line.run <= number_line::magnitudes(dtype::float32));
}

TEST_CASE("a sample is a function of its seed, and half of it lies where functions live") {
    auto const line = number_line::sample(dtype::float64, 8000, 7);
    auto const once = bits_of<std::uint64_t>(line.inputs(0)), again = bits_of<std::uint64_t>(line.inputs(0));
    CHECK(once == again);
    CHECK(once != bits_of<std::uint64_t>(number_line::sample(dtype::float64, 8000, 8).inputs(0)));
    std::size_t moderate = 0;
    for (std::uint64_t r = 0; r < line.runs; ++r) {
        double const x = std::bit_cast<double>(line.start(r));
        moderate += x >= 0x1p-40 && x < 0x1p10;
        CHECK(once[r * 5 + 4] == once[r * 5] + 4);
    }
    CHECK(moderate >= line.runs / 2);
    CHECK(moderate < line.runs * 6 / 10);
}

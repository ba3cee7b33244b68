// What a sweep counts: mistakes are planted into right answers, and each must be found as what it is.
#include <tests/catch.hpp>
#include <xamt/compare/count_errors.hpp>

#include <cmath>
#include <limits>
#include <vector>

using namespace xamt;

namespace {

constexpr float infinity = std::numeric_limits<float>::infinity(), no_number = std::numeric_limits<float>::quiet_NaN();

/// A function over a line of a half, with right answers in which mistakes are planted. No judge: what is counted does not depend on him.
struct planted {
    number_line line;
    std::vector<float> inputs, got;
    right_answers<float> right;
    sweep_function function;
    allowance allowed{4, 4};

    explicit planted(std::string_view name, dtype d = dtype::bfloat16) : line(number_line::whole(d)), function(sweep_function_of(name)) {
        auto const x = line.inputs(0);
        for (std::int64_t i = 0; i < x.size(); ++i) inputs.push_back(static_cast<float>(load(x.view(), i)));
        std::vector<value> const arguments{x};
        right_hand(name, d, nullptr).answer(std::span<float const>(inputs), arguments, right);
        got = right.nearest;
    }

    [[nodiscard]] std::size_t half() const { return inputs.size() / 2; }
    /// Where an input stands.
    [[nodiscard]] std::size_t at(float x) const {
        std::size_t i = std::signbit(x) ? half() : 0;
        while (inputs[i] != x || std::signbit(inputs[i]) != std::signbit(x)) ++i;
        return i;
    }
    /// The number of the dtype some steps further from zero.
    [[nodiscard]] float moved(float y, int steps) const {
        return static_cast<float>(to_double(bfloat16{static_cast<std::uint16_t>(to_bfloat16(static_cast<double>(y)).bits + steps)}));
    }
    [[nodiscard]] error_tally count() const {
        error_tally t;
        count_errors(swept_piece<float>{&line, 0, inputs, &right, &function, allowed}, std::span<float const>(got), t);
        return t;
    }
};

} // namespace

TEST_CASE("right answers have no errors and keep every property") {
    for (char const* name : {"exp", "tanh", "sigmoid", "log", "sin", "cosh", "tan", "reciprocal", "erfc", "sinc"}) {
        for (dtype d : {dtype::bfloat16, dtype::float16}) {
            INFO(name << " in " << name_of(d));
            auto const t = planted(name, d).count();
            error_tally none;
            none.inputs = 65536;
            CHECK(t == none);
        }
    }
}

TEST_CASE("errors are counted against each threshold, and the largest is kept with its input") {
    planted p("exp");
    p.got[p.at(1)] = p.moved(p.got[p.at(1)], -1);
    p.got[p.at(2)] = p.moved(p.got[p.at(2)], 3);
    p.got[p.at(-3)] = p.moved(p.got[p.at(-3)], -6);
    auto const t = p.count();
    CHECK(t.beyond == std::array<std::uint64_t, 4>{3, 2, 2, 1}); // exp(1) lies within one step of both neighbours
    CHECK(t.worst == Approx(6).margin(0.5));
    CHECK(t.worst_case.input == -3);
    CHECK(t.worst_case.right == std::exp(-3.0));
    CHECK(t.worst == Approx(std::fabs(t.worst_case.got - std::exp(-3.0)) / ulp_at(std::exp(-3.0), dtype::bfloat16)));
    CHECK(t.profile.size() == 3);
    CHECK(t.profile.at(part_of(t.worst_at, dtype::bfloat16)) == static_cast<float>(t.worst));
    CHECK(t.nan.count + t.infinity.count + t.zero.count + t.range.count + t.symmetry.count == 0);
}

TEST_CASE("the bound grows with what one ULP of the input changes") {
    planted p("exp");
    // At 80 one ULP of a bfloat16 input changes exp by half its value; halves are widened, which leaves little of that.
    p.got[p.at(1)] = p.moved(p.got[p.at(1)], 6);
    CHECK(p.count().beyond_bound == 1);
    p.allowed.amplified = 4e5;
    CHECK(p.count().beyond_bound == 0);
}

TEST_CASE("wrong special values are told apart from errors") {
    planted p("exp");
    p.got[p.at(1)] = no_number;
    p.got[p.at(infinity)] = 7;
    p.got[p.at(80)] = infinity;
    p.got[p.at(-infinity)] = -0.0f;
    auto const nan_input = p.half() - 2;
    REQUIRE(std::isnan(p.inputs[nan_input]));
    p.got[nan_input] = 1;
    auto const t = p.count();
    CHECK(t.nan.count == 2);
    CHECK(t.nan.first.input == 1);
    CHECK(t.infinity.count == 2);
    CHECK(t.infinity.first.input == 80);
    CHECK(t.zero.count == 1);
    CHECK(t.beyond[0] == 0);
    CHECK(t.worst == 0);
}

TEST_CASE("the largest number beside infinity is one rounding away where the right value is") {
    planted p("exp");
    auto i = p.at(88.5f);
    while (!std::isinf(p.right.nearest[i])) ++i;
    REQUIRE(std::isfinite(p.right.value[i]));
    p.got[i] = p.moved(infinity, -1);
    // exp(89) is 1.3 times 2^128: far beyond. A right value next to the edge is not.
    CHECK(p.count().infinity.count == 1);
    p.right.value[i] = 0x1.ff8p127;
    auto const t = p.count();
    CHECK(t.infinity.count == 0);
    CHECK(t.beyond == std::array<std::uint64_t, 4>{1, 0, 0, 0});
}

TEST_CASE("subnormals that are read or written as zero are no errors") {
    planted p("tanh");
    float const tiny = 0x1p-130f;
    p.got[p.at(tiny)] = 0;
    p.got[p.at(-tiny)] = -0.0f;
    planted q("log");
    q.got[q.at(tiny)] = -infinity; // log(0)
    planted wrong("log");
    wrong.got[wrong.at(tiny)] = -50;
    CHECK(p.count().flushed == 2);
    CHECK(p.count().beyond[0] == 0);
    CHECK(q.count().flushed == 1);
    CHECK(q.count().infinity.count == 0);
    CHECK(wrong.count().flushed == 0);
    CHECK(wrong.count().beyond[3] == 1);
    // A value just below the smallest normal number rounds to it, and is flushed all the same.
    planted edge("reciprocal");
    auto i = edge.at(0x1p126f) + 1;
    REQUIRE(edge.right.nearest[i] == 0x1p-126f * (1 - 0x1p-7f));
    edge.right.value[i] = 0x1p-126 * (1 - 0x1p-9);
    edge.right.nearest[i] = 0x1p-126f;
    edge.got[i] = 0;
    CHECK(edge.count().flushed == 1);
    // float16 is computed in wider numbers: a zero there is an error.
    planted wide("tanh", dtype::float16);
    wide.got[wide.at(0x1p-20f)] = 0;
    CHECK(wide.count().flushed == 0);
    CHECK(wide.count().beyond[3] == 1);
    planted far("sigmoid");
    far.got[far.at(-8)] = 0; // no subnormal is near
    CHECK(far.count().flushed == 0);
    CHECK(far.count().beyond[3] == 1);
}

TEST_CASE("a fall of a rising function breaks its order, once for each pair of neighbours") {
    planted p("sigmoid");
    auto const i = p.at(0.5f);
    // Where neighbours are equal, one step down is a fall and the way back is none.
    std::size_t flat = i;
    while (p.got[flat] != p.got[flat - 1] || p.got[flat] != p.got[flat + 1]) ++flat;
    p.got[flat] = p.moved(p.got[flat], -1);
    auto const t = p.count();
    CHECK(t.order.count == 1);
    CHECK(t.order.first.input == static_cast<double>(p.inputs[flat - 1]));
    planted negative("sigmoid");
    flat = negative.at(-0.001f * 0 - 0.0078125f);
    while (negative.got[flat] != negative.got[flat - 1] || negative.got[flat] != negative.got[flat + 1]) ++flat;
    negative.got[flat] = negative.moved(negative.got[flat], 1);
    CHECK(negative.count().order.count == 1);
}

TEST_CASE("where no direction is known the right values tell it") {
    planted p("sin");
    // Around 2 sin falls; a rise there is against the order, a rise around 1 is not.
    auto const falling = p.at(2);
    p.got[falling + 1] = p.moved(p.got[falling], 1);
    auto const t = p.count();
    CHECK(t.order.count == 1);
    CHECK(t.order.first.input == 2);
    planted rising("sin");
    auto const i = rising.at(1);
    rising.got[i] = rising.moved(rising.got[i], -1);
    CHECK(rising.count().order.count == (rising.got[i - 1] > rising.got[i] ? 1 : 0));
    // Next to zero cos is flat in double: nobody knows, and nothing is said.
    planted flat("cos");
    auto const k = flat.at(0x1p-40f);
    flat.got[k] = flat.moved(flat.got[k], -1);
    CHECK(flat.count().order.count == 0);
}

TEST_CASE("next to a NaN there is neither order nor range") {
    planted p("sigmoid");
    auto const nan_input = p.half() - 2;
    REQUIRE(std::isnan(p.inputs[nan_input]));
    p.got[nan_input] = 7;
    p.got[nan_input + 1] = 6;
    auto const t = p.count();
    CHECK(t.nan.count == 1);
    CHECK(t.order.count == 0);
    CHECK(t.range.count == 0);
}

TEST_CASE("odd and even functions are held to it") {
    planted odd("tanh");
    odd.got[odd.at(0.5f)] = odd.moved(odd.got[odd.at(0.5f)], 1);
    CHECK(odd.count().symmetry.count == 1);
    odd.got[odd.at(-0.5f)] = -odd.got[odd.at(0.5f)];
    CHECK(odd.count().symmetry.count == 0); // wrong on both sides alike
    CHECK(odd.count().beyond[0] == 2);
    planted even("cosh");
    even.got[even.at(-2)] = even.moved(even.got[even.at(-2)], 1);
    CHECK(even.count().symmetry.count == 1);
    CHECK(even.count().symmetry.first.input == 2);
    planted neither("exp");
    neither.got[neither.at(0.5f)] = neither.moved(neither.got[neither.at(0.5f)], 1);
    CHECK(neither.count().symmetry.count == 0);
}

TEST_CASE("a value beyond the end of a range is a break of it") {
    planted p("sigmoid");
    p.got[p.at(20)] = p.moved(1, 1);
    p.got[p.at(-90)] = -0x1p-130f;
    auto const t = p.count();
    CHECK(t.range.count == 2);
    CHECK(t.range.first.input == -90);
    CHECK(t.range.first.right == 0);
}

TEST_CASE("guests are compared with and not counted") {
    number_line const two_runs{dtype::bfloat16, 16384, 2, 16384, 0, 2};
    REQUIRE(two_runs.complete());
    planted p("tanh");
    planted q("tanh");
    q.line = two_runs;
    auto const x = two_runs.inputs(0);
    q.inputs.clear();
    for (std::int64_t i = 0; i < x.size(); ++i) q.inputs.push_back(static_cast<float>(load(x.view(), i)));
    std::vector<value> const arguments{x};
    right_hand("tanh", dtype::bfloat16, nullptr).answer(std::span<float const>(q.inputs), arguments, q.right);
    q.got = q.right.nearest;
    // The magnitude at which the second run begins: its answer stands in the tensor twice, once as a guest.
    float const seam = q.inputs[16384];
    float const wrong = 0.5f;
    p.got[p.at(seam)] = wrong;
    for (std::size_t i = 0; i < q.half(); ++i)
        if (q.inputs[i] == seam) q.got[i] = wrong;
    CHECK(p.count() == q.count());
    CHECK(p.count().beyond[0] == 1);
    CHECK(p.count().order.count == 1);
}

TEST_CASE("tallies of parts add up to that of the whole, in whatever order") {
    planted p("exp");
    random_stream random(3);
    for (int i = 0; i < 500; ++i) {
        auto const at = random.below(p.got.size());
        p.got[at] = random.chance(0.1) ? no_number : p.moved(p.got[at], static_cast<int>(random.between(0, 9)) - 4);
    }
    auto const whole = p.count();
    // The same in pieces of eight runs.
    number_line pieces{dtype::bfloat16, 512, 64, 512, 0, 8};
    std::vector<error_tally> parts;
    for (std::uint64_t piece = 0; piece < pieces.pieces(); ++piece) {
        auto const x = pieces.inputs(piece);
        std::vector<float> inputs, got;
        for (std::int64_t i = 0; i < x.size(); ++i) {
            inputs.push_back(static_cast<float>(load(x.view(), i)));
            std::size_t at = std::signbit(inputs.back()) ? p.half() : 0;
            at += std::bit_cast<std::uint32_t>(std::fabs(inputs.back())) >> 16;
            got.push_back(p.got[at]);
        }
        right_answers<float> right;
        std::vector<value> const arguments{x};
        right_hand("exp", dtype::bfloat16, nullptr).answer(std::span<float const>(inputs), arguments, right);
        count_errors(swept_piece<float>{&pieces, piece, inputs, &right, &p.function, p.allowed}, std::span<float const>(got),
                     parts.emplace_back());
    }
    error_tally forwards, backwards;
    for (std::size_t i = 0; i < parts.size(); ++i) forwards.add(parts[i]), backwards.add(parts[parts.size() - 1 - i]);
    // The guest of the last NaN differs from nothing; everything else is the same.
    CHECK(forwards.beyond == whole.beyond);
    CHECK(forwards.worst == whole.worst);
    CHECK(forwards.worst_case == whole.worst_case);
    CHECK(forwards.nan.count == whole.nan.count);
    CHECK(forwards.order.count == whole.order.count);
    CHECK(forwards.profile == whole.profile);
    CHECK(forwards.inputs == 65536);
    CHECK(forwards.order.at == backwards.order.at);
    CHECK(forwards.beyond == backwards.beyond);
    CHECK(forwards.profile == backwards.profile);
    CHECK(forwards.worst_at == backwards.worst_at);
}

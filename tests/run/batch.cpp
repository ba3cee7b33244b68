// What goes into a slot comes out of a host as it was, and what a host left is not believed unseen.
#include "tests/run/fault_host.hpp"

#include <cmath>
#include <complex>
#include <cstring>
#include <limits>

using namespace fault_host;
using xamt::added;
using xamt::dtype;
using xamt::ending;
using xamt::ndarray;

namespace {

bool same(ndarray const& a, ndarray const& b) {
    return a.type() == b.type() && a.dims() == b.dims() && (a.bytes() == 0 || std::memcmp(a.data(), b.data(), a.bytes()) == 0);
}

ndarray filled(dtype type, xamt::shape dims) {
    ndarray t(type, dims);
    for (std::size_t i = 0; i < t.bytes(); ++i) t.data()[i] = static_cast<std::byte>(type == dtype::boolean ? i % 2 : 37 * i + 11);
    return t;
}

/// A batch on plain memory, for what needs no process.
struct lone_slot {
    xamt::ring memory = std::move(*xamt::ring::create({1, 1 << 16, 1 << 16}));
    xamt::batch trials{memory.slot(0), memory.options()};
    xamt::wire::record& record(std::size_t i) { return reinterpret_cast<xamt::wire::record*>(memory.slot(0))[i]; }
};

} // namespace

TEST_CASE("tensors of every dtype and rank come back bit for bit") {
    auto h = start();
    auto const echo = h.define(plan("test.echo", {"x"}));
    std::vector<call> calls;
    for (std::size_t code = 0; code < xamt::dtype_count; ++code)
        for (auto const& dims :
             {xamt::shape{}, xamt::shape{5}, xamt::shape{0}, xamt::shape{2, 0, 3}, xamt::shape{1, 2, 1, 3, 1, 2}, xamt::shape{40, 40}})
            calls.push_back({echo, {value(filled(static_cast<dtype>(code), dims))}});
    auto const outcomes = run(h, calls);
    for (std::size_t i = 0; i < calls.size(); ++i) {
        INFO(i << ": " << outcomes[i].error_type << " " << outcomes[i].message);
        REQUIRE(outcomes[i].is == ending::value);
        CHECK(same(outcomes[i].outputs.at(0), std::get<ndarray>(calls[i].arguments[0])));
    }
}

TEST_CASE("values of every kind arrive as Python's own") {
    auto h = start();
    auto const says = h.define(plan("test.say", {"x"}));
    struct expected {
        value given;
        std::string said;
    };
    std::vector<expected> const table{{value(xamt::none{}), "None"},
                                      {value(true), "True"},
                                      {value(std::int64_t{std::numeric_limits<std::int64_t>::min()}), "-9223372036854775808"},
                                      {value(0.1), "0.1"},
                                      {value(-0.0), "-0.0"},
                                      {value(std::numeric_limits<double>::infinity()), "inf"},
                                      {value(std::complex<double>(1, -2)), "(1-2j)"},
                                      {value(std::string("caf\xc3\xa9 \"x\"")), "'caf\xc3\xa9 \"x\"'"},
                                      {value(std::string()), "''"},
                                      {value(dtype::bfloat16), "dtype(bfloat16)"},
                                      {value(dtype::int8), "dtype('int8')"},
                                      {value(xamt::integer_list{{1, -2, 3}, 0}), "(1, -2, 3)"},
                                      {value(xamt::integer_list{{7}, 0}), "(7,)"},
                                      {value(xamt::integer_list{}), "()"},
                                      {value(xamt::integer_list{{1, 2, 3, 4}, 2}), "((1, 2), (3, 4))"},
                                      {value(std::vector<double>{0.5, 2}), "(0.5, 2.0)"}};
    std::vector<call> calls;
    for (auto const& e : table) calls.push_back({says, {e.given}});
    auto const outcomes = run(h, calls);
    for (std::size_t i = 0; i < table.size(); ++i) {
        CHECK(outcomes[i].error_type == "ValueError");
        CHECK(outcomes[i].message == table[i].said);
    }
}

TEST_CASE("a list of tensors arrives as a list, and spread as separate arguments") {
    auto h = start(options("numpy"));
    std::vector<ndarray> parts;
    parts.push_back(filled(dtype::uint8, {2, 3}));
    parts.push_back(filled(dtype::uint8, {1, 3}));
    auto const joined = h.define(plan("numpy.concatenate", {"arrays"}));
    auto const spread = h.define(R"({"function":"numpy.broadcast_arrays","arguments":[{"name":"args","pass":"spread"}]})");
    auto const outcomes = run(h, {{joined, {value(parts)}}, {spread, {value(parts)}}});
    REQUIRE(outcomes[0].outputs.size() == 1);
    CHECK(outcomes[0].outputs[0].dims() == xamt::shape{3, 3});
    REQUIRE(outcomes[1].outputs.size() == 2);
    CHECK(outcomes[1].outputs[1].dims() == xamt::shape{2, 3});
}

TEST_CASE("more results than a record holds are refused by the host") {
    auto h = start();
    auto const many = h.define(plan("test.many", {"count"}));
    auto const outcomes = run(h, {{many, {value(std::int64_t{5})}}, {many, {value(std::int64_t{6})}}});
    CHECK(outcomes[0].outputs.size() == 5);
    CHECK(outcomes[1].is == ending::error);
    CHECK(outcomes[1].message.find("unsupported result") != std::string::npos);
}

TEST_CASE("a batch says when it is full and when a trial can never fit") {
    lone_slot s;
    CHECK(s.trials.add(1, std::vector<value>{value(ndarray(dtype::float32, {1 << 15}))}) == added::never);
    CHECK(s.trials.add(1, std::vector<value>(11)) == added::never);
    std::vector<value> const half{value(ndarray(dtype::uint8, {40'000}))};
    CHECK(s.trials.add(1, half) == added::yes);
    CHECK(s.trials.add(1, half) == added::full);
    CHECK(s.trials.add(1, std::vector<value>{value(1.0)}) == added::yes);
    CHECK(s.trials.size() == 2);
    s.trials.clear();
    CHECK(s.trials.add(1, half) == added::yes);
}

TEST_CASE("an outcome that points outside its memory is an error, never a read") {
    lone_slot s;
    s.trials.add(1, std::vector<value>{});
    auto& r = s.record(0);
    auto const good = static_cast<std::int64_t>(xamt::wire::in_arena + (1 << 16));
    auto const told = [&](xamt::wire::descriptor d) {
        r.outcome = xamt::wire::status::value, r.results_used = 1, r.results[0] = d;
        return s.trials.outcome(0).is;
    };
    auto const tensor = [&](std::int64_t at, std::int64_t extent) {
        return xamt::wire::descriptor{xamt::wire::kind::tensor, dtype::float64, 1, 0, 0, at, {extent}};
    };
    CHECK(told(tensor(good, 4)) == ending::value);
    CHECK(told(tensor(good, 1 << 13)) == ending::value);
    CHECK(told(tensor(good, (1 << 13) + 1)) == ending::error);
    CHECK(told(tensor(good, -1)) == ending::error);
    CHECK(told(tensor(good, std::int64_t{1} << 61)) == ending::error);
    CHECK(told(tensor(0, 4)) == ending::error);
    CHECK(told(tensor(-64, 4)) == ending::error);
    CHECK(told({xamt::wire::kind::tensor, static_cast<dtype>(99), 0, 0, 0, good, {}}) == ending::error);
    CHECK(told({xamt::wire::kind::tensor, dtype::int8, 7, 0, 0, good, {}}) == ending::error);
    CHECK(told({xamt::wire::kind::text, dtype::int8, 0, 0, 0, good, {}}) == ending::error);
    r.outcome = xamt::wire::status::error, r.error_type_length = 4, r.error_length = 0xffffffffu,
    r.error_offset = static_cast<std::uint64_t>(good);
    CHECK(s.trials.outcome(0).error_type == "protocol error");
    r.outcome = static_cast<xamt::wire::status>(200);
    CHECK(s.trials.outcome(0).error_type == "protocol error");
}

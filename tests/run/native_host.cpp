// C++ functions in a process of their own (programs/native_functions.cpp): whatever one does, the next trial runs.
#include "tests/run/fault_host.hpp"

#include <xamt/describe/native_column.hpp>

#include <initializer_list>

using namespace fault_host;
using xamt::dtype;
using xamt::ending;
using xamt::ndarray;

namespace {

xamt::host_options native_options() {
    auto o = options("plain");
    o.program = {std::string(xamt_test::build_dir) + "/tests/native_functions"};
    return o;
}

std::string native_plan(std::string_view name) {
    xamt::binding how;
    how.on = {"plain"};
    return "{\"function\":\"" + xamt::served_name(name, how) + "\"}";
}

value floats(xamt::shape dims, std::initializer_list<float> numbers) {
    ndarray t(dtype::float32, dims);
    std::copy(numbers.begin(), numbers.end(), t.as<float>().data);
    return t;
}

std::vector<float> numbers_of(xamt::outcome const& o) {
    INFO(o.error_type << ": " << o.message);
    REQUIRE(o.is == ending::value);
    REQUIRE(o.outputs.size() == 1);
    auto const t = o.outputs[0].as<float>();
    return {t.begin(), t.end()};
}

/// The outcome of a call of `name` between two good ones.
xamt::outcome between_good(xamt::host& h, std::string_view name) {
    auto const doubled = h.define(native_plan("doubled"));
    auto const outcomes =
        run(h, {{doubled, {floats({2}, {1, -3})}}, {h.define(native_plan(name)), {floats({1}, {1})}}, {doubled, {floats({1}, {8})}}});
    CHECK(numbers_of(outcomes[0]) == std::vector<float>{2, -6});
    CHECK(numbers_of(outcomes[2]) == std::vector<float>{16});
    return outcomes[1];
}

} // namespace

TEST_CASE("a C++ function in a host program gives its value, in the shape of its argument") {
    auto h = start(native_options());
    auto const outcomes = run(h, {{h.define(native_plan("doubled")), {floats({2, 1, 2}, {1, 2, 3, -0.0F})}},
                                  {h.define(native_plan("doubled")), {floats({0}, {})}}});
    CHECK(numbers_of(outcomes[0]) == std::vector<float>{2, 4, 6, 0});
    CHECK(outcomes[0].outputs[0].dims() == xamt::shape{2, 1, 2});
    CHECK(std::signbit(outcomes[0].outputs[0].as<float>()[3]));
    CHECK(numbers_of(outcomes[1]).empty());
    CHECK(h.hello().find("\"framework\": \"plain\", \"version\": \"1.0\"") != std::string::npos);
    CHECK(h.restarts() == 0);
}

TEST_CASE("an exception of a C++ function is an error, and the process lives") {
    auto h = start(native_options());
    auto const o = between_good(h, "throwing");
    CHECK(o.is == ending::error);
    CHECK(o.message == "no such number");
    CHECK(h.restarts() == 0);
}

TEST_CASE("an argument that a C++ function does not take is an error of the trial") {
    auto h = start(native_options());
    auto const o = run(h, {{h.define(native_plan("doubled")), {value(ndarray(dtype::int64, {1}))}}})[0];
    CHECK(o.is == ending::error);
    CHECK(o.message == "the function does not take an argument of this dtype, kind or size");
}

TEST_CASE("a C++ function that never returns is a hang of its trial, and is called no more") {
    auto h = start(native_options());
    CHECK(between_good(h, "endless").is == ending::hang);
    auto const again = between_good(h, "endless");
    CHECK(again.is == ending::absent);
    CHECK(again.message == "not called any more after 1 call that did not return");
}

TEST_CASE("trials of a slow C++ function are left out once the time of a batch is used up") {
    auto o = native_options();
    o.batch_timeout = std::chrono::duration<double>(0.5);
    auto h = start(o);
    std::vector<call> const calls(12, call{h.define(native_plan("slow")), {floats({1}, {1})}});
    auto const outcomes = run(h, calls);
    CHECK(outcomes[1].is == ending::value);
    CHECK(outcomes[11].is == ending::absent);
    CHECK(outcomes[11].error_type == xamt::too_slow);
}

TEST_CASE("a C++ function that crashes is a death of its trial") {
    auto h = start(native_options());
    auto const o = between_good(h, "crashing");
    CHECK(o.is == ending::death);
    CHECK(o.error_type == "SIGSEGV");
    CHECK(h.restarts() == 2);
}

TEST_CASE("a result of a C++ function that does not fit is a limit, and the batch goes on") {
    auto o = native_options();
    o.memory_map.out_bytes = 1 << 16;
    auto h = start(o);
    auto const zeros = h.define(native_plan("zeros"));
    auto const outcomes = run(h, {{zeros, {floats({1}, {3})}}, {zeros, {floats({1}, {1 << 16})}}, {zeros, {floats({1}, {4})}}});
    CHECK(numbers_of(outcomes[0]).size() == 3);
    CHECK(outcomes[1].is == ending::limit);
    CHECK(numbers_of(outcomes[2]).size() == 4);
}

TEST_CASE("a function that the program does not serve is refused") {
    auto h = start(native_options());
    auto const id = h.define(native_plan("tripled"));
    xamt::host* hosts[] = {&h};
    REQUIRE(xamt::pump_until(hosts, [&] { return h.plans_settled(); }, std::chrono::duration<double>(30)));
    CHECK(h.refusal(id).find("this host program has no such function") != std::string::npos);
}

// A plan that cannot be served is refused when the host starts, in the words of the compile-time check.
#include "tests/run/fault_host.hpp"

using namespace fault_host;
using state = xamt::host::plan_state;

namespace {

/// What a host says of each plan; empty if it takes it.
std::vector<std::string> answers(std::string column, std::vector<std::string> const& plans) {
    auto h = start(options(std::move(column)));
    std::vector<std::uint32_t> ids;
    for (auto const& p : plans) ids.push_back(h.define(p));
    xamt::host* hosts[] = {&h};
    REQUIRE(xamt::pump_until(hosts, [&] { return h.plans_settled(); }, std::chrono::duration<double>(60)));
    std::vector<std::string> said;
    for (auto id : ids) {
        CHECK((h.plan(id) == state::refused) == !h.refusal(id).empty());
        said.push_back(h.refusal(id));
    }
    return said;
}

std::string by_name(std::string const& function, std::initializer_list<char const*> arguments) {
    std::string text = "{\"function\":\"" + function + "\",\"arguments\":[";
    for (auto const* name : arguments) {
        if (text.back() == '}') text += ',';
        text += "{\"name\":\"" + std::string(name) + "\",\"pass\":\"auto\"}";
    }
    return text + "]}";
}

bool says(std::string const& text, std::string const& part) { return text.find(part) != std::string::npos; }

} // namespace

TEST_CASE("unknown names and missing parameters are refused with what there is") {
    auto const said =
        answers("numpy", {by_name("numpy.sum", {"a", "axis"}), by_name("numpy.sum", {"a", "axiss"}), by_name("numpy.sum", {"axis"}),
                          by_name("numpy.summ", {"a"}), by_name("nothing.at.all", {}), by_name("numpy.pi", {}),
                          by_name("numpy.reshape", {"a", "shape"}), by_name("numpy.maximum", {"x2", "x1"})});
    CHECK(said[0].empty());
    CHECK(says(said[1], "xamt: numpy.sum has no parameter \"axiss\" (it has: a, axis, "));
    CHECK(says(said[2], "xamt: numpy.sum needs its parameter \"a\", which is not bound"));
    CHECK(says(said[3], "xamt: numpy has no \"summ\" (close: sum"));
    CHECK(says(said[4], "nothing cannot be imported"));
    CHECK(says(said[5], "numpy.pi is not callable"));
    CHECK(said[6].empty());
    CHECK(said[7].empty());
}

TEST_CASE("what may be passed by position only is passed in the function's own order") {
    auto h = start(options("numpy"));
    auto const minus = h.define(by_name("numpy.subtract", {"x2", "x1"}));
    CHECK(number(run(h, {{minus, {value(std::int64_t{1}), value(std::int64_t{10})}}})[0]) == 9);
}

TEST_CASE("the functions that take a host down are there for tests only") {
    CHECK(says(answers("numpy", {by_name("test.kill", {"number"})})[0], "in the column test only"));
}

TEST_CASE("a trial of a refused plan is an error of that trial") {
    auto h = start(options("numpy"));
    auto const outcomes =
        run(h, {{h.define(by_name("numpy.summ", {"a"})), {value(1.0)}}, {h.define(by_name("numpy.abs", {"x"})), {value(-1.0)}}});
    CHECK(outcomes[0].is == xamt::ending::error);
    CHECK(outcomes[1].is == xamt::ending::value);
}

TEST_CASE("the same plan gets the same number") {
    auto h = start(options("numpy"));
    CHECK(h.define(by_name("numpy.abs", {"x"})) == h.define(by_name("numpy.abs", {"x"})));
    CHECK(h.define(by_name("numpy.abs", {"x"})) != h.define(by_name("numpy.exp", {"x"})));
}

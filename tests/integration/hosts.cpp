// Each framework behind its host: a function that all have, one that fails, and one whose name or parameter does not exist.
#include "tests/run/fault_host.hpp"

#include <cmath>
#include <optional>

#include <unistd.h>

using namespace fault_host;
using xamt::dtype;
using xamt::ending;
using xamt::ndarray;

namespace {

struct column {
    std::string name;
    std::string relu, tensor; ///< the function, and what it calls its argument
    std::string sum, summed, axis;
};

std::vector<column> const columns{
    {"numpy", "scipy.special.expit", "x", "numpy.sum", "a", "axis"},
    {"jax", "jax.nn.sigmoid", "x", "jax.numpy.sum", "a", "axis"},
    {"tensorflow", "tf.math.sigmoid", "x", "tf.reduce_sum", "input_tensor", "axis"},
    {"chainer", "F.sigmoid", "x", "chainer.functions.sum", "x", "axis"},
    {"torch", "torch.sigmoid", "input", "torch.sum", "input", "dim"},
    {"keras", "keras.ops.sigmoid", "x", "keras.ops.sum", "x", "axis"},
    {"keras[jax]", "keras.ops.sigmoid", "x", "keras.ops.sum", "x", "axis"},
};

/// A host that came up, or nothing where the framework is not installed.
std::optional<xamt::host> up(xamt::host_options o) {
    o.trial_timeout = std::chrono::duration<double>(60);
    auto h = xamt::host::start(std::move(o));
    if (!h) return std::nullopt;
    xamt::host* hosts[] = {&*h};
    xamt::pump_until(hosts, [&] { return h->state() != xamt::host::condition::starting; }, std::chrono::duration<double>(120));
    if (h->state() != xamt::host::condition::ready) {
        WARN(h->failure().text());
        return std::nullopt;
    }
    return std::move(*h);
}

std::optional<xamt::host> torch_program() {
    auto const path = std::string(xamt_test::build_dir) + "/xamt-host-torch";
    if (::access(path.c_str(), X_OK) != 0) return std::nullopt;
    auto o = options("torch");
    o.program = {path};
    return up(std::move(o));
}

ndarray numbers(xamt::shape dims) {
    ndarray t(dtype::float32, dims);
    for (std::int64_t i = 0; i < t.size(); ++i) t.as<float>()[i] = static_cast<float>(i) - 2;
    return t;
}

void check_sigmoid(xamt::outcome const& o, ndarray const& x) {
    INFO(o.error_type << ": " << o.message);
    REQUIRE(o.is == ending::value);
    REQUIRE(o.outputs.at(0).dims() == x.dims());
    REQUIRE(o.outputs[0].type() == dtype::float32);
    for (std::int64_t i = 0; i < x.size(); ++i)
        CHECK(o.outputs[0].as<float>()[i] == Approx(1 / (1 + std::exp(-x.as<float>()[i]))).epsilon(1e-5));
}

std::string one_argument(std::string const& function, std::string const& name) {
    return "{\"function\":\"" + function + "\",\"arguments\":[{\"name\":\"" + name + "\",\"pass\":\"auto\"}]}";
}

std::string reduction(column const& c) {
    return "{\"function\":\"" + c.sum + "\",\"arguments\":[{\"name\":\"" + c.summed + "\"},{\"name\":\"" + c.axis + "\"}]}";
}

} // namespace

TEST_CASE("every Python column calls, reports an error as one, and goes on") {
    auto const x = numbers({2, 3});
    for (auto const& c : columns) {
        INFO(c.name);
        auto h = up(options(c.name));
        if (!h) continue;
        CHECK(h->hello().find("\"column\": \"" + c.name + "\"") != std::string::npos);
        auto const sigmoid = h->define(one_argument(c.relu, c.tensor));
        auto const sum = h->define(reduction(c));
        auto const outcomes = run(*h, {{sigmoid, {value(x)}},
                                       {sum, {value(x), value(xamt::integer_list{{0, 1}, 0})}},
                                       {sum, {value(x), value(std::int64_t{5})}},
                                       {sum, {value(x), value(std::int64_t{1})}},
                                       {sigmoid, {value(numbers({0, 4}))}}});
        check_sigmoid(outcomes[0], x);
        REQUIRE(outcomes[1].is == ending::value);
        CHECK(outcomes[1].outputs.at(0).as<float>()[0] == 3);
        CHECK(outcomes[2].is == ending::error);
        CHECK_FALSE(outcomes[2].message.empty());
        REQUIRE(outcomes[3].is == ending::value);
        CHECK(outcomes[3].outputs.at(0).as<float>()[1] == 6);
        check_sigmoid(outcomes[4], numbers({0, 4}));
    }
}

TEST_CASE("a parameter that does not exist is named with those that do") {
    auto h = up(options("jax"));
    if (!h) return;
    auto const id = h->define(R"({"function":"jax.nn.softmax","arguments":[{"name":"x","pass":"auto"},{"name":"axiss","pass":"auto"}]})");
    xamt::host* hosts[] = {&*h};
    REQUIRE(xamt::pump_until(hosts, [&] { return h->plans_settled(); }, std::chrono::duration<double>(30)));
    CHECK(h->refusal(id) == "refused: xamt: jax.nn.softmax has no parameter \"axiss\" (it has: x, axis, where)");
}

TEST_CASE("jax compiles with static arguments kept apart by their bits, and falls back where it needs values") {
    auto h = up(options("jax"));
    if (!h) return;
    auto const full = h->define(R"({"function":"jax.numpy.full","arguments":[{"name":"shape"},{"name":"fill_value"}]})");
    auto const arange = h->define(R"({"function":"jax.numpy.arange","arguments":[{"name":"start"},{"name":"stop"}]})");
    auto const unique = h->define(one_argument("jax.numpy.unique", "ar"));
    value const two(xamt::integer_list{{2}, 0});
    auto const outcomes = run(
        *h, {{full, {two, value(0.0)}}, {full, {two, value(-0.0)}}, {arange, {value(0.0), value(3.0)}}, {unique, {value(numbers({3}))}}});
    REQUIRE(outcomes[0].is == ending::value);
    CHECK_FALSE(std::signbit(outcomes[0].outputs.at(0).as<double>()[0]));
    CHECK(std::signbit(outcomes[1].outputs.at(0).as<double>()[0]));
    CHECK(outcomes[2].outputs.at(0).size() == 3);
    CHECK(outcomes[3].outputs.at(0).size() == 3);
}

TEST_CASE("a layer is constructed from some arguments and called with the others") {
    auto h = up(options("keras"));
    if (!h) return;
    auto const layer = h->define(R"({"function":"keras.layers.Rescaling","construct":["scale","offset"],"arguments":[)"
                                 R"({"name":"scale"},{"name":"offset"},{"name":"inputs"}]})");
    auto const o = run(*h, {{layer, {value(2.0), value(1.0), value(numbers({3}))}}})[0];
    INFO(o.message);
    REQUIRE(o.is == ending::value);
    CHECK(o.outputs.at(0).as<float>()[0] == -3);
}

TEST_CASE("no memory is an error at once, in every framework") {
    for (auto const& [name, zeros] : std::vector<std::pair<std::string, std::string>>{
             {"numpy", "numpy.zeros"}, {"jax", "jax.numpy.zeros"}, {"tensorflow", "tf.zeros"}, {"torch", "torch.zeros"}}) {
        INFO(name);
        auto o = options(name);
        o.memory = std::uint64_t{3} << 30;
        auto h = up(o);
        if (!h) continue;
        auto const id = h->define("{\"function\":\"" + zeros + "\",\"arguments\":[{\"name\":\"" + (name == "torch" ? "size" : "shape") +
                                  "\",\"pass\":\"position\"}]}");
        value const huge(xamt::integer_list{{std::int64_t{1} << 34}, 0});
        auto const begun = std::chrono::steady_clock::now();
        auto const outcomes = run(*h, {{id, {huge}}, {id, {value(xamt::integer_list{{3}, 0})}}});
        CHECK(outcomes[0].is == ending::error);
        CHECK(outcomes[1].is == ending::value);
        CHECK(h->restarts() == 0);
        CHECK(std::chrono::steady_clock::now() - begun < std::chrono::seconds(8));
    }
}

TEST_CASE("the program for libtorch calls operators by name, with the schema's defaults") {
    auto h = torch_program();
    if (!h) return;
    auto const x = numbers({2, 3});
    auto const sigmoid = h->define(one_argument("aten::sigmoid", "self"));
    auto const sum = h->define(R"({"function":"aten::sum.dim_IntList","arguments":[{"name":"self"},{"name":"dim"},{"name":"dtype"}]})");
    auto const topk = h->define(R"({"function":"aten::topk","arguments":[{"name":"self"},{"name":"k"}]})");
    auto const relu_ = h->define(one_argument("aten::relu_", "self"));
    auto const cat = h->define(R"({"function":"aten::cat","arguments":[{"name":"tensors"},{"name":"dim"}]})");
    std::vector<ndarray> const parts{x, x};
    auto const outcomes = run(*h, {{sigmoid, {value(x)}},
                                   {sum, {value(x), value(std::int64_t{1}), value(dtype::float64)}},
                                   {sum, {value(x), value(std::int64_t{7}), value(xamt::none{})}},
                                   {topk, {value(x), value(std::int64_t{1})}},
                                   {relu_, {value(x)}},
                                   {cat, {value(parts), value(std::int64_t{0})}},
                                   {sum, {value(x), value(true), value(xamt::none{})}}});
    check_sigmoid(outcomes[0], x);
    REQUIRE(outcomes[1].is == ending::value);
    CHECK(outcomes[1].outputs.at(0).type() == dtype::float64);
    CHECK(outcomes[1].outputs[0].as<double>()[1] == 6);
    CHECK(outcomes[2].is == ending::error);
    CHECK(outcomes[2].error_type == "IndexError");
    REQUIRE(outcomes[3].outputs.size() == 2);
    CHECK(outcomes[3].outputs[1].as<std::int64_t>()[0] == 2);
    CHECK(outcomes[4].outputs.at(0).as<float>()[0] == 0);
    CHECK(outcomes[5].outputs.at(0).dims() == xamt::shape{4, 3});
    CHECK(outcomes[6].error_type == "refused");
}

TEST_CASE("the program for libtorch refuses plans in the words of the compile-time check") {
    auto h = torch_program();
    if (!h) return;
    std::vector<std::pair<std::string, std::string>> const table{
        {R"({"function":"aten::softmax.int","arguments":[{"name":"self"},{"name":"axis"}]})",
         "aten::softmax.int has no parameter \"axis\" (it has: self, dim, dtype)"},
        {R"({"function":"aten::softmax.int","arguments":[{"name":"self"}]})",
         "aten::softmax.int needs its parameter \"dim\", which is not bound"},
        {R"({"function":"aten::softmax.out","arguments":[]})", "torch has no operator aten::softmax.out (overloads of aten::softmax: "}};
    std::vector<std::uint32_t> ids;
    for (auto const& [text, words] : table) ids.push_back(h->define(text));
    xamt::host* hosts[] = {&*h};
    REQUIRE(xamt::pump_until(hosts, [&] { return h->plans_settled(); }, std::chrono::duration<double>(30)));
    for (std::size_t i = 0; i < table.size(); ++i) {
        INFO(h->refusal(ids[i]));
        CHECK(h->refusal(ids[i]).find(table[i].second) != std::string::npos);
    }
}

TEST_CASE("the smallest integer divided by -1 takes libtorch down, and only that trial") {
    auto h = torch_program();
    if (!h) return;
    auto const divide =
        h->define(R"({"function":"aten::div.Tensor_mode","arguments":[{"name":"self"},{"name":"other"},{"name":"rounding_mode"}]})");
    auto const integer = [](std::int64_t v) {
        ndarray t(dtype::int64, {1});
        t.as<std::int64_t>()[0] = v;
        return value(t);
    };
    value const mode(std::string("trunc"));
    auto const outcomes = run(*h, {{divide, {integer(7), integer(-2), mode}},
                                   {divide, {integer(std::numeric_limits<std::int64_t>::min()), integer(-1), mode}},
                                   {divide, {integer(9), integer(3), mode}}});
    CHECK(number(outcomes[0]) == -3);
    CHECK(outcomes[1].is == ending::death);
    CHECK(outcomes[1].error_type == "SIGFPE");
    CHECK(number(outcomes[2]) == 3);
}

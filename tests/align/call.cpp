#include "../catch.hpp"

#include <xamt/align/call.hpp>
#include <xamt/align/plan.hpp>

using namespace xamt;

namespace {

ndarray filled(shape dims, float x) {
    ndarray t(dtype::float32, dims);
    for (auto& e : t.as<float>()) e = x;
    return t;
}

template <class... V> std::vector<value> arguments(V&&... v) {
    std::vector<value> list;
    (list.emplace_back(std::forward<V>(v)), ...);
    return list;
}

constexpr auto gelu = api("gelu")
                          .takes(tensor("x").floating(), flag("approximate").by_default(false))
                          .on(fw::torch, "aten::gelu", "self", words("approximate", "none", "tanh"))
                          .on(fw::jax, "jax.nn.gelu", "x", "approximate")
                          .on(fw::numpy, "mine.exact_gelu", "x")
                          .on(fw::chainer, "mine.gelu", negated("exact").from("approximate"), as_tensor("x").from("x"));

constexpr auto conv = api("conv2d")
                          .takes(tensor("x").dims("nchw").in_layout("NCHW"), tensor("w").dims("ockl").in_layout("OIHW"),
                                 integers("stride").length(2).by_default(1), integers("padding").length(2).by_default(0))
                          .returns(output{nature::values, "NCHW"})
                          .on(fw::torch, "aten::conv2d", "input", "weight", "stride", "padding")
                          .on(fw::tensorflow, "tf.nn.conv2d", as("input", "NHWC"), as("filters", "HWIO"), over_layout("strides", "NHWC"),
                              pads("padding", "NHWC"), gives("NHWC"))
                          .on(fw::keras, "keras.ops.conv", as("inputs", "NHWC"), as("kernel", "HWIO"), scalar_of("strides"),
                              same_or_valid("padding", "w", "stride"), gives("NHWC"))
                          .on(fw::jax, "mine.conv", "x", "w", only(1), only(0));

} // namespace

TEST_CASE("arguments that need no conversion are passed as they are, without a copy") {
    auto const a = arguments(filled({2}, 1), true);
    auto const call = call_for(gelu, gelu.bindings[1], a);
    REQUIRE(call.absent.empty());
    REQUIRE(call.list.size() == 2);
    CHECK(call.list[0] == &a[0]);
    CHECK(call.list[1] == &a[1]);
}

TEST_CASE("a flag is spelled with the framework's words") {
    auto const a = arguments(filled({2}, 1), true);
    auto const call = call_for(gelu, gelu.bindings[0], a);
    CHECK(std::get<std::string>(*call.list[1]) == "tanh");
}

TEST_CASE("a negated flag means the opposite, and parameters can be named out of order") {
    auto const a = arguments(filled({2}, 1), true);
    auto const call = call_for(gelu, gelu.bindings[3], a);
    CHECK(std::get<bool>(*call.list[0]) == false);
    CHECK(std::get<ndarray>(*call.list[1]).size() == 2);
}

TEST_CASE("a framework without a parameter takes part only with its default") {
    CHECK(call_for(gelu, gelu.bindings[2], arguments(filled({2}, 1), false)).absent.empty());
    CHECK_THAT(call_for(gelu, gelu.bindings[2], arguments(filled({2}, 1), true)).absent, Catch::Contains("no parameter for `approximate`"));
}

TEST_CASE("paddings become pairs, words, or leave the framework out") {
    auto const with = [](std::vector<std::int64_t> stride, std::vector<std::int64_t> padding) {
        return arguments(filled({1, 2, 5, 5}, 1), filled({3, 2, 3, 3}, 1), integer_list{stride, 0}, integer_list{padding, 0});
    };
    auto const pairs = call_for(conv, conv.bindings[1], with({1, 2}, {1, 2}));
    REQUIRE(pairs.absent.empty());
    CHECK(std::get<integer_list>(*pairs.list[2]) == integer_list{{1, 1, 2, 1}, 0});
    CHECK(std::get<integer_list>(*pairs.list[3]) == integer_list{{0, 0, 1, 1, 2, 2, 0, 0}, 2});
    CHECK(std::get<std::string>(*call_for(conv, conv.bindings[2], with({1, 1}, {0, 0})).list[3]) == "VALID");
    CHECK(std::get<std::string>(*call_for(conv, conv.bindings[2], with({1, 1}, {1, 1})).list[3]) == "SAME");
    CHECK_FALSE(call_for(conv, conv.bindings[2], with({2, 2}, {1, 1})).absent.empty());
    CHECK_FALSE(call_for(conv, conv.bindings[2], with({1, 2}, {0, 0})).absent.empty());
    CHECK_FALSE(call_for(conv, conv.bindings[3], with({1, 1}, {1, 1})).absent.empty());
}

TEST_CASE("outputs come back in the canonical layout") {
    std::vector<ndarray> outputs;
    outputs.push_back(filled({1, 4, 5, 3}, 0));
    auto const back = restored(conv, conv.bindings[1], std::move(outputs));
    REQUIRE(back.size() == 1);
    CHECK(back[0].dims() == shape{1, 3, 4, 5});
}

TEST_CASE("a component of a tuple is picked") {
    constexpr auto amax = api("amax").takes(tensor("x"), axis("axis")).on(fw::torch, "aten::max.dim", "self", "dim", component(0));
    std::vector<ndarray> outputs;
    outputs.push_back(filled({3}, 7));
    outputs.push_back(filled({4}, 1));
    auto const picked = restored(amax, amax.bindings[0], std::move(outputs));
    REQUIRE(picked.size() == 1);
    CHECK(picked[0].dims() == shape{3});
}

TEST_CASE("a plan names the function and how each argument is passed") {
    CHECK(plan_text(gelu.bindings[1]) ==
          R"({"function":"jax.nn.gelu","arguments":[{"name":"x","pass":"auto"},{"name":"approximate","pass":"auto"}],"jit":true})");
    constexpr auto layer =
        api("l").takes(tensor("x"), axis("axis")).on(fw::keras, "keras.layers.Softmax", "inputs", construct(), "axis", eager());
    CHECK(
        plan_text(layer.bindings[0]) ==
        R"({"function":"keras.layers.Softmax","arguments":[{"name":"inputs","pass":"auto"},{"name":"axis","pass":"auto"}],"construct":["axis"],"jit":false})");
}

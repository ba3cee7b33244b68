#include "../catch.hpp"

#include <xamt/match/call_plan.hpp>

#include <string>

using namespace xamt;

namespace {

public_parameter required(std::string name, std::string annotation = "") {
    return {std::move(name), passing::any, true, "", std::move(annotation), "", {}};
}
public_parameter optional(std::string name, std::string standard) {
    return {std::move(name), passing::any, false, std::move(standard), "", "", {}};
}

public_callable function(std::string framework, std::string name, public_overload parameters) {
    public_callable c;
    c.framework = std::move(framework);
    c.names = {std::move(name)};
    c.overloads = {std::move(parameters)};
    return c;
}

std::vector<planned_call> plan(public_callable const& c, std::string_view text, callable_kind kind = callable_kind::function) {
    return plan_calls(c, kind, read_scenario(text));
}

} // namespace

TEST_CASE("roles come from types, names and defaults") {
    CHECK(role_of(required("input", "Tensor")) == role::tensor);
    CHECK(role_of(required("dim", "int")) == role::axis);
    CHECK(role_of(required("n", "int")) == role::integer);
    CHECK(role_of(optional("mean", "0.0")) == role::real);
    CHECK(role_of(required("mean")) == role::tensor);
    CHECK(role_of(optional("approximate", "False")) == role::flag);
    CHECK(role_of(optional("keepdims", "False")) == role::keepdims);
    CHECK(role_of(optional("out", "None")) == role::control);
    CHECK(role_of(required("reduction_axis")) == role::axis);
    auto alpha = optional("alpha", "1.0");
    alpha.annotation = "ArrayLike"; // may be an array, and is a number
    CHECK(role_of(alpha) == role::real);
    alpha.standard = "None";
    CHECK(role_of(alpha) == role::tensor);
    auto key = required("key");
    CHECK(role_of(key) == role::tensor);
    key.text = "a PRNG key used as the random key";
    CHECK(role_of(key) == role::key);
}

TEST_CASE("a scenario is put into parameters by role") {
    auto const sum = function("numpy", "numpy.sum", {required("a"), optional("axis", "None"), optional("keepdims", "False")});
    auto const calls = plan(sum, "h axis=1 keepdims=True");
    REQUIRE(calls.size() == 1);
    CHECK(calls[0].text == R"({"a":[{"p":"h"}],"k":{"axis":1,"keepdims":true}})");
}

TEST_CASE("nothing of a scenario may be left over") {
    auto const exp = function("numpy", "numpy.exp", {required("x")});
    CHECK(plan(exp, "g").size() == 1);
    CHECK(plan(exp, "g axis=1").empty());
    CHECK(plan(exp, "g+g2").empty());
    CHECK(plan(function("numpy", "numpy.add", {required("x1"), required("x2")}), "g").empty());
}

TEST_CASE("numbers go where tensors are wanted when no tensor is left") {
    auto const power = function("numpy", "numpy.power", {required("x1"), required("x2")});
    auto const calls = plan(power, "g float=0.3");
    REQUIRE(calls.size() == 2);
    CHECK(calls[0].text == R"({"a":[{"p":"g"},0.3],"k":{}})");
    CHECK(calls[1].text == R"({"a":[0.3,{"p":"g"}],"k":{}})");
    CHECK(calls[1].structure == "the number stands before the tensor");
}

TEST_CASE("one flag at a time is changed") {
    auto const std = function("torch", "torch.std", {required("input"), optional("unbiased", "True"), optional("axis", "None")});
    auto const calls = plan(std, "g");
    REQUIRE(calls.size() == 3);
    CHECK(calls[0].change.empty());
    CHECK(calls[1].change == "unbiased=False");
    CHECK(calls[2].change == "axis=-1");
}

TEST_CASE("layouts and orders of a kernel are tried") {
    auto const conv =
        function("keras", "keras.ops.conv", {required("inputs"), required("kernel", "Tensor"), optional("padding", "'valid'")});
    auto const calls = plan(conv, "m+K2 conv");
    CHECK(calls.size() == 8);
    bool found = false;
    for (auto const& call : calls)
        found = found || call.text == R"({"a":[{"p":"m","t":[0,2,3,1]},{"p":"K2","t":[2,3,1,0]}],"k":{},"turn":true})";
    CHECK(found);
}

TEST_CASE("a layer is told its sizes, then called") {
    auto linear =
        function("torch", "torch.nn.Linear", {required("in_features", "int"), required("out_features", "int"), optional("bias", "True")});
    linear.is_class = true;
    linear.call = {required("input")};
    auto const calls = plan(linear, "g", callable_kind::layer);
    REQUIRE_FALSE(calls.empty());
    CHECK(calls[0].text == R"({"a":[4,7],"k":{},"then":{"a":[{"p":"g"}],"k":{}}})");
}

TEST_CASE("statistics of a normalisation go by name") {
    auto const norm = function("torch", "torch.batch_norm",
                               {required("input"), required("weight", "Optional[Tensor]"), required("bias", "Optional[Tensor]"),
                                required("running_mean"), required("running_var"), required("eps", "float")});
    auto const calls = plan(norm, "m+mean4+var4 bn");
    REQUIRE_FALSE(calls.empty());
    CHECK(calls[0].text == R"({"a":[{"p":"m"},null,null,{"p":"mean4"},{"p":"var4"},0.001],"k":{}})");
}

TEST_CASE("what a function of functions returns is called with the tensors") {
    public_parameter f = required("fun", "Callable");
    auto const calls = plan(function("jax", "jax.vmap", {f}), "g fn=square");
    REQUIRE(calls.size() == 1);
    CHECK(calls[0].text == R"({"a":[{"f":"square"}],"k":{},"then":{"a":[{"p":"g"}],"k":{}}})");
}

TEST_CASE("optimisers are set by the role of their parameters") {
    public_callable adam =
        function("torch", "torch.optim.Adam",
                 {required("params"), optional("lr", "0.001"), optional("betas", "(0.9, 0.999)"), optional("eps", "1e-08")});
    adam.is_class = true;
    auto const calls = plan(adam, "optimiser=lr:0.1;beta1:0.8;beta2:0.95;eps:0.001", callable_kind::optimiser);
    REQUIRE(calls.size() == 1);
    CHECK(calls[0].text == R"({"a":[],"k":{"lr":0.1,"betas":{"u":[0.8,0.95]},"eps":0.001},"steps":6})");
    CHECK(plan(adam, "optimiser=lr:0.1;momentum:0.9", callable_kind::optimiser).empty());
}

TEST_CASE("every scenario names probes that exist and reads as something") {
    for (auto const& s : scenarios()) {
        INFO(s.id);
        for (auto const& names : {s.tensors, s.list})
            for (auto name : names) {
                bool known = false;
                for (auto const& row : detail::probe_rows) known = known || row.name == name;
                CHECK(known);
            }
        CHECK((!s.tensors.empty() || !s.list.empty() || !s.shapes.empty() || !s.integers.empty() || !s.reals.empty() ||
               !s.settings.empty() || !s.dtypes.empty()));
    }
}

TEST_CASE("probes are what their names say") {
    for (auto const& p : make_probes()) {
        INFO(p.name);
        std::size_t count = 1;
        for (auto n : p.shape) count *= static_cast<std::size_t>(n);
        auto const size = p.dtype == "bool" ? 1U : p.dtype == "complex128" ? 16U : 8U;
        CHECK(p.data.size() == count * size);
    }
    auto const shares = make_probe({"pr", detail::probe_values::shares, "5,4"});
    double sum = 0;
    for (std::size_t i = 0; i < 4; ++i) {
        double x = 0;
        std::memcpy(&x, shares.data.data() + 8 * i, 8);
        sum += x;
    }
    CHECK(sum == Approx(1));
}

TEST_CASE("probabilities are also given as logarithms to losses") {
    auto const loss = function("torch", "torch.nn.functional.kl_div", {required("input", "Tensor"), required("target", "Tensor")});
    auto const calls = plan(loss, "pr+pr2", callable_kind::loss);
    auto const is_log = [](planned_call const& c) {
        return c.text == R"({"a":[{"p":"pr2","as":"logarithms"},{"p":"pr"}],"k":{}})" &&
               c.structure.find("the first argument as logarithms") != std::string::npos;
    };
    CHECK(std::ranges::any_of(calls, is_log));
    CHECK(plan(loss, "g+g2", callable_kind::loss).size() == 2); // as they come, and swapped
}

TEST_CASE("a factored matrix comes with its pivots in every form") {
    auto const solve = function("jax", "jax.scipy.linalg.lu_solve", {required("lu_and_piv"), required("b")});
    auto const calls = plan(solve, "gg+piv+g45 lu");
    CHECK(
        std::ranges::any_of(calls, [](auto const& c) { return c.text == R"({"a":[{"u":[{"p":"gg"},{"p":"piv"}]},{"p":"g45"}],"k":{}})"; }));
    auto const counted =
        function("torch", "torch.lu_solve", {required("b", "Tensor"), required("LU_data", "Tensor"), required("LU_pivots", "Tensor")});
    CHECK(std::ranges::any_of(plan(counted, "gg+piv+g45 lu"),
                              [](auto const& c) { return c.text == R"({"a":[{"p":"g45"},{"p":"gg"},{"p":"piv1"}],"k":{}})"; }));
}

TEST_CASE("sequences and their lengths find their parameters by name") {
    auto const ctc = function(
        "keras", "keras.ops.ctc_loss",
        {required("target"), required("output"), required("target_length"), required("output_length"), optional("mask_index", "0")});
    auto const calls = plan(ctc, "chances+spelling+times+letters ctc", callable_kind::loss);
    REQUIRE(calls.size() == 2);
    CHECK(calls[0].text == R"({"a":[{"p":"spelling"},{"p":"chances"},{"p":"letters"},{"p":"times"}],"k":{}})");
    CHECK(calls[1].structure == "batch first");
}

TEST_CASE("dropout is compared by samples, with its flag set either way") {
    auto const dropout =
        function("torch", "torch.dropout", {required("input", "Tensor"), required("p", "float"), required("train", "bool")});
    CHECK(plan(dropout, "g float=0.3").empty());
    auto const calls = plan(dropout, "many float=0.3 samples");
    REQUIRE(calls.size() == 2);
    CHECK(calls[1].change == "train=True");
}

TEST_CASE("a number in front does not make the tensor an option") {
    auto const celu = function("jax", "jax.nn.celu", {required("x"), optional("scale", "None")});
    for (auto const& call : plan(celu, "g float=0.3")) CHECK(call.text.find(R"([0.3,{"p":"g"}])") == std::string::npos);
}

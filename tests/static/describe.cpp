// Descriptions are constants: all of this happens while compiling.
#include <xamt/xamt.hpp>

namespace fw = xamt::fw;

inline constexpr auto softmax =
    xamt::api("softmax")
        .takes(xamt::tensor("x").floating().rank(1, 4), xamt::axis("axis").by_default(-1))
        .on(fw::torch, xamt::schema("aten::softmax.int(Tensor self, int dim, ScalarType? dtype=None) -> Tensor"), "self", "dim")
        .on(fw::jax, "jax.nn.softmax", "x", "axis")
        .on(fw::keras["jax"], "keras.ops.softmax", "x", "axis")
        .on(fw::eigen, [](xamt::tensor_view<float const> x, int axis) { return x[axis]; }, "x", "axis");
static_assert(xamt::sound<softmax>);
static_assert(softmax.parameters[1].fallback == xamt::constant(-1));
static_assert(softmax.columns().size() == 4);
static_assert(softmax.columns()[0].function == "aten::softmax.int");
static_assert(softmax.columns()[2].on.backend == "jax");
static_assert(softmax.columns()[3].in_process && !softmax.columns()[1].in_process);
static_assert(softmax.columns()[1].items[1].parameter == 1);

// `from` takes the named parameter, and the next name the one after it.
inline constexpr auto reordered =
    xamt::api("where")
        .takes(xamt::tensor("condition").boolean(), xamt::tensor("a"), xamt::tensor("b"))
        .on(fw::chainer, "chainer.functions.f", xamt::item("x").from("a"), "y", xamt::item("cond").from("condition"));
static_assert(xamt::sound<reordered>);
static_assert(reordered.columns()[0].items[0].parameter == 1);
static_assert(reordered.columns()[0].items[1].parameter == 2);
static_assert(reordered.columns()[0].items[2].parameter == 0);

// A fault is data as well as a compile error.
inline constexpr auto faulty = xamt::api("softmax").takes(xamt::tensor("x"), xamt::axis("axis")).on(fw::jax, "jax.nn.softmax", "x");
static_assert(faulty.first_fault.what == xamt::flaw::missing_parameter);
static_assert(faulty.first_fault.on == fw::jax && faulty.first_fault.parameter == "axis");

// C++ types say what kernels take and write.
void relu(float const* x, float* y, std::size_t n);
constexpr auto signature = xamt::callee(xamt::fn<&relu>).native;
static_assert(signature.arity == 3 && !signature.writes(0) && signature.writes(1) && signature.kinds[2] == xamt::kind::integer);
static_assert(xamt::callee(xamt::fn<&relu>).name == "relu");

constexpr char const* cut = "f(Tensor x, *, int[2] k=[1, 2]) -> Tensor";
constexpr bool second_is_keyword_only = [] {
    xamt::schema_reader reader(cut);
    xamt::schema_parameter p;
    return reader.next(p) && !p.keyword_only && reader.next(p) && p.keyword_only && p.fallback == "[1, 2]" && !reader.next(p);
}();
static_assert(second_is_keyword_only);

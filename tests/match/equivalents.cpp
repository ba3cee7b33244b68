// A library of one's own against a handful of operators: the compiler and the program find the same.
#include "../catch.hpp"

#include <xamt/describe/native.hpp>
#include <xamt/match/equivalents.hpp>

#include <string>

using namespace xamt;

namespace mine {

void of_one(float const*, float*, std::size_t) {}
void of_two(float const*, float const*, float*, std::size_t) {}
void along(float const*, int, float*, std::size_t) {}
void clamp(float const*, float, float, float*, std::size_t) {}
void kernel(float const*, float const*, float*, std::size_t) {}

} // namespace mine

namespace {

constexpr char const* schemas[] = {
    "_softmax(Tensor self, int dim, bool half_to_float) -> Tensor",
    "abs(Tensor self) -> Tensor",
    "abs.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)",
    "abs_(Tensor(a!) self) -> Tensor(a!)",
    "absolute(Tensor self) -> Tensor",
    "amax(Tensor self, int[1] dim=[], bool keepdim=False) -> Tensor",
    "clamp(Tensor self, Scalar? min=None, Scalar? max=None) -> Tensor",
    "clamp.Tensor(Tensor self, Tensor? min=None, Tensor? max=None) -> Tensor",
    "conv1d(Tensor input, Tensor weight, Tensor? bias=None, SymInt[1] stride=1) -> Tensor",
    "conv2d(Tensor input, Tensor weight, Tensor? bias=None, SymInt[2] stride=1) -> Tensor",
    "dot(Tensor self, Tensor tensor) -> Tensor",
    "linalg_inv(Tensor A) -> Tensor",
    "matmul(Tensor self, Tensor other) -> Tensor",
    "max(Tensor self) -> Tensor",
    "max.dim(Tensor self, int dim, bool keepdim=False) -> (Tensor values, Tensor indices)",
    "max.other(Tensor self, Tensor other) -> Tensor",
    "maximum(Tensor self, Tensor other) -> Tensor",
    "mul.Scalar(Tensor self, Scalar other) -> Tensor",
    "mul.Tensor(Tensor self, Tensor other) -> Tensor",
    "multiply.Tensor(Tensor self, Tensor other) -> Tensor",
    "softmax.int(Tensor self, int dim, ScalarType? dtype=None) -> Tensor",
    "tanh(Tensor self) -> Tensor",
    "tanh_backward(Tensor grad_output, Tensor output) -> Tensor",
    "topk(Tensor self, SymInt k, int dim=-1) -> (Tensor values, Tensor indices)",
};
constexpr operator_set operators{"torch", "aten::", schemas};

constexpr auto one = fn<&mine::of_one>;
constexpr auto two = fn<&mine::of_two>;
constexpr auto axis_too = fn<&mine::along>;

constexpr auto my_library = library("mine",                                                                    //
                                    own("Absolute", one, "x", "y", size_of("x")),                              // 0
                                    own("multiply", two, "a", "b", "y", size_of("a")),                         // 1
                                    own("softmax", one, "x", "y", size_of("x")),                               // 2
                                    own("SoftMax", axis_too, "x", "axis", "y", size_of("x")).about("softmax"), // 3
                                    own("dot", two, "a", "b", out_dims(""), size_of("a")),                     // 4
                                    own("dot", two, "a", "b", out_dims(""), size_of("a")).same_as("aten::dot"),
                                    own("dot", two, "a", "b", out_dims(""), size_of("a")).not_same_as("aten::matmul"), // 6
                                    own("conv", two, "x[nchw]", "w", "y", size_of("x")),                               // 7
                                    own("conv", two, "x", "w", "y", size_of("x")),                                     // 8
                                    own("wobble", one, "x", "y", size_of("x")),                                        // 9
                                    own("tanh", two, "a", "b", "y", size_of("a")),                                     // 10
                                    own("clip", fn<&mine::clamp>, "x", "max", "min", "y", size_of("x")),               // 11
                                    own("max", two, "a", "b", "y", size_of("a")),                                      // 12
                                    own("reduce_max", one, "x", out_dims(""), size_of("x")),                           // 13
                                    own("inverse", one, "x", "y", size_of("x")),                                       // 14
                                    own("tanh", one, "x", "y", size_of("x")).same_as("aten::tanhh"));                  // 15

constexpr auto all = match<my_library, operators>();
using enum equivalence_verdict;

static_assert(all[0].is == found && all.operator_of(0) == "abs"); // of two names for the same, the short one
static_assert(all.operator_of(1) == "mul.Tensor");
static_assert(all.operator_of(2) == "softmax.int" && all[2].how.from[1] == alignment::last_axis);
static_assert(all[4].is == ambiguous && all[5].is == settled && all[6].is == found);
static_assert(all.operator_of(7) == "conv2d" && all[8].is == ambiguous);

} // namespace

TEST_CASE("the compiler finds what the program finds") {
    auto const again = match_library(my_library, operators, operator_index(operators));
    REQUIRE(all.size() == again.size());
    for (std::size_t i = 0; i < all.size(); ++i) {
        CHECK(all.text(i) == again.text(i));
        CHECK(all[i].is == again[i].is);
        CHECK(all[i].schema == again[i].schema);
        CHECK(all[i].how.from == again[i].how.from);
    }
}

TEST_CASE("a line says what a function is the same as, with its arguments") {
    CHECK(all.text(0) == "Absolute: aten::abs(self = x)");
    CHECK(all.text(2) == "softmax: aten::softmax.int(self = x, dim = -1)");
    CHECK(all.text(3) == "SoftMax: aten::softmax.int(self = x, dim = axis), by its description");
    CHECK(all.text(5) == "dot: aten::dot(self = a, tensor = b), as you say");
    CHECK(all.text(6) == "dot: aten::dot(self = a, tensor = b)");
    CHECK(all.text(14) == "inverse: aten::linalg_inv(A = x)");
}

TEST_CASE("parameters of the same name go together whatever their order") {
    CHECK(all.text(11) == "clip: aten::clamp(self = x, min = min, max = max)");
}

TEST_CASE("the largest of two tensors is not the largest element of one") {
    CHECK(all.text(12) == "max: aten::maximum(self = a, other = b)");
    CHECK(all.text(13) == "reduce_max: aten::max(self = x)");
}

TEST_CASE("what is not certain is listed with the reason and the way out") {
    CHECK(all.text(4) == "dot: ambiguous: aten::dot fits, and so does aten::matmul; say .same_as(\"aten::dot\") or .not_same_as(\"...\")");
    CHECK(all.text(8).starts_with("conv: ambiguous: aten::conv2d fits, and so does aten::conv1d;"));
    CHECK(all.text(9) == "wobble: no operator is about that; say .about(\"...\") or .same_as(\"...\")");
    CHECK(all.text(10) == "tanh: its parameters do not go into those of aten::tanh");
    CHECK(all.text(15) == "tanh: there is no operator aten::tanhh");
    CHECK(all.found() == 11);
    CHECK_FALSE(all.all_found());
}

TEST_CASE("operators that cannot be counterparts are not in the index") {
    operator_index const index(operators);
    CHECK(index.size() == 16);
    CHECK(index.find(concept_key("tanh_backward").id()) == 0);
    CHECK(index.find(concept_key("tanh").id()) != 0);
}

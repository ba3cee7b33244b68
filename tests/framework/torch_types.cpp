#include <xamt/framework/torch.hpp>

#include <ATen/ops/add_ops.h>
#include <ATen/ops/conj_ops.h>
#include <ATen/ops/softmax_ops.h>
#include <ATen/ops/sum_ops.h>
#include <ATen/ops/topk_ops.h>

#include "../catch.hpp"

#include <xamt/describe/native.hpp>
#include <xamt/describe/sound.hpp>

using namespace xamt;

namespace {

native_frame called(api_description const& a, std::vector<value> const& values) {
    std::vector<value const*> arguments;
    for (auto const& v : values) arguments.push_back(&v);
    native_frame frame{arguments, a.bindings[0].list(), {}, {}};
    a.bindings[0].call(frame);
    return frame;
}

ndarray counting(shape dims) {
    ndarray t(dtype::float32, dims);
    for (std::int64_t i = 0; i < t.size(); ++i) t.as<float>()[i] = static_cast<float>(i);
    return t;
}

at::Tensor last(at::Tensor const& x) { return x.select(0, x.size(0) - 1); }
at::Tensor turned(at::Tensor const& x) { return x.t(); }
at::Tensor conjugate(at::Tensor const& x) { return at::_ops::conj::call(x); }
c10::Half second(c10::Half const* x) { return x[1]; }

constexpr auto sum = api("sum")
                         .takes(tensor("x"), axes("axes").none_able(), flag("keep"), element_type("type").none_able())
                         .on(fw::torch, fn<&at::_ops::sum_dim_IntList::call>, "self", "dim", "keepdim", "dtype");
constexpr auto add =
    api("add").takes(tensor("a"), tensor("b"), real("alpha")).on(fw::torch, fn<&at::_ops::add_Tensor::call>, "self", "other", "alpha");
constexpr auto wrong = api("topk").takes(tensors("list"), axis("axis")).on(fw::torch, fn<&at::_ops::topk::call>, "self", "k");
constexpr auto own = api("last").takes(tensor("x")).on(fw::torch, fn<&last>, "x");
constexpr auto transpose = api("transpose").takes(tensor("x")).on(fw::torch, fn<&turned>, "x");
constexpr auto conj = api("conj").takes(tensor("x")).on(fw::torch, fn<&conjugate>, "x");
constexpr auto halves = api("second").takes(tensor("x")).on(fw::torch, fn<&second>, "x");
static_assert(sound<sum> && sound<add> && sound<own> && sound<halves>);
static_assert(wrong.first_fault.what == flaw::kind_mismatch);

} // namespace

TEST_CASE("operators of PyTorch are C++ functions like any other") {
    auto frame = called(sum, {counting({2, 3}), integer_list{{1}}, false, none{}});
    INFO(frame.failure);
    REQUIRE(frame.outputs.size() == 1);
    CHECK(frame.outputs[0].dims() == shape{2});
    CHECK(frame.outputs[0].as<float>()[1] == 12);
    frame = called(sum, {counting({2, 3}), none{}, true, dtype::float64});
    CHECK(frame.outputs.at(0).dims() == shape{1, 1});
    CHECK(frame.outputs[0].type() == dtype::float64);
    CHECK(called(add, {counting({2}), counting({2}), 3.0}).outputs.at(0).as<float>()[1] == 4);
}

TEST_CASE("at::Tensor and PyTorch's half types work unasked, and a refusal is told") {
    auto frame = called(own, {counting({2, 3})});
    REQUIRE(frame.outputs.size() == 1);
    CHECK(frame.outputs[0].dims() == shape{3});
    CHECK(frame.outputs[0].as<float>()[2] == 5);
    CHECK_FALSE(called(sum, {counting({2}), integer_list{{7}}, false, none{}}).failure.empty());
    CHECK(called(halves, {converted(counting({2}).view(), dtype::float16)}).outputs.at(0).type() == dtype::float16);
}

TEST_CASE("results that PyTorch only notes down, transposed or conjugated, arrive as what they are") {
    auto frame = called(transpose, {counting({2, 3})});
    REQUIRE(frame.outputs.size() == 1);
    CHECK(frame.outputs[0].dims() == shape{3, 2});
    auto const t = frame.outputs[0].as<float>();
    CHECK(std::vector<float>(t.begin(), t.end()) == std::vector<float>{0, 3, 1, 4, 2, 5});
    ndarray z(dtype::complex64, {1});
    z.as<std::complex<float>>()[0] = {1, 2};
    CHECK(called(conj, {z}).outputs.at(0).as<std::complex<float>>()[0] == std::complex<float>(1, -2));
}

TEST_CASE("scalars and empty tensors are handed to PyTorch with their shapes") {
    CHECK(to_torch(counting({})).dim() == 0);
    CHECK(to_torch(counting({0, 3})).sizes() == at::IntArrayRef({0, 3}));
    ndarray const x = counting({2, 3});
    CHECK(to_torch(x).const_data_ptr() == x.data());
    CHECK(to_torch(x).is_contiguous());
}

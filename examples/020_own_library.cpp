// Test your own kernels against PyTorch: one line for each function. Two of these kernels have a bug, and the tests find both.
#include <xamt/framework/torch.hpp>

#include <ATen/ops/mul_ops.h>
#include <ATen/ops/relu_ops.h>
#include <ATen/ops/softmax_ops.h>

#include <xamt/campaign/explore.hpp>
#include <xamt/describe/native.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iostream>
#include <span>
#include <vector>

// The library under test looks as kernel libraries do: pointers and lengths, spans, a tensor type.
namespace kernels {

void relu(float const* x, float* y, std::size_t n) {
    for (std::size_t i = 0; i < n; ++i) y[i] = x[i] > 0 ? x[i] : 0; // a NaN becomes 0
}

void multiply(std::span<float const> a, std::span<float const> b, std::span<float> y) {
    for (std::size_t i = 0; i < y.size(); ++i) y[i] = a[i] * b[i];
}

void softmax(float const* x, float* y, std::size_t rows, std::size_t columns) {
    for (std::size_t r = 0; r < rows; ++r) {
        float sum = 0; // the largest element is not subtracted: exp overflows from 89 on
        for (std::size_t c = 0; c < columns; ++c) sum += y[r * columns + c] = std::exp(x[r * columns + c]);
        for (std::size_t c = 0; c < columns; ++c) y[r * columns + c] /= sum;
    }
}

} // namespace kernels

namespace {

using namespace xamt;
constexpr framework mine{"mine"};

constexpr auto relu = api("relu")
                          .takes(tensor("x").only(dtype::float32))
                          .elementwise()
                          .exact()
                          .on(fw::torch, fn<&at::_ops::relu::call>, "x")
                          .on(mine, fn<&kernels::relu>, "x", out_like("x"), size_of("x"));

constexpr auto multiply = api("multiply")
                              .takes(tensor("a").only(dtype::float32), tensor("b").same_shape())
                              .elementwise()
                              .correctly_rounded()
                              .on(fw::torch, fn<&at::_ops::mul_Tensor::call>, "a", "b")
                              .on(mine, fn<&kernels::multiply>, "a", "b", out_like("a"));

constexpr auto softmax = api("softmax")
                             .takes(tensor("x").only(dtype::float32).dims("rc"))
                             .sizes("rc", 1, 9)
                             .elementary()
                             .on(
                                 fw::torch, [](at::Tensor const& x) { return at::_ops::softmax_int::call(x, 1, std::nullopt); }, "x")
                             .on(mine, fn<&kernels::softmax>, "x", out_like("x"), extent_of("r"), extent_of("c"));

} // namespace

int main() {
    std::cout << explore<relu>(trials(2'000)).text() << explore<multiply>(trials(2'000)).text() << explore<softmax>(trials(2'000)).text();
}

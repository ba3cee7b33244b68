// Test your own kernels: list your functions, get them fuzzed. What each is the same as in PyTorch is found while compiling. Two of these
// kernels have a bug, and the tests find both.
#include <xamt/framework/torch_aten.hpp>

#include <xamt/describe/native.hpp>
#include <xamt/framework/python.hpp>
#include <xamt/groups/own_library.hpp>

#include <cmath>
#include <cstddef>
#include <iostream>
#include <span>

// The library under test looks as kernel libraries do: pointers and lengths, or spans.
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

void squash(float const* x, float* y, std::size_t n) {
    for (std::size_t i = 0; i < n; ++i) y[i] = std::tanh(x[i]);
}

} // namespace kernels

//! [list]
// One line for each function: its name, where it is, the names of its parameters. `x[rc]` has two axes, of sizes r and c.
inline constexpr auto my_library =
    xamt::library("mine", xamt::own("relu", xamt::fn<&kernels::relu>, "x", "y", xamt::size_of("x")),
                  xamt::own("Multiply", xamt::fn<&kernels::multiply>, "a", "b", "y"),
                  xamt::own("Softmax", xamt::fn<&kernels::softmax>, "x[rc]", "y", xamt::extent_of("r"), xamt::extent_of("c")),
                  xamt::own("squash", xamt::fn<&kernels::squash>, "x", "y", xamt::size_of("x")).about("tanh")); // where a name says nothing
//! [list]

// The compiler knows what they are: softmax works along the last axis, because this one has no parameter for it.
constexpr auto found = xamt::match<my_library, xamt::aten>();
static_assert(found.all_found() && found.operator_of(1) == "mul.Tensor" && found.operator_of(2) == "softmax.int" &&
              found.operator_of(3) == "tanh");

int main() {
    xamt::toolbox tools;
    if (auto all = xamt::python_tools()) tools.torch_host = all->torch_host; // PyTorch alone; with all tools JAX and NumPy take part, too
    std::cout << xamt::explore_library<my_library, xamt::aten>(xamt::trials(2'000).hosts(tools)).text();
}

/// @file
/// Functions of one number as implementations of a pointwise API: `.on(mine, xamt::each([](auto x) { return std::exp(x); }), "x")`.
///
/// Place in the pipeline: describe. The function is applied to every element of its tensor.
#pragma once

#include <xamt/describe/native.hpp>

#include <concepts>
#include <cstdint>
#include <type_traits>

namespace xamt {
inline namespace v0 {

/// A captureless function of a number, applied to each element of a tensor.
template <class F> struct each_element {
    template <class T>
        requires std::invocable<F, T>
    [[nodiscard]] ndarray operator()(tensor_view<T const> x) const {
        ndarray y(dtype_of<T>, x.dims);
        for (std::int64_t i = 0; i < x.size(); ++i) y.as<T>()[i] = static_cast<T>(F{}(x[i]));
        return y;
    }
};

template <class F>
    requires std::is_empty_v<F>
[[nodiscard]] constexpr each_element<F> each(F) {
    return {};
}

} // namespace v0
} // namespace xamt

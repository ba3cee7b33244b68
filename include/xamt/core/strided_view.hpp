/// @file
/// A view of a tensor whose elements need not lie side by side, for C++ functions that take strides.
///
/// Place in the pipeline: core. Example: `void relu(xamt::strided_view<float const> x, xamt::strided_view<float> y)`.
#pragma once

#include <xamt/core/ndarray.hpp>

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>

namespace xamt {
inline namespace v0 {

/// Data, extents, and strides counted in elements.
template <class T> struct strided_view {
    T* data = nullptr;
    shape dims;
    std::array<std::int64_t, shape::max_rank> strides{};

    /// The element at one index an axis.
    template <std::integral... Index> [[nodiscard]] constexpr T& operator()(Index... index) const {
        std::size_t axis = 0;
        std::int64_t at = 0;
        ((at += static_cast<std::int64_t>(index) * strides[axis++]), ...);
        return data[at];
    }
    [[nodiscard]] constexpr std::int64_t size() const { return dims.elements(); }
};

/// The view of a contiguous tensor.
template <class T> [[nodiscard]] constexpr strided_view<T> strided(T* data, shape const& dims) {
    return {data, dims, row_major_strides(dims)};
}

} // namespace v0
} // namespace xamt

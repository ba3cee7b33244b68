/// @file
/// Tensors of Eigen's unsupported module as arguments and results of functions under test: they work unasked when this is included.
///
/// Place in the pipeline: framework. Example: `Eigen::Tensor<float, 3> scan(Eigen::Tensor<float, 3> const&)`. The rank must be the tensor's
/// (`.rank(3)` in the description). Storage order is either; maps of row-major tensors share memory.
#pragma once

#include <xamt/framework/eigen.hpp>

#include <unsupported/Eigen/CXX11/Tensor>

#include <array>
#include <cstddef>
#include <optional>
#include <type_traits>
#include <vector>

namespace xamt {
inline namespace v0 {

namespace detail {

template <class Index, int Rank> [[nodiscard]] std::array<Index, Rank> extents_of(shape const& dims) {
    std::array<Index, Rank> extents{};
    for (std::size_t i = 0; i < Rank; ++i) extents[i] = static_cast<Index>(dims[i]);
    return extents;
}

/// A tensor with its axes and its storage order both reversed: the same elements at the same indices.
template <class From> [[nodiscard]] auto other_order(From const& t) {
    std::array<Eigen::Index, From::NumDimensions> reversed{};
    for (std::size_t i = 0; i < reversed.size(); ++i) reversed[i] = static_cast<Eigen::Index>(reversed.size() - 1 - i);
    return t.swap_layout().shuffle(reversed);
}

} // namespace detail

template <NativeElement T, int Rank, int Options, class Index>
struct native_argument<Eigen::Tensor<T, Rank, Options, Index>> : tensor_argument {
    static std::optional<Eigen::Tensor<T, Rank, Options, Index>> from(ndarray const& t) {
        auto const* data = detail::elements_of<T const>(t);
        if (data == nullptr || t.dims().rank() != Rank) return std::nullopt;
        Eigen::TensorMap<Eigen::Tensor<T const, Rank, Eigen::RowMajor, Index>> const view(data, detail::extents_of<Index, Rank>(t.dims()));
        if constexpr ((Options & Eigen::RowMajor) != 0)
            return Eigen::Tensor<T, Rank, Options, Index>(view);
        else
            return Eigen::Tensor<T, Rank, Options, Index>(detail::other_order(view));
    }
};

template <NativeElement T, int Rank, int Options, class Index>
struct native_argument<Eigen::TensorMap<Eigen::Tensor<T, Rank, Options, Index>>> : detail::reference_argument<T> {
    static_assert((Options & Eigen::RowMajor) != 0 || Rank < 2,
                  "xamt: a map shares memory with tensors in row-major order; map a row-major tensor");
    static std::optional<Eigen::TensorMap<Eigen::Tensor<T, Rank, Options, Index>>> from(ndarray const& t) {
        auto* data = detail::elements_of<T>(t);
        if (data == nullptr || t.dims().rank() != Rank) return std::nullopt;
        return Eigen::TensorMap<Eigen::Tensor<T, Rank, Options, Index>>(data, detail::extents_of<Index, Rank>(t.dims()));
    }
};

template <NativeElement T, int Rank, int Options, class Index> struct native_result<Eigen::Tensor<T, Rank, Options, Index>> {
    static std::vector<ndarray> from(Eigen::Tensor<T, Rank, Options, Index>&& t) {
        shape dims;
        for (int i = 0; i < Rank; ++i) dims.push_back(t.dimension(i));
        Eigen::Tensor<T, Rank, Eigen::RowMajor, Index> ordered;
        if constexpr ((Options & Eigen::RowMajor) != 0)
            ordered = t;
        else
            ordered = detail::other_order(t);
        return native_result<ndarray>::from(copied(ordered.data(), dims));
    }
};

} // namespace v0
} // namespace xamt

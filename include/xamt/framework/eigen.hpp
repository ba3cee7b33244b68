/// @file
/// Eigen's matrices, arrays and maps as arguments and results of functions under test: they work unasked when this is included.
///
/// Place in the pipeline: framework. Example: `.on(mine, xamt::fn<&my::normalise>, "x")` for `Eigen::MatrixXf normalise(Eigen::MatrixXf
/// const&)`. Tensors of the unsupported module are in framework/eigen_tensor.hpp. Matrices take tensors of rank 0 to 2; arrays of one
/// column take any rank, since what is done to them is done to every coefficient. Maps of row-major matrices and of vectors share memory.
#pragma once

#include <Eigen/Core>

#include <xamt/describe/native.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

namespace xamt {
inline namespace v0 {

template <> struct native_element<Eigen::half> {
    static constexpr dtype type = dtype::float16;
};
template <> struct native_element<Eigen::bfloat16> {
    static constexpr dtype type = dtype::bfloat16;
};

namespace detail {

/// Matrix and Array, of whatever size, alignment and storage order.
template <class T>
concept EigenPlain = std::is_base_of_v<Eigen::PlainObjectBase<T>, T> && NativeElement<typename T::Scalar>;

/// What can be evaluated: products, coefficient-wise operations, blocks.
template <class T>
concept EigenExpression = std::is_base_of_v<Eigen::DenseBase<T>, T> && !EigenPlain<T> && NativeElement<typename T::Scalar>;

template <class T> inline constexpr bool is_coefficient_wise_vector = std::is_base_of_v<Eigen::ArrayBase<T>, T> && T::IsVectorAtCompileTime;

/// Rows and columns for a tensor, or nothing where its rank or extents do not fit the type.
template <class T> [[nodiscard]] std::optional<std::pair<Eigen::Index, Eigen::Index>> eigen_extents(shape const& dims) {
    Eigen::Index rows = dims.elements(), cols = 1;
    if (dims.rank() == 2) rows = dims[0], cols = dims[1];
    if (dims.rank() > 2 && !is_coefficient_wise_vector<T>) return std::nullopt;
    if (is_coefficient_wise_vector<T>) rows = dims.elements(), cols = 1;
    if (T::RowsAtCompileTime == 1 && T::ColsAtCompileTime != 1 && cols == 1) std::swap(rows, cols);
    if (T::RowsAtCompileTime != Eigen::Dynamic && T::RowsAtCompileTime != rows) return std::nullopt;
    if (T::ColsAtCompileTime != Eigen::Dynamic && T::ColsAtCompileTime != cols) return std::nullopt;
    return std::pair{rows, cols};
}

/// A type of the same elements in the order of our tensors. Vectors have but one order, and Eigen insists on its name for it.
template <class T>
inline constexpr int row_major_options = T::ColsAtCompileTime == 1 && T::RowsAtCompileTime != 1 ? Eigen::ColMajor : Eigen::RowMajor;
template <class T>
using row_major_array = Eigen::Array<typename T::Scalar, T::RowsAtCompileTime, T::ColsAtCompileTime, row_major_options<T>>;
template <class T> using row_major_map = Eigen::Map<row_major_array<T> const>;

template <class T> [[nodiscard]] std::vector<ndarray> from_eigen(T const& m) {
    using scalar = typename T::Scalar;
    shape const dims = T::IsVectorAtCompileTime ? shape{m.size()} : shape{m.rows(), m.cols()};
    ndarray out(native_element<scalar>::type, dims);
    auto* const data = reinterpret_cast<scalar*>(out.data());
    Eigen::Map<row_major_array<T>>(data, m.rows(), m.cols()) = m.array();
    return native_result<ndarray>::from(std::move(out));
}

} // namespace detail

template <detail::EigenPlain T> struct native_argument<T> : tensor_argument {
    static std::optional<T> from(ndarray const& t) {
        auto const* data = detail::elements_of<typename T::Scalar const>(t);
        auto const extents = detail::eigen_extents<T>(t.dims());
        if (data == nullptr || !extents) return std::nullopt;
        return T(detail::row_major_map<T>(data, extents->first, extents->second));
    }
};

/// Maps of row-major matrices, of vectors and of arrays; a map of what is not const is written through.
template <class Plain, int Options>
    requires(detail::EigenPlain<std::remove_const_t<Plain>>)
struct native_argument<Eigen::Map<Plain, Options>>
    : detail::reference_argument<std::conditional_t<std::is_const_v<Plain>, typename Plain::Scalar const, typename Plain::Scalar>> {
    static_assert(Plain::IsRowMajor || Plain::IsVectorAtCompileTime,
                  "xamt: a map shares memory with tensors in row-major order; map a row-major matrix");
    static std::optional<Eigen::Map<Plain, Options>> from(ndarray const& t) {
        using scalar = std::conditional_t<std::is_const_v<Plain>, typename Plain::Scalar const, typename Plain::Scalar>;
        auto* data = detail::elements_of<scalar>(t);
        auto const extents = detail::eigen_extents<std::remove_const_t<Plain>>(t.dims());
        if (data == nullptr || !extents) return std::nullopt;
        return Eigen::Map<Plain, Options>(data, extents->first, extents->second);
    }
};

/// `Eigen::Ref<Eigen::MatrixXf const> const&`, the parameter type that Eigen's documentation recommends: made from a matrix.
template <class Plain, int Options, class Stride>
    requires(detail::EigenPlain<std::remove_const_t<Plain>> && std::is_const_v<Plain>)
struct native_argument<Eigen::Ref<Plain, Options, Stride>> : native_argument<std::remove_const_t<Plain>> {};

template <detail::EigenPlain T> struct native_result<T> {
    static constexpr bool squeezed = true;
    static std::vector<ndarray> from(T&& m) { return detail::from_eigen(m); }
};
template <detail::EigenPlain T>
    requires(detail::is_coefficient_wise_vector<T>)
struct native_result<T> {
    static constexpr bool flat = true;
    static std::vector<ndarray> from(T&& m) { return detail::from_eigen(m); }
};
template <detail::EigenExpression T> struct native_result<T> : native_result<typename T::PlainObject> {
    static std::vector<ndarray> from(T&& e) { return detail::from_eigen(e); }
};

} // namespace v0
} // namespace xamt

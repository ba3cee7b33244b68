/// @file
/// Eigen's products, factorisations and solvers as kernels for columns of groups.
///
/// Place in the pipeline: framework; framework/eigen_groups.hpp lists them. Each kernel is a type with one static function template `run`
/// over the element type. Shapes that do not fit throw, which is an outcome of the trial. Eigenvalues and singular values are left out:
/// they would double the time to compile.
#pragma once

#include <xamt/framework/eigen_kernel.hpp>

#include <Eigen/Cholesky>
#include <Eigen/LU>

namespace xamt {
inline namespace v0 {
namespace detail {

template <class T> using eigen_matrix = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
template <class T> using eigen_vector = Eigen::Matrix<T, Eigen::Dynamic, 1>;

inline void require_shapes(bool fit) {
    if (!fit) throw std::invalid_argument("the kernel does not take these shapes");
}

template <Element T> [[nodiscard]] Eigen::Map<eigen_matrix<T> const> as_matrix(tensor_view<T const> x) {
    require_shapes(x.dims.rank() == 2);
    return {x.data, x.dims[0], x.dims[1]};
}
template <Element T> [[nodiscard]] Eigen::Map<eigen_matrix<T> const> as_square(tensor_view<T const> x) {
    require_shapes(x.dims.rank() == 2 && x.dims[0] == x.dims[1]);
    return as_matrix(x);
}
template <Element T> [[nodiscard]] Eigen::Map<eigen_vector<T> const> as_vector(tensor_view<T const> x) {
    require_shapes(x.dims.rank() == 1);
    return {x.data, x.dims[0]};
}

/// A matrix, column vector or scalar that Eigen has computed, as a tensor.
template <class M> [[nodiscard]] ndarray kept(M const& m, shape const& dims) {
    using T = typename M::Scalar;
    ndarray out(dtype_of<T>, dims);
    Eigen::Map<eigen_matrix<T>>(out.as<T>().data, m.rows(), m.cols()) = m;
    return out;
}
template <Element T> [[nodiscard]] ndarray kept(T x) {
    ndarray out(dtype_of<T>, shape{});
    out.as<T>()[0] = x;
    return out;
}

struct eigen_matmul {
    template <class T> static ndarray run(tensor_view<T const> a, tensor_view<T const> b) {
        auto const x = as_matrix(a), y = as_matrix(b);
        require_shapes(x.cols() == y.rows());
        return kept((x * y).eval(), {x.rows(), y.cols()});
    }
};
struct eigen_matvec {
    template <class T> static ndarray run(tensor_view<T const> a, tensor_view<T const> b) {
        auto const x = as_matrix(a);
        auto const y = as_vector(b);
        require_shapes(x.cols() == y.rows());
        return kept((x * y).eval(), {x.rows()});
    }
};
struct eigen_dot {
    template <class T> static ndarray run(tensor_view<T const> a, tensor_view<T const> b) {
        auto const x = as_vector(a), y = as_vector(b);
        require_shapes(x.rows() == y.rows());
        return kept<T>(x.dot(y));
    }
};
struct eigen_outer {
    template <class T> static ndarray run(tensor_view<T const> a, tensor_view<T const> b) {
        auto const x = as_vector(a), y = as_vector(b);
        return kept((x * y.transpose()).eval(), {x.rows(), y.rows()});
    }
};
struct eigen_trace {
    template <class T> static ndarray run(tensor_view<T const> a) { return kept<T>(as_matrix(a).trace()); }
};
struct eigen_det {
    template <class T> static ndarray run(tensor_view<T const> a) { return kept<T>(as_square(a).partialPivLu().determinant()); }
};
struct eigen_inverse {
    template <class T> static ndarray run(tensor_view<T const> a) { return kept(as_square(a).partialPivLu().inverse().eval(), a.dims); }
};
struct eigen_solve {
    template <class T> static ndarray run(tensor_view<T const> a, tensor_view<T const> b) {
        auto const m = as_square(a), right = as_matrix(b);
        require_shapes(m.rows() == right.rows());
        return kept(m.partialPivLu().solve(right).eval(), b.dims);
    }
};
struct eigen_cholesky {
    template <class T> static ndarray run(tensor_view<T const> a) {
        Eigen::LLT<eigen_matrix<T>> const factor(as_square(a));
        if (factor.info() != Eigen::Success) throw std::domain_error("the matrix is not positive definite");
        return kept(eigen_matrix<T>(factor.matrixL()), a.dims);
    }
};

} // namespace detail

/// A matrix kernel as a column of a group.
template <class Types, class Kernel>
[[nodiscard]] constexpr native_column eigen_matrices(std::string_view group, std::string_view name, int arity) {
    return detail::eigen_column(group, name, &detail::eigen_call<Kernel, Types>::call, arity, Types::set());
}

} // namespace v0
} // namespace xamt

/// @file
/// What Eigen contributes to the groups that ship: `xamt::groups::eigen_columns`.
///
/// Place in the pipeline: framework. Columns join groups by name; an entry is one expression of Eigen's, not a composition of ours, so
/// that a finding is Eigen's. TensorFlow is built on a later Eigen: where both are wrong in the same way, count them once.
/// Example: `dispatcher(options, names, groups, xamt::groups::eigen_columns)`.
#pragma once

#include <xamt/framework/eigen_kernel.hpp>
#include <xamt/framework/eigen_matrices.hpp>

#include <array>
#include <stdexcept>

namespace xamt {
inline namespace v0 {

namespace detail {

/// An array of equal elements beside x.
template <class A> [[nodiscard]] typename A::PlainObject constant_like(A const& x, typename A::Scalar value) {
    return A::PlainObject::Constant(x.size(), value);
}

/// `max` and `min` of two arrays with NaN defined; without a mode Eigen leaves to the implementation what NaN gives.
template <int Mode, class A> [[nodiscard]] auto max_of(A const&) {
    return Eigen::internal::scalar_max_op<typename A::Scalar, typename A::Scalar, Mode>{};
}
template <int Mode, class A> [[nodiscard]] auto min_of(A const&) {
    return Eigen::internal::scalar_min_op<typename A::Scalar, typename A::Scalar, Mode>{};
}

/// Eigen's zeta counts from its second argument up to 9, one by one. From far below zero that takes years, in a process that nobody watches:
/// the column refuses instead.
template <class A> [[nodiscard]] A const& countable(A const& q) {
    constexpr double most = 1e6;
    for (Eigen::Index i = 0; i < q.size(); ++i)
        if (q[i] < static_cast<typename A::Scalar>(-most))
            throw std::domain_error("Eigen counts up from here one by one and does not return");
    return q;
}

} // namespace detail

namespace groups {

// clang-format off: one column a line reads as a table.

inline constexpr std::array eigen_columns{
    // Arithmetic.
    eigen_unary<floats>("abs", "Eigen abs", [](auto const& x) { return x.abs(); }),
    eigen_unary<floats>("negative", "Eigen operator-", [](auto const& x) { return -x; }),
    eigen_unary<floats>("sign", "Eigen sign", [](auto const& x) { return x.sign(); }),
    eigen_binary<floats>("add", "Eigen operator+", [](auto const& x, auto const& y) { return (x + y).eval(); }),
    eigen_binary<floats>("subtract", "Eigen operator-", [](auto const& x, auto const& y) { return (x - y).eval(); }),
    eigen_binary<floats>("multiply", "Eigen operator*", [](auto const& x, auto const& y) { return (x * y).eval(); }),
    eigen_binary<floats>("divide", "Eigen operator/", [](auto const& x, auto const& y) { return (x / y).eval(); }),
    eigen_unary<floats>("reciprocal", "Eigen inverse", [](auto const& x) { return x.inverse(); }),
    eigen_unary<floats>("square", "Eigen square", [](auto const& x) { return x.square(); }),
    eigen_binary<floats>("power", "Eigen pow", [](auto const& x, auto const& y) { return x.pow(y).eval(); }),
    eigen_unary<floats>("sqrt", "Eigen sqrt", [](auto const& x) { return x.sqrt(); }),
    eigen_unary<floats>("rsqrt", "Eigen rsqrt", [](auto const& x) { return x.rsqrt(); }),
    // Exponentials, logarithms, trigonometric and hyperbolic functions.
    eigen_unary<floats>("exp", "Eigen exp", [](auto const& x) { return x.exp(); }),
    eigen_unary<floats>("expm1", "Eigen expm1", [](auto const& x) { return x.expm1(); }),
    eigen_unary<floats>("log", "Eigen log", [](auto const& x) { return x.log(); }),
    eigen_unary<floats>("log1p", "Eigen log1p", [](auto const& x) { return x.log1p(); }),
    eigen_unary<floats>("log2", "Eigen log2", [](auto const& x) { return x.log2(); }),
    eigen_unary<floats>("log10", "Eigen log10", [](auto const& x) { return x.log10(); }),
    eigen_unary<floats>("sin", "Eigen sin", [](auto const& x) { return x.sin(); }),
    eigen_unary<floats>("cos", "Eigen cos", [](auto const& x) { return x.cos(); }),
    eigen_unary<floats>("tan", "Eigen tan", [](auto const& x) { return x.tan(); }),
    eigen_unary<floats>("asin", "Eigen asin", [](auto const& x) { return x.asin(); }),
    eigen_unary<floats>("acos", "Eigen acos", [](auto const& x) { return x.acos(); }),
    eigen_unary<floats>("atan", "Eigen atan", [](auto const& x) { return x.atan(); }),
    eigen_unary<floats>("sinh", "Eigen sinh", [](auto const& x) { return x.sinh(); }),
    eigen_unary<floats>("cosh", "Eigen cosh", [](auto const& x) { return x.cosh(); }),
    eigen_unary<floats>("tanh", "Eigen tanh", [](auto const& x) { return x.tanh(); }),
    eigen_unary<floats>("asinh", "Eigen asinh", [](auto const& x) { return x.asinh(); }),
    eigen_unary<floats>("acosh", "Eigen acosh", [](auto const& x) { return x.acosh(); }),
    eigen_unary<floats>("atanh", "Eigen atanh", [](auto const& x) { return x.atanh(); }),
    eigen_unary<floats>("sigmoid", "Eigen logistic", [](auto const& x) { return x.logistic(); }),
    // Rounding, selection, comparison.
    eigen_unary<floats>("floor", "Eigen floor", [](auto const& x) { return x.floor(); }),
    eigen_unary<floats>("ceil", "Eigen ceil", [](auto const& x) { return x.ceil(); }),
    eigen_unary<floats>("round", "Eigen rint", [](auto const& x) { return x.rint(); }),
    eigen_binary<floats>("maximum", "Eigen max<PropagateNaN>",
                         [](auto const& x, auto const& y) { return x.binaryExpr(y, detail::max_of<Eigen::PropagateNaN>(x)).eval(); }),
    eigen_binary<floats>("minimum", "Eigen min<PropagateNaN>",
                         [](auto const& x, auto const& y) { return x.binaryExpr(y, detail::min_of<Eigen::PropagateNaN>(x)).eval(); }),
    eigen_binary<floats>("fmax", "Eigen max<PropagateNumbers>",
                         [](auto const& x, auto const& y) { return x.binaryExpr(y, detail::max_of<Eigen::PropagateNumbers>(x)).eval(); }),
    eigen_binary<floats>("fmin", "Eigen min<PropagateNumbers>",
                         [](auto const& x, auto const& y) { return x.binaryExpr(y, detail::min_of<Eigen::PropagateNumbers>(x)).eval(); }),
    eigen_unary<floats>("relu", "Eigen max<PropagateNaN>(0)",
                        [](auto const& x) { return x.binaryExpr(detail::constant_like(x, 0),
                                                            detail::max_of<Eigen::PropagateNaN>(x)).eval(); }),
    eigen_binary<floats>("equal", "Eigen operator==", [](auto const& x, auto const& y) { return (x == y).eval(); }),
    eigen_binary<floats>("not_equal", "Eigen operator!=", [](auto const& x, auto const& y) { return (x != y).eval(); }),
    eigen_binary<floats>("greater", "Eigen operator>", [](auto const& x, auto const& y) { return (x > y).eval(); }),
    eigen_binary<floats>("greater_equal", "Eigen operator>=", [](auto const& x, auto const& y) { return (x >= y).eval(); }),
    eigen_binary<floats>("less", "Eigen operator<", [](auto const& x, auto const& y) { return (x < y).eval(); }),
    eigen_binary<floats>("less_equal", "Eigen operator<=", [](auto const& x, auto const& y) { return (x <= y).eval(); }),
    eigen_unary<floats>("isnan", "Eigen isNaN", [](auto const& x) { return x.isNaN(); }),
    eigen_unary<floats>("isinf", "Eigen isInf", [](auto const& x) { return x.isInf(); }),
    eigen_unary<floats>("isfinite", "Eigen isFinite", [](auto const& x) { return x.isFinite(); }),
    eigen_binary<booleans>("logical_and", "Eigen operator&&", [](auto const& x, auto const& y) { return (x && y).eval(); }),
    eigen_binary<booleans>("logical_or", "Eigen operator||", [](auto const& x, auto const& y) { return (x || y).eval(); }),
    eigen_unary<booleans>("logical_not", "Eigen operator!", [](auto const& x) { return !x; }),
    // Special functions.
    eigen_unary<floats>("erf", "Eigen erf", [](auto const& x) { return x.erf(); }),
    eigen_unary<floats>("erfc", "Eigen erfc", [](auto const& x) { return x.erfc(); }),
    eigen_unary<floats>("ndtri", "Eigen ndtri", [](auto const& x) { return x.ndtri(); }),
    eigen_unary<floats>("lgamma", "Eigen lgamma", [](auto const& x) { return x.lgamma(); }),
    eigen_unary<floats>("digamma", "Eigen digamma", [](auto const& x) { return x.digamma(); }),
    eigen_scaled<floats>("polygamma", "Eigen polygamma",
                         [](auto const& x, auto n) { return polygamma(detail::constant_like(x, n), detail::countable(x)).eval(); }),
    eigen_binary<floats>("zeta", "Eigen zeta", [](auto const& x, auto const& q) { return zeta(x, detail::countable(q)).eval(); }),
    eigen_binary<floats>("igamma", "Eigen igamma", [](auto const& a, auto const& x) { return igamma(a, x).eval(); }),
    eigen_binary<floats>("igammac", "Eigen igammac", [](auto const& a, auto const& x) { return igammac(a, x).eval(); }),
    eigen_ternary<floats>("betainc", "Eigen betainc", [](auto const& a, auto const& b, auto const& x) { return betainc(a, b, x).eval(); }),
    eigen_unary<floats>("i0", "Eigen bessel_i0", [](auto const& x) { return bessel_i0(x); }),
    eigen_unary<floats>("i0e", "Eigen bessel_i0e", [](auto const& x) { return bessel_i0e(x); }),
    eigen_unary<floats>("i1", "Eigen bessel_i1", [](auto const& x) { return bessel_i1(x); }),
    eigen_unary<floats>("i1e", "Eigen bessel_i1e", [](auto const& x) { return bessel_i1e(x); }),
    eigen_unary<floats>("bessel_j0", "Eigen bessel_j0", [](auto const& x) { return bessel_j0(x); }),
    eigen_unary<floats>("bessel_j1", "Eigen bessel_j1", [](auto const& x) { return bessel_j1(x); }),
    eigen_unary<floats>("bessel_y0", "Eigen bessel_y0", [](auto const& x) { return bessel_y0(x); }),
    eigen_unary<floats>("bessel_y1", "Eigen bessel_y1", [](auto const& x) { return bessel_y1(x); }),
    eigen_unary<floats>("bessel_k0", "Eigen bessel_k0", [](auto const& x) { return bessel_k0(x); }),
    eigen_unary<floats>("bessel_k1", "Eigen bessel_k1", [](auto const& x) { return bessel_k1(x); }),
    eigen_unary<floats>("bessel_k0e", "Eigen bessel_k0e", [](auto const& x) { return bessel_k0e(x); }),
    eigen_unary<floats>("bessel_k1e", "Eigen bessel_k1e", [](auto const& x) { return bessel_k1e(x); }),
    // Complex numbers.
    eigen_unary<complexes>("complex_abs", "Eigen abs", [](auto const& x) { return x.abs(); }),
    eigen_unary<complexes>("complex_angle", "Eigen arg", [](auto const& x) { return x.arg(); }),
    eigen_unary<complexes>("complex_conj", "Eigen conjugate", [](auto const& x) { return x.conjugate(); }),
    eigen_unary<complexes>("complex_sqrt", "Eigen sqrt", [](auto const& x) { return x.sqrt(); }),
    eigen_unary<complexes>("complex_exp", "Eigen exp", [](auto const& x) { return x.exp(); }),
    eigen_unary<complexes>("complex_log", "Eigen log", [](auto const& x) { return x.log(); }),
    eigen_unary<complexes>("complex_square", "Eigen square", [](auto const& x) { return x.square(); }),
    eigen_unary<complexes>("complex_reciprocal", "Eigen inverse", [](auto const& x) { return x.inverse(); }),
    eigen_unary<complexes>("complex_sin", "Eigen sin", [](auto const& x) { return x.sin(); }),
    eigen_unary<complexes>("complex_cos", "Eigen cos", [](auto const& x) { return x.cos(); }),
    eigen_unary<complexes>("complex_sinh", "Eigen sinh", [](auto const& x) { return x.sinh(); }),
    eigen_unary<complexes>("complex_cosh", "Eigen cosh", [](auto const& x) { return x.cosh(); }),
    eigen_unary<complexes>("complex_tanh", "Eigen tanh", [](auto const& x) { return x.tanh(); }),
    eigen_binary<complexes>("complex_multiply", "Eigen operator*", [](auto const& x, auto const& y) { return (x * y).eval(); }),
    eigen_binary<complexes>("complex_divide", "Eigen operator/", [](auto const& x, auto const& y) { return (x / y).eval(); }),
    // Matrices.
    eigen_matrices<floats, detail::eigen_matmul>("matmul", "Eigen operator*", 2),
    eigen_matrices<floats, detail::eigen_matvec>("matvec", "Eigen operator*", 2),
    eigen_matrices<floats, detail::eigen_dot>("dot", "Eigen dot", 2),
    eigen_matrices<floats, detail::eigen_outer>("outer", "Eigen operator*", 2),
    eigen_matrices<floats, detail::eigen_trace>("trace", "Eigen trace", 1),
    eigen_matrices<floats, detail::eigen_det>("det", "Eigen PartialPivLU::determinant", 1),
    eigen_matrices<floats, detail::eigen_inverse>("inv", "Eigen PartialPivLU::inverse", 1),
    eigen_matrices<floats, detail::eigen_solve>("solve", "Eigen PartialPivLU::solve", 2),
    eigen_matrices<floats, detail::eigen_cholesky>("cholesky", "Eigen LLT", 1),
};

// clang-format on

} // namespace groups
} // namespace v0
} // namespace xamt

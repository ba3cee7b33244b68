/// @file
/// Equivalences: products, factorisations, solvers.
///
/// Place in the pipeline: groups; data only, read by everything from generate/ on. Example: `xamt::groups::matmul.columns()`.
#pragma once

#include <xamt/describe/api.hpp>

#include <array>

namespace xamt {
inline namespace v0 {
namespace groups {

inline constexpr auto matmul =
    api("matmul")
        .takes(tensor("a").floating_or_complex().dims("mk"), tensor("b").dims("kn"))
        .on(fw::torch, "aten::matmul", "self", "other")
        .on(fw::tensorflow, "tf.linalg.matmul", "a", "b")
        .on(fw::keras, "keras.ops.matmul", "x1", "x2")
        .on(fw::jax, "jax.numpy.matmul", "a", "b")
        .on(fw::chainer, "chainer.functions.matmul", "a", "b")
        .on(fw::numpy, "numpy.matmul", "x1", "x2")
        .accumulates("k")
        .about("linear_algebra");

inline constexpr std::array linear_algebra_groups{&matmul};

} // namespace groups
} // namespace v0
} // namespace xamt

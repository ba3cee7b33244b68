/// @file
/// Comparisons, classification of numbers and logic as curated equivalences.
///
/// Place in the pipeline: groups; every later stage works from these descriptions.
/// Example: `xamt::groups::isclose`.
#pragma once

#include <xamt/describe/api.hpp>
#include <xamt/groups/dtypes.hpp>

#include <array>

namespace xamt {
inline namespace v0 {
namespace groups {

// clang-format off: one framework a line reads as a table.

inline constexpr auto equal = api("equal")
    .takes(tensor("x").real_numbers(), tensor("y"))
    .on(fw::torch, "aten::eq.Tensor", "self", "other")
    .on(fw::tensorflow, "tf.math.equal", "x", "y")
    .on(fw::keras, "keras.ops.equal", "x1", "x2")
    .on(fw::jax, "jax.numpy.equal", "x", "y")
    .on(fw::numpy, "numpy.equal", "x1", "x2", accepts(ieee_numbers))
    .exact().elementwise().about("comparison");

inline constexpr auto not_equal = api("not_equal")
    .takes(tensor("x").real_numbers(), tensor("y"))
    .on(fw::torch, "aten::ne.Tensor", "self", "other")
    .on(fw::tensorflow, "tf.math.not_equal", "x", "y")
    .on(fw::keras, "keras.ops.not_equal", "x1", "x2")
    .on(fw::jax, "jax.numpy.not_equal", "x", "y")
    .on(fw::numpy, "numpy.not_equal", "x1", "x2", accepts(ieee_numbers))
    .exact().elementwise().about("comparison");

inline constexpr auto greater = api("greater")
    .takes(tensor("x").real_numbers(), tensor("y"))
    .on(fw::torch, "aten::gt.Tensor", "self", "other")
    .on(fw::tensorflow, "tf.math.greater", "x", "y")
    .on(fw::keras, "keras.ops.greater", "x1", "x2")
    .on(fw::jax, "jax.numpy.greater", "x", "y")
    .on(fw::numpy, "numpy.greater", "x1", "x2", accepts(ieee_numbers))
    .exact().elementwise().about("comparison");

inline constexpr auto greater_equal = api("greater_equal")
    .takes(tensor("x").real_numbers(), tensor("y"))
    .on(fw::torch, "aten::ge.Tensor", "self", "other")
    .on(fw::tensorflow, "tf.math.greater_equal", "x", "y")
    .on(fw::keras, "keras.ops.greater_equal", "x1", "x2")
    .on(fw::jax, "jax.numpy.greater_equal", "x", "y")
    .on(fw::numpy, "numpy.greater_equal", "x1", "x2", accepts(ieee_numbers))
    .exact().elementwise().about("comparison");

inline constexpr auto less = api("less")
    .takes(tensor("x").real_numbers(), tensor("y"))
    .on(fw::torch, "aten::lt.Tensor", "self", "other")
    .on(fw::tensorflow, "tf.math.less", "x", "y")
    .on(fw::keras, "keras.ops.less", "x1", "x2")
    .on(fw::jax, "jax.numpy.less", "x", "y")
    .on(fw::numpy, "numpy.less", "x1", "x2", accepts(ieee_numbers))
    .exact().elementwise().about("comparison");

inline constexpr auto less_equal = api("less_equal")
    .takes(tensor("x").real_numbers(), tensor("y"))
    .on(fw::torch, "aten::le.Tensor", "self", "other")
    .on(fw::tensorflow, "tf.math.less_equal", "x", "y")
    .on(fw::keras, "keras.ops.less_equal", "x1", "x2")
    .on(fw::jax, "jax.numpy.less_equal", "x", "y")
    .on(fw::numpy, "numpy.less_equal", "x1", "x2", accepts(ieee_numbers))
    .exact().elementwise().about("comparison");

inline constexpr auto isnan = api("isnan")
    .takes(tensor("x").floating())
    .on(fw::torch, "aten::isnan", "self")
    .on(fw::tensorflow, "tf.math.is_nan", "x")
    .on(fw::keras, "keras.ops.isnan", "x")
    .on(fw::jax, "jax.numpy.isnan", "x")
    .on(fw::numpy, "numpy.isnan", "x", accepts(ieee_floats))
    .exact().elementwise().about("comparison");

inline constexpr auto isinf = api("isinf")
    .takes(tensor("x").floating())
    .on(fw::torch, "aten::isinf", "self")
    .on(fw::tensorflow, "tf.math.is_inf", "x")
    .on(fw::keras, "keras.ops.isinf", "x")
    .on(fw::jax, "jax.numpy.isinf", "x")
    .on(fw::numpy, "numpy.isinf", "x", accepts(ieee_floats))
    .exact().elementwise().about("comparison");

inline constexpr auto isfinite = api("isfinite")
    .takes(tensor("x").floating())
    .on(fw::torch, "aten::isfinite", "self")
    .on(fw::tensorflow, "tf.math.is_finite", "x")
    .on(fw::keras, "keras.ops.isfinite", "x")
    .on(fw::jax, "jax.numpy.isfinite", "x")
    .on(fw::numpy, "numpy.isfinite", "x", accepts(ieee_floats))
    .exact().elementwise().about("comparison");

inline constexpr auto isposinf = api("isposinf")
    .takes(tensor("x").floating())
    .on(fw::torch, "aten::isposinf", "self")
    .on(fw::tensorflow, "tf.experimental.numpy.isposinf", "x")
    .on(fw::keras, "keras.ops.isposinf", "x")
    .on(fw::jax, "jax.numpy.isposinf", "x")
    .on(fw::numpy, "numpy.isposinf", "x", accepts(ieee_floats))
    .exact().elementwise().about("comparison");

inline constexpr auto isneginf = api("isneginf")
    .takes(tensor("x").floating())
    .on(fw::torch, "aten::isneginf", "self")
    .on(fw::tensorflow, "tf.experimental.numpy.isneginf", "x")
    .on(fw::keras, "keras.ops.isneginf", "x")
    .on(fw::jax, "jax.numpy.isneginf", "x")
    .on(fw::numpy, "numpy.isneginf", "x", accepts(ieee_floats))
    .exact().elementwise().about("comparison");

inline constexpr auto signbit = api("signbit")
    .takes(tensor("x").floating())
    .on(fw::torch, "aten::signbit", "self")
    .on(fw::tensorflow, "tf.experimental.numpy.signbit", "x")
    .on(fw::keras, "keras.ops.signbit", "x")
    .on(fw::jax, "jax.numpy.signbit", "x")
    .on(fw::numpy, "numpy.signbit", "x", accepts(ieee_floats))
    .exact().elementwise().about("comparison");

inline constexpr auto isclose = api("isclose")
    .takes(tensor("x").floating(), tensor("y"), real("rtol").between(0, 0.1).by_default(1e-5),
         real("atol").between(0, 0.1).by_default(1e-8), flag("equal_nan").by_default(false))
    .on(fw::torch, "aten::isclose", "self", "other", "rtol", "atol", "equal_nan")
    .on(fw::tensorflow, "tf.experimental.numpy.isclose", "a", "b", "rtol", "atol", "equal_nan")
    .on(fw::keras, "keras.ops.isclose", "x1", "x2", "rtol", "atol", "equal_nan")
    .on(fw::jax, "jax.numpy.isclose", "a", "b", "rtol", "atol", "equal_nan")
    .on(fw::numpy, "numpy.isclose", "a", "b", "rtol", "atol", "equal_nan", accepts(ieee_floats))
    .exact().elementwise().about("comparison");

inline constexpr auto logical_and = api("logical_and")
    .takes(tensor("x").boolean(), tensor("y"))
    .on(fw::torch, "aten::logical_and", "self", "other")
    .on(fw::tensorflow, "tf.math.logical_and", "x", "y")
    .on(fw::keras, "keras.ops.logical_and", "x1", "x2")
    .on(fw::jax, "jax.numpy.logical_and", "x1", "x2")
    .on(fw::numpy, "numpy.logical_and", "x1", "x2")
    .exact().elementwise().about("comparison");

inline constexpr auto logical_or = api("logical_or")
    .takes(tensor("x").boolean(), tensor("y"))
    .on(fw::torch, "aten::logical_or", "self", "other")
    .on(fw::tensorflow, "tf.math.logical_or", "x", "y")
    .on(fw::keras, "keras.ops.logical_or", "x1", "x2")
    .on(fw::jax, "jax.numpy.logical_or", "x1", "x2")
    .on(fw::numpy, "numpy.logical_or", "x1", "x2")
    .exact().elementwise().about("comparison");

inline constexpr auto logical_xor = api("logical_xor")
    .takes(tensor("x").boolean(), tensor("y"))
    .on(fw::torch, "aten::logical_xor", "self", "other")
    .on(fw::tensorflow, "tf.math.logical_xor", "x", "y")
    .on(fw::keras, "keras.ops.logical_xor", "x1", "x2")
    .on(fw::jax, "jax.numpy.logical_xor", "x1", "x2")
    .on(fw::numpy, "numpy.logical_xor", "x1", "x2")
    .exact().elementwise().about("comparison");

inline constexpr auto logical_not = api("logical_not")
    .takes(tensor("x").boolean())
    .on(fw::torch, "aten::logical_not", "self")
    .on(fw::tensorflow, "tf.math.logical_not", "x")
    .on(fw::keras, "keras.ops.logical_not", "x")
    .on(fw::jax, "jax.numpy.logical_not", "x")
    .on(fw::numpy, "numpy.logical_not", "x")
    .exact().elementwise().about("comparison");

/// All groups of this header.
inline constexpr std::array comparison_groups{
    &equal, &not_equal, &greater, &greater_equal, &less, &less_equal, &isnan, &isinf, &isfinite, &isposinf, &isneginf, &signbit,
    &isclose, &logical_and, &logical_or, &logical_xor, &logical_not};

// clang-format on

} // namespace groups
} // namespace v0
} // namespace xamt

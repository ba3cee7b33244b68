/// @file
/// Element-wise arithmetic, exponentials, trigonometry, rounding and complex numbers as curated equivalences.
///
/// Place in the pipeline: groups; every later stage works from these descriptions.
/// Example: `xamt::groups::hypot`.
#pragma once

#include <xamt/describe/api.hpp>
#include <xamt/groups/dtypes.hpp>

#include <array>

namespace xamt {
inline namespace v0 {
namespace groups {

// clang-format off: one framework a line reads as a table.

// Sign and magnitude.

inline constexpr auto abs_ = api("abs")
    .takes(tensor("x").floating())
    .on(fw::torch, "aten::abs", "self")
    .on(fw::tensorflow, "tf.math.abs", "x")
    .on(fw::keras, "keras.ops.abs", "x")
    .on(fw::jax, "jax.numpy.abs", "x")
    .on(fw::chainer, "chainer.functions.absolute", "self", accepts(ieee_floats))
    .on(fw::numpy, "numpy.abs", "x", accepts(ieee_floats))
    .exact().elementwise().about("elementwise");

inline constexpr auto negative = api("negative")
    .takes(tensor("x").floating())
    .on(fw::torch, "aten::neg", "self")
    .on(fw::tensorflow, "tf.math.negative", "x")
    .on(fw::keras, "keras.ops.negative", "x")
    .on(fw::jax, "jax.numpy.negative", "x")
    .on(fw::numpy, "numpy.negative", "x", accepts(ieee_floats))
    .exact().elementwise().about("elementwise");

inline constexpr auto fabs = api("fabs")
    .takes(tensor("x").floating())
    .on(fw::tensorflow, "tf.experimental.numpy.fabs", "x")
    .on(fw::keras, "keras.ops.fabs", "x")
    .on(fw::jax, "jax.numpy.fabs", "x")
    .on(fw::numpy, "numpy.fabs", "x", accepts(ieee_floats))
    .exact().elementwise().about("elementwise");

inline constexpr auto sign = api("sign")
    .takes(tensor("x").floating())
    .on(fw::torch, "aten::sign", "self")
    .on(fw::tensorflow, "tf.math.sign", "x")
    .on(fw::keras, "keras.ops.sign", "x")
    .on(fw::jax, "jax.numpy.sign", "x")
    .on(fw::chainer, "chainer.functions.sign", "x", accepts(ieee_floats))
    .on(fw::numpy, "numpy.sign", "x", accepts(ieee_floats))
    .correctly_rounded().elementwise().about("elementwise");

/// 0 for positive numbers, pi for negative ones.
inline constexpr auto angle = api("angle")
    .takes(tensor("x").floating())
    .on(fw::torch, "aten::angle", "self")
    .on(fw::tensorflow, "tf.math.angle", "input")
    .on(fw::keras, "keras.ops.angle", "x")
    .on(fw::jax, "jax.numpy.angle", "z")
    .on(fw::numpy, "numpy.angle", "z", accepts(ieee_floats))
    .elementary().elementwise().about("elementwise");

inline constexpr auto copysign = api("copysign")
    .takes(tensor("x").floating(), tensor("y"))
    .on(fw::torch, "aten::copysign.Tensor", "self", "other")
    .on(fw::jax, "jax.numpy.copysign", "x1", "x2")
    .on(fw::numpy, "numpy.copysign", "x1", "x2", accepts(ieee_floats))
    .exact().elementwise().about("elementwise");

inline constexpr auto heaviside = api("heaviside")
    .takes(tensor("x").floating(), tensor("y"))
    .on(fw::torch, "aten::heaviside", "self", "values")
    .on(fw::tensorflow, "tf.experimental.numpy.heaviside", "x1", "x2", accepts(ieee_floats))
    .on(fw::keras, "keras.ops.heaviside", "x1", "x2")
    .on(fw::jax, "jax.numpy.heaviside", "x1", "x2")
    .on(fw::numpy, "numpy.heaviside", "x1", "x2", accepts(ieee_floats))
    .correctly_rounded().elementwise().about("elementwise");

// Arithmetic.

inline constexpr auto add = api("add")
    .takes(tensor("x").real_numbers(), tensor("y"))
    .on(fw::torch, "aten::add.Tensor", "self", "other")
    .on(fw::tensorflow, "tf.math.add", "x", "y")
    .on(fw::keras, "keras.ops.add", "x1", "x2")
    .on(fw::jax, "jax.numpy.add", "x1", "x2")
    .on(fw::chainer, "chainer.functions.add", "x1", "x2", accepts(ieee_numbers))
    .on(fw::numpy, "numpy.add", "x1", "x2", accepts(ieee_numbers))
    .correctly_rounded().elementwise().about("elementwise");

inline constexpr auto subtract = api("subtract")
    .takes(tensor("x").real_numbers(), tensor("y"))
    .on(fw::torch, "aten::sub.Tensor", "self", "other")
    .on(fw::tensorflow, "tf.math.subtract", "x", "y")
    .on(fw::keras, "keras.ops.subtract", "x1", "x2")
    .on(fw::jax, "jax.numpy.subtract", "x1", "x2")
    .on(fw::numpy, "numpy.subtract", "x1", "x2", accepts(ieee_numbers))
    .correctly_rounded().elementwise().about("elementwise");

inline constexpr auto multiply = api("multiply")
    .takes(tensor("x").real_numbers(), tensor("y"))
    .on(fw::torch, "aten::mul.Tensor", "self", "other")
    .on(fw::tensorflow, "tf.math.multiply", "x", "y")
    .on(fw::keras, "keras.ops.multiply", "x1", "x2")
    .on(fw::jax, "jax.numpy.multiply", "x1", "x2")
    .on(fw::numpy, "numpy.multiply", "x1", "x2", accepts(ieee_numbers))
    .correctly_rounded().elementwise().about("elementwise");

inline constexpr auto divide = api("divide")
    .takes(tensor("x").floating(), tensor("y"))
    .on(fw::torch, "aten::div.Tensor", "self", "other")
    .on(fw::tensorflow, "tf.math.divide", "x", "y")
    .on(fw::keras, "keras.ops.divide", "x1", "x2")
    .on(fw::jax, "jax.numpy.divide", "x1", "x2")
    .on(fw::numpy, "numpy.divide", "x1", "x2", accepts(ieee_floats))
    .correctly_rounded().elementwise().about("elementwise");

inline constexpr auto floor_divide = api("floor_divide")
    .takes(tensor("x").floating(), tensor("y"))
    .on(fw::torch, "aten::floor_divide", "self", "other")
    .on(fw::tensorflow, "tf.math.floordiv", "x", "y")
    .on(fw::keras, "keras.ops.floor_divide", "x1", "x2")
    .on(fw::jax, "jax.numpy.floor_divide", "x1", "x2")
    .on(fw::numpy, "numpy.floor_divide", "x1", "x2", accepts(ieee_floats))
    .correctly_rounded().elementwise().about("elementwise");

/// The result has the sign of the divisor.
inline constexpr auto remainder = api("remainder")
    .takes(tensor("x").floating(), tensor("y"))
    .on(fw::torch, "aten::remainder.Tensor", "self", "other")
    .on(fw::tensorflow, "tf.math.floormod", "x", "y")
    .on(fw::keras, "keras.ops.mod", "x1", "x2")
    .on(fw::jax, "jax.numpy.remainder", "x1", "x2")
    .on(fw::numpy, "numpy.remainder", "x1", "x2", accepts(ieee_floats))
    .correctly_rounded().elementwise().satisfies(invariant::remainder()).about("elementwise");

/// The result has the sign of the dividend.
inline constexpr auto fmod = api("fmod")
    .takes(tensor("x").floating(), tensor("y"))
    .on(fw::torch, "aten::fmod.Tensor", "self", "other")
    .on(fw::tensorflow, "tf.truncatemod", "x", "y", accepts(wide_floats))
    .on(fw::keras, "keras.ops.fmod", "x1", "x2")
    .on(fw::jax, "jax.numpy.fmod", "x1", "x2")
    .on(fw::chainer, "chainer.functions.fmod", "x", "divisor", accepts(ieee_floats))
    .on(fw::numpy, "numpy.fmod", "x1", "x2", accepts(ieee_floats))
    .correctly_rounded().elementwise().about("elementwise");

inline constexpr auto reciprocal = api("reciprocal")
    .takes(tensor("x").floating())
    .on(fw::torch, "aten::reciprocal", "self")
    .on(fw::tensorflow, "tf.math.reciprocal", "x")
    .on(fw::keras, "keras.ops.reciprocal", "x")
    .on(fw::jax, "jax.numpy.reciprocal", "x")
    .on(fw::numpy, "numpy.reciprocal", "x", accepts(ieee_floats))
    .correctly_rounded().elementwise().about("elementwise");

inline constexpr auto square = api("square")
    .takes(tensor("x").floating())
    .on(fw::torch, "aten::square", "self")
    .on(fw::tensorflow, "tf.math.square", "x")
    .on(fw::keras, "keras.ops.square", "x")
    .on(fw::jax, "jax.numpy.square", "x")
    .on(fw::chainer, "chainer.functions.square", "x", accepts(ieee_floats))
    .on(fw::numpy, "numpy.square", "x", accepts(ieee_floats))
    .correctly_rounded().elementwise().about("elementwise");

/// Chainer puts the weight first and swaps the ends.
inline constexpr auto lerp = api("lerp")
    .takes(tensor("x").floating(), tensor("end").same_shape(), tensor("weight").same_shape().between(0, 1))
    .on(fw::torch, "aten::lerp.Tensor", "self", "end", "weight")
    .on(fw::chainer, "chainer.functions.linear_interpolate", item("p").from("weight"), item("x").from("end"), item("y").from("x"),
         accepts(ieee_floats))
    .elementary().elementwise().about("elementwise");

// Powers and roots.

inline constexpr auto power = api("power")
    .takes(tensor("x").floating(), tensor("y"))
    .on(fw::torch, "aten::pow.Tensor_Tensor", "self", "exponent")
    .on(fw::tensorflow, "tf.math.pow", "x", "y")
    .on(fw::keras, "keras.ops.power", "x1", "x2")
    .on(fw::jax, "jax.numpy.power", "x1", "x2")
    .on(fw::numpy, "numpy.power", "x1", "x2", accepts(ieee_floats))
    .elementary().elementwise().about("elementwise");

inline constexpr auto sqrt = api("sqrt")
    .takes(tensor("x").floating())
    .on(fw::torch, "aten::sqrt", "self")
    .on(fw::tensorflow, "tf.math.sqrt", "x")
    .on(fw::keras, "keras.ops.sqrt", "x")
    .on(fw::jax, "jax.numpy.sqrt", "x")
    .on(fw::chainer, "chainer.functions.sqrt", "x", accepts(ieee_floats))
    .on(fw::numpy, "numpy.sqrt", "x", accepts(ieee_floats))
    .correctly_rounded().elementwise().about("elementwise");

inline constexpr auto rsqrt = api("rsqrt")
    .takes(tensor("x").floating())
    .on(fw::torch, "aten::rsqrt", "self")
    .on(fw::tensorflow, "tf.math.rsqrt", "x")
    .on(fw::keras, "keras.ops.rsqrt", "x")
    .on(fw::jax, "jax.lax.rsqrt", "x")
    .on(fw::chainer, "chainer.functions.rsqrt", "x", accepts(ieee_floats))
    .elementary().elementwise().about("elementwise");

inline constexpr auto cbrt = api("cbrt")
    .takes(tensor("x").floating())
    .on(fw::tensorflow, "tf.experimental.numpy.cbrt", "x", accepts(ieee_floats))
    .on(fw::keras, "keras.ops.cbrt", "x")
    .on(fw::jax, "jax.numpy.cbrt", "x")
    .on(fw::numpy, "numpy.cbrt", "x", accepts(ieee_floats))
    .elementary().elementwise().about("elementwise");

inline constexpr auto hypot = api("hypot")
    .takes(tensor("x").floating(), tensor("y"))
    .on(fw::torch, "aten::hypot", "self", "other")
    .on(fw::tensorflow, "tf.experimental.numpy.hypot", "x1", "x2", accepts(ieee_floats))
    .on(fw::keras, "keras.ops.hypot", "x1", "x2")
    .on(fw::jax, "jax.numpy.hypot", "x1", "x2")
    .on(fw::numpy, "numpy.hypot", "x1", "x2", accepts(ieee_floats))
    .elementary().elementwise().about("elementwise");

// Exponentials and logarithms.

inline constexpr auto exp = api("exp")
    .takes(tensor("x").floating())
    .on(fw::torch, "aten::exp", "self")
    .on(fw::tensorflow, "tf.math.exp", "x")
    .on(fw::keras, "keras.ops.exp", "x")
    .on(fw::jax, "jax.numpy.exp", "x")
    .on(fw::chainer, "chainer.functions.exp", "x", accepts(ieee_floats))
    .on(fw::numpy, "numpy.exp", "x", accepts(ieee_floats))
    .elementary().elementwise().about("elementwise");

inline constexpr auto exp2 = api("exp2")
    .takes(tensor("x").floating())
    .on(fw::torch, "aten::exp2", "self")
    .on(fw::tensorflow, "tf.experimental.numpy.exp2", "x", accepts(ieee_floats))
    .on(fw::keras, "keras.ops.exp2", "x")
    .on(fw::jax, "jax.numpy.exp2", "x")
    .on(fw::numpy, "numpy.exp2", "x", accepts(ieee_floats))
    .elementary().elementwise().about("elementwise");

inline constexpr auto expm1 = api("expm1")
    .takes(tensor("x").floating())
    .on(fw::torch, "aten::expm1", "self")
    .on(fw::tensorflow, "tf.math.expm1", "x")
    .on(fw::keras, "keras.ops.expm1", "x")
    .on(fw::jax, "jax.numpy.expm1", "x")
    .on(fw::chainer, "chainer.functions.expm1", "x", accepts(ieee_floats))
    .on(fw::numpy, "numpy.expm1", "x", accepts(ieee_floats))
    .elementary().elementwise().about("elementwise");

inline constexpr auto log = api("log")
    .takes(tensor("x").floating())
    .on(fw::torch, "aten::log", "self")
    .on(fw::tensorflow, "tf.math.log", "x")
    .on(fw::keras, "keras.ops.log", "x")
    .on(fw::jax, "jax.numpy.log", "x")
    .on(fw::chainer, "chainer.functions.log", "x", accepts(ieee_floats))
    .on(fw::numpy, "numpy.log", "x", accepts(ieee_floats))
    .elementary().elementwise().about("elementwise");

inline constexpr auto log2 = api("log2")
    .takes(tensor("x").floating())
    .on(fw::torch, "aten::log2", "self")
    .on(fw::tensorflow, "tf.experimental.numpy.log2", "x", accepts(ieee_floats))
    .on(fw::keras, "keras.ops.log2", "x")
    .on(fw::jax, "jax.numpy.log2", "x")
    .on(fw::chainer, "chainer.functions.log2", "x", accepts(ieee_floats))
    .on(fw::numpy, "numpy.log2", "x", accepts(ieee_floats))
    .elementary().elementwise().about("elementwise");

inline constexpr auto log10 = api("log10")
    .takes(tensor("x").floating())
    .on(fw::torch, "aten::log10", "self")
    .on(fw::tensorflow, "tf.experimental.numpy.log10", "x", accepts(ieee_floats))
    .on(fw::keras, "keras.ops.log10", "x")
    .on(fw::jax, "jax.numpy.log10", "x")
    .on(fw::chainer, "chainer.functions.log10", "x", accepts(ieee_floats))
    .on(fw::numpy, "numpy.log10", "x", accepts(ieee_floats))
    .elementary().elementwise().about("elementwise");

inline constexpr auto log1p = api("log1p")
    .takes(tensor("x").floating())
    .on(fw::torch, "aten::log1p", "self")
    .on(fw::tensorflow, "tf.math.log1p", "x")
    .on(fw::keras, "keras.ops.log1p", "x")
    .on(fw::jax, "jax.numpy.log1p", "x")
    .on(fw::chainer, "chainer.functions.log1p", "x", accepts(ieee_floats))
    .on(fw::numpy, "numpy.log1p", "x", accepts(ieee_floats))
    .elementary().elementwise().about("elementwise");

inline constexpr auto logaddexp = api("logaddexp")
    .takes(tensor("x").floating(), tensor("y"))
    .on(fw::torch, "aten::logaddexp", "self", "other")
    .on(fw::tensorflow, "tf.experimental.numpy.logaddexp", "x1", "x2", accepts(ieee_floats))
    .on(fw::keras, "keras.ops.logaddexp", "x1", "x2")
    .on(fw::jax, "jax.numpy.logaddexp", "x1", "x2")
    .on(fw::numpy, "numpy.logaddexp", "x1", "x2", accepts(ieee_floats))
    .elementary().elementwise().about("elementwise");

inline constexpr auto logaddexp2 = api("logaddexp2")
    .takes(tensor("x").floating(), tensor("y"))
    .on(fw::torch, "aten::logaddexp2", "self", "other")
    .on(fw::tensorflow, "tf.experimental.numpy.logaddexp2", "x1", "x2", accepts(ieee_floats))
    .on(fw::keras, "keras.ops.logaddexp2", "x1", "x2")
    .on(fw::jax, "jax.numpy.logaddexp2", "x1", "x2")
    .on(fw::numpy, "numpy.logaddexp2", "x1", "x2", accepts(ieee_floats))
    .elementary().elementwise().about("elementwise");

inline constexpr auto xlogy = api("xlogy")
    .takes(tensor("x").floating(), tensor("y"))
    .on(fw::torch, "aten::xlogy.Tensor", "self", "other")
    .on(fw::tensorflow, "tf.math.xlogy", "x", "y")
    .on(fw::jax, "jax.scipy.special.xlogy", "x", "y")
    .on(fw::numpy, "scipy.special.xlogy", "x1", "x2", accepts(wide_floats))
    .elementary().elementwise().about("elementwise");

inline constexpr auto xlog1py = api("xlog1py")
    .takes(tensor("x").floating(), tensor("y"))
    .on(fw::torch, "aten::special_xlog1py", "self", "other")
    .on(fw::tensorflow, "tf.math.xlog1py", "x", "y")
    .on(fw::jax, "jax.scipy.special.xlog1py", "x", "y")
    .on(fw::numpy, "scipy.special.xlog1py", "x1", "x2", accepts(wide_floats))
    .elementary().elementwise().about("elementwise");

inline constexpr auto ldexp = api("ldexp")
    .takes(tensor("x").floating(), tensor("exponent").only(dtype::int32))
    .on(fw::torch, "aten::ldexp.Tensor", "self", "other")
    .on(fw::keras, "keras.ops.ldexp", "x1", "x2")
    .on(fw::jax, "jax.numpy.ldexp", "x1", "x2")
    .on(fw::numpy, "numpy.ldexp", "x1", "x2", accepts(ieee_floats))
    .correctly_rounded().elementwise().about("elementwise");

inline constexpr auto frexp = api("frexp")
    .takes(tensor("x").floating())
    .on(fw::torch, "aten::frexp.Tensor", "self")
    .on(fw::jax, "jax.numpy.frexp", "x")
    .on(fw::numpy, "numpy.frexp", "x", accepts(ieee_floats))
    .exact().returns(output{}, output{}).elementwise().about("elementwise");

// Trigonometric and hyperbolic functions and their inverses.

inline constexpr auto sin = api("sin")
    .takes(tensor("x").floating())
    .on(fw::torch, "aten::sin", "self")
    .on(fw::tensorflow, "tf.math.sin", "x")
    .on(fw::keras, "keras.ops.sin", "x")
    .on(fw::jax, "jax.numpy.sin", "x")
    .on(fw::chainer, "chainer.functions.sin", "x", accepts(ieee_floats))
    .on(fw::numpy, "numpy.sin", "x", accepts(ieee_floats))
    .elementary().elementwise().satisfies(invariant::between(-1, 1)).about("elementwise");

inline constexpr auto cos = api("cos")
    .takes(tensor("x").floating())
    .on(fw::torch, "aten::cos", "self")
    .on(fw::tensorflow, "tf.math.cos", "x")
    .on(fw::keras, "keras.ops.cos", "x")
    .on(fw::jax, "jax.numpy.cos", "x")
    .on(fw::chainer, "chainer.functions.cos", "x", accepts(ieee_floats))
    .on(fw::numpy, "numpy.cos", "x", accepts(ieee_floats))
    .elementary().elementwise().satisfies(invariant::between(-1, 1)).about("elementwise");

inline constexpr auto tan = api("tan")
    .takes(tensor("x").floating())
    .on(fw::torch, "aten::tan", "self")
    .on(fw::tensorflow, "tf.math.tan", "x")
    .on(fw::keras, "keras.ops.tan", "x")
    .on(fw::jax, "jax.numpy.tan", "x")
    .on(fw::chainer, "chainer.functions.tan", "x", accepts(ieee_floats))
    .on(fw::numpy, "numpy.tan", "x", accepts(ieee_floats))
    .elementary().elementwise().about("elementwise");

inline constexpr auto sinh = api("sinh")
    .takes(tensor("x").floating())
    .on(fw::torch, "aten::sinh", "self")
    .on(fw::tensorflow, "tf.math.sinh", "x")
    .on(fw::keras, "keras.ops.sinh", "x")
    .on(fw::jax, "jax.numpy.sinh", "x")
    .on(fw::chainer, "chainer.functions.sinh", "x", accepts(ieee_floats))
    .on(fw::numpy, "numpy.sinh", "x", accepts(ieee_floats))
    .elementary().elementwise().about("elementwise");

inline constexpr auto cosh = api("cosh")
    .takes(tensor("x").floating())
    .on(fw::torch, "aten::cosh", "self")
    .on(fw::tensorflow, "tf.math.cosh", "x")
    .on(fw::keras, "keras.ops.cosh", "x")
    .on(fw::jax, "jax.numpy.cosh", "x")
    .on(fw::chainer, "chainer.functions.cosh", "x", accepts(ieee_floats))
    .on(fw::numpy, "numpy.cosh", "x", accepts(ieee_floats))
    .elementary().elementwise().about("elementwise");

inline constexpr auto tanh = api("tanh")
    .takes(tensor("x").floating())
    .on(fw::torch, "aten::tanh", "self")
    .on(fw::tensorflow, "tf.math.tanh", "x")
    .on(fw::keras, "keras.ops.tanh", "x")
    .on(fw::jax, "jax.numpy.tanh", "x")
    .on(fw::chainer, "chainer.functions.tanh", "x", accepts(ieee_floats))
    .on(fw::numpy, "numpy.tanh", "x", accepts(ieee_floats))
    .elementary().elementwise().satisfies(invariant::between(-1, 1)).about("elementwise");

inline constexpr auto asin = api("asin")
    .takes(tensor("x").floating())
    .on(fw::torch, "aten::asin", "self")
    .on(fw::tensorflow, "tf.math.asin", "x")
    .on(fw::keras, "keras.ops.arcsin", "x")
    .on(fw::jax, "jax.numpy.arcsin", "x")
    .on(fw::chainer, "chainer.functions.arcsin", "x", accepts(ieee_floats))
    .on(fw::numpy, "numpy.arcsin", "x", accepts(ieee_floats))
    .elementary().elementwise().about("elementwise");

inline constexpr auto acos = api("acos")
    .takes(tensor("x").floating())
    .on(fw::torch, "aten::acos", "self")
    .on(fw::tensorflow, "tf.math.acos", "x")
    .on(fw::keras, "keras.ops.arccos", "x")
    .on(fw::jax, "jax.numpy.arccos", "x")
    .on(fw::chainer, "chainer.functions.arccos", "x", accepts(ieee_floats))
    .on(fw::numpy, "numpy.arccos", "x", accepts(ieee_floats))
    .elementary().elementwise().about("elementwise");

inline constexpr auto atan = api("atan")
    .takes(tensor("x").floating())
    .on(fw::torch, "aten::atan", "self")
    .on(fw::tensorflow, "tf.math.atan", "x")
    .on(fw::keras, "keras.ops.arctan", "x")
    .on(fw::jax, "jax.numpy.arctan", "x")
    .on(fw::chainer, "chainer.functions.arctan", "x", accepts(ieee_floats))
    .on(fw::numpy, "numpy.arctan", "x", accepts(ieee_floats))
    .elementary().elementwise().about("elementwise");

inline constexpr auto asinh = api("asinh")
    .takes(tensor("x").floating())
    .on(fw::torch, "aten::asinh", "self")
    .on(fw::tensorflow, "tf.math.asinh", "x")
    .on(fw::keras, "keras.ops.arcsinh", "x")
    .on(fw::jax, "jax.numpy.arcsinh", "x")
    .on(fw::numpy, "numpy.arcsinh", "x", accepts(ieee_floats))
    .elementary().elementwise().about("elementwise");

inline constexpr auto acosh = api("acosh")
    .takes(tensor("x").floating())
    .on(fw::torch, "aten::acosh", "self")
    .on(fw::tensorflow, "tf.math.acosh", "x")
    .on(fw::keras, "keras.ops.arccosh", "x")
    .on(fw::jax, "jax.numpy.arccosh", "x")
    .on(fw::numpy, "numpy.arccosh", "x", accepts(ieee_floats))
    .elementary().elementwise().about("elementwise");

inline constexpr auto atanh = api("atanh")
    .takes(tensor("x").floating())
    .on(fw::torch, "aten::atanh", "self")
    .on(fw::tensorflow, "tf.math.atanh", "x")
    .on(fw::keras, "keras.ops.arctanh", "x")
    .on(fw::jax, "jax.numpy.arctanh", "x")
    .on(fw::chainer, "chainer.functions.arctanh", "x", accepts(ieee_floats))
    .on(fw::numpy, "numpy.arctanh", "x", accepts(ieee_floats))
    .elementary().elementwise().about("elementwise");

/// The first argument is the ordinate.
inline constexpr auto atan2 = api("atan2")
    .takes(tensor("x").floating(), tensor("y"))
    .on(fw::torch, "aten::atan2", "self", "other")
    .on(fw::tensorflow, "tf.math.atan2", "y", "x")
    .on(fw::keras, "keras.ops.arctan2", "x1", "x2")
    .on(fw::jax, "jax.numpy.arctan2", "x1", "x2")
    .on(fw::chainer, "chainer.functions.arctan2", "x1", "x2", accepts(ieee_floats))
    .on(fw::numpy, "numpy.arctan2", "x1", "x2", accepts(ieee_floats))
    .elementary().elementwise().about("elementwise");

/// sin(pi x) / (pi x).
inline constexpr auto sinc = api("sinc")
    .takes(tensor("x").floating())
    .on(fw::torch, "aten::sinc", "self")
    .on(fw::tensorflow, "tf.experimental.numpy.sinc", "x", accepts(ieee_floats))
    .on(fw::keras, "keras.ops.sinc", "x")
    .on(fw::jax, "jax.numpy.sinc", "x")
    .on(fw::numpy, "numpy.sinc", "x", accepts(ieee_floats))
    .elementary().elementwise().about("elementwise");

inline constexpr auto deg2rad = api("deg2rad")
    .takes(tensor("x").floating())
    .on(fw::torch, "aten::deg2rad", "self")
    .on(fw::tensorflow, "tf.experimental.numpy.deg2rad", "x", accepts(ieee_floats))
    .on(fw::keras, "keras.ops.deg2rad", "x")
    .on(fw::jax, "jax.numpy.deg2rad", "x")
    .on(fw::numpy, "numpy.deg2rad", "x", accepts(ieee_floats))
    .elementary().elementwise().about("elementwise");

inline constexpr auto rad2deg = api("rad2deg")
    .takes(tensor("x").floating())
    .on(fw::torch, "aten::rad2deg", "self")
    .on(fw::tensorflow, "tf.experimental.numpy.rad2deg", "x")
    .on(fw::keras, "keras.ops.rad2deg", "x")
    .on(fw::jax, "jax.numpy.rad2deg", "x")
    .on(fw::numpy, "numpy.rad2deg", "x", accepts(ieee_floats))
    .elementary().elementwise().about("elementwise");

// Rounding to whole numbers, neighbours.

inline constexpr auto floor = api("floor")
    .takes(tensor("x").floating())
    .on(fw::torch, "aten::floor", "self")
    .on(fw::tensorflow, "tf.math.floor", "x")
    .on(fw::keras, "keras.ops.floor", "x")
    .on(fw::jax, "jax.numpy.floor", "x")
    .on(fw::chainer, "chainer.functions.floor", "x", accepts(ieee_floats))
    .on(fw::numpy, "numpy.floor", "x", accepts(ieee_floats))
    .correctly_rounded().elementwise().about("elementwise");

inline constexpr auto ceil = api("ceil")
    .takes(tensor("x").floating())
    .on(fw::torch, "aten::ceil", "self")
    .on(fw::tensorflow, "tf.math.ceil", "x")
    .on(fw::keras, "keras.ops.ceil", "x")
    .on(fw::jax, "jax.numpy.ceil", "x")
    .on(fw::chainer, "chainer.functions.ceil", "x", accepts(ieee_floats))
    .on(fw::numpy, "numpy.ceil", "x", accepts(ieee_floats))
    .correctly_rounded().elementwise().about("elementwise");

/// Halves go to the even neighbour.
inline constexpr auto round = api("round")
    .takes(tensor("x").floating())
    .on(fw::torch, "aten::round", "self")
    .on(fw::tensorflow, "tf.math.round", "x")
    .on(fw::keras, "keras.ops.round", "x")
    .on(fw::jax, "jax.numpy.round", "a")
    .on(fw::numpy, "numpy.round", "a", accepts(ieee_floats))
    .correctly_rounded().elementwise().about("elementwise");

/// Negative decimals round to tens and hundreds.
inline constexpr auto round_decimals = api("round_decimals")
    .takes(tensor("x").floating(), integer("decimals").between(-2, 4))
    .on(fw::torch, "aten::round.decimals", "self", "decimals")
    .on(fw::keras, "keras.ops.round", "x", "decimals")
    .on(fw::jax, "jax.numpy.round", "a", "decimals")
    .on(fw::numpy, "numpy.round", "a", "decimals", accepts(ieee_floats))
    .elementary().elementwise().about("elementwise");

inline constexpr auto trunc = api("trunc")
    .takes(tensor("x").floating())
    .on(fw::torch, "aten::trunc", "self")
    .on(fw::keras, "keras.ops.trunc", "x")
    .on(fw::jax, "jax.numpy.trunc", "x")
    .on(fw::chainer, "chainer.functions.fix", "x", accepts(ieee_floats))
    .on(fw::numpy, "numpy.trunc", "x", accepts(ieee_floats))
    .correctly_rounded().elementwise().about("elementwise");

inline constexpr auto nextafter = api("nextafter")
    .takes(tensor("x").floating(), tensor("y"))
    .on(fw::torch, "aten::nextafter", "self", "other")
    .on(fw::tensorflow, "tf.math.nextafter", "x1", "x2", accepts(wide_floats))
    .on(fw::keras, "keras.ops.nextafter", "x1", "x2")
    .on(fw::jax, "jax.numpy.nextafter", "x", "y")
    .on(fw::numpy, "numpy.nextafter", "x1", "x2", accepts(ieee_floats))
    .exact().elementwise().about("elementwise");

// Selection.

inline constexpr auto maximum = api("maximum")
    .takes(tensor("x").real_numbers(), tensor("y"))
    .on(fw::torch, "aten::maximum", "self", "other")
    .on(fw::tensorflow, "tf.math.maximum", "x", "y")
    .on(fw::keras, "keras.ops.maximum", "x1", "x2")
    .on(fw::jax, "jax.numpy.maximum", "x1", "x2")
    .on(fw::chainer, "chainer.functions.maximum", "x1", "x2", accepts(ieee_floats))
    .on(fw::numpy, "numpy.maximum", "x1", "x2", accepts(ieee_numbers))
    .correctly_rounded().elementwise().about("elementwise");

inline constexpr auto minimum = api("minimum")
    .takes(tensor("x").real_numbers(), tensor("y"))
    .on(fw::torch, "aten::minimum", "self", "other")
    .on(fw::tensorflow, "tf.math.minimum", "x", "y")
    .on(fw::keras, "keras.ops.minimum", "x1", "x2")
    .on(fw::jax, "jax.numpy.minimum", "x1", "x2")
    .on(fw::chainer, "chainer.functions.minimum", "x1", "x2", accepts(ieee_floats))
    .on(fw::numpy, "numpy.minimum", "x1", "x2", accepts(ieee_numbers))
    .correctly_rounded().elementwise().about("elementwise");

/// Unlike maximum it ignores NaN.
inline constexpr auto fmax = api("fmax")
    .takes(tensor("x").floating(), tensor("y"))
    .on(fw::torch, "aten::fmax", "self", "other")
    .on(fw::keras, "keras.ops.fmax", "x1", "x2")
    .on(fw::jax, "jax.numpy.fmax", "x1", "x2")
    .on(fw::numpy, "numpy.fmax", "x1", "x2", accepts(ieee_floats))
    .correctly_rounded().elementwise().about("elementwise");

/// Unlike minimum it ignores NaN.
inline constexpr auto fmin = api("fmin")
    .takes(tensor("x").floating(), tensor("y"))
    .on(fw::torch, "aten::fmin", "self", "other")
    .on(fw::keras, "keras.ops.fmin", "x1", "x2")
    .on(fw::jax, "jax.numpy.fmin", "x1", "x2")
    .on(fw::numpy, "numpy.fmin", "x1", "x2", accepts(ieee_floats))
    .correctly_rounded().elementwise().about("elementwise");

inline constexpr auto clip = api("clip")
    .takes(tensor("x").floating(), real("low").between(-10, 0), real("high").between(0, 10))
    .on(fw::torch, "aten::clamp", "self", "min", "max")
    .on(fw::tensorflow, "tf.clip_by_value", "t", "clip_value_min", "clip_value_max")
    .on(fw::keras, "keras.ops.clip", "x", "x_min", "x_max")
    .on(fw::jax, "jax.numpy.clip", "arr", "min", "max")
    .on(fw::chainer, "chainer.functions.clip", "x", "x_min", "x_max", accepts(ieee_floats))
    .on(fw::numpy, "numpy.clip", "a", "a_min", "a_max", accepts(ieee_floats))
    .correctly_rounded().elementwise().about("elementwise");

inline constexpr auto nan_to_num = api("nan_to_num")
    .takes(tensor("x").floating(), real("nan").between(-10, 10).by_default(0.0), real("posinf").between(-10, 10).none_able(),
         real("neginf").between(-10, 10).none_able())
    .on(fw::torch, "aten::nan_to_num", "self", "nan", "posinf", "neginf")
    .on(fw::keras, "keras.ops.nan_to_num", "x", "nan", "posinf", "neginf")
    .on(fw::jax, "jax.numpy.nan_to_num", "x", item("nan").from("nan"), "posinf", "neginf")
    .on(fw::numpy, "numpy.nan_to_num", "x", item("nan").from("nan"), "posinf", "neginf", accepts(ieee_floats))
    .exact().elementwise().about("elementwise");

// Complex numbers. They are groups of their own: conventions at infinities and branch cuts differ from those of the reals.

inline constexpr auto complex_abs = api("complex_abs")
    .takes(tensor("x").of_types(complex_dtypes))
    .on(fw::torch, "aten::abs", "self")
    .on(fw::tensorflow, "tf.math.abs", "x")
    .on(fw::keras, "keras.ops.abs", "x")
    .on(fw::jax, "jax.numpy.abs", "x")
    .on(fw::numpy, "numpy.abs", "x")
    .elementary().elementwise().about("elementwise");

inline constexpr auto complex_angle = api("complex_angle")
    .takes(tensor("x").of_types(complex_dtypes))
    .on(fw::torch, "aten::angle", "self")
    .on(fw::tensorflow, "tf.math.angle", "input")
    .on(fw::keras, "keras.ops.angle", "x", accepts(single_complex))
    .on(fw::jax, "jax.numpy.angle", "z")
    .on(fw::numpy, "numpy.angle", "z")
    .elementary().elementwise().about("elementwise");

inline constexpr auto complex_conj = api("complex_conj")
    .takes(tensor("x").of_types(complex_dtypes))
    .on(fw::torch, "aten::conj_physical", "self")
    .on(fw::tensorflow, "tf.math.conj", "x")
    .on(fw::keras, "keras.ops.conj", "x")
    .on(fw::jax, "jax.numpy.conj", "x")
    .on(fw::numpy, "numpy.conj", "x")
    .exact().elementwise().about("elementwise");

inline constexpr auto complex_real = api("complex_real")
    .takes(tensor("x").of_types(complex_dtypes))
    .on(fw::torch, "aten::real", "self")
    .on(fw::tensorflow, "tf.math.real", "input")
    .on(fw::keras, "keras.ops.real", "x")
    .on(fw::jax, "jax.numpy.real", "val")
    .on(fw::numpy, "numpy.real", "val")
    .exact().elementwise().about("elementwise");

inline constexpr auto complex_imag = api("complex_imag")
    .takes(tensor("x").of_types(complex_dtypes))
    .on(fw::torch, "aten::imag", "self")
    .on(fw::tensorflow, "tf.math.imag", "input")
    .on(fw::keras, "keras.ops.imag", "x")
    .on(fw::jax, "jax.numpy.imag", "val")
    .on(fw::numpy, "numpy.imag", "val")
    .exact().elementwise().about("elementwise");

inline constexpr auto complex_sign = api("complex_sign")
    .takes(tensor("x").of_types(complex_dtypes))
    .on(fw::torch, "aten::sgn", "self")
    .on(fw::tensorflow, "tf.math.sign", "x")
    .on(fw::keras, "keras.ops.sign", "x")
    .on(fw::jax, "jax.numpy.sign", "x")
    .on(fw::numpy, "numpy.sign", "x")
    .elementary().elementwise().about("elementwise");

inline constexpr auto complex_multiply = api("complex_multiply")
    .takes(tensor("x").of_types(complex_dtypes), tensor("y"))
    .on(fw::torch, "aten::mul.Tensor", "self", "other")
    .on(fw::tensorflow, "tf.math.multiply", "x", "y")
    .on(fw::keras, "keras.ops.multiply", "x1", "x2", accepts(single_complex))
    .on(fw::jax, "jax.numpy.multiply", "x1", "x2")
    .on(fw::numpy, "numpy.multiply", "x1", "x2")
    .elementary().elementwise().about("elementwise");

inline constexpr auto complex_divide = api("complex_divide")
    .takes(tensor("x").of_types(complex_dtypes), tensor("y"))
    .on(fw::torch, "aten::div.Tensor", "self", "other")
    .on(fw::tensorflow, "tf.math.divide", "x", "y")
    .on(fw::keras, "keras.ops.divide", "x1", "x2", accepts(single_complex))
    .on(fw::jax, "jax.numpy.divide", "x1", "x2")
    .on(fw::numpy, "numpy.divide", "x1", "x2")
    .elementary().elementwise().about("elementwise");

inline constexpr auto complex_power = api("complex_power")
    .takes(tensor("x").of_types(complex_dtypes), tensor("y"))
    .on(fw::torch, "aten::pow.Tensor_Tensor", "self", "exponent")
    .on(fw::tensorflow, "tf.math.pow", "x", "y")
    .on(fw::keras, "keras.ops.power", "x1", "x2", accepts(single_complex))
    .on(fw::jax, "jax.numpy.power", "x1", "x2")
    .on(fw::numpy, "numpy.power", "x1", "x2")
    .elementary().elementwise().about("elementwise");

inline constexpr auto complex_reciprocal = api("complex_reciprocal")
    .takes(tensor("x").of_types(complex_dtypes))
    .on(fw::torch, "aten::reciprocal", "self")
    .on(fw::tensorflow, "tf.math.reciprocal", "x")
    .on(fw::keras, "keras.ops.reciprocal", "x")
    .on(fw::jax, "jax.numpy.reciprocal", "x")
    .on(fw::numpy, "numpy.reciprocal", "x")
    .elementary().elementwise().about("elementwise");

inline constexpr auto complex_square = api("complex_square")
    .takes(tensor("x").of_types(complex_dtypes))
    .on(fw::torch, "aten::square", "self")
    .on(fw::tensorflow, "tf.math.square", "x")
    .on(fw::keras, "keras.ops.square", "x")
    .on(fw::jax, "jax.numpy.square", "x")
    .on(fw::numpy, "numpy.square", "x")
    .elementary().elementwise().about("elementwise");

inline constexpr auto complex_sqrt = api("complex_sqrt")
    .takes(tensor("x").of_types(complex_dtypes))
    .on(fw::torch, "aten::sqrt", "self")
    .on(fw::tensorflow, "tf.math.sqrt", "x")
    .on(fw::keras, "keras.ops.sqrt", "x", accepts(single_complex))
    .on(fw::jax, "jax.numpy.sqrt", "x")
    .on(fw::numpy, "numpy.sqrt", "x")
    .elementary().elementwise().about("elementwise");

inline constexpr auto complex_exp = api("complex_exp")
    .takes(tensor("x").of_types(complex_dtypes))
    .on(fw::torch, "aten::exp", "self")
    .on(fw::tensorflow, "tf.math.exp", "x")
    .on(fw::keras, "keras.ops.exp", "x")
    .on(fw::jax, "jax.numpy.exp", "x")
    .on(fw::numpy, "numpy.exp", "x")
    .elementary().elementwise().about("elementwise");

inline constexpr auto complex_expm1 = api("complex_expm1")
    .takes(tensor("x").of_types(complex_dtypes))
    .on(fw::torch, "aten::expm1", "self")
    .on(fw::tensorflow, "tf.math.expm1", "x")
    .on(fw::keras, "keras.ops.expm1", "x")
    .on(fw::jax, "jax.numpy.expm1", "x")
    .on(fw::numpy, "numpy.expm1", "x")
    .elementary().elementwise().about("elementwise");

inline constexpr auto complex_log = api("complex_log")
    .takes(tensor("x").of_types(complex_dtypes))
    .on(fw::torch, "aten::log", "self")
    .on(fw::tensorflow, "tf.math.log", "x")
    .on(fw::keras, "keras.ops.log", "x", accepts(single_complex))
    .on(fw::jax, "jax.numpy.log", "x")
    .on(fw::numpy, "numpy.log", "x")
    .elementary().elementwise().about("elementwise");

inline constexpr auto complex_log1p = api("complex_log1p")
    .takes(tensor("x").of_types(complex_dtypes))
    .on(fw::torch, "aten::log1p", "self")
    .on(fw::tensorflow, "tf.math.log1p", "x")
    .on(fw::keras, "keras.ops.log1p", "x", accepts(single_complex))
    .on(fw::jax, "jax.numpy.log1p", "x")
    .on(fw::numpy, "numpy.log1p", "x")
    .elementary().elementwise().about("elementwise");

inline constexpr auto complex_sin = api("complex_sin")
    .takes(tensor("x").of_types(complex_dtypes))
    .on(fw::torch, "aten::sin", "self")
    .on(fw::tensorflow, "tf.math.sin", "x")
    .on(fw::keras, "keras.ops.sin", "x", accepts(single_complex))
    .on(fw::jax, "jax.numpy.sin", "x")
    .on(fw::numpy, "numpy.sin", "x")
    .elementary().elementwise().about("elementwise");

inline constexpr auto complex_cos = api("complex_cos")
    .takes(tensor("x").of_types(complex_dtypes))
    .on(fw::torch, "aten::cos", "self")
    .on(fw::tensorflow, "tf.math.cos", "x")
    .on(fw::keras, "keras.ops.cos", "x", accepts(single_complex))
    .on(fw::jax, "jax.numpy.cos", "x")
    .on(fw::numpy, "numpy.cos", "x")
    .elementary().elementwise().about("elementwise");

inline constexpr auto complex_tan = api("complex_tan")
    .takes(tensor("x").of_types(complex_dtypes))
    .on(fw::torch, "aten::tan", "self")
    .on(fw::tensorflow, "tf.math.tan", "x")
    .on(fw::keras, "keras.ops.tan", "x", accepts(single_complex))
    .on(fw::jax, "jax.numpy.tan", "x")
    .on(fw::numpy, "numpy.tan", "x")
    .elementary().elementwise().about("elementwise");

inline constexpr auto complex_sinh = api("complex_sinh")
    .takes(tensor("x").of_types(complex_dtypes))
    .on(fw::torch, "aten::sinh", "self")
    .on(fw::tensorflow, "tf.math.sinh", "x")
    .on(fw::keras, "keras.ops.sinh", "x", accepts(single_complex))
    .on(fw::jax, "jax.numpy.sinh", "x")
    .on(fw::numpy, "numpy.sinh", "x")
    .elementary().elementwise().about("elementwise");

inline constexpr auto complex_cosh = api("complex_cosh")
    .takes(tensor("x").of_types(complex_dtypes))
    .on(fw::torch, "aten::cosh", "self")
    .on(fw::tensorflow, "tf.math.cosh", "x")
    .on(fw::keras, "keras.ops.cosh", "x", accepts(single_complex))
    .on(fw::jax, "jax.numpy.cosh", "x")
    .on(fw::numpy, "numpy.cosh", "x")
    .elementary().elementwise().about("elementwise");

inline constexpr auto complex_tanh = api("complex_tanh")
    .takes(tensor("x").of_types(complex_dtypes))
    .on(fw::torch, "aten::tanh", "self")
    .on(fw::tensorflow, "tf.math.tanh", "x")
    .on(fw::keras, "keras.ops.tanh", "x", accepts(single_complex))
    .on(fw::jax, "jax.numpy.tanh", "x")
    .on(fw::numpy, "numpy.tanh", "x")
    .elementary().elementwise().about("elementwise");

inline constexpr auto complex_asin = api("complex_asin")
    .takes(tensor("x").of_types(complex_dtypes))
    .on(fw::torch, "aten::asin", "self")
    .on(fw::tensorflow, "tf.math.asin", "x")
    .on(fw::keras, "keras.ops.arcsin", "x", accepts(single_complex))
    .on(fw::jax, "jax.numpy.arcsin", "x")
    .on(fw::numpy, "numpy.arcsin", "x")
    .elementary().elementwise().about("elementwise");

inline constexpr auto complex_acos = api("complex_acos")
    .takes(tensor("x").of_types(complex_dtypes))
    .on(fw::torch, "aten::acos", "self")
    .on(fw::tensorflow, "tf.math.acos", "x")
    .on(fw::keras, "keras.ops.arccos", "x", accepts(single_complex))
    .on(fw::jax, "jax.numpy.arccos", "x")
    .on(fw::numpy, "numpy.arccos", "x")
    .elementary().elementwise().about("elementwise");

inline constexpr auto complex_atan = api("complex_atan")
    .takes(tensor("x").of_types(complex_dtypes))
    .on(fw::torch, "aten::atan", "self")
    .on(fw::tensorflow, "tf.math.atan", "x")
    .on(fw::keras, "keras.ops.arctan", "x", accepts(single_complex))
    .on(fw::jax, "jax.numpy.arctan", "x")
    .on(fw::numpy, "numpy.arctan", "x")
    .elementary().elementwise().about("elementwise");

inline constexpr auto complex_asinh = api("complex_asinh")
    .takes(tensor("x").of_types(complex_dtypes))
    .on(fw::torch, "aten::asinh", "self")
    .on(fw::tensorflow, "tf.math.asinh", "x")
    .on(fw::keras, "keras.ops.arcsinh", "x", accepts(single_complex))
    .on(fw::jax, "jax.numpy.arcsinh", "x")
    .on(fw::numpy, "numpy.arcsinh", "x")
    .elementary().elementwise().about("elementwise");

inline constexpr auto complex_acosh = api("complex_acosh")
    .takes(tensor("x").of_types(complex_dtypes))
    .on(fw::torch, "aten::acosh", "self")
    .on(fw::tensorflow, "tf.math.acosh", "x")
    .on(fw::keras, "keras.ops.arccosh", "x", accepts(single_complex))
    .on(fw::jax, "jax.numpy.arccosh", "x")
    .on(fw::numpy, "numpy.arccosh", "x")
    .elementary().elementwise().about("elementwise");

inline constexpr auto complex_atanh = api("complex_atanh")
    .takes(tensor("x").of_types(complex_dtypes))
    .on(fw::torch, "aten::atanh", "self")
    .on(fw::tensorflow, "tf.math.atanh", "x")
    .on(fw::keras, "keras.ops.arctanh", "x", accepts(single_complex))
    .on(fw::jax, "jax.numpy.arctanh", "x")
    .on(fw::numpy, "numpy.arctanh", "x")
    .elementary().elementwise().about("elementwise");

inline constexpr auto complex_log2 = api("complex_log2")
    .takes(tensor("x").of_types(complex_dtypes))
    .on(fw::torch, "aten::log2", "self")
    .on(fw::jax, "jax.numpy.log2", "x")
    .on(fw::numpy, "numpy.log2", "x")
    .elementary().elementwise().about("elementwise");

inline constexpr auto complex_log10 = api("complex_log10")
    .takes(tensor("x").of_types(complex_dtypes))
    .on(fw::torch, "aten::log10", "self")
    .on(fw::jax, "jax.numpy.log10", "x")
    .on(fw::numpy, "numpy.log10", "x")
    .elementary().elementwise().about("elementwise");

inline constexpr auto complex_rsqrt = api("complex_rsqrt")
    .takes(tensor("x").of_types(complex_dtypes))
    .on(fw::torch, "aten::rsqrt", "self")
    .on(fw::tensorflow, "tf.math.rsqrt", "x")
    .on(fw::jax, "jax.lax.rsqrt", "x")
    .elementary().elementwise().about("elementwise");

/// All groups of this header.
inline constexpr std::array elementwise_groups{
    &abs_, &negative, &fabs, &sign, &angle, &copysign, &heaviside, &add, &subtract, &multiply, &divide, &floor_divide, &remainder,
    &fmod, &reciprocal, &square, &lerp, &power, &sqrt, &rsqrt, &cbrt, &hypot, &exp, &exp2, &expm1, &log, &log2, &log10, &log1p,
    &logaddexp, &logaddexp2, &xlogy, &xlog1py, &ldexp, &frexp, &sin, &cos, &tan, &sinh, &cosh, &tanh, &asin, &acos, &atan, &asinh,
    &acosh, &atanh, &atan2, &sinc, &deg2rad, &rad2deg, &floor, &ceil, &round, &round_decimals, &trunc, &nextafter, &maximum, &minimum,
    &fmax, &fmin, &clip, &nan_to_num, &complex_abs, &complex_angle, &complex_conj, &complex_real, &complex_imag, &complex_sign,
    &complex_multiply, &complex_divide, &complex_power, &complex_reciprocal, &complex_square, &complex_sqrt, &complex_exp,
    &complex_expm1, &complex_log, &complex_log1p, &complex_sin, &complex_cos, &complex_tan, &complex_sinh, &complex_cosh,
    &complex_tanh, &complex_asin, &complex_acos, &complex_atan, &complex_asinh, &complex_acosh, &complex_atanh, &complex_log2,
    &complex_log10, &complex_rsqrt};

// clang-format on

} // namespace groups
} // namespace v0
} // namespace xamt

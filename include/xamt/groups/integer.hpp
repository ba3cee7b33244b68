/// @file
/// Integer arithmetic and operations on bits as curated equivalences.
///
/// Place in the pipeline: groups; every later stage works from these descriptions.
/// Example: `xamt::groups::integer_divide`, which rounds towards zero.
#pragma once

#include <xamt/describe/api.hpp>
#include <xamt/groups/dtypes.hpp>

#include <array>

namespace xamt {
inline namespace v0 {
namespace groups {

// clang-format off: one framework a line reads as a table.

inline constexpr auto integer_abs = api("integer_abs")
    .takes(tensor("x").integral())
    .on(fw::torch, "aten::abs", "self")
    .on(fw::tensorflow, "tf.math.abs", "x", accepts(signed_integers))
    .on(fw::keras, "keras.ops.abs", "x")
    .on(fw::jax, "jax.numpy.abs", "x")
    .on(fw::numpy, "numpy.abs", "x")
    .exact().elementwise().about("integers and bits");

inline constexpr auto integer_negative = api("integer_negative")
    .takes(tensor("x").integral())
    .on(fw::torch, "aten::neg", "self")
    .on(fw::tensorflow, "tf.math.negative", "x", accepts(signed_integers))
    .on(fw::keras, "keras.ops.negative", "x", accepts(signed_integers))
    .on(fw::jax, "jax.numpy.negative", "x")
    .on(fw::numpy, "numpy.negative", "x")
    .exact().elementwise().about("integers and bits");

inline constexpr auto integer_sign = api("integer_sign")
    .takes(tensor("x").integral())
    .on(fw::torch, "aten::sign", "self")
    .on(fw::tensorflow, "tf.math.sign", "x", accepts(signed_integers))
    .on(fw::keras, "keras.ops.sign", "x")
    .on(fw::jax, "jax.numpy.sign", "x")
    .on(fw::numpy, "numpy.sign", "x")
    .exact().elementwise().about("integers and bits");

inline constexpr auto integer_square = api("integer_square")
    .takes(tensor("x").integral())
    .on(fw::torch, "aten::square", "self")
    .on(fw::tensorflow, "tf.math.square", "x")
    .on(fw::keras, "keras.ops.square", "x")
    .on(fw::jax, "jax.numpy.square", "x")
    .on(fw::numpy, "numpy.square", "x")
    .exact().elementwise().about("integers and bits");

/// Rounds towards zero.
inline constexpr auto integer_divide = api("integer_divide")
    .takes(tensor("x").integral(), tensor("y"))
    .on(fw::torch, "aten::div.Tensor_mode", "self", "other", given("rounding_mode", "trunc"))
    .on(fw::tensorflow, "tf.truncatediv", "x", "y")
    .on(fw::jax, "jax.lax.div", "x", "y")
    .exact().elementwise().satisfies(invariant::quotient_beside("integer_fmod")).about("integers and bits");

inline constexpr auto integer_floor_divide = api("integer_floor_divide")
    .takes(tensor("x").integral(), tensor("y"))
    .on(fw::torch, "aten::floor_divide", "self", "other")
    .on(fw::tensorflow, "tf.math.floordiv", "x", "y")
    .on(fw::keras, "keras.ops.floor_divide", "x1", "x2")
    .on(fw::jax, "jax.numpy.floor_divide", "x1", "x2")
    .on(fw::numpy, "numpy.floor_divide", "x1", "x2")
    .exact().elementwise().satisfies(invariant::quotient_beside("integer_remainder")).about("integers and bits");

/// The result has the sign of the divisor.
inline constexpr auto integer_remainder = api("integer_remainder")
    .takes(tensor("x").integral(), tensor("y"))
    .on(fw::torch, "aten::remainder.Tensor", "self", "other")
    .on(fw::tensorflow, "tf.math.floormod", "x", "y")
    .on(fw::keras, "keras.ops.mod", "x1", "x2")
    .on(fw::jax, "jax.numpy.remainder", "x1", "x2")
    .on(fw::numpy, "numpy.remainder", "x1", "x2")
    .exact().elementwise().satisfies(invariant::remainder()).about("integers and bits");

/// The result has the sign of the dividend.
inline constexpr auto integer_fmod = api("integer_fmod")
    .takes(tensor("x").integral(), tensor("y"))
    .on(fw::torch, "aten::fmod.Tensor", "self", "other")
    .on(fw::tensorflow, "tf.truncatemod", "x", "y", accepts(wide_integers))
    .on(fw::keras, "keras.ops.fmod", "x1", "x2")
    .on(fw::jax, "jax.numpy.fmod", "x1", "x2")
    .on(fw::numpy, "numpy.fmod", "x1", "x2")
    .exact().elementwise().about("integers and bits");

inline constexpr auto integer_power = api("integer_power")
    .takes(tensor("x").integral(), tensor("exponent").between(-4, 20))
    .on(fw::torch, "aten::pow.Tensor_Tensor", "self", "exponent")
    .on(fw::tensorflow, "tf.math.pow", "x", "y", accepts(signed_integers))
    .on(fw::keras, "keras.ops.power", "x1", "x2")
    .on(fw::jax, "jax.numpy.power", "x1", "x2")
    .on(fw::numpy, "numpy.power", "x1", "x2")
    .exact().elementwise().about("integers and bits");

inline constexpr auto gcd = api("gcd")
    .takes(tensor("x").integral(), tensor("y"))
    .on(fw::torch, "aten::gcd", "self", "other")
    .on(fw::tensorflow, "tf.experimental.numpy.gcd", "x1", "x2", accepts(signed_integers))
    .on(fw::keras, "keras.ops.gcd", "x1", "x2")
    .on(fw::jax, "jax.numpy.gcd", "x1", "x2")
    .on(fw::numpy, "numpy.gcd", "x1", "x2")
    .exact().elementwise().about("integers and bits");

inline constexpr auto lcm = api("lcm")
    .takes(tensor("x").integral(), tensor("y"))
    .on(fw::torch, "aten::lcm", "self", "other")
    .on(fw::tensorflow, "tf.experimental.numpy.lcm", "x1", "x2", accepts(signed_integers))
    .on(fw::keras, "keras.ops.lcm", "x1", "x2")
    .on(fw::jax, "jax.numpy.lcm", "x1", "x2")
    .on(fw::numpy, "numpy.lcm", "x1", "x2")
    .exact().elementwise().about("integers and bits");

inline constexpr auto bitwise_and = api("bitwise_and")
    .takes(tensor("x").integral(), tensor("y"))
    .on(fw::torch, "aten::bitwise_and.Tensor", "self", "other")
    .on(fw::tensorflow, "tf.bitwise.bitwise_and", "x", "y")
    .on(fw::keras, "keras.ops.bitwise_and", "x", "y")
    .on(fw::jax, "jax.numpy.bitwise_and", "x1", "x2")
    .on(fw::numpy, "numpy.bitwise_and", "x1", "x2")
    .exact().elementwise().about("integers and bits");

inline constexpr auto bitwise_or = api("bitwise_or")
    .takes(tensor("x").integral(), tensor("y"))
    .on(fw::torch, "aten::bitwise_or.Tensor", "self", "other")
    .on(fw::tensorflow, "tf.bitwise.bitwise_or", "x", "y")
    .on(fw::keras, "keras.ops.bitwise_or", "x", "y")
    .on(fw::jax, "jax.numpy.bitwise_or", "x1", "x2")
    .on(fw::numpy, "numpy.bitwise_or", "x1", "x2")
    .exact().elementwise().about("integers and bits");

inline constexpr auto bitwise_xor = api("bitwise_xor")
    .takes(tensor("x").integral(), tensor("y"))
    .on(fw::torch, "aten::bitwise_xor.Tensor", "self", "other")
    .on(fw::tensorflow, "tf.bitwise.bitwise_xor", "x", "y")
    .on(fw::keras, "keras.ops.bitwise_xor", "x", "y")
    .on(fw::jax, "jax.numpy.bitwise_xor", "x1", "x2")
    .on(fw::numpy, "numpy.bitwise_xor", "x1", "x2")
    .exact().elementwise().about("integers and bits");

inline constexpr auto bitwise_not = api("bitwise_not")
    .takes(tensor("x").integral())
    .on(fw::torch, "aten::bitwise_not", "self")
    .on(fw::tensorflow, "tf.bitwise.invert", "x")
    .on(fw::keras, "keras.ops.bitwise_not", "x")
    .on(fw::jax, "jax.numpy.bitwise_not", "x")
    .on(fw::numpy, "numpy.invert", "x")
    .exact().elementwise().about("integers and bits");

inline constexpr auto left_shift = api("left_shift")
    .takes(tensor("x").integral(), tensor("shift").between(0, 63))
    .on(fw::torch, "aten::bitwise_left_shift.Tensor", "self", "other")
    .on(fw::tensorflow, "tf.bitwise.left_shift", "x", "y")
    .on(fw::keras, "keras.ops.left_shift", "x", "y")
    .on(fw::jax, "jax.numpy.left_shift", "x", "y")
    .on(fw::numpy, "numpy.left_shift", "x1", "x2")
    .exact().elementwise().about("integers and bits");

inline constexpr auto right_shift = api("right_shift")
    .takes(tensor("x").integral(), tensor("shift").between(0, 63))
    .on(fw::torch, "aten::bitwise_right_shift.Tensor", "self", "other")
    .on(fw::tensorflow, "tf.bitwise.right_shift", "x", "y")
    .on(fw::keras, "keras.ops.right_shift", "x", "y")
    .on(fw::jax, "jax.numpy.right_shift", "x1", "x2")
    .on(fw::numpy, "numpy.right_shift", "x1", "x2")
    .exact().elementwise().about("integers and bits");

/// NumPy counts the bits of the magnitude, so negative numbers are left out.
inline constexpr auto population_count = api("population_count")
    .takes(tensor("x").integral().non_negative())
    .on(fw::tensorflow, "tf.raw_ops.PopulationCount", "x")
    .on(fw::jax, "jax.lax.population_count", "x")
    .on(fw::numpy, "numpy.bitwise_count", "x")
    .exact().elementwise().about("integers and bits");

/// All groups of this header.
inline constexpr std::array integer_groups{
    &integer_abs, &integer_negative, &integer_sign, &integer_square, &integer_divide, &integer_floor_divide, &integer_remainder,
    &integer_fmod, &integer_power, &gcd, &lcm, &bitwise_and, &bitwise_or, &bitwise_xor, &bitwise_not, &left_shift, &right_shift,
    &population_count};

// clang-format on

} // namespace groups
} // namespace v0
} // namespace xamt

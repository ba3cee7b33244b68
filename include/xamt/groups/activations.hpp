/// @file
/// Activation functions of neural networks as curated equivalences.
///
/// Place in the pipeline: groups; every later stage works from these descriptions.
/// Example: `xamt::groups::gelu`, whose approximation is a flag here and a word in PyTorch.
#pragma once

#include <xamt/describe/api.hpp>
#include <xamt/groups/dtypes.hpp>

#include <array>

namespace xamt {
inline namespace v0 {
namespace groups {

// clang-format off: one framework a line reads as a table.

inline constexpr auto relu = api("relu")
    .takes(tensor("x").floating())
    .on(fw::torch, "aten::relu", "self")
    .on(fw::tensorflow, "tf.nn.relu", "features")
    .on(fw::keras, "keras.ops.relu", "x")
    .on(fw::jax, "jax.nn.relu", "x")
    .on(fw::chainer, "chainer.functions.relu", "x", accepts(ieee_floats))
    .correctly_rounded().elementwise().about("activations");

inline constexpr auto relu6 = api("relu6")
    .takes(tensor("x").floating())
    .on(fw::torch, "aten::relu6", "self")
    .on(fw::tensorflow, "tf.nn.relu6", "features")
    .on(fw::keras, "keras.ops.relu6", "x")
    .on(fw::jax, "jax.nn.relu6", "x")
    .on(fw::chainer, "chainer.functions.relu6", "x", accepts(ieee_floats))
    .correctly_rounded().elementwise().about("activations");

inline constexpr auto clipped_relu = api("clipped_relu")
    .takes(tensor("x").floating(), real("ceiling").between(0, 20))
    .on(fw::torch, "aten::hardtanh", "self", given("min_val", 0.0), "max_val")
    .on(fw::tensorflow, "tf.clip_by_value", "t", given("clip_value_min", 0.0), "clip_value_max")
    .on(fw::keras, "keras.activations.relu", "x", "max_value")
    .on(fw::jax, "jax.numpy.clip", "arr", given("min", 0.0), "max")
    .on(fw::chainer, "chainer.functions.clipped_relu", "x", "z", accepts(ieee_floats))
    .correctly_rounded().elementwise().about("activations");

/// The default slope is 0.01 in PyTorch and JAX, 0.2 in TensorFlow, Keras and Chainer.
inline constexpr auto leaky_relu = api("leaky_relu")
    .takes(tensor("x").floating(), real("slope").between(0, 1).by_default(0.01))
    .on(fw::torch, "aten::leaky_relu", "self", "negative_slope")
    .on(fw::tensorflow, "tf.nn.leaky_relu", "features", "alpha")
    .on(fw::keras, "keras.ops.leaky_relu", "x", "negative_slope")
    .on(fw::jax, "jax.nn.leaky_relu", "x", "negative_slope")
    .on(fw::chainer, "chainer.functions.leaky_relu", "x", "slope", accepts(ieee_floats))
    .correctly_rounded().elementwise().about("activations");

inline constexpr auto prelu = api("prelu")
    .takes(tensor("x").floating().dims("nc"), tensor("slope").dims("c"))
    .on(fw::torch, "aten::prelu", "self", "weight")
    .on(fw::chainer, "chainer.functions.prelu", "x", "W", accepts(ieee_floats))
    .correctly_rounded().about("activations");

inline constexpr auto elu = api("elu")
    .takes(tensor("x").floating(), real("alpha").between(0.1, 4).by_default(1.0))
    .on(fw::torch, "aten::elu", "self", "alpha")
    .on(fw::tensorflow, "tf.nn.elu", "features", only(1.0))
    .on(fw::keras, "keras.ops.elu", "x", "alpha")
    .on(fw::jax, "jax.nn.elu", "x", "alpha")
    .on(fw::chainer, "chainer.functions.elu", "x", "alpha", accepts(ieee_floats))
    .elementary().elementwise().about("activations");

inline constexpr auto selu = api("selu")
    .takes(tensor("x").floating())
    .on(fw::torch, "aten::selu", "self")
    .on(fw::tensorflow, "tf.nn.selu", "features")
    .on(fw::keras, "keras.ops.selu", "x")
    .on(fw::jax, "jax.nn.selu", "x")
    .on(fw::chainer, "chainer.functions.selu", "x", accepts(ieee_floats))
    .elementary().elementwise().about("activations");

inline constexpr auto celu = api("celu")
    .takes(tensor("x").floating(), real("alpha").between(0.1, 4).by_default(1.0))
    .on(fw::torch, "aten::celu", "self", "alpha")
    .on(fw::keras, "keras.ops.celu", "x", "alpha")
    .on(fw::jax, "jax.nn.celu", "x", "alpha")
    .elementary().elementwise().about("activations");

/// By default PyTorch and TensorFlow take the error function, JAX and keras.ops the tanh approximation.
inline constexpr auto gelu = api("gelu")
    .takes(tensor("x").floating(), flag("approximate").by_default(false))
    .on(fw::torch, "aten::gelu", "self", words("approximate", "none", "tanh"))
    .on(fw::tensorflow, "tf.nn.gelu", "features", "approximate")
    .on(fw::keras, "keras.ops.gelu", "x", "approximate")
    .on(fw::jax, "jax.nn.gelu", "x", "approximate")
    .elementary(8).elementwise().about("activations");

inline constexpr auto silu = api("silu")
    .takes(tensor("x").floating())
    .on(fw::torch, "aten::silu", "self")
    .on(fw::tensorflow, "tf.nn.silu", "features")
    .on(fw::keras, "keras.ops.silu", "x")
    .on(fw::jax, "jax.nn.silu", "x")
    .elementary(6).elementwise().about("activations");

/// x sigmoid(beta x).
inline constexpr auto swish = api("swish")
    .takes(tensor("x").floating(), real("beta").between(0.1, 4).by_default(1.0))
    .on(fw::torch, "aten::silu", "self", only(1.0))
    .on(fw::tensorflow, "tf.nn.silu", "features", "beta")
    .on(fw::keras, "keras.ops.swish", "x", only(1.0))
    .on(fw::jax, "jax.nn.swish", "x", only(1.0))
    .elementary(6).elementwise().about("activations");

inline constexpr auto mish = api("mish")
    .takes(tensor("x").floating())
    .on(fw::torch, "aten::mish", "self")
    .on(fw::keras, "keras.activations.mish", "x")
    .on(fw::jax, "jax.nn.mish", "x")
    .elementary(8).elementwise().about("activations");

/// The threshold above which PyTorch returns its input is moved to where that is exact in double precision.
inline constexpr auto softplus = api("softplus")
    .takes(tensor("x").floating(), real("beta").between(0.1, 10).by_default(1.0))
    .on(fw::torch, "aten::softplus", "self", "beta", given("threshold", 40.0))
    .on(fw::tensorflow, "tf.math.softplus", "features", only(1.0))
    .on(fw::keras, "keras.ops.softplus", "x", only(1.0))
    .on(fw::jax, "jax.nn.softplus", "x", only(1.0))
    .on(fw::chainer, "chainer.functions.softplus", "x", "beta", accepts(ieee_floats))
    .elementary(6).elementwise().about("activations");

/// With the point from which PyTorch takes the straight line; the others need none. Above 40 a float64 cannot tell the two apart.
inline constexpr auto softplus_threshold = api("softplus_threshold")
    .takes(tensor("x").floating(), real("beta").between(0.1, 10).by_default(1.0), real("threshold").between(40, 100).by_default(40.0))
    .on(fw::torch, "aten::softplus", "self", "beta", "threshold")
    .on(fw::jax, "jax.nn.softplus", "x", only(1.0), implied())
    .on(fw::chainer, "chainer.functions.softplus", "x", "beta", implied(), accepts(ieee_floats))
    .elementary(6).elementwise().about("activations");

inline constexpr auto softsign = api("softsign")
    .takes(tensor("x").floating())
    .on(fw::torch, "torch.nn.functional.softsign", "input")
    .on(fw::tensorflow, "tf.nn.softsign", "features")
    .on(fw::keras, "keras.ops.softsign", "x")
    .on(fw::jax, "jax.nn.soft_sign", "x")
    .elementary().elementwise().about("activations");

inline constexpr auto sigmoid = api("sigmoid")
    .takes(tensor("x").floating())
    .on(fw::torch, "aten::sigmoid", "self")
    .on(fw::tensorflow, "tf.math.sigmoid", "x")
    .on(fw::keras, "keras.ops.sigmoid", "x")
    .on(fw::jax, "jax.nn.sigmoid", "x")
    .on(fw::chainer, "chainer.functions.sigmoid", "x", accepts(ieee_floats))
    .on(fw::numpy, "scipy.special.expit", "x", accepts(wide_floats))
    .elementary().elementwise().satisfies(invariant::between(0, 1)).about("activations");

inline constexpr auto log_sigmoid = api("log_sigmoid")
    .takes(tensor("x").floating())
    .on(fw::torch, "aten::log_sigmoid", "self")
    .on(fw::tensorflow, "tf.math.log_sigmoid", "x")
    .on(fw::keras, "keras.ops.log_sigmoid", "x")
    .on(fw::jax, "jax.nn.log_sigmoid", "x")
    .on(fw::numpy, "scipy.special.log_expit", "x", accepts(wide_floats))
    .elementary().elementwise().satisfies(invariant::logarithm_of("sigmoid")).about("activations");

/// relu6(x + 3) / 6; Chainer has another function of this name.
inline constexpr auto hard_sigmoid = api("hard_sigmoid")
    .takes(tensor("x").floating())
    .on(fw::torch, "aten::hardsigmoid", "self")
    .on(fw::keras, "keras.ops.hard_sigmoid", "x")
    .on(fw::jax, "jax.nn.hard_sigmoid", "x")
    .elementary().elementwise().about("activations");

inline constexpr auto hard_swish = api("hard_swish")
    .takes(tensor("x").floating())
    .on(fw::torch, "aten::hardswish", "self")
    .on(fw::keras, "keras.ops.hard_silu", "x")
    .on(fw::jax, "jax.nn.hard_swish", "x")
    .elementary().elementwise().about("activations");

inline constexpr auto hard_tanh = api("hard_tanh")
    .takes(tensor("x").floating())
    .on(fw::torch, "aten::hardtanh", "self")
    .on(fw::keras, "keras.ops.hard_tanh", "x")
    .on(fw::jax, "jax.nn.hard_tanh", "x")
    .correctly_rounded().elementwise().about("activations");

inline constexpr auto soft_shrink = api("soft_shrink")
    .takes(tensor("x").floating(), real("lambd").between(0, 4).by_default(0.5))
    .on(fw::torch, "aten::softshrink", "self", "lambd")
    .on(fw::keras, "keras.ops.soft_shrink", "x", "threshold")
    .correctly_rounded().elementwise().about("activations");

inline constexpr auto hard_shrink = api("hard_shrink")
    .takes(tensor("x").floating(), real("lambd").between(0, 4).by_default(0.5))
    .on(fw::torch, "aten::hardshrink", "self", "lambd")
    .on(fw::keras, "keras.ops.hard_shrink", "x", "threshold")
    .correctly_rounded().elementwise().about("activations");

inline constexpr auto tanh_shrink = api("tanh_shrink")
    .takes(tensor("x").floating())
    .on(fw::torch, "torch.nn.functional.tanhshrink", "input")
    .on(fw::keras, "keras.ops.tanh_shrink", "x")
    .elementary().elementwise().about("activations");

inline constexpr auto threshold = api("threshold")
    .takes(tensor("x").floating(), real("threshold").between(-4, 4), real("value").between(-10, 10))
    .on(fw::torch, "aten::threshold", "self", "threshold", "value")
    .on(fw::keras, "keras.ops.threshold", "x", "threshold", "default_value")
    .correctly_rounded().elementwise().about("activations");

inline constexpr auto squareplus = api("squareplus")
    .takes(tensor("x").floating(), real("b").between(0, 10).by_default(4.0))
    .on(fw::keras, "keras.ops.squareplus", "x", "b")
    .on(fw::jax, "jax.nn.squareplus", "x", "b")
    .elementary().elementwise().about("activations");

inline constexpr auto sparse_plus = api("sparse_plus")
    .takes(tensor("x").floating())
    .on(fw::keras, "keras.ops.sparse_plus", "x")
    .on(fw::jax, "jax.nn.sparse_plus", "x")
    .elementary().elementwise().about("activations");

inline constexpr auto sparse_sigmoid = api("sparse_sigmoid")
    .takes(tensor("x").floating())
    .on(fw::keras, "keras.ops.sparse_sigmoid", "x")
    .on(fw::jax, "jax.nn.sparse_sigmoid", "x")
    .elementary().elementwise().about("activations");

inline constexpr auto softmax = api("softmax")
    .takes(tensor("x").floating().rank(1, 4), axis("axis").by_default(-1))
    .on(fw::torch, "aten::softmax.int", "self", "dim")
    .on(fw::tensorflow, "tf.nn.softmax", "logits", "axis")
    .on(fw::keras, "keras.ops.softmax", "x", "axis")
    .on(fw::jax, "jax.nn.softmax", "x", "axis")
    .on(fw::chainer, "chainer.functions.softmax", "x", "axis", accepts(ieee_floats))
    .on(fw::numpy, "scipy.special.softmax", "x", "axis", accepts(ieee_floats))
    .accumulates().satisfies(invariant::between(0, 1)).about("activations");

inline constexpr auto log_softmax = api("log_softmax")
    .takes(tensor("x").floating().rank(1, 4), axis("axis").by_default(-1))
    .on(fw::torch, "aten::log_softmax.int", "self", "dim")
    .on(fw::tensorflow, "tf.nn.log_softmax", "logits", "axis")
    .on(fw::keras, "keras.ops.log_softmax", "x", "axis")
    .on(fw::jax, "jax.nn.log_softmax", "x", "axis")
    .on(fw::chainer, "chainer.functions.log_softmax", "x", "axis", accepts(ieee_floats))
    .on(fw::numpy, "scipy.special.log_softmax", "x", "axis", accepts(ieee_floats))
    .accumulates().satisfies(invariant::logarithm_of("softmax")).about("activations");

inline constexpr auto glu = api("glu")
    .takes(tensor("x").floating().dims("nd"))
    .on(fw::torch, "aten::glu", "self", given("dim", -1))
    .on(fw::keras, "keras.ops.glu", "x", given("axis", -1))
    .on(fw::jax, "jax.nn.glu", "x", given("axis", -1))
    .elementary().sizes("d", 2, 2).about("activations");

inline constexpr auto crelu = api("crelu")
    .takes(tensor("x").floating().rank(1, 4), axis("axis").by_default(-1))
    .on(fw::tensorflow, "tf.nn.crelu", "features", "axis")
    .on(fw::chainer, "chainer.functions.crelu", "x", "axis", accepts(ieee_floats))
    .correctly_rounded().about("activations");

/// All groups of this header.
inline constexpr std::array activations_groups{
    &relu, &relu6, &clipped_relu, &leaky_relu, &prelu, &elu, &selu, &celu, &gelu, &silu, &swish, &mish, &softplus, &softplus_threshold, &softsign, &sigmoid,
    &log_sigmoid, &hard_sigmoid, &hard_swish, &hard_tanh, &soft_shrink, &hard_shrink, &tanh_shrink, &threshold, &squareplus,
    &sparse_plus, &sparse_sigmoid, &softmax, &log_softmax, &glu, &crelu};

// clang-format on

} // namespace groups
} // namespace v0
} // namespace xamt

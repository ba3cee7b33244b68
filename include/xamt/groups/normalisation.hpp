/// @file
/// Equivalences: layer, batch and other normalisations.
///
/// Place in the pipeline: groups; data only, read by everything from generate/ on. Example: `xamt::groups::layer_norm.columns()`.
#pragma once

#include <xamt/describe/api.hpp>
#include <xamt/groups/dtypes.hpp>

#include <array>

namespace xamt {
inline namespace v0 {
namespace groups {

// clang-format off: one framework a line reads as a table.

/// PyTorch wants the extents that are normalised over, the others an axis or nothing.
inline constexpr auto layer_norm = api("layer_norm")
    .takes(tensor("x").floating().dims("nc"), tensor("weight").dims("c"), tensor("bias").dims("c"),
           real("eps").between(0x1p-20, 0x1p-6).by_default(1e-5))
    .sizes("c", 2, 64)
    .on(fw::torch, "aten::layer_norm", "input", "weight", "bias", "eps", shape_of("normalized_shape").from("weight"))
    .on(fw::keras, "keras.ops.layer_normalization", "x", "gamma", "beta", "epsilon", given("axis", -1))
    .on(fw::chainer, "chainer.functions.layer_normalization", "x", "gamma", "beta", "eps", accepts(ieee_floats))
    .accumulates("c").about("normalisation");

/// Zero mean and unit variance along the last axis.
inline constexpr auto standardize = api("standardize")
    .takes(tensor("x").of_types(wide_floats).dims("abc"), tensor("like").same_shape(),
           real("eps").between(0x1p-20, 0x1p-6).by_default(1e-5))
    .sizes("c", 2, 64)
    .on(fw::torch, "aten::layer_norm", "input", implied(), "eps", extent_of("normalized_shape", -1).from("like"))
    .on(fw::keras, "keras.ops.layer_normalization", "x", implied(), "epsilon", given("axis", -1))
    .on(fw::jax, "jax.nn.standardize", "x", implied(), "epsilon", given("axis", -1))
    .accumulates("c").about("normalisation");

/// The same as a layer of Keras, which is made for every call.
inline constexpr auto layer_norm_layer = api("layer_norm_layer")
    .takes(tensor("x").of_types(wide_floats).dims("abc"), tensor("like").dims("c"), real("eps").between(0x1p-20, 0x1p-6).by_default(1e-5))
    .sizes("ab", 1, 4)
    .sizes("c", 2, 32)
    .on(fw::torch, "aten::layer_norm", "input", implied(), "eps", shape_of("normalized_shape").from("like"))
    .on(fw::keras, "keras.layers.LayerNormalization", "inputs", implied(), construct(), "epsilon", accepts(single_floats))
    .on(fw::jax, "jax.nn.standardize", "x", implied(), "epsilon", given("axis", -1))
    .accumulates("c").about("normalisation");

/// The same for rows.
inline constexpr auto layer_norm_rows = api("layer_norm_rows")
    .takes(tensor("x").of_types(wide_floats).dims("nc"), tensor("like").dims("c"), real("eps").between(0x1p-20, 0x1p-6).by_default(1e-5))
    .sizes("c", 2, 64)
    .on(fw::torch, "aten::layer_norm", "input", implied(), "eps", shape_of("normalized_shape").from("like"))
    .on(fw::keras, "keras.layers.LayerNormalization", "inputs", implied(), construct(), "epsilon", accepts(single_floats))
    .on(fw::jax, "jax.nn.standardize", "x", implied(), "epsilon", given("axis", -1))
    .accumulates("c").about("normalisation");

/// With the statistics given. Where the channel axis is last, the tensor is turned.
inline constexpr auto batch_norm_inference = api("batch_norm_inference")
    .takes(tensor("x").floating().dims("nchw").in_layout("NCHW"), tensor("mean").dims("c"), tensor("variance").dims("c").non_negative(),
           tensor("offset").dims("c"), tensor("scale").dims("c"), real("eps").between(0x1p-16, 0x1p-6).by_default(1e-3))
    .sizes("nc", 1, 4)
    .sizes("hw", 1, 6)
    .on(fw::torch, "aten::batch_norm", "input", "running_mean", "running_var", "bias", "weight", "eps", given("training", false),
        given("momentum", 0.1), given("cudnn_enabled", false))
    .on(fw::tensorflow, "tf.nn.batch_normalization", as("x", "NHWC"), "mean", "variance", "offset", "scale", "variance_epsilon",
        gives("NHWC"))
    .on(fw::keras, "keras.ops.batch_normalization", "x", "mean", "variance", "offset", "scale", "epsilon", given("axis", 1))
    .on(fw::chainer, "chainer.functions.fixed_batch_normalization", "x", "mean", "var", "beta", "gamma", "eps", given("axis", {0, 2, 3}),
        accepts(ieee_floats))
    .returns(output{nature::values, "NCHW"})
    .elementary(8).about("normalisation");

/// With the statistics of the batch itself.
inline constexpr auto batch_norm_training = api("batch_norm_training")
    .takes(tensor("x").only(dtype::float32).dims("nchw").in_layout("NCHW"), tensor("scale").dims("c"), tensor("offset").dims("c"),
           real("eps").between(0x1p-16, 0x1p-6).by_default(1e-3))
    .sizes("nc", 2, 4)
    .sizes("hw", 1, 6)
    .on(fw::torch, "aten::batch_norm", "input", "weight", "bias", "eps", given("running_mean", none{}), given("running_var", none{}),
        given("training", true), given("momentum", 0.1), given("cudnn_enabled", false))
    .on(fw::tensorflow, "tf.compat.v1.nn.fused_batch_norm", as("x", "NHWC"), "scale", "offset", "epsilon", component(0), gives("NHWC"))
    .on(fw::chainer, "chainer.functions.batch_normalization", "x", "gamma", "beta", "eps", given("axis", {0, 2, 3}))
    .returns(output{nature::values, "NCHW"})
    .accumulates("nhw").about("normalisation");

/// The same for rows of channels.
inline constexpr auto batch_norm_training_rows = api("batch_norm_training_rows")
    .takes(tensor("x").only(dtype::float32).dims("nc"), tensor("scale").dims("c"), tensor("offset").dims("c"),
           real("eps").between(0x1p-16, 0x1p-6).by_default(1e-3))
    .sizes("n", 2, 16)
    .on(fw::torch, "aten::batch_norm", "input", "weight", "bias", "eps", given("running_mean", none{}), given("running_var", none{}),
        given("training", true), given("momentum", 0.1), given("cudnn_enabled", false))
    .on(fw::chainer, "chainer.functions.batch_normalization", "x", "gamma", "beta", "eps", given("axis", {0}))
    .accumulates("n").about("normalisation");

/// As a layer of Keras, without scale and offset.
inline constexpr auto batch_norm_layer = api("batch_norm_layer")
    .takes(tensor("x").only(dtype::float32).dims("nc"), real("eps").between(0x1p-16, 0x1p-6).by_default(1e-3))
    .sizes("n", 2, 16)
    .on(fw::torch, "aten::batch_norm", "input", "eps", given("weight", none{}), given("bias", none{}), given("running_mean", none{}),
        given("running_var", none{}), given("training", true), given("momentum", 0.1), given("cudnn_enabled", false))
    .on(fw::keras, "keras.layers.BatchNormalization", "inputs", given("training", true), construct(), "epsilon")
    .accumulates("n").about("normalisation");

inline constexpr auto group_norm = api("group_norm")
    .takes(tensor("x").of_types(wide_floats).dims("nchw"), tensor("weight").dims("c"), tensor("bias").dims("c"),
           real("eps").between(0x1p-16, 0x1p-6).by_default(1e-5))
    .sizes("n", 1, 3)
    .sizes("c", 4, 4)
    .sizes("hw", 1, 6)
    .on(fw::torch, "aten::group_norm", "input", "weight", "bias", "eps", given("num_groups", 2))
    .on(fw::chainer, "chainer.functions.group_normalization", "x", "gamma", "beta", "eps", given("groups", 2))
    .accumulates("chw").about("normalisation");

/// A group norm with as many groups as channels.
inline constexpr auto instance_norm = api("instance_norm")
    .takes(tensor("x").of_types(wide_floats).dims("nchw"), tensor("weight").dims("c"), tensor("bias").dims("c"),
           real("eps").between(0x1p-16, 0x1p-6).by_default(1e-5))
    .sizes("nc", 1, 3)
    .sizes("hw", 2, 6)
    .on(fw::torch, "aten::instance_norm", "input", "weight", "bias", "eps", given("running_mean", none{}), given("running_var", none{}),
        given("use_input_stats", true), given("momentum", 0.1), given("cudnn_enabled", false))
    .on(fw::chainer, "chainer.functions.group_normalization", "x", "gamma", "beta", "eps", extent_of("groups", 1).from("x"))
    .accumulates("hw").about("normalisation");

inline constexpr auto rms_norm = api("rms_norm")
    .takes(tensor("x").floating().dims("nc"), tensor("scale").dims("c"), real("eps").between(0x1p-20, 0x1p-6).by_default(1e-5))
    .sizes("c", 2, 64)
    .on(fw::torch, "aten::rms_norm", "input", "weight", "eps", shape_of("normalized_shape").from("scale"))
    .on(fw::keras, "keras.ops.rms_normalization", "x", "scale", "epsilon")
    .accumulates("c").about("normalisation");

/// Divided by the Euclidean length. Each framework guards against zero in its own way, so the guards are off.
inline constexpr auto l2_normalize = api("l2_normalize")
    .takes(tensor("x").of_types(wide_floats).rank(1, 4), axis("axis"))
    .on(fw::torch, "torch.nn.functional.normalize", "input", "dim", given("eps", 0.0))
    .on(fw::tensorflow, "tf.math.l2_normalize", "x", "axis", given("epsilon", 0.0))
    .on(fw::chainer, "chainer.functions.normalize", "x", "axis", given("eps", 0.0))
    .accumulates().about("normalisation");

/// Over five channels; PyTorch divides its alpha by that number, and TensorFlow names the radius.
inline constexpr auto local_response_norm = api("local_response_norm")
    .takes(tensor("x").only(dtype::float32).dims("nchw").in_layout("NCHW"), real("bias").between(0.5, 4).by_default(1),
           real("beta").between(0.25, 1).by_default(0.5))
    .sizes("c", 1, 9)
    .sizes("nhw", 1, 4)
    .on(fw::torch, "torch.nn.functional.local_response_norm", "input", "k", "beta", given("size", 5), given("alpha", 0.625))
    .on(fw::tensorflow, "tf.nn.local_response_normalization", as("input", "NHWC"), "bias", "beta", given("depth_radius", 2),
        given("alpha", 0.125), gives("NHWC"))
    .on(fw::chainer, "chainer.functions.local_response_normalization", "x", "k", "beta", given("n", 5), given("alpha", 0.125))
    .returns(output{nature::values, "NCHW"})
    .elementary(16).about("normalisation");

inline constexpr std::array normalisation_groups{&layer_norm, &standardize, &layer_norm_layer, &layer_norm_rows, &batch_norm_training_rows, &batch_norm_layer,
                                                 &batch_norm_inference, &batch_norm_training, &group_norm,
                                                 &instance_norm, &rms_norm, &l2_normalize, &local_response_norm};

// clang-format on

} // namespace groups
} // namespace v0
} // namespace xamt

/// @file
/// Loss functions as curated equivalences; reductions are pinned where frameworks have different ones.
///
/// Place in the pipeline: groups; every later stage works from these descriptions.
/// Example: `xamt::groups::cross_entropy`, over logits and class numbers.
#pragma once

#include <xamt/describe/api.hpp>
#include <xamt/groups/dtypes.hpp>

#include <array>

namespace xamt {
inline namespace v0 {
namespace groups {

// clang-format off: one framework a line reads as a table.

inline constexpr auto squared_error = api("squared_error")
    .takes(tensor("prediction").floating(), tensor("target").same_shape())
    .on(fw::torch, "aten::mse_loss", "self", "target", given("reduction", 0))
    .on(fw::tensorflow, "tf.math.squared_difference", "x", "y")
    .on(fw::chainer, "chainer.functions.squared_error", "x0", "x1", accepts(ieee_floats))
    .elementary().elementwise().about("losses");

inline constexpr auto absolute_error = api("absolute_error")
    .takes(tensor("prediction").floating(), tensor("target").same_shape())
    .on(fw::torch, "aten::l1_loss", "self", "target", given("reduction", 0))
    .on(fw::chainer, "chainer.functions.absolute_error", "x0", "x1", accepts(ieee_floats))
    .correctly_rounded().elementwise().about("losses");

/// Keras takes the truth first and averages the last axis, which is the only one here.
inline constexpr auto mse_loss = api("mse_loss")
    .takes(tensor("prediction").floating().dims("n"), tensor("target").dims("n"))
    .on(fw::torch, "aten::mse_loss", "self", "target", given("reduction", 1))
    .on(fw::keras, "keras.losses.mean_squared_error", item("y_true").from("target"), item("y_pred").from("prediction"),
         accepts(ieee_floats))
    .on(fw::chainer, "chainer.functions.mean_squared_error", "x0", "x1", accepts(ieee_floats))
    .accumulates().about("losses");

inline constexpr auto l1_loss = api("l1_loss")
    .takes(tensor("prediction").floating().dims("n"), tensor("target").dims("n"))
    .on(fw::torch, "aten::l1_loss", "self", "target", given("reduction", 1))
    .on(fw::keras, "keras.losses.mean_absolute_error", item("y_true").from("target"), item("y_pred").from("prediction"),
         accepts(ieee_floats))
    .on(fw::chainer, "chainer.functions.mean_absolute_error", "x0", "x1", accepts(ieee_floats))
    .accumulates().about("losses");

inline constexpr auto huber_loss = api("huber_loss")
    .takes(tensor("prediction").floating().dims("n"), tensor("target").dims("n"), real("delta").between(0.1, 4).by_default(1.0))
    .on(fw::torch, "aten::huber_loss", "self", "target", item("delta").from("delta"), given("reduction", 1))
    .on(fw::keras, "keras.losses.huber", item("y_true").from("target"), item("y_pred").from("prediction"), item("delta").from("delta"),
         accepts(ieee_floats))
    .accumulates().about("losses");

inline constexpr auto bce_with_logits = api("bce_with_logits")
    .takes(tensor("logits").floating(), tensor("target").same_shape().between(0, 1))
    .on(fw::torch, "aten::binary_cross_entropy_with_logits", "self", "target", given("reduction", 0))
    .on(fw::tensorflow, "tf.nn.sigmoid_cross_entropy_with_logits", item("labels").from("target"), item("logits").from("logits"))
    .on(fw::keras, "keras.ops.binary_crossentropy", item("target").from("target"), item("output").from("logits"),
         given("from_logits", true))
    .on(fw::chainer, "chainer.functions.bernoulli_nll", item("x").from("target"), item("y").from("logits"), given("reduce", "no"),
         accepts(ieee_floats))
    .elementary(8).elementwise().about("losses");

inline constexpr auto weighted_bce_with_logits = api("weighted_bce_with_logits")
    .takes(tensor("logits").floating(), tensor("target").same_shape().between(0, 1), tensor("pos_weight").same_shape().between(0, 4))
    .on(fw::torch, "aten::binary_cross_entropy_with_logits", "self", "target", "pos_weight", given("reduction", 0))
    .on(fw::tensorflow, "tf.nn.weighted_cross_entropy_with_logits", item("labels").from("target"), item("logits").from("logits"),
         item("pos_weight").from("pos_weight"))
    .elementary(8).elementwise().about("losses");

/// Away from 0 and 1, where PyTorch limits the logarithm and Keras the probability.
inline constexpr auto bce_probabilities = api("bce_probabilities")
    .takes(tensor("probability").floating().between(0.001, 0.999), tensor("target").same_shape().between(0, 1))
    .on(fw::torch, "aten::binary_cross_entropy", "self", "target", given("reduction", 0))
    .on(fw::keras, "keras.ops.binary_crossentropy", item("target").from("target"), item("output").from("probability"),
         given("from_logits", false))
    .elementary(8).elementwise().about("losses");

/// Logits and class numbers, one loss a row.
inline constexpr auto cross_entropy = api("cross_entropy")
    .takes(tensor("logits").floating().dims("nc"), tensor("target").only(dtype::int64).dims("n").indices_into("logits", "c"))
    .on(fw::torch, "aten::cross_entropy_loss", "self", "target", given("reduction", 0))
    .on(fw::tensorflow, "tf.nn.sparse_softmax_cross_entropy_with_logits", item("labels").from("target"), item("logits").from("logits"))
    .on(fw::keras, "keras.ops.sparse_categorical_crossentropy", item("target").from("target"), item("output").from("logits"),
         given("from_logits", true))
    .on(fw::chainer, "chainer.functions.softmax_cross_entropy", "x", "t", given("reduce", "no"), accepts(ieee_floats))
    .accumulates().about("losses");

/// Logits and class probabilities, one loss a row.
inline constexpr auto soft_cross_entropy = api("soft_cross_entropy")
    .takes(tensor("logits").floating().dims("nc"), tensor("target").dims("nc").holding(content::probabilities))
    .on(fw::torch, "aten::cross_entropy_loss", "self", "target", given("reduction", 0))
    .on(fw::tensorflow, "tf.nn.softmax_cross_entropy_with_logits", item("labels").from("target"), item("logits").from("logits"))
    .on(fw::keras, "keras.ops.categorical_crossentropy", item("target").from("target"), item("output").from("logits"),
         given("from_logits", true))
    .on(fw::chainer, "chainer.functions.softmax_cross_entropy", "x", "t", given("reduce", "no"), accepts(ieee_floats))
    .accumulates().about("losses");

inline constexpr auto one_hot_cross_entropy = api("one_hot_cross_entropy")
    .takes(tensor("logits").floating().dims("nc"), tensor("target").dims("nc").holding(content::one_hot),
         real("label_smoothing").between(0, 0.5).by_default(0.0))
    .on(fw::torch, "aten::cross_entropy_loss", "self", "target", "label_smoothing", given("reduction", 0))
    .on(fw::tensorflow, "tf.nn.softmax_cross_entropy_with_logits", item("labels").from("target"), item("logits").from("logits"),
         only(0.0).from("label_smoothing"))
    .on(fw::keras, "keras.losses.categorical_crossentropy", item("y_true").from("target"), item("y_pred").from("logits"),
         item("label_smoothing").from("label_smoothing"), given("from_logits", true))
    .accumulates().about("losses");

inline constexpr auto log_poisson_loss = api("log_poisson_loss")
    .takes(tensor("log_prediction").floating(), tensor("target").same_shape().between(0, 20), flag("full").by_default(false))
    .on(fw::torch, "aten::poisson_nll_loss", "input", "target", given("log_input", true), "full", given("eps", 1e-8), given("reduction", 0))
    .on(fw::tensorflow, "tf.nn.log_poisson_loss", item("targets").from("target"), item("log_input").from("log_prediction"),
         item("compute_full_loss").from("full"))
    .elementary(8).elementwise().about("losses");

inline constexpr auto poisson_loss = api("poisson_loss")
    .takes(tensor("prediction").floating().dims("n").between(0.01, 100), tensor("target").dims("n").between(0, 20))
    .on(fw::torch, "aten::poisson_nll_loss", "input", "target", given("log_input", false), given("full", false), given("eps", 1e-7),
         given("reduction", 1))
    .on(fw::keras, "keras.losses.poisson", item("y_true").from("target"), item("y_pred").from("prediction"), accepts(ieee_floats))
    .accumulates().about("losses");

/// All groups of this header.
/// Cosine of the angle between rows. PyTorch bounds the norms from below, Keras their squares; neither matters for rows of ordinary length.
inline constexpr auto cosine_similarity = api("cosine_similarity")
    .takes(tensor("a").of_types(wide_floats).dims("nc").between(-64, 64), tensor("b").dims("nc").between(-64, 64))
    .sizes("c", 2, 16)
    .on(fw::torch, "aten::cosine_similarity", "x1", "x2", given("dim", 1))
    .accumulates("c").about("losses");

/// The same with the opposite sign.
inline constexpr auto cosine_similarity_loss = api("cosine_similarity_loss")
    .takes(tensor("a").of_types(single_floats).dims("nc").between(-64, 64), tensor("b").dims("nc").between(-64, 64))
    .sizes("c", 2, 16)
    .on(fw::keras, "keras.losses.cosine_similarity", "y_true", "y_pred", given("axis", -1))
    .accumulates("c").about("losses");

inline constexpr std::array losses_groups{
    &squared_error, &absolute_error, &mse_loss, &l1_loss, &huber_loss, &bce_with_logits, &weighted_bce_with_logits, &bce_probabilities,
    &cross_entropy, &soft_cross_entropy, &one_hot_cross_entropy, &log_poisson_loss, &poisson_loss, &cosine_similarity, &cosine_similarity_loss};

// clang-format on

} // namespace groups
} // namespace v0
} // namespace xamt

/// @file
/// Equivalences: layer, batch and other normalisations.
///
/// Place in the pipeline: groups; data only, read by everything from generate/ on. Example: `xamt::groups::layer_norm.columns()`.
#pragma once

#include <xamt/describe/api.hpp>

#include <array>

namespace xamt {
inline namespace v0 {
namespace groups {

inline constexpr auto layer_norm =
    api("layer_norm")
        .takes(tensor("x").floating().dims("nc"), tensor("weight").dims("c"), tensor("bias").dims("c"),
               real("eps").between(1e-6, 1e-2).by_default(1e-5))
        .on(fw::torch, "aten::layer_norm", "input", "weight", "bias", "eps", shape_of("normalized_shape").from("weight"))
        .on(fw::keras, "keras.ops.layer_normalization", "x", "gamma", "beta", "epsilon", given("axis", -1))
        .on(fw::chainer, "chainer.functions.layer_normalization", "x", "gamma", "beta", "eps")
        .accumulates("c")
        .about("normalisation");

inline constexpr std::array normalisation_groups{&layer_norm};

} // namespace groups
} // namespace v0
} // namespace xamt

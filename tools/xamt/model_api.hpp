/// @file
/// From a layer of a model down to functions: the name of what a layer is, and the groups of `xamt fuzz` that test what it computes.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace xamt_command {

/// Layers of Keras or operators of ONNX, and the groups that test their computation.
struct layer_groups {
    std::string_view kind;
    std::string_view groups; ///< separated by commas
};
[[nodiscard]] std::span<layer_groups const> layer_group_table();

/// "keras.layers.Dense", "onnx.Gemm".
[[nodiscard]] std::string api_of(std::string_view form, std::string_view kind);

/// The groups for a kind of layer, and for the activation that its attributes (JSON) name; empty where no group tests it.
[[nodiscard]] std::vector<std::string> groups_of(std::string_view kind, std::string_view attributes);

/// The columns of `xamt fuzz` that tell whether a column of models is to blame: itself, its framework, and two others.
[[nodiscard]] std::string fuzz_columns(std::string_view column);

} // namespace xamt_command

/// @file
/// A suspect layer as files that stand alone: its recorded inputs, what it gave, what is right, and a script that shows it.
#pragma once

#include "model_runner.hpp"

#include <xamt/localise/lockstep.hpp>

#include <string>

namespace xamt_command {

/// Writes a folder below `folder` and answers with the path of its script, or "" if that could not be written.
[[nodiscard]] std::string write_reproducer(std::string const& folder, model_request const& request, xamt::model_node const& node,
                                           std::string const& column, xamt::suspect_evidence const& evidence);

/// The API group a kind of layer falls under, for `xamt fuzz`: "keras.layers.Dense", "onnx Conv".
[[nodiscard]] std::string api_of(std::string_view form, std::string_view kind);

} // namespace xamt_command

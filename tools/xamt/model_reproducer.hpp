/// @file
/// A suspect of a model by itself: its inputs cut down, and a script that the process which holds the layer writes and runs.
#pragma once

#include "model_request.hpp"

#include <xamt/localise/lockstep.hpp>

namespace xamt_command {

/// `b` holds the suspect, `reference` computes what is right in float64; null: nothing is cut down. The script is run once, alone.
[[nodiscard]] xamt::kept_reproducer write_reproducer(xamt::model_backend& b, xamt::model_backend* reference, xamt::model_graph const& graph,
                                                     model_request const& request, xamt::suspect_evidence const& e);

} // namespace xamt_command

/// @file
/// What labelled data say about two backends: D_CLASS and D_MAD over a batch, where labels mean something.
#pragma once

#include <string>
#include <vector>

namespace xamt_command {

/// D_CLASS and D_MAD of one column against the first, over the inputs.
struct label_figures {
    bool meaningful = false; ///< the model has learnt something, and the data have labels
    std::string refused;     ///< why not
    double class_largest = 0, mad_largest = 0;
    int class_above = 0, mad_above = 0, ties = 0, other_first = 0, inputs = 0; ///< inputs above the customary thresholds
};

/// By column: its scores against the first column's. `trained`: on these very data.
[[nodiscard]] std::vector<label_figures> label_figures_of(std::vector<std::vector<float>> const& scores, std::vector<double> const& labels,
                                                          bool trained);

} // namespace xamt_command

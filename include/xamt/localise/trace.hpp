/// @file
/// What a run of one model on several backends has shown, layer by layer.
///
/// Place in the pipeline: localise. `lockstep.hpp` fills it; reports are views of it.
#pragma once

#include <xamt/localise/rate.hpp>
#include <xamt/localise/suspect.hpp>
#include <xamt/run/outcome.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace xamt {
inline namespace v0 {

/// One backend at one layer. Free run: behind its own earlier layers, against the first backend. Replay: alone, on the first backend's
/// recorded inputs, against the float64 reference.
struct column_figures {
    ending free_ending = ending::absent, replay_ending = ending::absent;
    std::string words;       ///< of an ending other than a value, or of a shape or dtype that differs
    bool form_differs = false;
    double delta = 0;        ///< mean |difference| from the first backend: CRADLE's
    double largest = 0;      ///< the same, largest
    double relative = 0;     ///< the same, RMS over RMS
    double rate = 0;         ///< CRADLE's R
    double depth = 0;        ///< relative difference in units of the noise at that depth (both sides' error against a float64 run)
    double error_largest = 0; ///< replay against the reference, largest
    double error_mean = 0;
    layer_error error;       ///< the same in units of noise
    double roundings = 0;    ///< the same in units of four roundings of the largest value, whatever the others show
    layer_state state = layer_state::not_run;
    bool repeats = true;     ///< a second replay gave the same bits
    std::int64_t worst = -1; ///< the cell of the largest error
    std::uint64_t bits = 0;  ///< a key of the replayed outputs' bits, where that was asked
};

struct layer_trace {
    std::vector<column_figures> columns;
    double reference_largest = 0;
    std::string reference;      ///< who gave the float64 values; empty: nobody could
    std::string reference_note; ///< what other references said, where they were asked
};

/// The cell of an output that shows an error best.
struct telling_cell {
    std::int64_t at = -1;
    double given = 0, right = 0;
};

/// Something that is wrong with a backend and a layer of it. A `policy` is no fault: a column that was told to compute as its vendor wants
/// it does so in a lower precision; `node` is where that shows most.
struct model_finding {
    enum class kind : std::uint8_t { layer, gradient, graph, refusal, form, lost, policy };
    kind what = kind::layer;
    std::size_t column = 0, node = 0;
    double figure = 0; ///< in units of noise
    std::string words;
    std::string reproducer; ///< file with the recorded inputs, if it was written
    telling_cell cell = {}; ///< of a layer
    std::string tried = {}; ///< what the reproducer showed when it was run alone, or why there is none
};

[[nodiscard]] constexpr std::string_view name_of(model_finding::kind k) {
    constexpr std::string_view names[] = {"layer", "gradient", "graph", "refusal", "form", "lost", "policy"};
    return names[static_cast<std::size_t>(k)];
}

/// The compiled model of one backend against its own layers one by one.
struct whole_figures {
    ending is = ending::absent;
    std::string words;
    double difference = 0; ///< in units of the noise that the model's outputs have
    double largest = 0;    ///< the same, as a number
    std::size_t cut = 0;   ///< the first node at which they part, when they do
    bool parts = false;
};

struct model_trace {
    std::vector<std::string> columns;
    std::vector<layer_trace> layers;   ///< by node
    std::vector<layer_trace> backward; ///< by node; empty: not asked
    std::vector<whole_figures> whole;  ///< by column
    std::vector<double> output_depth;  ///< by column: the model's outputs against the first backend's, in units of noise
    std::vector<model_finding> findings;
    double seconds = 0;
};

/// Nodes in the order in which they are suspected: by the error of the column, in units of noise.
[[nodiscard]] inline std::vector<std::size_t> suspicion(std::vector<layer_trace> const& layers, std::size_t column) {
    std::vector<double> figures(layers.size(), 0);
    for (std::size_t i = 0; i < layers.size(); ++i)
        if (column < layers[i].columns.size()) figures[i] = layers[i].columns[column].error.figure();
    return ranked(figures);
}

} // namespace v0
} // namespace xamt

/// @file
/// Runs models on backends for `xamt model`: keeps their processes, loads, makes weights once, fetches data, and compares in lock-step.
#pragma once

#include "model_catalogue.hpp"

#include <xamt/localise/graph_text.hpp>
#include <xamt/localise/metric.hpp>
#include <xamt/localise/trace.hpp>

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace xamt_command {

struct model_request {
    model_entry model;
    std::vector<std::string> columns;   ///< in order; the first is what the others are compared with
    std::string dataset;                ///< empty: the model's own
    int batch = 0;                      ///< 0: the model's own
    std::uint64_t seed = 1;
    bool backward = false, depth = true, whole = true;
    std::string plant, at, planted_in;  ///< a fault, a layer, a column; empty: none
    std::string reproducers;            ///< folder; empty: none are written
};

struct backend_state {
    std::string name, version, switches, failure;
    double load_seconds = 0;
};

/// D_CLASS and D_MAD of one column against the first, over the inputs.
struct label_figures {
    bool meaningful = false; ///< the model has learnt something, and the data have labels
    std::string refused;     ///< why not
    double class_largest = 0, mad_largest = 0;
    int class_above = 0, mad_above = 0, ties = 0, other_first = 0, inputs = 0; ///< inputs above the customary thresholds
};

struct model_result {
    model_request request;
    xamt::loaded_model loaded;
    std::vector<backend_state> backends;
    std::vector<std::string> references;
    xamt::model_trace trace;
    std::vector<label_figures> labels; ///< by column
    double accuracy = -1;              ///< of a trained model, when it was trained
    double load_seconds = 0;
    std::string failure;               ///< nothing could be compared: why
};

class model_runner {
  public:
    model_runner(xamt::toolbox tools, std::string packages, std::uint64_t memory_mb, double patience);
    ~model_runner();
    model_runner(model_runner const&) = delete;
    model_runner& operator=(model_runner const&) = delete;

    /// One model, one data set. Processes are kept for the next.
    [[nodiscard]] model_result run(model_request const& request, std::function<void(std::string const&)> const& tell,
                                   std::function<bool()> const& stop);

    /// Which faults fit which layers of a model: a JSON list of kind, direction, layers.
    [[nodiscard]] result<nlohmann::json> plantable(model_request const& request);

    /// Ends all processes, to give their memory back.
    void forget();
    /// Resident bytes of all of them.
    [[nodiscard]] std::uint64_t resident() const;

  private:
    struct machine;
    std::unique_ptr<machine> machine_;
};

} // namespace xamt_command

/// @file
/// Runs models on backends for `xamt model`: keeps their processes, loads, makes weights once, fetches data, and compares in lock-step.
#pragma once

#include "model_labels.hpp"
#include "model_processes.hpp"
#include "model_request.hpp"

#include <xamt/localise/graph_text.hpp>
#include <xamt/localise/trace.hpp>

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace xamt_command {

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
    model_runner(xamt::toolbox tools, std::string packages, std::uint64_t memory_mb, double patience)
        : processes_(std::move(tools), std::move(packages), memory_mb, patience) {}

    /// One model, one data set. Processes are kept for the next.
    [[nodiscard]] model_result run(model_request const& request, std::function<void(std::string const&)> const& tell,
                                   std::function<bool()> const& stop);

    /// Which faults fit which layers of a model: a JSON list of kind, direction, layers.
    [[nodiscard]] result<nlohmann::json> plantable(model_request const& request);

    /// Ends all processes, to give their memory back.
    void forget() { processes_.end_all(); }
    /// Resident bytes of all of them.
    [[nodiscard]] std::uint64_t resident() const { return processes_.resident(); }

  private:
    model_processes processes_;
};

} // namespace xamt_command

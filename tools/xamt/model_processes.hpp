/// @file
/// The processes of backends that `xamt model` keeps, and the models that they hold.
#pragma once

#include "command.hpp"
#include "model_request.hpp"

#include <xamt/localise/backend.hpp>
#include <xamt/localise/graph_text.hpp>

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace xamt_command {

struct backend_state {
    std::string name, version, switches, failure;
    double load_seconds = 0;
};

class model_processes {
  public:
    model_processes(xamt::toolbox tools, std::string packages, std::uint64_t memory_mb, double patience);

    /// The process of a column, started if need be.
    [[nodiscard]] xamt::result<xamt::model_backend*> backend(std::string const& name);
    /// Waits until a process has greeted or failed.
    [[nodiscard]] xamt::result<xamt::none> ready(xamt::model_backend& b);
    [[nodiscard]] backend_state& state(std::string const& name) { return states_[name]; }

    /// Asks a process for a model without waiting, unless it holds it; `load` then waits for the answer. So several load at once.
    void ask_to_load(xamt::model_backend& b, model_request const& r, xamt::precision p, std::string const& weights);
    /// Loads a model unless it is there, and says what nodes it has; what was planted into it is taken out.
    [[nodiscard]] xamt::result<xamt::loaded_model> load(xamt::model_backend& b, model_request const& r, xamt::precision p,
                                                        std::string const& weights);
    /// The next `load` of that model will be one.
    void forget(xamt::model_backend const& b, xamt::precision p) { held_.erase(key(b, p)); }

    /// A question in JSON, answered in JSON.
    [[nodiscard]] xamt::result<nlohmann::json> ask(xamt::model_backend& b, std::string const& mode, nlohmann::json const& what);
    [[nodiscard]] static nlohmann::json data_request(model_request const& r, xamt::loaded_model const& m);
    /// The file with the weights that are made for a model; empty where it brings its own.
    [[nodiscard]] std::string weights_of(model_request const& r) const;

    [[nodiscard]] bool usable() const { return !script_.empty(); }
    void end_all();
    [[nodiscard]] std::uint64_t resident() const;

  private:
    /// A model that a process holds, the request that brought it there, and how often the process had been started anew by then.
    struct held_model {
        std::string wanted;
        xamt::loaded_model model;
        std::size_t restarts = 0;
    };
    [[nodiscard]] static std::string key(xamt::model_backend const& b, xamt::precision p);
    [[nodiscard]] held_model const* held(xamt::model_backend& b, xamt::precision p, std::string const& wanted) const;

    xamt::toolbox tools_;
    std::string packages_;
    std::uint64_t memory_mb_;
    double patience_;
    std::string script_, folder_;
    std::map<std::string, xamt::model_backend> backends_;
    std::map<std::string, backend_state> states_;
    std::map<std::string, held_model> held_;    ///< by column and precision
    std::map<std::string, std::string> asked_;  ///< the request that is on its way, by the same
};

/// The kinds of faults that can be planted into a form of model, as the worker's modules register them.
[[nodiscard]] std::vector<std::string> plantable_kinds(std::string_view form);

/// What a worker answered, as text, and what it complains of.
[[nodiscard]] std::string bytes_of(xamt::outcome const& o);
[[nodiscard]] std::string complaint_of(xamt::outcome const& o);

} // namespace xamt_command

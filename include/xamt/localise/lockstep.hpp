/// @file
/// One model on several backends, node by node: free run, replay of every node on recorded inputs, comparison with float64.
///
/// Place in the pipeline: localise. All backends work on the same node at the same time, and their tensors are compared where they lie in
/// shared memory and then forgotten: memory grows with the largest tensor, not with the model. A backend that is lost on the way is started
/// again and brought back to where it was; one that is lost twice at one node is left out, and the run goes on.
#pragma once

#include <xamt/localise/backend.hpp>
#include <xamt/localise/trace.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace xamt {
inline namespace v0 {

namespace detail {
[[nodiscard]] inline std::vector<ndarray_view> views_of(std::vector<ndarray> const& tensors) {
    std::vector<ndarray_view> views;
    for (auto const& t : tensors) views.push_back(t.view());
    return views;
}
} // namespace detail

/// What a suspect layer took and gave, for a reproducer. Of gradients, the inputs are those of the layer and then what flows into it from
/// behind; of a fault of the whole graph, those of the model, and `node` is where the compiled model ends.
struct suspect_evidence {
    std::size_t column = 0, node = 0;
    std::span<ndarray_view const> inputs, given, right;
    model_finding::kind what = model_finding::kind::layer;
    std::string_view reference = {}; ///< whose float64 values are right
};

/// A reproducer that was written and run.
struct kept_reproducer {
    std::string file; ///< empty: none was written
    std::string tried; ///< what it showed, or why there is none
};

struct lockstep_options {
    suspect_limits limits;
    bool depth = true; ///< also a free run in float64, for the noise that is expected at each depth
    bool whole = true; ///< also the compiled models against their own layers
    bool bits = false; ///< also a key of every replayed output, to see whether anything changed at all
    /// Columns, by number, that run with their vendor's default precision: how far off they are is told as a policy, and blames nobody.
    std::vector<std::size_t> policies;
    std::function<void(std::size_t node)> progress;
    std::function<bool()> stop;
    /// Loads the model (again) in a process that has lost it; false if that fails.
    std::function<bool(model_backend&, precision)> reload;
    /// Another float64 evaluation, asked for when those at hand differ and nobody has a majority; null if there is none.
    std::function<model_backend*()> arbiter;
    /// Called for everything that is suspect: layers, gradients, whole graphs.
    std::function<kept_reproducer(suspect_evidence const&)> keep;
};

/// Tensors that an answer holds, as views; copies where several answers had to be joined.
struct held_tensors {
    std::vector<ndarray_view> views;
    std::vector<ndarray> copies;
    ending is = ending::absent;
    bool lost = false; ///< the process ended over the question, and came back without its model
    std::string words;
};

class lockstep {
  public:
    /// `columns` hold the model in the dtype under test; `references` hold it in float64, the first is asked always, the others for a
    /// second opinion (a process may be both), and `arbiter` gives one more where that leaves a tie. `inputs` in the order of the graph's inputs.
    lockstep(model_graph const& graph, std::vector<model_backend*> columns, std::vector<model_backend*> references,
             std::vector<ndarray> inputs, lockstep_options options);

    [[nodiscard]] model_trace run();
    /// After `run`: the same for gradients, from the outputs to the inputs. `columns` that have no gradients are left out by the caller.
    void run_backward(model_trace& trace);
    /// After `run`: the model's outputs in a column; empty tensors where it has none.
    [[nodiscard]] std::vector<ndarray> const& ends(std::size_t column) const { return ends_[column]; }

  private:
    struct column_state {
        model_backend* backend;
        bool alive = true;
        bool policy = false;
        std::size_t lost_at = SIZE_MAX;
    };
    using numbers = std::vector<std::int64_t>;

    [[nodiscard]] std::int64_t tested() const { return static_cast<std::int64_t>(precision::tested); }
    [[nodiscard]] std::int64_t wide() const { return static_cast<std::int64_t>(precision::float64); }
    [[nodiscard]] std::vector<model_backend*> everybody() const;
    [[nodiscard]] bool has_reference() const { return !references_.empty(); }
    [[nodiscard]] std::size_t outputs_of(std::size_t node) const { return (std::max)(graph_.node(node).outputs.size(), std::size_t{1}); }
    [[nodiscard]] std::vector<ndarray_view> input_views() const;
    [[nodiscard]] held_tensors gather(model_backend& b, model_slot at, std::string_view mode, numbers n, std::size_t most,
                                      std::span<ndarray_view const> tensors = {});
    [[nodiscard]] held_tensors ask_and_gather(model_backend& b, model_slot at, std::string_view mode, numbers n, std::size_t most,
                                              std::span<ndarray_view const> tensors = {});
    [[nodiscard]] bool begin(model_backend& b, precision p, bool keep, model_slot at = model_slot::free_run);
    void node_forward(std::size_t i, model_trace& trace);
    [[nodiscard]] std::vector<model_backend*> replay_node(std::size_t i, std::vector<held_tensors> const& outs, model_trace& trace);
    void judge_replay(std::size_t i, std::vector<held_tensors> const& replayed, std::span<ndarray_view const> inputs,
                      held_tensors const& right, model_backend* by, model_trace& trace);
    [[nodiscard]] std::size_t column_of(model_backend const& b) const;
    [[nodiscard]] std::size_t base() const;
    [[nodiscard]] bool lost_its_answer(model_backend const& b, bool deep_asked) const;
    void recover(model_backend& b, std::size_t node, model_trace& trace);
    void recover_reference(model_backend& b, std::size_t node);
    [[nodiscard]] bool catch_up(model_backend& b, precision p, std::size_t node, model_slot at);
    void compare_free(layer_trace& layer, std::vector<held_tensors> const& outs, held_tensors const& deep, std::size_t node,
                      model_trace& trace);
    void judge(layer_trace& layer, std::vector<held_tensors> const& outs, std::span<ndarray_view const> right,
               std::vector<tensor_difference> const* moved);
    [[nodiscard]] bool deserves_second_look(layer_trace const& layer) const;
    void second_look(std::size_t node, std::vector<held_tensors> const& outs, std::span<ndarray_view const> inputs,
                     std::vector<ndarray> right, model_backend& by, model_trace& trace);
    [[nodiscard]] std::vector<tensor_difference> sensitivity(std::size_t node, std::span<ndarray_view const> inputs,
                                                             std::vector<ndarray> const& right, model_backend& by);
    [[nodiscard]] bool check_repeats(std::size_t node, std::size_t c, held_tensors const& out, std::span<ndarray_view const> inputs);
    void settle_references(std::size_t node, std::vector<held_tensors> const& outs, std::span<ndarray_view const> inputs,
                           std::vector<ndarray>& right, std::vector<tensor_difference> const& moved, layer_trace& layer, bool& disputed);
    void tell_policies(model_trace& trace) const;
    [[nodiscard]] ndarray const* peer_of(std::size_t column, std::size_t output) const;
    void compare_whole(model_trace& trace);
    void bisect(std::size_t c, whole_figures& w, model_trace& trace);
    [[nodiscard]] std::vector<ndarray> node_wise(model_backend& b, precision p, std::size_t node);
    void pull_node(std::size_t node, model_trace& trace);
    void find(model_trace& trace, model_finding f) const { trace.findings.push_back(std::move(f)); }
    void keep(model_finding& f, suspect_evidence evidence) const {
        if (!options_.keep) return;
        evidence.column = f.column, evidence.node = f.node, evidence.what = f.what;
        auto kept = options_.keep(evidence);
        f.reproducer = std::move(kept.file), f.tried = std::move(kept.tried);
    }

    model_graph const& graph_;
    std::vector<column_state> columns_;
    std::vector<model_backend*> references_;
    std::vector<ndarray> inputs_;
    lockstep_options options_;
    std::vector<std::vector<ndarray>> ends_; ///< by column: the model's outputs, node by node
    std::vector<ndarray> deep_ends_; ///< the same in float64
};

} // namespace v0
} // namespace xamt

#include <xamt/localise/lockstep_backward.hpp>
#include <xamt/localise/lockstep_forward.hpp>
#include <xamt/localise/lockstep_judge.hpp>
#include <xamt/localise/lockstep_recover.hpp>
#include <xamt/localise/lockstep_second_look.hpp>
#include <xamt/localise/lockstep_whole.hpp>

/// @file
/// How the difference between two backends grows from layer to layer: CRADLE's change rate, and the rule that Muffin replaced it with.
///
/// Place in the pipeline: localise. R ranks layers but cannot tell whether there is a fault at all: on correct pairs of backends it reaches
/// 10, because the first layers differ by almost nothing. `suspect.hpp` decides; these figures stand beside it.
/// Sources: CRADLE (ICSE 2019), section III.C; Gu et al., "Muffin: Testing Deep Learning Libraries via Neural Architecture Fuzzing" (ICSE
/// 2022), section 3.4.
#pragma once

#include <xamt/localise/graph.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <span>
#include <vector>

namespace xamt {
inline namespace v0 {

/// Keeps R finite where nothing differs before a layer.
inline constexpr double rate_epsilon = 1e-7;

/// R = (delta - before) / (before + 1e-7), where `before` is the largest delta of the inbound layers.
[[nodiscard]] constexpr double change_rate(double delta, double before, double epsilon = rate_epsilon) {
    return (delta - before) / (before + epsilon);
}

/// Muffin's rule: a layer is to blame when its outputs differ by more than 0.15 while those of the layers before it differ by less than 1e-5.
[[nodiscard]] constexpr bool muffin_rule(double delta, double before) { return delta > 0.15 && before < 1e-5; }

/// The largest delta of the layers whose outputs a layer takes; 0 for inputs.
[[nodiscard]] inline double inbound_delta(model_graph const& graph, std::span<double const> deltas, std::size_t node) {
    double before = 0;
    for (auto const& s : graph.node(node).sources) before = (std::max)(before, deltas[s.node]);
    return before;
}

/// R of every layer, in the order of the graph. A delta that is no number counts as infinite.
[[nodiscard]] inline std::vector<double> change_rates(model_graph const& graph, std::span<double const> deltas) {
    std::vector<double> rates(graph.size());
    for (std::size_t i = 0; i < graph.size(); ++i) {
        double const before = inbound_delta(graph, deltas, i), own = std::isnan(deltas[i]) ? HUGE_VAL : deltas[i];
        rates[i] = std::isinf(before) || std::isnan(before) ? 0 : change_rate(own, before);
    }
    return rates;
}

/// R backward: the gradient flows from the outputs to the inputs, so "before" are the layers that take a layer's outputs.
[[nodiscard]] inline std::vector<double> backward_rates(model_graph const& graph, std::span<double const> deltas) {
    std::vector<double> before(graph.size(), 0), rates(graph.size());
    for (std::size_t i = 0; i < graph.size(); ++i)
        for (auto const& s : graph.node(i).sources) before[s.node] = (std::max)(before[s.node], deltas[i]);
    for (std::size_t i = 0; i < graph.size(); ++i)
        rates[i] = std::isfinite(before[i]) ? change_rate(std::isnan(deltas[i]) ? HUGE_VAL : deltas[i], before[i]) : 0;
    return rates;
}

/// Numbers of layers, the largest figure first; equal ones in the order of the graph.
[[nodiscard]] inline std::vector<std::size_t> ranked(std::span<double const> figures) {
    std::vector<std::size_t> order(figures.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(),
              [&](std::size_t a, std::size_t b) { return figures[a] != figures[b] ? figures[a] > figures[b] : a < b; });
    return order;
}

} // namespace v0
} // namespace xamt

// Reproducers of suspect layers, gradients and graphs; see model_reproducer.hpp.
#include "model_reproducer.hpp"
#include "model_processes.hpp"

#include <xamt/localise/smaller_case.hpp>

#include <fmt/format.h>

#include <filesystem>

namespace xamt_command {

using namespace xamt;
using nlohmann::json;

namespace {

namespace fs = std::filesystem;

std::vector<ndarray> copies_of(std::span<ndarray_view const> views) { return {views.begin(), views.end()}; }

/// What one process answers to a layer's inputs; nothing if it refuses.
std::optional<std::vector<ndarray>> answer_of(model_backend& b, std::string_view mode, std::vector<std::int64_t> const& numbers,
                                              std::vector<ndarray> const& inputs) {
    auto const views = detail::views_of(inputs);
    b.ask(model_slot::reference, mode, numbers, views);
    auto answer = b.wait_for(model_slot::reference);
    if (answer.is != ending::value) return std::nullopt;
    return std::move(answer.outputs);
}

layer_case cut_down(layer_case whole, model_backend& b, model_backend& reference, std::size_t node, suspect_evidence const& e,
                    std::size_t layer_inputs) {
    bool const backward = e.what == model_finding::kind::gradient;
    auto const mode = backward ? "vjp" : "replay";
    auto const asked = [&](precision p) {
        std::vector<std::int64_t> n{static_cast<std::int64_t>(p), static_cast<std::int64_t>(node), 0};
        if (backward) n.push_back(static_cast<std::int64_t>(layer_inputs));
        return n;
    };
    // Gradients flow in with the shape of the outputs: only the axis of samples is the same on both sides.
    return smaller_case(
        std::move(whole),
        [&](std::vector<ndarray> inputs) -> std::optional<layer_case> {
            auto given = answer_of(b, mode, asked(precision::tested), inputs);
            if (!given) return std::nullopt;
            auto right = answer_of(reference, mode, asked(precision::float64), inputs);
            if (!right) return std::nullopt;
            return layer_case{std::move(inputs), std::move(*given), std::move(*right)};
        },
        backward ? 1 : shape::max_rank);
}

/// The compiled model up to a node against its own layers one by one, on fewer samples; other extents are fixed in a model.
layer_case cut_down_graph(layer_case whole, model_backend& b, model_graph const& graph, std::size_t node) {
    auto const last = static_cast<std::int64_t>(node);
    return smaller_case(
        std::move(whole),
        [&](std::vector<ndarray> inputs) -> std::optional<layer_case> {
            if (!answer_of(b, "begin", {0, 0}, inputs)) return std::nullopt;
            std::optional<std::vector<ndarray>> right;
            for (std::int64_t i = 0; i <= last; ++i) {
                if (graph.is_input(static_cast<std::size_t>(i))) continue;
                right = answer_of(b, "step", {0, i, 0}, {});
                if (!right) return std::nullopt;
            }
            auto given = answer_of(b, "whole", {0, last, 0}, inputs);
            if (!right || !given) return std::nullopt;
            return layer_case{std::move(inputs), std::move(*given), std::move(*right)};
        },
        1, 16);
}

} // namespace

kept_reproducer write_reproducer(model_backend& b, model_backend* reference, model_graph const& graph, model_request const& request,
                                 suspect_evidence const& e) {
    auto const& node = graph.node(e.node);
    bool const layer = e.what == model_finding::kind::layer, backward = e.what == model_finding::kind::gradient;
    auto name = fmt::format("{}-{}-{}{}", request.model.name, node.name, b.name(), layer ? "" : fmt::format("-{}", name_of(e.what)));
    for (char& c : name)
        if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '-';
    layer_case c{copies_of(e.inputs), copies_of(e.given), copies_of(e.right)};
    // Results beyond what one answer holds would have to be joined.
    if (c.right.size() < wire::most_results) {
        if (e.what == model_finding::kind::graph)
            c = cut_down_graph(std::move(c), b, graph, e.node);
        else if (reference != nullptr)
            c = cut_down(std::move(c), b, *reference, e.node, e, node.sources.size());
    }
    std::vector<ndarray_view> tensors;
    for (auto const* part : {&c.inputs, &c.given, &c.right})
        for (auto const& t : *part) tensors.push_back(t.view());
    auto const what = layer      ? "what it gives on these inputs"
                      : backward ? "what its gradients are on these inputs"
                                 : "what the compiled model up to it gives, and its layers one by one";
    json const how{
        {"slot", 0},
        {"node", e.node},
        {"what", name_of(e.what)},
        {"folder", fs::absolute(fs::path(request.reproducers) / name).string()},
        {"inputs", c.inputs.size()},
        {"given", c.given.size()},
        {"layer_inputs", node.sources.size()},
        {"title", fmt::format("{} {} of {} in {}: {}, and what is right.", node.kind, node.name, request.model.name, b.name(), what)}};
    b.ask(model_slot::reference, "reproduce", how.dump(), tensors);
    auto const written = b.wait_for(model_slot::reference);
    auto const told = json::parse(bytes_of(written), nullptr, false);
    if (!told.is_object()) return {"", fmt::format("none was written: {}", complaint_of(written))};
    return {told.value("script", ""), told.value("tried", "")};
}

} // namespace xamt_command

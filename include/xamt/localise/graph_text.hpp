/// @file
/// A model's nodes as lines of text: how a worker tells them, and as JSON, how a worker is told of a graph that was written in C++.
///
/// Place in the pipeline: localise. One line a node: `node NAME KIND ATTRIBUTES SOURCES OUTPUTS`, the words separated by tabs, sources as
/// `NODE:PORT,...`, outputs as `float32[2,3];...`; then `outputs NODE:PORT,...` and `parameters COUNT`.
#pragma once

#include <xamt/core/json_string.hpp>
#include <xamt/localise/graph.hpp>

#include <charconv>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace xamt {
inline namespace v0 {

/// What a worker says of a model that it has loaded.
struct loaded_model {
    model_graph graph;
    std::int64_t parameters = 0;
};

namespace detail {

[[nodiscard]] inline std::vector<std::string_view> split_text(std::string_view text, char at) {
    std::vector<std::string_view> parts;
    while (!text.empty()) {
        auto const end = text.find(at);
        parts.push_back(text.substr(0, end));
        text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
    }
    return parts;
}

[[nodiscard]] inline std::optional<std::int64_t> whole_number_of(std::string_view text) {
    std::int64_t n = 0;
    auto const [end, fault] = std::from_chars(text.data(), text.data() + text.size(), n);
    if (fault != std::errc{} || end != text.data() + text.size() || n < 0) return std::nullopt;
    return n;
}

[[nodiscard]] inline std::optional<std::vector<node_port>> ports_of(std::string_view text) {
    std::vector<node_port> ports;
    for (auto each : split_text(text, ',')) {
        auto const colon = each.find(':');
        if (colon == std::string_view::npos) return std::nullopt;
        auto const node = whole_number_of(each.substr(0, colon)), port = whole_number_of(each.substr(colon + 1));
        if (!node || !port) return std::nullopt;
        ports.push_back({static_cast<std::size_t>(*node), static_cast<std::size_t>(*port)});
    }
    return ports;
}

/// An output whose dtype is none of ours counts as float32: what comes when the node runs decides.
[[nodiscard]] inline std::optional<std::vector<node_output>> outputs_of(std::string_view text) {
    std::vector<node_output> outputs;
    for (auto each : split_text(text, ';')) {
        auto const open = each.find('[');
        if (open == std::string_view::npos || each.back() != ']') return std::nullopt;
        node_output o{dtype_named(each.substr(0, open)).value_or(dtype::float32), {}};
        for (auto extent : split_text(each.substr(open + 1, each.size() - open - 2), ',')) {
            auto const n = whole_number_of(extent);
            if (!n) return std::nullopt;
            o.dims.push_back(*n);
        }
        outputs.push_back(o);
    }
    return outputs;
}

} // namespace detail

/// The nodes that a worker tells; what it says is checked before it is believed.
[[nodiscard]] inline result<loaded_model> read_graph(std::string_view text) {
    loaded_model m;
    for (auto line : detail::split_text(text, '\n')) {
        auto const words = detail::split_text(line, '\t');
        auto const bad = error{"a worker told of a model in words that are not understood", std::string(line.substr(0, 120)), ""};
        if (words.empty()) continue;
        if (words[0] == "node" && words.size() >= 4) {
            auto const sources = detail::ports_of(words.size() > 4 ? words[4] : "");
            auto const outputs = detail::outputs_of(words.size() > 5 ? words[5] : "");
            if (!sources || !outputs) return bad;
            m.graph.append({std::string(words[1]), std::string(words[2]), std::string(words[3]), *sources, *outputs});
        } else if (words[0] == "outputs" && words.size() == 2) {
            auto const ports = detail::ports_of(words[1]);
            if (!ports) return bad;
            for (auto const& p : *ports) m.graph.output(p);
        } else if (words[0] == "parameters" && words.size() == 2) {
            m.parameters = detail::whole_number_of(words[1]).value_or(0);
        } else {
            return bad;
        }
    }
    if (auto const sound = m.graph.check(); !sound) return sound.failure();
    return m;
}

/// A graph as JSON for a worker that is to build it.
[[nodiscard]] inline std::string json_of(model_graph const& graph) {
    std::string text = "{\"nodes\":[";
    for (std::size_t i = 0; i < graph.size(); ++i) {
        auto const& n = graph.node(i);
        text += i > 0 ? ",{\"name\":" : "{\"name\":";
        detail::append_quoted(text, n.name);
        text += ",\"kind\":";
        detail::append_quoted(text, n.kind);
        text += ",\"attributes\":" + (n.attributes.empty() ? "{}" : n.attributes) + ",\"sources\":[";
        for (std::size_t k = 0; k < n.sources.size(); ++k)
            text += (k > 0 ? ",[" : "[") + std::to_string(n.sources[k].node) + "," + std::to_string(n.sources[k].port) + "]";
        text += "]";
        if (!n.outputs.empty()) {
            text += ",\"dtype\":\"" + std::string(name_of(n.outputs[0].type)) + "\",\"shape\":[";
            for (std::size_t k = 0; k < n.outputs[0].dims.rank(); ++k) text += (k > 0 ? "," : "") + std::to_string(n.outputs[0].dims[k]);
            text += "]";
        }
        text += "}";
    }
    text += "],\"outputs\":[";
    for (std::size_t k = 0; k < graph.outputs().size(); ++k)
        text += (k > 0 ? ",[" : "[") + std::to_string(graph.outputs()[k].node) + "," + std::to_string(graph.outputs()[k].port) + "]";
    return text + "]}";
}

} // namespace v0
} // namespace xamt

/// @file
/// A model as a flat list of nodes: what every backend is asked to compute, one node after the other.
///
/// Place in the pipeline: localise. It is neither Keras' nor ONNX's format but what both come down to: a name, a kind, attributes as JSON
/// text, and where the inputs come from. Workers send it for a model they have loaded; it can also be written down in C++ and handed to
/// them. Example: `xamt::model_graph g; auto x = g.input("x", {4, 8}); auto y = g.add("Dense", "d", R"({"units": 3})", {x}); g.output(y);`
#pragma once

#include <xamt/core/dtype.hpp>
#include <xamt/core/none.hpp>
#include <xamt/core/result.hpp>
#include <xamt/core/shape.hpp>

#include <cstddef>
#include <initializer_list>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace xamt {
inline namespace v0 {

/// One output of one node.
struct node_port {
    std::size_t node = 0, port = 0;
    friend constexpr bool operator==(node_port, node_port) = default;
};

/// What a node gives at one port, where that is known before it runs.
struct node_output {
    dtype type = dtype::float32;
    shape dims;
};

struct model_node {
    std::string name;
    std::string kind;               ///< the layer's class or the operator's type; "Input" has no sources
    std::string attributes;         ///< a JSON object
    std::vector<node_port> sources; ///< in the order in which the node takes them
    std::vector<node_output> outputs;
};

/// Nodes in an order in which they can run: each takes from earlier ones only.
class model_graph {
  public:
    /// An input of the model, `dims` with its batch.
    node_port input(std::string name, shape dims, dtype type = dtype::float32) {
        return append({std::move(name), "Input", "{}", {}, {{type, dims}}});
    }
    node_port add(std::string kind, std::string name, std::string attributes, std::vector<node_port> sources) {
        return append({std::move(name), std::move(kind), std::move(attributes), std::move(sources), {}});
    }
    node_port append(model_node node) {
        nodes_.push_back(std::move(node));
        return {nodes_.size() - 1, 0};
    }
    void output(node_port port) { outputs_.push_back(port); }

    [[nodiscard]] std::size_t size() const { return nodes_.size(); }
    [[nodiscard]] model_node const& node(std::size_t i) const { return nodes_[i]; }
    [[nodiscard]] std::vector<model_node> const& nodes() const { return nodes_; }
    [[nodiscard]] std::vector<node_port> const& outputs() const { return outputs_; }
    [[nodiscard]] bool is_input(std::size_t i) const { return nodes_[i].kind == "Input"; }

    /// The node of that name, or `size()`.
    [[nodiscard]] std::size_t find(std::string_view name) const {
        for (std::size_t i = 0; i < nodes_.size(); ++i)
            if (nodes_[i].name == name) return i;
        return nodes_.size();
    }

    /// For each node the last one that takes its output, `size()` for outputs of the model: how long its value must be kept.
    [[nodiscard]] std::vector<std::size_t> last_uses() const {
        std::vector<std::size_t> last(nodes_.size());
        for (std::size_t i = 0; i < nodes_.size(); ++i) {
            last[i] = i;
            for (auto const& s : nodes_[i].sources) last[s.node] = i;
        }
        for (auto const& o : outputs_) last[o.node] = nodes_.size();
        return last;
    }

    /// Whether it can be run: names are there and differ, sources lie before, there is an output.
    [[nodiscard]] result<none> check() const {
        std::unordered_map<std::string_view, std::size_t> seen;
        for (std::size_t i = 0; i < nodes_.size(); ++i) {
            auto const& n = nodes_[i];
            if (n.name.empty()) return error{"node " + std::to_string(i) + " has no name", "layers are blamed by name", "give it one"};
            if (!seen.emplace(n.name, i).second)
                return error{"two nodes are called \"" + n.name + "\"", "layers are blamed by name", "give one of them another name"};
            for (auto const& s : n.sources)
                if (s.node >= i || (!nodes_[s.node].outputs.empty() && s.port >= nodes_[s.node].outputs.size()))
                    return error{"node \"" + n.name + "\" takes what no earlier node gives", "nodes stand in the order in which they run",
                                 ""};
        }
        if (outputs_.empty()) return error{"the graph has no output", "nothing could be compared", "name one with output()"};
        for (auto const& o : outputs_)
            if (o.node >= nodes_.size()) return error{"an output of the graph is no node of it", "", ""};
        return none{};
    }

    /// Whether two backends speak of the same nodes: names, kinds and sources.
    friend bool same_structure(model_graph const& a, model_graph const& b) {
        if (a.size() != b.size() || a.outputs_ != b.outputs_) return false;
        for (std::size_t i = 0; i < a.size(); ++i)
            if (a.nodes_[i].name != b.nodes_[i].name || a.nodes_[i].kind != b.nodes_[i].kind || a.nodes_[i].sources != b.nodes_[i].sources)
                return false;
        return true;
    }

  private:
    std::vector<model_node> nodes_;
    std::vector<node_port> outputs_;
};

} // namespace v0
} // namespace xamt

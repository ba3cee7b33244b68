// Small networks as graphs in C++: together they hold most kinds of layers; some are trained.
#include "model_catalogue.hpp"

#include <xamt/localise/graph_text.hpp>

#include <fmt/format.h>

namespace xamt_command {

namespace {

using xamt::model_graph;
using xamt::node_port;

/// A graph that is written down layer by layer; names are made of kinds and numbers.
struct writer {
    model_graph graph;
    std::map<std::string, int> count;

    node_port in(xamt::shape dims, xamt::dtype type = xamt::dtype::float32) {
        return graph.input(count["Input"]++ == 0 ? "x" : fmt::format("x{}", count["Input"]), dims, type);
    }
    node_port operator()(std::string const& kind, std::vector<node_port> of, std::string attributes = "{}") {
        std::string name;
        for (char c : kind) name += static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
        int const n = ++count[kind];
        return graph.add(kind, n == 1 ? name : fmt::format("{}_{}", name, n), std::move(attributes), std::move(of));
    }
    node_port conv(node_port x, int filters, int size, std::string more = "") {
        return (*this)("Conv2D", {x}, fmt::format(R"({{"filters": {}, "kernel_size": {}, "padding": "same"{}}})", filters, size, more));
    }
};

model_entry entry(std::string name, writer const& w, std::string family, nlohmann::json train = nullptr, std::string dataset = "noise") {
    model_entry e;
    e.name = std::move(name), e.form = "keras", e.family = std::move(family);
    e.source = {{"graph", nlohmann::json::parse(xamt::json_of(w.graph))}};
    for (auto const& n : w.graph.nodes())
        if (n.kind == "Input") {
            e.shapes.emplace_back(n.outputs[0].dims.begin(), n.outputs[0].dims.end());
            e.dtypes.emplace_back(name_of(n.outputs[0].type));
        }
    e.train = std::move(train);
    e.dataset = std::move(dataset);
    return e;
}

/// Most kinds that convolutional networks are made of.
writer small_cnn() {
    writer n;
    auto x = n.in({4, 33, 33, 3});
    x = n("ZeroPadding2D", {x}, R"({"padding": [[1, 0], [0, 1]]})");
    x = n.conv(x, 12, 3, R"(, "strides": 2)");
    x = n("BatchNormalization", {x}, R"({"epsilon": 0.001})");
    x = n("LeakyReLU", {x}, R"({"negative_slope": 0.2})");
    auto const skip = x;
    x = n("DepthwiseConv2D", {x}, R"({"kernel_size": 3, "padding": "same", "depth_multiplier": 2})");
    x = n("ReLU", {x}, R"({"max_value": 6.0})");
    x = n.conv(x, 12, 1);
    x = n("Add", {x, skip});
    x = n.conv(x, 16, 3, R"(, "dilation_rate": 2)");
    x = n("GroupNormalization", {x}, R"({"groups": 4})");
    x = n("Activation", {x}, R"({"activation": "gelu"})");
    x = n("AveragePooling2D", {x}, R"({"pool_size": 3, "strides": 2, "padding": "same"})");
    auto const left = n.conv(x, 8, 3);
    auto const right = n("Activation", {n.conv(x, 8, 1)}, R"({"activation": "silu"})");
    x = n("Concatenate", {left, right});
    x = n("UpSampling2D", {x}, R"({"size": 2, "interpolation": "bilinear"})");
    x = n("MaxPooling2D", {x}, R"({"pool_size": 3, "strides": 2, "padding": "same"})");
    x = n("Conv2DTranspose", {x}, R"({"filters": 6, "kernel_size": 3, "strides": 2, "padding": "same"})");
    x = n("ELU", {x}, R"({"alpha": 1.0})");
    x = n("LayerNormalization", {x});
    x = n("Flatten", {x});
    x = n("Dense", {x}, R"({"units": 10})");
    n.graph.output(n("Softmax", {x}));
    return n;
}

writer recurrent_mix() {
    writer n;
    auto const x = n.in({4, 12, 8});
    auto const a = n("LSTM", {x}, R"({"units": 10, "return_sequences": true})");
    auto const b = n("GRU", {x}, R"({"units": 10, "return_sequences": true})");
    auto y = n("Add", {a, b});
    y = n("LayerNormalization", {y});
    auto const m = n("MultiHeadAttention", {y}, R"({"num_heads": 2, "key_dim": 5})");
    y = n("Add", {y, m});
    auto const c = n("Conv1D", {y}, R"({"filters": 10, "kernel_size": 3, "dilation_rate": 2, "padding": "same"})");
    auto const d = n("Dot", {c, y}, R"({"axes": [1, 1]})");
    auto const g = n("GRU", {d}, R"({"units": 6, "return_sequences": false})");
    auto z = n("Dense", {g}, R"({"units": 6, "activation": "sigmoid"})");
    n.graph.output(n("Dense", {z}, R"({"units": 5, "activation": "softmax"})"));
    return n;
}

writer unet() {
    writer n;
    auto const x = n.in({2, 32, 32, 3});
    auto const block = [&](node_port v, int f) {
        v = n("Activation", {n("BatchNormalization", {n.conv(v, f, 3)})}, R"({"activation": "relu"})");
        return n("Activation", {n("BatchNormalization", {n.conv(v, f, 3)})}, R"({"activation": "relu"})");
    };
    auto const a = block(x, 8);
    auto const b = block(n("MaxPooling2D", {a}), 16);
    auto const c = block(n("MaxPooling2D", {b}), 24);
    auto const up = n("Conv2DTranspose", {c}, R"({"filters": 16, "kernel_size": 2, "strides": 2})");
    auto const d = block(n("Concatenate", {up, b}), 16);
    auto const e = block(n("Concatenate", {n("UpSampling2D", {d}, R"({"interpolation": "nearest"})"), a}), 8);
    n.graph.output(n.conv(e, 2, 1, R"(, "activation": "sigmoid")"));
    return n;
}

writer squeezing() {
    writer n;
    auto x = n.in({4, 28, 28, 4});
    x = n("SeparableConv2D", {x}, R"({"filters": 16, "kernel_size": 3, "padding": "same", "strides": 2})");
    x = n("BatchNormalization", {x});
    x = n("Activation", {x}, R"({"activation": "silu"})");
    auto s = n("GlobalAveragePooling2D", {x}, R"({"keepdims": true})");
    s = n("Conv2D", {s}, R"({"filters": 4, "kernel_size": 1, "activation": "relu"})");
    s = n("Conv2D", {s}, R"({"filters": 16, "kernel_size": 1, "activation": "sigmoid"})");
    x = n("Multiply", {x, s});
    x = n("DepthwiseConv2D", {x}, R"({"kernel_size": 5, "strides": 2, "padding": "same"})");
    x = n("AveragePooling2D", {x}, R"({"pool_size": 2, "strides": 2, "padding": "same"})");
    x = n("Reshape", {x}, R"({"target_shape": [16, 16]})");
    x = n("Permute", {x}, R"({"dims": [2, 1]})");
    auto const y = n("MultiHeadAttention", {x}, R"({"num_heads": 4, "key_dim": 8})");
    x = n("Add", {x, y});
    x = n("GlobalMaxPooling1D", {x});
    n.graph.output(n("Dense", {x}, R"({"units": 7, "activation": "softmax"})"));
    return n;
}

writer words() {
    writer n;
    auto const t = n.in({4, 20}, xamt::dtype::int32);
    auto x = n("Embedding", {t}, R"({"input_dim": 50, "output_dim": 16})");
    x = n("Bidirectional", {x},
          R"({"layer": {"module": "keras.layers", "class_name": "LSTM", "config": {"units": 8, "return_sequences": true}}})");
    x = n("Conv1D", {x}, R"({"filters": 16, "kernel_size": 3, "padding": "causal", "activation": "relu"})");
    x = n("AveragePooling1D", {x}, R"({"pool_size": 3, "strides": 2, "padding": "same"})");
    x = n("SimpleRNN", {x}, R"({"units": 12})");
    n.graph.output(n("Dense", {x}, R"({"units": 3, "activation": "softmax"})"));
    return n;
}

writer volume() {
    writer n;
    auto x = n.in({2, 8, 9, 7, 2});
    x = n("Conv3D", {x}, R"({"filters": 4, "kernel_size": 3, "padding": "same"})");
    x = n("BatchNormalization", {x});
    x = n("MaxPooling3D", {x}, R"({"pool_size": 2, "padding": "same"})");
    x = n("Conv3DTranspose", {x}, R"({"filters": 3, "kernel_size": 2, "strides": 2})");
    x = n("PReLU", {x});
    x = n("GlobalAveragePooling3D", {x});
    n.graph.output(n("Dense", {x}, R"({"units": 4})"));
    return n;
}

/// Two views of a sequence, matched with each other.
writer towers() {
    writer n;
    auto const x = n.in({4, 10, 6});
    auto const a = n("LSTM", {x}, R"({"units": 8, "return_sequences": true})");
    auto const b = n("Conv1D", {x}, R"({"filters": 7, "kernel_size": 3, "padding": "same"})");
    auto y = n("Dot", {a, b}, R"({"axes": [1, 1]})");
    y = n("LayerNormalization", {y});
    y = n("GlobalAveragePooling1D", {y});
    n.graph.output(n("Dense", {y}, R"({"units": 4, "activation": "softmax"})"));
    return n;
}

writer perceptron(std::int64_t features, int classes) {
    writer n;
    auto x = n.in({16, features});
    x = n("Dense", {x}, R"({"units": 32, "activation": "relu"})");
    x = n("Dense", {x}, R"({"units": 16, "activation": "tanh"})");
    n.graph.output(n("Dense", {x}, fmt::format(R"({{"units": {}{}}})", classes, classes > 1 ? R"(, "activation": "softmax")" : "")));
    return n;
}

writer classifier(std::int64_t side, int filters) {
    writer n;
    auto x = n.in({16, side, side, 1});
    for (int k = 0; k < 2; ++k) {
        x = n.conv(x, filters << k, 3);
        x = n("BatchNormalization", {x}, R"({"momentum": 0.9})");
        x = n("Activation", {x}, R"({"activation": "relu"})");
        x = n("AveragePooling2D", {x}, R"({"pool_size": 3, "strides": 2, "padding": "same"})");
    }
    x = n("Flatten", {x});
    n.graph.output(n("Dense", {x}, R"({"units": 10, "activation": "softmax"})"));
    return n;
}

writer rows_of_digits() {
    writer n;
    auto x = n.in({16, 8, 8});
    x = n("LSTM", {x}, R"({"units": 24, "return_sequences": true})");
    x = n("GRU", {x}, R"({"units": 24})");
    n.graph.output(n("Dense", {x}, R"({"units": 10, "activation": "softmax"})"));
    return n;
}

} // namespace

std::vector<model_entry> written_models() {
    std::vector<model_entry> all{
        entry("small-cnn", small_cnn(), "written here, seeded"), entry("recurrent-mix", recurrent_mix(), "written here, seeded"),
        entry("unet", unet(), "written here, seeded"),           entry("squeezing", squeezing(), "written here, seeded"),
        entry("words", words(), "written here, seeded"),         entry("volume", volume(), "written here, seeded"),
        entry("towers", towers(), "written here, seeded"),
    };
    all[4].data = {{"most", {50}}};
    auto const trained = [&](std::string name, writer const& w, std::string data, int epochs, bool regression = false) {
        all.push_back(entry(std::move(name), w, "written here, trained on " + data,
                            {{"data", data}, {"epochs", epochs}, {"regression", regression}}, data));
    };
    trained("digits-cnn", classifier(8, 8), "digits", 12);
    trained("digits-rnn", rows_of_digits(), "digits", 15);
    trained("mnist-cnn", classifier(28, 8), "mnist", 3);
    trained("iris-mlp", perceptron(4, 3), "iris", 60);
    trained("wine-mlp", perceptron(13, 3), "wine", 40);
    trained("breast-cancer-mlp", perceptron(30, 2), "breast-cancer", 20);
    trained("diabetes-mlp", perceptron(10, 1), "diabetes", 30, true);
    return all;
}

} // namespace xamt_command

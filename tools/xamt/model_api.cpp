// Layers and the groups of functions that test them; see model_api.hpp.
#include "model_api.hpp"
#include "command.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace xamt_command {

namespace {

constexpr layer_groups table[] = {
    {"Dense", "matmul,add"},
    {"EinsumDense", "einsum,add"},
    {"Gemm", "matmul,add"},
    {"MatMul", "matmul,batched_matmul"},
    {"Dot", "batched_matmul"},
    {"Einsum", "einsum"},
    {"Conv", "conv1d,conv2d,conv3d,depthwise_conv2d"},
    {"Conv1D", "conv1d"},
    {"Conv2D", "conv2d"},
    {"Conv3D", "conv3d"},
    {"DepthwiseConv2D", "depthwise_conv2d"},
    {"SeparableConv2D", "depthwise_conv2d,conv2d"},
    {"Conv1DTranspose", "conv_transpose1d"},
    {"Conv2DTranspose", "conv_transpose2d"},
    {"ConvTranspose", "conv_transpose1d,conv_transpose2d"},
    {"AveragePooling1D", "avg_pool1d,avg_pool1d_same"},
    {"AveragePooling2D", "avg_pool2d,avg_pool1d_same"},
    {"AveragePooling3D", "avg_pool3d,avg_pool1d_same"},
    {"AveragePool", "avg_pool2d,avg_pool2d_counting_padding"},
    {"MaxPooling1D", "max_pool1d,max_pool1d_same"},
    {"MaxPooling2D", "max_pool2d,max_pool1d_same"},
    {"MaxPooling3D", "max_pool3d"},
    {"MaxPool", "max_pool2d"},
    {"GlobalAveragePooling1D", "mean"},
    {"GlobalAveragePooling2D", "global_avg_pool2d,mean"},
    {"GlobalAveragePool", "global_avg_pool2d"},
    {"GlobalMaxPooling1D", "max"},
    {"GlobalMaxPooling2D", "global_max_pool2d"},
    {"GlobalMaxPool", "global_max_pool2d"},
    {"BatchNormalization", "batch_norm_inference,batch_norm_layer"},
    {"LayerNormalization", "layer_norm,layer_norm_layer"},
    {"GroupNormalization", "group_norm"},
    {"InstanceNormalization", "instance_norm"},
    {"UnitNormalization", "l2_normalize"},
    {"Normalization", "subtract,divide"},
    {"Rescaling", "multiply,add"},
    {"Softmax", "softmax"},
    {"LogSoftmax", "log_softmax"},
    {"Sigmoid", "sigmoid"},
    {"HardSigmoid", "hard_sigmoid"},
    {"HardSwish", "hard_swish"},
    {"Tanh", "tanh"},
    {"Relu", "relu"},
    {"ReLU", "relu,relu6,clipped_relu"},
    {"LeakyReLU", "leaky_relu"},
    {"LeakyRelu", "leaky_relu"},
    {"PReLU", "prelu"},
    {"PRelu", "prelu"},
    {"ELU", "elu"},
    {"Elu", "elu"},
    {"Gelu", "gelu"},
    {"Softplus", "softplus"},
    {"Erf", "erf"},
    {"Exp", "exp"},
    {"Log", "log"},
    {"Sqrt", "sqrt"},
    {"Pow", "power"},
    {"Reciprocal", "reciprocal"},
    {"Add", "add"},
    {"Sub", "subtract"},
    {"Subtract", "subtract"},
    {"Mul", "multiply"},
    {"Multiply", "multiply"},
    {"Div", "divide"},
    {"Maximum", "maximum"},
    {"Minimum", "minimum"},
    {"Clip", "clip"},
    {"Concat", "concatenate"},
    {"Concatenate", "concatenate"},
    {"ReduceMean", "mean"},
    {"ReduceSum", "sum"},
    {"ReduceMax", "max"},
    {"Resize", "resize_nearest,resize_bilinear"},
    {"Resizing", "resize_nearest,resize_bilinear"},
    {"UpSampling2D", "resize_nearest,resize_bilinear"},
    {"ZeroPadding2D", "pad"},
    {"Pad", "pad"},
    {"Transpose", "transpose"},
    {"Permute", "transpose"},
    {"Reshape", "reshape"},
    {"Flatten", "reshape"},
    {"Squeeze", "squeeze"},
    {"Slice", "slice"},
    {"MultiHeadAttention", "scaled_dot_product_attention,softmax,einsum"},
    {"LSTM", "matmul,sigmoid,tanh"},
    {"GRU", "matmul,sigmoid,tanh"},
    {"SimpleRNN", "matmul,tanh"},
    {"Bidirectional", "matmul,sigmoid,tanh"},
    {"Embedding", "take"},
    {"Gather", "take"},
    {"CONV_2D", "conv2d"},
    {"DEPTHWISE_CONV_2D", "depthwise_conv2d"},
    {"TRANSPOSE_CONV", "conv_transpose2d"},
    {"FULLY_CONNECTED", "matmul,add"},
    {"BATCH_MATMUL", "batched_matmul"},
    {"AVERAGE_POOL_2D", "avg_pool2d,avg_pool1d_same"},
    {"MAX_POOL_2D", "max_pool2d,max_pool1d_same"},
    {"SOFTMAX", "softmax"},
    {"LOGISTIC", "sigmoid"},
    {"TANH", "tanh"},
    {"HARD_SWISH", "hard_swish"},
    {"LEAKY_RELU", "leaky_relu"},
    {"GELU", "gelu"},
    {"ADD", "add"},
    {"SUB", "subtract"},
    {"MUL", "multiply"},
    {"DIV", "divide"},
    {"MEAN", "mean"},
    {"SUM", "sum"},
    {"CONCATENATION", "concatenate"},
    {"RESIZE_BILINEAR", "resize_bilinear"},
    {"RESIZE_NEAREST_NEIGHBOR", "resize_nearest"},
};

/// Activations that layers name in their attributes, where their group is called otherwise.
constexpr layer_groups activations[] = {{"swish", "silu"}, {"hard_silu", "hard_swish"}};
constexpr std::string_view same_names[] = {"relu", "relu6", "sigmoid",     "softmax",    "tanh",       "gelu",
                                           "silu", "elu",   "selu",        "softplus",   "softsign",   "hard_sigmoid",
                                           "mish", "celu",  "log_softmax", "leaky_relu", "exponential"};

} // namespace

std::span<layer_groups const> layer_group_table() { return table; }

std::string api_of(std::string_view form, std::string_view kind) {
    return form == "keras" ? fmt::format("keras.layers.{}", kind) : fmt::format("{}.{}", form, kind);
}

std::vector<std::string> groups_of(std::string_view kind, std::string_view attributes) {
    std::vector<std::string> found;
    auto const add = [&](std::string_view list) {
        for (auto& word : words_of({std::string(list)}))
            if (std::ranges::find(found, word) == found.end()) found.push_back(std::move(word));
    };
    for (auto const& row : table)
        if (row.kind == kind) add(row.groups);
    auto const told = nlohmann::json::parse(attributes, nullptr, false);
    auto const activation =
        told.is_object() && told.contains("activation") && told["activation"].is_string() ? told["activation"].get<std::string>() : "";
    for (auto const& row : activations)
        if (row.kind == activation) add(row.groups);
    for (auto const& name : same_names)
        if (name == activation) add(name == "exponential" ? "exp" : name);
    return found;
}

std::string fuzz_columns(std::string_view column) {
    std::vector<std::string> list{"tensorflow", "jax", "torch"};
    if (column.starts_with("keras[")) {
        // Keras on a backend that fuzzing does not know (OpenVINO) is left out; the functions are tested all the same.
        if (std::string const own(column); select_frameworks({own})) list.insert(list.begin(), own);
        for (std::string const other : {"keras[tensorflow]", "keras[jax]"})
            if (other != column) list.push_back(other);
    } else {
        list.emplace_back("numpy");
    }
    return fmt::format("{}", fmt::join(list, ","));
}

} // namespace xamt_command

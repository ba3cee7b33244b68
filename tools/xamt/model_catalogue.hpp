/// @file
/// The models that `xamt model` knows by name: architectures of Keras with seeded weights, small networks written in C++ (seeded or trained
/// on data that packages ship), and ONNX files with real weights that lie in packages.
#pragma once

#include "command.hpp"

#include <xamt/localise/graph.hpp>

#include <nlohmann/json.hpp>

#include <optional>
#include <string>
#include <vector>

namespace xamt_command {

struct model_entry {
    std::string name;
    std::string form; ///< "keras", "onnx" or "tflite"
    std::string family; ///< for people: where it comes from
    std::string package; ///< that ships the file, or empty
    nlohmann::json source; ///< as the worker wants it
    std::vector<std::vector<int>> shapes; ///< of the inputs, with the batch first; empty: the file tells
    std::vector<std::string> dtypes;
    nlohmann::json train; ///< how it is trained, or null
    nlohmann::json data; ///< additions to the request for data: scale, shift, values of further inputs
    std::string dataset = "noise"; ///< that is used when none is named
    std::string missing; ///< why it cannot be run here, or empty
};

struct dataset_entry {
    std::string name;
    std::string form; ///< "pictures" or "table"
    int features = 0; ///< of a table; 0: any
    std::string package;
};

/// Networks written in C++.
[[nodiscard]] std::vector<model_entry> written_models();

/// All that is built in; `packages` are the folders where ONNX files are looked for.
[[nodiscard]] std::vector<model_entry> model_catalogue(std::vector<std::string> const& packages);
[[nodiscard]] std::vector<dataset_entry> dataset_catalogue();

/// The columns that can run a form of model.
[[nodiscard]] std::vector<std::string> columns_for(std::string_view form);
/// Whether a column runs with its vendor's default precision: a variant to look at, told as a policy and no fault; not among `columns_for`.
[[nodiscard]] bool is_policy(std::string_view column);
/// All columns that can be named: also those with a policy, and LiteRT, which converts every layer by itself and takes its time.
[[nodiscard]] std::vector<std::string> all_columns_for(std::string_view form);
/// The columns that evaluate it in float64, the one that is trusted first in front.
[[nodiscard]] std::vector<std::string> references_for(std::string_view form);

/// Why a data set does not fit a model's first input; nothing if it does.
[[nodiscard]] std::optional<std::string> misfit(model_entry const& model, dataset_entry const& data);

} // namespace xamt_command

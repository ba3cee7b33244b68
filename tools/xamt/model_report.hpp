/// @file
/// What a comparison of backends has shown, for people and for scripts.
#pragma once

#include "model_runner.hpp"

#include <xamt/report/terminal.hpp>

#include <nlohmann/json.hpp>

#include <map>
#include <string>
#include <vector>

namespace xamt_command {

/// Findings of one cause: the same pair of backends, kind of layer, attributes that matter, and class of difference.
struct unique_inconsistency {
    std::string columns, kind, attributes, what;
    int count = 0;
    std::string first; ///< "model/layer"
};

[[nodiscard]] std::string sentence_of(model_result const& r, xamt::model_finding const& f);
/// The command that tests the functions a suspect layer is made of; empty where no group does.
[[nodiscard]] std::string fuzz_line(model_result const& r, xamt::model_finding const& f, int seconds);
[[nodiscard]] nlohmann::ordered_json json_of(model_result const& r);
[[nodiscard]] std::string console_of(model_result const& r, xamt::console_style const& style);
[[nodiscard]] std::string html_of(std::vector<model_result> const& results, std::string const& command);
[[nodiscard]] std::vector<unique_inconsistency> unique_inconsistencies(std::vector<nlohmann::ordered_json> const& results);

} // namespace xamt_command

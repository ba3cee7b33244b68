/// @file
/// Arguments that a scenario does not give as they are: windows, paddings in words, statistics by name, sizes of layers.
///
/// Place in the pipeline: match.
#pragma once

#include <xamt/match/call_text.hpp>
#include <xamt/match/role_of.hpp>
#include <xamt/match/scenario.hpp>
#include <xamt/match/structure.hpp>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace xamt {
inline namespace v0 {

namespace detail {

/// A window or stride: one number, a number per spatial axis, or one per axis.
[[nodiscard]] inline std::string window_text(std::vector<std::int64_t> const& sizes, std::size_t rank, call_structure const& how) {
    if (!how.full_rank) return sizes.size() == 1 ? std::to_string(sizes[0]) : tuple_text(sizes);
    std::vector<std::int64_t> all(1, 1);
    if (!how.channels_last) all.push_back(1);
    for (std::size_t i = 0; i + 2 < rank; ++i) all.push_back(sizes[(std::min)(i, sizes.size() - 1)]);
    if (how.channels_last) all.push_back(1);
    return tuple_text(all);
}

[[nodiscard]] inline bool wants_all_axes(public_parameter const& p) {
    return p.text.find("equence") != std::string::npos || p.annotation.find("equence") != std::string::npos;
}

/// One number becomes one per spatial axis.
[[nodiscard]] inline std::vector<std::int64_t> for_all_axes(std::vector<std::int64_t> sizes, std::size_t rank) {
    if (sizes.size() == 1 && rank > 2) sizes.resize(rank - 2, sizes[0]);
    return sizes;
}

/// A probe as the prober reads it, laid out as the conventions want it.
[[nodiscard]] inline std::string tensor_text(scenario const& s, call_structure const& how, std::string_view name, bool first, bool as_log) {
    auto const rank = shape_of_probe(name).size();
    std::vector<int> axes;
    if (first && how.channels_last) axes = channels_to_last(rank);
    if (s.aligns && how.batch_first && name == "chances") axes = {1, 0, 2};
    if (s.filters && name.starts_with('K')) axes = permutation_of(how.kernel, rank);
    if (first && how.parts) return "{\"parts\":{\"p\":" + quoted_text(name) + "}}";
    std::string text = "{\"p\":" + quoted_text(name);
    if (!axes.empty()) {
        text += ",\"t\":[";
        for (std::size_t i = 0; i < axes.size(); ++i) text += (i > 0 ? "," : "") + std::to_string(axes[i]);
        text += "]";
    }
    if (as_log) text += scaled_as(name);
    return text + "}";
}

/// What is added before and after each axis: in pairs, or in one list with the innermost axis first.
[[nodiscard]] inline std::string pairs_text(std::vector<std::vector<std::int64_t>> const& pairs, bool innermost_first) {
    std::vector<std::string> items;
    if (innermost_first) {
        for (auto pair = pairs.rbegin(); pair != pairs.rend(); ++pair)
            for (auto n : *pair) items.push_back(std::to_string(n));
        return sequence_text('l', items);
    }
    for (auto const& pair : pairs) items.push_back(tuple_text(pair));
    return sequence_text('u', items);
}

/// "valid" padding in the spelling that the parameter's text has, else the first word that it quotes.
[[nodiscard]] inline std::optional<std::string> word_for(public_parameter const& p, bool required) {
    auto const quotes = [&](char const* word) { return std::ranges::find(p.choices, word) != p.choices.end(); };
    bool const padding = p.name == "padding";
    bool const in_words = quotes("VALID") || quotes("valid") || p.annotation.find("str") != std::string::npos || p.standard == "'SAME'";
    if (padding && in_words) {
        if (!required && p.standard == "'valid'") return std::nullopt;
        return quoted_text(quotes("valid") ? "valid" : "VALID");
    }
    if (!required) return std::nullopt;
    if (padding) return "\"VALID\"";
    if (!p.choices.empty()) return quoted_text(p.choices[0]);
    return p.name == "mode" ? std::optional<std::string>("\"constant\"") : std::nullopt;
}

/// Statistics and affine parameters go by name, because every library has an order of its own.
[[nodiscard]] inline std::optional<std::string_view> statistic_named(std::string_view name) {
    if (name == "mean" || name == "running_mean" || name == "moving_mean") return "mean4";
    if (name == "variance" || name == "running_var" || name == "var" || name == "moving_variance") return "var4";
    if (name == "weight" || name == "gamma" || name == "scale") return "ga4";
    if (name == "bias" || name == "beta" || name == "offset") return "b4";
    return std::nullopt;
}

/// So do sequences and their lengths.
[[nodiscard]] inline std::optional<std::string_view> sequence_named(std::string_view name) {
    if (name == "log_probs" || name == "logits" || name == "output" || name == "x" || name == "y_pred") return "chances";
    if (name == "targets" || name == "labels" || name == "target" || name == "t" || name == "y_true") return "spelling";
    if (name == "input_lengths" || name == "logit_length" || name == "output_length" || name == "input_length") return "times";
    if (name == "target_lengths" || name == "label_length" || name == "target_length") return "letters";
    return std::nullopt;
}

/// What a layer's constructor is told about sizes, for an input like this probe.
[[nodiscard]] inline std::optional<std::string> size_for(public_parameter const& p, std::string_view input) {
    auto const which = layer_size_of(p.name);
    if (!which) return std::nullopt;
    auto const shape = shape_of_probe(input);
    auto const* const row = probe_named(input);
    bool const classes = row != nullptr && dtype_name_of(row->are) == "int64"; // a table of rows to look up
    if (classes) return *which == layer_size::features_in || *which == layer_size::rows ? "10" : "5";
    switch (*which) {
    case layer_size::channels_in: return std::to_string(shape.size() > 1 ? shape[1] : shape.empty() ? 1 : shape[0]);
    case layer_size::features_in: return std::to_string(shape.empty() ? 1 : shape.back());
    case layer_size::out: return "7";
    case layer_size::rows: return "10";
    case layer_size::columns: return "5";
    }
    return std::nullopt;
}

} // namespace detail

} // namespace v0
} // namespace xamt

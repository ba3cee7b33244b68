/// @file
/// A scenario: what a callable is tried on, by role.
///
/// Place in the pipeline: match. A callable takes part in a scenario when its parameters can take all of it and need nothing else.
#pragma once

#include <xamt/match/probe.hpp>
#include <xamt/match/scenario_table.hpp>

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace xamt {
inline namespace v0 {

struct scenario {
    std::string_view id;
    std::vector<std::string_view> tensors, list, functions;
    std::vector<std::vector<std::int64_t>> shapes;
    std::vector<std::int64_t> axes, integers, kernel, stride;
    std::vector<double> reals;
    std::vector<std::vector<std::int64_t>> pairs;
    std::vector<std::string_view> dtypes;
    std::string_view equation;
    bool keepdims = false;
    bool filters = false;   ///< the second tensor is a kernel
    bool normalises = false; ///< epsilon is given, because its default differs
    bool factors = false;    ///< the first tensor is an LU factorisation, the second its pivots
    bool aligns = false;     ///< sequences with their lengths, which parameters find by name
    bool samples = false;    ///< many random numbers, compared by their distribution
    std::vector<std::pair<std::string_view, std::string_view>> settings; ///< of an optimiser, by role

    /// The names that bind more than tensors; without them defaults stay open.
    [[nodiscard]] bool binds_more() const { return id.find(' ') != std::string_view::npos; }
    /// Whether `more` gives an optimiser all that this does and something else besides.
    [[nodiscard]] bool is_part_of(scenario const& more) const {
        return settings.size() < more.settings.size() &&
               std::ranges::all_of(
                   settings, [&](auto const& each) { return std::ranges::find(more.settings, each) != more.settings.end(); });
    }
    /// NaN, infinities, complex numbers, negative and half integers: where look-alikes differ.
    [[nodiscard]] bool is_hard() const {
        for (auto t : tensors)
            if (t == "n" || t == "inf" || t == "c" || t == "ineg" || t == "z") return true;
        return false;
    }
    /// One number and nothing else: a number that comes back may be this one.
    [[nodiscard]] bool is_one_number() const {
        return tensors.empty() && list.empty() && shapes.empty() && functions.empty() && dtypes.empty() &&
               integers.size() + reals.size() == 1;
    }
    /// What sort of arguments these are, where that is not the usual one: a few real numbers in two dimensions.
    [[nodiscard]] std::string_view domain() const;
};

namespace detail {

[[nodiscard]] inline std::vector<std::string_view> split_at(std::string_view text, char mark) {
    std::vector<std::string_view> parts;
    for (;;) {
        auto const end = text.find(mark);
        parts.push_back(text.substr(0, end));
        if (end == std::string_view::npos) return parts;
        text.remove_prefix(end + 1);
    }
}

[[nodiscard]] inline std::vector<std::int64_t> whole_numbers(std::string_view text) {
    std::vector<std::int64_t> numbers;
    for (auto part : split_at(text, ',')) numbers.push_back(std::strtoll(std::string(part).c_str(), nullptr, 10));
    return numbers;
}

inline void read_word(scenario& s, std::string_view word) {
    auto const equals = word.find('=');
    if (equals == std::string_view::npos) {
        if (word == "conv")
            s.filters = true;
        else if (word == "samples")
            s.samples = true;
        else if (word == "lu")
            s.factors = true;
        else if (word == "ctc")
            s.aligns = true;
        else if (word == "bn" || word == "gn" || word == "ln")
            s.normalises = true;
        else if (word != "img")
            s.tensors = split_at(word, '+');
        return;
    }
    auto const key = word.substr(0, equals), value = word.substr(equals + 1);
    if (key == "list") s.list = split_at(value, '+');
    if (key == "fn") s.functions = split_at(value, ',');
    if (key == "axis") s.axes = whole_numbers(value);
    if (key == "int") s.integers = whole_numbers(value);
    if (key == "ints" || key == "shape") s.shapes.push_back(whole_numbers(value));
    if (key == "kernel") s.kernel = whole_numbers(value);
    if (key == "stride") s.stride = whole_numbers(value);
    if (key == "float")
        for (auto part : split_at(value, ',')) s.reals.push_back(std::strtod(std::string(part).c_str(), nullptr));
    if (key == "pairs")
        for (auto part : split_at(value, ';')) s.pairs.push_back(whole_numbers(part));
    if (key == "dtype") s.dtypes = split_at(value, ',');
    if (key == "equation") s.equation = value;
    if (key == "keepdims") s.keepdims = true;
    if (key == "optimiser")
        for (auto part : split_at(value, ';')) s.settings.emplace_back(part.substr(0, part.find(':')), part.substr(part.find(':') + 1));
}

} // namespace detail

[[nodiscard]] inline scenario read_scenario(std::string_view text) {
    scenario s;
    s.id = text;
    if (!text.empty())
        for (auto word : detail::split_at(text, ' '))
            if (!word.empty()) detail::read_word(s, word);
    return s;
}

[[nodiscard]] inline std::vector<scenario> const& scenarios() {
    static std::vector<scenario> const all = [] {
        std::vector<scenario> list;
        for (auto text : detail::scenario_texts) list.push_back(read_scenario(text));
        return list;
    }();
    return all;
}

/// The row of a probe by its name.
[[nodiscard]] inline detail::probe_row const* probe_named(std::string_view name) {
    for (auto const& row : detail::probe_rows)
        if (row.name == name) return &row;
    return nullptr;
}

inline std::string_view scenario::domain() const {
    using enum detail::probe_values;
    for (auto const& names : {tensors, list})
        for (auto const name : names) {
            auto const* const row = probe_named(name);
            if (row == nullptr) continue;
            if (row->are == with_nan || row->are == with_inf) return "NaN and infinities";
            if (row->are == detail::probe_values::complex) return "complex numbers";
            if (row->are == bits) return "truth values";
            if (detail::dtype_name_of(row->are) == "int64") return "whole numbers";
            if (row->are == zeros_ones || row->are == one_hot || row->are == lower) return "zeros";
        }
    for (auto const& [property, value] : settings)
        if (property == "eps" && value == "0.001") return "a large epsilon"; // may stand inside or outside of a root
    for (auto const& [property, value] : settings)
        if (property == "weight_decay") return "weight decay";
    if (tensors.empty()) return "";
    auto const* const row = probe_named(tensors[0]);
    auto const rank = row == nullptr ? 2 : detail::sizes_of(row->shape).size();
    return rank >= 3 ? "rank 3 and more" : rank < 2 ? "rank 1" : "";
}

/// Sizes of a probe by its name.
[[nodiscard]] inline std::vector<std::int64_t> shape_of_probe(std::string_view name) {
    for (auto const& row : detail::probe_rows)
        if (row.name == name) return detail::sizes_of(row.shape);
    return {};
}

} // namespace v0
} // namespace xamt

/// @file
/// What one call gave, as far as matching needs it: hashes of its outputs.
///
/// Place in the pipeline: match. The prober writes it in words (see tools/hosts/prober.py); calls of any two frameworks compare by text.
#pragma once

#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

namespace xamt {
inline namespace v0 {

/// One output: shape, hashes of the values rounded to about 6 and 3 digits.
struct output_hash {
    std::string fine, coarse; ///< with the shape in front
    bool trivial = false;     ///< constant, one NaN, or an argument again: says nothing
    bool special = false;     ///< has NaN or infinities
    bool truth = false;       ///< one truth value: says something only together with others
    bool mean = false;        ///< the mean of the first output, not an output
    bool joined = false;      ///< two outputs as the parts of complex numbers, or several stacked; not an output
    bool sorted = false;      ///< the output with its last axis in order, not an output

    friend bool operator==(output_hash const&, output_hash const&) = default;
};

struct call_outcome {
    std::vector<output_hash> outputs;
    std::vector<double> statistics; ///< of random results, see `same_distribution`
    std::string error;              ///< why there is nothing

    [[nodiscard]] bool ran() const { return error.empty(); }
};

namespace detail {

[[nodiscard]] inline output_hash read_output(std::string_view word) {
    output_hash out;
    auto const part = [&] {
        auto const colon = word.find(':');
        auto const text = word.substr(0, colon);
        word.remove_prefix(colon == std::string_view::npos ? word.size() : colon + 1);
        return std::string(text);
    };
    auto shape = part();
    out.mean = shape == "~";
    if (out.mean) shape.clear();
    out.joined = shape.starts_with('+') || shape.starts_with('=');
    out.sorted = shape.starts_with('$');
    if (out.joined || out.sorted) shape.erase(0, 1);
    out.fine = shape + ":" + part();
    out.coarse = shape + ":" + part();
    out.trivial = word.find('t') != std::string_view::npos;
    out.truth = word.find('b') != std::string_view::npos;
    out.special = word.find('n') != std::string_view::npos;
    if (out.special && shape.empty()) out.trivial = true; // one NaN comes of many things
    return out;
}

} // namespace detail

[[nodiscard]] inline call_outcome read_outcome(std::string_view line) {
    call_outcome outcome;
    if (line.starts_with('!')) {
        outcome.error = line.size() > 2 ? line.substr(2) : "no answer";
        return outcome;
    }
    bool const numbers = line.starts_with('#');
    if (numbers) line.remove_prefix(1);
    while (!line.empty()) {
        auto const space = line.find(' ');
        auto const word = line.substr(0, space);
        if (!word.empty()) {
            if (numbers)
                outcome.statistics.push_back(std::strtod(std::string(word).c_str(), nullptr));
            else
                outcome.outputs.push_back(detail::read_output(word));
        }
        if (space == std::string_view::npos) break;
        line.remove_prefix(space + 1);
    }
    if (outcome.outputs.empty() && outcome.statistics.empty()) outcome.error = "no answer";
    return outcome;
}

} // namespace v0
} // namespace xamt

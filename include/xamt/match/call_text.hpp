/// @file
/// Arguments as the prober reads them (JSON), and where they go in a call.
///
/// Place in the pipeline: match. See tools/hosts/prober.py for the forms.
#pragma once

#include <xamt/core/json_string.hpp>

#include <charconv>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace xamt {
inline namespace v0 {

namespace detail {

[[nodiscard]] inline std::string quoted_text(std::string_view text) {
    std::string out;
    append_quoted(out, text);
    return out;
}

/// Always with a point, so that it stays a real number.
[[nodiscard]] inline std::string real_text(double x) {
    char buffer[32];
    auto const end = std::to_chars(buffer, buffer + sizeof buffer, x).ptr;
    std::string text(buffer, end);
    return text.find_first_of(".en") == std::string::npos ? text + ".0" : text;
}

[[nodiscard]] inline std::string sequence_text(char kind, std::span<std::string const> items) {
    std::string text = std::string("{\"") + kind + "\":[";
    for (std::size_t i = 0; i < items.size(); ++i) text += (i > 0 ? "," : "") + items[i];
    return text + "]}";
}

[[nodiscard]] inline std::string tuple_text(std::span<std::int64_t const> numbers) {
    std::vector<std::string> items;
    for (auto n : numbers) items.push_back(std::to_string(n));
    return sequence_text('u', items);
}

} // namespace detail

/// The arguments of one call as they come together.
struct call_arguments {
    std::vector<std::string> positional;
    std::vector<std::string> places; ///< what the positional ones are called
    std::vector<std::pair<std::string, std::string>> keywords;
    bool by_position = true; ///< false once a parameter was left out

    void give(std::string const& name, std::string value, bool keyword_only) {
        if (by_position && !keyword_only)
            positional.push_back(std::move(value)), places.push_back(name);
        else
            keywords.emplace_back(name, std::move(value));
    }

    [[nodiscard]] std::string text() const {
        std::string out = "\"a\":[";
        for (std::size_t i = 0; i < positional.size(); ++i) out += (i > 0 ? "," : "") + positional[i];
        out += "],\"k\":{";
        for (std::size_t i = 0; i < keywords.size(); ++i)
            out += (i > 0 ? "," : "") + detail::quoted_text(keywords[i].first) + ":" + keywords[i].second;
        return out + "}";
    }
};

} // namespace v0
} // namespace xamt

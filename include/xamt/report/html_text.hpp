/// @file
/// Text inside a page: nothing that a framework says can become markup, and broken bytes cannot break the page.
///
/// Place in the pipeline: report. Example: `escaped("<b>") == "&lt;b&gt;"`.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace xamt {
inline namespace v0 {

namespace detail {

/// Length of the UTF-8 sequence that `text` begins with, or 0 if it is none (overlong forms and surrogates included).
[[nodiscard]] constexpr std::size_t utf8_length(std::string_view text) {
    auto const byte = [&](std::size_t i) -> unsigned { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0u; };
    auto const follows = [&](std::size_t i) { return (byte(i) & 0xc0u) == 0x80u; };
    unsigned const first = byte(0);
    if (first < 0x80) return 1;
    if (first >= 0xc2 && first <= 0xdf) return follows(1) ? 2 : 0;
    if (first >= 0xe0 && first <= 0xef) {
        bool const overlong = first == 0xe0 && byte(1) < 0xa0, surrogate = first == 0xed && byte(1) >= 0xa0;
        return follows(1) && follows(2) && !overlong && !surrogate ? 3 : 0;
    }
    if (first >= 0xf0 && first <= 0xf4) {
        bool const overlong = first == 0xf0 && byte(1) < 0x90, beyond = first == 0xf4 && byte(1) >= 0x90;
        return follows(1) && follows(2) && follows(3) && !overlong && !beyond ? 4 : 0;
    }
    return 0;
}

} // namespace detail

/// Text for the inside of an element or of a quoted attribute. What is no character becomes U+FFFD.
[[nodiscard]] inline std::string escaped(std::string_view text) {
    std::string out;
    out.reserve(text.size() + text.size() / 8);
    while (!text.empty()) {
        std::size_t const length = detail::utf8_length(text);
        char const c = text.front();
        if (length == 0 || (static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\t') || c == '\x7f')
            out += "\xef\xbf\xbd";
        else if (c == '&')
            out += "&amp;";
        else if (c == '<')
            out += "&lt;";
        else if (c == '>')
            out += "&gt;";
        else if (c == '"')
            out += "&quot;";
        else if (c == '\'')
            out += "&#39;";
        else
            out += text.substr(0, length);
        text.remove_prefix(length == 0 ? 1 : length);
    }
    return out;
}

} // namespace v0
} // namespace xamt

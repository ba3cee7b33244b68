/// @file
/// Text for a terminal: colour where it is wanted, columns that line up, lines that fit.
///
/// Place in the pipeline: report. Colour is off unless the stream is a terminal; NO_COLOR (see no-color.org) turns it off there too.
/// Example: `console_style style = style_of(stdout); fmt::print("{}", style.bold("Findings"));`
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include <sys/ioctl.h>
#include <unistd.h>

namespace xamt {
inline namespace v0 {

struct console_style {
    bool colour = false;
    int width = 100;

    [[nodiscard]] std::string paint(std::string_view code, std::string_view text) const {
        return colour && !text.empty() ? fmt::format("\x1b[{}m{}\x1b[0m", code, text) : std::string(text);
    }
    [[nodiscard]] std::string bold(std::string_view text) const { return paint("1", text); }
    [[nodiscard]] std::string dim(std::string_view text) const { return paint("2", text); }
    [[nodiscard]] std::string red(std::string_view text) const { return paint("31", text); }
    [[nodiscard]] std::string green(std::string_view text) const { return paint("32", text); }
    [[nodiscard]] std::string yellow(std::string_view text) const { return paint("33", text); }
    [[nodiscard]] std::string by_severity(std::string_view severity, std::string_view text) const {
        if (severity == "critical") return paint("1;35", text);
        if (severity == "high") return paint("1;31", text);
        if (severity == "medium") return paint("33", text);
        return paint("36", text);
    }
};

[[nodiscard]] inline bool is_terminal(std::FILE* stream) { return ::isatty(::fileno(stream)) == 1; }

/// What suits a stream: its width, and colours if it is a terminal.
[[nodiscard]] inline console_style style_of(std::FILE* stream) {
    console_style style;
    if (!is_terminal(stream)) return style;
    char const* const no_color = std::getenv("NO_COLOR");
    char const* const term = std::getenv("TERM");
    style.colour = (no_color == nullptr || *no_color == '\0') && (term == nullptr || std::string_view(term) != "dumb");
    winsize size{};
    if (::ioctl(::fileno(stream), TIOCGWINSZ, &size) == 0 && size.ws_col >= 40) style.width = (std::min<int>)(size.ws_col, 140);
    return style;
}

/// Columns that a text takes: code points, because reports contain dashes and dots beyond ASCII. Colour codes take none.
[[nodiscard]] inline std::size_t columns_of(std::string_view text) {
    std::size_t n = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '\x1b') {
            while (i < text.size() && text[i] != 'm') ++i;
        } else if ((static_cast<unsigned char>(text[i]) & 0xc0u) != 0x80u) {
            ++n;
        }
    }
    return n;
}

[[nodiscard]] inline std::string padded_text(std::string_view text, std::size_t width) {
    std::size_t const taken = columns_of(text);
    return std::string(text) + std::string(width > taken ? width - taken : 0, ' ');
}

/// Breaks a text between words; every line after the first begins with `indent` spaces.
[[nodiscard]] inline std::string wrapped_text(std::string_view text, std::size_t width, std::size_t indent) {
    std::string out;
    std::size_t column = indent;
    while (!text.empty()) {
        std::size_t const end = (std::min)(text.find(' '), text.size());
        std::string_view const word = text.substr(0, end);
        text.remove_prefix((std::min)(end + 1, text.size()));
        std::size_t const taken = columns_of(word);
        if (column > indent && column + 1 + taken > width) {
            out += '\n' + std::string(indent, ' ');
            column = indent;
        } else if (column > indent) {
            out += ' ';
            ++column;
        }
        out += word;
        column += taken;
    }
    return out;
}

/// A table whose columns are as wide as their widest cell. The first row is the head; every line begins with `indent` spaces.
[[nodiscard]] inline std::string table_text(std::vector<std::vector<std::string>> const& rows, std::size_t indent,
                                            console_style const& style) {
    std::vector<std::size_t> widths;
    for (auto const& row : rows)
        for (std::size_t c = 0; c < row.size(); ++c) {
            if (c == widths.size()) widths.push_back(0);
            widths[c] = (std::max)(widths[c], columns_of(row[c]));
        }
    std::string out;
    for (std::size_t r = 0; r < rows.size(); ++r) {
        std::string line(indent, ' ');
        for (std::size_t c = 0; c < rows[r].size(); ++c) {
            std::string const cell = c + 1 == rows[r].size() ? rows[r][c] : padded_text(rows[r][c], widths[c] + 2);
            line += r == 0 ? style.dim(cell) : cell;
        }
        while (!line.empty() && line.back() == ' ') line.pop_back();
        out += line + '\n';
    }
    return out;
}

} // namespace v0
} // namespace xamt

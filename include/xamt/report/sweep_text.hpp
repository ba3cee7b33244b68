/// @file
/// A sweep for people: on the console, and as Markdown for documents.
///
/// Place in the pipeline: report. Example: `fmt::print("{}", sweep_text(report.functions.front(), style_of(stdout)))`.
#pragma once

#include <xamt/report/sweep_wording.hpp>
#include <xamt/report/terminal.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace xamt {
inline namespace v0 {

/// One function on the console.
[[nodiscard]] inline std::string sweep_text(function_accuracy const& f, console_style const& style) {
    std::string text = style.bold(f.name) + fmt::format(", {}: {}\n", name_of(f.line.type), inputs_text(f));
    text += style.dim(fmt::format("  reference: {}; bound: {}\n", reference_text(f), f.derivation));
    text += table_text(accuracy_rows(f), 2, style);
    auto const width = static_cast<std::size_t>(style.width);
    for (auto const& c : f.columns)
        for (auto const& sentence : break_texts(c, f.line.type))
            text += "  " + wrapped_text(style.bold(c.name) + ": " + sentence, width, 4) + "\n";
    return text;
}

namespace detail {

[[nodiscard]] inline std::string markdown_row(std::vector<std::string> const& cells) {
    std::string text = "|";
    for (auto const& cell : cells) text += " " + cell + " |";
    return text + "\n";
}

[[nodiscard]] inline std::string markdown_table(std::vector<std::vector<std::string>> const& rows) {
    std::string text = markdown_row(rows.front()) + "|---|";
    for (std::size_t i = 1; i < rows.front().size(); ++i) text += "---:|";
    text += "\n";
    for (std::size_t r = 1; r < rows.size(); ++r) text += markdown_row(rows[r]);
    return text;
}

/// The largest error of each column in each function; what is more than an error is marked.
[[nodiscard]] inline std::string markdown_overview(sweep_report const& report) {
    std::vector<std::string> names;
    for (auto const& f : report.functions)
        for (auto const& c : f.columns)
            if (c.took_part() && std::ranges::find(names, c.name) == names.end()) names.push_back(c.name);
    std::vector<std::vector<std::string>> rows{{"function"}};
    rows[0].insert(rows[0].end(), names.begin(), names.end());
    for (auto const& f : report.functions) {
        if (std::ranges::none_of(f.columns, &column_accuracy::took_part)) continue;
        std::vector<std::string> row{f.name};
        for (auto const& name : names) {
            auto const c = std::ranges::find(f.columns, name, &column_accuracy::name);
            if (c == f.columns.end() || !c->took_part()) {
                row.emplace_back();
                continue;
            }
            auto const& t = c->tally;
            std::string cell = worst_text(t);
            if (t.nan.count + t.infinity.count > 0) cell += " s";
            if (t.range.count > 0) cell += " r";
            if (t.order.count > 0) cell += " o";
            if (t.symmetry.count > 0) cell += " y";
            row.push_back(t.beyond_bound > 0 ? "**" + cell + "**" : cell);
        }
        rows.push_back(std::move(row));
    }
    return markdown_table(rows) +
           "\nLargest error in ULP; 0.5 is correctly rounded everywhere, > 0.5 is less than 0.505. Bold: beyond the oracle's bound "
           "somewhere. s: NaN or infinity "
           "where a "
           "number is right, or the reverse; r: outside the function's range; o: against the order of the right values; y: without the "
           "function's symmetry.\n";
}

/// Who computed, and where: figures of other versions and processors differ.
[[nodiscard]] inline std::string markdown_origin(sweep_report const& report) {
    std::string text = fmt::format("xamt {} on {} ({})", report.version, report.machine.cpu, report.machine.isa);
    char const* before = ": ";
    for (auto const& f : report.frameworks)
        if (f.took_part()) text += fmt::format("{}{} {}", std::exchange(before, ", "), f.name, f.version);
    return text + ".\n";
}

} // namespace detail

/// The whole sweep as Markdown: an overview of several functions, or the table of each of a few.
[[nodiscard]] inline std::string sweep_markdown(sweep_report const& report) {
    constexpr std::size_t few = 10;
    std::string text = detail::markdown_origin(report);
    if (report.functions.size() > 1) text += "\n" + detail::markdown_overview(report);
    if (report.functions.size() > few) return text;
    for (auto const& f : report.functions) {
        text += fmt::format("\n### {} ({})\n\n{}; reference: {}.\n\n", f.name, name_of(f.line.type), inputs_text(f), reference_text(f));
        text += detail::markdown_table(accuracy_rows(f));
        std::string more;
        for (auto const& c : f.columns)
            for (auto const& sentence : break_texts(c, f.line.type)) more += fmt::format("- {}: {}\n", c.name, sentence);
        if (!more.empty()) text += "\n" + more;
    }
    return text;
}

} // namespace v0
} // namespace xamt

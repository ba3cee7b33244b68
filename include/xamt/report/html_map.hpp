/// @file
/// The group x framework map of the page: one small table a topic, each cell coloured by the worst dispersion seen there.
///
/// Place in the pipeline: report; html.hpp puts it into the page. Dispersion is the distance from the reference in units of the bound.
#pragma once

#include <xamt/report/html_text.hpp>
#include <xamt/report/run_report.hpp>
#include <xamt/report/wording.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>
#include <vector>

namespace xamt {
inline namespace v0 {
namespace detail {

/// Step of the colour scale for a dispersion, 0 (far inside the bound) to 5 (no finite distance).
[[nodiscard]] inline int map_step(double dispersion) {
    if (!std::isfinite(dispersion)) return 5;
    return dispersion <= 0.5 ? 0 : dispersion <= 1 ? 1 : dispersion <= 10 ? 2 : dispersion <= 1000 ? 3 : 4;
}

inline constexpr std::string_view map_legend[] = {
    "up to half the bound", "within the bound", "up to 10 times", "up to 1000 times", "more", "a NaN, an infinity or an error apart"};

/// What a cell of the map says.
struct map_cell {
    bool took_part = false;
    double dispersion = 0;
    std::uint64_t findings = 0;
    std::string first; ///< id of the weightiest finding there
};

[[nodiscard]] inline map_cell cell_of(run_report const& run, group_figures const& g, std::string const& column) {
    map_cell cell;
    cell.took_part = std::ranges::find(g.columns, column) != g.columns.end();
    if (auto const at = g.dispersion.find(column); at != g.dispersion.end()) cell.dispersion = at->second;
    for (auto const* f : ranked(run.findings)) {
        if (f->group != g.name || std::ranges::find(f->blamed, column) == f->blamed.end()) continue;
        if (cell.findings++ == 0) cell.first = f->id;
    }
    return cell;
}

[[nodiscard]] inline std::string cell_html(map_cell const& cell, std::string_view group, std::string_view column) {
    if (!cell.took_part)
        return fmt::format("<td class=\"cell\"><span class=\"mx\" title=\"{} takes no part in {}\">·</span></td>", escaped(column),
                           escaped(group));
    std::string const worst =
        std::isfinite(cell.dispersion) ? fmt::format("{:.3g} times the bound at worst", cell.dispersion) : "no finite distance at worst";
    std::string const title =
        escaped(fmt::format("{}, {}: {}", group, column, worst)) + (cell.findings > 0 ? ", " + counted(cell.findings, "finding") : "");
    int const step = map_step(cell.dispersion);
    if (cell.findings == 0) return fmt::format("<td class=\"cell\"><span class=\"m{}\" title=\"{}\"></span></td>", step, title);
    return fmt::format("<td class=\"cell\"><a class=\"m{}\" href=\"#f-{}\" title=\"{}\">{}</a></td>", (std::max)(step, 2),
                       escaped(cell.first), title, cell.findings);
}

[[nodiscard]] inline std::string map_html(run_report const& run) {
    std::vector<std::string> columns, topics;
    for (auto const& f : run.frameworks)
        if (f.took_part()) columns.push_back(f.name);
    for (auto const& g : run.groups)
        if (std::ranges::find(topics, g.topic) == topics.end()) topics.push_back(g.topic);
    std::string html = "<p class=\"legend\">";
    for (std::size_t i = 0; i < std::size(map_legend); ++i) html += fmt::format("<span><i class=\"m{}\"></i>{}</span>", i, map_legend[i]);
    html += "<span>a number: findings there</span></p>\n<div class=\"map\">\n";
    for (auto const& topic : topics) {
        html += fmt::format("<div class=\"topic\"><table><thead><tr><th>{}</th>", escaped(topic.empty() ? "groups" : topic));
        for (auto const& c : columns) html += fmt::format("<th><span>{}</span></th>", escaped(c));
        html += "</tr></thead><tbody>\n";
        for (auto const& g : run.groups) {
            if (g.topic != topic) continue;
            html += fmt::format("<tr><th title=\"{}: {}\">{}</th>", escaped(g.name), counted(g.trials, "trial"), escaped(g.name));
            for (auto const& c : columns) html += cell_html(cell_of(run, g, c), g.name, c);
            html += "</tr>\n";
        }
        html += "</tbody></table></div>\n";
    }
    return html + "</div>\n";
}

} // namespace detail
} // namespace v0
} // namespace xamt

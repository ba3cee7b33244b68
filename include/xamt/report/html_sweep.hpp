/// @file
/// A sweep as one page that needs nothing else: for each function the table, and a plot of error against input.
///
/// Place in the pipeline: report. The plot has the whole number line from left to right, each part as wide as the numbers in it are many,
/// and the largest error of each part on a logarithmic scale. Example: `write_report("exp.html", to_html(report))`.
#pragma once

#include <xamt/report/html_assets.hpp>
#include <xamt/report/html_text.hpp>
#include <xamt/report/sweep_wording.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <string_view>
#include <vector>

namespace xamt {
inline namespace v0 {
namespace detail {

/// Colours that people tell apart who do not see all of them (Okabe and Ito), darker or lighter with the page.
inline constexpr std::string_view sweep_style = R"css(
:root { --c0: #0072b2; --c1: #d55e00; --c2: #009e73; --c3: #b3478a; --c4: #8a6d00; --c5: #3a3a3a; --c6: #3f8fc4; --c7: #a04000; --c8: #555599; }
@media (prefers-color-scheme: dark) { :root { --c0: #56b4e9; --c1: #ff8c4a; --c2: #2ecfa0; --c3: #e48cc0; --c4: #f0e442; --c5: #e0e0e0; --c6: #9cd0f0; --c7: #ffb890; --c8: #b0b0ff; } }
.plot { width: 100%; height: auto; display: block; } .plot text { fill: var(--soft); font: 12px system-ui, "DejaVu Sans", sans-serif; }
.plot .grid { stroke: var(--line); } .plot .bound { stroke: var(--high); stroke-dasharray: 5 4; } .plot path { fill: none; }
.plot .outside { fill: var(--line); opacity: .5; } td code { white-space: nowrap; } section.function { margin-bottom: 56px; } section.function .card { margin-bottom: 12px; }
)css";

/// The area of a plot inside its labels.
struct plot_frame {
    static constexpr double left = 56, right = 1094, top = 12, bottom = 268;
    dtype type = dtype::float32;
    double highest = 3; ///< log2 of the error at the top; the bottom is half an ULP

    [[nodiscard]] static double x_of_part(double part) { return left + part / (1u << profile_bits) * (right - left); }
    [[nodiscard]] double y_of(double ulp) const {
        double const share = (std::log2((std::max)(ulp, 0.5)) + 1) / (highest + 1);
        return bottom - (std::min)(share, 1.0) * (bottom - top);
    }
    /// Part of the number line, with fraction, that begins with 2^exponent of this sign.
    [[nodiscard]] double part_of_power(int exponent, bool negative) const {
        auto const& format = info(type);
        double const all = std::ldexp(1.0, static_cast<int>(8 * size_of(type)) - 1);
        double const place = std::ldexp(static_cast<double>(exponent + 1 - format.min_exponent + 1), format.digits - 1);
        return (negative ? all - place : all + place) / all / 2 * (1u << profile_bits);
    }
};

[[nodiscard]] inline std::string power_text(int exponent, bool negative) {
    std::string const sign = negative ? "−" : "";
    return exponent == 0 ? sign + "1" : fmt::format("{}2<tspan dy=\"-5\" font-size=\"9\">{}</tspan>", sign, exponent);
}

[[nodiscard]] inline std::string plot_axes(plot_frame const& frame, double bound) {
    std::string svg;
    for (double ulp = 0.5; std::log2(ulp) <= frame.highest; ulp *= frame.highest > 12 ? 16 : frame.highest > 6 ? 4 : 2)
        svg += fmt::format("<line class=\"grid\" x1=\"{0}\" x2=\"{1}\" y1=\"{2:.1f}\" y2=\"{2:.1f}\"/><text x=\"{3}\" y=\"{4:.1f}\" "
                           "text-anchor=\"end\">{5:.4g}</text>\n",
                           frame.left, frame.right, frame.y_of(ulp), frame.left - 8, frame.y_of(ulp) + 4, ulp);
    if (bound > 0 && std::log2(bound) <= frame.highest)
        svg += fmt::format(
            "<line class=\"bound\" x1=\"{0}\" x2=\"{1}\" y1=\"{2:.1f}\" y2=\"{2:.1f}\"><title>bound: {3:g} ULP</title></line>\n",
            frame.left, frame.right, frame.y_of(bound), bound);
    auto const mark = [&](double part, std::string const& text) {
        svg += fmt::format("<line class=\"grid\" x1=\"{0:.1f}\" x2=\"{0:.1f}\" y1=\"{1}\" y2=\"{2}\"/><text x=\"{0:.1f}\" y=\"{3}\" "
                           "text-anchor=\"middle\">{4}</text>\n",
                           frame.x_of_part(part), frame.top, frame.bottom, frame.bottom + 20, text);
    };
    mark((1u << profile_bits) / 2.0, "0");
    int const step = info(frame.type).max_exponent > 200 ? 500 : info(frame.type).max_exponent > 20 ? 50 : 5;
    for (int e = -2 * step; e < info(frame.type).max_exponent; e += step)
        for (bool negative : {true, false}) mark(frame.part_of_power(e, negative), power_text(e, negative));
    for (bool negative : {true, false}) { // NaNs
        double const from = frame.x_of_part(frame.part_of_power(info(frame.type).max_exponent, negative));
        svg += fmt::format("<rect class=\"outside\" x=\"{:.1f}\" y=\"{}\" width=\"{:.1f}\" height=\"{}\"><title>NaN</title></rect>\n",
                           negative ? frame.left : from, frame.top, negative ? from - frame.left : frame.right - from,
                           frame.bottom - frame.top);
    }
    return svg;
}

/// The largest errors of one column as steps; where everything is correctly rounded there is nothing.
[[nodiscard]] inline std::string plot_steps(plot_frame const& frame, error_tally const& t) {
    std::string path;
    std::uint32_t next = ~std::uint32_t{0};
    double const width = frame.x_of_part(1) - frame.left;
    for (auto const& [part, error] : t.profile) {
        path += part == next ? fmt::format("V{:.1f}", frame.y_of(error))
                             : fmt::format("M{:.1f},{:.1f}", frame.x_of_part(part), frame.y_of(error));
        path += fmt::format("h{:.2f}", width);
        next = part + 1;
    }
    return path;
}

[[nodiscard]] inline std::string plot_svg(function_accuracy const& f) {
    plot_frame frame{f.line.type, 3};
    for (auto const& c : f.columns)
        if (c.tally.worst > 0) frame.highest = (std::max)(frame.highest, std::ceil(std::log2(c.tally.worst)));
    std::string svg =
        fmt::format("<svg class=\"plot\" viewBox=\"0 0 1100 300\" role=\"img\" aria-label=\"largest error of {} against its input\">\n",
                    escaped(f.name));
    svg += plot_axes(frame, f.bound);
    std::string legend;
    std::size_t drawn = 0;
    auto const all = static_cast<std::size_t>(std::ranges::count_if(f.columns, &column_accuracy::took_part));
    for (auto const& c : f.columns) {
        if (!c.took_part()) continue;
        // The first are the widest, so that columns with the same errors can be told from one.
        svg += fmt::format("<path data-column=\"{0}\" stroke=\"var(--c{1})\" stroke-width=\"{2:.1f}\" d=\"{3}\"><title>{0}: at worst {4} "
                           "ULP</title></path>\n",
                           escaped(c.name), drawn % 9, 1.3 + 0.9 * static_cast<double>(all - 1 - drawn), plot_steps(frame, c.tally),
                           worst_text(c.tally));
        legend += fmt::format("<span><i style=\"background: var(--c{})\"></i>{}</span>", drawn % 9, escaped(c.name));
        ++drawn;
    }
    return svg + "</svg>\n<p class=\"legend\">" + legend + "</p>\n";
}

[[nodiscard]] inline std::string accuracy_html(function_accuracy const& f) {
    std::string html =
        fmt::format("<section class=\"function\" id=\"{0}\"><h2>{0} ({1})</h2>\n<p class=\"soft\">{2}. Reference: {3}. Bound: {4}.</p>\n",
                    escaped(f.name), name_of(f.line.type), escaped(inputs_text(f)), escaped(reference_text(f)), escaped(f.derivation));
    html += "<h3>Largest error in ULP against the input</h3>\n<div class=\"card\">" + plot_svg(f) + "</div>\n<div class=\"card\"><table>\n";
    auto const rows = accuracy_rows(f);
    for (std::size_t r = 0; r < rows.size(); ++r) {
        html += "<tr>";
        for (std::size_t c = 0; c < rows[r].size(); ++c)
            html += fmt::format("<{0}{1}>{2}</{0}>", r == 0 ? "th" : "td", c == 0 ? "" : " class=\"n\"", escaped(rows[r][c]));
        html += "</tr>\n";
    }
    html += "</table></div>\n";
    std::string breaks;
    for (auto const& c : f.columns)
        for (auto const& sentence : break_texts(c, f.line.type))
            breaks += fmt::format("<li><b>{}</b>: {}</li>\n", escaped(c.name), escaped(sentence));
    return html + (breaks.empty() ? "" : "<ul>\n" + breaks + "</ul>\n") + "</section>\n";
}

} // namespace detail

/// The whole sweep as a page.
[[nodiscard]] inline std::string to_html(sweep_report const& report) {
    std::vector<std::string> names;
    std::string links;
    for (auto const& f : report.functions) {
        names.push_back(f.name);
        links += fmt::format("<a href=\"#{0}\">{0}</a>", escaped(f.name));
    }
    std::string const title =
        names.size() > 4 ? "Accuracy of " + counted(names.size(), "function") : "Accuracy of " + escaped(listed(names));
    std::string html = "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" "
                       "content=\"width=device-width, initial-scale=1\">\n";
    html += fmt::format(
        "<title>xamt: {}</title>\n<link rel=\"icon\" href=\"data:,\">\n<style>{}{}</style>\n</head>\n<body>\n<header><h1>{}</h1>\n", title,
        detail::page_style, detail::sweep_style, title);
    html += fmt::format("<p class=\"soft\">On {} ({}, {}).", escaped(report.machine.cpu), escaped(report.machine.isa),
                        counted(static_cast<std::uint64_t>(report.machine.threads), "thread"));
    for (auto const& f : report.frameworks)
        if (f.took_part()) html += fmt::format(" {} {}.", escaped(f.name), escaped(f.version));
    html += "</p>\n<nav>" + links + "</nav></header>\n<main>\n";
    for (auto const& f : report.functions) html += detail::accuracy_html(f);
    return html + fmt::format("</main>\n<footer>xamt {}: <code>{}</code></footer>\n</body>\n</html>\n", escaped(report.version),
                              escaped(report.command));
}

} // namespace v0
} // namespace xamt

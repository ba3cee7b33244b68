/// @file
/// The findings of a run as part of the page: each with its input, every column's answer, the reference, the bound and the replay line.
///
/// Place in the pipeline: report; html.hpp puts it into the page.
#pragma once

#include <xamt/report/html_text.hpp>
#include <xamt/report/run_report.hpp>
#include <xamt/report/wording.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace xamt {
inline namespace v0 {
namespace detail {

/// The pieces of a tensor's text between brackets and commas, each with what follows it.
[[nodiscard]] inline std::vector<std::string_view> pieces_of(std::string_view text) {
    std::vector<std::string_view> pieces;
    while (!text.empty()) {
        std::size_t end = text.find_first_of(",[]");
        end = end == std::string_view::npos ? text.size() : end + 1;
        pieces.push_back(text.substr(0, end));
        text.remove_prefix(end);
    }
    return pieces;
}

/// An answer with the elements marked that differ from the reference, where both are built alike.
[[nodiscard]] inline std::string marked(std::string_view answer, std::string_view reference) {
    auto const ours = pieces_of(answer), right = pieces_of(reference);
    if (reference.empty() || ours.size() != right.size()) return escaped(answer);
    std::string out;
    for (std::size_t i = 0; i < ours.size(); ++i) {
        bool const differs = ours[i] != right[i] && i > 0; // the first piece is the dtype
        out += differs ? "<mark>" + escaped(ours[i].substr(0, ours[i].size() - 1)) + "</mark>" + escaped(ours[i].substr(ours[i].size() - 1))
                       : escaped(ours[i]);
    }
    return out;
}

[[nodiscard]] inline std::string answers_html(finding const& f) {
    std::string html = "<section><h3>Answers</h3><table>";
    for (auto const& [column, text] : f.outputs) {
        bool const blamed = std::ranges::find(f.blamed, column) != f.blamed.end();
        std::string const api =
            f.apis.contains(column) ? fmt::format("<span class=\"api mono\">{}</span>", escaped(f.apis.at(column))) : "";
        html += fmt::format("<tr{}><td><span class=\"who\">{}</span>{}</td><td><code class=\"values\">{}</code></td></tr>\n",
                            blamed ? " class=\"blamed\"" : "", escaped(column), api, blamed ? marked(text, f.reference) : escaped(text));
    }
    if (!f.reference.empty())
        html +=
            fmt::format("<tr class=\"reference\"><td>Reference</td><td><code class=\"values\">{}</code></td></tr>\n", escaped(f.reference));
    return html + "</table></section>";
}

[[nodiscard]] inline std::string distance_html(finding const& f) {
    if (f.derivation.empty() && f.bound == 0) return "";
    std::string text = "Off by " + ulp_text(f.ulp);
    if (!std::isfinite(f.ulp)) text = "A number and a NaN or an infinity have no finite distance";
    if (f.bound > 0) {
        text += fmt::format("; {:.4g} ULP are allowed", f.bound);
        if (std::isfinite(f.ulp)) text += fmt::format(", so it is {:.3g} times the bound", f.ulp / f.bound);
    }
    std::string html = "<section><h3>How far off</h3><p>" + escaped(text) + ".</p>";
    if (!f.derivation.empty()) html += "<p class=\"soft\">The bound: " + escaped(f.derivation) + "</p>";
    return html + "</section>";
}

[[nodiscard]] inline std::string replay_html(std::string_view program, std::string_view replay) {
    return fmt::format("<div class=\"replay\"><code>{} replay {}</code><button class=\"copy\" type=\"button\">Copy</button></div>",
                       escaped(program), escaped(replay));
}

[[nodiscard]] inline std::string blamed_names(finding const& f) {
    std::vector<std::string> names;
    for (auto const& column : f.blamed)
        names.push_back(f.apis.contains(column) ? f.apis.at(column) + (f.apis.at(column).starts_with(column) ? "" : " (" + column + ")")
                                                : column);
    return listed(names);
}

[[nodiscard]] inline std::string finding_html(finding const& f, std::string_view program) {
    std::string html =
        fmt::format("<details class=\"finding {0}\" id=\"f-{1}\" data-severity=\"{0}\" data-kind=\"{2}\" data-blamed=\"{3}\">\n",
                    escaped(f.severity), escaped(f.id), escaped(f.kind), escaped(fmt::format("{}", fmt::join(f.blamed, " "))));
    html += fmt::format("<summary><span class=\"severity\">{}</span><span class=\"title\">{}</span><span class=\"kind\">{}{}</span>"
                        "<span class=\"sentence\">{}</span></summary>\n<div class=\"body\">",
                        escaped(f.severity), escaped(blamed_names(f)), escaped(f.family.empty() ? f.kind : f.family),
                        f.dtype.empty() ? "" : ", " + escaped(f.dtype), escaped(f.sentence));
    html += fmt::format("<section><h3>Input of group {}</h3><table>", escaped(f.group));
    for (auto const& [name, text] : f.input)
        html += fmt::format("<tr><td class=\"mono\">{}</td><td><code class=\"values\">{}</code></td></tr>\n", escaped(name), escaped(text));
    html += "</table></section>" + answers_html(f) + distance_html(f);
    html += "<section><h3>Again</h3>" + replay_html(program, f.replay);
    html += fmt::format("<p class=\"soft\">Finding {}, kind {}, seen in {}.</p></section></div></details>\n", escaped(f.id),
                        escaped(f.kind), counted(f.count, "trial"));
    return html;
}

[[nodiscard]] inline std::string select_html(std::string_view name, std::string_view all, std::set<std::string> const& values) {
    std::string html = fmt::format("<select id=\"filter-{0}\" aria-label=\"{0}\"><option value=\"\">{1}</option>", name, all);
    for (auto const& v : values) html += fmt::format("<option value=\"{0}\">{0}</option>", escaped(v));
    return html + "</select>";
}

[[nodiscard]] inline std::string findings_html(run_report const& run, std::string_view program) {
    if (run.trials == 0) return "<p class=\"soft\">Nothing was compared.</p>\n";
    if (run.findings.empty()) return "<p class=\"empty\">No findings: the frameworks agree within their bounds.</p>\n";
    std::set<std::string> frameworks, kinds;
    for (auto const& f : run.findings) {
        frameworks.insert(f.blamed.begin(), f.blamed.end());
        kinds.insert(f.kind);
    }
    std::string html = "<div class=\"filter\" role=\"search\">" + select_html("framework", "every framework", frameworks) +
                       select_html("kind", "every kind", kinds);
    html += "<select id=\"filter-severity\" aria-label=\"severity\"><option value=\"\">every severity</option>";
    for (std::string_view s : {"critical", "high", "medium", "low"})
        if (std::ranges::find(run.findings, s, &finding::severity) != run.findings.end())
            html += fmt::format("<option value=\"{0}\">{0}</option>", s);
    html += "</select><input id=\"filter-text\" type=\"search\" placeholder=\"Search in names, sentences and values\" aria-label=\"text\">"
            "<output id=\"shown\"></output></div>\n";
    for (auto const* f : ranked(run.findings)) html += finding_html(*f, program);
    return html;
}

} // namespace detail
} // namespace v0
} // namespace xamt

// The map of layers as one page that needs nothing else; see model_report.hpp.
#include "model_api.hpp"
#include "model_report.hpp"

#include <xamt/report/html_assets.hpp>
#include <xamt/report/html_map.hpp>
#include <xamt/report/html_text.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>

namespace xamt_command {

using namespace xamt;

namespace {

constexpr std::string_view map_style =
    ".layers { overflow: auto; max-height: 78vh; background: var(--card); border: 1px solid var(--line); border-radius: 10px; }\n"
    ".layers svg text { font: 11px ui-monospace, \"DejaVu Sans Mono\", monospace; fill: var(--ink); } .layers svg .soft { fill: "
    "var(--soft); }\n"
    ".layers svg path { fill: none; stroke: var(--faint); stroke-width: 1; opacity: .6; } .layers svg rect { stroke: var(--line); }\n"
    ".layers svg .m0 { fill: var(--m0); } .layers svg .m1 { fill: var(--m1); } .layers svg .m2 { fill: var(--m2); } .layers svg .m3 { "
    "fill: var(--m3); }\n"
    ".layers svg .m4 { fill: var(--m4); } .layers svg .m5 { fill: var(--m5); } .layers svg .mx { fill: var(--paper); }\n"
    ".layers svg .guilty { stroke: var(--high); stroke-width: 3; }\n";

/// Steps of the colour scale for an error in units of noise: healthy, watched, suspect, and two of grave ones.
int step_of(column_figures const& f) {
    if (f.state == layer_state::not_run) return -1;
    double const e = f.error.figure();
    if (!std::isfinite(e)) return 5;
    return e <= 2 ? 0 : e <= 4 ? 1 : e <= 8 ? 2 : e <= 1000 ? 3 : 4;
}

std::string figures_text(column_figures const& f, std::string const& name) {
    auto text = fmt::format("{}: {}, error {:.3g} times the noise, R {:.3g}, delta {:.3g}, relative {:.3g}", name, name_of(f.state),
                            f.error.figure(), f.rate, f.delta, f.relative);
    if (f.depth > 0) text += fmt::format(", {:.3g} times the noise at that depth", f.depth);
    if (!f.words.empty()) text += ", " + f.words.substr(0, 120);
    return text;
}

/// The graph, top to bottom in the order in which layers run; every backend is one field beside the layer's name.
std::string graph_svg(model_result const& r) {
    auto const& g = r.loaded.graph;
    std::size_t const columns = r.trace.columns.size();
    constexpr int row = 22, cell = 16, left = 90;
    int const width = left + static_cast<int>(columns) * (cell + 4) + 640;
    std::string svg =
        fmt::format("<svg width=\"{}\" height=\"{}\" role=\"img\" aria-label=\"layers\">\n", width, row * static_cast<int>(g.size()) + 20);
    for (std::size_t i = 0; i < g.size(); ++i)
        for (auto const& s : g.node(i).sources) {
            int const from = 10 + row * static_cast<int>(s.node) + row / 2, to = 10 + row * static_cast<int>(i) + row / 2;
            // Longer edges reach further to the left, so that branches can be told apart.
            int const reach = std::min(left - 8, 6 + static_cast<int>(6 * std::log2(1.0 + static_cast<double>(i - s.node))) * 2);
            if (i == s.node + 1)
                svg += fmt::format("<path d=\"M{} {}V{}\"/>", left - 6, from, to);
            else
                svg += fmt::format("<path d=\"M{0} {1}C{2} {1} {2} {3} {0} {3}\"/>", left - 6, from, left - 6 - reach, to);
        }
    svg += "\n";
    for (std::size_t i = 0; i < g.size(); ++i) {
        auto const& n = g.node(i);
        int const y = 10 + row * static_cast<int>(i);
        std::string hover = fmt::format("{} {}\n{}", n.kind, n.name, n.attributes.substr(0, 300));
        auto const& layer = r.trace.layers[i];
        for (std::size_t c = 0; c < columns; ++c) hover += "\n" + figures_text(layer.columns[c], r.trace.columns[c]);
        if (!layer.reference.empty()) hover += "\nfloat64 by " + layer.reference;
        if (!layer.reference_note.empty()) hover += "; " + layer.reference_note;
        svg += fmt::format("<g id=\"n{}\"><title>{}</title>", i, escaped(hover));
        bool guilty = false;
        for (std::size_t c = 0; c < columns; ++c) {
            auto const& f = layer.columns[c];
            int const step = step_of(f);
            bool const blamed = std::ranges::any_of(r.trace.findings, [&](model_finding const& k) { return k.node == i && k.column == c; });
            guilty |= blamed;
            svg += fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"3\" class=\"{}{}\"/>",
                               left + static_cast<int>(c) * (cell + 4), y + 3, cell, cell, step < 0 ? "mx" : fmt::format("m{}", step),
                               blamed ? " guilty" : "");
        }
        int const x = left + static_cast<int>(columns) * (cell + 4) + 6;
        svg += fmt::format("<text x=\"{}\" y=\"{}\"{}>{} <tspan class=\"soft\">{}</tspan></text></g>\n", x, y + 15,
                           guilty ? " font-weight=\"700\"" : "", escaped(n.name.substr(0, 60)), escaped(n.kind));
    }
    return svg + "</svg>\n";
}

std::string findings_part(model_result const& r) {
    if (!r.failure.empty()) return fmt::format("<p class=\"left-out\">Not compared: {}</p>\n", escaped(r.failure));
    std::string html;
    for (std::size_t k = 0; k < r.trace.findings.size(); ++k) {
        auto const& f = r.trace.findings[k];
        auto const& n = r.loaded.graph.node(f.node);
        html += fmt::format(
            "<details class=\"finding high\" open><summary><span class=\"severity\">{}</span><span class=\"title\">{}</span></summary><div "
            "class=\"body\"><table>\n",
            name_of(f.what), escaped(sentence_of(r, f)));
        html += fmt::format("<tr><td>layer</td><td><a href=\"#n{}\">{}</a>, a {}</td></tr>\n", f.node, escaped(n.name), escaped(n.kind));
        html += fmt::format("<tr><td>attributes</td><td><code>{}</code></td></tr>\n", escaped(n.attributes));
        html += fmt::format("<tr><td>class</td><td><code>{}</code></td></tr>\n", escaped(api_of(r.request.model.form, n.kind)));
        if (auto const line = fuzz_line(r, f, 60); !line.empty())
            html += fmt::format("<tr><td>to fuzz its functions</td><td><code>{}</code></td></tr>\n", escaped(line));
        auto const& layers = f.what == model_finding::kind::gradient ? r.trace.backward : r.trace.layers;
        if (f.node < layers.size())
            html += fmt::format("<tr><td>figures</td><td>{}</td></tr>\n",
                                escaped(figures_text(layers[f.node].columns[f.column], r.trace.columns[f.column])));
        if (!f.reproducer.empty()) html += fmt::format("<tr><td>reproducer</td><td><code>{}</code></td></tr>\n", escaped(f.reproducer));
        if (!f.tried.empty()) html += fmt::format("<tr><td>tried alone</td><td>{}</td></tr>\n", escaped(f.tried));
        html += "</table></div></details>\n";
    }
    return html.empty() ? "<p class=\"empty\">No layer of any backend is suspect.</p>\n" : html;
}

std::string backends_part(model_result const& r) {
    std::string html = "<div class=\"card\"><table><tr><th>Backend</th><th>Version</th><th class=\"n\">Outputs</th><th "
                       "class=\"n\">Compiled</th><th>Settings and "
                       "notes</th></tr>\n";
    for (auto const& b : r.backends) {
        auto const c = static_cast<std::size_t>(std::ranges::find(r.trace.columns, b.name) - r.trace.columns.begin());
        bool const ran = c < r.trace.whole.size();
        html +=
            fmt::format("<tr><td><b>{}</b></td><td>{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td><td class=\"soft\">{}</td></tr>\n",
                        escaped(b.name), escaped(b.version), ran ? fmt::format("{:.3g}", r.trace.output_depth[c]) : "-",
                        ran && r.trace.whole[c].is == ending::value ? fmt::format("{:.3g}", r.trace.whole[c].difference) : "-",
                        b.failure.empty() ? escaped(b.switches) : "<span class=\"left-out\">" + escaped(b.failure) + "</span>");
    }
    return html + "</table></div>\n";
}

} // namespace

std::string html_of(std::vector<model_result> const& results, std::string const& command) {
    constexpr std::string_view legend[] = {"up to 2 times the noise", "up to 4", "up to 8: watched", "suspect", "above 1000",
                                           "NaN or infinity apart"};
    std::size_t found = 0;
    for (auto const& r : results) found += r.trace.findings.size();
    auto const title = fmt::format("{} in {}", found == 0 ? "No findings" : counted(found, "finding"),
                                   results.size() == 1 ? results.front().request.model.name : counted(results.size(), "run"));
    std::string html = fmt::format(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width, "
        "initial-scale=1\">\n<title>xamt: {0}</title>\n<link rel=\"icon\" href=\"data:,\">\n<style>{1}{2}</style>\n</head>\n<body>\n"
        "<header><h1>{0}</h1></header>\n<main>\n",
        escaped(title), detail::page_style, map_style);
    for (auto const& r : results) {
        html += fmt::format("<h2>{}</h2>\n<p class=\"soft\">{}, {}, data {}; float64 by {}; {:.1f} s</p>\n", escaped(r.request.model.name),
                            escaped(r.request.model.family), counted(r.loaded.graph.size(), "layer"),
                            escaped(r.request.dataset.empty() ? r.request.model.dataset : r.request.dataset), fmt::join(r.references, ", "),
                            r.trace.seconds);
        if (!r.request.plant.empty()) html += fmt::format("<p>Planted: {} at {}</p>\n", escaped(r.request.plant), escaped(r.request.at));
        html += findings_part(r);
        html += "<h3>Backends</h3>\n" + backends_part(r);
        if (r.trace.layers.empty()) continue;
        html += "<h3>Layers</h3>\n<p class=\"legend\">";
        for (std::size_t i = 0; i < std::size(legend); ++i) html += fmt::format("<span><i class=\"m{}\"></i>{}</span>", i, legend[i]);
        html += fmt::format("<span>fields: {}</span></p>\n<div class=\"layers\">{}</div>\n",
                            escaped(fmt::format("{}", fmt::join(r.trace.columns, ", "))), graph_svg(r));
    }
    return html + fmt::format("</main>\n<footer>xamt {}: <code>{}</code></footer>\n</body>\n</html>\n", escaped(version), escaped(command));
}

} // namespace xamt_command

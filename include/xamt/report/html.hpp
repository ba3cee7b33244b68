/// @file
/// A run as one page that needs nothing else: no network, no other file, and for reading no script.
///
/// Place in the pipeline: report. The same run gives the same bytes. Example: `write_report("report.html", to_html(run))`.
#pragma once

#include <xamt/report/html_assets.hpp>
#include <xamt/report/html_findings.hpp>
#include <xamt/report/html_map.hpp>
#include <xamt/report/run_report.hpp>
#include <xamt/report/wording.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string>
#include <string_view>
#include <vector>

namespace xamt {
inline namespace v0 {
namespace detail {

[[nodiscard]] inline std::string frameworks_html(run_report const& run) {
    std::string html = "<div class=\"card\"><table><tr><th>Framework</th><th>Version</th><th>Host</th><th class=\"n\">Start</th><th "
                       "class=\"n\">Memory</th>"
                       "<th class=\"n\">Groups</th><th class=\"n\">Blamed</th><th>Settings and notes</th></tr>\n";
    for (auto const& f : run.frameworks) {
        std::vector<std::string> notes;
        for (auto const& [name, value] : f.switches) notes.push_back(escaped(name + " " + value));
        if (f.restarts > 0) notes.push_back("restarted " + counted(static_cast<std::uint64_t>(f.restarts), "time"));
        if (!f.took_part() || !f.note.empty())
            notes.push_back("<span class=\"left-out\">" +
                            escaped(f.state + (f.note.empty() ? "" : ": " + f.note) + (f.remedy.empty() ? "" : "; " + f.remedy)) +
                            "</span>");
        html += fmt::format("<tr><td><b>{}</b></td><td>{}</td><td>{}</td>", escaped(f.name), escaped(f.version), escaped(f.host));
        if (f.took_part())
            html += fmt::format("<td class=\"n\">{}</td><td class=\"n\">{:.0f} MB</td><td class=\"n\">{}</td><td class=\"n\">{}</td>",
                                duration(f.startup_s), f.rss_mb, groups_with(run, f.name), blames(run, f.name));
        else
            html += "<td class=\"n\">-</td><td class=\"n\">-</td><td class=\"n\">-</td><td class=\"n\">-</td>";
        html += fmt::format("<td class=\"soft\">{}</td></tr>\n", fmt::join(notes, ", "));
    }
    return html + "</table></div>\n";
}

[[nodiscard]] inline std::string tiles_html(run_report const& run) {
    std::string html = "<div class=\"tiles\">";
    auto const tile = [&](std::string const& figure, std::string const& what) {
        html += fmt::format("<div class=\"tile\"><b>{}</b><span>{}</span></div>", figure, escaped(what));
    };
    tile(grouped(run.findings.size()), run.findings.size() == 1 ? "finding" : "findings");
    tile(grouped(run.groups.size()), fmt::format("groups, {} over four independent frameworks or more", wide_groups(run, 4)));
    tile(grouped(run.trials), fmt::format("trials, {} valid", percent(run.valid_rate)));
    tile(rate(run.trials_per_second), "trials a second");
    tile(grouped(run.framework_calls), fmt::format("framework calls, {} a second", rate(run.calls_per_second)));
    tile(grouped(run.values_compared), "values compared");
    return html + "</div>\n";
}

/// The input and the answers of a remark, where the campaign kept them.
[[nodiscard]] inline std::string details_html(remark const& r) {
    if (r.input.empty() && r.outputs.empty()) return "";
    std::string html = "<details><summary class=\"soft\">input and answers</summary><table>";
    for (auto const* list : {&r.input, &r.outputs})
        for (auto const& [name, text] : *list)
            html +=
                fmt::format("<tr><td class=\"mono\">{}</td><td><code class=\"values\">{}</code></td></tr>\n", escaped(name), escaped(text));
    return html + "</table></details>";
}

[[nodiscard]] inline std::string remarks_html(std::vector<remark> const& remarks, std::string_view title, std::string_view meaning,
                                              std::string_view program) {
    if (remarks.empty()) return "";
    std::string html = fmt::format("<details class=\"quiet\"><summary>{} {}</summary><p class=\"soft\">{}</p><div class=\"card\"><table>\n",
                                   remarks.size(), title, meaning);
    for (auto const& r : remarks)
        html += fmt::format("<tr><td><b>{}</b></td><td>{}</td><td>{}<br><code>{} replay {}</code>{}</td><td class=\"n\">{}</td></tr>\n",
                            escaped(r.group), escaped(listed(r.columns)), escaped(r.sentence), escaped(program), escaped(r.replay),
                            details_html(r), counted(r.count, "trial"));
    return html + "</table></div></details>\n";
}

[[nodiscard]] inline std::string others_html(run_report const& run, std::string_view program) {
    std::string html;
    if (run.unjudged > 0) html += "<p>" + unjudged_text(run) + "</p>\n";
    html += remarks_html(run.undecided, "undecided", "The frameworks disagree, and nothing tells who is right.", program);
    html += remarks_html(run.mistrusted, "mistrusted", "The input itself makes the comparison worth little.", program);
    html += remarks_html(run.ill_conditioned, "ill-conditioned", "The answer changes that much when the input changes in its last digit.",
                         program);
    html += remarks_html(run.nondeterministic, "nondeterministic", "The same call gave two answers.", program);
    if (!run.policies.empty()) {
        html += "<details class=\"quiet\"><summary>Known conventions</summary><p class=\"soft\">Differences that these rules excuse are no "
                "findings.</p><div class=\"card\"><table>\n";
        for (auto const& p : run.policies)
            html += fmt::format("<tr><td><b>{}</b></td><td>{}</td><td class=\"n\">{}</td></tr>\n", escaped(p.name), escaped(p.sentence),
                                counted(p.count, "difference"));
        html += "</table></div></details>\n";
    }
    if (!run.events.empty()) {
        html += "<details class=\"quiet\" open><summary>What happened on the way</summary><div class=\"card\"><table>\n";
        for (auto const& e : run.events) {
            html += fmt::format("<tr><td class=\"n\">{}</td><td><b>{}</b></td><td>{}", duration(e.at_s), escaped(e.column),
                                escaped(e.sentence));
            if (!e.replay.empty()) html += fmt::format("<br><code>{} replay {}</code>", escaped(program), escaped(e.replay));
            html += "</td></tr>\n";
        }
        html += "</table></div></details>\n";
    }
    return html.empty() ? "<p class=\"soft\">None.</p>\n" : html;
}

[[nodiscard]] inline std::string page_title(run_report const& run) {
    std::vector<std::string> names;
    for (auto const& f : run.frameworks)
        if (f.took_part()) names.push_back(f.name);
    std::string const found = run.findings.empty() ? "No findings" : counted(run.findings.size(), "finding");
    return fmt::format("{} in {} over {}", found, counted(run.groups.size(), "group"), listed(names));
}

} // namespace detail

/// The whole run as a page. `program` is how replay lines call the command.
[[nodiscard]] inline std::string to_html(run_report const& run, std::string_view program = "xamt") {
    std::string const title = escaped(detail::page_title(run));
    std::string html = "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" "
                       "content=\"width=device-width, initial-scale=1\">\n";
    html += fmt::format("<title>xamt: {}</title>\n<link rel=\"icon\" href=\"data:,\">\n<style>{}</style>\n</head>\n<body>\n", title,
                        detail::page_style);
    html +=
        fmt::format("<header><h1>{}</h1>\n<p class=\"soft\">Seed {}, {}{}, on {} ({}, {}).</p>\n", title, run.seed, duration(run.seconds),
                    run.stopped_by.empty() ? "" : " (ended by " + escaped(run.stopped_by) + ")", escaped(run.machine.cpu),
                    escaped(run.machine.isa), counted(static_cast<std::uint64_t>(run.machine.threads), "thread"));
    html += "<nav><a href=\"#findings\">Findings</a><a href=\"#map\">Map</a><a href=\"#frameworks\">Frameworks</a><a "
            "href=\"#others\">Other differences</a></nav>\n";
    html += detail::tiles_html(run) + "</header>\n<main>\n";
    html += "<h2 id=\"findings\">Findings</h2>\n" + detail::findings_html(run, program);
    html += "<h2 id=\"map\">Groups and frameworks</h2>\n<p class=\"soft\">The worst distance of each framework from the reference, in "
            "units of what rounding allows.</p>\n" +
            detail::map_html(run);
    html += "<h2 id=\"frameworks\">Frameworks</h2>\n" + detail::frameworks_html(run);
    html += "<h2 id=\"others\">Differences that are no findings</h2>\n" + detail::others_html(run, program) + "</main>\n";
    html += fmt::format("<footer>xamt {}: <code>{}</code>. Warm-up {}, comparing {} of the time, {}.</footer>\n", escaped(run.version),
                        escaped(run.command), duration(run.warmup_seconds), percent(run.check_share), counted(run.raw_calls, "raw call"));
    html += fmt::format("<script>{}</script>\n</body>\n</html>\n", detail::page_script);
    return html;
}

} // namespace v0
} // namespace xamt

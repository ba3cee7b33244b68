// The page of `xamt match`; see match_report.hpp.
#include "match_proposals.hpp"
#include "match_relations.hpp"
#include "match_report.hpp"

#include <xamt/report/html_assets.hpp>
#include <xamt/report/html_text.hpp>
#include <xamt/report/wording.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace xamt_command {

using namespace xamt;

namespace {

constexpr char match_script[] = R"js(
document.documentElement.classList.add("js");
const find = document.getElementById("find"), only = document.getElementById("only"), count = document.getElementById("count");
const groups = [...document.querySelectorAll("#groups details")];
function show() {
  const text = find.value.toLowerCase();
  let shown = 0;
  for (const d of groups) {
    d.hidden = !d.textContent.toLowerCase().includes(text) || (only.value && !d.dataset.status.startsWith(only.value));
    shown += !d.hidden;
  }
  count.textContent = shown + " of " + groups.length;
}
find.oninput = only.onchange = show;
show();
)js";

std::string tile(std::size_t number, std::string_view meaning) {
    return fmt::format("<div class=\"tile\"><b>{}</b><span>{}</span></div>\n", number, meaning);
}

std::string group_html(matched_group const& g, matcher const& m) {
    std::string rows;
    for (auto const& each : g.members)
        rows += fmt::format("<tr><td>{}</td><td class=\"mono\">{}</td><td>{}</td></tr>\n", m.universe()[each.which].framework,
                            escaped(fmt::format("{}", fmt::join(each.names, ", "))), escaped(each.recipe));
    std::string const evidence = g.scenarios == 0 ? std::string("names alone")
                                                  : fmt::format("equal on {}, {} different outputs",
                                                                counted(static_cast<std::size_t>(g.scenarios), "scenario"), g.distinct);
    return fmt::format(
        "<details class=\"finding {}\" data-status=\"{}\"><summary><span class=\"severity\">{}</span><span class=\"title\">{}</span>"
        "<span class=\"kind\">{}</span><span class=\"sentence soft\">{}; {}</span></summary><div class=\"body\"><table>"
        "<tr><th>framework</th><th>names</th><th>recipe</th></tr>\n{}</table></div></details>\n",
        g.status == "accepted" ? "low" : "medium", g.status, g.kind, escaped(g.name), g.status, counted(g.members.size(), "function"),
        evidence, rows);
}

} // namespace

std::string html_text(matcher const& m) {
    std::string groups, left;
    for (auto const& g : m.groups()) groups += group_html(g, m);
    for (auto const& c : m.open())
        left += fmt::format("<tr><td>{}</td><td class=\"mono\">{}</td><td>{}</td><td>{}</td></tr>\n", escaped(c.group),
                            escaped(m.universe()[c.which].name()), c.status, escaped(c.reason));
    std::string proposed;
    for (auto const& p : find_proposals(m))
        proposed +=
            fmt::format("<tr><td class=\"mono\">{}</td><td class=\"mono\">{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td></tr>\n",
                        escaped(m.universe()[p.a].name()), escaped(m.universe()[p.b].name()), p.agreed, p.distinct);
    std::string related;
    for (auto const& r : find_relations(m))
        related +=
            fmt::format("<tr><td>{}</td><td class=\"mono\">{}</td><td class=\"mono\">{}</td><td class=\"n\">{}</td><td "
                        "class=\"n\">{}</td></tr>\n",
                        name_of(r.is), escaped(m.universe()[r.one].name()), escaped(m.universe()[r.other].name()), r.agreed, r.differed);
    auto const c = m.counts();
    std::string text = "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>xamt match</title>\n"
                       "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"><style>";
    text += detail::page_style;
    text += "</style></head>\n<body><header><h1>Functions that are the same</h1>\n<div class=\"tiles\">\n" +
            tile(c.objects, "public callables") + tile(c.candidates, "groups by name") +
            tile(c.confirmed_groups, "groups confirmed by execution") + tile(c.confirmed_objects, "callables in them") +
            "</div></header>\n<main><h2>Groups</h2>\n"
            "<div class=\"filter\"><select id=\"only\" aria-label=\"status\"><option value=\"\">all</option><option "
            "value=\"confirmed\">confirmed</option>"
            "<option value=\"accepted\">by name only</option></select><input id=\"find\" placeholder=\"part of a name or recipe\" "
            "aria-label=\"part of a name or recipe\"><output id=\"count\"></output></div>\n<div id=\"groups\">\n" +
            groups +
            "</div>\n<h2>Proposed</h2>\n<p class=\"soft\">Equal on everything that was tried, and nothing in common in their names: not "
            "merged.</p>\n"
            "<div class=\"card\"><table><tr><th>function</th><th>function</th><th class=\"n\">scenarios</th><th class=\"n\">different "
            "outputs</th></tr>\n" +
            proposed +
            "</table></div>\n<h2>Related</h2>\n<p class=\"soft\">Groups that are not one: the outputs of the first are among those of the "
            "second, or both are equal on some arguments only.</p>\n<div class=\"card\"><table><tr><th>relation</th><th>function</th>"
            "<th>function</th><th class=\"n\">equal</th><th class=\"n\">unequal</th></tr>\n" +
            related +
            "</table></div>\n<h2>Not confirmed</h2>\n<div "
            "class=\"card\"><table><tr><th>group</th><th>function</th><th>status</th><th>reason</th></tr>\n" +
            left + "</table></div>\n</main><script>" + match_script + "</script></body></html>\n";
    return text;
}

} // namespace xamt_command

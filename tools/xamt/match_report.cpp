// Reports of `xamt match`; see match_report.hpp.
#include "match_report.hpp"

#include "match_proposals.hpp"

#include <xamt/match/evidence.hpp>
#include <xamt/report/html_assets.hpp>
#include <xamt/report/html_text.hpp>
#include <xamt/report/wording.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

namespace xamt_command {

using namespace xamt;
using nlohmann::ordered_json;

namespace {

/// A call as parameters with what they were given; see docs/design/matching.md.
ordered_json json_of(shared_call const& c) {
    auto const call = ordered_json::parse(c.call.text);
    ordered_json arguments = ordered_json::array();
    std::size_t place = 0;
    for (auto const& value : call.at("a")) arguments.push_back({c.call.places.at(place++), value});
    for (auto const& [name, value] : call.at("k").items()) arguments.push_back({name, value});
    return {{"framework", c.framework}, {"name", c.name}, {"positional", place}, {"arguments", arguments}};
}

ordered_json json_of(shared_form const& form) {
    ordered_json calls = ordered_json::array();
    for (auto const& c : form.calls) calls.push_back(json_of(c));
    return {{"scenario", scenarios()[form.scenario].id}, {"calls", calls}};
}

ordered_json json_of_proposals(matcher const& m) {
    ordered_json all = ordered_json::array();
    for (auto const& p : find_proposals(m))
        all.push_back(
            {{"names", {m.universe()[p.a].name(), m.universe()[p.b].name()}}, {"scenarios", p.agreed}, {"distinct_outputs", p.distinct}});
    return all;
}

} // namespace

std::string json_text(matcher const& m) {
    auto const counts = m.counts();
    ordered_json groups = ordered_json::array(), candidates = ordered_json::array(), versions = ordered_json::object();
    for (auto const& [framework, version] : m.versions()) versions[framework] = version;
    for (auto const& g : m.groups()) {
        ordered_json members = ordered_json::array();
        for (auto const& each : g.members)
            members.push_back({{"framework", m.universe()[each.which].framework}, {"names", each.names}, {"recipe", each.recipe}});
        groups.push_back({{"name", g.name},
                          {"about", g.about},
                          {"kind", g.kind},
                          {"status", g.status},
                          {"scenarios", g.scenarios},
                          {"distinct_outputs", g.distinct},
                          {"members", members}});
        if (g.form) groups.back()["form"] = json_of(*g.form);
    }
    for (auto const& c : m.open())
        candidates.push_back({{"group", c.group},
                              {"framework", m.universe()[c.which].framework},
                              {"name", m.universe()[c.which].name()},
                              {"status", c.status},
                              {"reason", c.reason}});
    ordered_json const all{{"versions", versions},
                           {"counts",
                            {{"objects", counts.objects},
                             {"candidates", counts.candidates},
                             {"accepted_groups", counts.accepted_groups},
                             {"accepted_objects", counts.accepted_objects},
                             {"confirmed_groups", counts.confirmed_groups},
                             {"confirmed_objects", counts.confirmed_objects}}},
                           {"groups", groups},
                           {"candidates", candidates},
                           {"proposals", json_of_proposals(m)}};
    return all.dump(1, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

std::string summary_text(matcher const& m, console_style const& style, bool confirmed) {
    auto const c = m.counts();
    std::vector<std::vector<std::string>> rows{{"", "groups", "functions"}};
    rows.push_back({"public callables", "", std::to_string(c.objects)});
    rows.push_back({"candidates by name", std::to_string(c.candidates), ""});
    rows.push_back({"accepted", std::to_string(c.accepted_groups), std::to_string(c.accepted_objects)});
    if (confirmed) {
        rows.push_back({style.bold("confirmed by execution"), style.bold(std::to_string(c.confirmed_groups)),
                        style.bold(std::to_string(c.confirmed_objects))});
        for (std::size_t width = c.by_width.size(); width-- > 2;)
            if (c.by_width[width] > 0) rows.push_back({fmt::format("  in {} libraries", width), std::to_string(c.by_width[width]), ""});
    }
    std::string text = table_text(rows, 0, style);
    if (!confirmed) text += "\nNothing was run: `--confirm` tries every candidate in its framework.\n";
    return text;
}

namespace {

void append_behaviour(std::string& text, matcher const& m, std::size_t which) {
    auto const& b = m.behaviour_of(which);
    text += fmt::format("  {}: ", m.universe()[which].name());
    if (b.ran())
        text += fmt::format("ran on {}", counted(b.runs.size(), "scenario"));
    else
        text += b.failure.empty() ? "no scenario fits its parameters" : "did not run: " + b.failure;
    text += "\n";
}

std::string scenario_list(std::vector<std::size_t> const& numbers) {
    std::string text;
    for (std::size_t i = 0; i < numbers.size() && i < 12; ++i) text += fmt::format("{}[{}]", i > 0 ? " " : "", scenarios()[numbers[i]].id);
    if (numbers.size() > 12) text += fmt::format(" and {} more", numbers.size() - 12);
    return text;
}

} // namespace

std::string why_text(matcher const& m, std::size_t a, std::size_t b) {
    auto const& x = m.described()[a];
    auto const& y = m.described()[b];
    std::string text = fmt::format("{} and {}\n\nBy text\n", x.what->name(), y.what->name());
    for (auto const& e : text_evidence(x, y)) text += fmt::format("  {:+.1f}  {}\n", e.weight, e.reason);
    text += "\nBy execution\n";
    append_behaviour(text, m, a);
    append_behaviour(text, m, b);
    auto const v = m.judged(a, b);
    switch (v.is) {
    case verdict_kind::confirmed: text += "  confirmed: the outputs are equal as they come\n"; break;
    case verdict_kind::with_recipe: text += "  confirmed with a recipe\n"; break;
    case verdict_kind::contradicted: text += "  contradicted: no recipe makes the outputs equal often enough\n"; break;
    case verdict_kind::not_run: text += "  not decided: there is no scenario with telling results of both\n"; break;
    }
    auto const step = [&](std::string const& name, std::string const& what) {
        if (!what.empty()) text += fmt::format("    {}: {}\n", name, what);
    };
    step(x.what->name(), v.change_a);
    step(y.what->name(), v.change_b);
    step(x.what->name(), v.structure_a);
    step(y.what->name(), v.structure_b);
    step("outputs", v.view);
    if (!v.agreeing.empty())
        text += fmt::format("  equal on {} ({} different outputs): {}\n", counted(v.agreeing.size(), "scenario"), v.distinct,
                            scenario_list(v.agreeing));
    if (!v.differing.empty())
        text += fmt::format("  unequal on {}: {}\n", counted(v.differing.size(), "scenario"), scenario_list(v.differing));
    return text;
}

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
            "</table></div>\n<h2>Not confirmed</h2>\n<div "
            "class=\"card\"><table><tr><th>group</th><th>function</th><th>status</th><th>reason</th></tr>\n" +
            left + "</table></div>\n</main><script>" + match_script + "</script></body></html>\n";
    return text;
}

} // namespace xamt_command

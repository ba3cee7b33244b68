// Reports of `xamt match`; see match_report.hpp.
#include "match_report.hpp"

#include <xamt/match/evidence.hpp>
#include <xamt/report/html_text.hpp>
#include <xamt/report/wording.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

namespace xamt_command {

using namespace xamt;
using nlohmann::ordered_json;

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
                           {"candidates", candidates}};
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

std::string html_text(matcher const& m) {
    std::string rows;
    auto const escape = [](std::string const& s) { return xamt::escaped(s); };
    for (auto const& g : m.groups()) {
        rows += fmt::format("<details data-status='{}'><summary><b>{}</b> <i>{}</i> <span>{}</span></summary><table>", g.status,
                            escape(g.name), g.kind, g.status);
        for (auto const& each : g.members)
            rows += fmt::format("<tr><td>{}</td><td>{}</td><td>{}</td></tr>", m.universe()[each.which].framework,
                                escape(fmt::format("{}", fmt::join(each.names, ", "))), escape(each.recipe));
        rows += "</table></details>\n";
    }
    std::string left;
    for (auto const& c : m.open())
        left += fmt::format("<tr><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>\n", escape(c.group),
                            escape(m.universe()[c.which].name()), c.status, escape(c.reason));
    auto const c = m.counts();
    return fmt::format(R"(<!doctype html><html lang="en"><meta charset="utf-8"><title>xamt match</title>
<style>body{{font:15px/1.45 system-ui,sans-serif;max-width:70rem;margin:2rem auto;padding:0 1rem}}summary{{cursor:pointer;padding:.15rem 0}}
summary span{{color:#777;float:right}}table{{border-collapse:collapse;margin:.2rem 0 .6rem 1rem}}td{{padding:.1rem .8rem .1rem 0;vertical-align:top}}
input{{font:inherit;padding:.3rem .6rem;width:20rem}}.hidden{{display:none}}</style>
<h1>Matched functions</h1>
<p>{} public callables; {} groups with {} of them confirmed by execution.</p>
<input id="find" placeholder="part of a name" aria-label="part of a name"> <label><input type="checkbox" id="only" style="width:auto"> confirmed only</label>
<section id="groups">{}</section>
<h2>Not confirmed</h2><details><summary>{} candidates, with the reason of each</summary><table>{}</table></details>
<script>const find=document.getElementById("find"),only=document.getElementById("only");
function show(){{const t=find.value.toLowerCase();for(const d of document.querySelectorAll("#groups details"))
d.classList.toggle("hidden",!d.textContent.toLowerCase().includes(t)||(only.checked&&!d.dataset.status.startsWith("confirmed")));}}
find.oninput=only.onchange=show;</script></html>
)",
                       c.objects, c.confirmed_groups, c.confirmed_objects, rows, m.open().size(), left);
}

} // namespace xamt_command

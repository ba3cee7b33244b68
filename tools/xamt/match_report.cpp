// Reports of `xamt match`; see match_report.hpp.
#include "match_report.hpp"

#include "match_proposals.hpp"
#include "match_relations.hpp"

#include <xamt/match/evidence.hpp>
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

ordered_json json_of_relations(matcher const& m) {
    ordered_json all = ordered_json::array();
    for (auto const& r : find_relations(m))
        all.push_back({{"is", name_of(r.is)},
                       {"groups", {m.groups()[r.a].name, m.groups()[r.b].name}},
                       {"names", {m.universe()[r.one].name(), m.universe()[r.other].name()}},
                       {"equal", r.agreed},
                       {"unequal", r.differed},
                       {"distinct_outputs", r.distinct}});
    return all;
}

ordered_json json_of_versions(matcher const& m) {
    ordered_json versions = ordered_json::object();
    for (auto const& [framework, version] : m.versions()) versions[framework] = version;
    return versions;
}

ordered_json json_of(match_counts const& counts) {
    return {{"objects", counts.objects},
            {"candidates", counts.candidates},
            {"accepted_groups", counts.accepted_groups},
            {"accepted_objects", counts.accepted_objects},
            {"confirmed_groups", counts.confirmed_groups},
            {"confirmed_objects", counts.confirmed_objects}};
}

ordered_json json_of(matched_group const& g, matcher const& m) {
    ordered_json members = ordered_json::array();
    for (auto const& each : g.members)
        members.push_back({{"framework", m.universe()[each.which].framework}, {"names", each.names}, {"recipe", each.recipe}});
    ordered_json group{{"name", g.name},     {"about", g.about},         {"kind", g.kind},
                       {"status", g.status}, {"scenarios", g.scenarios}, {"distinct_outputs", g.distinct},
                       {"members", members}};
    if (g.form) group["form"] = json_of(*g.form);
    return group;
}

} // namespace

std::string json_text(matcher const& m) {
    ordered_json groups = ordered_json::array(), candidates = ordered_json::array();
    for (auto const& g : m.groups()) groups.push_back(json_of(g, m));
    for (auto const& c : m.open())
        candidates.push_back({{"group", c.group},
                              {"framework", m.universe()[c.which].framework},
                              {"name", m.universe()[c.which].name()},
                              {"status", c.status},
                              {"reason", c.reason}});
    ordered_json const all{{"versions", json_of_versions(m)}, {"counts", json_of(m.counts())},     {"groups", groups},
                           {"candidates", candidates},        {"proposals", json_of_proposals(m)}, {"relations", json_of_relations(m)}};
    return all.dump(1, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

std::string record_text(matcher const& m) {
    auto const text_of = [](ordered_json const& j) { return j.dump(-1, ' ', false, ordered_json::error_handler_t::replace); };
    std::string text =
        fmt::format("{{\n \"versions\": {},\n \"counts\": {},\n \"groups\": [", text_of(json_of_versions(m)), text_of(json_of(m.counts())));
    for (std::size_t i = 0; i < m.groups().size(); ++i)
        text += fmt::format("{}\n  {}", i > 0 ? "," : "", text_of(json_of(m.groups()[i], m)));
    return text + "\n ]\n}\n";
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
    text += fmt::format("  {}\n", sentence_for(relation_of(v, share_concept(x, y))));
    auto const step = [&](std::string const& name, std::string const& what) {
        if (!what.empty()) text += fmt::format("    {}: {}\n", name, what);
    };
    step(x.what->name(), v.change_a);
    step(y.what->name(), v.change_b);
    if (v.structure_a != v.structure_b) {
        step(x.what->name(), v.structure_a);
        step(y.what->name(), v.structure_b);
    }
    step("outputs", v.view);
    if (!v.agreeing.empty())
        text += fmt::format("  equal on {} ({} different outputs): {}\n", counted(v.agreeing.size(), "scenario"), v.distinct,
                            scenario_list(v.agreeing));
    if (!v.differing.empty())
        text += fmt::format("  unequal on {}: {}\n", counted(v.differing.size(), "scenario"), scenario_list(v.differing));
    return text;
}

} // namespace xamt_command

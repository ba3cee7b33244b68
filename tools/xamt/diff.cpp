// `xamt diff`: two reports of `xamt fuzz` held against each other.
#include "command.hpp"

#include <xamt/report/json.hpp>
#include <xamt/report/output_file.hpp>
#include <xamt/report/terminal.hpp>
#include <xamt/report/wording.hpp>

#include <fstream>
#include <map>
#include <set>
#include <utility>
#include <vector>

namespace xamt_command {

namespace {

using namespace xamt;
using nlohmann::ordered_json;

constexpr char examples[] = "Examples:\n"
                            "  xamt fuzz --trials 100000 --json before.json     then install another version, and\n"
                            "  xamt fuzz --trials 100000 --json after.json\n"
                            "  xamt diff before.json after.json                 what is new, what is gone\n"
                            "  xamt diff before.json after.json --json -        the same for a script\n"
                            "\nA finding is the same in both reports if it has the same `id`: the same column, group, kind and family. "
                            "What the other report did not look\n"
                            "at (a group that did not run, or ran without the blamed column) is neither new nor gone. Runs of the same "
                            "--trials and --seed look at\n"
                            "the same inputs; runs by time do not meet every finding each time.\n"
                            "Exit status: 0 nothing new, 1 new findings, 2 wrong usage.";

/// One finding of a report.
struct recorded_finding {
    std::string id, group, sentence;
    std::vector<std::string> blamed;
    ordered_json whole;
};

/// What one report says, as far as it is compared.
struct recorded_run {
    std::string path;
    std::map<std::string, recorded_finding> findings;       ///< by id
    std::map<std::string, std::set<std::string>> looked_at; ///< columns by group
    std::map<std::string, std::string> versions;            ///< by framework

    /// Whether the group ran with one of the columns that a finding blames.
    [[nodiscard]] bool covers(recorded_finding const& f) const {
        auto const group = looked_at.find(f.group);
        return group != looked_at.end() &&
               std::ranges::any_of(f.blamed, [&](std::string const& column) { return group->second.contains(column); });
    }
};

result<recorded_run> read_run(std::string const& path) {
    std::string const remedy = "give a file that `xamt fuzz --json FILE` has written";
    std::ifstream file(path);
    if (!file) return error{"the report " + path + " cannot be read", std::strerror(errno), remedy};
    auto all = ordered_json::parse(file, nullptr, false);
    if (all.is_discarded()) return error{path + " is no JSON", "it is cut off, or something else", remedy};
    recorded_run run{path, {}, {}, {}};
    try {
        for (auto const& key : {"xamt", "findings", "per_group", "frameworks"}) (void)all.at(key);
        for (auto& f : all["findings"]) {
            recorded_finding one{f.at("id"), f.at("group"), f.at("sentence"), f.at("blamed"), {}};
            one.whole = std::move(f);
            run.findings.emplace(one.id, std::move(one));
        }
        for (auto const& g : all["per_group"]) run.looked_at[g.at("name")] = g.at("columns");
        for (auto const& f : all["frameworks"]) run.versions[f.at("name")] = f.at("version");
    } catch (ordered_json::exception const& e) {
        return error{path + " is no report of `xamt fuzz`", e.what(), remedy};
    }
    return run;
}

/// The findings of both reports, sorted by what became of them.
struct difference {
    std::vector<recorded_finding const*> fresh, gone, same, unseen_before, unseen_after;
};

difference between(recorded_run const& before, recorded_run const& after) {
    difference d;
    for (auto const& [id, f] : after.findings)
        (before.findings.contains(id) ? d.same : before.covers(f) ? d.fresh : d.unseen_before).push_back(&f);
    for (auto const& [id, f] : before.findings)
        if (!after.findings.contains(id)) (after.covers(f) ? d.gone : d.unseen_after).push_back(&f);
    return d;
}

/// Frameworks whose version is another, or that only one report has.
std::vector<std::vector<std::string>> changed_versions(recorded_run const& before, recorded_run const& after) {
    std::map<std::string, std::pair<std::string, std::string>> both;
    for (auto const& [name, v] : before.versions) both[name].first = v;
    for (auto const& [name, v] : after.versions) both[name].second = v;
    std::vector<std::vector<std::string>> changed;
    for (auto const& [name, v] : both)
        if (v.first != v.second) changed.push_back({name, v.first, v.second});
    return changed;
}

std::string json_of(recorded_run const& before, recorded_run const& after, difference const& d) {
    auto const list = [](auto const& findings) {
        ordered_json all = ordered_json::array();
        for (auto const* f : findings) all.push_back(f->whole);
        return all;
    };
    ordered_json same = ordered_json::array(), versions = ordered_json::array();
    for (auto const* f : d.same) same.push_back(f->id);
    for (auto const& v : changed_versions(before, after)) versions.push_back({{"name", v[0]}, {"before", v[1]}, {"after", v[2]}});
    return detail::json_text({{"before", before.path},
                              {"after", after.path},
                              {"versions", versions},
                              {"new", list(d.fresh)},
                              {"gone", list(d.gone)},
                              {"same", same},
                              {"not_looked_at_before", list(d.unseen_before)},
                              {"not_looked_at_after", list(d.unseen_after)}});
}

std::string text_of(recorded_run const& before, recorded_run const& after, difference const& d, console_style const& style) {
    std::string text;
    for (auto const& v : changed_versions(before, after))
        text += fmt::format("{}: {} before, {} after\n", v[0], v[1].empty() ? "absent" : v[1], v[2].empty() ? "absent" : v[2]);
    auto const list = [&](std::string_view title, auto const& findings) {
        if (findings.empty()) return;
        text += fmt::format("\n{}  {}\n", style.bold(title), counted(findings.size(), "finding"));
        for (auto const* f : findings)
            text += fmt::format("  {}  {}: {}\n", f->id, f->group, wrapped_text(f->sentence, static_cast<std::size_t>(style.width), 12));
    };
    list("new", d.fresh);
    list("gone", d.gone);
    list("not looked at before", d.unseen_before);
    list("not looked at any more", d.unseen_after);
    return text + fmt::format("\n{} new, {} gone, {} in both, {} that only one report looked at\n", d.fresh.size(), d.gone.size(),
                              d.same.size(), d.unseen_before.size() + d.unseen_after.size());
}

struct diff_options {
    std::string before, after, json;
};

int run(diff_options const& asked) {
    auto const before = read_run(asked.before);
    if (!before) return wrong_usage(before.failure());
    auto const after = read_run(asked.after);
    if (!after) return wrong_usage(after.failure());
    auto const d = between(*before, *after);
    if (!asked.json.empty())
        if (auto const written = write_report(asked.json, json_of(*before, *after, d)); !written) return wrong_usage(written.failure());
    if (asked.json != "-")
        if (auto const written = write_report("-", text_of(*before, *after, d, style_of(stdout))); !written)
            return wrong_usage(written.failure());
    return d.fresh.empty() ? nothing_found : findings;
}

} // namespace

void add_diff(CLI::App& app, session const&, action& chosen) {
    auto options = std::make_shared<diff_options>();
    CLI::App* const command = app.add_subcommand("diff", "Hold two reports of `xamt fuzz` against each other: what is new, gone, the same");
    command->add_option("BEFORE", options->before, "A report that `xamt fuzz --json` wrote")->type_name("")->required();
    command->add_option("AFTER", options->after, "Another, of a later version or run")->type_name("")->required();
    command->add_option("--json", options->json, "Write it as JSON; - is standard output with nothing else there")->type_name("F");
    command->footer(examples);
    command->callback([options, &chosen] { chosen = [options] { return run(*options); }; });
}

} // namespace xamt_command

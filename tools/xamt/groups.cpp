// `xamt groups`: which functions belong together, and how each framework spells them.
#include "command.hpp"

#include <xamt/campaign/seat.hpp>
#include <xamt/compare/relations.hpp>
#include <xamt/groups/all.hpp>
#include <xamt/report/alignment.hpp>
#include <xamt/report/json.hpp>
#include <xamt/report/output_file.hpp>
#include <xamt/report/public_name.hpp>
#include <xamt/report/terminal.hpp>
#include <xamt/report/wording.hpp>

#include <fmt/format.h>

#include <memory>
#include <utility>

namespace xamt_command {

namespace {

using namespace xamt;
using detail::ordered_json;

constexpr char examples[] = "Examples:\n"
                            "  xamt groups                  the table of groups and frameworks\n"
                            "  xamt groups 'conv*'          the part of it that a pattern names (a topic works too)\n"
                            "  xamt groups conv2d           one group: parameters, and how each framework is called, step by step\n"
                            "  xamt groups conv2d --json -  the same for a script";

/// How a group's function is known to the users of a framework.
std::string known_as(binding const& b) { return b.call != nullptr ? std::string(b.function) : public_name(b.function); }

ordered_json json_of(api_description const& api) {
    ordered_json parameters = ordered_json::array(), columns = ordered_json::array();
    for (auto const& p : api.takes()) parameters.push_back({{"name", p.name}, {"kind", name_of(p.what)}, {"admits", to_words(p)}});
    for (auto const& b : api.columns())
        columns.push_back({{"column", to_text(column{b.on})},
                           {"api", known_as(b)},
                           {"function", b.function},
                           {"host", name_of(reach_of(b))},
                           {"call", call_in_words(api, b, known_as(b))},
                           {"alignment", alignment_steps(api, b)}});
    ordered_json invariants = ordered_json::array();
    for (auto const& i : api.ties()) invariants.push_back(to_text(i, api.name));
    return {{"name", api.name},         {"topic", api.topic},       {"rounding", to_words(api.exactness.of)},
            {"invariants", invariants}, {"parameters", parameters}, {"columns", columns}};
}

std::string json_of(std::vector<api_description const*> const& groups) {
    ordered_json list = ordered_json::array();
    for (auto const* g : groups) list.push_back(json_of(*g));
    return detail::json_text({{"groups", groups.size()}, {"per_group", list}});
}

std::string overview(std::vector<api_description const*> const& groups, session const& about, console_style const& style) {
    std::vector<std::string> const columns{"torch", "tensorflow", "keras", "jax", "chainer", "numpy", "eigen"};
    std::vector<std::vector<std::string>> rows{{"group"}};
    rows[0].insert(rows[0].end(), columns.begin(), columns.end());
    std::string text;
    std::string topic;
    std::vector<std::size_t> totals(columns.size());
    for (auto const* g : groups) {
        if (g->topic != topic) {
            topic = g->topic;
            rows.push_back({style.bold(topic)});
        }
        std::vector<std::string> row{"  " + std::string(g->name)};
        for (std::size_t c = 0; c < columns.size(); ++c) {
            bool const here = std::ranges::any_of(g->columns(), [&](binding const& b) { return b.on.name == columns[c]; });
            totals[c] += here;
            row.push_back(here ? style.green("●") : style.dim("·"));
        }
        rows.push_back(std::move(row));
    }
    std::vector<std::string> last{counted(groups.size(), "group")};
    for (auto n : totals) last.push_back(std::to_string(n));
    rows.push_back(last);
    return table_text(rows, 0, style) + fmt::format("\n`{} groups NAME` shows one of them step by step.\n", about.program);
}

std::string details(api_description const& api, console_style const& style) {
    auto const width = static_cast<std::size_t>(style.width);
    std::string text = style.bold(api.name) +
                       fmt::format("  {}, {}{}\n\n", api.topic, to_words(api.exactness.of), api.pointwise ? ", element by element" : "");
    std::vector<std::vector<std::string>> rows{{"parameter", "what it admits"}};
    for (auto const& p : api.takes()) rows.push_back({std::string(p.name), to_words(p)});
    text += table_text(rows, 2, style);
    for (auto const& i : api.ties()) text += "  by definition  " + to_text(i, api.name) + "\n";
    for (auto const& b : api.columns()) {
        text += "\n" + style.bold(to_text(column{b.on})) + "  " + style.dim(name_of(reach_of(b)));
        if (known_as(b) != b.function) text += style.dim(fmt::format(", operator {}", b.function));
        text += "\n  " + wrapped_text(call_in_words(api, b, known_as(b)), width, 6) + "\n";
        for (auto const& s : alignment_steps(api, b)) text += "    - " + wrapped_text(s, width, 6) + "\n";
    }
    return text;
}

/// The group of that name, curated or matched, or nullptr.
api_description const* find_shipped(std::string_view name) {
    auto const found = std::ranges::find(shipped(), name, &api_description::name);
    return found == shipped().end() ? nullptr : *found;
}

struct groups_options {
    std::string name;
    std::string json;
};

int run(groups_options const& asked, session const& about) {
    std::vector<api_description const*> chosen;
    auto const one = asked.name.empty() ? nullptr : find_shipped(asked.name);
    if (one != nullptr) {
        chosen.push_back(one);
    } else {
        auto selected = select_groups(asked.name.empty() ? std::vector<std::string>{} : std::vector<std::string>{asked.name});
        if (!selected) return wrong_usage(selected.failure());
        chosen = *selected;
    }
    if (!asked.json.empty())
        if (auto const written = write_report(asked.json, json_of(chosen)); !written) return wrong_usage(written.failure());
    if (asked.json == "-") return nothing_found;
    console_style const style = style_of(stdout);
    bool const detailed = one != nullptr || (!asked.name.empty() && chosen.size() == 1);
    auto const text = detailed ? details(*chosen.front(), style) : overview(chosen, about, style);
    if (auto const written = write_report("-", text); !written) return wrong_usage(written.failure());
    return nothing_found;
}

} // namespace

void add_groups(CLI::App& app, session const& about, action& chosen) {
    auto options = std::make_shared<groups_options>();
    CLI::App* const command = app.add_subcommand("groups", "Show the groups of equivalent functions, or how one is aligned, step by step");
    command->add_option("NAME", options->name, "A group, a topic, or a pattern with * and ?")->type_name("");
    command->add_option("--json", options->json, "Write it as JSON; without a file, or with -, to standard output")
        ->type_name("F")
        ->expected(0, 1);
    command->footer(examples);
    command->callback([options, &about, &chosen, command] {
        // `xamt groups --json conv2d` means the group, not a file of that name.
        if (options->name.empty() && find_shipped(options->json) != nullptr) options->name = std::exchange(options->json, "-");
        if (command->count("--json") > 0 && options->json.empty()) options->json = "-";
        chosen = [options, &about] { return run(*options, about); };
    });
}

} // namespace xamt_command

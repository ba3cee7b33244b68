// One trial through every column; see verdict_text.hpp.
#include "verdict_text.hpp"

#include "last_judge.hpp"

#include <xamt/core/text.hpp>
#include <xamt/report/json.hpp>
#include <xamt/report/output_file.hpp>
#include <xamt/report/public_name.hpp>
#include <xamt/report/terminal.hpp>
#include <xamt/report/wording.hpp>

#include <fmt/format.h>

namespace xamt_command {

namespace {

using namespace xamt;
using detail::ordered_json;

/// All that there is to say of a trial, as text.
struct trial_story {
    std::string group;
    std::string replay; ///< empty for an input of the user's own
    std::vector<named_text> input;
    struct answer {
        std::string column, api, text;
        bool took_part = false, blamed = false;
    };
    std::vector<answer> answers;
    std::vector<verdict> verdicts;
};

trial_story story_of(api_description const& api, group_table const& table, std::vector<column> const& columns, judged const& j,
                     std::string replay) {
    trial_story story;
    story.group = api.name;
    story.replay = std::move(replay);
    for (std::size_t p = 0; p < api.parameter_count; ++p)
        story.input.emplace_back(std::string(api.parameters[p].name), to_text(j.of.arguments[p]));
    for (std::size_t s = 0; s < columns.size(); ++s) {
        outcome const& o = j.outcomes[s];
        trial_story::answer a{to_text(columns[s]), public_name(table.seats[s].how->function), outcome_text(o), o.is != ending::absent,
                              false};
        if (!a.took_part) a.text = "takes no part" + (o.message.empty() ? "" : ": " + o.message);
        for (auto const& v : j.verdicts) a.blamed = a.blamed || (v.is_finding() && v.blamed.contains(s));
        story.answers.push_back(std::move(a));
    }
    for (auto const& v : j.verdicts)
        if (v.is != judgement::agree) story.verdicts.push_back(v);
    return story;
}

/// How many columns took part.
std::ptrdiff_t answers(trial_story const& story) { return std::ranges::count(story.answers, true, &trial_story::answer::took_part); }

std::string console_text(trial_story const& story, console_style const& style) {
    auto const width = static_cast<std::size_t>(style.width);
    std::string text = style.bold(story.group) + (story.replay.empty() ? "" : "  " + style.dim(story.replay)) + "\n\n";
    std::vector<std::vector<std::string>> rows{{"input", ""}};
    for (auto const& [name, value] : story.input) rows.push_back({name, value});
    text += table_text(rows, 2, style) + "\n";
    rows = {{"column", "answer"}};
    for (auto const& a : story.answers) {
        std::string const name = a.column + (a.blamed ? "  blamed" : "");
        rows.push_back({a.blamed ? style.red(name) : name, a.blamed ? style.red(a.text) : a.took_part ? a.text : style.dim(a.text)});
    }
    text += table_text(rows, 2, style) + "\n";
    bool const comparable = answers(story) >= 2;
    if (comparable && story.verdicts.empty()) text += "Verdict: " + style.green("agree") + "\n";
    for (auto const& v : story.verdicts) {
        std::string const excuse = v.suppressed_by == policy_id::none ? "" : fmt::format(", excused: {}", name_of(v.suppressed_by));
        std::string const name = fmt::format("{}{}{}", name_of(v.is), v.family.empty() ? "" : fmt::format(" ({})", v.family), excuse);
        text += "Verdict: " + (v.is_finding() ? style.red(name) : style.yellow(name)) + "\n";
        for (auto const& line : {v.sentence, v.derivation.empty() ? std::string() : "the bound: " + v.derivation})
            if (!line.empty()) text += "  " + wrapped_text(line, width, 2) + "\n";
    }
    return text;
}

std::string json_text_of(trial_story const& story) {
    ordered_json answers = ordered_json::array(), verdicts = ordered_json::array();
    for (auto const& a : story.answers)
        answers.push_back({{"column", a.column}, {"api", a.api}, {"took_part", a.took_part}, {"blamed", a.blamed}, {"answer", a.text}});
    for (auto const& v : story.verdicts) {
        ordered_json blamed = ordered_json::array();
        for (std::size_t s = 0; s < story.answers.size(); ++s)
            if (v.blamed.contains(s)) blamed.push_back(story.answers[s].column);
        verdicts.push_back({{"kind", name_of(v.is)},
                            {"finding", v.is_finding()},
                            {"excused", v.suppressed_by == policy_id::none ? "" : name_of(v.suppressed_by)},
                            {"blamed", blamed},
                            {"family", v.family},
                            {"severity", severity_word(v.severity)},
                            {"got", v.got},
                            {"reference", v.expected},
                            {"ulp", detail::json_number(v.ulp)},
                            {"bound", detail::json_number(v.bound)},
                            {"derivation", v.derivation},
                            {"sentence", v.sentence}});
    }
    return detail::json_text({{"group", story.group},
                              {"replay", story.replay},
                              {"input", detail::json_of(story.input)},
                              {"answers", answers},
                              {"verdicts", verdicts}});
}

} // namespace

void trial_outputs::add_to(CLI::App& command) {
    command.add_option("--json", json, "Write it as JSON; - is standard output with nothing else there")->type_name("F");
}

int show_trial(api_description const& api, trial t, std::string const& replay, shared_options const& hosts, trial_outputs const& outputs,
               session const& about) {
    if (!outputs.json.empty())
        if (auto const possible = check_writable(outputs.json); !possible) return wrong_usage(possible.failure());
    auto options = hosts.resolve(about);
    if (!options) return wrong_usage(options.failure());
    api_description const* const groups[] = {&api};
    engine e(*options, options->frameworks, groups, natives(), oracle());
    e.start();
    for (auto const& f : completed(e.columns().states(), options->tools))
        if (f.state != "ready" && !f.note.empty()) complain({f.name + " takes no part", f.note, f.remedy});
    judged const j = e.try_once(0, std::move(t));
    auto const& table = e.columns().tables().front();
    auto const story = story_of(api, table, columns_of(table, e.columns().columns()), j, replay);

    if (!outputs.json.empty())
        if (auto const written = write_report(outputs.json, json_text_of(story)); !written) return wrong_usage(written.failure());
    if (outputs.json != "-")
        if (auto const written = write_report("-", console_text(story, style_of(stdout))); !written) return wrong_usage(written.failure());
    if (answers(story) < 2) {
        complain({"there is nothing to compare", "fewer than two frameworks take this input",
                  fmt::format("`{} groups {}` shows what each admits", about.program, api.name)});
        return nothing_to_compare;
    }
    return std::ranges::any_of(story.verdicts, &verdict::is_finding) ? findings : nothing_found;
}

} // namespace xamt_command

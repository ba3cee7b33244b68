// One trial through every column; see verdict_text.hpp.
#include "verdict_text.hpp"

#include "runner.hpp"

#include <xamt/campaign/finding_text.hpp>
#include <xamt/generate/trial_name.hpp>
#include <xamt/report/json.hpp>
#include <xamt/report/output_file.hpp>
#include <xamt/report/terminal.hpp>
#include <xamt/report/wording.hpp>

#include <fmt/format.h>

namespace xamt_command {

namespace {

using namespace xamt;
using detail::ordered_json;

std::string console_text(trial_story const& story, console_style const& style, bool strict) {
    auto const width = static_cast<std::size_t>(style.width);
    std::string text = style.bold(story.group) + (story.replay.empty() ? "" : "  " + style.dim(story.replay)) + "\n\n";
    std::vector<std::vector<std::string>> rows{{"input", ""}};
    for (auto const& [name, value] : story.input) rows.push_back({name, value});
    text += table_text(rows, 2, style) + "\n";
    rows = {{"column", "answer"}};
    auto const wrong = blamed_in(story, strict);
    for (std::size_t s = 0; s < story.answers.size(); ++s) {
        auto const& a = story.answers[s];
        bool const blamed = wrong.contains(s);
        std::string const name = a.column + (blamed ? "  blamed" : "");
        rows.push_back({blamed ? style.red(name) : name, blamed ? style.red(a.text) : a.took_part ? a.text : style.dim(a.text)});
    }
    text += table_text(rows, 2, style) + "\n";
    bool const comparable = story.taking_part() >= 2;
    if (comparable && story.verdicts.empty()) text += "Verdict: " + style.green("agree") + "\n";
    for (auto const& v : story.verdicts) {
        std::string const excuse = v.suppressed_by == policy_id::none ? "" : fmt::format(", excused: {}", name_of(v.suppressed_by));
        std::string const name = fmt::format("{}{}{}", name_of(v.is), v.family.empty() ? "" : fmt::format(" ({})", v.family), excuse);
        text += "Verdict: " + (counts(v, strict) ? style.red(name) : style.yellow(name)) + "\n";
        for (auto const& line : {v.sentence, v.derivation.empty() ? std::string() : "the bound: " + v.derivation})
            if (!line.empty()) text += "  " + wrapped_text(line, width, 2) + "\n";
    }
    return text;
}

std::string json_text_of(trial_story const& story, bool strict) {
    ordered_json answers = ordered_json::array(), verdicts = ordered_json::array();
    auto const wrong = blamed_in(story, strict);
    for (std::size_t s = 0; s < story.answers.size(); ++s) {
        auto const& a = story.answers[s];
        answers.push_back(
            {{"column", a.column}, {"api", a.api}, {"took_part", a.took_part}, {"blamed", wrong.contains(s)}, {"answer", a.text}});
    }
    for (auto const& v : story.verdicts) {
        verdicts.push_back({{"kind", name_of(v.is)},
                            {"finding", counts(v, strict)},
                            {"excused", v.suppressed_by == policy_id::none ? "" : name_of(v.suppressed_by)},
                            {"blamed", story.names(v.blamed)},
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
    command.add_flag("--strict", strict, "Count differences that known conventions excuse, too");
}

result<trial_name> read_trial_name(std::string const& text) {
    bool const is_id = text.size() == 8 && text.find_first_not_of("0123456789abcdef") == std::string::npos;
    if (is_id)
        return error{fmt::format("{} is the id of a finding, not the name of a trial", text),
                     "an id names a cause, and many trials may show it", "take the name from the finding's `replay` line"};
    return parse_trial_name(text);
}

int status_of(trial_story const& story, bool strict, session const& about) {
    bool const found = std::ranges::any_of(story.verdicts, [&](verdict const& v) { return counts(v, strict); });
    if (story.taking_part() < 2 && !found) {
        complain({"there is nothing to compare", "fewer than two frameworks take this input",
                  fmt::format("`{} groups {}` shows what each admits", about.program, story.group)});
        return nothing_to_compare;
    }
    return found ? findings : nothing_found;
}

result<trial_story> story_of(api_description const& api, trial t, std::string const& replay, shared_options const& hosts,
                             session const& about) {
    auto options = hosts.resolve(about);
    if (!options) return options.failure();
    runner runner(std::move(*options), {&api});
    runner.start();
    for (auto const& f : runner.states())
        if (f.state != "ready" && f.asked()) complain({f.name + " takes no part", f.note, f.remedy});
    return runner.run(api, std::move(t), replay);
}

int show_trial(api_description const& api, trial t, std::string const& replay, shared_options const& hosts, trial_outputs const& outputs,
               session const& about) {
    if (!outputs.json.empty())
        if (auto const possible = check_writable(outputs.json); !possible) return wrong_usage(possible.failure());
    auto const ran = story_of(api, std::move(t), replay, hosts, about);
    if (!ran) return wrong_usage(ran.failure());
    auto const& story = *ran;
    if (!outputs.json.empty())
        if (auto const written = write_report(outputs.json, json_text_of(story, outputs.strict)); !written)
            return wrong_usage(written.failure());
    if (outputs.json != "-")
        if (auto const written = write_report("-", console_text(story, style_of(stdout), outputs.strict)); !written)
            return wrong_usage(written.failure());
    return status_of(story, outputs.strict, about);
}

} // namespace xamt_command

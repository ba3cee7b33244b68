// Recorded inputs in bulk; see cases.hpp.
#include "cases.hpp"

#include "interrupt.hpp"
#include "public_call.hpp"
#include "runner.hpp"

#include <xamt/align/call.hpp>
#include <xamt/core/text.hpp>
#include <xamt/report/json.hpp>
#include <xamt/report/output_file.hpp>
#include <xamt/report/progress.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <iostream>
#include <map>

namespace xamt_command {

namespace {

using namespace xamt;
using detail::ordered_json;

/// One line: a case, or why it is none.
struct one_case {
    ordered_json id = nullptr;
    std::size_t line = 0;
    std::string asked_api;
    api_description const* api = nullptr;
    std::vector<value> arguments;
    std::optional<error> wrong;
};

error bad_line(std::string what, std::string why = {}) {
    return {std::move(what), std::move(why), R"(a line reads {"id": "1", "group": "softmax", "arguments": {"x": "float32[nan,0.5]"}})"};
}

/// Numbers, flags and words may stand as JSON's own; everything else is text in the forms of `xamt try`.
std::optional<std::string> text_of(ordered_json const& v) {
    if (v.is_string()) return v.get<std::string>();
    if (v.is_null()) return "none";
    if (v.is_boolean() || v.is_number()) return v.dump();
    if (v.is_array() && std::ranges::all_of(v, [](auto const& e) { return e.is_number() || e.is_array(); })) return v.dump();
    return std::nullopt;
}

result<std::vector<written_argument>> arguments_of(ordered_json const& line, char const* key, bool needed) {
    if (!line.contains(key))
        return needed ? result<std::vector<written_argument>>(bad_line(fmt::format("the line has no \"{}\"", key)))
                      : result<std::vector<written_argument>>(std::vector<written_argument>{});
    if (!line[key].is_object()) return bad_line(fmt::format("\"{}\" is no object of names and values", key));
    std::vector<written_argument> list;
    for (auto const& [name, v] : line[key].items()) {
        auto text = text_of(v);
        if (!text) return bad_line(fmt::format("the value of {} is no text", name), "values are texts such as \"float32[1,2]\"");
        list.push_back({name, std::move(*text)});
    }
    return list;
}

std::optional<error> fill(one_case& c, ordered_json const& line) {
    if (!line.is_object()) return bad_line("the line is no JSON object");
    if (line.contains("id")) c.id = line["id"];
    auto const word = [&](char const* key) {
        return line.contains(key) && line[key].is_string() ? line[key].get<std::string>() : std::string();
    };
    std::string const group = word("group");
    c.asked_api = word("api");
    if (group.empty() == c.asked_api.empty()) return bad_line("the line needs either a \"group\" or an \"api\"");
    auto const written = arguments_of(line, "arguments", true);
    if (!written) return written.failure();
    if (!c.asked_api.empty()) {
        auto const defaults = arguments_of(line, "defaults", false);
        if (!defaults) return defaults.failure();
        auto call = read_public_call(c.asked_api, *written, *defaults);
        if (!call) return call.failure();
        c.api = call->api;
        c.arguments = std::move(call->arguments);
        return std::nullopt;
    }
    auto const found = find_group(group);
    if (!found) return found.failure();
    auto arguments = canonical_arguments(**found, *written);
    if (!arguments) return arguments.failure();
    c.api = *found;
    c.arguments = std::move(*arguments);
    return std::nullopt;
}

result<std::vector<one_case>> read_cases(std::string const& path) {
    std::ifstream file;
    if (path != "-") file.open(path);
    if (path != "-" && !file)
        return error{fmt::format("the cases {} cannot be read", path), "there is no such file, or no right to read it",
                     "give a file with one JSON object a line, or - for standard input"};
    std::istream& from = path == "-" ? std::cin : file;
    std::vector<one_case> cases;
    std::string text;
    for (std::size_t number = 1; std::getline(from, text); ++number) {
        if (text.find_first_not_of(" \t\r") == std::string::npos) continue;
        one_case c;
        c.line = number;
        auto const line = ordered_json::parse(text, nullptr, false);
        c.wrong = line.is_discarded() ? std::optional(bad_line("the line is no JSON")) : fill(c, line);
        if (c.id.is_null()) c.id = number;
        cases.push_back(std::move(c));
    }
    return cases;
}

ordered_json json_of(trial_story const& story, verdict const& v) {
    ordered_json j{{"kind", name_of(v.is)},
                   {"finding", v.is_finding()},
                   {"blamed", story.names(v.blamed)},
                   {"family", v.family},
                   {"reason", v.sentence},
                   {"got", v.got},
                   {"reference", v.expected},
                   {"witnesses", story.names(v.witnesses)},
                   {"ulp", detail::json_number(v.ulp)},
                   {"bound", detail::json_number(v.bound)},
                   {"derivation", v.derivation}};
    if (v.suppressed_by != policy_id::none)
        j["suppressed"] = {{"policy", name_of(v.suppressed_by)}, {"reason", info(v.suppressed_by).reason}};
    return j;
}

ordered_json answer(one_case const& c, trial_story const& story, bool strict) {
    ordered_json outcomes = ordered_json::object(), apis = ordered_json::object(), arguments = ordered_json::object();
    for (auto const& a : story.answers) {
        outcomes[a.column] = a.text;
        apis[a.column] = a.api;
    }
    for (auto const& [name, text] : story.input) arguments[name] = text;
    ordered_json verdicts = ordered_json::array();
    verdict const* worst = nullptr;
    for (auto const& v : story.verdicts) {
        // What a convention excuses is silent unless it was asked for.
        if (v.suppressed_by != policy_id::none && !strict) continue;
        verdicts.push_back(json_of(story, v));
        if (worst == nullptr || (counts(v, strict) && !counts(*worst, strict))) worst = &v;
    }
    std::string_view final = worst == nullptr ? name_of(judgement::agree) : name_of(worst->is);
    bool const found = worst != nullptr && counts(*worst, strict); // one column alone may be wrong by the last judge
    if (story.taking_part() < 2 && !found) final = "nothing to compare";
    ordered_json j{{"id", c.id}, {"group", story.group}};
    if (!c.asked_api.empty()) j["api"] = c.asked_api;
    j["arguments"] = arguments;
    j["outcomes"] = outcomes;
    j["apis"] = apis;
    j["verdicts"] = verdicts;
    j["verdict"] = final;
    j["blamed"] = story.names(blamed_in(story, strict));
    return j;
}

ordered_json answer(one_case const& c) {
    return {{"id", c.id}, {"line", c.line}, {"error", c.wrong->text()}, {"verdict", nullptr}, {"blamed", ordered_json::array()}};
}

/// Runs the cases in order; equal inputs are run once.
class bench_of_cases {
  public:
    bench_of_cases(std::vector<one_case> const& cases, campaign_options options)
        : cases_(cases), columns_(options.frameworks), runner_(std::move(options), groups_of(cases)) {}

    [[nodiscard]] std::string judge(bool strict) {
        interrupt const interrupted;
        progress_display display(stderr);
        show(display, "starting");
        runner_.start();
        for (auto const& f : runner_.states())
            if (f.state != "ready" && f.asked()) display.note(fmt::format("{} takes no part: {} ({})", f.name, f.note, f.remedy));
        std::string lines;
        for (auto const& c : cases_) {
            if (interrupted.happened()) break;
            ordered_json line;
            if (c.wrong) {
                line = answer(c);
            } else {
                auto const& story = story_of(c);
                compared_ = compared_ || story.taking_part() >= 2;
                findings_ += blamed_in(story, strict).empty() ? 0 : 1;
                line = answer(c, story, strict);
            }
            lines += line.dump(-1, ' ', false, ordered_json::error_handler_t::replace) + "\n";
            ++done_;
            show(display, "judging", c.api == nullptr ? "" : std::string(c.api->name));
        }
        display.finish();
        return lines;
    }

    [[nodiscard]] std::size_t done() const { return done_; }
    [[nodiscard]] std::size_t with_findings() const { return findings_; }
    [[nodiscard]] bool compared() const { return compared_; }

  private:
    static std::vector<api_description const*> groups_of(std::vector<one_case> const& cases) {
        std::vector<api_description const*> groups;
        for (auto const& c : cases)
            if (!c.wrong && std::ranges::find(groups, c.api) == groups.end()) groups.push_back(c.api);
        return groups;
    }

    trial_story const& story_of(one_case const& c) {
        std::string key(c.api->name);
        for (auto const& v : c.arguments) key += " " + to_text(v);
        auto const [at, fresh] = known_.try_emplace(std::move(key));
        if (fresh) {
            trial t;
            t.name.group = c.api->name;
            t.arguments = c.arguments;
            t.type = first_dtype(t.arguments);
            at->second = runner_.run(*c.api, std::move(t));
        }
        return at->second;
    }

    void show(progress_display& display, std::string phase, std::string group = {}) {
        run_progress p;
        p.phase = std::move(phase);
        p.group = std::move(group);
        p.trials = done_;
        p.wanted = cases_.size();
        p.findings = findings_;
        p.elapsed_s = std::chrono::duration<double>(std::chrono::steady_clock::now() - began_).count();
        p.trials_per_second = p.elapsed_s > 0 ? static_cast<double>(done_) / p.elapsed_s : 0;
        for (auto const& c : columns_)
            p.columns.push_back({c, p.phase == "starting" ? run_progress::column_state::starting : run_progress::column_state::ready});
        display.show(p);
    }

    std::vector<one_case> const& cases_;
    std::vector<std::string> columns_;
    runner runner_;
    std::map<std::string, trial_story> known_;
    std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
    std::size_t done_ = 0, findings_ = 0;
    bool compared_ = false;
};

} // namespace

int judge_cases(cases_options const& asked, shared_options const& hosts, session const& about) {
    std::string const out = asked.json.empty() ? "-" : asked.json;
    if (auto const possible = check_writable(out); !possible) return wrong_usage(possible.failure());
    auto const cases = read_cases(asked.file);
    if (!cases) return wrong_usage(cases.failure());
    if (cases->empty()) return wrong_usage(bad_line(fmt::format("{} holds no case", asked.file)));
    auto options = hosts.resolve(about);
    if (!options) return wrong_usage(options.failure());

    bench_of_cases bench(*cases, std::move(*options));
    auto const lines = bench.judge(asked.strict);
    if (auto const written = write_report(out, lines); !written) return wrong_usage(written.failure());
    auto const wrong = static_cast<std::size_t>(std::ranges::count_if(*cases, [](one_case const& c) { return c.wrong.has_value(); }));
    if (wrong > 0)
        complain({fmt::format("{} of {} lines could not be used", wrong, cases->size()), "each has an answer that says why", ""});
    if (out != "-")
        fmt::print("{} judged, {} with findings; answers in {}\n", counted(bench.done() - std::min(wrong, bench.done()), "case"),
                   bench.with_findings(), out);
    return bench.with_findings() > 0 ? findings : bench.compared() ? nothing_found : nothing_to_compare;
}

} // namespace xamt_command

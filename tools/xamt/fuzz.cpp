// `xamt fuzz`: the main job.
#include "interrupt.hpp"
#include "runner.hpp"

#include <xamt/report/console.hpp>
#include <xamt/report/html.hpp>
#include <xamt/report/json.hpp>
#include <xamt/report/output_file.hpp>
#include <xamt/report/progress.hpp>
#include <xamt/report/this_machine.hpp>

#include <fmt/format.h>

#include <memory>
#include <optional>
#include <unistd.h>

namespace xamt_command {

namespace {

constexpr char examples[] =
    "Examples:\n"
    "  xamt fuzz                                     every group over every framework found, for a minute\n"
    "  xamt fuzz --seconds 600 --seed 2              longer, with other inputs\n"
    "  xamt fuzz --groups 'special functions,conv*'  some topics, groups or patterns only\n"
    "  xamt fuzz --frameworks torch,jax,keras[jax]   some frameworks only\n"
    "  xamt fuzz --trials 100000 --json out.json     repeatable: the same seed and trials give the same findings\n"
    "\nCtrl-C ends the run with the report so far. Exit status: 0 nothing found, 1 findings, 2 wrong usage, 3 nothing to compare.";

struct fuzz_options {
    shared_options hosts;
    std::vector<std::string> groups;
    double seconds = 60;
    std::optional<std::uint64_t> trials;
    std::uint64_t seed = 1;
    std::string guide = "variance";
    bool strict = false;
    std::string json;
    std::string html;
};

/// Where the page goes if nobody says: beside the command in a build folder, else where we are.
std::string default_page(session const& about) {
    std::error_code failed;
    if (!std::filesystem::exists(about.folder / "setup.json", failed) || ::access(about.folder.c_str(), W_OK) != 0)
        return "xamt-report.html";
    std::filesystem::path const page = about.folder / "report.html";
    auto const near = std::filesystem::relative(page, failed);
    return failed || near.empty() || near.native().starts_with("..") ? page.string() : near.string();
}

std::optional<error> wrong_outputs(fuzz_options const& asked) {
    if (asked.json == "-" && asked.html == "-")
        return error{"--json and --html cannot both go to standard output", {}, "give a file for one of them"};
    for (auto const& path : {asked.json, asked.html}) {
        if (path.empty()) continue;
        if (auto const possible = xamt::check_writable(path); !possible) return possible.failure();
    }
    return std::nullopt;
}

/// Why nothing can be compared, and what to do about it.
error nothing_to_do(std::vector<xamt::framework_state> const& states) {
    std::string why = "fewer than two frameworks take part in any group";
    std::string remedy;
    for (auto const& f : states) {
        if (f.state == "ready" || !f.asked()) continue;
        why += fmt::format("; {} is {}{}", f.name, f.state, f.note.empty() ? "" : ": " + f.note);
        if (remedy.empty()) remedy = f.name + ": " + f.remedy;
    }
    return {"there is nothing to compare", why,
            remedy.empty() ? "choose groups that two frameworks share; `xamt groups` shows them" : remedy};
}

void announce(runner const& campaign, std::vector<xamt::framework_state> const& states, xamt::progress_display& display) {
    for (auto const& sentence : who_is_missing(states)) display.note(sentence);
    constexpr std::size_t told = 5;
    auto const& warnings = campaign.warnings();
    for (std::size_t i = 0; i < std::min(told, warnings.size()); ++i) display.note(warnings[i]);
    if (warnings.size() > told)
        display.note(fmt::format("{} more functions are not there; `xamt doctor` lists them", warnings.size() - told));
}

/// Writes what was asked for; a report that cannot be written costs neither the other one nor the summary.
int deliver(xamt::run_report const& run, fuzz_options const& asked, session const& about) {
    int status = run.trials == 0 ? nothing_to_compare : run.findings.empty() ? nothing_found : findings;
    std::string page = asked.html.empty() ? default_page(about) : asked.html;
    xamt::summary_options summary;
    summary.program = about.program;
    if (!asked.json.empty()) {
        if (auto const written = xamt::write_report(asked.json, xamt::to_json(run)); !written)
            status = wrong_usage(written.failure());
        else if (asked.json != "-")
            summary.json = asked.json;
    }
    if (auto const written = xamt::write_report(page, xamt::to_html(run, about.program)); !written) {
        // Nobody asked for the page by name: the run has not failed for it.
        if (asked.html.empty())
            complain(written.failure());
        else
            status = wrong_usage(written.failure());
    } else if (page != "-") {
        summary.html = page;
    }
    bool const taken = asked.json == "-" || asked.html == "-";
    std::FILE* const stream = taken ? stderr : stdout;
    auto const text = xamt::console_summary(run, summary, xamt::style_of(stream));
    std::fwrite(text.data(), 1, text.size(), stream);
    std::fflush(stream);
    return status;
}

int run(fuzz_options const& asked, session const& about) {
    if (auto const wrong = wrong_outputs(asked)) return wrong_usage(*wrong);
    if (!asked.trials && !(asked.seconds > 0))
        return wrong_usage({"--seconds is not a number above 0", {}, "give one, such as --seconds 60"});
    auto groups = select_groups(asked.groups);
    if (!groups) return wrong_usage(groups.failure());
    auto options = asked.hosts.resolve(about);
    if (!options) return wrong_usage(options.failure());
    options->seconds = asked.seconds;
    options->trials = asked.trials;
    options->seed = asked.seed;
    options->guided = asked.guide == "variance";
    options->strict = asked.strict;

    interrupt const interrupted;
    xamt::progress_display display(stderr);
    xamt::run_progress starting;
    starting.phase = "starting";
    starting.seconds = asked.trials ? 0 : asked.seconds;
    starting.wanted = asked.trials.value_or(0);
    for (auto const& column : options->frameworks) starting.columns.push_back({column, xamt::run_progress::column_state::starting});
    display.show(starting);

    runner campaign(*options, *groups);
    campaign.start([&] { return interrupted.happened(); });
    if (interrupted.happened()) {
        display.finish();
        complain({"stopped while the frameworks were starting", "nothing was compared", {}});
        return nothing_to_compare;
    }
    auto const states = campaign.states();
    if (!campaign.can_compare()) {
        display.finish();
        complain(nothing_to_do(states));
        return nothing_to_compare;
    }
    announce(campaign, states, display);
    xamt::run_report report = campaign.fuzz([&](xamt::run_progress const& p) {
        display.show(p);
        return !interrupted.happened();
    });
    display.finish();
    report.version = version;
    report.command = about.line;
    report.machine = xamt::this_machine();
    report.frameworks = completed(std::move(report.frameworks), options->tools);
    return deliver(report, asked, about);
}

} // namespace

void add_fuzz(CLI::App& app, session const& about, action& chosen) {
    auto options = std::make_shared<fuzz_options>();
    CLI::App* const command =
        app.add_subcommand("fuzz", "Compare equivalent functions of all frameworks on generated inputs, and report who is wrong");
    command->add_option("--groups", options->groups, "Groups, topics or patterns with * and ?, separated by commas (default: all)")
        ->type_name("PATTERN");
    auto* const seconds =
        command->add_option("--seconds", options->seconds, "How long to run, start-up included")->type_name("N")->capture_default_str();
    command->add_option("--trials", options->trials, "How many trials to run instead; the same seed and trials give the same findings")
        ->type_name("N")
        ->check(whole_number())
        ->check(CLI::PositiveNumber)
        ->excludes(seconds);
    command->add_option("--seed", options->seed, "Where the inputs and the order of the groups come from")
        ->type_name("N")
        ->check(whole_number())
        ->capture_default_str();
    command->add_option("--guide", options->guide, "What decides where to look next: variance or random")
        ->type_name("WORD")
        ->check(CLI::IsMember({"variance", "random"}))
        ->capture_default_str();
    command->add_flag("--strict", options->strict, "Report differences that known conventions excuse, too");
    command->add_option("--json", options->json, "Write the report as JSON; - is standard output")->type_name("F");
    command->add_option("--html", options->html, "Write the page there; - is standard output (default: report.html beside the command)")
        ->type_name("F");
    options->hosts.add_to(*command);
    command->footer(examples);
    command->callback([options, &about, &chosen] { chosen = [options, &about] { return run(*options, about); }; });
}

} // namespace xamt_command

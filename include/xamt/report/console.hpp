/// @file
/// The end of a run for the person who waits for it: what took part, what was done, what was found, where to look further.
///
/// Place in the pipeline: report. Example: `fmt::print("{}", console_summary(run, {.html = "report.html"}, style_of(stdout)))`.
#pragma once

#include <xamt/report/run_report.hpp>
#include <xamt/report/terminal.hpp>
#include <xamt/report/wording.hpp>

#include <fmt/format.h>

#include <string>
#include <vector>

namespace xamt {
inline namespace v0 {

struct summary_options {
    std::size_t findings = 10; ///< how many are told; the page has all of them
    std::string program = "xamt";
    std::string html; ///< where the page lies, or empty
    std::string json;
};

namespace detail {

[[nodiscard]] inline std::string framework_table(run_report const& run, console_style const& style) {
    std::vector<std::vector<std::string>> rows{{"framework", "version", "host", "start", "memory", "groups", "blamed", ""}};
    for (auto const& f : run.frameworks) {
        if (!f.took_part()) continue;
        std::uint64_t const blamed = blames(run, f.name);
        std::string remark = f.state == "ready" ? "" : f.state + (f.note.empty() ? "" : ": " + f.note);
        if (f.restarts > 0)
            remark += (remark.empty() ? "restarted " : "; restarted ") + counted(static_cast<std::uint64_t>(f.restarts), "time");
        rows.push_back({f.name, f.version, f.host, duration(f.startup_s), fmt::format("{:.0f} MB", f.rss_mb),
                        grouped(groups_with(run, f.name)), blamed == 0 ? "-" : style.red(grouped(blamed)), style.yellow(remark)});
    }
    std::string text = table_text(rows, 2, style);
    for (auto const& f : run.frameworks) {
        if (f.took_part()) continue;
        std::string const why = f.name + " is " + f.state + ": " + f.note + (f.remedy.empty() ? "" : "; " + f.remedy);
        text += "  " + style.yellow(wrapped_text(why, static_cast<std::size_t>(style.width), 4)) + "\n";
    }
    return text;
}

[[nodiscard]] inline std::string figures_text(run_report const& run) {
    std::string text;
    text += fmt::format("  {}, {} of them over four independent frameworks or more\n", counted(run.groups.size(), "group"),
                        wide_groups(run, 4));
    text += fmt::format("  {}, {} valid; {} in {}; {} compared\n", counted(run.trials, "trial"), percent(run.valid_rate),
                        counted(run.framework_calls, "framework call"), counted(run.raw_calls, "raw call"),
                        counted(run.values_compared, "value"));
    text += fmt::format("  {} trials/s and {} framework calls/s after {} of warm-up; comparing took {} of the time\n",
                        rate(run.trials_per_second), rate(run.calls_per_second), duration(run.warmup_seconds), percent(run.check_share));
    return text;
}

[[nodiscard]] inline std::string count_of_severities(run_report const& run) {
    std::string text;
    for (std::string_view severity : {"critical", "high", "medium", "low"}) {
        auto const n = std::ranges::count(run.findings, severity, &finding::severity);
        if (n != 0) text += fmt::format("{}{} {}", text.empty() ? "" : ", ", n, severity);
    }
    return text;
}

[[nodiscard]] inline std::string finding_text(finding const& f, std::string const& program, console_style const& style) {
    std::vector<std::string> names;
    for (auto const& column : f.blamed) names.push_back(f.apis.contains(column) ? f.apis.at(column) + " (" + column + ")" : column);
    auto const width = static_cast<std::size_t>(style.width);
    std::string text = "  " + style.by_severity(f.severity, padded_text(f.severity, 8)) + "  " +
                       style.bold(wrapped_text(listed(names), width, 12)) + "  " + style.dim(f.family.empty() ? f.kind : f.family) + "\n";
    text += std::string(12, ' ') + wrapped_text(f.sentence, width, 12) + "\n";
    text += std::string(12, ' ') + style.dim(program + " replay " + f.replay) + "\n";
    return text;
}

[[nodiscard]] inline std::string findings_text(run_report const& run, summary_options const& options, console_style const& style) {
    if (run.trials == 0) return style.yellow("Nothing was compared.") + "\n";
    if (run.findings.empty()) return style.green("No findings: the frameworks agree within their bounds.") + "\n";
    std::string text = style.bold(fmt::format("Findings: {}", run.findings.size())) + fmt::format(" ({})\n\n", count_of_severities(run));
    auto const order = ranked(run.findings);
    std::size_t const told = (std::min)(options.findings, order.size());
    for (std::size_t i = 0; i < told; ++i) text += finding_text(*order[i], options.program, style) + "\n";
    if (told < order.size()) text += fmt::format("  and {} more\n\n", order.size() - told);
    text.pop_back();
    return text;
}

[[nodiscard]] inline std::string other_differences(run_report const& run, console_style const& style) {
    std::vector<std::string> parts;
    auto const add = [&](std::vector<remark> const& remarks, std::string_view what) {
        if (!remarks.empty()) parts.push_back(fmt::format("{} {}", remarks.size(), what));
    };
    add(run.undecided, "undecided");
    add(run.mistrusted, "mistrusted");
    add(run.ill_conditioned, "ill-conditioned");
    add(run.nondeterministic, "nondeterministic");
    std::string text;
    if (!parts.empty()) text += "Differences that are no findings: " + listed(parts) + ".\n";
    if (run.unjudged > 0) text += unjudged_text(run) + "\n";
    std::uint64_t excused = 0;
    for (auto const& p : run.policies) excused += p.count;
    if (excused > 0)
        text += fmt::format("Known conventions excused {} ({}).\n", counted(excused, "difference"), counted(run.policies.size(), "rule"));
    std::size_t constexpr told = 6;
    for (std::size_t i = 0; i < (std::min)(told, run.events.size()); ++i) {
        auto const& e = run.events[i];
        text += "  " +
                style.yellow(wrapped_text(fmt::format("{}  {}", duration(e.at_s), e.sentence), static_cast<std::size_t>(style.width), 4)) +
                "\n";
    }
    if (run.events.size() > told) text += fmt::format("  and {} more\n", counted(run.events.size() - told, "event"));
    return text;
}

} // namespace detail

[[nodiscard]] inline std::string console_summary(run_report const& run, summary_options const& options, console_style const& style) {
    std::string text = "\n" + style.bold("xamt " + run.version) + fmt::format(", seed {}, {}", run.seed, duration(run.seconds));
    if (!run.stopped_by.empty()) text += fmt::format(" (ended by {})", run.stopped_by);
    text += fmt::format(", {}, {}, {}\n\n", run.machine.cpu, run.machine.isa,
                        counted(static_cast<std::uint64_t>(run.machine.threads), "thread"));
    text += detail::framework_table(run, style) + "\n" + detail::figures_text(run) + "\n";
    text += detail::findings_text(run, options, style);
    if (auto const rest = detail::other_differences(run, style); !rest.empty()) text += "\n" + rest;
    text += "\n";
    if (!options.html.empty()) text += "Report: " + options.html + "\n";
    if (!options.json.empty()) text += "JSON:   " + options.json + "\n";
    text += run.findings.empty() ? fmt::format("Deeper: {} fuzz --seconds 600 --seed {}\n", options.program, run.seed + 1)
                                 : fmt::format("Deeper: {} replay {}   (or go on: {} fuzz --seconds 600 --seed {})\n", options.program,
                                               ranked(run.findings).front()->replay, options.program, run.seed + 1);
    return text;
}

} // namespace v0
} // namespace xamt

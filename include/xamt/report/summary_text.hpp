/// @file
/// A run in a few plain lines: what a failed test prints.
///
/// Place in the pipeline: report. Plain text without formatting libraries, so that it can be used from any test.
#pragma once

#include <xamt/report/run_report.hpp>

#include <sstream>
#include <string>

namespace xamt {
inline namespace v0 {

/// Findings with input, answers, bound and replay name; then how much was tried.
[[nodiscard]] inline std::string summary_text(run_report const& r) {
    std::ostringstream text;
    for (auto const& f : r.findings) {
        text << f.group << ": " << f.sentence << '\n';
        for (auto const& [name, input] : f.input) text << "  " << name << " = " << input << '\n';
        for (auto const& [column, answer] : f.outputs) text << "  " << column << " gives " << answer << '\n';
        if (!f.reference.empty()) text << "  right is " << f.reference << '\n';
        if (!f.derivation.empty()) text << "  allowed: " << f.derivation << '\n';
        text << "  seen " << f.count << (f.count == 1 ? " time" : " times") << ", trial " << f.replay << '\n';
    }
    for (auto const& u : r.undecided) {
        text << u.group << ": " << u.sentence << '\n';
        for (auto const& [name, input] : u.input) text << "  " << name << " = " << input << '\n';
        for (auto const& [column, answer] : u.outputs) text << "  " << column << " gives " << answer << '\n';
        text << "  who is right is undecided; seen " << u.count << (u.count == 1 ? " time" : " times") << ", trial " << u.replay << '\n';
    }
    text << r.findings.size() << (r.findings.size() == 1 ? " finding" : " findings");
    if (!r.undecided.empty()) text << " and " << r.undecided.size() << " undecided";
    text << " in " << r.trials << " trials over";
    for (auto const& g : r.groups)
        for (auto const& c : g.columns) text << ' ' << c;
    if (r.groups.empty()) text << " nothing: no two columns could be compared";
    for (auto const& f : r.frameworks)
        if (!f.note.empty()) text << "\n  " << f.name << ": " << f.note;
    text << '\n';
    return text.str();
}

} // namespace v0
} // namespace xamt

/// @file
/// How the reports of a sweep say errors, numbers and breaks, so that console, Markdown and page say them alike.
///
/// Place in the pipeline: report.
#pragma once

#include <xamt/report/sweep_report.hpp>
#include <xamt/report/wording.hpp>

#include <fmt/format.h>

#include <cmath>
#include <string>
#include <utility>
#include <vector>

namespace xamt {
inline namespace v0 {

/// Shortest decimal text that reads back as the same number of the dtype.
[[nodiscard]] inline std::string number_text(double x, dtype d) {
    if (std::isnan(x)) return "NaN";
    return d == dtype::float64 ? fmt::format("{}", x) : fmt::format("{}", static_cast<float>(x));
}

/// Largest error of a column: three digits, or that there is none.
[[nodiscard]] inline std::string worst_text(error_tally const& t) {
    if (t.worst == 0) return "0.5";
    if (t.worst < 0.505) return "> 0.5";
    return t.worst >= 1e5   ? fmt::format("{:.1e}", t.worst)
           : t.worst >= 100 ? fmt::format("{:.0f}", t.worst)
                            : fmt::format("{:.3g}", t.worst);
}

/// "all 65,536 inputs", "1,048,576 of 4,294,967,296 inputs, evenly spread".
[[nodiscard]] inline std::string inputs_text(function_accuracy const& f) {
    if (f.whole()) return "all " + grouped(f.inputs) + " inputs";
    if (f.line.stride == 0)
        return fmt::format("a sample of {} inputs (seed {}), half of them of any size and half between 2^-40 and 2^10", grouped(f.inputs),
                           f.line.seed);
    std::string const all = grouped(2 * number_line::magnitudes(f.line.type));
    if (f.line.complete()) return fmt::format("the first {} of {} inputs by magnitude", grouped(f.inputs), all);
    return fmt::format("{} of {} inputs, evenly spread{}", grouped(f.inputs), all, f.inputs < f.line.inputs() ? ", not finished" : "");
}

[[nodiscard]] inline std::string reference_text(function_accuracy const& f) {
    if (!f.quick) return f.judged > 0 ? "MPFR, correctly rounded" : "exact in double";
    return f.judged > 0 ? fmt::format("double, and MPFR for {} next to a rounding boundary; correctly rounded", counted(f.judged, "input"))
                        : "double, correctly rounded";
}

/// What is wrong with a column beyond rounding errors: what, how often, and the first case.
[[nodiscard]] inline std::vector<std::string> break_texts(column_accuracy const& c, dtype d) {
    std::vector<std::string> texts;
    auto const say = [&](occurrences const& o, std::string_view what, std::string_view other) {
        if (o.count > 0)
            texts.push_back(fmt::format("{} {}, first at x = {}: gives {}, {} {}", what, counted(o.count, "time"),
                                        number_text(o.first.input, d), number_text(o.first.got, d), other, number_text(o.first.right, d)));
    };
    auto const& t = c.tally;
    say(t.nan, "NaN is or should be the answer", "right is");
    say(t.infinity, "infinity is or should be the answer", "right is");
    say(t.zero, "a zero of the other sign", "right is");
    say(t.range, "outside the function's range", "whose end is");
    say(t.order, "against the order of the right values", "and at the next input");
    say(t.symmetry, "without the function's symmetry", "and at -x");
    if (t.flushed > 0)
        texts.push_back(fmt::format("subnormal numbers read or written as zero {}, not counted as errors", counted(t.flushed, "time")));
    if (t.unknown > 0) texts.push_back(fmt::format("{} without a reference", counted(t.unknown, "input")));
    if (c.lost > 0) texts.push_back(fmt::format("no answer for {}: {}", counted(c.lost, "input"), c.why));
    return texts;
}

/// Heads and cells of the table of one function; `-` where a check does not apply.
[[nodiscard]] inline std::vector<std::vector<std::string>> accuracy_rows(function_accuracy const& f) {
    std::vector<std::vector<std::string>> rows{{"column", "largest error", "at x", "> 0.5 ULP", "> 1", "> 2", "> 4",
                                                fmt::format("> bound ({:g})", f.bound), "special", "range", "order", "symmetry",
                                                "flushed"}};
    for (auto const& c : f.columns) {
        if (!c.took_part()) continue;
        auto const& t = c.tally;
        std::vector<std::string> row{c.name, worst_text(t) + " ULP", t.worst == 0 ? "-" : number_text(t.worst_case.input, f.line.type)};
        for (auto n : t.beyond) row.push_back(grouped(n));
        row.push_back(grouped(t.beyond_bound));
        row.push_back(grouped(t.nan.count + t.infinity.count + t.zero.count));
        row.push_back(f.bounded ? grouped(t.range.count) : "-");
        row.push_back(grouped(t.order.count));
        row.push_back(f.symmetric ? grouped(t.symmetry.count) : "-");
        row.push_back(grouped(t.flushed));
        rows.push_back(std::move(row));
    }
    return rows;
}

} // namespace v0
} // namespace xamt

/// @file
/// How reports say numbers, durations and lists, so that the console and the page say them alike.
///
/// Place in the pipeline: report. Example: `grouped(1234567) == "1,234,567"`, `duration(185) == "3 min 05 s"`.
#pragma once

#include <xamt/report/run_report.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace xamt {
inline namespace v0 {

/// A whole number with commas between its thousands.
[[nodiscard]] inline std::string grouped(std::uint64_t n) {
    std::string digits = std::to_string(n);
    for (std::size_t i = digits.size(); i > 3; i -= 3) digits.insert(i - 3, 1, ',');
    return digits;
}

/// A rate or another large number for people: whole from 100 on, three digits below.
[[nodiscard]] inline std::string rate(double x) {
    if (!std::isfinite(x) || x < 0) return "-";
    return x >= 99.95 ? grouped(static_cast<std::uint64_t>(x + 0.5)) : fmt::format("{:.3g}", x);
}

[[nodiscard]] inline std::string duration(double seconds) {
    if (!std::isfinite(seconds) || seconds < 0) return "-";
    if (seconds < 9.95) return fmt::format("{:.1f} s", seconds);
    auto const whole = static_cast<std::uint64_t>(seconds + 0.5);
    if (whole < 60) return fmt::format("{} s", whole);
    if (whole < 3600) return fmt::format("{} min {:02} s", whole / 60, whole % 60);
    return fmt::format("{} h {:02} min", whole / 3600, whole % 3600 / 60);
}

[[nodiscard]] inline std::string percent(double share) { return fmt::format("{:.1f} %", 100 * share); }

/// "1 finding", "12 findings".
[[nodiscard]] inline std::string counted(std::uint64_t n, std::string_view noun) {
    return fmt::format("{} {}{}", grouped(n), noun, n == 1 ? "" : "s");
}

/// "a", "a and b", "a, b and c".
[[nodiscard]] inline std::string listed(std::vector<std::string> const& words) {
    std::string text;
    for (std::size_t i = 0; i < words.size(); ++i) text += (i == 0 ? "" : i + 1 == words.size() ? " and " : ", ") + words[i];
    return text;
}

/// A distance in ULP; between a number and a NaN or an infinity there is none.
[[nodiscard]] inline std::string ulp_text(double ulp) {
    if (!std::isfinite(ulp)) return "no finite distance";
    return ulp >= 1e6 ? fmt::format("{:.2e} ULP", ulp) : fmt::format("{:.4g} ULP", ulp);
}

/// What a run left open, if it did.
[[nodiscard]] inline std::string unjudged_text(run_report const& run) {
    return counted(run.unjudged, "suspicious trial") + (run.unjudged == 1 ? " was" : " were") +
           " not judged when the run ended; a longer run gets to more of them.";
}

/// Position of a severity in order of weight; unknown words come last.
[[nodiscard]] inline int rank_of_severity(std::string_view severity) {
    constexpr std::string_view order[] = {"critical", "high", "medium", "low"};
    return static_cast<int>(std::ranges::find(order, severity) - std::ranges::begin(order));
}

/// The findings as every report lists them: the weightiest first, otherwise in the order in which the campaign gives them.
[[nodiscard]] inline std::vector<finding const*> ranked(std::vector<finding> const& findings) {
    std::vector<finding const*> order;
    for (auto const& f : findings) order.push_back(&f);
    std::ranges::stable_sort(order, {}, [](finding const* f) { return rank_of_severity(f->severity); });
    return order;
}

/// How many findings blame a column.
[[nodiscard]] inline std::uint64_t blames(run_report const& run, std::string_view column) {
    return static_cast<std::uint64_t>(
        std::ranges::count_if(run.findings, [&](finding const& f) { return std::ranges::find(f.blamed, column) != f.blamed.end(); }));
}

/// In how many groups a column took part.
[[nodiscard]] inline std::uint64_t groups_with(run_report const& run, std::string_view column) {
    return static_cast<std::uint64_t>(
        std::ranges::count_if(run.groups, [&](group_figures const& g) { return std::ranges::find(g.columns, column) != g.columns.end(); }));
}

/// Groups that at least `width` independent columns took part in.
[[nodiscard]] inline std::uint64_t wide_groups(run_report const& run, std::size_t width) {
    return static_cast<std::uint64_t>(
        std::ranges::count_if(run.groups, [&](group_figures const& g) { return g.independent.size() >= width; }));
}

} // namespace v0
} // namespace xamt

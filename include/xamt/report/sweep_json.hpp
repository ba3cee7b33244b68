/// @file
/// A sweep as JSON, and tallies out of JSON again: a sweep that goes on reads what it had counted.
///
/// Place in the pipeline: report. The keys are a contract. Numbers of an example are texts: hexadecimal, so that nothing is rounded, and
/// NaN and infinities have names. Example: `write_report("out.json", to_json(report))`.
#pragma once

#include <xamt/report/json.hpp>
#include <xamt/report/sweep_wording.hpp>

#include <cstdlib>
#include <string>
#include <utility>

namespace xamt {
inline namespace v0 {
namespace detail {

[[nodiscard]] inline std::string threshold_text(double ulp) { return fmt::format("{:g}", ulp); }
[[nodiscard]] inline std::string exact_text(double x) { return fmt::format("{:a}", x); }
[[nodiscard]] inline double exact_number(ordered_json const& j) { return std::strtod(j.get_ref<std::string const&>().c_str(), nullptr); }

[[nodiscard]] inline ordered_json json_of(witness const& w) {
    return {{"input", exact_text(w.input)}, {"got", exact_text(w.got)}, {"right", exact_text(w.right)}};
}
[[nodiscard]] inline witness witness_from(ordered_json const& j) {
    return {exact_number(j.at("input")), exact_number(j.at("got")), exact_number(j.at("right"))};
}

[[nodiscard]] inline ordered_json json_of(occurrences const& o) {
    ordered_json j{{"count", o.count}};
    if (o.count > 0) j["at"] = o.at, j["first"] = json_of(o.first);
    return j;
}
[[nodiscard]] inline occurrences occurrences_from(ordered_json const& j) {
    occurrences o;
    o.count = j.at("count").get<std::uint64_t>();
    if (o.count > 0) o.at = j.at("at").get<std::uint64_t>(), o.first = witness_from(j.at("first"));
    return o;
}

[[nodiscard]] inline ordered_json json_of(error_tally const& t) {
    ordered_json beyond = ordered_json::object(), profile = ordered_json::array();
    for (std::size_t k = 0; k < error_thresholds.size(); ++k) beyond[threshold_text(error_thresholds[k])] = t.beyond[k];
    for (auto const& [part, error] : t.profile) profile.push_back({part, error});
    ordered_json worst{{"ulp", t.worst}};
    if (t.worst > 0) worst["at"] = t.worst_at, worst.update(json_of(t.worst_case));
    return {{"inputs", t.inputs},
            {"worst", worst},
            {"beyond", beyond},
            {"beyond_bound", t.beyond_bound},
            {"nan", json_of(t.nan)},
            {"infinity", json_of(t.infinity)},
            {"zero_sign", json_of(t.zero)},
            {"range", json_of(t.range)},
            {"order", json_of(t.order)},
            {"symmetry", json_of(t.symmetry)},
            {"flushed", t.flushed},
            {"unknown", t.unknown},
            {"profile", profile}};
}

/// Throws what the JSON library throws where `j` is no tally.
[[nodiscard]] inline error_tally tally_from(ordered_json const& j) {
    error_tally t;
    t.inputs = j.at("inputs").get<std::uint64_t>(), t.flushed = j.at("flushed").get<std::uint64_t>();
    t.unknown = j.at("unknown").get<std::uint64_t>(), t.beyond_bound = j.at("beyond_bound").get<std::uint64_t>();
    for (std::size_t k = 0; k < error_thresholds.size(); ++k)
        t.beyond[k] = j.at("beyond").at(threshold_text(error_thresholds[k])).get<std::uint64_t>();
    auto const& worst = j.at("worst");
    t.worst = worst.at("ulp").get<double>();
    if (t.worst > 0) t.worst_at = worst.at("at").get<std::uint64_t>(), t.worst_case = witness_from(worst);
    t.nan = occurrences_from(j.at("nan")), t.infinity = occurrences_from(j.at("infinity")), t.zero = occurrences_from(j.at("zero_sign"));
    t.range = occurrences_from(j.at("range")), t.order = occurrences_from(j.at("order")), t.symmetry = occurrences_from(j.at("symmetry"));
    for (auto const& point : j.at("profile")) t.profile[point.at(0).get<std::uint32_t>()] = point.at(1).get<float>();
    return t;
}

[[nodiscard]] inline ordered_json json_of(function_accuracy const& f) {
    ordered_json columns = ordered_json::array();
    for (auto const& c : f.columns) {
        ordered_json j{{"column", c.name}, {"version", c.version}, {"api", c.api}, {"lost", c.lost}, {"why", c.why}};
        j.update(json_of(c.tally));
        if (!f.symmetric) j["symmetry"] = nullptr;
        if (!f.bounded) j["range"] = nullptr;
        columns.push_back(std::move(j));
    }
    return {{"function", f.name},
            {"dtype", name_of(f.line.type)},
            {"inputs", f.inputs},
            {"of", f.line.inputs()},
            {"whole", f.whole()},
            {"which", inputs_text(f)},
            {"reference", reference_text(f)},
            {"judged", f.judged},
            {"bound", f.bound},
            {"derivation", f.derivation},
            {"seconds", f.seconds},
            {"stage_seconds", {{"handing", f.handing}, {"reference", f.right}, {"counting", f.counting}}},
            {"columns", columns}};
}

} // namespace detail

/// The whole sweep as JSON text.
[[nodiscard]] inline std::string to_json(sweep_report const& report) {
    using detail::ordered_json;
    ordered_json frameworks = ordered_json::array(), functions = ordered_json::array();
    for (auto const& f : report.frameworks) frameworks.push_back(detail::json_of(f));
    for (auto const& f : report.functions) functions.push_back(detail::json_of(f));
    return detail::json_text({{"xamt", report.version},
                              {"command", report.command},
                              {"machine", {{"cpu", report.machine.cpu}, {"isa", report.machine.isa}, {"threads", report.machine.threads}}},
                              {"frameworks", frameworks},
                              {"functions", functions}});
}

} // namespace v0
} // namespace xamt

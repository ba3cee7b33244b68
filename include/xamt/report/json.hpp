/// @file
/// A run as JSON for scripts. The keys are a contract: new ones may come, none goes or changes its meaning.
///
/// Place in the pipeline: report. `groups` is the number of groups that ran, `per_group` has their details; a distance that is not
/// finite (between a number and a NaN) is null. Example: `write_report("out.json", to_json(run))`.
#pragma once

#include <xamt/report/run_report.hpp>
#include <xamt/report/wording.hpp>

#include <nlohmann/json.hpp>

#include <cmath>
#include <string>
#include <utility>
#include <vector>

namespace xamt {
inline namespace v0 {

namespace detail {

using ordered_json = nlohmann::ordered_json;

[[nodiscard]] inline ordered_json json_number(double x) { return std::isfinite(x) ? ordered_json(x) : ordered_json(nullptr); }

[[nodiscard]] inline ordered_json json_of(std::vector<named_text> const& texts) {
    ordered_json j = ordered_json::object();
    for (auto const& [name, text] : texts) j[name] = text;
    return j;
}

[[nodiscard]] inline ordered_json json_of(framework_state const& f) {
    return {{"name", f.name},     {"version", f.version},   {"host", f.host},   {"startup_s", json_number(f.startup_s)},
            {"rss_mb", f.rss_mb}, {"switches", f.switches}, {"state", f.state}, {"restarts", f.restarts},
            {"note", f.note},     {"remedy", f.remedy}};
}

[[nodiscard]] inline ordered_json json_of(group_figures const& g) {
    ordered_json dispersion = ordered_json::object();
    for (auto const& [column, worst] : g.dispersion) dispersion[column] = json_number(worst);
    return {{"name", g.name},     {"topic", g.topic}, {"columns", g.columns},   {"independent", g.independent},
            {"trials", g.trials}, {"valid", g.valid}, {"findings", g.findings}, {"dispersion", dispersion}};
}

[[nodiscard]] inline ordered_json json_of(finding const& f) {
    return {{"id", f.id},
            {"group", f.group},
            {"kind", f.kind},
            {"blamed", f.blamed},
            {"apis", f.apis},
            {"family", f.family},
            {"severity", f.severity},
            {"dtype", f.dtype},
            {"variant", f.variant},
            {"sentence", f.sentence},
            {"input", json_of(f.input)},
            {"outputs", json_of(f.outputs)},
            {"reference", f.reference},
            {"ulp", json_number(f.ulp)},
            {"bound", json_number(f.bound)},
            {"derivation", f.derivation},
            {"replay", f.replay},
            {"count", f.count}};
}

[[nodiscard]] inline ordered_json json_of(std::vector<remark> const& remarks) {
    ordered_json list = ordered_json::array();
    for (auto const& r : remarks) {
        ordered_json j{{"id", r.id},         {"group", r.group}, {"columns", r.columns}, {"sentence", r.sentence},
                       {"replay", r.replay}, {"count", r.count}};
        if (!r.input.empty()) j["input"] = json_of(r.input);
        if (!r.outputs.empty()) j["outputs"] = json_of(r.outputs);
        list.push_back(std::move(j));
    }
    return list;
}

/// Text of a JSON value. What frameworks say in their messages need not be UTF-8: broken bytes are replaced.
[[nodiscard]] inline std::string json_text(ordered_json const& j) {
    return j.dump(1, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

} // namespace detail

/// The whole run as JSON text, findings in the order of every report.
[[nodiscard]] inline std::string to_json(run_report const& run) {
    using detail::json_number;
    using detail::json_of;
    using detail::ordered_json;

    ordered_json frameworks = ordered_json::array(), left_out = ordered_json::array(), per_group = ordered_json::array(),
                 findings = ordered_json::array(), events = ordered_json::array(), policies = ordered_json::array();
    for (auto const& f : run.frameworks) (f.took_part() ? frameworks : left_out).push_back(json_of(f));
    for (auto const& g : run.groups) per_group.push_back(json_of(g));
    for (auto const* f : ranked(run.findings)) findings.push_back(json_of(*f));
    for (auto const& e : run.events)
        events.push_back({{"at_s", e.at_s}, {"column", e.column}, {"sentence", e.sentence}, {"replay", e.replay}});
    for (auto const& p : run.policies) policies.push_back({{"name", p.name}, {"sentence", p.sentence}, {"count", p.count}});

    ordered_json const j{{"xamt", run.version},
                         {"command", run.command},
                         {"seed", run.seed},
                         {"guide", run.guide},
                         {"stopped_by", run.stopped_by},
                         {"machine", {{"cpu", run.machine.cpu}, {"isa", run.machine.isa}, {"threads", run.machine.threads}}},
                         {"frameworks", frameworks},
                         {"left_out", left_out},
                         {"groups", run.groups.size()},
                         {"trials", run.trials},
                         {"framework_calls", run.framework_calls},
                         {"raw_calls", run.raw_calls},
                         {"values_compared", run.values_compared},
                         {"valid_rate", json_number(run.valid_rate)},
                         {"seconds", json_number(run.seconds)},
                         {"warmup_seconds", json_number(run.warmup_seconds)},
                         {"trials_per_second", json_number(run.trials_per_second)},
                         {"calls_per_second", json_number(run.calls_per_second)},
                         {"check_share", json_number(run.check_share)},
                         {"stage_seconds",
                          {{"starting", json_number(run.stages.starting)},
                           {"generating", json_number(run.stages.generating)},
                           {"waiting", json_number(run.stages.waiting)},
                           {"checking", json_number(run.stages.checking)},
                           {"judging", json_number(run.stages.judging)}}},
                         {"findings", findings},
                         {"undecided", json_of(run.undecided)},
                         {"mistrusted", json_of(run.mistrusted)},
                         {"ill_conditioned", json_of(run.ill_conditioned)},
                         {"nondeterministic", json_of(run.nondeterministic)},
                         {"unjudged", run.unjudged},
                         {"policies", policies},
                         {"events", events},
                         {"per_group", per_group}};
    return detail::json_text(j);
}

} // namespace v0
} // namespace xamt

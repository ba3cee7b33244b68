/// @file
/// All calls of one callable on one scenario: overloads, conventions, and one changed flag at a time.
///
/// Place in the pipeline: match. What comes of them is compared by hash; see verdict.hpp.
#pragma once

#include <xamt/match/binder.hpp>
#include <xamt/match/callable_kind.hpp>
#include <xamt/match/training_plan.hpp>

#include <set>
#include <string>
#include <vector>

namespace xamt {
inline namespace v0 {

namespace detail {

inline constexpr std::size_t most_changes = 8;

/// What may be changed: flags, quoted words, degrees of freedom, the axis that is not given.
[[nodiscard]] inline std::vector<changed_parameter> changes_of(public_overload const& overload, scenario const& s) {
    std::vector<changed_parameter> all;
    for (auto const& p : overload) {
        if (p.how == passing::rest || p.how == passing::keywords || p.name == "data_format" || p.name == "batch_first") continue;
        auto const is = role_of(p);
        if (p.required && is != role::flag) continue;
        if (is == role::flag) all.push_back({p.name, p.standard == "True" ? "false" : "true"});
        if (is == role::integer && (p.name == "ddof" || p.name == "correction" || p.name == "offset"))
            all.push_back({p.name, p.standard == "1" || (p.standard == "None" && p.name == "correction") ? "0" : "1"});
        if (is == role::axis && s.axes.empty() && (p.name == "axis" || p.name == "dim" || p.name == "axes"))
            all.push_back({p.name, p.standard == "None" || p.standard == "1" ? "-1" : "null"});
        if (is == role::choice && p.name != "padding" && p.name != "device")
            for (std::size_t i = 0; i < p.choices.size() && i < 4; ++i)
                if ("'" + p.choices[i] + "'" != p.standard) all.push_back({p.name, quoted_text(p.choices[i])});
    }
    if (all.size() > most_changes) all.resize(most_changes);
    return all;
}

[[nodiscard]] inline std::string python_text(std::string const& json) {
    if (json == "true") return "True";
    if (json == "false") return "False";
    return json == "null" ? "None" : json;
}

[[nodiscard]] inline std::string finished(call_arguments const& arguments, call_arguments const* then, bool turn, bool samples,
                                          bool gates) {
    return "{" + arguments.text() + (then != nullptr ? ",\"then\":{" + then->text() + "}" : "") + (turn ? ",\"turn\":true" : "") +
           (samples ? ",\"samples\":true" : "") + (gates ? ",\"gates\":true" : "") + "}";
}

inline void plan_overload(public_callable const& c, public_overload const& overload, scenario const& s, call_structure how,
                          std::vector<planned_call>& to) {
    auto const attempt = [&](changed_parameter const* changed) {
        binder b(s, how);
        call_arguments arguments, then;
        if (!b.bind(overload, arguments, c.is_class, changed)) return;
        if (c.is_class && !b.bind(c.call, then, false, nullptr)) return;
        bool const curried = !c.is_class && !b.used_up() && b.call_the_result(then);
        if (!b.used_up()) return;
        to.push_back({finished(arguments, c.is_class || curried ? &then : nullptr, how.channels_last, s.samples, how.gates),
                      changed != nullptr ? changed->name + "=" + python_text(changed->value) : "", how.words(), arguments.places});
    };
    auto const before = to.size();
    attempt(nullptr);
    if (to.size() == before || s.filters || how.full_rank) return;
    for (auto const& change : changes_of(overload, s)) attempt(&change);
}

} // namespace detail

/// Random functions, and those that do something random to their argument (dropout), have a distribution and no result.
[[nodiscard]] inline bool compared_by_samples(public_callable const& c, callable_kind kind) {
    return kind == callable_kind::random || kind == callable_kind::initialiser ||
           detail::has_word(name_words(telling_part(c.name())), {"dropout", "rrelu", "noise"});
}

[[nodiscard]] inline std::vector<planned_call> plan_calls(public_callable const& c, callable_kind kind, scenario const& s) {
    std::vector<planned_call> all;
    if (kind == callable_kind::optimiser) return detail::plan_optimiser(c, s);
    if (!s.settings.empty() || s.samples != compared_by_samples(c, kind)) return all;
    if (kind == callable_kind::initialiser) return detail::plan_initialiser(c, s);
    if (c.is_class && c.call.empty()) return all;
    if (c.is_class && !s.tensors.empty() && s.tensors[0] == "rgb")
        return all; // images with channels last: `m` turned is the same for layers
    for (auto const& how : structures_for(s, kind, c.framework, name_words(telling_part(c.name()))))
        for (auto const& overload : c.overloads) detail::plan_overload(c, overload, s, how, all);
    std::set<std::string> seen;
    std::erase_if(all, [&](planned_call const& call) { return !seen.insert(call.text).second; });
    return all;
}

} // namespace v0
} // namespace xamt

/// @file
/// Calls of optimisers and initialisers, which have protocols of their own.
///
/// Place in the pipeline: match. An optimiser takes a few steps on fixed gradients; an initialiser fills one weight of 100 outputs and 200
/// inputs, and its distribution is what counts.
#pragma once

#include <xamt/match/binder.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace xamt {
inline namespace v0 {

struct planned_call {
    std::string text;      ///< as the prober reads it
    std::string change;    ///< the parameter that has another value than its default, as "unbiased=False"; or nothing
    std::string structure; ///< the convention, in words; or nothing
    std::vector<std::string> places = {}; ///< parameters of the arguments that go by position
};

namespace detail {

/// Whether a parameter sets this property of an optimiser. `alpha` is the step where there are betas, and the decay elsewhere.
[[nodiscard]] inline bool sets(std::string_view name, std::string_view property, bool has_betas, bool has_rate) {
    if (name == property) return true;
    if (property == "lr") return name == "learning_rate" || (name == "alpha" && has_betas && !has_rate);
    if (property == "eps") return name == "epsilon";
    if (property == "rho") return name == "alpha" && !has_betas && has_rate;
    if (property == "weight_decay") return name == "weight_decay_rate";
    if (property == "beta1") return name == "beta_1";
    if (property == "beta2") return name == "beta_2";
    return false;
}

[[nodiscard]] inline std::string value_of(scenario const& s, std::string_view property) {
    for (auto const& [name, value] : s.settings)
        if (name == property) return std::string(value);
    return "";
}

[[nodiscard]] inline std::vector<planned_call> plan_optimiser(public_callable const& c, scenario const& s) {
    std::vector<planned_call> all;
    if (s.settings.empty() || !c.is_class || c.overloads.empty()) return all;
    auto const has = [&](std::string_view name) {
        return std::ranges::any_of(c.overloads[0], [&](public_parameter const& p) { return p.name == name; });
    };
    bool const betas = has("beta1") || has("beta_1") || has("betas"), rate = has("lr") || has("learning_rate");
    call_arguments given;
    given.by_position = false;
    std::size_t set = 0;
    for (auto const& p : c.overloads[0]) {
        if (p.name == "betas" && !value_of(s, "beta1").empty()) {
            given.give(p.name, sequence_text('u', std::vector<std::string>{value_of(s, "beta1"), value_of(s, "beta2")}), true);
            set += 2;
            continue;
        }
        for (auto const& [property, value] : s.settings)
            if (sets(p.name, property, betas, rate)) {
                given.give(p.name, std::string(value), true);
                ++set;
                break;
            }
    }
    if (set != s.settings.size()) return all;
    auto const text = [&](call_arguments const& arguments) { return "{" + arguments.text() + ",\"steps\":6}"; };
    all.push_back({text(given), "", ""});
    for (auto const& p : c.overloads[0])
        if (!p.required && (p.standard == "True" || p.standard == "False") && role_of(p) == role::flag) {
            auto changed = given;
            changed.give(p.name, p.standard == "True" ? "false" : "true", true);
            all.push_back({text(changed), p.name + (p.standard == "True" ? "=False" : "=True"), ""});
        }
    return all;
}

/// A function that fills a tensor, a class whose objects make or fill one, or a function that makes such a function.
[[nodiscard]] inline std::vector<planned_call> plan_initialiser(public_callable const& c, scenario const& s) {
    std::vector<planned_call> all;
    if (c.overloads.empty() || s.tensors.empty() || s.tensors[0] != "fans") return all;
    auto const transposed = std::string("{\"u\":[200,100]}"); // inputs first
    auto const tensor = std::string("{\"p\":\"fans\"}");
    call_arguments given, then;
    bool const fills = c.framework == "torch", makes = c.framework == "keras" || c.framework == "tensorflow";
    if (fills) given.give("tensor", tensor, false);
    std::size_t reals = 0;
    given.by_position = fills;
    for (auto const& p : c.overloads[0]) {
        auto const is = role_of(p);
        bool const number =
            is == role::real || p.name == "scale" || p.name == "mean" || p.name == "stddev" || p.name == "std" || p.name == "value";
        if (fills && &p == &c.overloads[0].front()) continue;
        if (number && reals < s.reals.size()) {
            given.give(p.name, real_text(s.reals[reals++]), true);
            continue;
        }
        if (p.required && p.how != passing::rest && p.how != passing::keywords) return all;
    }
    if (reals != s.reals.size()) return all;
    bool const curried = c.framework == "jax";
    if (curried) then.give("key", "{\"key\":0}", false);
    then.give("shape", makes || curried ? transposed : tensor, false);
    all.push_back({"{" + given.text() + (fills ? "" : ",\"then\":{" + then.text() + "}") + ",\"samples\":true}", "", ""});
    return all;
}

} // namespace detail

} // namespace v0
} // namespace xamt

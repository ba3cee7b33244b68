// Groups of data/groups.json as descriptions.
#include "command.hpp"

#include <tools/groups_data.hpp>

#include <xamt/align/matched_form.hpp>
#include <xamt/groups/all.hpp>
#include <xamt/report/public_name.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <set>

namespace xamt_command {

namespace {

using nlohmann::ordered_json;
using namespace xamt;

/// Curated groups by the functions that they bind, as users write them.
std::multimap<std::string, api_description const*, std::less<>> curated_functions() {
    std::multimap<std::string, api_description const*, std::less<>> all;
    for (auto const* g : groups::shipped)
        for (auto const& b : g->columns()) all.emplace(public_name(b.function), g);
    return all;
}

/// Whether a curated group binds functions of two of the group's frameworks: then it is the same group.
bool is_curated(ordered_json const& group, std::multimap<std::string, api_description const*, std::less<>> const& curated) {
    std::map<api_description const*, std::set<std::string>> shared;
    for (auto const& m : group.at("members"))
        for (auto const& name : m.at("names")) {
            auto const [first, last] = curated.equal_range(name.get_ref<std::string const&>());
            for (auto at = first; at != last; ++at) shared[at->second].insert(m.at("framework"));
        }
    return std::ranges::any_of(shared, [](auto const& s) { return s.second.size() >= 2; });
}

/// Whether some member draws random numbers: what was equal once says nothing of the next call.
bool is_random(ordered_json const& group) {
    return std::ranges::any_of(group.at("members"), [](auto const& m) {
        return std::ranges::any_of(m.at("names"),
                                   [](auto const& name) { return name.template get<std::string>().find(".random.") != std::string::npos; });
    });
}

/// A constant, or a list of whole numbers; nothing for anything else.
std::optional<constant> constant_from(ordered_json const& v) {
    if (v.is_null()) return constant(none{});
    if (v.is_boolean()) return constant(v.get<bool>());
    if (v.is_number_integer()) return constant(v.get<std::int64_t>());
    if (v.is_number_float()) return constant(v.get<double>());
    if (!v.is_object() || v.size() != 1) return std::nullopt;
    auto const only = v.begin();
    std::string const& kind = only.key();
    ordered_json const& inner = only.value();
    if (kind == "d") {
        auto const type = dtype_named(inner.get<std::string>());
        return type ? std::optional(constant(*type)) : std::nullopt;
    }
    if ((kind != "u" && kind != "l") || inner.size() > constant{}.list.size()) return std::nullopt;
    constant c{std::initializer_list<int>{}};
    for (auto const& n : inner) {
        if (!n.is_number_integer()) return std::nullopt;
        c.list[c.count++] = n.get<std::int16_t>();
    }
    return c;
}

std::optional<form_argument> argument_from(ordered_json const& pair) {
    form_argument a;
    a.name = pair.at(0);
    auto const& v = pair.at(1);
    auto const probe = [](ordered_json const& x) { return x.is_object() && x.size() == 1 && x.contains("p"); };
    if (a.name == "*") return std::nullopt; // as many arguments as there are tensors
    if (probe(v)) {
        a.probes.push_back(v.at("p"));
        return a;
    }
    bool const several = v.is_object() && (v.contains("l") || v.contains("u")) && !v.begin()->empty();
    if (several && std::ranges::all_of(*v.begin(), probe)) {
        for (auto const& each : *v.begin()) a.probes.push_back(each.at("p"));
        a.list = true;
        return a;
    }
    if (v.is_string()) {
        a.text = v.get<std::string>();
        a.value.is = constant::type::text;
        return a;
    }
    auto const c = constant_from(v);
    if (!c) return std::nullopt;
    a.value = *c;
    return a;
}

std::optional<matched_form> form_from(ordered_json const& group) {
    auto const& told = group.at("form");
    matched_form form{group.at("name"), told.at("scenario"), {}};
    for (auto const& c : told.at("calls")) {
        form_call call{c.at("framework"), c.at("name"), {}};
        bool whole = true;
        for (auto const& pair : c.at("arguments")) {
            auto argument = argument_from(pair);
            whole = whole && argument;
            if (argument) call.arguments.push_back(std::move(*argument));
        }
        if (whole) form.calls.push_back(std::move(call));
    }
    return form.calls.size() >= 2 ? std::optional(std::move(form)) : std::nullopt;
}

std::vector<std::unique_ptr<matched_api>> read_groups() {
    std::vector<std::unique_ptr<matched_api>> all;
    auto const curated = curated_functions();
    std::set<std::string, std::less<>> taken;
    for (auto const* g : groups::shipped) taken.emplace(g->name);
    auto const told = ordered_json::parse(detail::groups_data);
    for (auto const& group : told.at("groups")) {
        if (group.at("status") == "accepted" || !group.contains("form") || is_random(group) || is_curated(group, curated)) continue;
        auto form = form_from(group);
        if (!form) continue;
        // A curated group of that name is about something else.
        while (!taken.insert(form->name).second) form->name += "_matched";
        auto made = std::make_unique<matched_api>(std::move(*form));
        if (made->usable()) all.push_back(std::move(made));
    }
    return all;
}

} // namespace

std::span<xamt::api_description const* const> matched() {
    static auto const owned = read_groups();
    static auto const all = [] {
        std::vector<api_description const*> groups;
        for (auto const& g : owned) groups.push_back(&g->api());
        return groups;
    }();
    return all;
}

} // namespace xamt_command

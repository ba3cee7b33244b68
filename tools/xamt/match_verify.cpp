// Recorded groups tried again; see match_verify.hpp.
#include "match_verify.hpp"

#include <tools/groups_data.hpp>
#include <xamt/report/wording.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>

namespace xamt_command {

namespace {

using nlohmann::ordered_json;
using xamt::counted;

/// The call as the prober reads it: the first arguments by position, the others by name.
std::string text_of(ordered_json const& call) {
    ordered_json positional = ordered_json::array(), named = ordered_json::object();
    std::size_t const places = call.at("positional");
    for (auto const& pair : call.at("arguments"))
        if (positional.size() < places)
            positional.push_back(pair.at(1));
        else
            named[pair.at(0).get<std::string>()] = pair.at(1);
    return ordered_json{{"a", positional}, {"k", named}}.dump();
}

/// Fine hashes of the outputs, or the error.
std::string result_of(std::string const& answer) {
    auto const outcome = xamt::read_outcome(answer);
    if (!outcome.ran()) return "! " + outcome.error;
    std::string text;
    for (auto const* h : xamt::detail::proper(outcome)) text += h->fine + " ";
    return text;
}

/// What is wrong with a group: the members that give something else than most, or nothing.
std::string difference_in(recorded_group const& group, std::vector<std::string> const& results) {
    std::map<std::string, std::vector<std::string>> by_result;
    for (std::size_t i = 0; i < results.size(); ++i) by_result[results[i]].push_back(group.calls[i].name);
    if (by_result.size() < 2) return "";
    auto const most = std::ranges::max_element(by_result, {}, [](auto const& r) { return r.second.size(); });
    std::vector<std::string> others;
    for (auto const& [result, names] : by_result)
        if (result != most->first)
            others.push_back(fmt::format("{} {}", fmt::join(names, ", "),
                                         result.starts_with('!') ? "fails (" + result.substr(2) + ")" : "gives something else"));
    return fmt::format("{}: {}; {} what it was before", group.name, fmt::join(others, "; "),
                       most->second.size() == 1 ? most->second.front() + " may or may not give"
                                                : fmt::format("{} agree on", fmt::join(most->second, ", ")));
}

} // namespace

recorded_groups read_recorded() {
    recorded_groups recorded;
    auto const told = ordered_json::parse(xamt::detail::groups_data);
    for (auto const& [framework, version] : told.at("versions").items()) recorded.versions.emplace_back(framework, version);
    for (auto const& g : told.at("groups")) {
        if (!g.contains("form")) continue;
        recorded_group group{g.at("name"), {}};
        for (auto const& c : g.at("form").at("calls")) group.calls.push_back({c.at("framework"), c.at("name"), text_of(c)});
        recorded.groups.push_back(std::move(group));
    }
    return recorded;
}

std::vector<std::string> changed_versions(recorded_groups const& recorded, matcher const& m) {
    std::vector<std::string> changed;
    for (auto const& [framework, version] : m.versions())
        for (auto const& [name, before] : recorded.versions)
            if (name == framework && before != version) changed.push_back(fmt::format("{} {} -> {}", name, before, version));
    return changed;
}

result<verification> verify(recorded_groups const& recorded, matcher& m) {
    std::vector<direct_call> calls;
    std::vector<recorded_group> kept;
    verification v;
    auto const installed = m.versions();
    for (auto group : recorded.groups) {
        std::erase_if(group.calls, [&](direct_call const& c) {
            return std::ranges::find(installed, c.framework, &std::pair<std::string, std::string>::first) == installed.end();
        });
        ++v.groups;
        if (group.calls.size() < 2) {
            ++v.untried;
            continue;
        }
        calls.insert(calls.end(), group.calls.begin(), group.calls.end());
        kept.push_back(std::move(group));
    }
    auto const answers = m.ask(calls);
    if (!answers) return answers.failure();
    std::size_t at = 0;
    for (auto const& group : kept) {
        std::vector<std::string> results;
        for (std::size_t i = 0; i < group.calls.size(); ++i) results.push_back(result_of((*answers)[at++]));
        if (auto const wrong = difference_in(group, results); wrong.empty())
            ++v.holding;
        else
            v.broken.push_back(wrong);
    }
    return v;
}

std::string verification_text(verification const& v, std::vector<std::string> const& changed) {
    std::string text = changed.empty() ? "the installed versions are those of the recorded groups\n"
                                       : fmt::format("other versions than those of the recorded groups: {}\n", fmt::join(changed, ", "));
    text += fmt::format("{} recorded groups hold{}\n", v.holding,
                        v.untried == 0 ? "" : fmt::format(", {} cannot be tried without the libraries that are missing", v.untried));
    if (!v.broken.empty()) text += fmt::format("{} no longer:\n", counted(v.broken.size(), "group"));
    for (auto const& sentence : v.broken) text += "  " + sentence + "\n";
    return text;
}

} // namespace xamt_command

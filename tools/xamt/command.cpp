// What the subcommands share; see command.hpp.
#include "command.hpp"

#include <xamt/groups/all.hpp>
#include <xamt/report/wording.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace xamt_command {

void complain(error const& e) {
    fmt::print(stderr, "xamt: {}{}\n", e.what, e.why.empty() ? "" : ": " + e.why);
    if (!e.remedy.empty()) fmt::print(stderr, "      {}\n", e.remedy);
}

int wrong_usage(error const& e) {
    complain(e);
    return usage;
}

namespace {

/// Letters and digits in lower case: "Conv_2D" and "conv2d" are the same word to a person.
std::string simplified(std::string_view name) {
    std::string out;
    for (char c : name)
        if (std::isalnum(static_cast<unsigned char>(c)) != 0) out += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return out;
}

/// Edits (insert, remove, replace, swap of neighbours) between two words.
std::size_t edits(std::string_view a, std::string_view b) {
    std::vector<std::vector<std::size_t>> d(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
    for (std::size_t i = 0; i <= a.size(); ++i) d[i][0] = i;
    for (std::size_t j = 0; j <= b.size(); ++j) d[0][j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i)
        for (std::size_t j = 1; j <= b.size(); ++j) {
            d[i][j] = std::min({d[i - 1][j] + 1, d[i][j - 1] + 1, d[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) d[i][j] = std::min(d[i][j], d[i - 2][j - 2] + 1);
        }
    return d[a.size()][b.size()];
}

/// `*` stands for any letters, `?` for one.
bool matches(std::string_view pattern, std::string_view name) {
    if (pattern.empty()) return name.empty();
    if (pattern.front() == '*') return matches(pattern.substr(1), name) || (!name.empty() && matches(pattern, name.substr(1)));
    return !name.empty() && (pattern.front() == '?' || pattern.front() == name.front()) && matches(pattern.substr(1), name.substr(1));
}

struct known_framework {
    std::string_view name;
    std::vector<std::string_view> backends; ///< the first is the one that is meant without brackets
};

std::vector<known_framework> const& known_frameworks() {
    static std::vector<known_framework> const all{{"torch", {}}, {"tensorflow", {}}, {"keras", {"tensorflow", "jax", "torch", "numpy"}},
                                                  {"jax", {}},   {"chainer", {}},    {"numpy", {}},
                                                  {"eigen", {}}};
    return all;
}

std::vector<std::string> known_columns() {
    std::vector<std::string> all;
    for (auto const& f : known_frameworks()) {
        if (f.backends.empty()) all.emplace_back(f.name);
        for (auto b : f.backends) all.push_back(fmt::format("{}[{}]", f.name, b));
    }
    return all;
}

} // namespace

std::vector<std::string> words_of(std::vector<std::string> const& lists) {
    std::vector<std::string> words;
    for (auto const& list : lists)
        for (std::string_view rest = list; !rest.empty();) {
            auto const end = std::min(rest.find(','), rest.size());
            if (end > 0) words.emplace_back(rest.substr(0, end));
            rest.remove_prefix(std::min(end + 1, rest.size()));
        }
    return words;
}

std::vector<std::string> nearest(std::string_view wrong, std::span<std::string const> candidates) {
    std::string const meant = simplified(wrong);
    std::vector<std::pair<std::size_t, std::string>> scored;
    for (auto const& candidate : candidates) {
        std::string const name = simplified(candidate);
        std::size_t const distance = edits(meant, name);
        bool const part =
            meant.size() >= 3 && (name.find(meant) != std::string::npos || (name.size() >= 3 && meant.find(name) != std::string::npos));
        if (distance <= std::max<std::size_t>(1, meant.size() / 3))
            scored.emplace_back(distance, candidate);
        else if (part)
            scored.emplace_back(distance + 2, candidate);
    }
    std::ranges::stable_sort(scored, {}, &std::pair<std::size_t, std::string>::first);
    std::vector<std::string> best;
    for (std::size_t i = 0; i < scored.size() && i < 3; ++i) best.push_back(scored[i].second);
    return best;
}

std::string did_you_mean(std::string_view wrong, std::span<std::string const> candidates, std::string_view otherwise) {
    auto const near = nearest(wrong, candidates);
    if (near.empty()) return std::string(otherwise);
    std::string text = "did you mean " + near.front();
    for (std::size_t i = 1; i < near.size(); ++i) text += (i + 1 == near.size() ? " or " : ", ") + near[i];
    return text + "?";
}

std::span<xamt::api_description const* const> shipped() {
    static auto const all = [] {
        std::vector<xamt::api_description const*> groups(xamt::groups::shipped.begin(), xamt::groups::shipped.end());
        groups.insert(groups.end(), matched().begin(), matched().end());
        return groups;
    }();
    return all;
}

result<std::vector<xamt::api_description const*>> select_groups(std::vector<std::string> const& patterns) {
    auto const all = shipped();
    auto const words = words_of(patterns);
    if (words.empty()) return std::vector<xamt::api_description const*>(all.begin(), all.end());
    std::vector<bool> wanted(all.size(), false);
    for (auto const& word : words) {
        bool any = false;
        for (std::size_t i = 0; i < all.size(); ++i)
            if (matches(word, all[i]->name) || matches(word, all[i]->topic)) any = wanted[i] = true;
        if (any) continue;
        std::vector<std::string> names;
        for (auto const* g : all) {
            names.emplace_back(g->name);
            if (std::ranges::find(names, g->topic) == names.end()) names.emplace_back(g->topic);
        }
        return error{fmt::format("no group matches \"{}\"", word), "it is neither a group's name, nor a topic, nor a pattern for them",
                     did_you_mean(word, names, "`xamt groups` lists them")};
    }
    std::vector<xamt::api_description const*> chosen;
    for (std::size_t i = 0; i < all.size(); ++i)
        if (wanted[i]) chosen.push_back(all[i]);
    return chosen;
}

result<xamt::api_description const*> find_group(std::string_view name) {
    std::vector<std::string> names;
    for (auto const* g : shipped()) {
        if (g->name == name) return g;
        names.emplace_back(g->name);
    }
    return error{fmt::format("there is no group \"{}\"", name), fmt::format("{} groups ship, none has this name", names.size()),
                 did_you_mean(name, names, "`xamt groups` lists them")};
}

result<std::vector<std::string>> select_frameworks(std::vector<std::string> const& names) {
    auto const words = words_of(names);
    if (words.empty()) return xamt::default_columns();
    auto const known = known_columns();
    std::vector<std::string> columns;
    for (auto word : words) {
        for (auto const& f : known_frameworks())
            if (f.name == word && !f.backends.empty()) word = fmt::format("{}[{}]", f.name, f.backends.front());
        if (std::ranges::find(known, word) == known.end())
            return error{fmt::format("there is no framework \"{}\"", word), "xamt knows " + xamt::listed(known),
                         did_you_mean(word, known, "write NAME or NAME[backend], several separated by commas")};
        if (std::ranges::find(columns, word) == columns.end()) columns.push_back(word);
    }
    return columns;
}

CLI::Validator whole_number() {
    auto const check = [](std::string& text) {
        bool const whole = !text.empty() && text.find_first_not_of("0123456789") == std::string::npos;
        return whole ? std::string() : text + " is no whole number from 0 on";
    };
    return CLI::Validator(check, "");
}

void shared_options::add_to(CLI::App& command) {
    command
        .add_option("--frameworks", frameworks,
                    "Columns to compare, such as torch,jax,keras[jax] (default: all but keras on other backends)")
        ->type_name("LIST");
    command.add_option("--python", python, "Interpreter that has the frameworks (default: XAMT_PYTHON, then what tools/setup recorded)")
        ->type_name("PATH");
    command
        .add_option("--trial-timeout", trial_timeout,
                    "Seconds without progress after which a call counts as hung; a framework that got little of the processor has longer")
        ->type_name("S")
        ->capture_default_str();
    command.add_option("--memory", memory_mb, "MB of memory that a framework's process may take; 0: no limit")
        ->type_name("MB")
        ->check(whole_number())
        ->capture_default_str();
}

result<xamt::campaign_options> shared_options::resolve(session const& about) const {
    xamt::campaign_options options;
    auto columns = select_frameworks(frameworks);
    if (!columns) return columns.failure();
    auto tools = find_tools(about, python);
    if (!tools) return tools.failure();
    if (!(trial_timeout > 0))
        return error{"--trial-timeout is not a number of seconds above 0", {}, "give one, such as --trial-timeout 20"};
    options.frameworks = *columns;
    options.tools = *tools;
    options.trial_timeout = trial_timeout;
    options.memory_mb = memory_mb;
    return options;
}

} // namespace xamt_command

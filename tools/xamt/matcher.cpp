// The work of `xamt match`; see matcher.hpp.
#include "matcher.hpp"

#include <xamt/match/side_effect_table.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

namespace xamt_command {

using namespace xamt;

namespace {

std::set<std::string> frameworks_of(text_group const& group, std::vector<public_callable> const& universe) {
    std::set<std::string> names;
    for (auto const& m : group.members) names.insert(universe[m.which].framework);
    return names;
}

} // namespace

/// Kinds that a call may be made of, and that it says something about.
bool can_be_tried(described_callable const& d) {
    return !has_side_effects(*d.what) && d.kind != callable_kind::other && d.kind != callable_kind::metric;
}

result<none> matcher::describe() {
    auto found = find_catalogues(tools_, options_.frameworks);
    if (!found) return found.failure();
    catalogues_ = std::move(*found);
    for (auto const& path : options_.catalogues) {
        auto own = read_catalogue(path);
        if (!own) return own.failure();
        if (catalogue_of(own->framework) != nullptr)
            return error{fmt::format("the catalogue {} calls its library \"{}\"", path, own->framework), "another library has that name",
                         "give it a name of its own"};
        if (own->host.empty() && own->module.empty())
            return error{fmt::format("the catalogue {} names neither a \"module\" nor a \"host\"", path),
                         "nobody would make calls of the library",
                         "name the Python module, or the program that makes calls (docs/design/matching.md)"};
        catalogues_.all.push_back(std::move(*own));
    }
    auto const begin = std::chrono::steady_clock::now();
    for (auto const& catalogue : catalogues_.all) universe_.insert(universe_.end(), catalogue.callables.begin(), catalogue.callables.end());
    for (auto const& c : universe_) described_.push_back(xamt::described(c));
    for (auto& group : text_groups(described_))
        if (frameworks_of(group, universe_).size() >= 2) candidates_.push_back(std::move(group));
    behaviours_.resize(universe_.size());
    second_opinions_.resize(universe_.size());
    text_seconds_ = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    return none{};
}

public_catalogue const* matcher::catalogue_of(std::string const& framework) const {
    auto const found = std::ranges::find(catalogues_.all, framework, &public_catalogue::framework);
    return found == catalogues_.all.end() ? nullptr : &*found;
}

std::string matcher::version_of(std::string const& framework) const {
    auto const* const catalogue = catalogue_of(framework);
    return catalogue == nullptr ? "" : catalogue->version;
}

probe_job matcher::job_for(std::string const& framework, std::string const& backend, std::string const& api) const {
    probe_job job{framework, backend, api, {}, {}};
    if (auto const* const catalogue = catalogue_of(framework)) job.host = catalogue->host, job.module = catalogue->module;
    return job;
}

std::vector<std::pair<std::string, std::string>> matcher::versions() const {
    std::vector<std::pair<std::string, std::string>> all;
    for (auto const& c : catalogues_.all) all.emplace_back(c.framework, c.version);
    return all;
}

pair_verdict matcher::judged(std::size_t a, std::size_t b) const {
    return judge(behaviours_[a], behaviours_[b], described_[a].kind == callable_kind::loss);
}

std::size_t matcher::find(std::string_view name) const {
    for (std::size_t i = 0; i < universe_.size(); ++i)
        if (std::ranges::find(universe_[i].names, name) != universe_[i].names.end()) return i;
    return universe_.size();
}

result<none> matcher::confirm() {
    std::set<std::size_t> wanted;
    for (auto const& group : candidates_)
        for (auto const& m : group.members)
            if (can_be_tried(described_[m.which])) wanted.insert(m.which);
    if (auto const ran = observe({wanted.begin(), wanted.end()}); !ran) return ran;
    accept();
    if (auto const asked = ask_second_opinions(); !asked) return asked;
    accept();
    return none{};
}

match_counts matcher::counts() const {
    match_counts c;
    c.objects = universe_.size();
    c.candidates = candidates_.size();
    std::set<std::size_t> accepted, confirmed;
    for (auto const& g : groups_) {
        std::set<std::string> names;
        for (auto const& m : g.members) {
            accepted.insert(m.which);
            if (g.status != "accepted") confirmed.insert(m.which);
            names.insert(universe_[m.which].framework);
        }
        ++c.accepted_groups;
        if (g.status == "accepted") continue;
        ++c.confirmed_groups;
        ++c.by_width[std::min<std::size_t>(names.size(), 7)];
    }
    c.accepted_objects = accepted.size();
    c.confirmed_objects = confirmed.size();
    return c;
}

} // namespace xamt_command

// The work of `xamt match`; see matcher.hpp.
#include "matcher.hpp"

#include "progress_line.hpp"

#include <xamt/core/random.hpp>
#include <xamt/match/call_plan.hpp>
#include <xamt/match/side_effect_table.hpp>
#include <xamt/report/wording.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <numeric>

namespace xamt_command {

using namespace xamt;

namespace {

constexpr char keras_backend[] = "torch", other_keras_backend[] = "jax";
constexpr std::size_t most_jax_scenarios = 16; // every new shape is compiled
constexpr std::size_t most_second_opinions = 5;

std::set<std::string> frameworks_of(text_group const& group, std::vector<public_callable> const& universe) {
    std::set<std::string> names;
    for (auto const& m : group.members) names.insert(universe[m.which].framework);
    return names;
}

/// What most members are called, the shorter one of two.
std::string usual_name(std::vector<matched_member> const& members) {
    std::map<std::string, int> votes;
    for (auto const& m : members)
        for (auto const& name : m.names) ++votes[std::string(telling_part(name))];
    auto const better = [](auto const& l, auto const& r) {
        return l.second != r.second ? l.second < r.second : l.first.size() > r.first.size();
    };
    return votes.empty() ? "" : std::ranges::max_element(votes, better)->first;
}

/// Kinds that single calls say something about.
bool can_be_tried(described_callable const& d) {
    return !has_side_effects(*d.what) && d.kind != callable_kind::other && d.kind != callable_kind::metric;
}

std::string about(text_group const& group) {
    return group.rank == name_rank::none ? group.concept_text : fmt::format("{} {}d", group.concept_text, static_cast<int>(group.rank));
}

std::string progress_text(pool_progress const& p) {
    return fmt::format("  {} of {} functions tried, {}{}; {}", p.jobs_done, p.jobs, counted(p.calls_done, "call"),
                       p.crashes > 0 ? ", " + counted(p.crashes, "crash") : "", p.at);
}

} // namespace

/// What is to be called for one callable, and in which scenario each call belongs.
struct matcher::planned {
    std::size_t which = 0;
    std::string backend;
    std::vector<std::size_t> in_scenario;
    std::vector<planned_call> calls;
};

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
        if (own->host.empty())
            return error{fmt::format("the catalogue {} names no \"host\"", path), "nobody would make calls of the library",
                         "name the program and its arguments (docs/design/matching.md)"};
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

std::vector<std::string> matcher::host_of(std::string const& framework) const {
    auto const* const catalogue = catalogue_of(framework);
    return catalogue == nullptr ? std::vector<std::string>{} : catalogue->host;
}

std::vector<std::pair<std::string, std::string>> matcher::versions() const {
    std::vector<std::pair<std::string, std::string>> all;
    for (auto const& c : catalogues_.all) all.emplace_back(c.framework, c.version);
    return all;
}

outcome_cache& matcher::cache_of(std::string const& framework, std::string const& backend) {
    auto const name = framework + (backend.empty() ? "" : "-" + backend) + "-" + version_of(framework);
    auto& cache = caches_[name];
    if (!cache)
        cache = std::make_unique<outcome_cache>(std::filesystem::path(catalogues_.folder).parent_path().string() + "/outcomes-" + name +
                                                ".tsv");
    return *cache;
}

void matcher::plan(std::size_t which, std::vector<std::size_t> const& scenario_numbers, std::vector<planned>& to,
                   std::string const& backend) const {
    planned p{which, backend, {}, {}};
    for (auto const i : scenario_numbers)
        for (auto& call : plan_calls(universe_[which], described_[which].kind, scenarios()[i])) {
            p.in_scenario.push_back(i);
            p.calls.push_back(std::move(call));
        }
    to.push_back(std::move(p));
}

result<none> matcher::run(std::vector<planned> const& plans) {
    std::vector<probe_job> jobs;
    std::vector<std::pair<std::size_t, std::vector<std::size_t>>> origins; // plan, and which of its calls
    std::vector<std::vector<std::string>> answers(plans.size());
    auto const key = [&](planned const& p, std::size_t k) {
        return key_of({prober_key(version_of(universe_[p.which].framework)), key_of(universe_[p.which].name()), key_of(p.calls[k].text)});
    };
    for (std::size_t i = 0; i < plans.size(); ++i) {
        auto const& p = plans[i];
        auto const& framework = universe_[p.which].framework;
        auto const& cache = cache_of(framework, p.backend);
        answers[i].resize(p.calls.size());
        probe_job job{framework, p.backend, universe_[p.which].name(), {}, {}, host_of(framework)};
        std::vector<std::size_t> which;
        for (std::size_t k = 0; k < p.calls.size(); ++k) {
            if (auto const* known = cache.find(key(p, k))) {
                answers[i][k] = *known;
                continue;
            }
            job.calls.push_back(p.calls[k].text);
            which.push_back(k);
        }
        if (which.empty()) continue;
        jobs.push_back(std::move(job));
        origins.emplace_back(i, std::move(which));
    }
    if (!jobs.empty()) {
        auto const store = [&](probe_job const& job, std::size_t call) {
            auto const& [i, which] = origins[static_cast<std::size_t>(&job - jobs.data())];
            answers[i][which[call]] = job.answers[call];
            cache_of(job.framework, job.backend).store(key(plans[i], which[call]), job.answers[call]);
        };
        progress_line line(stderr, "", std::chrono::seconds(15));
        auto const done = run_probes(tools_, jobs, options_.processes, store, [&](pool_progress const& p) {
            if (line.due() || p.jobs_done == p.jobs) line.show(progress_text(p));
        });
        line.keep();
        if (!done) return done.failure();
    }
    for (std::size_t i = 0; i < plans.size(); ++i) {
        auto const& p = plans[i];
        auto& b = p.backend == other_keras_backend ? second_opinions_[p.which] : behaviours_[p.which];
        std::map<std::string, int> errors;
        b.planned = b.planned || !p.calls.empty();
        for (std::size_t k = 0, number = 0; k < p.calls.size(); ++k) {
            number = k > 0 && p.in_scenario[k] == p.in_scenario[k - 1] ? number + 1 : 0;
            auto outcome = read_outcome(answers[i][k]);
            if (!outcome.ran())
                ++errors[outcome.error];
            else
                b.runs[p.in_scenario[k]][p.calls[k].change].push_back(
                    {p.in_scenario[k], p.calls[k].change, p.calls[k].structure, std::move(outcome), number});
        }
        if (!errors.empty()) b.failure = std::ranges::max_element(errors, {}, &std::pair<std::string const, int>::second)->first;
    }
    return none{};
}

result<std::vector<std::string>> matcher::ask(std::vector<direct_call> const& calls) {
    std::vector<std::string> answers(calls.size());
    std::vector<probe_job> jobs;
    std::vector<std::size_t> origins;
    auto const backend_of = [](std::string const& framework) { return framework == "keras" ? keras_backend : ""; };
    auto const key = [&](direct_call const& c) { return key_of({prober_key(version_of(c.framework)), key_of(c.name), key_of(c.text)}); };
    // Jobs of one framework stand together, because a process serves one.
    std::vector<std::size_t> order(calls.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, {}, [&](std::size_t i) { return calls[i].framework; });
    for (auto const i : order) {
        auto const& c = calls[i];
        if (auto const* known = cache_of(c.framework, backend_of(c.framework)).find(key(c))) {
            answers[i] = *known;
            continue;
        }
        jobs.push_back({c.framework, backend_of(c.framework), c.name, {c.text}, {}, host_of(c.framework)});
        origins.push_back(i);
    }
    if (jobs.empty()) return answers;
    progress_line line(stderr, "", std::chrono::seconds(15));
    auto const store = [&](probe_job const& job, std::size_t call) {
        auto const i = origins[static_cast<std::size_t>(&job - jobs.data())];
        answers[i] = job.answers[call];
        cache_of(job.framework, job.backend).store(key(calls[i]), answers[i]);
    };
    auto const done = run_probes(tools_, jobs, options_.processes, store, [&](pool_progress const& p) {
        if (line.due() || p.jobs_done == p.jobs) line.show(progress_text(p));
    });
    line.keep();
    if (!done) return done.failure();
    return answers;
}

std::vector<std::size_t> matcher::scenarios_of_partners(std::size_t which) const {
    std::map<std::size_t, int> votes;
    for (auto const& group : candidates_) {
        if (std::ranges::none_of(group.members, [&](text_member const& m) { return m.which == which; })) continue;
        for (auto const& m : group.members)
            if (universe_[m.which].framework != "jax")
                for (auto const& [in, calls] : behaviours_[m.which].runs) ++votes[in];
    }
    std::vector<std::size_t> wanted;
    // Those that most partners accept; of these the ones first that tell look-alikes apart.
    for (auto const& [in, n] : votes) wanted.push_back(in);
    auto const& all = scenarios();
    std::ranges::stable_sort(wanted, [&](std::size_t l, std::size_t r) {
        auto const worth = [&](std::size_t i) { return 2 * votes.at(i) + (all[i].is_hard() ? 1 : 0) + (all[i].binds_more() ? 1 : 0); };
        return worth(l) > worth(r);
    });
    std::vector<std::size_t> kept;
    for (auto const in : wanted) {
        if (kept.size() == most_jax_scenarios) break;
        if (!plan_calls(universe_[which], described_[which].kind, all[in]).empty()) kept.push_back(in);
    }
    return kept;
}

result<none> matcher::observe(std::vector<std::size_t> const& wanted) {
    std::vector<std::size_t> all(scenarios().size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    std::vector<planned> plans;
    std::vector<std::string> frameworks{"chainer", "keras", "tensorflow", "torch", "numpy"}; // what takes longest first
    for (auto const& c : catalogues_.all)
        if (c.framework != "jax" && std::ranges::find(frameworks, c.framework) == frameworks.end()) frameworks.push_back(c.framework);
    for (auto const& framework : frameworks)
        for (auto const which : wanted)
            if (universe_[which].framework == framework) plan(which, all, plans, framework == "keras" ? keras_backend : "");
    if (auto const ran = run(plans); !ran) return ran;
    // JAX compiles whatever it sees first: last, and only what a partner accepted.
    plans.clear();
    for (auto const which : wanted)
        if (universe_[which].framework == "jax") plan(which, scenarios_of_partners(which), plans, "");
    return run(plans);
}

pair_verdict matcher::judged(std::size_t a, std::size_t b) const {
    return judge(behaviours_[a], behaviours_[b], described_[a].kind == callable_kind::loss);
}

std::size_t matcher::find(std::string_view name) const {
    for (std::size_t i = 0; i < universe_.size(); ++i)
        if (std::ranges::find(universe_[i].names, name) != universe_[i].names.end()) return i;
    return universe_.size();
}

matched_member matcher::member(text_group const& group, std::size_t at) const {
    auto const& m = group.members[at];
    auto const& names = universe_[m.which].names;
    matched_member made{m.which, {}, {}};
    if (described_[m.which].meanings.size() == 1)
        made.names = names;
    else
        for (auto const i : m.names) made.names.push_back(names[i]);
    return made;
}

bool matcher::independent(text_group const& group, std::vector<std::size_t> const& cluster, std::vector<judged_pair> const& pairs) {
    std::set<std::string> names;
    for (auto const i : cluster) names.insert(universe_[group.members[i].which].framework);
    if (names.size() < 2) return false;
    if (names != std::set<std::string>{"keras", keras_backend}) return true;
    // Keras computes with the other one: only another backend can confirm that it is not compared with itself.
    for (auto const& p : pairs) {
        auto a = group.members[p.a].which, b = group.members[p.b].which;
        if (universe_[a].framework != "keras") std::swap(a, b);
        if (universe_[a].framework != "keras" || universe_[b].framework != keras_backend || !p.verdict.holds()) continue;
        if (!second_opinions_[a].planned)
            doubtful_[a].insert(p.verdict.agreeing.begin(), p.verdict.agreeing.end());
        else if (judge(second_opinions_[a], behaviours_[b], group.kind == callable_kind::loss).holds())
            return true;
    }
    return false;
}

void matcher::emit(text_group const& group, std::vector<std::size_t> const& cluster, std::vector<judged_pair> const& pairs) {
    matched_group made;
    made.about = about(group);
    made.kind = name_of(group.kind);
    made.status = "confirmed";
    // The member that most others agree with is what recipes refer to.
    std::map<std::size_t, int> degree;
    for (auto const& p : pairs)
        if (p.verdict.holds()) {
            degree[p.a] += p.verdict.is == verdict_kind::confirmed ? 3 : 1;
            degree[p.b] += p.verdict.is == verdict_kind::confirmed ? 3 : 1;
        }
    auto const reference = *std::ranges::max_element(cluster, {}, [&](std::size_t i) { return degree[i]; });
    for (auto const i : cluster) {
        auto m = member(group, i);
        for (auto const& p : pairs) {
            if (!p.verdict.holds() || !((p.a == i && p.b == reference) || (p.b == i && p.a == reference))) continue;
            made.scenarios = std::max(made.scenarios, p.verdict.agreed);
            made.distinct = std::max(made.distinct, p.verdict.distinct);
            if (p.verdict.is == verdict_kind::confirmed) continue;
            bool const first = p.a == i;
            std::vector<std::string> steps;
            auto const add = [&](std::string const& s) {
                if (!s.empty()) steps.push_back(s);
            };
            add(first ? p.verdict.change_a : p.verdict.change_b);
            if (p.verdict.structure_a != p.verdict.structure_b) add(first ? p.verdict.structure_a : p.verdict.structure_b);
            auto const& other = first ? p.verdict.change_b : p.verdict.change_a;
            if (!other.empty()) add(fmt::format("{} with {}", universe_[group.members[reference].which].name(), other));
            add(p.verdict.view);
            m.recipe = fmt::format("{}", fmt::join(steps, "; "));
        }
        if (!m.recipe.empty()) made.status = "confirmed with recipe";
        made.members.push_back(std::move(m));
    }
    made.name = usual_name(made.members);
    if (group.kind == callable_kind::function) made.form = form_of(made);
    groups_.push_back(std::move(made));
}

std::optional<shared_form> matcher::form_of(matched_group const& made) const {
    std::vector<form_candidate> candidates;
    for (auto const& m : made.members) candidates.push_back({&universe_[m.which], m.names.front(), &behaviours_[m.which]});
    return find_shared_form(candidates);
}

void matcher::judge_group(text_group const& whole) {
    text_group group = whole;
    std::erase_if(group.members, [](text_member const& m) { return !m.certain; });
    if (group.members.empty()) return;
    bool const losses = group.kind == callable_kind::loss;
    std::vector<judged_pair> pairs;
    for (std::size_t a = 0; a < group.members.size(); ++a)
        for (std::size_t b = a + 1; b < group.members.size(); ++b)
            pairs.push_back({a, b, judge(behaviours_[group.members[a].which], behaviours_[group.members[b].which], losses)});
    auto const numbers = clusters(group.members.size(), pairs);
    std::map<std::size_t, std::vector<std::size_t>> by_number;
    for (std::size_t i = 0; i < numbers.size(); ++i) by_number[numbers[i]].push_back(i);
    std::vector<std::size_t> largest;
    std::vector<bool> placed(group.members.size(), false);
    for (auto const& [number, cluster] : by_number) {
        if (!independent(group, cluster, pairs)) continue;
        emit(group, cluster, pairs);
        for (auto const i : cluster) placed[i] = true;
        for (auto const i : cluster) certain_.insert(group.members[i].which);
        if (cluster.size() > largest.size()) largest = cluster;
    }
    std::vector<std::size_t> accepted;
    for (std::size_t i = 0; i < group.members.size(); ++i) {
        if (placed[i]) continue;
        int against = 0, with = 0;
        std::string differs;
        for (auto const& p : pairs) {
            auto const other = p.a == i ? p.b : p.b == i ? p.a : group.members.size();
            if (other == group.members.size()) continue;
            if (!largest.empty() && std::ranges::find(largest, other) == largest.end()) continue;
            with += p.verdict.holds();
            against += p.verdict.is == verdict_kind::contradicted;
            if (differs.empty() && p.verdict.is == verdict_kind::contradicted)
                differs = fmt::format("differs from {} on \"{}\"", universe_[group.members[other].which].name(),
                                      p.verdict.differing.empty() ? "" : scenarios()[p.verdict.differing.front()].id);
        }
        auto const which = group.members[i].which;
        auto const& b = behaviours_[which];
        bool const contradicted = against > with;
        std::string reason = contradicted ? differs : b.ran() ? "no scenario that a partner accepts, too" : b.failure;
        if (reason.empty())
            reason = !can_be_tried(described_[which]) ? "is not tried" : b.planned ? "no result" : "no scenario fits its parameters";
        open_.push_back({group.concept_text, which, contradicted ? "contradicted" : b.ran() ? "open" : "not run", reason});
        if (group.members[i].certain && !(contradicted && !largest.empty())) accepted.push_back(i);
    }
    if (accepted.empty()) return;
    matched_group made{{}, about(group), std::string(name_of(group.kind)), "accepted", {}, 0, 0};
    auto everyone = largest;
    everyone.insert(everyone.end(), accepted.begin(), accepted.end());
    std::set<std::string> names;
    for (auto const i : everyone) {
        names.insert(universe_[group.members[i].which].framework);
        made.members.push_back(member(group, i));
    }
    made.name = usual_name(made.members);
    if (names.size() >= 2) groups_.push_back(std::move(made));
}

void matcher::accept() {
    groups_.clear();
    open_.clear();
    certain_.clear();
    for (auto const& group : candidates_) judge_group(group);
    for (auto const& group : candidates_)
        if (std::ranges::any_of(group.members, [](text_member const& m) { return !m.certain; })) join_homonyms(group);
}

void matcher::join_homonyms(text_group const& group) {
    auto const losses = group.kind == callable_kind::loss;
    for (auto const& m : group.members) {
        if (m.certain || certain_.contains(m.which)) continue;
        // The confirmed group of this concept that it agrees with, and hardly contradicts.
        for (auto& made : groups_) {
            if (made.status == "accepted" || made.about != about(group) || made.kind != name_of(group.kind)) continue;
            int with = 0, against = 0;
            for (auto const& other : made.members) {
                auto const v = judge(behaviours_[m.which], behaviours_[other.which], losses);
                with += v.holds();
                against += v.is == verdict_kind::contradicted;
            }
            if (with == 0 || against > with) continue;
            auto joined = matched_member{m.which, {}, {}};
            for (auto const i : m.names) joined.names.push_back(universe_[m.which].names[i]);
            made.members.push_back(std::move(joined));
            certain_.insert(m.which);
            break;
        }
    }
}

result<none> matcher::confirm() {
    std::set<std::size_t> wanted;
    for (auto const& group : candidates_)
        for (auto const& m : group.members)
            if (can_be_tried(described_[m.which])) wanted.insert(m.which);
    if (auto const ran = observe({wanted.begin(), wanted.end()}); !ran) return ran;
    accept();
    // Keras on another backend, where only its backend agrees.
    std::vector<planned> plans;
    for (auto const& [which, agreeing] : doubtful_) {
        std::vector<std::size_t> in(agreeing.begin(), agreeing.end());
        if (in.size() > most_second_opinions) in.resize(most_second_opinions);
        plan(which, in, plans, other_keras_backend);
    }
    if (auto const ran = run(plans); !ran) return ran;
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

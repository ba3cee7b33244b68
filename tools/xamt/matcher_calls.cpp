// Calls that `xamt match` makes, and what it remembers of them; see matcher.hpp.
#include "matcher.hpp"

#include "progress_line.hpp"

#include <xamt/core/random.hpp>
#include <xamt/match/call_plan.hpp>
#include <xamt/report/wording.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace xamt_command {

using namespace xamt;

namespace {

constexpr std::size_t most_jax_scenarios = 16; // every new shape is compiled
constexpr std::size_t fewest_jax_results = 5;
constexpr std::size_t most_second_opinions = 5;

/// What partners found in a scenario.
struct scenario_worth {
    int telling = 0, ran = 0;
    std::string truth; ///< the result, where it is one truth value

    void add(std::map<std::string, std::vector<recorded_call>> const& by_change) {
        ++ran;
        bool tells = false;
        for (auto const& [change, calls] : by_change)
            for (auto const& call : calls)
                for (auto const& output : call.outcome.outputs) {
                    tells = tells || (!output.trivial && !output.mean && !output.joined && !output.sorted);
                    if (output.truth) truth = output.fine;
                }
        telling += tells || by_change.begin()->second.front().outcome.outputs.empty(); // a distribution tells, too
    }
};

/// The scenarios in which most partners gave something that tells, of all domains and with both truth values.
std::vector<std::size_t> worth_most(std::map<std::size_t, scenario_worth> worth, std::size_t count) {
    std::vector<std::size_t> kept;
    std::map<std::string, int> taken; // by what such a scenario shows
    auto const shows = [](std::size_t in, scenario_worth const& w) {
        auto const& s = scenarios()[in];
        return w.truth.empty() ? fmt::format("{} {}", s.domain(), s.binds_more()) : w.truth;
    };
    auto const value = [&](auto const& w) {
        auto const& s = scenarios()[w.first];
        return 4 * w.second.telling + w.second.ran + 2 * (s.is_hard() ? 1 : 0) + 2 * (s.binds_more() ? 1 : 0) -
               2 * taken[shows(w.first, w.second)];
    };
    while (kept.size() < count && !worth.empty()) {
        auto const best = std::ranges::max_element(worth, {}, value);
        ++taken[shows(best->first, best->second)];
        kept.push_back(best->first);
        worth.erase(best);
    }
    return kept;
}

std::string progress_text(pool_progress const& p) {
    return fmt::format("  {} of {} functions tried, {}{}; {}", p.jobs_done, p.jobs, counted(p.calls_done, "call"),
                       p.crashes > 0 ? ", " + counted(p.crashes, "crash") : "", p.at);
}

/// Makes all calls and shows how far it has come; `store` gets each answer.
result<none> run_and_tell(toolbox const& tools, std::vector<probe_job>& jobs, int processes,
                          std::function<void(probe_job const&, std::size_t)> const& store) {
    if (jobs.empty()) return none{};
    progress_line line(stderr, "", std::chrono::seconds(15));
    auto const done = run_probes(tools, jobs, processes, store, [&](pool_progress const& p) {
        if (line.due() || p.jobs_done == p.jobs) line.show(progress_text(p));
    });
    line.keep();
    if (!done) return done.failure();
    return none{};
}

} // namespace

/// What is to be called for one callable, and in which scenario each call belongs.
struct matcher::planned {
    std::size_t which = 0;
    std::string backend;
    std::vector<std::size_t> in_scenario;
    std::vector<planned_call> calls;
};

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
        return call_key(version_of(universe_[p.which].framework), universe_[p.which].name(), p.calls[k].text);
    };
    for (std::size_t i = 0; i < plans.size(); ++i) {
        auto const& p = plans[i];
        auto const& framework = universe_[p.which].framework;
        auto const& cache = cache_of(framework, p.backend);
        answers[i].resize(p.calls.size());
        auto job = job_for(framework, p.backend, universe_[p.which].name());
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
    auto const store = [&](probe_job const& job, std::size_t call) {
        auto const& [i, which] = origins[static_cast<std::size_t>(&job - jobs.data())];
        answers[i][which[call]] = job.answers[call];
        cache_of(job.framework, job.backend).store(key(plans[i], which[call]), job.answers[call]);
    };
    if (auto const ran = run_and_tell(tools_, jobs, options_.processes, store); !ran) return ran;
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
    auto const key = [&](direct_call const& c) { return call_key(version_of(c.framework), c.name, c.text); };
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
        jobs.push_back(job_for(c.framework, backend_of(c.framework), c.name));
        jobs.back().calls.push_back(c.text);
        origins.push_back(i);
    }
    auto const store = [&](probe_job const& job, std::size_t call) {
        auto const i = origins[static_cast<std::size_t>(&job - jobs.data())];
        answers[i] = job.answers[call];
        cache_of(job.framework, job.backend).store(key(calls[i]), answers[i]);
    };
    if (auto const ran = run_and_tell(tools_, jobs, options_.processes, store); !ran) return ran.failure();
    return answers;
}

std::vector<std::size_t> matcher::scenarios_of_partners(std::size_t which, std::set<std::size_t> const& without) const {
    std::map<std::size_t, scenario_worth> worth;
    for (auto const& group : candidates_) {
        if (std::ranges::none_of(group.members, [&](text_member const& m) { return m.which == which; })) continue;
        for (auto const& m : group.members)
            if (universe_[m.which].framework != "jax")
                for (auto const& [in, by_change] : behaviours_[m.which].runs) worth[in].add(by_change);
    }
    std::erase_if(worth, [&](auto const& w) {
        return without.contains(w.first) || plan_calls(universe_[which], described_[which].kind, scenarios()[w.first]).empty();
    });
    return worth_most(std::move(worth), most_jax_scenarios);
}

result<none> matcher::ask_second_opinions() {
    std::vector<planned> plans;
    for (auto const& [which, wanted] : doubtful_) {
        std::vector<std::size_t> in(wanted.scenarios.begin(), wanted.scenarios.end());
        if (in.size() > most_second_opinions) in.resize(most_second_opinions);
        plan(which, in, plans, other_keras_backend);
        auto& p = plans.back();
        std::vector<bool> kept;
        for (auto const& call : p.calls) kept.push_back(wanted.changes.contains(call.change) && wanted.structures.contains(call.structure));
        for (std::size_t i = kept.size(); i-- > 0;)
            if (!kept[i]) {
                p.calls.erase(p.calls.begin() + static_cast<std::ptrdiff_t>(i));
                p.in_scenario.erase(p.in_scenario.begin() + static_cast<std::ptrdiff_t>(i));
            }
    }
    return run(plans);
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
    // JAX compiles whatever it sees first: last, and only what a partner accepted. Where it refuses most of that, some more.
    std::map<std::size_t, std::set<std::size_t>> tried;
    for (int round = 0; round < 2; ++round) {
        plans.clear();
        for (auto const which : wanted) {
            if (universe_[which].framework != "jax" || behaviours_[which].runs.size() >= fewest_jax_results) continue;
            auto const chosen = scenarios_of_partners(which, tried[which]);
            tried[which].insert(chosen.begin(), chosen.end());
            plan(which, chosen, plans, "");
        }
        if (auto const ran = run(plans); !ran) return ran;
    }
    return none{};
}

} // namespace xamt_command

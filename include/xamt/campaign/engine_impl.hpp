/// @file
/// The steps of the main job: begin a batch, screen it, hear what is suspicious (engine_hearings.hpp), report.
///
/// Place in the pipeline: campaign; the second part of engine.hpp.
#pragma once

#include <xamt/campaign/engine.hpp>

namespace xamt {
inline namespace v0 {

namespace detail {

/// Adds the time until its end to a stage.
class stage_timer {
  public:
    explicit stage_timer(double& stage) : stage_(stage) {}
    stage_timer(stage_timer const&) = delete;
    ~stage_timer() { stage_ += std::chrono::duration<double>(std::chrono::steady_clock::now() - began_).count(); }

  private:
    double& stage_;
    std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
};

/// Takes from the dispatcher, at the end of a run, what points into that run.
class unhooked {
  public:
    explicit unhooked(dispatcher& d) : dispatcher_(d) {}
    unhooked(unhooked const&) = delete;
    ~unhooked() {
        dispatcher_.stop_when({});
        dispatcher_.meanwhile({});
    }

  private:
    dispatcher& dispatcher_;
};

/// Where numbers tell more than elements do, many classes with few trials are better than one with many.
[[nodiscard]] inline pace pace_of(api_description const& api) {
    if (tensors_taken(api) == 0) return {1, unbounded_classes, unbounded_live}; // all trials of a class are the same
    auto const unbounded = [](parameter const& p) {
        return (p.what == kind::integer || p.what == kind::integers) && !p.bounded() && p.along.empty() && p.letters.empty();
    };
    auto const taken = api.takes();
    if (std::any_of(taken.begin(), taken.end(), unbounded)) return {schedule::probe_trials, unbounded_classes, unbounded_live};
    return {api.pointwise ? stacked_trials : batch_trials, 1, live_classes};
}

} // namespace detail

inline void engine::begin(turn const& t) {
    detail::stage_timer const timed(stages_.generating);
    group_table const& table = dispatcher_.tables()[t.group];
    auto const c = make_class(*table.api, options_.seed, t.shape_class);
    flight f{t, {}, nullptr, {}};
    std::vector<std::vector<value>> arguments;
    arguments.reserve(t.count);
    f.trials.reserve(t.count);
    for (std::uint32_t i = 0; i < t.count; ++i) {
        trial_name name{std::string(table.api->name), options_.seed, t.shape_class, t.first + i};
        f.trials.push_back(options_.generator ? options_.generator(*table.api, c, name) : make_trial(*table.api, c, std::move(name)));
        arguments.push_back(std::move(f.trials.back().arguments)); // lent until the batch is screened
    }
    begun_trials_ += static_cast<std::uint64_t>(t.count) * static_cast<std::uint64_t>((std::max<std::int64_t>)(c.cases, 1));
    at_work_ = table.api->name;
    if (!options_.trials) f.passed_over = dispatcher_.recovering(table);
    f.of = dispatcher_.begin(table, std::move(arguments), column_set::all(table.seats.size()) - f.passed_over, purpose::trial, c.how);
    in_flight_.push_back(std::move(f));
}

/// A column that rejects every trial of a dtype while others take it does so by design: it is not asked again.
inline void engine::learn_refusals(flight const& f) {
    group_table& table = dispatcher_.tables()[f.what.group];
    for (std::size_t s = 0; s < table.seats.size(); ++s) {
        bool all = !f.trials.empty(), others = false;
        for (auto const& row : f.of->outcomes) {
            all = all && row[s].is == ending::error;
            for (std::size_t o = 0; o < row.size(); ++o) others = others || (o != s && row[o].is == ending::value);
        }
        // Only what the plainest shapes teach: odd ones may be refused for their own sake.
        if (all && others && detail::is_plain_class(*table.api, f.what.shape_class)) table.seats[s].refused.insert(f.trials.front().type);
    }
}

/// Counts and screens a batch, and begins second opinions on what looks suspicious.
inline engine::hearing engine::screened(flight f) {
    group_table const& table = dispatcher_.tables()[f.what.group];
    group_counts& counts = counts_[f.what.group];
    for (std::size_t i = 0; i < f.trials.size(); ++i) f.trials[i].arguments = std::move(f.of->arguments[i]);
    f.passed_over = f.passed_over | f.of->passed_over;
    count(counts, *f.of, f.trials.front().cases);
    raw_calls_ += f.of->raw_calls;
    learn_refusals(f);

    lesson taught;
    std::vector<screening> seen;
    {
        detail::stage_timer const timed(stages_.checking);
        seen = screen_batch(*table.api, std::span<trial const>(f.trials), std::span<std::vector<outcome> const>(f.of->outcomes));
        for (screening const& s : seen) {
            taught.accepted = taught.accepted || s.answers >= 2;
            if (s.dispersion > counts.worst) {
                counts.worst = s.dispersion;
                taught.widened = true;
            }
            for (std::size_t c = 0; c < s.by_column.size(); ++c) counts.dispersion[c] = (std::max)(counts.dispersion[c], s.by_column[c]);
        }
    }
    schedule_->learn(f.what, taught);
    hearing h{std::move(f), {}, {}};
    bool const doubts = adjudicator_.doubts_agreement(table) && (options_.trials || waiting_.size() < detail::doubts_waiting);
    for (std::size_t i = 0; i < h.of.trials.size(); ++i) {
        // Agreement is looked at too, ever more rarely: all columns can share one wrong formula.
        if (!seen[i].suspicious && !doubts) continue;
        // The same pattern (who differs, how, in which dtype) is judged at once a few times and then ever more rarely.
        std::uint32_t const met = ++adjudged_[h.of.what.group][seen[i].pattern];
        if (met > detail::judged_first && (met & (met - 1)) != 0) continue;
        suspect s{i, seen[i].suspicious, met <= detail::judged_first, compiled_bystanders(table, seen[i]), nullptr};
        if (seen[i].suspicious && h.of.passed_over.empty())
            s.wide = adjudicator_.ahead(table, h.of.trials[i], h.of.of->outcomes[i], s.bystanders);
        h.suspects.push_back(std::move(s));
    }
    if (!options_.trials) std::stable_partition(h.suspects.begin(), h.suspects.end(), [](suspect const& s) { return s.differs; });
    // A hearing may wait for long: what it is not about is let go.
    auto const heard = [&](std::size_t i) {
        return std::any_of(h.suspects.begin(), h.suspects.end(), [&](auto const& s) { return s.trial == i; });
    };
    for (std::size_t i = 0; i < h.of.trials.size(); ++i)
        if (!heard(i)) h.of.trials[i].arguments.clear(), h.of.of->outcomes[i].clear();
    return h;
}

/// Columns that agree and would have to be compiled anew for every second opinion: the others are asked without them.
inline column_set engine::compiled_bystanders(group_table const& table, screening const& seen) const {
    auto const columns = columns_of(table, dispatcher_.columns());
    column_set left_out;
    for (std::size_t s = 0; s < columns.size(); ++s)
        if (columns[s].compiles && seen.by_column[s] < detail::quick_share && seen.answers >= 4) left_out.insert(s);
    return left_out;
}

inline judged engine::try_once(std::size_t group, trial t) {
    group_table const& table = dispatcher_.tables()[group];
    auto const e = dispatcher_.begin(table, {t.arguments}, column_set::all(table.seats.size()), purpose::trial, t.how);
    dispatcher_.finish(*e);
    auto verdicts = adjudicator_.judge_trial(table, t, e->outcomes.front(), {});
    return {std::move(t), e->answers(), std::move(verdicts)};
}

inline run_progress engine::progress() const {
    run_progress p;
    p.phase = warmup_ == 0 ? "warming up" : "fuzzing";
    p.group = at_work_;
    p.elapsed_s = since_start();
    p.seconds = options_.trials ? 0 : options_.seconds;
    p.wanted = options_.trials.value_or(0);
    std::uint64_t valid = 0;
    for (auto const& c : counts_) p.trials += c.trials, valid += c.valid;
    p.valid_rate = p.trials == 0 ? 1 : static_cast<double>(valid) / static_cast<double>(p.trials);
    if (p.elapsed_s > warmup_) p.trials_per_second = static_cast<double>(p.trials - warm_trials_) / (p.elapsed_s - warmup_);
    p.findings = findings_.size();
    for (std::size_t c = 0; c < dispatcher_.columns().size(); ++c)
        p.columns.push_back(
            {dispatcher_.columns()[c], dispatcher_.runs(c) ? run_progress::column_state::ready : run_progress::column_state::left_out});
    return p;
}

inline void engine::begin_more() {
    // Without hosts a batch is finished at once; one at a time stays in the cache.
    std::size_t const most = dispatcher_.lanes().empty() ? 1 : raised(detail::flights);
    while (in_flight_.size() < most && !used_up()) {
        auto const t = schedule_->next();
        if (!t) return;
        begin(*t);
    }
}

/// Screens batches that have finished: in a run by trials in their order, each followed by a new one; in a run by time whichever is first.
inline void engine::screen_finished() {
    for (std::size_t i = 0; i < in_flight_.size() && !crowded();) {
        if (!in_flight_[i].of->finished()) {
            if (options_.trials) return;
            ++i;
            continue;
        }
        flight done = std::move(in_flight_[i]);
        in_flight_.erase(in_flight_.begin() + static_cast<std::ptrdiff_t>(i));
        auto h = std::make_shared<hearing>(screened(std::move(done)));
        if (!h->suspects.empty()) waiting_.push_back(std::move(h)); // most have nothing to be heard
        begin_more();
    }
}

/// Whether the owner of the hearings can do anything but wait.
inline bool engine::something_to_do() const {
    if (in_flight_.empty() && waiting_.empty() && open_.empty()) return true;
    if (can_open()) return true;
    auto const closed = [](auto const& h) { return h->closed; };
    if (!open_.empty() && (options_.trials ? closed(open_.front()) : std::any_of(open_.begin(), open_.end(), closed))) return true;
    if (in_flight_.empty() || crowded()) return false;
    auto const finished = [](flight const& f) { return f.of->finished(); };
    return options_.trials ? finished(in_flight_.front()) : std::any_of(in_flight_.begin(), in_flight_.end(), finished);
}

inline run_report engine::run(run_watcher const& watch) {
    std::vector<pace> paces;
    for (std::size_t g = 0; g < counts_.size(); ++g) {
        group_table const& t = dispatcher_.tables()[g];
        paces.push_back(present(t) < 2 ? pace{} : detail::pace_of(*t.api));
    }
    schedule_ = std::make_unique<schedule>(std::move(paces), options_.guided, options_.seed);
    std::string stopped_by = "nothing left to do";
    bool stopped = false;
    auto const out_of_time = [&] { return !options_.trials && since_start() >= options_.seconds + detail::grace; };
    clock::time_point looked{};
    dispatcher_.stop_when([&] {
        bool const due = watch && clock::now() - looked >= std::chrono::milliseconds(50);
        if (due) looked = clock::now();
        stopped = stopped || (due && !watch(progress()));
        return stopped || out_of_time();
    });
    auto const cut = [&] {
        for (auto const& h : open_) record(*h);
        return report(stopped ? "Ctrl-C" : "time");
    };
    dispatcher_.work_in(tasks_);
    if (!options_.trials) dispatcher_.allow_stand_ins();
    dispatcher_.meanwhile([&] {
        screen_finished();
        if (options_.trials) return;
        dispatcher_.pass_over_recovering();
        begin_more();
    });
    detail::unhooked const after(dispatcher_);
    begin_more();
    while (!in_flight_.empty() || !waiting_.empty() || !open_.empty()) {
        screen_finished();
        open_hearings();
        record_closed();
        {
            detail::stage_timer const timed(open_.empty() ? stages_.waiting : stages_.judging);
            dispatcher_.wait_until([&] { return something_to_do(); });
        }
        if (dispatcher_.interrupted()) return cut();
        if (warmup_ == 0 && raw_calls_ != 0) { // the first batch includes starting the hosts and their first calls
            warmup_ = since_start();
            for (auto const& c : counts_) warm_trials_ += c.trials, warm_calls_ += c.framework_calls;
        }
    }
    if (used_up()) stopped_by = options_.trials ? "trials" : "time";
    return report(std::move(stopped_by));
}

inline run_report engine::report(std::string stopped_by) const {
    run_report r;
    r.seed = options_.seed;
    r.guide = options_.guided ? "variance" : "random";
    r.frameworks = dispatcher_.states();
    for (std::size_t g = 0; g < counts_.size(); ++g) {
        group_table const& table = dispatcher_.tables()[g];
        auto const columns = columns_of(table, dispatcher_.columns());
        auto figures = figures_of(table, dispatcher_.columns(), columns, counts_[g]);
        if (figures.trials == 0) continue;
        r.trials += counts_[g].trials;
        r.framework_calls += counts_[g].framework_calls;
        r.values_compared += counts_[g].values;
        r.valid_rate += static_cast<double>(counts_[g].valid);
        r.groups.push_back(std::move(figures));
    }
    r.findings = findings_.ranked();
    for (auto& g : r.groups)
        for (auto const& f : r.findings) g.findings += f.group == g.name;
    r.undecided = undecided_.all();
    r.mistrusted = mistrusted_.all();
    r.ill_conditioned = ill_conditioned_.all();
    r.nondeterministic = nondeterministic_.all();
    r.unjudged = unjudged();
    for (auto const& [id, n] : policies_) r.policies.push_back({std::string(name_of(id)), std::string(info(id).reason), n});
    r.raw_calls = raw_calls_ + adjudicator_.raw_calls();
    r.valid_rate = r.trials == 0 ? 0 : r.valid_rate / static_cast<double>(r.trials);
    r.stages = stages_;
    r.events = dispatcher_.events(began_);
    r.seconds = since_start();
    r.warmup_seconds = warmup_;
    if (double const warm = r.seconds - warmup_; warm > 0) {
        r.trials_per_second = static_cast<double>(r.trials - warm_trials_) / warm;
        r.calls_per_second = static_cast<double>(r.framework_calls - warm_calls_) / warm;
        r.check_share = stages_.checking / warm;
    }
    r.stopped_by = std::move(stopped_by);
    return r;
}

} // namespace v0
} // namespace xamt

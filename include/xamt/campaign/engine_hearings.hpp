/// @file
/// Hearings: what the oracle says of the suspicious trials of a batch, cut down and written into the logs.
///
/// Place in the pipeline: campaign; the third part of engine.hpp.
#pragma once

#include <xamt/campaign/engine.hpp>

namespace xamt {
inline namespace v0 {

/// Before anybody is blamed, the columns that were passed over have their say.
inline void engine::ask_passed_over(flight& f, std::size_t trial) {
    if (f.passed_over.empty()) return;
    auto const e = dispatcher_.begin(*f.of->table, {f.trials[trial].arguments}, f.passed_over, purpose::second_opinion, f.of->how);
    dispatcher_.finish(*e);
    raw_calls_ += e->raw_calls;
    for (std::size_t s = 0; s < e->outcomes.front().size(); ++s)
        if (f.passed_over.contains(s)) f.of->outcomes[trial][s] = std::move(e->outcomes.front()[s]);
}

/// In a task: second opinions are asked one after the other, while other hearings go on. In a run by time the hearing is adjourned before
/// trials that nobody differs in, because they seldom come to anything.
inline void engine::judge(hearing& h) {
    group_table const& table = dispatcher_.tables()[h.of.what.group];
    bool const differs = h.next().differs;
    while (!h.over() && (options_.trials || h.next().differs == differs)) {
        suspect const& s = h.next();
        trial const& t = h.of.trials[s.trial];
        ask_passed_over(h.of, s.trial);
        auto const& outcomes = h.of.of->outcomes[s.trial];
        std::vector<ruling> rulings;
        for (auto& v : adjudicator_.judge_trial(table, t, outcomes, s.bystanders, s.wide)) rulings.push_back({std::move(v), {}});
        for (auto& r : rulings)
            if ((s.fresh || !options_.trials) && !dispatcher_.interrupted()) cut_down(table, t, outcomes, r);
        if (dispatcher_.interrupted()) return; // second opinions are missing
        h.rulings.push_back(std::move(rulings));
    }
    h.closed = true;
}

/// The smallest trials that show a verdict, for the columns that it blames. In a run by time what is known already is passed over.
inline void engine::cut_down(group_table const& table, trial const& t, std::vector<outcome> const& outcomes, ruling& r) {
    auto const columns = columns_of(table, dispatcher_.columns());
    verdict const& v = r.of;
    bool const undecided = v.is == judgement::undecided;
    if ((v.suppressed_by != policy_id::none && !options_.strict) || (!v.is_finding() && !undecided)) return;
    if (v.blamed.empty()) {
        if (options_.trials || !undecided_.knows(cause_of(table, v, names_of(v.blamed, columns))))
            r.smallest.emplace(columns.size(), adjudicator_.smallest(table, t, outcomes, v, columns.size()));
        return;
    }
    for (auto const& [s, sharing] : sharing_code(v.blamed, columns, table.api->pointwise)) {
        if (!options_.trials && findings_.knows(cause_of(table, v, to_text(columns[s])))) continue;
        auto const shared = std::find_if(r.smallest.begin(), r.smallest.end(),
                                         [&](auto const& known) { return known.second.verdicts.front().blamed.contains(s); });
        r.smallest.emplace(s, shared != r.smallest.end() ? shared->second : adjudicator_.smallest(table, t, outcomes, v, s));
    }
}

/// Whether one more hearing may be opened. In a run by time those that need a host which is not at hand wait until it is.
inline bool engine::can_open() const {
    if (waiting_.empty() || open_.size() >= raised(detail::open_hearings)) return false;
    auto const ready = [&](auto const& h) { return dispatcher_.at_hand(*h->of.of->table); };
    return options_.trials || !dispatcher_.recovering() || std::any_of(waiting_.begin(), waiting_.end(), ready);
}

/// Takes the hearing that is to be opened next: the first one in a run by trials, otherwise one of the group that was heard least, so that
/// a run that is cut by its time has heard something of every group.
inline std::shared_ptr<engine::hearing> engine::next_hearing() {
    auto next = waiting_.begin();
    if (!options_.trials) {
        auto const rank = [&](auto const& h) {
            return std::tuple(!dispatcher_.at_hand(*h->of.of->table), !h->next().differs, heard_[h->of.what.group]);
        };
        next = std::min_element(waiting_.begin(), waiting_.end(), [&](auto const& a, auto const& b) { return rank(a) < rank(b); });
    }
    auto h = std::move(*next);
    waiting_.erase(next);
    ++heard_[h->of.what.group];
    return h;
}

inline void engine::open_hearings() {
    while (can_open()) {
        auto const h = next_hearing();
        open_.push_back(h);
        tasks_.start([this, h] { judge(*h); });
    }
}

/// Findings of hearings that are closed: in a run by trials in their order, in a run by time as they come.
inline void engine::record_closed() {
    for (std::size_t i = 0; i < open_.size() && !dispatcher_.interrupted();) {
        if (!open_[i]->closed) {
            if (options_.trials) return;
            ++i;
            continue;
        }
        auto const h = open_[i];
        open_.erase(open_.begin() + static_cast<std::ptrdiff_t>(i));
        record(*h);
        h->closed = false;
        if (!h->over()) waiting_.push_back(h);
    }
}

/// What a hearing has come to so far.
inline void engine::record(hearing& h) {
    group_table const& table = dispatcher_.tables()[h.of.what.group];
    for (; h.recorded < h.rulings.size(); ++h.recorded) {
        std::size_t const t = h.suspects[h.recorded].trial;
        for (auto const& r : h.rulings[h.recorded]) record(table, h.of.trials[t], h.of.of->outcomes[t], r);
    }
}

/// Trials that differ and on which there is no ruling yet.
inline std::uint64_t engine::unjudged() const {
    std::uint64_t n = 0;
    for (auto const* hearings : {&waiting_, &open_})
        for (auto const& h : *hearings)
            for (std::size_t s = h->rulings.size(); s < h->suspects.size(); ++s) n += h->suspects[s].differs;
    return n;
}

inline cause engine::cause_of(group_table const& table, verdict const& v, std::string column) const {
    // NaN, infinity and numbers are what one mistake gives for different inputs; the family tells mistakes apart.
    bool const wrong_cell = v.is == judgement::nan || v.is == judgement::infinity || v.is == judgement::value;
    return {std::string(table.api->name), std::move(column), std::string(name_of(wrong_cell ? judgement::value : v.is)),
            std::string(v.family)};
}

inline void engine::record(group_table const& table, trial const& t, std::vector<outcome> const& outcomes, ruling const& r) {
    auto const columns = columns_of(table, dispatcher_.columns());
    verdict const& v = r.of;
    auto const example = [&](std::size_t column) {
        auto const at = r.smallest.find(column);
        return at != r.smallest.end() ? at->second : judged{t, outcomes, {v}};
    };
    bool const excused = v.suppressed_by != policy_id::none;
    if (excused) ++policies_[v.suppressed_by];
    if (excused && !options_.strict) return;
    remark_log* const log = v.is == judgement::undecided          ? &undecided_
                            : v.is == judgement::mistrusted       ? &mistrusted_
                            : v.is == judgement::ill_conditioned  ? &ill_conditioned_
                            : v.is == judgement::nondeterministic ? &nondeterministic_
                                                                  : nullptr;
    if (v.is == judgement::agree) return;
    if (log != nullptr || v.blamed.empty()) {
        remark_log& to = log != nullptr ? *log : undecided_;
        judged const small = example(columns.size());
        to.add(cause_of(table, v, names_of(v.blamed, columns)),
               remark_of(table, columns, small.verdicts.front(), small.of.arguments, small.outcomes, to_text(t.name)));
        return;
    }
    for (auto const& [first, sharing] : sharing_code(v.blamed, columns, table.api->pointwise)) {
        judged const small = example(first);
        verdict const& shown = small.verdicts.front();
        findings_.add(cause_of(table, v, to_text(columns[first])),
                      finding_of(table, columns, sharing, shown, small.of.arguments, small.outcomes, to_text(t.name)),
                      input_size(small.of.arguments), shown.severity);
    }
}

} // namespace v0
} // namespace xamt

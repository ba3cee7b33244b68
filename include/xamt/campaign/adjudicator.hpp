/// @file
/// From a suspicious trial to findings: judged with second opinions, cut down to the smallest input that still shows the difference.
///
/// Place in the pipeline: campaign.
#pragma once

#include <xamt/campaign/dispatcher.hpp>
#include <xamt/campaign/finding_text.hpp>
#include <xamt/compare/judge.hpp>
#include <xamt/generate/generate.hpp>
#include <xamt/minimise/pointwise.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace xamt {
inline namespace v0 {

/// Runs one group's columns again for the oracle. Each `run` is a round trip to the hosts. The trial itself is put as it was, every other
/// question plainly.
class seat_evaluator {
  public:
    seat_evaluator(dispatcher& d, group_table const& table, trial const& of, column_set left_out)
        : dispatcher_(&d), table_(&table), of_(&of), left_out_(left_out) {}

    [[nodiscard]] std::vector<outcome> run(std::vector<value> const& arguments, dtype, column_set wanted) {
        auto const how = &arguments == &of_->arguments ? of_->how : variant::plain;
        auto const e = dispatcher_->begin(*table_, {arguments}, wanted - left_out_, purpose::second_opinion, how);
        dispatcher_->finish(*e);
        raw_calls_ += e->raw_calls;
        return e->answers();
    }

    /// Another group of the campaign.
    [[nodiscard]] api_description const* sibling(std::string_view name) const {
        for (auto const& t : dispatcher_->tables())
            if (t.api->name == name) return t.api;
        return nullptr;
    }
    /// The same columns in another group; absent where they have no seat there.
    [[nodiscard]] std::vector<outcome> run_sibling(api_description const& api, std::vector<value> const& arguments, column_set wanted) {
        std::vector<outcome> answers(table_->seats.size());
        auto const& tables = dispatcher_->tables();
        auto const other = std::find_if(tables.begin(), tables.end(), [&](group_table const& t) { return t.api == &api; });
        if (other == tables.end()) return answers;
        auto const seat_of = [&](std::size_t own) {
            auto const same = [&](seat const& s) { return s.column == table_->seats[own].column && s.left_out.empty(); };
            return static_cast<std::size_t>(std::find_if(other->seats.begin(), other->seats.end(), same) - other->seats.begin());
        };
        column_set theirs;
        for (std::size_t s = 0; s < answers.size(); ++s)
            if ((wanted - left_out_).contains(s) && seat_of(s) < other->seats.size()) theirs.insert(seat_of(s));
        if (theirs.empty()) return answers;
        auto const e = dispatcher_->begin(*other, {arguments}, theirs, purpose::second_opinion);
        dispatcher_->finish(*e);
        raw_calls_ += e->raw_calls;
        auto const given = e->answers();
        for (std::size_t s = 0; s < answers.size(); ++s)
            if (seat_of(s) < given.size() && theirs.contains(seat_of(s))) answers[s] = given[seat_of(s)];
        return answers;
    }

    [[nodiscard]] std::uint64_t raw_calls() const { return raw_calls_; }

  private:
    dispatcher* dispatcher_;
    group_table const* table_;
    trial const* of_;
    column_set left_out_;
    std::uint64_t raw_calls_ = 0;
};

/// The columns of a group in the order of its seats, as the oracle wants them.
[[nodiscard]] inline std::vector<column> columns_of(group_table const& table, std::vector<std::string> const& names) {
    std::vector<column> columns;
    for (auto const& s : table.seats) {
        std::string_view const name = names[s.column];
        auto const bracket = name.find('[');
        column c;
        c.on.name = name.substr(0, bracket);
        if (bracket != std::string_view::npos) c.on.backend = name.substr(bracket + 1, name.size() - bracket - 2);
        c.function = s.how->function;
        c.compiles = c.on.name == fw::jax.name;
        columns.push_back(c);
    }
    return columns;
}

/// A judged trial: verdicts, and the trial and outcomes that they speak of.
struct judged {
    trial of;
    std::vector<outcome> outcomes;
    std::vector<verdict> verdicts;
};

class adjudicator {
  public:
    adjudicator(dispatcher& d, oracle_options oracle) : dispatcher_(d), oracle_(oracle) {}

    /// Begins the second opinion that a trial will most likely need, so that the hosts work on it meanwhile; nothing if it needs none.
    [[nodiscard]] std::shared_ptr<evaluation> ahead(group_table const& table, trial const& t, std::vector<outcome> const& outcomes,
                                                    column_set left_out) {
        auto const wide = wide_question_of(*table.api, t, outcomes, oracle_);
        if (!wide) return nullptr;
        return dispatcher_.begin(table, {wide->arguments}, wide->asked - left_out, purpose::ahead);
    }

    /// All verdicts on a trial. Columns of `left_out` are not asked for second opinions; `wide` is what `ahead` gave.
    [[nodiscard]] std::vector<verdict> judge_trial(group_table const& table, trial const& t, std::vector<outcome> const& outcomes,
                                                   column_set left_out, std::shared_ptr<evaluation> const& wide = nullptr) {
        seat_evaluator again(dispatcher_, table, t, left_out);
        auto const columns = columns_of(table, dispatcher_.columns());
        if (wide) {
            dispatcher_.finish(*wide);
            raw_calls_ += wide->raw_calls;
        }
        auto verdicts = judge(*table.api, t, columns, outcomes, again, oracle_, wide ? std::optional(wide->answers()) : std::nullopt);
        raw_calls_ += again.raw_calls();
        if (t.how != variant::plain && std::any_of(verdicts.begin(), verdicts.end(), [](verdict const& v) { return v.is_finding(); }))
            set_variant_apart(table, t, left_out, verdicts);
        return verdicts;
    }

    /// The trial put plainly, and judged.
    [[nodiscard]] judged plainly(group_table const& table, trial t, column_set left_out) {
        t.how = variant::plain;
        auto const e = dispatcher_.begin(table, {t.arguments}, column_set::all(table.seats.size()) - left_out, purpose::second_opinion);
        dispatcher_.finish(*e);
        raw_calls_ += e->raw_calls;
        auto verdicts = judge_trial(table, t, e->outcomes.front(), left_out);
        return {std::move(t), e->answers(), std::move(verdicts)};
    }

    /// The trial cut down to the element that the verdict names, if the column is blamed for the same kind of difference there (or nobody,
    /// as before);
    /// otherwise the trial as it was. Only pointwise APIs are cut: elsewhere an element does not stand for itself.
    [[nodiscard]] judged smallest(group_table const& table, trial const& t, std::vector<outcome> const& outcomes, verdict const& v,
                                  std::size_t blamed) {
        judged whole{t, outcomes, {v}};
        if (t.how != variant::plain && v.only_in == variant::plain && v.is_finding()) {
            auto plain = plainly(table, t, {});
            for (auto& again : plain.verdicts)
                if (again.is == v.is && again.blamed.contains(blamed) && again.is_finding())
                    return smallest(table, plain.of, plain.outcomes, again, blamed);
        }
        if (!table.api->pointwise || v.element < 0 || v.output < 0) return whole;
        ndarray const* shaped = nullptr;
        for (auto const& o : outcomes)
            if (o.is == ending::value && static_cast<std::size_t>(v.output) < o.outputs.size())
                shaped = &o.outputs[static_cast<std::size_t>(v.output)];
        if (shaped == nullptr || shaped->size() <= 1 || v.element >= shaped->size()) return whole;
        auto const one = single_element(t.arguments, shaped->dims(), v.element);
        auto const columns = columns_of(table, dispatcher_.columns());
        column_set bystanders; // compiled for a single element only if they are to blame
        for (std::size_t c = 0; c < columns.size(); ++c)
            if (columns[c].compiles && !v.blamed.contains(c) && columns.size() >= 4) bystanders.insert(c);
        for (std::int64_t length : {1, 17}) {
            trial small = t;
            small.cases = 1;
            small.arguments = length == 1 ? one : repeated(one, length);
            auto const e = dispatcher_.begin(table, {small.arguments}, column_set::all(table.seats.size()) - bystanders,
                                             purpose::second_opinion, t.how);
            dispatcher_.finish(*e);
            raw_calls_ += e->raw_calls;
            if (dispatcher_.interrupted()) return whole;
            for (auto& again : judge_trial(table, small, e->outcomes.front(), bystanders))
                if (again.is == v.is && (v.blamed.empty() || again.blamed.contains(blamed)) && again.is_finding() == v.is_finding())
                    return {std::move(small), e->answers(), {std::move(again)}};
        }
        return whole;
    }

    /// Whether what all columns say of a group can be called wrong: by the last judge, or by a relation.
    [[nodiscard]] bool doubts_agreement(group_table const& table) const {
        return oracle_.last_judge != nullptr || table.api->invariant_count > 0;
    }
    [[nodiscard]] std::uint64_t raw_calls() const { return raw_calls_; }

  private:
    /// Names what the trial shows only in its variant.
    void set_variant_apart(group_table const& table, trial const& t, column_set left_out, std::vector<verdict>& verdicts) {
        auto const plain = plainly(table, t, left_out);
        if (dispatcher_.interrupted()) return;
        for (auto& v : verdicts) {
            // A function that takes its host down is given up: then nothing is known of it in the plain trial.
            bool known = v.is_finding();
            for (std::size_t c = 0; c < plain.outcomes.size(); ++c)
                known = known && (!v.blamed.contains(c) || plain.outcomes[c].is == ending::value || plain.outcomes[c].is == ending::error);
            auto const alike = [&](verdict const& o) { return o.is == v.is && !(o.blamed & v.blamed).empty(); };
            if (!known || std::any_of(plain.verdicts.begin(), plain.verdicts.end(), alike)) continue;
            v.only_in = t.how;
            if (t.how != variant::in_place) v.family = changes_execution(t.how) ? "jit" : "length";
            v.add("; only " + std::string(phrase_of(t.how)));
        }
    }

    dispatcher& dispatcher_;
    oracle_options oracle_;
    std::uint64_t raw_calls_ = 0;
};

} // namespace v0
} // namespace xamt

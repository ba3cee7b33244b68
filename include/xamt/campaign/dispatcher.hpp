/// @file
/// All columns of a campaign: starts their hosts, tells them the functions, and runs evaluations over them.
///
/// Place in the pipeline: campaign. One thread; hosts work at the same time, each on its own queue.
#pragma once

#include <xamt/align/plan.hpp>
#include <xamt/campaign/hello.hpp>
#include <xamt/campaign/lane.hpp>
#include <xamt/campaign/options.hpp>
#include <xamt/campaign/relay.hpp>
#include <xamt/describe/native.hpp>
#include <xamt/describe/native_column.hpp>
#include <xamt/report/run_report.hpp>
#include <xamt/run/pump.hpp>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace xamt {
inline namespace v0 {

class dispatcher {
  public:
    /// The tables of `siblings` come after those of the groups.
    dispatcher(campaign_options options, std::vector<std::string> column_names, std::span<api_description const* const> groups,
               std::span<native_column const> natives, std::span<api_description const* const> siblings = {})
        : options_(std::move(options)), names_(std::move(column_names)), native_(names_.size(), false) {
        for (auto const& list : {groups, siblings})
            for (auto const* api : list) seat_group(*api, natives);
    }

    /// Starts every host that some group needs and waits until each is ready or has failed; then makes the functions known. If it is interrupted
    /// (`stop_when`) it returns at once, and nothing can be run.
    void start();

    [[nodiscard]] std::vector<std::string> const& columns() const { return names_; }
    [[nodiscard]] std::vector<group_table>& tables() { return tables_; }
    [[nodiscard]] std::vector<group_table> const& tables() const { return tables_; }
    [[nodiscard]] std::vector<lane> const& lanes() const { return lanes_; }
    [[nodiscard]] std::vector<std::string> const& warnings() const { return warnings_; }

    /// Begins an evaluation of canonical argument lists over the wanted seats; others stay absent. Second opinions overtake trials.
    std::shared_ptr<evaluation> begin(group_table const& table, std::vector<std::vector<value>> arguments, column_set wanted,
                                      purpose why = purpose::trial, variant how = variant::plain);

    /// Waits at most `timeout` for something to happen, and hands on what did.
    void advance(std::chrono::duration<double> timeout) {
        pump(hosts(), timeout);
        for (auto& l : lanes_) l.turn_over();
    }

    /// Runs until the evaluation is finished, or until the run is to stop; then what is missing stays absent. Ends always: hosts that do
    /// not answer are taken down by their watchdogs.
    void finish(evaluation const& e) {
        if (e.finished()) return; // columns in process answer at once
        if (tasks_ != nullptr && tasks_->inside())
            tasks_->wait([&] { return e.finished() || interrupted(); });
        else
            wait_until([&] { return e.finished(); });
    }
    /// For the owner of the tasks: pumps until `done`, letting tasks go on.
    template <class Done> void wait_until(Done done) {
        for (auto& l : lanes_) l.turn_over();
        while (!done() && !interrupted()) {
            if (tasks_ != nullptr) tasks_->run_ready();
            if (meanwhile_) meanwhile_();
            if (!done() && !interrupted()) advance(std::chrono::duration<double>(0.1));
        }
    }

    /// Evaluations that are finished inside a task of these let the others go on.
    void work_in(relay& tasks) { tasks_ = &tasks; }

    /// Called while it waits, so that hosts that have nothing to do get something. It must not wait itself.
    void meanwhile(std::function<void()> work) { meanwhile_ = std::move(work); }

    /// Asked while it waits: true ends the wait.
    void stop_when(std::function<bool()> stop) { stop_ = std::move(stop); }
    [[nodiscard]] bool interrupted() { return interrupted_ = interrupted_ || (stop_ && stop_()); }

    /// Whether a column has a process that runs, or needs none.
    [[nodiscard]] bool runs(std::size_t column) const {
        return native_[column] || std::any_of(lanes_.begin(), lanes_.end(), [&](lane const& l) {
                   return l.column() == column && l.process().state() != host::condition::down;
               });
    }

    /// From now on a host that may hang is stood in for by a second process of its kind.
    void allow_stand_ins() {
        for (auto& l : lanes_) l.processes().allow_stand_in();
    }

    /// Whether some host is not at hand just now, or one of its functions, so that what waits for it should not keep others waiting.
    [[nodiscard]] bool recovering() const { return std::any_of(lanes_.begin(), lanes_.end(), recovering_lane); }
    /// Whether all functions of a group are at hand.
    [[nodiscard]] bool at_hand(group_table const& table) const {
        return std::none_of(table.seats.begin(), table.seats.end(), [&](seat const& s) { return away(s); });
    }
    /// The seats of a group whose hosts are not, if two others are.
    [[nodiscard]] column_set recovering(group_table const& table) const;

    /// Trials that are not sent yet to hosts which are not at hand do without them, where two other columns have been asked. What was asked
    /// ahead is left to its asker.
    void pass_over_recovering();

    /// How every column fares, for reports.
    [[nodiscard]] std::vector<framework_state> states() const;

    /// What happened to the hosts since `began`: losses, explained and unexplained.
    [[nodiscard]] std::vector<event> events(std::chrono::steady_clock::time_point began) const;

  private:
    [[nodiscard]] static bool recovering_lane(lane const& l) {
        return l.process().state() != host::condition::down && (!l.processes().at_hand() || l.processes().doubts());
    }
    [[nodiscard]] bool away(seat const& s) const {
        if (s.lane == no_lane || !s.left_out.empty() || !recovering_lane(lanes_[s.lane])) return false;
        crew const& c = lanes_[s.lane].processes();
        return !c.at_hand() || c.doubts(static_cast<std::uint32_t>(s.plan));
    }
    /// All processes that run just now.
    [[nodiscard]] std::span<host* const> hosts() {
        hosts_.clear();
        for (auto& l : lanes_) l.processes().processes(hosts_);
        return hosts_;
    }
    void seat_group(api_description const& api, std::span<native_column const> natives);
    void add_seat(group_table& table, binding const& how, reach by);
    [[nodiscard]] std::string missing_tool(reach by) const;
    [[nodiscard]] std::string plan_for(group_table const& table, seat const& s) const;
    [[nodiscard]] std::size_t lane_for(std::size_t column, reach by);
    [[nodiscard]] host_options options_for(std::size_t column, reach by) const;
    void settle_plans();
    [[nodiscard]] std::string function_of(lane const& l, std::uint32_t plan) const;
    [[nodiscard]] framework_state state_of(std::size_t column) const;
    void call_in_process(evaluation& e, std::size_t seat_index);

    campaign_options options_;
    std::vector<std::string> names_;
    std::vector<bool> native_; ///< column -> some group calls it in process
    std::vector<group_table> tables_;
    std::vector<std::pair<std::size_t, reach>> wanted_lanes_;
    std::vector<lane> lanes_;
    std::vector<std::pair<std::size_t, std::string>> failed_; ///< column and why its host did not start
    std::vector<host*> hosts_; ///< see `hosts`
    std::vector<std::string> warnings_;
    std::function<bool()> stop_;
    std::function<void()> meanwhile_;
    relay* tasks_ = nullptr;
    bool interrupted_ = false;
};

inline void dispatcher::call_in_process(evaluation& e, std::size_t seat_index) {
    seat const& s = e.table->seats[seat_index];
    for (std::size_t t = 0; t < e.arguments.size(); ++t) {
        outcome& o = e.outcomes[t][seat_index];
        auto const call = call_for(*e.table->api, *s.how, e.arguments[t]);
        o.message = call.absent;
        if (!call.absent.empty()) continue;
        native_frame frame{call.list, s.how->list(), {}, {}};
        s.how->call(frame);
        ++e.raw_calls;
        o.is = frame.failure.empty() ? ending::value : ending::error;
        o.message = frame.failure;
        o.error_type = frame.failure.empty() ? "" : "refused";
        o.outputs = restored(*e.table->api, *s.how, std::move(frame.outputs));
    }
}

inline column_set dispatcher::recovering(group_table const& table) const {
    column_set gone;
    int others = 0;
    for (std::size_t i = 0; i < table.seats.size(); ++i) {
        seat const& s = table.seats[i];
        if (away(s))
            gone.insert(i);
        else
            others += s.left_out.empty();
    }
    return others >= 2 ? gone : column_set{};
}

inline void dispatcher::pass_over_recovering() {
    for (auto& l : lanes_)
        if (recovering_lane(l)) l.withdraw([&](evaluation const& e) { return e.why == purpose::trial && !recovering(*e.table).empty(); });
}

inline std::shared_ptr<evaluation> dispatcher::begin(group_table const& table, std::vector<std::vector<value>> arguments, column_set wanted,
                                                     purpose why, variant how) {
    auto e = std::make_shared<evaluation>(table, std::move(arguments), how, why);
    std::vector<std::size_t> in_process;
    for (std::size_t i = 0; i < table.seats.size(); ++i) {
        seat const& s = table.seats[i];
        if (!wanted.contains(i) || !s.left_out.empty()) continue;
        if (s.lane == no_lane) {
            in_process.push_back(i);
            continue;
        }
        piece p{e, i, {}};
        for (std::size_t t = 0; t < e->arguments.size(); ++t) {
            // Second opinions do not depend on what other trials taught meanwhile.
            if (why == purpose::trial && s.refused.contains(first_dtype(e->arguments[t])))
                e->outcomes[t][i].message = "always rejects this dtype here";
            else
                p.trials.push_back(t);
        }
        e->open += p.trials.size();
        if (!p.trials.empty()) lanes_[s.lane].take(std::move(p));
    }
    // In-process columns last: the hosts work meanwhile.
    for (std::size_t i : in_process) call_in_process(*e, i);
    return e;
}

} // namespace v0
} // namespace xamt

#include <xamt/campaign/dispatcher_start.hpp>
#include <xamt/campaign/dispatcher_states.hpp>

/// @file
/// The main job: takes turns over groups, runs batches of trials over every column, and judges what looks suspicious.
///
/// Place in the pipeline: campaign; it drives all stages before it. In a run of a given number of trials batches are processed in the order
/// in which they were begun and nothing depends on time, so that it can be repeated byte for byte. In a run of a given time they are taken
/// as they finish, so that a host that hangs holds up nobody else. Example: `engine e(options, columns, groups, natives); run_report const r = e.run({});`
#pragma once

#include <xamt/campaign/adjudicator.hpp>
#include <xamt/campaign/dispatcher.hpp>
#include <xamt/campaign/engine_limits.hpp>
#include <xamt/campaign/figures.hpp>
#include <xamt/campaign/finding_log.hpp>
#include <xamt/campaign/options.hpp>
#include <xamt/campaign/relay.hpp>
#include <xamt/campaign/schedule.hpp>
#include <xamt/campaign/screen.hpp>
#include <xamt/report/run_progress.hpp>
#include <xamt/report/run_report.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace xamt {
inline namespace v0 {

/// Watches a run; called often. False ends the run with the report so far.
using run_watcher = std::function<bool(run_progress const&)>;

class engine {
  public:
    /// `siblings` are APIs that invariants of the groups name; they are asked and not fuzzed.
    engine(campaign_options options, std::vector<std::string> columns, std::span<api_description const* const> groups,
           std::span<native_column const> natives, oracle_options oracle = {}, std::span<api_description const* const> siblings = {})
        : options_(options), dispatcher_(std::move(options), std::move(columns), groups, natives, siblings),
          adjudicator_(dispatcher_, oracle), counts_(groups.size()), adjudged_(groups.size()), heard_(groups.size()) {}

    /// Starts the hosts, unless `stop` says not to wait for them. Must come before anything else.
    void start(std::function<bool()> stop = {}) {
        began_ = clock::now();
        dispatcher_.stop_when(std::move(stop));
        dispatcher_.start();
        dispatcher_.stop_when({});
        stages_.starting = since_start();
    }

    [[nodiscard]] dispatcher& columns() { return dispatcher_; }

    /// Whether any group has two columns to compare.
    [[nodiscard]] bool can_compare() {
        for (std::size_t g = 0; g < counts_.size(); ++g)
            if (present(dispatcher_.tables()[g]) >= 2) return true;
        return false;
    }

    /// Fuzzes until time or trials are used up, or the watcher says stop.
    [[nodiscard]] run_report run(run_watcher const& watch);

    /// One trial with the given canonical arguments through every column, and what the oracle says of it.
    [[nodiscard]] judged try_once(std::size_t group, trial t);

  private:
    using clock = std::chrono::steady_clock;
    struct flight {
        turn what;
        std::vector<trial> trials;
        std::shared_ptr<evaluation> of;
        column_set passed_over = {}; ///< in a run by time nobody waits for a host that is not at hand
    };
    /// A trial that is to be judged; its first second opinion is under way.
    struct suspect {
        std::size_t trial;
        bool differs; ///< otherwise the columns agree, and are doubted all the same
        bool fresh; ///< its pattern is met for the first times: worth cutting down
        column_set bystanders;
        std::shared_ptr<evaluation> wide;
    };
    /// A verdict, with the smallest trial that still shows it, by blamed column (`columns` for nobody's).
    struct ruling {
        verdict of;
        std::map<std::size_t, judged> smallest;
    };
    /// A batch that was screened, and what the oracle says of its suspects.
    struct hearing {
        flight of;
        std::vector<suspect> suspects;
        std::vector<std::vector<ruling>> rulings; ///< [suspect], as far as it came
        std::size_t recorded = 0; ///< suspects whose rulings stand in the logs
        bool closed = false; ///< its task has ended; adjourned, if suspects are left

        [[nodiscard]] bool over() const { return rulings.size() == suspects.size(); }
        [[nodiscard]] suspect const& next() const { return suspects[rulings.size()]; }
    };

    [[nodiscard]] static int present(group_table const& t) {
        int n = 0;
        for (auto const& s : t.seats) n += s.left_out.empty();
        return n;
    }
    [[nodiscard]] double since_start() const { return std::chrono::duration<double>(clock::now() - began_).count(); }
    [[nodiscard]] bool used_up() const { return options_.trials ? begun_trials_ >= *options_.trials : since_start() >= options_.seconds; }
    /// A limit of what is under way, raised while some of it waits for a host that is not at hand.
    [[nodiscard]] std::size_t raised(std::size_t limit, std::size_t times = detail::more_meanwhile) const {
        return !options_.trials && dispatcher_.recovering() ? times * limit : limit;
    }
    /// Whether as many hearings wait as may.
    [[nodiscard]] bool crowded() const {
        return waiting_.size() + open_.size() >= raised(detail::most_hearings, detail::backlog_meanwhile);
    }
    void begin(turn const& t);
    void begin_more();
    [[nodiscard]] bool something_to_do() const;
    void screen_finished();
    [[nodiscard]] bool can_open() const;
    [[nodiscard]] std::shared_ptr<hearing> next_hearing();
    void open_hearings();
    void record_closed();
    void record(hearing& h);
    [[nodiscard]] std::uint64_t unjudged() const;
    [[nodiscard]] hearing screened(flight f);
    void learn_refusals(flight const& f);
    void ask_passed_over(flight& f, std::size_t trial);
    void judge(hearing& h);
    [[nodiscard]] column_set compiled_bystanders(group_table const& table, screening const& seen) const;
    void cut_down(group_table const& table, trial const& t, std::vector<outcome> const& outcomes, ruling& r);
    [[nodiscard]] cause cause_of(group_table const& table, verdict const& v, std::string column) const;
    void record(group_table const& table, trial const& t, std::vector<outcome> const& outcomes, ruling const& r);
    [[nodiscard]] run_progress progress() const;
    [[nodiscard]] run_report report(std::string stopped_by) const;

    campaign_options options_;
    dispatcher dispatcher_;
    adjudicator adjudicator_;
    std::vector<group_counts> counts_;
    std::vector<std::map<std::string, std::uint32_t>> adjudged_; ///< [group] pattern of suspicion -> trials judged
    std::vector<std::uint32_t> heard_; ///< [group] hearings opened
    std::unique_ptr<schedule> schedule_;
    std::deque<flight> in_flight_;
    std::deque<std::shared_ptr<hearing>> waiting_, open_; ///< hearings to come, and those under way
    finding_log findings_;
    remark_log undecided_, mistrusted_, ill_conditioned_, nondeterministic_;
    std::map<policy_id, std::uint64_t> policies_;
    clock::time_point began_ = clock::now();
    double warmup_ = 0;
    stage_seconds stages_;
    std::uint64_t begun_trials_ = 0, raw_calls_ = 0;
    std::uint64_t warm_trials_ = 0, warm_calls_ = 0; ///< at the end of the warm-up
    std::string at_work_;
    relay tasks_; ///< the open hearings; last, because what is left of them at the end still uses the rest
};

} // namespace v0
} // namespace xamt

#include <xamt/campaign/engine_hearings.hpp>
#include <xamt/campaign/engine_impl.hpp>

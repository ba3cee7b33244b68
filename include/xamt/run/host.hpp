/// @file
/// One host process as the campaign sees it: plans in, batches in, outcomes out, whatever happens to the process.
///
/// Place in the pipeline: run. Fill a free slot's batch, `submit` it, `pump` until `finished`, read the outcomes, `release`. A host that
/// dies or stops answering names its trial through the counters in shared memory; it is restarted, that trial is run again alone, and only
/// what happens again is that trial's outcome. The rest of the batch is then run as if nothing had been.
#pragma once

#include <xamt/core/result.hpp>
#include <xamt/run/batch.hpp>
#include <xamt/run/channel.hpp>
#include <xamt/run/process.hpp>
#include <xamt/run/ring.hpp>
#include <xamt/run/watchdog.hpp>

#include <chrono>
#include <cstdint>
#include <deque>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <poll.h>
#include <unistd.h>

namespace xamt {
inline namespace v0 {

struct host_options {
    std::string column;                   ///< NAME or NAME[backend], passed on to the program
    std::vector<std::string> program;     ///< the words of its command line, before those of the protocol
    std::vector<std::string> environment; ///< additions, "NAME=value"
    std::string log;                      ///< file that gets what it prints; nowhere if empty
    std::uint64_t memory = 0;             ///< bytes of private data it may have; 0 for no limit
    std::uint64_t recycle_above = 0;      ///< resident bytes above which it is restarted between batches; 0 for never
    std::chrono::duration<double> trial_timeout{5};
    std::chrono::duration<double> first_trial_timeout{0}; ///< if longer: for the first trial of a batch, where a host compiles
    /// After its first trial a batch may take this long; what is left then is left out. 0 for as long as it takes.
    std::chrono::duration<double> batch_timeout{0};
    std::chrono::duration<double> plan_timeout{20}; ///< to look a function up, which may import a module
    std::chrono::duration<double> start_timeout{120};
    int most_deaths = 2;  ///< confirmed deaths of one function, after which it is not called any more
    int most_hangs = 1;   ///< the same for calls that did not return, each of which costs the timeout twice
    int most_slow = 2;    ///< batches of one function that outlasted `batch_timeout`, after which it is not called any more
    ring_options memory_map;
};

/// A time that the process was lost. `trial`: it took the process down twice; otherwise the loss stays unexplained.
struct host_loss {
    process_end end;
    std::uint32_t plan = 0;
    bool in_trial = false;
    bool confirmed = false;
    watchdog::clock::time_point at = watchdog::clock::now();
};

class host {
  public:
    enum class condition : std::uint8_t { starting, ready, down };
    enum class plan_state : std::uint8_t { pending, ready, refused };

    /// Starts the process and returns at once; its greeting comes during `pump`.
    static result<host> start(host_options options);
    /// Starts one more process of the same kind that knows the same functions, and what has been learned of them.
    [[nodiscard]] result<host> another() const;
    host(host&&) = default;
    host& operator=(host&&) = delete;
    ~host() { shut_down(); }

    [[nodiscard]] std::string const& column() const { return options_.column; }
    [[nodiscard]] condition state() const { return state_; }
    [[nodiscard]] error const& failure() const { return failure_; } ///< why it is down
    [[nodiscard]] std::string const& hello() const { return hello_; } ///< one line of JSON, once ready
    [[nodiscard]] std::chrono::duration<double> startup() const { return startup_; }
    [[nodiscard]] pid_t pid() const { return process_.pid(); }
    [[nodiscard]] std::uint64_t resident_bytes() const { return process_.resident_bytes(); }
    [[nodiscard]] std::vector<host_loss> const& losses() const { return losses_; }
    [[nodiscard]] std::size_t restarts() const { return restarts_; }
    /// True while it is started again, tries a suspect alone, or has been silent in a call for so long that it may hang.
    [[nodiscard]] bool recovering() const { return (state_ == condition::starting && restarts_ > 0) || (!jobs_.empty() && doubtful()); }
    /// The function of the call that it may hang in, or that is tried alone; nothing if there is no such call.
    [[nodiscard]] std::optional<std::uint32_t> in_doubt() const;

    /// Makes a function known by its plan (one line of JSON); the number by which trials refer to it. Defined again after each restart.
    std::uint32_t define(std::string plan);
    /// What either has given up is called by neither any more. Does nothing if both have given up as many.
    void share_bans(host& other);
    [[nodiscard]] plan_state plan(std::uint32_t id) const { return plans_[id].state; }
    [[nodiscard]] std::string const& refusal(std::uint32_t id) const { return plans_[id].refusal; }
    [[nodiscard]] bool plans_settled() const;

    /// A slot that holds nothing, or nothing if all are in use.
    [[nodiscard]] std::optional<std::uint32_t> free_slot() const;
    [[nodiscard]] batch& slot(std::uint32_t i) { return slots_[i].trials; }
    void submit(std::uint32_t slot);
    [[nodiscard]] bool finished(std::uint32_t slot) const { return slots_[slot].stage == progress::finished; }
    [[nodiscard]] bool busy() const { return !jobs_.empty(); }
    [[nodiscard]] outcome_view outcome(std::uint32_t slot, std::size_t trial) const { return slots_[slot].trials.outcome(trial); }
    void release(std::uint32_t slot);
    /// Takes back what was submitted and is not sent, nor ever was in part; false if it is too late for that. The slot is free then.
    bool recall(std::uint32_t slot);

    /// What poll(2) waits for on this host's behalf.
    void interests(std::vector<pollfd>& into) const;
    /// Takes what has come, looks for hangs and deaths, sends what can be sent. Never waits. True if something happened.
    bool advance();
    /// Whether somebody has to look in again soon even if the host stays silent.
    [[nodiscard]] bool watched() const { return state_ == condition::starting || !jobs_.empty() || awaiting_plans() > 0; }

    /// Ends the process, politely at first. The host is down afterwards; open trials are absent.
    void shut_down();

  private:
    enum class progress : std::uint8_t { free, submitted, finished };
    struct slot_state {
        batch trials;
        progress stage = progress::free;
    };
    /// A stretch of trials of one slot. `alone`: the one trial that is suspected of a loss, and what the loss was.
    struct job {
        std::uint32_t slot;
        std::size_t first, end;
        std::optional<process_end> suspected;
        bool sent = false;
    };
    struct plan_entry {
        std::string text;
        plan_state state = plan_state::pending;
        std::string refusal;
        bool sent = false; ///< to the process that runs now
        bool answered = false; ///< by it
        int deaths = 0; ///< confirmed ones in its trials, or losses while it was looked up
        int hangs = 0; ///< confirmed ones in its trials
        int slow = 0; ///< batches cut short for it
        bool banned = false;
    };

    host(host_options options, ring memory);

    [[nodiscard]] bool doubtful() const { return jobs_.front().suspected || watchdog_.silent() > watchdog::seconds(1); }
    bool spawn();
    void send_plan(std::uint32_t id);
    void send_jobs();
    void hear(std::string const& line);
    void hear_ran(std::string const& line);
    void note_slow(job const& j);
    void give_up_on(plan_entry& p, std::string why);
    void hear_plan(std::string const& line);
    void look_for_hang();
    [[nodiscard]] bool starved(std::chrono::duration<double> silent, std::chrono::duration<double> patience) const;
    void lost(process_end end);
    void blame(process_end const& end);
    void blame_plan(plan_entry& p, process_end const& end);
    void blame_trial(std::size_t trial, process_end const& end);
    void continue_front(std::size_t first);
    [[nodiscard]] bool has_banned(job const& j) const;
    void part_from_banned();
    void recycle();
    void give_up(error why);
    void finish_front();
    [[nodiscard]] std::size_t awaiting_plans() const;
    [[nodiscard]] std::optional<std::uint32_t> plan_looked_up() const;

    host_options options_;
    ring memory_;
    std::vector<slot_state> slots_;
    process process_;
    channel channel_;
    watchdog watchdog_;
    double cpu_at_progress_ = 0; ///< what the process had computed when it was last heard of
    watchdog::clock::time_point started_at_;
    std::chrono::duration<double> startup_{0};
    condition state_ = condition::down;
    error failure_;
    std::string hello_;
    std::vector<plan_entry> plans_{1}; // numbers start at 1, so that a zeroed record names no plan
    std::deque<job> jobs_;
    std::vector<host_loss> losses_;
    std::set<std::pair<std::uint32_t, std::string>> believed_; ///< plan and end: confirmed once, not asked again
    std::uint64_t heard_ = 0; ///< lines, as a sign of life
    std::size_t restarts_ = 0;
    int fruitless_ = 0; ///< losses in a row without a trial to show for it
    std::size_t bans_ = 0;
    bool recycle_wanted_ = false;
    std::uint64_t batches_ = 0;
};

} // namespace v0
} // namespace xamt

#include <xamt/run/host_impl.hpp>
#include <xamt/run/host_losses.hpp>

/// @file
/// What a run has found, as plain data: the campaign fills it, and the console, JSON and HTML reports are views of it.
///
/// Place in the pipeline: report. Everything in it is text or a number, so that a report needs neither hosts nor descriptions.
/// Example: `finding f; f.group = "softmax"; f.blamed = {"keras[torch]"}; run.findings.push_back(f);`
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace xamt {
inline namespace v0 {

/// The machine that a run ran on.
struct machine {
    std::string cpu;
    std::string isa; ///< widest vector instructions: "avx512", "avx2", "neon", ...
    int threads = 0;
};

/// One column of the run: a framework in one backend, and how its host fared.
struct framework_state {
    std::string name; ///< the column as it is spelled everywhere: "torch", "keras[tensorflow]"
    std::string version;
    std::string host; ///< "C++ program", "Python worker" or "in process"
    double startup_s = 0;
    double rss_mb = 0;
    std::map<std::string, std::string> switches; ///< settings that change results: "x64" -> "on"
    /// "ready", "left out" (never started), "given up" (died too often) or "not asked" (no group has a function of it).
    std::string state = "ready";
    int restarts = 0;
    std::string note;   ///< why it was left out or given up
    std::string remedy; ///< what to do about it

    [[nodiscard]] bool asked() const { return state != "not asked"; }
    [[nodiscard]] bool took_part() const { return asked() && state != "left out"; }
};

/// Figures of one group.
struct group_figures {
    std::string name;
    std::string topic;
    std::vector<std::string> columns;     ///< those that took part
    std::vector<std::string> independent; ///< of those, the ones that share no code with another
    std::uint64_t trials = 0;
    std::uint64_t valid = 0; ///< trials in which at least two columns gave values
    std::uint64_t findings = 0;
    std::map<std::string, double> dispersion; ///< column -> worst distance from the reference, in units of the bound
};

/// One parameter of an input, or one column's answer: a name and its text in the notation of `xamt try`.
using named_text = std::pair<std::string, std::string>;

/// An inconsistency with a blame.
struct finding {
    std::string id; ///< stable: the same cause in another run has the same id
    std::string group;
    std::string kind;                ///< "value", "special value", "shape", "dtype", "error", "death", "hang", "nondeterminism", ...
    std::vector<std::string> blamed; ///< column names
    std::map<std::string, std::string> apis; ///< column -> qualified name as its users write it
    std::string family;                      ///< what kind of mistake it looks like: "nan dropped", "early overflow", ...
    std::string severity;                    ///< "critical", "high", "medium" or "low"
    std::vector<named_text> input;           ///< in canonical order of the parameters
    std::vector<named_text> outputs;         ///< column -> text of its answer, or how it ended otherwise
    std::string reference;                   ///< text of the reference, or empty where there is none
    double ulp = 0;                          ///< worst distance of a blamed column from the reference; infinite between special values
    double bound = 0;                        ///< what was allowed, in ULP
    std::string derivation;                  ///< how the bound came about, in words
    std::string sentence;                    ///< the whole in one sentence
    std::string replay;                      ///< name of the trial; `xamt replay NAME`
    std::string dtype;
    std::string variant = "plain"; ///< how the trial is put to the frameworks, where it matters ("strided", ...); else "plain"
    std::uint64_t count = 1; ///< how many trials showed it
};

/// A trial that differs but is no finding: undecided, mistrusted, ill-conditioned or nondeterministic.
struct remark {
    std::string id;
    std::string group;
    std::vector<std::string> columns;
    std::string sentence;
    std::string replay;
    std::uint64_t count = 1;
    std::vector<named_text> input;   ///< of undecided trials: as in a finding
    std::vector<named_text> outputs;
};

/// Something that happened to the run itself: a host that died, was stopped, was restarted, the user's Ctrl-C.
struct event {
    double at_s = 0; ///< seconds since the start
    std::string column;
    std::string sentence;
    std::string replay; ///< the trial that did it, or empty
};

/// A known convention that excuses a difference, and how often it did.
struct policy_use {
    std::string name;
    std::string sentence;
    std::uint64_t count = 0;
};

/// Where the time of the campaign's own thread went, in seconds.
struct stage_seconds {
    double starting = 0;   ///< the hosts
    double generating = 0; ///< inputs, and handing them to the hosts
    double waiting = 0;    ///< for answers, with nothing to judge
    double checking = 0;   ///< all trials, in one pass
    double judging = 0;    ///< suspicious trials, second opinions and smaller examples included; trials go on meanwhile
};

/// The whole of a run.
struct run_report {
    std::string version; ///< of xamt
    std::string command; ///< as it was typed
    std::uint64_t seed = 0;
    std::string guide = "variance";
    xamt::machine machine;
    std::vector<framework_state> frameworks;
    std::vector<group_figures> groups;
    std::vector<finding> findings;
    std::vector<remark> undecided, mistrusted, ill_conditioned, nondeterministic;
    std::vector<event> events;
    std::vector<policy_use> policies;

    std::uint64_t trials = 0;          ///< cases: a stacked call of 32 counts as 32
    std::uint64_t framework_calls = 0; ///< calls times cases
    std::uint64_t raw_calls = 0;       ///< calls as the frameworks saw them
    std::uint64_t values_compared = 0;
    std::uint64_t unjudged = 0; ///< suspicious trials that were not judged when the run ended
    double valid_rate = 0; ///< share of trials in which at least two columns gave values
    double seconds = 0;    ///< the whole run
    double warmup_seconds = 0;
    double trials_per_second = 0; ///< after the warm-up
    double calls_per_second = 0;
    double check_share = 0; ///< share of the time spent comparing
    stage_seconds stages;
    std::string stopped_by; ///< "time", "trials" or "Ctrl-C"
};

} // namespace v0
} // namespace xamt

/// @file
/// What is counted during a run, group by group, and the totals of it.
///
/// Place in the pipeline: campaign.
#pragma once

#include <xamt/campaign/evaluation.hpp>
#include <xamt/compare/vote.hpp>
#include <xamt/report/run_report.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <string>
#include <vector>

namespace xamt {
inline namespace v0 {

/// Counters of one group. A stacked call of 32 cases counts as 32 trials and 32 framework calls, and as one raw call.
struct group_counts {
    std::uint64_t trials = 0, valid = 0, framework_calls = 0, values = 0;
    std::vector<std::uint64_t> answered;   ///< by seat
    std::vector<double> dispersion;        ///< worst, by seat, in units of the bound
    double worst = 0;                      ///< widest spread of a trial so far, for guidance
};

/// Counts one finished evaluation of `cases` stacked cases a trial.
inline void count(group_counts& g, evaluation const& e, std::int64_t cases) {
    auto const n = static_cast<std::uint64_t>((std::max<std::int64_t>)(cases, 1));
    g.answered.resize(e.table->seats.size());
    g.dispersion.resize(e.table->seats.size());
    for (auto const& row : e.outcomes) {
        int answers = 0;
        for (std::size_t s = 0; s < row.size(); ++s) {
            if (row[s].is == ending::absent) continue;
            g.framework_calls += n;
            if (row[s].is != ending::value) continue;
            ++answers;
            g.answered[s] += n;
            for (auto const& t : row[s].outputs) g.values += static_cast<std::uint64_t>(t.size());
        }
        g.trials += n;
        if (answers >= 2) g.valid += n;
    }
}

/// The group's figures as reports show them.
[[nodiscard]] inline group_figures figures_of(group_table const& table, std::vector<std::string> const& names,
                                              std::span<column const> columns, group_counts const& counts) {
    group_figures f;
    f.name = table.api->name;
    f.topic = table.api->topic;
    f.trials = counts.trials;
    f.valid = counts.valid;
    std::set<std::string_view> votes;
    for (std::size_t s = 0; s < counts.answered.size(); ++s) {
        if (counts.answered[s] == 0) continue;
        std::string const& name = names[table.seats[s].column];
        f.columns.push_back(name);
        if (votes.insert(witness_of(columns[s], false)).second) f.independent.push_back(name);
        f.dispersion[name] = counts.dispersion[s];
    }
    return f;
}

} // namespace v0
} // namespace xamt

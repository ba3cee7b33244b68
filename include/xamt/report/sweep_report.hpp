/// @file
/// What a sweep has found, as plain data: one entry a function, one tally a column. Console, JSON, Markdown and page are views of it.
///
/// Place in the pipeline: report.
#pragma once

#include <xamt/compare/count_errors.hpp>
#include <xamt/report/run_report.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace xamt {
inline namespace v0 {

/// One column in one function.
struct column_accuracy {
    std::string name;
    std::string version;
    std::string api; ///< as its users call it
    error_tally tally;
    std::uint64_t lost = 0; ///< inputs without an answer
    std::string why;        ///< the first reason for that

    [[nodiscard]] bool took_part() const { return tally.inputs > 0; }
    /// Errors beyond the bound, NaN or infinity where a number is right or the other way round, values outside the range.
    [[nodiscard]] bool wrong() const { return tally.beyond_bound + tally.nan.count + tally.infinity.count + tally.range.count > 0; }
    [[nodiscard]] bool broken() const { return wrong() || tally.order.count + tally.symmetry.count + tally.zero.count > 0; }
};

struct function_accuracy {
    std::string name;
    number_line line;
    std::uint64_t inputs = 0; ///< what was swept, fewer than asked for if somebody ended it
    std::uint64_t judged = 0; ///< inputs whose right answer is MPFR's
    bool quick = false;       ///< the others are double's
    double bound = 0;         ///< ULP of the operation
    std::string derivation;
    bool symmetric = false, bounded = false; ///< whether symmetry and range can break
    double seconds = 0;                      ///< of the wall clock, in this run
    double handing = 0, right = 0, counting = 0; ///< of this thread's processor, in this run
    std::vector<column_accuracy> columns;

    [[nodiscard]] bool whole() const { return line.complete() && inputs == line.inputs(); }
};

struct sweep_report {
    std::string version;
    std::string command;
    xamt::machine machine;
    std::vector<framework_state> frameworks;
    std::vector<function_accuracy> functions;
};

} // namespace v0
} // namespace xamt

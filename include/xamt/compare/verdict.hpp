/// @file
/// What the oracle says of a trial: agreement, or a difference with the columns to blame, its numbers and its reasons.
///
/// Place in the pipeline: compare. A trial can have several verdicts, one for each kind of difference and set of columns.
#pragma once

#include <xamt/compare/column.hpp>
#include <xamt/compare/policy.hpp>

#include <cstdint>
#include <string>
#include <string_view>

namespace xamt {
inline namespace v0 {

/// Kinds of verdict, in the order of the ladder.
enum class judgement : std::uint8_t {
    agree,
    crash,            ///< the process died
    hang,             ///< no answer
    error,            ///< one rejects what others accept
    shape,
    dtype,
    nan,              ///< NaN where a number is right, or a number where NaN is right
    infinity,         ///< infinity where a number is right, or the other way
    value,            ///< a number beyond the bound
    index,            ///< a position whose element is not the one asked for
    sign_of_zero,
    nondeterministic, ///< two runs differ
    ill_conditioned,  ///< inaccurate where the input's last place decides; listed, not counted
    undecided,        ///< independent witnesses disagree
    mistrusted,       ///< the trial cannot tell right from wrong
};

[[nodiscard]] constexpr std::string_view name_of(judgement j) {
    constexpr std::string_view names[] = {"agree",           "crash",     "hang",         "error",
                                          "shape",           "dtype",     "nan",          "infinity",
                                          "value",           "index",     "sign-of-zero", "nondeterministic",
                                          "ill-conditioned", "undecided", "mistrusted"};
    return names[static_cast<std::size_t>(j)];
}

struct verdict {
    judgement is = judgement::agree;
    column_set blamed;
    column_set witnesses;          ///< the columns that stand behind `expected`
    std::string_view family = {};  ///< kind of defect, in the words of docs/families.md
    policy_id suppressed_by = policy_id::none;
    int severity = 0;              ///< 0..100, for ranking
    int output = -1;               ///< of the worst cell
    std::int64_t element = -1;     ///< flat position of the worst cell
    std::string got;               ///< what stands there
    std::string expected;          ///< what is right there
    double ulp = 0;                ///< error of the worst cell
    double bound = 0;              ///< what is allowed there, in the same unit
    std::string derivation;        ///< where the bound comes from
    std::string sentence;          ///< the whole for a person

    /// Only verdicts that blame a column, and that no convention explains, are findings.
    [[nodiscard]] bool is_finding() const {
        return !blamed.empty() && suppressed_by == policy_id::none && is != judgement::agree && is != judgement::nondeterministic &&
               is != judgement::ill_conditioned && is != judgement::undecided && is != judgement::mistrusted;
    }
};

} // namespace v0
} // namespace xamt

/// @file
/// What the oracle says of a trial: agreement, or a difference with the columns to blame, its numbers and its reasons.
///
/// Place in the pipeline: compare. A trial can have several verdicts, one for each kind of difference and set of columns.
#pragma once

#include <xamt/align/variant.hpp>
#include <xamt/compare/column.hpp>
#include <xamt/compare/policy.hpp>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>

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
    relation,         ///< against what its arguments, or a sibling in the same framework, demand of it
    nondeterministic, ///< two runs differ
    ill_conditioned,  ///< inaccurate where the input's last place decides; listed, not counted
    undecided,        ///< independent witnesses disagree
    mistrusted,       ///< the trial cannot tell right from wrong
};

[[nodiscard]] constexpr std::string_view name_of(judgement j) {
    constexpr std::string_view names[] = {"agree",
                                          "crash",
                                          "hang",
                                          "error",
                                          "shape",
                                          "dtype",
                                          "nan",
                                          "infinity",
                                          "value",
                                          "index",
                                          "sign-of-zero",
                                          "relation",
                                          "nondeterministic",
                                          "ill-conditioned",
                                          "undecided",
                                          "mistrusted"};
    return names[static_cast<std::size_t>(j)];
}

namespace detail {
inline constexpr policy_id cell_conventions[] = {policy_id::subnormal_flush,       policy_id::complex_infinity, policy_id::branch_cut,
                                                 policy_id::index_range,           policy_id::empty_operand,    policy_id::nan_sign,
                                                 policy_id::integer_zero_division, policy_id::floored_quotient, policy_id::singular_matrix,
                                                 policy_id::clamped_logarithm,     policy_id::domain_boundary,  policy_id::infinite_row,
                                                 policy_id::intermediate_overflow};
inline constexpr policy_id number_conventions[] = {
    policy_id::index_range, policy_id::empty_operand, policy_id::shift_range, policy_id::integer_zero_division,
    policy_id::nan_sign,    policy_id::cast_range,    policy_id::index_ties,  policy_id::subnormal_flush};
inline constexpr policy_id error_conventions[] = {policy_id::index_range, policy_id::error_raised};
inline constexpr policy_id dtype_conventions[] = {policy_id::result_dtype, policy_id::narrowed_result};
inline constexpr policy_id shape_conventions[] = {policy_id::empty_operand};
} // namespace detail

/// The conventions that can explain a kind of difference, in the order in which they are asked.
[[nodiscard]] constexpr std::span<policy_id const> conventions_for(judgement j) {
    switch (j) {
    case judgement::nan:
    case judgement::infinity:
    case judgement::value:
    case judgement::ill_conditioned: return detail::cell_conventions;
    case judgement::index: return detail::number_conventions;
    case judgement::error: return detail::error_conventions;
    case judgement::dtype: return detail::dtype_conventions;
    case judgement::shape: return detail::shape_conventions;
    default: return {};
    }
}

struct verdict {
    judgement is = judgement::agree;
    column_set blamed;
    column_set witnesses;          ///< the columns that stand behind `expected`
    std::string_view family = {};  ///< kind of defect, in the words of docs/families.md
    policy_id suppressed_by = policy_id::none;
    int severity = 0;              ///< 0..100, for ranking
    variant only_in = variant::plain; ///< the trial shows it in this variant, and not plainly
    int output = -1;               ///< of the worst cell
    std::int64_t element = -1;     ///< flat position of the worst cell
    std::string got;               ///< what stands there
    std::string expected;          ///< what is right there
    double ulp = 0;                ///< error of the worst cell
    double bound = 0;              ///< what is allowed there, in the same unit
    double conditioning = 0;       ///< what one ULP of the input adds to that bound
    bool judged = false;           ///< `expected` is the last judge's, and needs no witnesses
    std::string derivation;        ///< where the bound comes from
    std::string sentence;          ///< the whole for a person
    std::string_view verb = {};    ///< what `blamed` does, and the rest of the sentence, where it can be said of each of them; else empty
    std::string clause;

    /// Makes the sentence: the blamed columns `does` `rest`.
    void say(std::span<column const> columns, std::string_view does, std::string rest) {
        verb = does;
        clause = std::move(rest);
        sentence = clause_of(blamed, columns, verb) + clause;
    }
    /// Adds to what is said.
    void add(std::string_view more) { sentence += more, clause += more; }
    /// The sentence about some of the blamed columns.
    [[nodiscard]] std::string sentence_for(column_set some, std::span<column const> columns) const {
        return verb.empty() ? sentence : clause_of(some, columns, verb) + clause;
    }

    /// Only verdicts that blame a column, and that no convention explains, are findings.
    [[nodiscard]] bool is_finding() const {
        return !blamed.empty() && suppressed_by == policy_id::none && is != judgement::agree && is != judgement::nondeterministic &&
               is != judgement::ill_conditioned && is != judgement::undecided && is != judgement::mistrusted;
    }
};

} // namespace v0
} // namespace xamt

/// @file
/// Conventions: differences that are known, documented or undefined, and therefore silent unless --strict asks for them.
///
/// Place in the pipeline: compare. A policy excuses a kind of difference, never a function of one framework; every one says why, and
/// where that is written.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace xamt {
inline namespace v0 {

enum class policy_id : std::uint8_t {
    none,
    error_raised,
    subnormal_flush,
    zero_sign,
    nan_sign,
    result_dtype,
    narrowed_result,
    index_ties,
    index_range,
    integer_zero_division,
    shift_range,
    cast_range,
    integer_overflow,
    intermediate_overflow,
    infinite_row,
    floored_quotient,
    domain_boundary,
    clamped_logarithm,
    complex_infinity,
    branch_cut,
    empty_operand,
    singular_matrix,
    zero_factor,
};

/// One named convention.
struct policy {
    policy_id id = policy_id::none;
    std::string_view name;   ///< as reports and --strict spell it
    std::string_view reason; ///< a sentence for people
    std::string_view source; ///< where it is documented
};

inline constexpr std::array<policy, 23> policy_table{{
    {policy_id::none, "", "", ""},
    {policy_id::error_raised, "error-raised",
     "frameworks differ in which dtypes, shapes and values they accept; an exception is a refusal and not a wrong result",
     "each framework's documentation of the function"},
    {policy_id::subnormal_flush, "subnormal-flush",
     "subnormal numbers may be read and written as zero, by a mode of the processor that some frameworks switch on",
     "XLA and oneDNN run with FTZ/DAZ set; torch.set_flush_denormal; IEEE 754-2019, 7.5 leaves alternatives to the implementation"},
    {policy_id::zero_sign, "zero-sign", "the sign of a zero result is fixed by IEEE 754 for its own operations only", "IEEE 754-2019, 6.3"},
    {policy_id::nan_sign, "nan-sign", "sign and payload of a NaN carry no meaning", "IEEE 754-2019, 6.2 and 6.3"},
    {policy_id::result_dtype, "result-dtype", "each framework has its own rules for the dtype of a result",
     "numpy.result_type; torch.result_type; jax type promotion semantics; tf.experimental.numpy promotion"},
    {policy_id::narrowed_result, "narrowed-result",
     "the column computes in a narrower dtype than it was given, and says so in the dtype of its result",
     "keras.config.floatx; JAX's 64-bit mode"},
    {policy_id::index_ties, "index-ties", "among equal values any position may be named",
     "torch.topk and torch.argsort (stable=False); numpy.argsort (kind)"},
    {policy_id::index_range, "index-range", "an index outside the tensor raises, wraps, clamps, or gives zero or NaN",
     "jax.numpy.ndarray.at (mode); tf.gather (CPU and GPU differ); numpy.take (mode)"},
    {policy_id::integer_zero_division, "integer-zero-division", "integer division and remainder by zero are undefined in C",
     "ISO C, 6.5.5; numpy gives 0, XLA -1, torch and TensorFlow raise"},
    {policy_id::shift_range, "shift-range", "a shift by a negative count or by the width and more is undefined in C",
     "ISO C, 6.5.7; tf.bitwise.left_shift: implementation defined"},
    {policy_id::cast_range, "cast-range", "a cast to an integer of NaN, infinity or a number out of range is undefined in C",
     "ISO C, 6.3.1.4; torch.Tensor.to; numpy.ndarray.astype"},
    {policy_id::integer_overflow, "integer-overflow", "integer results beyond their dtype wrap, and the dtypes of results differ",
     "numpy.sum and numpy.cumsum widen small integers, others keep them"},
    {policy_id::intermediate_overflow, "intermediate-overflow",
     "a sum or variance that leaves the range of the storage dtype on its way; most columns do the same",
     "numpy.mean: computed in the input's precision"},
    {policy_id::infinite_row, "infinite-row", "an infinity in a reduced row makes inf - inf; no standard says which cells become NaN",
     "IEEE 754-2019, 7.2; each framework's softmax"},
    {policy_id::floored_quotient, "floored-quotient",
     "floor division and remainder come from fmod, or from the floor of the rounded quotient; at infinite operands and next to whole "
     "quotients they differ, and both are documented",
     "numpy.floor_divide (divmod); tf.math.floordiv (floor(x / y)); Python's float.__divmod__"},
    {policy_id::domain_boundary, "domain-boundary",
     "special functions at infinity, and those of several arguments on the boundary of their domain, depend on the direction of approach",
     "each framework's documentation; C's lgamma(-inf) is inf, SciPy's is -inf; DLMF 8.2 for the incomplete gamma functions"},
    {policy_id::clamped_logarithm, "clamped-logarithm", "losses clamp the logarithm of a probability of 0 in ways of their own",
     "torch.nn.BCELoss (log >= -100); keras.config.epsilon (p >= 1e-7)"},
    {policy_id::complex_infinity, "complex-infinity",
     "a complex number is infinite as soon as one part is; few libraries follow the special values of ISO C's annex G",
     "ISO C, G.3 and G.6"},
    {policy_id::branch_cut, "branch-cut", "on a branch cut the sign of a zero part chooses the side, and not every library keeps it",
     "Kahan, Branch Cuts for Complex Elementary Functions (1987); ISO C, G.6"},
    {policy_id::empty_operand, "empty-operand", "the maximum, median or mean of nothing is an error, NaN or the neutral element",
     "numpy.max (initial); tf.reduce_max"},
    {policy_id::singular_matrix, "singular-matrix", "results for a matrix that is singular in working precision are undefined",
     "torch.linalg; numpy.linalg; Golub & Van Loan, Matrix Computations, 2.6"},
    {policy_id::zero_factor, "zero-factor", "a product that is zero by definition where one factor is may be so beside NaN, too",
     "tf.math.xlogy (0 if x is 0); torch.xlogy and scipy.special.xlogy (NaN if y is)"},
}};

static_assert([] {
    for (std::size_t i = 0; i < policy_table.size(); ++i)
        if (static_cast<std::size_t>(policy_table[i].id) != i) return false;
    return true;
}());

[[nodiscard]] constexpr policy const& info(policy_id id) { return policy_table[static_cast<std::size_t>(id)]; }
[[nodiscard]] constexpr std::string_view name_of(policy_id id) { return info(id).name; }

/// All of them, for `xamt doctor` and the documentation.
[[nodiscard]] constexpr std::span<policy const> policies() { return std::span<policy const>(policy_table).subspan(1); }

} // namespace v0
} // namespace xamt

/// @file
/// Elementary functions and activations to 400 bits, with their limits at infinity.
///
/// Place in the pipeline: compare, the last judge only. Each formula is written so that nothing cancels: sigmoid and not (1 + tanh)/2, a
/// quotient and not a difference where x and sqrt(x^2 + b) are nearly equal.
#pragma once

#include <xamt/compare/high_precision/number.hpp>

namespace xamt {
inline namespace v0 {
namespace high {

[[nodiscard]] inline real exp(real const& x) { return call(mpfr_exp, x); }
[[nodiscard]] inline real expm1(real const& x) { return call(mpfr_expm1, x); }
[[nodiscard]] inline real log(real const& x) { return call(mpfr_log, x); }
[[nodiscard]] inline real log1p(real const& x) { return call(mpfr_log1p, x); }
[[nodiscard]] inline real sqrt(real const& x) { return call(mpfr_sqrt, x); }
[[nodiscard]] inline real erfc(real const& x) { return call(mpfr_erfc, x); }

/// 1 / (1 + exp(-x)).
[[nodiscard]] inline real sigmoid(real const& x) {
    if (is_inf(x)) return x > 0 ? 1 : 0;
    return x < 0 ? exp(x) / (1 + exp(x)) : 1 / (1 + exp(-x));
}
/// log(1 + exp(x)).
[[nodiscard]] inline real softplus(real const& x) {
    if (is_inf(x)) return x > 0 ? x : real(0);
    return x < 0 ? log1p(exp(x)) : x + log1p(exp(-x));
}
/// Distribution function of the normal distribution.
[[nodiscard]] inline real ndtr(real const& x) { return erfc(-x / sqrt(real(2))) / 2; }

/// log ndtr(x); beyond the range of MPFR's exponents by its asymptotic form (DLMF 7.12.1).
[[nodiscard]] inline real log_ndtr(real const& x) {
    if (is_inf(x)) return x > 0 ? real(0) : x;
    if (x > 0) return log1p(-ndtr(-x));
    if (x > -1e4) return log(ndtr(x));
    real const s = 1 / (x * x);
    return -x * x / 2 - log(-x) - log(2 * pi()) / 2 + log1p(-s + 3 * s * s - 15 * s * s * s);
}

[[nodiscard]] inline real sinc(real const& x) { return x == 0 ? real(1) : sin_pi(x) / (pi() * x); }

/// x - tanh(x); for small x the first terms of its series, where 400 bits of both would cancel.
[[nodiscard]] inline real tanh_shrink(real const& x) {
    if (is_inf(x)) return x;
    if (x == 0) return x;
    if (abs(x) > 0x1p-40) return x - call(mpfr_tanh, x);
    real const s = x * x;
    return x * s / 3 * (1 - s * 2 / 5 * (1 - s * 17 / 42));
}

[[nodiscard]] inline real silu(real const& x, real const& beta) {
    if (is_inf(x)) return x > 0 ? x : real(0);
    return x * sigmoid(beta * x);
}
[[nodiscard]] inline real mish(real const& x) {
    if (is_inf(x)) return x > 0 ? x : real(0);
    // tanh(log(1 + e)) = e (e + 2) / (e (e + 2) + 2)
    if (x > 200) return x;
    real const e = exp(x);
    real const n = e * (e + 2);
    return x * n / (n + 2);
}
[[nodiscard]] inline real gelu(real const& x, bool approximate) {
    if (is_inf(x)) return x > 0 ? x : real(0);
    if (!approximate) return x * ndtr(x);
    real const u = sqrt(2 / pi()) * (x + real("0.044715") * x * x * x);
    return x * sigmoid(2 * u);
}
[[nodiscard]] inline real elu(real const& x, real const& alpha) { return x > 0 ? x : alpha * expm1(x); }
[[nodiscard]] inline real celu(real const& x, real const& alpha) { return x > 0 ? x : alpha * expm1(x / alpha); }
[[nodiscard]] inline real selu(real const& x) {
    real const scale("1.0507009873554804934193349852946");
    real const alpha("1.6732632423543772848170429916717");
    return scale * elu(x, alpha);
}
[[nodiscard]] inline real hard_sigmoid(real const& x) {
    if (x <= -3) return 0;
    return x >= 3 ? real(1) : real((x + 3) / 6);
}
[[nodiscard]] inline real hard_swish(real const& x) { return x <= -3 ? real(0) : real(x * hard_sigmoid(x)); }
[[nodiscard]] inline real softsign(real const& x) {
    if (is_inf(x)) return x > 0 ? 1 : -1;
    return x / (1 + abs(x));
}
/// (x + sqrt(x^2 + b)) / 2.
[[nodiscard]] inline real squareplus(real const& x, real const& b) {
    if (is_inf(x)) return x > 0 ? x : real(0);
    real const root = sqrt(x * x + b);
    if (x >= 0) return (x + root) / 2;
    return b == 0 ? real(0) : real(b / (2 * (root - x)));
}
[[nodiscard]] inline real logaddexp(real const& x, real const& y) {
    if (x == y) return x + (is_inf(x) ? real(0) : log(real(2)));
    real const high = x > y ? x : y, low = x > y ? y : x;
    return is_inf(high) || is_inf(low) ? high : real(high + log1p(exp(low - high)));
}

} // namespace high
} // namespace v0
} // namespace xamt

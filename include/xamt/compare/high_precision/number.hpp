/// @file
/// Numbers of 400 bits: what the last judge computes with.
///
/// Place in the pipeline: compare, the last judge only; needs MPFR (Debian: libmpfr-dev) and Boost.Multiprecision, and is never included by
/// xamt.hpp. MPFR rounds its functions correctly (Fousse et al., ACM TOMS 33(2), 2007); what it lacks is summed here with terms to spare.
#pragma once

#include <xamt/compare/ulp.hpp>

#include <boost/multiprecision/mpfr.hpp>

#include <cmath>
#include <limits>
#include <optional>

namespace xamt {
inline namespace v0 {
namespace high {

/// 120 decimal digits. A reference needs 32; the rest is for cancellation.
using real = boost::multiprecision::number<boost::multiprecision::mpfr_float_backend<120>, boost::multiprecision::et_off>;
/// A value, or nothing where the function has none that everybody would agree on.
using answer = std::optional<real>;

/// Series stop when a term is below this share of the sum: by default 2^-230, far below what a pair of doubles holds.
[[nodiscard]] inline bool negligible(real const& term, real const& sum, int bits = 230) {
    using boost::multiprecision::fabs;
    return term == 0 || fabs(term) < ldexp(fabs(sum), -bits);
}

/// Calls a function of the MPFR library with one or two arguments. @{
template <class F> [[nodiscard]] real call(F f, real const& x) {
    real y;
    f(y.backend().data(), x.backend().data(), MPFR_RNDN);
    return y;
}
template <class F> [[nodiscard]] real call(F f, real const& x, real const& z) {
    real y;
    f(y.backend().data(), x.backend().data(), z.backend().data(), MPFR_RNDN);
    return y;
}
/// @}

[[nodiscard]] inline real pi() {
    real y;
    mpfr_const_pi(y.backend().data(), MPFR_RNDN);
    return y;
}
[[nodiscard]] inline real euler() {
    real y;
    mpfr_const_euler(y.backend().data(), MPFR_RNDN);
    return y;
}
[[nodiscard]] inline real infinity() { return std::numeric_limits<double>::infinity(); }
[[nodiscard]] inline bool is_inf(real const& x) { return mpfr_inf_p(x.backend().data()) != 0; }
[[nodiscard]] inline bool is_nan(real const& x) { return mpfr_nan_p(x.backend().data()) != 0; }
[[nodiscard]] inline bool is_whole(real const& x) { return mpfr_integer_p(x.backend().data()) != 0; }

/// sin(pi x) and cos(pi x): the argument is reduced exactly. @{
[[nodiscard]] inline real sin_pi(real const& x) {
    real const r = fmod(x, real(2));
    return is_whole(r) ? real(0) : call(mpfr_sin, pi() * r);
}
[[nodiscard]] inline real cos_pi(real const& x) { return call(mpfr_cos, pi() * fmod(x, real(2))); }
/// @}

/// To a pair of doubles; beyond their range to infinity.
[[nodiscard]] inline precise to_precise(real const& x) {
    double const high = x.convert_to<double>();
    if (!std::isfinite(high)) return {high, 0};
    return {high, real(x - high).convert_to<double>()};
}

} // namespace high
} // namespace v0
} // namespace xamt

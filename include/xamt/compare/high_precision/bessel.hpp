/// @file
/// Modified Bessel functions and exponential integrals to 400 bits.
///
/// Place in the pipeline: compare, the last judge only. J and Y come from MPFR itself. Formulas are numbered as in the DLMF.
#pragma once

#include <xamt/compare/high_precision/elementary.hpp>

namespace xamt {
inline namespace v0 {
namespace high {

/// exp(-|x|) I_n(x) for n = 0, 1: the series 10.25.2, or for large x the expansion 10.40.1.
[[nodiscard]] inline real bessel_i_scaled(int n, real const& x) {
    real const size = abs(x);
    real const sign = n == 1 && x < 0 ? -1 : 1;
    if (is_inf(x)) return 0;
    real const mu = 4 * n * n;
    if (size > 200) {
        real sum = 1, term = 1;
        for (int k = 1; k < 400 && !negligible(term, sum); ++k) sum += term *= -(mu - (2 * k - 1) * (2 * k - 1)) / (8 * k * size);
        return sign * sum / sqrt(2 * pi() * size);
    }
    real term = n == 0 ? real(1) : real(size / 2), sum = term;
    for (int k = 1; k < 5000; ++k) {
        term *= size * size / 4 / (real(k) * (k + n));
        sum += term;
        if (negligible(term, sum, 390)) break;
    }
    return sign * sum * exp(-size);
}

/// exp(x) K_n(x) for n = 0, 1 and x > 0: 10.31.2 and the Wronskian 10.28.2, or for large x the expansion 10.40.2.
[[nodiscard]] inline real bessel_k_scaled(int n, real const& x) {
    if (is_inf(x)) return 0;
    if (x > 70) {
        real const mu = 4 * n * n;
        real sum = 1, term = 1;
        for (int k = 1; k < 140 && !negligible(term, sum); ++k) sum += term *= (mu - (2 * k - 1) * (2 * k - 1)) / (8 * k * x);
        return sum * sqrt(pi() / (2 * x));
    }
    real const i0 = bessel_i_scaled(0, x) * exp(x);
    real term = 1, harmonic = 0, sum = 0;
    for (int k = 1; k < 2000; ++k) {
        term *= x * x / 4 / (real(k) * k);
        harmonic += real(1) / k;
        real const add = term * harmonic;
        sum += add;
        if (negligible(add, sum, 390)) break; // exp(2x) cancels below
    }
    real const k0 = sum - (log(x / 2) + euler()) * i0;
    if (n == 0) return k0 * exp(x);
    real const i1 = bessel_i_scaled(1, x) * exp(x);
    return (1 / x - i1 * k0) / i0 * exp(x);
}

/// E_1(x) for x > 0: the series 6.6.2, or for large x the continued fraction 6.9.1.
[[nodiscard]] inline real exponential_integral(real const& x) {
    if (is_inf(x)) return 0;
    if (x <= 40) {
        real power = 1, sum = 0;
        for (int k = 1; k < 2000; ++k) {
            power *= -x / k;
            real const term = power / k;
            sum -= term;
            if (negligible(term, sum)) break;
        }
        return sum - euler() - log(x);
    }
    real b = x + 1, d = 1 / b, c = ldexp(real(1), 4000), h = d;
    for (int k = 1; k < 5000; ++k) {
        real const a = -real(k) * k;
        b += 2;
        d = 1 / (a * d + b);
        c = b + a / c;
        real const factor = c * d;
        h *= factor;
        if (negligible(factor - 1, real(1))) break;
    }
    return h * exp(-x);
}

/// Ei(x) for any x but 0.
[[nodiscard]] inline real expi(real const& x) {
    if (x < 0) return -exponential_integral(-x);
    return is_inf(x) || x > 800 ? infinity() : call(mpfr_eint, x);
}

/// E_n(x) for n >= 0, x > 0 by the recurrence 8.19.12, whose cancellation the digits to spare cover.
[[nodiscard]] inline answer expn(int n, real const& x) {
    if (n < 0 || n > 20 || !(x >= 0) || (x != 0 && x < 1e-30) || x > 1e5) return std::nullopt;
    if (x == 0) return n >= 2 ? real(1) / (n - 1) : infinity();
    if (n == 0) return exp(-x) / x;
    real e = exponential_integral(x);
    for (int k = 1; k < n; ++k) e = (exp(-x) - x * e) / k;
    return e;
}

} // namespace high
} // namespace v0
} // namespace xamt

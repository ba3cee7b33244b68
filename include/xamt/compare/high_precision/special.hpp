/// @file
/// Special functions to 400 bits: error functions, gamma and zeta, Bessel, exponential integrals.
///
/// Place in the pipeline: compare, the last judge only. Formulas are numbered as in the NIST Digital Library of Mathematical Functions (DLMF).
/// A function gives nothing where its sum would take too long, or where conventions about its value differ.
#pragma once

#include <xamt/compare/high_precision/elementary.hpp>

#include <algorithm>
#include <vector>

namespace xamt {
inline namespace v0 {
namespace high {

// Error functions ---------------------------------------------------------------------------------------------------

/// Solves erfc(y) = p for 0 < p <= 1 by Newton's method on the logarithm.
[[nodiscard]] inline real erfc_inverse(real const& p) {
    if (p > 1) return -erfc_inverse(2 - p);
    if (p == 1) return 0;
    real y = sqrt(-log(p * sqrt(pi()) * sqrt(-log(p) + 1)) > 0 ? real(-log(p * sqrt(pi()) * sqrt(-log(p) + 1))) : real(0.01));
    for (int i = 0; i < 200; ++i) {
        real const tail = erfc(y);
        real const step = (log(tail) - log(p)) * tail * sqrt(pi()) / 2 * exp(y * y);
        y += step;
        if (negligible(step, y)) break;
    }
    return y;
}
/// Solves erf(y) = x for |x| < 1.
[[nodiscard]] inline real erf_inverse(real const& x) {
    if (x > 0.5) return erfc_inverse(1 - x);
    if (x < -0.5) return -erfc_inverse(1 + x);
    real y = x * sqrt(pi()) / 2;
    for (int i = 0; i < 100 && x != 0; ++i) {
        real const step = (call(mpfr_erf, y) - x) * sqrt(pi()) / 2 * exp(y * y);
        y -= step;
        if (negligible(step, y)) break;
    }
    return y;
}
/// exp(x^2) erfc(x); DLMF 7.12.1 for large x.
[[nodiscard]] inline real erfcx(real const& x) {
    if (x < -100) return infinity();
    if (x < 1e4) return exp(x * x) * erfc(x);
    if (is_inf(x)) return 0;
    real sum = 1, term = 1;
    for (int k = 1; k < 60 && !negligible(term, sum); ++k) sum += term *= -(2 * k - 1) / (2 * x * x);
    return sum / (x * sqrt(pi()));
}
/// Dawson's integral; DLMF 7.6.3 and 7.12.
[[nodiscard]] inline real dawson(real const& x) {
    if (is_inf(x) || x == 0) return 0;
    if (abs(x) > 15) {
        real sum = 1, term = 1;
        for (int k = 1; k < 200 && !negligible(term, sum); ++k) sum += term *= (2 * k - 1) / (2 * x * x);
        return sum / (2 * x);
    }
    real power = x, sum = x;
    for (int k = 1; k < 3000; ++k) {
        power *= x * x / k;
        real const term = power / (2 * k + 1);
        sum += term;
        if (negligible(term, sum)) break;
    }
    return exp(-x * x) * sum;
}

// Gamma and zeta ------------------------------------------------------------------------------------------------------

[[nodiscard]] inline real log_gamma(real const& x) {
    int sign = 0;
    real y;
    mpfr_lgamma(y.backend().data(), &sign, x.backend().data(), MPFR_RNDN);
    return y;
}

/// Bernoulli numbers B2, B4, ... as quotients, by the recurrence DLMF 24.5.3.
[[nodiscard]] inline std::vector<real> const& bernoulli() {
    static std::vector<real> const numbers = [] {
        constexpr int count = 80;
        // Zeta at even numbers: B(2k) = (-1)^(k+1) 2 (2k)! zeta(2k) / (2 pi)^(2k).
        std::vector<real> b;
        real factorial = 1, power = 1;
        for (int k = 1; k <= count; ++k) {
            factorial *= real(2 * k - 1) * (2 * k);
            power *= 4 * pi() * pi();
            b.push_back((k % 2 == 1 ? 2 : -2) * factorial / power * call(mpfr_zeta, real(2 * k)));
        }
        return b;
    }();
    return numbers;
}

/// Hurwitz zeta for s > 1, q > 0 by Euler-Maclaurin summation, DLMF 25.11.5.
[[nodiscard]] inline answer hurwitz_zeta(real const& s, real const& q) {
    // The first term is all there is, where the second is too small to count.
    if (s * log(1 + 1 / q) > 400) return call(mpfr_pow, q, -s);
    real const needed = s + 120 - q;
    if (needed > 4000 && q * 50 > s) return std::nullopt;
    int const shift = needed > 0 ? (std::min)(4000, needed.convert_to<int>() + 1) : 0;
    real sum = 0;
    for (int k = 0; k < shift; ++k) {
        real const term = call(mpfr_pow, q + k, -s);
        sum += term;
        if (k > 0 && negligible(term * q, sum)) return sum;
        if (k == 0 && term == 0) return real(0);
    }
    if (needed > 4000) return std::nullopt;
    real const m = q + shift;
    real const tail = call(mpfr_pow, m, -s);
    sum += tail * m / (s - 1) + tail / 2;
    real factor = tail * s / m; // s (s+1) ... (s+2k-2) m^(-s-2k+1) / (2k)!, without the factorial
    real factorial = 2;
    for (int k = 1; k <= static_cast<int>(bernoulli().size()); ++k) {
        real const term = bernoulli()[static_cast<std::size_t>(k - 1)] * factor / factorial;
        sum += term;
        if (negligible(term, sum)) break;
        factor *= (s + 2 * k - 1) * (s + 2 * k) / (m * m);
        factorial *= real(2 * k + 1) * (2 * k + 2);
    }
    return sum;
}

/// Derivatives of digamma; DLMF 5.15.1, and 5.15.6 left of zero, where n derivatives of the cotangent are a polynomial in it.
[[nodiscard]] inline answer polygamma(int n, real const& x) {
    if (n < 1 || n > 8 || is_inf(x)) return std::nullopt;
    // Beyond the dtype's last fraction every number is whole, and a pole is no longer what its author meant.
    if (x <= 0 && is_whole(x)) return n % 2 == 1 && x > -1e4 ? answer(infinity()) : std::nullopt;
    if (x > 0) {
        auto z = hurwitz_zeta(n + 1, x);
        if (!z) return z;
        for (int k = 2; k <= n; ++k) *z *= k;
        return n % 2 == 1 ? *z : real(-*z);
    }
    if (x < -1e15) return std::nullopt;
    auto const mirrored = polygamma(n, 1 - x);
    if (!mirrored) return mirrored;
    std::vector<real> p{0, 1}; // the polynomial in c = cot(pi x), lowest power first
    for (int k = 0; k < n; ++k) {
        std::vector<real> next(p.size() + 1, real(0));
        for (std::size_t i = 1; i < p.size(); ++i) {
            next[i - 1] -= p[i] * static_cast<int>(i);
            next[i + 1] -= p[i] * static_cast<int>(i);
        }
        p = next;
    }
    real const c = cos_pi(x) / sin_pi(x);
    real cotangent = 0, power = 1, circle = 1;
    for (auto const& a : p) {
        cotangent += a * power;
        power *= c;
    }
    for (int k = 0; k <= n; ++k) circle *= pi();
    real const right = (n % 2 == 0 ? 1 : -1) * circle * cotangent - *mirrored;
    return n % 2 == 1 ? right : real(-right);
}

/// Regularised incomplete gamma functions for a > 0, x > 0: the lower by its series (8.7.1) left of a, the upper by its continued fraction
/// (8.9.2) right of it.
struct incomplete {
    real lower, upper;
};
[[nodiscard]] inline std::optional<incomplete> incomplete_gamma(real const& a, real const& x) {
    if (!(a > 0) || !(x >= 0) || is_inf(a) || a > 2e6) return std::nullopt;
    if (x == 0) return incomplete{0, 1};
    if (is_inf(x)) return incomplete{1, 0};
    real const scale = exp(a * log(x) - x - log_gamma(a));
    if (x < a + 1) {
        real term = 1 / a, sum = term;
        for (int k = 1; k < 200000; ++k) {
            term *= x / (a + k);
            sum += term;
            if (negligible(term, sum)) break;
        }
        real const lower = scale * sum;
        return incomplete{lower, 1 - lower};
    }
    real const tiny = ldexp(real(1), -4000);
    real b = x + 1 - a, c = 1 / tiny, d = 1 / b, h = d;
    for (int k = 1; k < 200000; ++k) {
        real const n = -k * (k - a);
        b += 2;
        d = n * d + b;
        if (d == 0) d = tiny;
        c = b + n / c;
        if (c == 0) c = tiny;
        d = 1 / d;
        real const factor = c * d;
        h *= factor;
        if (negligible(factor - 1, real(1))) break;
    }
    real const upper = scale * h;
    return incomplete{1 - upper, upper};
}

/// log B(a, b) for positive a and b of comparable size.
[[nodiscard]] inline answer log_beta(real const& a, real const& b) {
    if (!(a > 0) || !(b > 0) || is_inf(a) || is_inf(b)) return std::nullopt;
    real const high = a > b ? a : b, low = a > b ? b : a;
    if (high > 1e25 || low < 1e-300) return std::nullopt;
    return log_gamma(a) + log_gamma(b) - log_gamma(a + b);
}

/// Beta function, for negative arguments by the gamma functions or, at a pole of both, by its limit B(-n, m) = (-1)^m B(1 + n - m, m).
[[nodiscard]] inline answer beta(real const& a, real const& b) {
    if (is_inf(a) || is_inf(b)) return a > 0 && b > 0 ? answer(real(0)) : std::nullopt;
    if (a > 0 && b > 0) {
        auto const l = log_beta(a, b);
        return l ? answer(exp(*l)) : l;
    }
    if (abs(a) > 150 || abs(b) > 150 || a == 0 || b == 0) return std::nullopt;
    if (a > b) return beta(b, a); // the negative one first
    bool const pole_a = is_whole(a), pole_b = b < 0 && is_whole(b), pole_sum = a + b <= 0 && is_whole(a + b);
    if (pole_a && is_whole(b) && b > 0 && b <= -a) {
        auto const mirrored = beta(1 - a - b, b);
        if (!mirrored) return mirrored;
        return real(fmod(b, real(2))) == 0 ? *mirrored : real(-*mirrored);
    }
    if (pole_a || pole_b) return std::nullopt;
    if (pole_sum) return real(0);
    return real(call(mpfr_gamma, a) * call(mpfr_gamma, b) / call(mpfr_gamma, a + b));
}

/// Regularised incomplete beta function by its continued fraction, DLMF 8.17.22.
[[nodiscard]] inline answer incomplete_beta(real const& a, real const& b, real const& x) {
    if (!(x >= 0) || !(x <= 1) || a > 1e6 || b > 1e6) return std::nullopt;
    auto const lb = log_beta(a, b);
    if (!lb) return lb;
    if (x == 0 || x == 1) return x;
    if (x > (a + 1) / (a + b + 2)) {
        auto const other = incomplete_beta(b, a, 1 - x);
        return other ? answer(1 - *other) : other;
    }
    real const tiny = ldexp(real(1), -4000);
    real c = 1, d = 1 - (a + b) * x / (a + 1);
    if (d == 0) d = tiny;
    d = 1 / d;
    real h = d;
    for (int m = 1; m < 100000; ++m) {
        real factor;
        for (int half = 0; half < 2; ++half) {
            real const n = half == 0 ? real(m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)))
                                     : real(-(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1)));
            d = 1 + n * d;
            if (d == 0) d = tiny;
            c = 1 + n / c;
            if (c == 0) c = tiny;
            d = 1 / d;
            factor = d * c;
            h *= factor;
        }
        if (negligible(factor - 1, real(1))) break;
    }
    return exp(a * log(x) + b * log1p(-x) - *lb) * h / a;
}

} // namespace high
} // namespace v0
} // namespace xamt

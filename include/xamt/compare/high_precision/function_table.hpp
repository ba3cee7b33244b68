/// @file
/// The pointwise functions that the last judge knows, by the names of the groups that ship.
///
/// Place in the pipeline: compare, the last judge only. Arguments stand in the order of the groups' descriptions; a function gives nothing
/// where its value is a matter of convention.
#pragma once

#include <xamt/compare/high_precision/bessel.hpp>
#include <xamt/compare/high_precision/special.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

namespace xamt {
inline namespace v0 {
namespace high {

/// The arguments of one element: up to three numbers, or flags as 0 and 1.
struct point {
    std::array<real, 4> at;
    std::size_t count = 0;

    [[nodiscard]] real const& x() const { return at[0]; }
    [[nodiscard]] real const& y() const { return at[1]; }
    [[nodiscard]] real const& z() const { return at[2]; }
    [[nodiscard]] int n() const { return at[1].convert_to<int>(); }
    [[nodiscard]] bool finite() const {
        return std::none_of(at.begin(), at.begin() + static_cast<std::ptrdiff_t>(count), [](real const& v) { return is_inf(v); });
    }
};

using function = answer (*)(point const&);
struct named_function {
    std::string_view name;
    std::size_t arguments;
    function f;
};

/// An MPFR function of one argument, which knows its own limits at infinity; nothing where it gives NaN.
template <auto F> answer mpfr(point const& p) {
    real const y = call(F, p.x());
    return is_nan(y) ? std::nullopt : answer(y);
}
template <auto F> answer mpfr2(point const& p) {
    real const y = call(F, p.x(), p.y());
    return is_nan(y) ? std::nullopt : answer(y);
}
/// A formula of one argument that holds everywhere.
template <auto F> answer plain(point const& p) { return F(p.x()); }

[[nodiscard]] inline answer where(bool known, auto f) { return known ? answer(f()) : std::nullopt; }

/// Three-term recurrences of the classical orthogonal polynomials: p(k+1) = a(k, x) p(k) + b(k) p(k-1).
[[nodiscard]] inline answer recurrence(point const& p, real const& first, auto a, auto b) {
    if (!p.finite() || p.n() < 0 || p.n() > 64) return std::nullopt;
    real before = 1, now = first;
    if (p.n() == 0) return before;
    for (int k = 1; k < p.n(); ++k) {
        real const next = a(k) * now + b(k) * before;
        before = now;
        now = next;
    }
    return now;
}

inline constexpr auto gamma_in_range = [](point const& p) -> answer {
    if (p.x() <= 0 && (is_whole(p.x()) || is_inf(p.x()))) return std::nullopt;
    if (p.x() > 200) return infinity();
    return p.x() < -300 ? real(0) : call(mpfr_gamma, p.x());
};

/// By name, sorted. The order of arguments is that of the groups' descriptions.
inline constexpr std::array function_table{
    named_function{"acos", 1, mpfr<mpfr_acos>},
    named_function{"acosh", 1, mpfr<mpfr_acosh>},
    named_function{"add", 2, mpfr2<mpfr_add>},
    named_function{"asin", 1, mpfr<mpfr_asin>},
    named_function{"asinh", 1, mpfr<mpfr_asinh>},
    named_function{"atan", 1, mpfr<mpfr_atan>},
    named_function{"atan2", 2, mpfr2<mpfr_atan2>},
    named_function{"atanh", 1, mpfr<mpfr_atanh>},
    named_function{"bessel_j0", 1, [](point const& p) { return where(abs(p.x()) < 1e5, [&] { return call(mpfr_j0, p.x()); }); }},
    named_function{"bessel_j1", 1, [](point const& p) { return where(abs(p.x()) < 1e5, [&] { return call(mpfr_j1, p.x()); }); }},
    named_function{"bessel_k0", 1,
                   [](point const& p) {
                       return where(p.x() > 0, [&] { return is_inf(p.x()) ? real(0) : real(bessel_k_scaled(0, p.x()) * exp(-p.x())); });
                   }},
    named_function{"bessel_k0e", 1, [](point const& p) { return where(p.x() > 0, [&] { return bessel_k_scaled(0, p.x()); }); }},
    named_function{"bessel_k1", 1,
                   [](point const& p) {
                       return where(p.x() > 0, [&] { return is_inf(p.x()) ? real(0) : real(bessel_k_scaled(1, p.x()) * exp(-p.x())); });
                   }},
    named_function{"bessel_k1e", 1, [](point const& p) { return where(p.x() > 0, [&] { return bessel_k_scaled(1, p.x()); }); }},
    named_function{"bessel_y0", 1, [](point const& p) { return where(p.x() > 0 && p.x() < 1e5, [&] { return call(mpfr_y0, p.x()); }); }},
    named_function{"bessel_y1", 1, [](point const& p) { return where(p.x() > 0 && p.x() < 1e5, [&] { return call(mpfr_y1, p.x()); }); }},
    named_function{"beta", 2, [](point const& p) { return beta(p.x(), p.y()); }},
    named_function{"betainc", 3, [](point const& p) { return incomplete_beta(p.x(), p.y(), p.z()); }},
    named_function{"betaln", 2, [](point const& p) { return log_beta(p.x(), p.y()); }},
    named_function{"boxcox", 2,
                   [](point const& p) {
                       return where(p.finite() && p.x() > 0,
                                    [&] { return p.y() == 0 ? log(p.x()) : real(expm1(p.y() * log(p.x())) / p.y()); });
                   }},
    named_function{"cbrt", 1, mpfr<mpfr_cbrt>},
    named_function{"celu", 2, [](point const& p) { return where(p.y() > 0, [&] { return celu(p.x(), p.y()); }); }},
    named_function{"chebyshev_t", 2,
                   [](point const& p) { return recurrence(p, p.x(), [&](int) { return real(2 * p.x()); }, [](int) { return -1; }); }},
    named_function{"chebyshev_u", 2,
                   [](point const& p) { return recurrence(p, 2 * p.x(), [&](int) { return real(2 * p.x()); }, [](int) { return -1; }); }},
    named_function{"cos", 1, mpfr<mpfr_cos>},
    named_function{"cosh", 1, mpfr<mpfr_cosh>},
    named_function{"dawsn", 1, plain<dawson>},
    named_function{"deg2rad", 1, [](point const& p) -> answer { return p.x() * pi() / 180; }},
    named_function{"digamma", 1,
                   [](point const& p) {
                       return where(p.finite() && abs(p.x()) < 1e100 && !(p.x() <= 0 && is_whole(p.x())),
                                    [&] { return call(mpfr_digamma, p.x()); });
                   }},
    named_function{"divide", 2, mpfr2<mpfr_div>},
    named_function{"elu", 2, [](point const& p) -> answer { return elu(p.x(), p.y()); }},
    named_function{"entr", 1,
                   [](point const& p) -> answer {
                       return p.x() < 0 ? real(-infinity()) : p.x() == 0 ? real(0) : real(-p.x() * log(p.x()));
                   }},
    named_function{"erf", 1, mpfr<mpfr_erf>},
    named_function{"erfc", 1, mpfr<mpfr_erfc>},
    named_function{"erfcinv", 1, [](point const& p) { return where(p.x() > 0 && p.x() < 2, [&] { return erfc_inverse(p.x()); }); }},
    named_function{"erfcx", 1, plain<erfcx>},
    named_function{"erfinv", 1, [](point const& p) { return where(abs(p.x()) < 1, [&] { return erf_inverse(p.x()); }); }},
    named_function{"exp", 1, mpfr<mpfr_exp>},
    named_function{"exp1", 1, [](point const& p) { return where(p.x() > 0, [&] { return exponential_integral(p.x()); }); }},
    named_function{"exp2", 1, mpfr<mpfr_exp2>},
    named_function{"expi", 1, [](point const& p) { return where(p.x() > 0, [&] { return expi(p.x()); }); }},
    named_function{"expm1", 1, mpfr<mpfr_expm1>},
    named_function{"expn", 2, [](point const& p) { return expn(p.n(), p.x()); }},
    named_function{"gamma", 1, +gamma_in_range},
    named_function{"gelu", 2, [](point const& p) -> answer { return gelu(p.x(), p.y() != 0); }},
    named_function{"hard_sigmoid", 1, plain<hard_sigmoid>},
    named_function{"hard_swish", 1, plain<hard_swish>},
    named_function{
        "hermite_h", 2,
        [](point const& p) { return recurrence(p, 2 * p.x(), [&](int) { return real(2 * p.x()); }, [](int k) { return -2 * k; }); }},
    named_function{"hermite_he", 2,
                   [](point const& p) { return recurrence(p, p.x(), [&](int) { return p.x(); }, [](int k) { return -k; }); }},
    named_function{"hypot", 2, mpfr2<mpfr_hypot>},
    named_function{"i0", 1,
                   [](point const& p) -> answer { return is_inf(p.x()) ? infinity() : real(bessel_i_scaled(0, p.x()) * exp(abs(p.x()))); }},
    named_function{"i0e", 1, [](point const& p) -> answer { return bessel_i_scaled(0, p.x()); }},
    named_function{"i1", 1,
                   [](point const& p) -> answer { return is_inf(p.x()) ? p.x() : real(bessel_i_scaled(1, p.x()) * exp(abs(p.x()))); }},
    named_function{"i1e", 1, [](point const& p) -> answer { return bessel_i_scaled(1, p.x()); }},
    named_function{"igamma", 2,
                   [](point const& p) -> answer {
                       auto const g = incomplete_gamma(p.x(), p.y());
                       return g ? answer(g->lower) : std::nullopt;
                   }},
    named_function{"igammac", 2,
                   [](point const& p) -> answer {
                       auto const g = incomplete_gamma(p.x(), p.y());
                       return g ? answer(g->upper) : std::nullopt;
                   }},
    named_function{"kl_div", 2,
                   [](point const& p) {
                       return where(p.finite() && p.x() > 0 && p.y() > 0, [&] { return real(p.x() * log(p.x() / p.y()) - p.x() + p.y()); });
                   }},
    named_function{"laguerre_l", 2,
                   [](point const& p) {
                       return recurrence(
                           p, 1 - p.x(), [&](int k) { return real((2 * k + 1 - p.x()) / (k + 1)); },
                           [](int k) { return real(-k) / (k + 1); });
                   }},
    named_function{"legendre_p", 2,
                   [](point const& p) {
                       return recurrence(
                           p, p.x(), [&](int k) { return real((2 * k + 1) * p.x() / (k + 1)); }, [](int k) { return real(-k) / (k + 1); });
                   }},
    named_function{"lerp", 3, [](point const& p) { return where(p.finite(), [&] { return real(p.x() + p.z() * (p.y() - p.x())); }); }},
    named_function{"lgamma", 1,
                   [](point const& p) { return where(!(is_inf(p.x()) && p.x() < 0) && p.x() > -1e15, [&] { return log_gamma(p.x()); }); }},
    named_function{"log", 1, mpfr<mpfr_log>},
    named_function{"log10", 1, mpfr<mpfr_log10>},
    named_function{"log1p", 1, mpfr<mpfr_log1p>},
    named_function{"log2", 1, mpfr<mpfr_log2>},
    named_function{"log_ndtr", 1, plain<log_ndtr>},
    named_function{"log_sigmoid", 1, [](point const& p) -> answer { return -softplus(-p.x()); }},
    named_function{"logaddexp", 2, [](point const& p) -> answer { return logaddexp(p.x(), p.y()); }},
    named_function{"logaddexp2", 2,
                   [](point const& p) {
                       return where(p.finite(), [&] {
                           real const two = log(real(2));
                           return real(logaddexp(p.x() * two, p.y() * two) / two);
                       });
                   }},
    named_function{"logit", 1,
                   [](point const& p) { return where(p.x() > 0 && p.x() < 1, [&] { return real(log(p.x()) - log1p(-p.x())); }); }},
    named_function{"mish", 1, plain<mish>},
    named_function{"multiply", 2, mpfr2<mpfr_mul>},
    named_function{"ndtr", 1, plain<ndtr>},
    named_function{
        "ndtri", 1,
        [](point const& p) { return where(p.x() > 0 && p.x() < 1, [&] { return real(-sqrt(real(2)) * erfc_inverse(2 * p.x())); }); }},
    named_function{"polygamma", 2, [](point const& p) { return polygamma(p.n(), p.x()); }},
    named_function{"power", 2, [](point const& p) { return where(p.finite(), [&] { return call(mpfr_pow, p.x(), p.y()); }); }},
    named_function{"rad2deg", 1, [](point const& p) -> answer { return p.x() * 180 / pi(); }},
    named_function{"reciprocal", 1, [](point const& p) { return where(p.x() != 0, [&] { return real(1 / p.x()); }); }},
    named_function{
        "rel_entr", 2,
        [](point const& p) { return where(p.finite() && p.x() > 0 && p.y() > 0, [&] { return real(p.x() * log(p.x() / p.y())); }); }},
    named_function{"rsqrt", 1, [](point const& p) { return where(p.x() > 0, [&] { return real(1 / sqrt(p.x())); }); }},
    named_function{"selu", 1, plain<selu>},
    named_function{"sigmoid", 1, plain<sigmoid>},
    named_function{"silu", 1, [](point const& p) -> answer { return silu(p.x(), 1); }},
    named_function{"sin", 1, mpfr<mpfr_sin>},
    named_function{"sinc", 1, [](point const& p) { return where(p.finite(), [&] { return sinc(p.x()); }); }},
    named_function{"sinh", 1, mpfr<mpfr_sinh>},
    named_function{"softplus", 2, [](point const& p) { return where(p.y() > 0, [&] { return real(softplus(p.y() * p.x()) / p.y()); }); }},
    named_function{"softplus_threshold", 2,
                   [](point const& p) { return where(p.y() > 0, [&] { return real(softplus(p.y() * p.x()) / p.y()); }); }},
    named_function{"softsign", 1, plain<softsign>},
    named_function{"spence", 1, [](point const& p) { return where(p.finite() && p.x() >= 0, [&] { return call(mpfr_li2, 1 - p.x()); }); }},
    named_function{
        "spherical_bessel_j0", 1,
        [](point const& p) { return where(p.finite(), [&] { return p.x() == 0 ? real(1) : real(call(mpfr_sin, p.x()) / p.x()); }); }},
    named_function{"sqrt", 1, mpfr<mpfr_sqrt>},
    named_function{"square", 1, mpfr<mpfr_sqr>},
    named_function{"squareplus", 2, [](point const& p) { return where(p.y() >= 0, [&] { return squareplus(p.x(), p.y()); }); }},
    named_function{"subtract", 2, mpfr2<mpfr_sub>},
    named_function{"swish", 2, [](point const& p) { return where(p.y() > 0, [&] { return silu(p.x(), p.y()); }); }},
    named_function{"tan", 1, mpfr<mpfr_tan>},
    named_function{"tanh", 1, mpfr<mpfr_tanh>},
    named_function{"tanh_shrink", 1, plain<tanh_shrink>},
    named_function{
        "xlog1py", 2,
        [](point const& p) { return where(p.finite() && p.y() > -1, [&] { return p.x() == 0 ? real(0) : real(p.x() * log1p(p.y())); }); }},
    named_function{
        "xlogy", 2,
        [](point const& p) { return where(p.finite() && p.y() > 0, [&] { return p.x() == 0 ? real(0) : real(p.x() * log(p.y())); }); }},
    named_function{"zeta", 2,
                   [](point const& p) -> answer {
                       if (p.x() > 1 && !is_inf(p.x()) && is_inf(p.y()) && p.y() > 0) return real(0);
                       if (is_inf(p.x()) && p.x() > 0 && p.y() >= 1 && !is_inf(p.y())) return real(p.y() == 1 ? 1 : 0);
                       if (!p.finite() || !(p.x() > 1) || !(p.y() > 0)) return std::nullopt;
                       return hurwitz_zeta(p.x(), p.y());
                   }},
};

static_assert(std::is_sorted(function_table.begin(), function_table.end(), [](auto const& a, auto const& b) { return a.name < b.name; }));

} // namespace high
} // namespace v0
} // namespace xamt

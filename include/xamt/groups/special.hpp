/// @file
/// Special functions of mathematics and statistics as curated equivalences.
///
/// Place in the pipeline: groups; every later stage works from these descriptions.
/// Example: `xamt::groups::bessel_j0`.
#pragma once

#include <xamt/describe/api.hpp>
#include <xamt/groups/dtypes.hpp>

#include <array>

namespace xamt {
inline namespace v0 {
namespace groups {

// clang-format off: one framework a line reads as a table.

// Error functions and the normal distribution.

inline constexpr auto erf = api("erf")
    .takes(tensor("x").floating())
    .on(fw::torch, "aten::erf", "self")
    .on(fw::tensorflow, "tf.math.erf", "x")
    .on(fw::keras, "keras.ops.erf", "x")
    .on(fw::jax, "jax.scipy.special.erf", "x")
    .on(fw::chainer, "chainer.functions.erf", "x", accepts(ieee_floats))
    .on(fw::numpy, "scipy.special.erf", "x", accepts(wide_floats))
    .special().elementwise().satisfies(invariant::between(-1, 1)).about("special functions");

inline constexpr auto erfc = api("erfc")
    .takes(tensor("x").floating())
    .on(fw::torch, "aten::erfc", "self")
    .on(fw::tensorflow, "tf.math.erfc", "x")
    .on(fw::keras, "keras.ops.erfc", "x")
    .on(fw::jax, "jax.scipy.special.erfc", "x")
    .on(fw::chainer, "chainer.functions.erfc", "x", accepts(ieee_floats))
    .on(fw::numpy, "scipy.special.erfc", "x", accepts(wide_floats))
    .special().elementwise().satisfies(invariant::between(0, 2), invariant::complement_of("erf")).about("special functions");

inline constexpr auto erfinv = api("erfinv")
    .takes(tensor("x").floating())
    .on(fw::torch, "aten::erfinv", "self")
    .on(fw::tensorflow, "tf.math.erfinv", "x", accepts(wide_floats))
    .on(fw::keras, "keras.ops.erfinv", "x")
    .on(fw::jax, "jax.scipy.special.erfinv", "x")
    .on(fw::chainer, "chainer.functions.erfinv", "x", accepts(ieee_floats))
    .on(fw::numpy, "scipy.special.erfinv", "x", accepts(wide_floats))
    .special().elementwise().about("special functions");

inline constexpr auto erfcinv = api("erfcinv")
    .takes(tensor("x").floating())
    .on(fw::tensorflow, "tf.math.erfcinv", "x", accepts(wide_floats))
    .on(fw::chainer, "chainer.functions.erfcinv", "x", accepts(ieee_floats))
    .on(fw::numpy, "scipy.special.erfcinv", "x", accepts(wide_floats))
    .special().elementwise().about("special functions");

inline constexpr auto erfcx = api("erfcx")
    .takes(tensor("x").floating())
    .on(fw::torch, "aten::special_erfcx", "self", accepts(wide_floats))
    .on(fw::jax, "jax.scipy.special.erfcx", "x")
    .on(fw::chainer, "chainer.functions.erfcx", "x", accepts(ieee_floats))
    .on(fw::numpy, "scipy.special.erfcx", "x", accepts(wide_floats))
    .special().elementwise().about("special functions");

inline constexpr auto ndtr = api("ndtr")
    .takes(tensor("x").floating())
    .on(fw::torch, "aten::special_ndtr", "self")
    .on(fw::jax, "jax.scipy.special.ndtr", "x", accepts(wide_floats))
    .on(fw::chainer, "chainer.functions.ndtr", "x", accepts(ieee_floats))
    .on(fw::numpy, "scipy.special.ndtr", "x", accepts(wide_floats))
    .special().elementwise().satisfies(invariant::between(0, 1)).about("special functions");

inline constexpr auto log_ndtr = api("log_ndtr")
    .takes(tensor("x").floating())
    .on(fw::torch, "aten::special_log_ndtr", "self", accepts(wide_floats))
    .on(fw::jax, "jax.scipy.special.log_ndtr", "x", accepts(wide_floats))
    .on(fw::chainer, "chainer.functions.log_ndtr", "x", accepts(ieee_floats))
    .on(fw::numpy, "scipy.special.log_ndtr", "x", accepts(wide_floats))
    .special().elementwise().satisfies(invariant::logarithm_of("ndtr")).about("special functions");

inline constexpr auto ndtri = api("ndtri")
    .takes(tensor("x").floating())
    .on(fw::torch, "aten::special_ndtri", "self", accepts(wide_floats))
    .on(fw::tensorflow, "tf.math.ndtri", "x", accepts(wide_floats))
    .on(fw::jax, "jax.scipy.special.ndtri", "p", accepts(wide_floats))
    .on(fw::chainer, "chainer.functions.ndtri", "x", accepts(ieee_floats))
    .on(fw::numpy, "scipy.special.ndtri", "x", accepts(wide_floats))
    .special().elementwise().about("special functions");

inline constexpr auto dawsn = api("dawsn")
    .takes(tensor("x").floating())
    .on(fw::tensorflow, "tf.math.special.dawsn", "x", accepts(wide_floats))
    .on(fw::jax, "jax.scipy.special.dawsn", "x")
    .on(fw::numpy, "scipy.special.dawsn", "x", accepts(wide_floats))
    .special().elementwise().about("special functions");

// Gamma, beta and zeta functions.

inline constexpr auto gamma = api("gamma")
    .takes(tensor("x").floating())
    .on(fw::jax, "jax.scipy.special.gamma", "x")
    .on(fw::numpy, "scipy.special.gamma", "x", accepts(wide_floats))
    .special().elementwise().about("special functions");

inline constexpr auto lgamma = api("lgamma")
    .takes(tensor("x").floating())
    .on(fw::torch, "aten::lgamma", "self")
    .on(fw::tensorflow, "tf.math.lgamma", "x", accepts(ieee_floats))
    .on(fw::jax, "jax.scipy.special.gammaln", "x")
    .on(fw::chainer, "chainer.functions.lgamma", "x", accepts(ieee_floats))
    .on(fw::numpy, "scipy.special.gammaln", "x", accepts(wide_floats))
    .special().elementwise().about("special functions");

inline constexpr auto digamma = api("digamma")
    .takes(tensor("x").floating())
    .on(fw::torch, "aten::digamma", "self")
    .on(fw::tensorflow, "tf.math.digamma", "x", accepts(ieee_floats))
    .on(fw::jax, "jax.scipy.special.digamma", "x")
    .on(fw::chainer, "chainer.functions.digamma", "x", accepts(ieee_floats))
    .on(fw::numpy, "scipy.special.digamma", "x", accepts(wide_floats))
    .special().elementwise().about("special functions");

/// The order comes first in every framework, as a number or as a tensor.
inline constexpr auto polygamma = api("polygamma")
    .takes(tensor("x").floating(), integer("n").between(1, 4))
    .on(fw::torch, "aten::polygamma", item("n").from("n"), item("self").from("x"))
    .on(fw::tensorflow, "tf.math.polygamma", as_tensor("a").from("n"), item("x").from("x"), accepts(wide_floats))
    .on(fw::jax, "jax.scipy.special.polygamma", item("n").from("n"), item("x").from("x"))
    .on(fw::numpy, "scipy.special.polygamma", item("n").from("n"), item("x").from("x"), accepts(wide_floats))
    .special().elementwise().about("special functions");

inline constexpr auto multigammaln = api("multigammaln")
    .takes(tensor("x").floating().between(1.75, 1e30), integer("d").between(1, 4))
    .on(fw::torch, "aten::mvlgamma", "self", "p")
    .on(fw::jax, "jax.scipy.special.multigammaln", "a", "d")
    .on(fw::numpy, "scipy.special.multigammaln", "a", "d", accepts(wide_floats))
    .special().elementwise().about("special functions");

inline constexpr auto zeta = api("zeta")
    .takes(tensor("x").floating(), tensor("q"))
    .on(fw::torch, "aten::special_zeta", "self", "other", accepts(wide_floats))
    .on(fw::tensorflow, "tf.math.zeta", "x", "q", accepts(wide_floats))
    .on(fw::jax, "jax.scipy.special.zeta", "x", "q")
    .on(fw::chainer, "chainer.functions.zeta", "x", "q", accepts(ieee_floats))
    .on(fw::numpy, "scipy.special.zeta", "x", "q", accepts(wide_floats))
    .special().elementwise().about("special functions");

/// Regularised lower incomplete gamma function.
inline constexpr auto igamma = api("igamma")
    .takes(tensor("a").floating(), tensor("x"))
    .on(fw::torch, "aten::igamma", "self", "other")
    .on(fw::tensorflow, "tf.math.igamma", "a", "x", accepts(wide_floats))
    .on(fw::jax, "jax.scipy.special.gammainc", "a", "x")
    .on(fw::numpy, "scipy.special.gammainc", "x1", "x2", accepts(wide_floats))
    .special().elementwise().satisfies(invariant::between(0, 1)).about("special functions");

/// Regularised upper incomplete gamma function.
inline constexpr auto igammac = api("igammac")
    .takes(tensor("a").floating(), tensor("x"))
    .on(fw::torch, "aten::igammac", "self", "other")
    .on(fw::tensorflow, "tf.math.igammac", "a", "x", accepts(wide_floats))
    .on(fw::jax, "jax.scipy.special.gammaincc", "a", "x")
    .on(fw::numpy, "scipy.special.gammaincc", "x1", "x2", accepts(wide_floats))
    .special().elementwise().satisfies(invariant::between(0, 1), invariant::complement_of("igamma")).about("special functions");

inline constexpr auto beta = api("beta")
    .takes(tensor("a").floating(), tensor("b"))
    .on(fw::jax, "jax.scipy.special.beta", "a", "b")
    .on(fw::numpy, "scipy.special.beta", "x1", "x2", accepts(wide_floats))
    .special().elementwise().about("special functions");

inline constexpr auto betaln = api("betaln")
    .takes(tensor("a").floating(), tensor("b"))
    .on(fw::jax, "jax.scipy.special.betaln", "a", "b")
    .on(fw::numpy, "scipy.special.betaln", "x1", "x2", accepts(wide_floats))
    .special().elementwise().about("special functions");

inline constexpr auto betainc = api("betainc")
    .takes(tensor("a").floating(), tensor("b"), tensor("x"))
    .on(fw::tensorflow, "tf.math.betainc", "a", "b", "x", accepts(wide_floats))
    .on(fw::jax, "jax.scipy.special.betainc", "a", "b", "x")
    .on(fw::numpy, "scipy.special.betainc", "x1", "x2", "x3", accepts(wide_floats))
    .special().elementwise().satisfies(invariant::between(0, 1)).about("special functions");

/// Sign of the gamma function.
inline constexpr auto gammasgn = api("gammasgn")
    .takes(tensor("x").floating())
    .on(fw::jax, "jax.scipy.special.gammasgn", "x")
    .on(fw::numpy, "scipy.special.gammasgn", "x", accepts(wide_floats))
    .correctly_rounded().elementwise().about("special functions");

// Bessel functions.

inline constexpr auto i0 = api("i0")
    .takes(tensor("x").floating())
    .on(fw::torch, "aten::i0", "self")
    .on(fw::tensorflow, "tf.math.bessel_i0", "x", accepts(ieee_floats))
    .on(fw::keras, "keras.ops.i0", "x", accepts(ieee_floats))
    .on(fw::jax, "jax.scipy.special.i0", "x")
    .on(fw::numpy, "numpy.i0", "x", accepts(ieee_floats))
    .special().elementwise().about("special functions");

inline constexpr auto i0e = api("i0e")
    .takes(tensor("x").floating())
    .on(fw::torch, "aten::special_i0e", "self")
    .on(fw::tensorflow, "tf.math.bessel_i0e", "x", accepts(ieee_floats))
    .on(fw::jax, "jax.scipy.special.i0e", "x")
    .on(fw::numpy, "scipy.special.i0e", "x", accepts(wide_floats))
    .special().elementwise().about("special functions");

inline constexpr auto i1 = api("i1")
    .takes(tensor("x").floating())
    .on(fw::torch, "aten::special_i1", "self")
    .on(fw::tensorflow, "tf.math.bessel_i1", "x", accepts(ieee_floats))
    .on(fw::jax, "jax.scipy.special.i1", "x")
    .on(fw::numpy, "scipy.special.i1", "x", accepts(wide_floats))
    .special().elementwise().about("special functions");

inline constexpr auto i1e = api("i1e")
    .takes(tensor("x").floating())
    .on(fw::torch, "aten::special_i1e", "self")
    .on(fw::tensorflow, "tf.math.bessel_i1e", "x", accepts(ieee_floats))
    .on(fw::jax, "jax.scipy.special.i1e", "x")
    .on(fw::numpy, "scipy.special.i1e", "x", accepts(wide_floats))
    .special().elementwise().about("special functions");

inline constexpr auto bessel_j0 = api("bessel_j0")
    .takes(tensor("x").floating())
    .on(fw::torch, "aten::special_bessel_j0", "self", accepts(wide_floats))
    .on(fw::tensorflow, "tf.math.special.bessel_j0", "x", accepts(ieee_floats))
    .on(fw::numpy, "scipy.special.j0", "x", accepts(wide_floats))
    .special().elementwise().about("special functions");

inline constexpr auto bessel_j1 = api("bessel_j1")
    .takes(tensor("x").floating())
    .on(fw::torch, "aten::special_bessel_j1", "self", accepts(wide_floats))
    .on(fw::tensorflow, "tf.math.special.bessel_j1", "x", accepts(ieee_floats))
    .on(fw::numpy, "scipy.special.j1", "x", accepts(wide_floats))
    .special().elementwise().about("special functions");

inline constexpr auto bessel_y0 = api("bessel_y0")
    .takes(tensor("x").floating())
    .on(fw::torch, "aten::special_bessel_y0", "self", accepts(wide_floats))
    .on(fw::tensorflow, "tf.math.special.bessel_y0", "x", accepts(ieee_floats))
    .on(fw::numpy, "scipy.special.y0", "x", accepts(wide_floats))
    .special().elementwise().about("special functions");

inline constexpr auto bessel_y1 = api("bessel_y1")
    .takes(tensor("x").floating())
    .on(fw::torch, "aten::special_bessel_y1", "self", accepts(wide_floats))
    .on(fw::tensorflow, "tf.math.special.bessel_y1", "x", accepts(ieee_floats))
    .on(fw::numpy, "scipy.special.y1", "x", accepts(wide_floats))
    .special().elementwise().about("special functions");

inline constexpr auto bessel_k0 = api("bessel_k0")
    .takes(tensor("x").floating())
    .on(fw::torch, "aten::special_modified_bessel_k0", "self", accepts(wide_floats))
    .on(fw::tensorflow, "tf.math.special.bessel_k0", "x", accepts(ieee_floats))
    .on(fw::numpy, "scipy.special.k0", "x", accepts(wide_floats))
    .special().elementwise().about("special functions");

inline constexpr auto bessel_k1 = api("bessel_k1")
    .takes(tensor("x").floating())
    .on(fw::torch, "aten::special_modified_bessel_k1", "self", accepts(wide_floats))
    .on(fw::tensorflow, "tf.math.special.bessel_k1", "x", accepts(ieee_floats))
    .on(fw::numpy, "scipy.special.k1", "x", accepts(wide_floats))
    .special().elementwise().about("special functions");

/// Scaled by exp(x).
inline constexpr auto bessel_k0e = api("bessel_k0e")
    .takes(tensor("x").floating())
    .on(fw::torch, "aten::special_scaled_modified_bessel_k0", "x", accepts(wide_floats))
    .on(fw::tensorflow, "tf.math.special.bessel_k0e", "x", accepts(ieee_floats))
    .on(fw::numpy, "scipy.special.k0e", "x", accepts(wide_floats))
    .special().elementwise().about("special functions");

/// Scaled by exp(x).
inline constexpr auto bessel_k1e = api("bessel_k1e")
    .takes(tensor("x").floating())
    .on(fw::torch, "aten::special_scaled_modified_bessel_k1", "x", accepts(wide_floats))
    .on(fw::tensorflow, "tf.math.special.bessel_k1e", "x", accepts(ieee_floats))
    .on(fw::numpy, "scipy.special.k1e", "x", accepts(wide_floats))
    .special().elementwise().about("special functions");

inline constexpr auto spherical_bessel_j0 = api("spherical_bessel_j0")
    .takes(tensor("x").floating())
    .on(fw::torch, "aten::special_spherical_bessel_j0", "x", accepts(wide_floats))
    .on(fw::numpy, "scipy.special.spherical_jn", given("n", 0), "z", accepts(wide_floats))
    .special().elementwise().about("special functions");

inline constexpr auto airy_ai = api("airy_ai")
    .takes(tensor("x").floating())
    .on(fw::torch, "aten::special_airy_ai", "x", accepts(wide_floats))
    .on(fw::numpy, "scipy.special.airy", "x", component(0), accepts(wide_floats))
    .special().elementwise().about("special functions");

// Integrals.

/// Exponential integral Ei.
inline constexpr auto expi = api("expi")
    .takes(tensor("x").floating())
    .on(fw::tensorflow, "tf.math.special.expint", "x", accepts(wide_floats))
    .on(fw::jax, "jax.scipy.special.expi", "x")
    .on(fw::numpy, "scipy.special.expi", "x", accepts(wide_floats))
    .special().elementwise().about("special functions");

inline constexpr auto exp1 = api("exp1")
    .takes(tensor("x").floating())
    .on(fw::jax, "jax.scipy.special.exp1", "x")
    .on(fw::numpy, "scipy.special.exp1", "x", accepts(wide_floats))
    .special().elementwise().about("special functions");

inline constexpr auto spence = api("spence")
    .takes(tensor("x").floating())
    .on(fw::tensorflow, "tf.math.special.spence", "x", accepts(wide_floats))
    .on(fw::jax, "jax.scipy.special.spence", "x", accepts(wide_floats))
    .on(fw::numpy, "scipy.special.spence", "x", accepts(wide_floats))
    .special().elementwise().about("special functions");

inline constexpr auto fresnel_sin = api("fresnel_sin")
    .takes(tensor("x").floating())
    .on(fw::tensorflow, "tf.math.special.fresnel_sin", "x", accepts(wide_floats))
    .on(fw::jax, "jax.scipy.special.fresnel", "x", component(0))
    .on(fw::numpy, "scipy.special.fresnel", "x", component(0), accepts(wide_floats))
    .special().elementwise().about("special functions");

inline constexpr auto fresnel_cos = api("fresnel_cos")
    .takes(tensor("x").floating())
    .on(fw::tensorflow, "tf.math.special.fresnel_cos", "x", accepts(wide_floats))
    .on(fw::jax, "jax.scipy.special.fresnel", "x", component(1))
    .on(fw::numpy, "scipy.special.fresnel", "x", component(1), accepts(wide_floats))
    .special().elementwise().about("special functions");

inline constexpr auto sici = api("sici")
    .takes(tensor("x").floating())
    .on(fw::jax, "jax.scipy.special.sici", "x")
    .on(fw::numpy, "scipy.special.sici", "x", accepts(wide_floats))
    .special().returns(output{}, output{}).elementwise().about("special functions");

// Entropy and odds.

inline constexpr auto entr = api("entr")
    .takes(tensor("x").floating())
    .on(fw::torch, "aten::special_entr", "self")
    .on(fw::jax, "jax.scipy.special.entr", "x")
    .on(fw::numpy, "scipy.special.entr", "x", accepts(wide_floats))
    .elementary().elementwise().about("special functions");

inline constexpr auto rel_entr = api("rel_entr")
    .takes(tensor("x").floating(), tensor("y"))
    .on(fw::jax, "jax.scipy.special.rel_entr", "p", "q")
    .on(fw::numpy, "scipy.special.rel_entr", "x1", "x2", accepts(wide_floats))
    .elementary().elementwise().about("special functions");

/// x log(x / y) - x + y.
inline constexpr auto kl_div = api("kl_div")
    .takes(tensor("x").floating(), tensor("y"))
    .on(fw::jax, "jax.scipy.special.kl_div", "p", "q")
    .on(fw::numpy, "scipy.special.kl_div", "x1", "x2", accepts(wide_floats))
    .elementary().elementwise().about("special functions");

inline constexpr auto logit = api("logit")
    .takes(tensor("x").floating())
    .on(fw::torch, "aten::logit", "self")
    .on(fw::jax, "jax.scipy.special.logit", "x")
    .on(fw::numpy, "scipy.special.logit", "x", accepts(wide_floats))
    .elementary().elementwise().about("special functions");

inline constexpr auto boxcox = api("boxcox")
    .takes(tensor("x").floating(), tensor("lambda"))
    .on(fw::jax, "jax.scipy.special.boxcox", "x", "lmbda")
    .on(fw::numpy, "scipy.special.boxcox", "x1", "x2", accepts(wide_floats))
    .elementary().elementwise().about("special functions");

// Orthogonal polynomials; SciPy puts the degree first.

inline constexpr auto chebyshev_t = api("chebyshev_t")
    .takes(tensor("x").floating(), integer("degree").between(0, 8))
    .on(fw::torch, "aten::special_chebyshev_polynomial_t.n_scalar", "x", "n", accepts(wide_floats))
    .on(fw::numpy, "scipy.special.eval_chebyt", item("x1").from("degree"), item("x2").from("x"), accepts(wide_floats))
    .special().elementwise().about("special functions");

inline constexpr auto chebyshev_u = api("chebyshev_u")
    .takes(tensor("x").floating(), integer("degree").between(0, 8))
    .on(fw::torch, "aten::special_chebyshev_polynomial_u.n_scalar", "x", "n", accepts(wide_floats))
    .on(fw::numpy, "scipy.special.eval_chebyu", item("x1").from("degree"), item("x2").from("x"), accepts(wide_floats))
    .special().elementwise().about("special functions");

inline constexpr auto hermite_h = api("hermite_h")
    .takes(tensor("x").floating(), integer("degree").between(0, 8))
    .on(fw::torch, "aten::special_hermite_polynomial_h.n_scalar", "x", "n", accepts(wide_floats))
    .on(fw::numpy, "scipy.special.eval_hermite", item("x1").from("degree"), item("x2").from("x"), accepts(wide_floats))
    .special().elementwise().about("special functions");

inline constexpr auto hermite_he = api("hermite_he")
    .takes(tensor("x").floating(), integer("degree").between(0, 8))
    .on(fw::torch, "aten::special_hermite_polynomial_he.n_scalar", "x", "n", accepts(wide_floats))
    .on(fw::numpy, "scipy.special.eval_hermitenorm", item("x1").from("degree"), item("x2").from("x"), accepts(wide_floats))
    .special().elementwise().about("special functions");

inline constexpr auto laguerre_l = api("laguerre_l")
    .takes(tensor("x").floating(), integer("degree").between(0, 8))
    .on(fw::torch, "aten::special_laguerre_polynomial_l.n_scalar", "x", "n", accepts(wide_floats))
    .on(fw::numpy, "scipy.special.eval_laguerre", item("x1").from("degree"), item("x2").from("x"), accepts(wide_floats))
    .special().elementwise().about("special functions");

inline constexpr auto legendre_p = api("legendre_p")
    .takes(tensor("x").floating(), integer("degree").between(0, 8))
    .on(fw::torch, "aten::special_legendre_polynomial_p.n_scalar", "x", "n", accepts(wide_floats))
    .on(fw::numpy, "scipy.special.eval_legendre", item("x1").from("degree"), item("x2").from("x"), accepts(wide_floats))
    .special().elementwise().about("special functions");

/// All groups of this header.
inline constexpr std::array special_groups{
    &erf, &erfc, &erfinv, &erfcinv, &erfcx, &ndtr, &log_ndtr, &ndtri, &dawsn, &gamma, &lgamma, &digamma, &polygamma, &multigammaln,
    &zeta, &igamma, &igammac, &beta, &betaln, &betainc, &gammasgn, &i0, &i0e, &i1, &i1e, &bessel_j0, &bessel_j1, &bessel_y0,
    &bessel_y1, &bessel_k0, &bessel_k1, &bessel_k0e, &bessel_k1e, &spherical_bessel_j0, &airy_ai, &expi, &exp1, &spence, &fresnel_sin,
    &fresnel_cos, &sici, &entr, &rel_entr, &kl_div, &logit, &boxcox, &chebyshev_t, &chebyshev_u, &hermite_h, &hermite_he, &laguerre_l,
    &legendre_p};

// clang-format on

} // namespace groups
} // namespace v0
} // namespace xamt

/// @file
/// How far a correct implementation may be from the reference, in ULP, and why.
///
/// Place in the pipeline: compare. Every number is derived from the description's rounding class, the dtype and the number of terms, and is
/// told in words. Sources: Higham, Accuracy and Stability of Numerical Algorithms (2nd ed.), 3.1 and 4.2 for sums; Innocente & Zimmermann,
/// "Accuracy of Mathematical Functions" for what the elementary functions of current libraries reach.
#pragma once

#include <xamt/compare/cell.hpp>
#include <xamt/core/value.hpp>
#include <xamt/describe/api.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <variant>

namespace xamt {
inline namespace v0 {

/// The bound of one output in one dtype; `compare/value.hpp` adds the conditioning of each cell.
struct error_bound {
    double table = 0; ///< ULP, from the kind of operation
    double absolute = 0; ///< to be multiplied by f(|x|): accumulated rounding, as an absolute error
    double floor = 0; ///< absolute error whatever the result: the logarithm of a sum that was rounded next to one
    double amplified = 1; ///< how many ULP of input error the algorithm may commit before the last rounding
    std::string derivation;
};

namespace detail {

/// Shortest decimal text that reads back as the same double.
[[nodiscard]] inline std::string shortest(double x) {
    if (is_nan(x)) return "nan";
    if (is_infinite(x)) return x > 0 ? "inf" : "-inf";
    std::array<char, 32> text{};
    auto const end = std::to_chars(text.data(), text.data() + text.size(), x).ptr;
    return {text.data(), end};
}

/// A figure for people: three significant digits.
[[nodiscard]] inline std::string figure(double x) {
    if (!is_finite(x)) return shortest(x);
    std::array<char, 32> text{};
    auto const end = std::to_chars(text.data(), text.data() + text.size(), x, std::chars_format::general, 3).ptr;
    return {text.data(), end};
}

template <class F> void for_each_tensor(std::span<value const> arguments, F f) {
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        if (auto const* t = std::get_if<ndarray>(&arguments[i])) f(i, *t);
        if (auto const* list = std::get_if<std::vector<ndarray>>(&arguments[i]))
            for (auto const& t : *list) f(i, t);
    }
}

/// Extent of a size letter in these arguments, or 0 where nothing has it; a digit stands for itself.
[[nodiscard]] inline std::int64_t extent_of(char letter, api_description const& api, std::span<value const> arguments) {
    if (letter >= '0' && letter <= '9') return letter - '0';
    std::int64_t extent = 0;
    for_each_tensor(arguments, [&](std::size_t i, ndarray const& t) {
        auto const letters = api.parameters[i].letters;
        for (std::size_t axis = 0; axis < (std::min)(letters.size(), t.dims().rank()); ++axis)
            if (letters[axis] == letter) extent = t.dims()[axis];
    });
    // Sizes may stand in numbers, too: the kernel of a pooling.
    for (std::size_t i = 0; i < arguments.size() && extent == 0; ++i) {
        auto const place = api.parameters[i].letters.find(letter);
        if (auto const* list = std::get_if<integer_list>(&arguments[i]); list != nullptr && place < list->items.size())
            extent = list->items[place];
    }
    return extent;
}

} // namespace detail

/// How many terms one output element is made of.
[[nodiscard]] inline double terms_of(api_description const& api, std::span<value const> arguments, std::int64_t output_elements) {
    if (!api.exactness.terms.empty()) {
        double n = 1;
        for (char letter : api.exactness.terms)
            n *= static_cast<double>((std::max<std::int64_t>)(1, detail::extent_of(letter, api, arguments)));
        return n;
    }
    double most = 1;
    std::int64_t longest = 1;
    detail::for_each_tensor(arguments, [&](std::size_t, ndarray const& t) {
        most = (std::max)(most, static_cast<double>(t.size()) / static_cast<double>((std::max<std::int64_t>)(1, output_elements)));
        for (auto e : t.dims()) longest = (std::max)(longest, e);
    });
    // A scan keeps the size: its last element has as many terms as the axis is long.
    return most > 1 ? std::ceil(most) : static_cast<double>(longest);
}

/// ULP that a kind of operation may cost by itself.
///
/// correct: the nearest number or its neighbour. elementary: 4 ULP is what the vector libraries in use promise (SLEEF u35, MKL's VML, Eigen,
/// XLA), and frameworks compose two of them. special: rational approximations of gamma and Bessel functions, a few compositions deep.
/// Half precision is computed in float32 and rounded once, or rounded after each of a few steps.
[[nodiscard]] constexpr double table_ulp(rounding of, dtype d) {
    switch (of) {
    case rounding::exact: return 0;
    case rounding::correct: return 1;
    case rounding::elementary: return is_half(d) ? 4 : 8;
    case rounding::special: return is_half(d) ? 8 : 16;
    case rounding::accumulation: return 4;
    case rounding::linear_algebra: return 16;
    }
    return 8;
}

/// The bound for outputs of dtype `d` made of `terms` terms each.
[[nodiscard]] inline error_bound bound_for(api_description const& api, dtype d, double terms) {
    auto const of = api.exactness.of;
    error_bound b;
    b.table = api.exactness.ulp > 0 ? api.exactness.ulp : table_ulp(of, d);
    std::string const type(name_of(d));
    switch (of) {
    case rounding::exact:
        b.table = 1;
        b.derivation = "1 ULP of " + type + ": an exact result, rounded to its dtype";
        break;
    case rounding::correct:
        b.derivation = detail::figure(b.table) + " ULP of " + type + ": one IEEE operation, rounded to a neighbour";
        break;
    case rounding::elementary: b.derivation = detail::figure(b.table) + " ULP of " + type + ": elementary functions"; break;
    case rounding::special: b.derivation = detail::figure(b.table) + " ULP of " + type + ": special functions"; break;
    case rounding::accumulation: {
        double const u = unit_roundoff(d);
        // Any order of n float32 or float64 additions errs by at most n u sum|x|. A sum of halves is expected to be kept in float32 and
        // rounded once; kept in halves it errs by about sqrt(n) u sum|x| unless it saturates, and saturation is the defect to be found.
        b.absolute = is_half(d) ? std::sqrt(terms) * u : terms * u;
        b.amplified = (std::max)(4.0, std::sqrt(terms));
        // log(1 + tiny) of a rounded sum is wrong by the rounding of the sum, however small it is.
        bool const of_logarithm = api.name.find("log") != std::string_view::npos || api.name.find("entropy") != std::string_view::npos;
        if (of_logarithm) b.floor = (terms + 2) * u;
        b.derivation = detail::figure(b.table) + " ULP of " + type + " for the last steps, and " +
                       (is_half(d) ? "sqrt(" + detail::figure(terms) + ")" : detail::figure(terms)) + " u f(|x|) for the sum of " +
                       detail::figure(terms) + " terms, u = 2^-" + std::to_string(info(d).digits);
        if (of_logarithm) b.derivation += ", and " + detail::figure(terms + 2) + " u for the sum under the logarithm";
        break;
    }
    case rounding::linear_algebra:
        b.amplified = b.table * (std::max)(1.0, terms);
        b.derivation = detail::figure(b.table) + " ULP of " + type + ": a backward stable algorithm, times the condition of the problem";
        break;
    }
    if (of != rounding::accumulation && of != rounding::linear_algebra) b.amplified = b.table;
    if (double const size = api.exactness.cancelling; size > 0) {
        b.floor = 4 * size * unit_roundoff(d);
        b.derivation += ", and 4 u where terms of size " + detail::figure(size) + " cancel";
    }
    return b;
}

/// How many ULP inputs are moved by, to see what a result makes of it. In the widest type a column's own rounding would pass for a change;
/// sixteen steps drown it. Where errors of many terms meet, their squares count too: the inputs are moved by all of it at once.
[[nodiscard]] inline double probing_steps(api_description const& api, error_bound const& bound, bool widest) {
    return (std::max)(widest ? 16.0 : 1.0, api.exactness.of == rounding::accumulation ? bound.amplified : 1.0);
}

/// The share of an ULP of the inputs that an algorithm may err by inside. Halves are exact inputs that are widened before anything is
/// computed: the error made inside is one of float32.
[[nodiscard]] inline double inner_share(dtype d) { return is_half(d) ? power_of_two(info(d).digits - info(dtype::float32).digits) : 1.0; }

} // namespace v0
} // namespace xamt

/// @file
/// What a definition alone demands of a cell, whatever the columns say and however many of them.
///
/// Place in the pipeline: compare. A law holds for a kind of function and needs no witnesses: a function of one number hands on NaN, anything
/// to the power of zero is one, a greatest common divisor is not negative. Every law says where it is written.
#pragma once

#include <xamt/compare/excuse.hpp>

#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <optional>
#include <string_view>

namespace xamt {
inline namespace v0 {

/// A value that is right by definition, and why.
struct law {
    double value = 0;
    std::string_view says;
};

namespace detail {

/// The operands of a whole-number function of two tensors at one element, or nothing.
[[nodiscard]] inline std::optional<std::pair<std::int64_t, std::int64_t>> whole_operands(docket const& d, shape const& out,
                                                                                         std::int64_t e) {
    if (d.of.arguments.size() < 2) return std::nullopt;
    auto const *x = std::get_if<ndarray>(&d.of.arguments[0]), *y = std::get_if<ndarray>(&d.of.arguments[1]);
    if (x == nullptr || y == nullptr || !is_integer(x->type()) || !is_integer(y->type()) || x->size() == 0 || y->size() == 0)
        return std::nullopt;
    return std::pair{load_integer(x->view(), broadcast_element(out, x->dims(), e)),
                     load_integer(y->view(), broadcast_element(out, y->dims(), e))};
}

} // namespace detail

/// The law for a cell of a whole-number output, or nothing.
[[nodiscard]] inline std::optional<law> law_of_numbers(docket const& d, shape const& out, std::int64_t element) {
    if (d.api.name != "gcd") return std::nullopt;
    auto const of = detail::whole_operands(d, out, element);
    constexpr auto least = (std::numeric_limits<std::int64_t>::min)();
    if (!of || of->first == least || of->second == least) return std::nullopt;
    auto const divisor = std::gcd(of->first, of->second);
    if (!detail::fits(static_cast<double>(divisor), d.of.type)) return std::nullopt;
    return law{static_cast<double>(divisor), "the greatest common divisor of whole numbers, which is never negative"};
}

/// The law for a cell of a floating output, or nothing; `lane` is 1 for an imaginary part.
[[nodiscard]] inline std::optional<law> law_of_floats(docket const& d, shape const& out, std::int64_t element, int lane) {
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    if (d.of.arguments.empty() || d.integer_trial() || out.elements() == 0) return std::nullopt;
    auto const* x = std::get_if<ndarray>(&d.of.arguments[0]);
    if (x == nullptr || x->size() == 0) return std::nullopt;
    if (is_complex(x->type())) {
        auto const* y = d.of.arguments.size() < 2 ? nullptr : std::get_if<ndarray>(&d.of.arguments[1]);
        if (d.api.name != "complex_power" || y == nullptr || y->size() == 0) return std::nullopt;
        auto const exponent = load_complex(y->view(), detail::broadcast_element(out, y->dims(), element));
        auto const base = load_complex(x->view(), detail::broadcast_element(out, x->dims(), element));
        if (exponent.real() != 0 || exponent.imag() != 0 || !is_finite(base.real()) || !is_finite(base.imag())) return std::nullopt;
        return law{lane == 0 ? 1.0 : 0.0, "an empty product is one: z to the power of zero (IEEE 754-2019, 9.2.1)"};
    }
    if (d.api.name == "var" || d.api.name == "std") {
        int const at = d.api.position_of("correction");
        auto const* correction = at < 0 ? nullptr : std::get_if<std::int64_t>(&d.of.arguments[static_cast<std::size_t>(at)]);
        if (correction != nullptr && *correction > 0 && x->size() / out.elements() <= *correction)
            return law{nan, "a spread with nothing left to divide by is NaN (Python array API standard, var: correction)"};
    }
    if (keeps_nan(d) && is_nan(load(x->view(), detail::broadcast_element(out, x->dims(), element))))
        return law{nan, "a function of one number hands on NaN (IEEE 754-2019, 6.2.3)"};
    return std::nullopt;
}

/// The sign that a zero result has by the definition of its function: true for negative; nothing where it is a convention.
[[nodiscard]] inline std::optional<bool> law_of_zero_sign(docket const& d, shape const& out, std::int64_t element) {
    // Floored division: the remainder has the sign of the divisor, a zero too.
    if (d.api.name != "remainder" || d.integer_trial() || d.of.arguments.size() < 2) return std::nullopt;
    double const x = detail::operand(d, 0, out, element), y = detail::operand(d, 1, out, element);
    if (!is_finite(x) || !is_finite(y) || magnitude(y) < smallest_normal(d.of.type)) return std::nullopt;
    if (x != 0 && magnitude(x) < smallest_normal(d.of.type)) return std::nullopt; // may be read as zero
    return sign_bit(y);
}

} // namespace v0
} // namespace xamt

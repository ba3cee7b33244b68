/// @file
/// Which convention, if any, explains a cell that differs.
///
/// Place in the pipeline: compare. Rules look at the kind of operation and at the inputs of the cell; none names a framework.
#pragma once

#include <xamt/compare/endings.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <variant>

namespace xamt {
inline namespace v0 {

namespace detail {

/// The whole-number argument behind an output element, as the frameworks see it: an element of a tensor, or a plain number.
[[nodiscard]] inline double operand(docket const& d, std::size_t argument, shape const& out, std::int64_t element) {
    if (argument >= d.of.arguments.size()) return 0;
    auto const& v = d.of.arguments[argument];
    if (auto const* t = std::get_if<ndarray>(&v)) {
        if (t->size() == 0) return 0;
        return load(t->view(), d.api.pointwise ? broadcast_element(out, t->dims(), element) : 0);
    }
    if (auto const* n = std::get_if<std::int64_t>(&v)) return static_cast<double>(*n);
    if (auto const* x = std::get_if<double>(&v)) return *x;
    return 0;
}

[[nodiscard]] inline bool divides(docket const& d) {
    auto const n = d.api.name;
    return named(n, "div") || named(n, "remainder") || named(n, "mod") || named(n, "reciprocal");
}

/// Range of an integer dtype, as doubles.
[[nodiscard]] inline bool fits(double x, dtype d) {
    double const bits = 8 * static_cast<double>(size_of(d));
    if (d == dtype::boolean) return true;
    double const lo = d == dtype::uint8 ? 0 : -std::exp2(bits - 1);
    double const hi = d == dtype::uint8 ? 256 : std::exp2(bits - 1);
    return x > lo - 1 && x < hi;
}

/// True if `got` and `right` are both honest results of a floor division or remainder of x by y: they lie on either side of a whole quotient.
[[nodiscard]] inline bool either_side_of_whole_quotient(double x, double y, double got, double right, bool quotient, dtype type) {
    if (!is_finite(x) || !is_finite(y)) return true;
    if (y == 0 || !is_finite(got) || !is_finite(right)) return false;
    if (quotient && magnitude(x / y) < smallest_normal(type)) return true; // read as zero before it is floored
    double const whole = std::round(x / y);
    if (quotient) {
        // floor of a quotient that rounds up to a whole number, or large quotients in which the last place is more than one.
        return (magnitude(got - right) <= 1 && magnitude(x / y - whole) <= ulp_at(whole, type)) ||
               magnitude(got - right) <= 2 * ulp_at(right, type) * (magnitude(right) >= 1 / unit_roundoff(type) ? 1 : 0);
    }
    double const apart = magnitude(got - right);
    double const around = (std::min)(apart, magnitude(magnitude(y) - apart));
    return around <= 2 * ulp_at(y, type);
}

[[nodiscard]] inline bool any_empty(docket const& d) {
    bool empty = false;
    for_each_tensor(d.of.arguments, [&](std::size_t, ndarray const& t) { empty = empty || t.size() == 0; });
    return empty;
}

/// A polynomial of degree zero is the same for every number, and may be so for NaN.
[[nodiscard]] inline bool constant_polynomial(docket const& d) {
    int const at = d.api.position_of("degree");
    auto const* degree = at < 0 ? nullptr : std::get_if<std::int64_t>(&d.of.arguments[static_cast<std::size_t>(at)]);
    return degree != nullptr && *degree <= 0;
}

} // namespace detail

/// True for functions of one tensor, element by element: IEEE 754-2019, 6.2 has them hand on a NaN. (Functions of two may have a value
/// that does not depend on it, as pow(NaN, 0) has.)
[[nodiscard]] inline bool keeps_nan(docket const& d) {
    bool const replaces = d.api.name.starts_with("nan_"); // nan_to_num
    return d.api.pointwise && tensors_taken(d.api) == 1 && !replaces && !detail::constant_polynomial(d);
}

/// The columns that give NaN at a cell.
template <class Value> [[nodiscard]] column_set givers_of_nan(docket const& d, column_set asked, Value value_of) {
    column_set givers;
    for (std::size_t c = 0; c < d.columns.size(); ++c)
        if (asked.contains(c) && is_nan(value_of(c))) givers.insert(c);
    return givers;
}

/// Where witnesses are divided about a NaN that went in: whether those that kept it are right. For a function of one number half of them
/// suffice; for one of several, the others must contradict each other as well.
template <class Value>
[[nodiscard]] bool keepers_of_nan_stand(docket const& d, column_set asked, column_set keepers, input_facts const& facts, Value value_of) {
    int const all = d.independent.count(asked), kept = d.independent.count(keepers);
    if (keepers.empty() || 2 * kept < all) return false;
    if (keeps_nan(d)) return true;
    if (!d.api.pointwise || facts.infinite || kept < 2) return false;
    column_set const others = asked - keepers;
    for (std::size_t c = 0; c < d.columns.size(); ++c) {
        if (!others.contains(c)) continue;
        column_set camp;
        for (std::size_t k = 0; k < d.columns.size(); ++k)
            if (others.contains(k) && value_of(k) == value_of(c)) camp.insert(k);
        if (d.independent.count(camp) >= 2) return false;
    }
    return true;
}

/// Two independent columns that hand on a NaN are not outvoted by a number: whether the function has a value there, as pow(NaN, 0) has, is for
/// its definition to say.
[[nodiscard]] inline bool outvotes_nan(docket const& d, column_set keepers, input_facts const& facts) {
    return d.api.pointwise && facts.nan && d.independent.count(keepers) >= 2;
}

/// A convention that covers a cell of a whole-number or boolean output, or none.
[[nodiscard]] inline policy_id discrete_excuse(docket const& d, shape const& out, std::int64_t element, dtype type) {
    if (detail::index_out_of_range(d)) return policy_id::index_range;
    if (detail::any_empty(d)) return policy_id::empty_operand;
    double const second = detail::operand(d, 1, out, element);
    if (d.integer_trial()) {
        if (detail::named(d.api.name, "shift") && !(second >= 0 && second < 8.0 * static_cast<double>(size_of(d.of.type))))
            return policy_id::shift_range;
        if (detail::divides(d) && second == 0) return policy_id::integer_zero_division;
        return policy_id::none;
    }
    double const x = detail::operand(d, 0, out, element);
    bool const reads_sign = detail::named(d.api.name, "signbit") || detail::named(d.api.name, "copysign");
    if (reads_sign && (is_nan(x) || is_nan(second))) return policy_id::nan_sign;
    if (d.api.pointwise && is_integer(type) && !(is_finite(x) && detail::fits(x, type))) return policy_id::cast_range;
    return policy_id::none;
}

/// A convention that covers a cell of a floating output where `got` stands and `right` was expected, or none.
[[nodiscard]] inline policy_id floating_excuse(docket const& d, shape const& out, std::int64_t element, input_facts const& facts,
                                               double got, double right) {
    if (detail::index_out_of_range(d)) return policy_id::index_range;
    if (detail::any_empty(d)) return policy_id::empty_operand;
    auto const of = d.api.exactness.of;
    auto const name = d.api.name;
    double const second = detail::operand(d, 1, out, element);
    bool const reads_sign = detail::named(name, "copysign");
    if (reads_sign && is_nan(second)) return policy_id::nan_sign;
    if (d.integer_trial() && detail::divides(d) && second == 0) return policy_id::integer_zero_division;
    if (detail::named(name, "angle") && detail::operand(d, 0, out, element) == 0) return policy_id::branch_cut;
    if (detail::named(name, "xlog") && facts.zero && facts.nan && got == 0 && is_nan(right)) return policy_id::zero_factor;
    bool const quotient = detail::named(name, "floor_div");
    if ((quotient || detail::named(name, "remainder") || detail::named(name, "mod")) && !facts.nan &&
        detail::either_side_of_whole_quotient(detail::operand(d, 0, out, element), second, got, right, quotient, d.of.type))
        return policy_id::floored_quotient;
    if (of == rounding::linear_algebra && (facts.infinite || facts.nan || !same_kind(got, right))) return policy_id::singular_matrix;
    std::size_t tensors = 0;
    bool probabilities_at_edge = false;
    for (std::size_t i = 0; i < d.of.arguments.size(); ++i) {
        auto const* t = std::get_if<ndarray>(&d.of.arguments[i]);
        if (t == nullptr) continue;
        ++tensors;
        parameter const& p = d.api.parameters[i];
        bool const probability = p.filled_with == content::probabilities || (p.lo >= 0 && p.hi <= 1 && p.bounded());
        if (!probability || !detail::named(d.api.topic, "loss")) continue;
        for (std::int64_t e = 0; e < t->size(); ++e) {
            double const x = load(t->view(), e);
            probabilities_at_edge = probabilities_at_edge || x == 0 || x == 1;
        }
    }
    // Logits need no clamp: the logarithm of their sum of exponentials has no zero inside.
    if (probabilities_at_edge && d.api.position_of("logits") < 0) return policy_id::clamped_logarithm;
    bool const both_without_value = !is_finite(got) && !is_finite(right);
    if (of == rounding::special && facts.pole && both_without_value) return policy_id::domain_boundary;
    if (of == rounding::special && (facts.infinite || (tensors >= 2 && facts.at_edge)) && !same_kind(got, right))
        return policy_id::domain_boundary;
    if (!d.api.pointwise && facts.infinite && !facts.nan && is_nan(right) && !is_nan(got)) return policy_id::infinite_row;
    return policy_id::none;
}

} // namespace v0
} // namespace xamt

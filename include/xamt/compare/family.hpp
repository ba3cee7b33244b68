/// @file
/// The family of a defect, in the vocabulary that reports are sorted by, derived from what differs and from what kind of API it is.
///
/// Place in the pipeline: compare. A family helps a reader to sort; no verdict depends on it.
#pragma once

#include <xamt/compare/docket.hpp>

#include <string_view>

namespace xamt {
inline namespace v0 {

/// Family of a cell whose value differs: `got` stands there, `right` should.
[[nodiscard]] inline std::string_view family_of(docket const& d, input_facts const& facts, double got, double right, dtype type) {
    auto const name = d.api.name;
    auto const topic = d.api.topic;
    auto const is = [&](std::string_view word) { return detail::named(name, word) || detail::named(topic, word); };
    auto const of = d.api.exactness.of;
    bool const pool = is("pool");
    bool const sorting = is("sort") || is("unique") || is("top_k") || is("topk");
    if (d.integer_trial()) {
        if (is("shift")) return "shift";
        if (is("pow")) return "int-pow";
        if (is("floor_div")) return "floor-div";
        return of == rounding::exact || !has_ulp(type) ? "int-overflow" : "value";
    }
    if (is_complex(d.of.type)) return "complex";
    if (sorting && facts.nan) return "sort-unique";
    if (is_nan(right) || (facts.nan && !is_nan(right) && is_nan(got) && !facts.infinite)) {
        if (!facts.nan) return "domain";
        return pool ? "pool-nan" : !d.api.pointwise && of == rounding::accumulation ? "nan-reduce" : "nan-drop";
    }
    if (is_infinite(right) && is_finite(got) && magnitude(got) == largest(type)) return facts.infinite ? "keras-inf" : "overflow-edge";
    bool const normalises = is("layer_norm") || is("batch_norm") || is("group_norm") || is("instance_norm") || is("standardize");
    bool const measures = is("norm") || is("cosine") || is("hypot");
    bool const between = is("lerp") || is("interp") || is("linspace") || is("quantile") || is("percentile") || is("trapez") || is("median");
    if (is_nan(got) && (facts.infinite || (facts.most > 0x1p32 && d.api.pointwise))) return between ? "lerp-range" : "nan-at-inf";
    if (between && !is_half(type)) return is("median") && !is_infinite(got) ? "median" : "lerp-range";
    if (normalises) return "norm";
    if (measures && !is_finite(got)) return "norm-range";
    if (of == rounding::accumulation) return measures ? "norm-range" : "accum";
    if (is_half(type)) return "low-precision";
    if (of == rounding::special) return "special";
    if (of == rounding::linear_algebra) return "linalg";
    if (is_infinite(got) || is_infinite(right)) return "overflow-edge";
    if (is_nan(got)) return "nan-at-inf";
    // The result is lost, or a good part of it: what remains of a cancellation or an early underflow.
    bool const lost = magnitude(got - right) > 0x1p-20 * magnitude(right);
    if (d.api.pointwise && (got == 0 || (lost && magnitude(right) < 0x1p-3))) return "tail";
    return "value";
}

} // namespace v0
} // namespace xamt

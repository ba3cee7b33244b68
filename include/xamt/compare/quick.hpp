/// @file
/// Does a trial deserve the oracle? From its outcomes alone, in one pass.
///
/// Place in the pipeline: compare, before judge. Errs on the side of yes; never asks for a second opinion.
#pragma once

#include <xamt/compare/bound.hpp>
#include <xamt/compare/reference.hpp>
#include <xamt/describe/api.hpp>
#include <xamt/generate/trial.hpp>
#include <xamt/run/outcome.hpp>

#include <cstddef>
#include <span>

namespace xamt {
inline namespace v0 {

/// Share of the operation's own bound that two columns may lie apart before anybody looks closer.
inline constexpr double suspicious_share = 0.5;

/// True if columns end differently, differ in shape, in the kind of a cell, or in a value by more than a share of the bound.
[[nodiscard]] inline bool quick_suspicious(api_description const& api, trial const& t, std::span<outcome const> outcomes) {
    outcome const* first = nullptr;
    for (auto const& o : outcomes) {
        if (o.is == ending::absent || o.is == ending::limit) continue;
        if (o.is == ending::death || o.is == ending::hang) return true;
        if (first == nullptr) {
            first = &o;
            continue;
        }
        if (o.is != first->is) return true;
        if (o.is == ending::error) continue;
        if (o.outputs.size() != first->outputs.size()) return true;
        for (std::size_t i = 0; i < o.outputs.size(); ++i) {
            ndarray const &a = first->outputs[i], &b = o.outputs[i];
            if (i < api.output_count && api.outputs[i].is == nature::shape_only) continue;
            if (!(a.dims() == b.dims()) || info(a.type()).kind != info(b.type()).kind) return true;
            dtype type = info(a.type()).digits < info(b.type()).digits ? a.type() : b.type();
            if (has_ulp(t.type) && has_ulp(type) && info(t.type).digits < info(type).digits) type = t.type;
            auto const x = cells_of(a.view()), y = cells_of(b.view());
            if (!has_ulp(type)) {
                if (x != y) return true;
                continue;
            }
            auto const bound = bound_for(api, type, terms_of(api, t.arguments, a.size()));
            for (std::size_t e = 0; e < x.size(); ++e) {
                if (!same_kind(x[e], y[e])) return true;
                if (!is_finite(x[e])) continue;
                double const size = (std::max)(magnitude(x[e]), magnitude(y[e]));
                if (magnitude(x[e] / 2 - y[e] / 2) > suspicious_share / 2 * (bound.table * ulp_at(size, type) + bound.absolute * size))
                    return true;
            }
        }
    }
    return false;
}

} // namespace v0
} // namespace xamt

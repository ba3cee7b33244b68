/// @file
/// Does a faulty element come out right when it is alone? Then the fault lies in the code for long vectors, or for their tails.
///
/// Place in the pipeline: compare, after the values. Vector bodies and scalar remainders are different code: what a pointwise function gives
/// for an element must not depend on its neighbours.
#pragma once

#include <xamt/compare/docket.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <variant>
#include <vector>

namespace xamt {
inline namespace v0 {

namespace detail {

/// The arguments of one element of a pointwise API, as tensors of one element.
[[nodiscard]] inline std::vector<value> alone(std::span<value const> arguments, shape const& out, std::int64_t element) {
    std::vector<value> one(arguments.begin(), arguments.end());
    for (auto& v : one) {
        auto* t = std::get_if<ndarray>(&v);
        if (t == nullptr || t->size() == 0) continue;
        ndarray cell(t->type(), shape{1});
        auto const at = static_cast<std::size_t>(broadcast_element(out, t->dims(), element)) * size_of(t->type());
        std::memcpy(cell.data(), t->data() + at, size_of(t->type()));
        *t = std::move(cell);
    }
    return one;
}

} // namespace detail

/// Renames the family of findings that show only in long vectors.
inline void name_length_dependence(docket& d) {
    for (auto& v : d.verdicts) {
        bool const by_value = v.is == judgement::nan || v.is == judgement::infinity || v.is == judgement::value;
        if (!v.is_finding() || !by_value || v.output < 0) continue;
        auto const output = static_cast<std::size_t>(v.output);
        column_set cheap;
        for (std::size_t c = 0; c < d.columns.size(); ++c)
            if (v.blamed.contains(c) && !d.columns[c].compiles) cheap.insert(c);
        if (!d.api.pointwise || cheap.empty() || v.element < 0 || !has_ulp(d.of.type)) continue;
        ndarray const& whole = d.outcomes[cheap.first()].outputs[output];
        if (whole.size() < 2 || v.element >= whole.size()) continue;
        auto const again = d.again.run(detail::alone(d.of.arguments, whole.dims(), v.element), d.of.type, cheap);
        for (std::size_t c = 0; c < d.columns.size(); ++c) {
            if (!cheap.contains(c) || again[c].is != ending::value || output >= again[c].outputs.size()) continue;
            ndarray const &cell = again[c].outputs[output], &all = d.outcomes[c].outputs[output];
            if (cell.size() != 1 || cell.type() != all.type() || !has_ulp(cell.type())) continue;
            if (is_complex(cell.type())) continue;
            double const inside = load(all.view(), v.element), by_itself = load(cell.view(), 0);
            bool const differs = !same_kind(inside, by_itself) || ulp_distance(inside, by_itself, cell.type()) > 2 * v.bound + 2;
            if (!differs) continue;
            v.family = "length";
            v.add("; alone the element gives " + detail::shortest(by_itself));
            break;
        }
    }
}

} // namespace v0
} // namespace xamt

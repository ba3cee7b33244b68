/// @file
/// The last judge: functions by the names of the groups that ship, to far more digits than any dtype holds.
///
/// Place in the pipeline: compare; given to the oracle as `oracle_options::last_judge`. All frameworks can share one wrong formula (a sinc
/// that is NaN for large arguments, a gelu that loses its tail): then only an independent evaluation can tell. It needs MPFR
/// and is not reachable from xamt.hpp. Example: `oracle_options{.last_judge = &xamt::evaluate_precisely}`.
#pragma once

#include <xamt/compare/docket.hpp>
#include <xamt/compare/high_precision/function_table.hpp>
#include <xamt/compare/high_precision/reductions.hpp>
#include <xamt/compare/reference.hpp>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <type_traits>
#include <variant>

namespace xamt {
inline namespace v0 {

/// The value of an API at one element of its output (of its broadcast arguments, if it is pointwise); nothing where the judge does not know it, or an argument is NaN.
/// Whole numbers and flags among the arguments count in their places; an absent flag or number is 0.
[[nodiscard]] inline std::optional<precise> evaluate_precisely(std::string_view name, std::span<value const> arguments,
                                                               std::int64_t element) {
    auto const found = std::lower_bound(high::function_table.begin(), high::function_table.end(), name,
                                        [](high::named_function const& f, std::string_view n) { return f.name < n; });
    if (found == high::function_table.end() || found->name != name) {
        auto const y = high::evaluate_reduction(name, arguments, element);
        return y && !high::is_nan(*y) ? std::optional<precise>(high::to_precise(*y)) : std::nullopt;
    }
    if (arguments.size() > 4 || arguments.size() < found->arguments) return std::nullopt;
    shape out;
    for (auto const& v : arguments) {
        auto const* t = std::get_if<ndarray>(&v);
        if (t == nullptr) continue;
        while (out.rank() < t->dims().rank()) {
            shape longer{1};
            for (auto e : out) longer.push_back(e);
            out = longer;
        }
        for (std::size_t i = 0; i < t->dims().rank(); ++i) {
            auto& extent = out[out.rank() - 1 - i];
            if (extent == 1) extent = t->dims()[t->dims().rank() - 1 - i];
        }
    }
    high::point p;
    for (auto const& v : arguments) {
        double x = 0;
        if (auto const* t = std::get_if<ndarray>(&v)) {
            if (t->size() == 0 || is_complex(t->type())) return std::nullopt;
            x = load(t->view(), detail::broadcast_element(out, t->dims(), element));
        } else if (auto const* r = std::get_if<double>(&v)) {
            x = *r;
        } else if (auto const* n = std::get_if<std::int64_t>(&v)) {
            x = static_cast<double>(*n);
        } else if (auto const* b = std::get_if<bool>(&v)) {
            x = *b ? 1 : 0;
        }
        if (is_nan(x)) return std::nullopt;
        p.at[p.count++] = x;
    }
    auto const y = found->f(p);
    if (!y || high::is_nan(*y)) return std::nullopt;
    return high::to_precise(*y);
}

static_assert(std::is_same_v<decltype(&evaluate_precisely), high_precision>);

} // namespace v0
} // namespace xamt

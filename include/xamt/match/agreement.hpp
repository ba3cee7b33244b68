/// @file
/// Whether two outcomes agree, and in which sense: as they come, to 3 digits, in one of several outputs, in their mean, in any order.
///
/// Place in the pipeline: match.
#pragma once

#include <xamt/match/distribution.hpp>
#include <xamt/match/outcome.hpp>

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace xamt {
inline namespace v0 {

namespace detail {

/// Ways to look at two lists of outputs, the strictest first.
enum class output_view : std::uint8_t { whole, coarse, component, mean, coarse_component, coarse_mean, any_order };

[[nodiscard]] constexpr std::string_view words_for(output_view view) {
    switch (view) {
    case output_view::whole: return "";
    case output_view::coarse: return "3 digits";
    case output_view::component: return "one of several outputs";
    case output_view::mean: return "mean";
    case output_view::coarse_component: return "one of several outputs, 3 digits";
    case output_view::coarse_mean: return "mean, 3 digits";
    case output_view::any_order: return "in any order";
    }
    return "";
}

[[nodiscard]] inline std::vector<output_hash const*> proper(call_outcome const& o) {
    std::vector<output_hash const*> all;
    for (auto const& h : o.outputs)
        if (!h.mean && !h.joined && !h.sorted) all.push_back(&h);
    return all;
}

/// Several outputs that are together what the other side gives as one: parts of complex numbers, or slices.
[[nodiscard]] inline bool joins_to(call_outcome const& several, std::string const& one, bool coarse) {
    return std::ranges::any_of(several.outputs, [&](output_hash const& h) { return h.joined && (coarse ? h.coarse : h.fine) == one; });
}

/// The output in an order of its own, where the other side has another.
[[nodiscard]] inline output_hash const* in_order(call_outcome const& o) {
    for (auto const& h : o.outputs)
        if (h.sorted) return &h;
    return nullptr;
}

inline std::string const as_distribution = "a distribution";

/// The hash of what agrees, or nothing. `telling` becomes false where the agreement says nothing.
[[nodiscard]] inline std::string const* agreement(call_outcome const& a, call_outcome const& b, output_view view, bool& telling) {
    bool const coarse = view == output_view::coarse || view == output_view::coarse_component || view == output_view::coarse_mean;
    auto const hash = [&](output_hash const& h) -> std::string const& { return coarse ? h.coarse : h.fine; };
    if (!a.statistics.empty() && !b.statistics.empty()) {
        telling = is_spread(a.statistics);
        return view == output_view::whole && same_distribution(a.statistics, b.statistics) ? &as_distribution : nullptr;
    }
    auto const of_a = proper(a), of_b = proper(b);
    if (of_a.empty() || of_b.empty()) return nullptr;
    // What is equal as it comes needs no look at a part; other scenarios may.
    if (view == output_view::component || view == output_view::mean)
        if (auto const* same = agreement(a, b, output_view::whole, telling)) return same;
    if (view == output_view::coarse_component || view == output_view::coarse_mean)
        if (auto const* same = agreement(a, b, output_view::coarse, telling)) return same;
    telling = true;
    if (view == output_view::whole || view == output_view::coarse) {
        if ((of_a.size() == 1) != (of_b.size() == 1)) {
            auto const& one = hash(of_a.size() == 1 ? *of_a[0] : *of_b[0]);
            return joins_to(of_a.size() == 1 ? b : a, one, coarse) ? &one : nullptr;
        }
        if (of_a.size() != of_b.size()) return nullptr;
        telling = false;
        for (std::size_t i = 0; i < of_a.size(); ++i) {
            if (hash(*of_a[i]) != hash(*of_b[i])) return nullptr;
            telling = telling || !of_a[i]->trivial;
        }
        return &hash(*of_a[0]);
    }
    if (view == output_view::any_order) {
        auto const *x = in_order(a), *y = in_order(b);
        if (x == nullptr || y == nullptr || x->fine != y->fine) return nullptr;
        telling = !of_a[0]->trivial;
        return &x->fine;
    }
    if (view == output_view::component || view == output_view::coarse_component) {
        if (of_a.size() == 1 && of_b.size() == 1) return nullptr;
        for (auto const* x : of_a)
            for (auto const* y : of_b)
                if (hash(*x) == hash(*y) && !x->trivial) {
                    // Two lists agree in one output only if one of them has no more than that, or if all agree in another order.
                    telling = true;
                    if (of_a.size() == 1 || of_b.size() == 1) return &hash(*x);
                    auto sorted_a = of_a, sorted_b = of_b;
                    auto const less = [&](auto const* l, auto const* r) { return hash(*l) < hash(*r); };
                    std::ranges::sort(sorted_a, less);
                    std::ranges::sort(sorted_b, less);
                    bool const same =
                        std::ranges::equal(sorted_a, sorted_b, [&](auto const* l, auto const* r) { return hash(*l) == hash(*r); });
                    return same || of_a[0] == x || of_b[0] == y ? &hash(*x) : nullptr;
                }
        return nullptr;
    }
    for (auto const& x : a.outputs)
        for (auto const& y : b.outputs) {
            if (x.mean == y.mean || (x.mean ? b : a).outputs.size() != 1) continue;
            auto const& whole = x.mean ? y : x;
            auto const& reduced = x.mean ? x : y;
            auto const text = hash(whole);
            if (text.substr(text.find(':')) == hash(reduced) && whole.fine.starts_with(':')) return telling = true, &hash(whole);
        }
    return nullptr;
}

} // namespace detail

} // namespace v0
} // namespace xamt

/// @file
/// Outputs in which nothing is rounded: whole numbers, booleans, indices, sets, and floating values that are only moved or selected.
///
/// Place in the pipeline: compare. Equality is demanded; the majority of independent witnesses says of what.
#pragma once

#include <xamt/compare/endings.hpp>
#include <xamt/compare/excuse.hpp>
#include <xamt/compare/family.hpp>
#include <xamt/compare/forms.hpp>
#include <xamt/compare/law.hpp>
#include <xamt/compare/tally.hpp>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

namespace xamt {
inline namespace v0 {

namespace detail {

/// The value that an index of argmax, argsort or top_k names in the first tensor, or nothing if the index is out of range.
[[nodiscard]] inline std::optional<double> value_at(docket const& d, shape const& out, std::int64_t element, std::int64_t index) {
    auto const* x = d.of.arguments.empty() ? nullptr : std::get_if<ndarray>(&d.of.arguments[0]);
    if (x == nullptr) return std::nullopt;
    // Where no axis is asked for it is the last one that is looked through, or all of them for a single position.
    std::int64_t axis = -1;
    bool flat = out.rank() == 0;
    for (std::size_t i = 0; i < d.of.arguments.size(); ++i) {
        if (d.api.parameters[i].what != kind::axis) continue;
        if (auto const* n = std::get_if<std::int64_t>(&d.of.arguments[i])) axis = *n;
        flat = std::holds_alternative<none>(d.of.arguments[i]);
    }
    auto const rank = static_cast<std::int64_t>(x->dims().rank());
    if (flat || rank == 0) {
        if (index < 0 || index >= x->size()) return std::nullopt;
        return load(x->view(), index);
    }
    if (axis < 0) axis += rank;
    if (axis < 0 || axis >= rank) return std::nullopt;
    auto const along = static_cast<std::size_t>(axis);
    if (index < 0 || index >= x->dims()[along]) return std::nullopt;
    // Position of the output element in the input, with the index in place of its coordinate along the axis.
    bool const kept = out.rank() == x->dims().rank();
    auto const strides = row_major_strides(x->dims());
    std::int64_t at = index * strides[along], rest = element;
    for (std::size_t i = out.rank(); i-- > 0;) {
        std::int64_t const place = rest % out[i];
        rest /= out[i];
        std::size_t const input_axis = kept || i < along ? i : i + 1;
        if (input_axis != along && input_axis < x->dims().rank()) at += place * strides[input_axis];
    }
    return at < x->size() ? std::optional<double>(load(x->view(), at)) : std::nullopt;
}

[[nodiscard]] inline bool same_value(double a, double b) { return a == b || (is_nan(a) && is_nan(b)); }

/// Whole numbers of different widths are compared in the narrower: what wraps there is equal.
[[nodiscard]] inline std::int64_t wrapped(std::int64_t x, std::size_t bytes) {
    if (bytes >= 8) return x;
    unsigned const shift = 64 - 8 * static_cast<unsigned>(bytes);
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(x) << shift) >> shift;
}

} // namespace detail

/// Whole numbers, booleans and indices.
inline void judge_discrete(docket& d, std::size_t output, column_set asked, nature is) {
    shape const out = d.outcomes[asked.first()].outputs[output].dims();
    auto const tensor = [&](std::size_t c) -> ndarray const& { return d.outcomes[c].outputs[output]; };
    std::size_t narrowest = 8;
    for (std::size_t c = 0; c < d.columns.size(); ++c)
        if (asked.contains(c) && is_integer(tensor(c).type())) narrowest = (std::min)(narrowest, size_of(tensor(c).type()));
    std::vector<std::vector<std::int64_t>> table(d.columns.size());
    for (std::size_t c = 0; c < d.columns.size(); ++c) {
        if (!asked.contains(c)) continue;
        for (std::int64_t e = 0; e < out.elements(); ++e) table[c].push_back(detail::wrapped(load_integer(tensor(c).view(), e), narrowest));
        if (is == nature::unordered) std::sort(table[c].begin(), table[c].end());
    }
    tally wrong(output);
    for (std::int64_t e = 0; e < out.elements(); ++e) {
        auto const at = static_cast<std::size_t>(e);
        auto const number = [&](std::size_t c) { return table[c][at]; };
        bool const all_equal = [&] {
            for (std::size_t c = 0; c < d.columns.size(); ++c)
                if (asked.contains(c) && number(c) != number(asked.first())) return false;
            return true;
        }();
        if (all_equal && !law_of_numbers(d, out, e)) continue;
        // An index stands for what it names; outside the tensor it names nothing and is wrong whatever the others say.
        auto const key = [&](std::size_t c) -> std::string {
            if (is != nature::indices) return std::to_string(number(c));
            auto const named_value = detail::value_at(d, out, e, number(c));
            if (!named_value) return "nothing";
            bool const zero = has_ulp(d.of.type) && magnitude(*named_value) < smallest_normal(d.of.type);
            return "v" + detail::shortest(zero ? 0.0 : *named_value);
        };
        column_set right = detail::largest_camp(d, asked, key);
        auto const found = is == nature::values ? law_of_numbers(d, out, e) : std::nullopt;
        bool const lawful = found.has_value();
        law const by_law = found.value_or(law{});
        if (lawful) {
            right = {};
            for (std::size_t c = 0; c < d.columns.size(); ++c)
                if (asked.contains(c) && number(c) == detail::wrapped(static_cast<std::int64_t>(by_law.value), narrowest)) right.insert(c);
        }
        if (right == asked) {
            for (std::size_t c = 0; c < d.columns.size(); ++c)
                if (asked.contains(c) && number(c) != number(asked.first()))
                    wrong.add({.is = judgement::index,
                               .excuse = policy_id::index_ties,
                               .family = "nan-arg",
                               .in = c,
                               .element = e,
                               .got = std::to_string(number(c)),
                               .expected = std::to_string(number(asked.first())),
                               .derivation = {},
                               .witnesses = asked});
            continue;
        }
        policy_id const excuse = discrete_excuse(d, out, e, tensor(asked.first()).type());
        bool const decided = lawful || d.independent.carries(right, asked);
        auto const facts = facts_at(d, out, e);
        if (!decided && excuse == policy_id::none) {
            std::string camps;
            for (std::size_t c = 0; c < d.columns.size(); ++c)
                if (asked.contains(c)) camps += (camps.empty() ? "" : ", ") + to_text(d.columns[c]) + " " + std::to_string(number(c));
            for (std::size_t c = 0; c < d.columns.size(); ++c)
                if (asked.contains(c))
                    wrong.add({.is = judgement::undecided,
                               .family = {},
                               .in = c,
                               .element = e,
                               .got = camps,
                               .expected = {},
                               .derivation = {},
                               .witnesses = asked});
            continue;
        }
        for (std::size_t c = 0; c < d.columns.size(); ++c) {
            if (!asked.contains(c) || right.contains(c)) continue;
            policy_id why = excuse;
            if (why == policy_id::none && d.api.pointwise && facts.tiny) why = policy_id::subnormal_flush;
            if (why == policy_id::none && facts.subnormal && has_ulp(d.of.type) && !right.empty()) {
                auto const& again = d.flushed()[right.first()];
                if (again.is == ending::value && output < again.outputs.size() && again.outputs[output].dims() == out &&
                    detail::wrapped(load_integer(again.outputs[output].view(), e), narrowest) == number(c))
                    why = policy_id::subnormal_flush;
            }
            auto const family = is == nature::indices ? std::string_view("nan-arg")
                                                      : family_of(d, facts, static_cast<double>(number(c)), 0, tensor(c).type());
            wrong.add({.is = is == nature::indices ? judgement::index : judgement::value,
                       .excuse = why,
                       .family = family,
                       .in = c,
                       .element = e,
                       .got = std::to_string(number(c)),
                       .expected = lawful          ? detail::shortest(by_law.value)
                                   : right.empty() ? ""
                                                   : std::to_string(number(right.first())),
                       .judged = lawful,
                       .derivation = lawful ? std::string(by_law.says) : "whole numbers are exact",
                       .witnesses = right});
        }
    }
    wrong.report(d);
}

/// Floating values that are moved, compared or selected but never rounded.
inline void judge_exact_floats(docket& d, std::size_t output, column_set asked, nature is) {
    shape const out = d.outcomes[asked.first()].outputs[output].dims();
    auto const tensor = [&](std::size_t c) -> ndarray const& { return d.outcomes[c].outputs[output]; };
    dtype narrowest = tensor(asked.first()).type();
    for (std::size_t c = 0; c < d.columns.size(); ++c)
        if (asked.contains(c) && info(tensor(c).type()).digits < info(narrowest).digits) narrowest = tensor(c).type();
    cell_table table(d.columns.size());
    for (std::size_t c = 0; c < d.columns.size(); ++c) {
        if (!asked.contains(c)) continue;
        table[c] = cells_of(tensor(c).view());
        for (auto& x : table[c]) x = rounded_to(x, narrowest);
        if (is == nature::unordered)
            std::sort(table[c].begin(), table[c].end(), [](double a, double b) { return is_nan(b) ? !is_nan(a) : a < b; });
    }
    std::size_t const cells = table[asked.first()].size();
    std::int64_t const lanes = is_complex(narrowest) ? 2 : 1;
    tally wrong(output);
    for (std::size_t at = 0; at < cells; ++at) {
        bool all_equal = true;
        for (std::size_t c = 0; c < d.columns.size() && all_equal; ++c)
            all_equal = !asked.contains(c) || detail::same_value(table[c][at], table[asked.first()][at]);
        std::int64_t const e = static_cast<std::int64_t>(at) / lanes;
        auto const found =
            is == nature::unordered ? std::nullopt : law_of_floats(d, out, e, static_cast<int>(at) % static_cast<int>(lanes));
        bool const lawful = found.has_value();
        law const by_law = found.value_or(law{});
        if (all_equal && !(lawful && !detail::same_value(by_law.value, table[asked.first()][at]))) {
            for (std::size_t c = 0; c < d.columns.size(); ++c)
                if (asked.contains(c) && table[c][at] == 0 && sign_bit(table[c][at]) != sign_bit(table[asked.first()][at]))
                    wrong.add({.is = judgement::sign_of_zero,
                               .excuse = policy_id::zero_sign,
                               .family = "signed-zero",
                               .in = c,
                               .element = e,
                               .got = detail::shortest(table[c][at]),
                               .expected = detail::shortest(table[asked.first()][at]),
                               .derivation = {},
                               .witnesses = {}});
            continue;
        }
        auto const key = [&](std::size_t c) {
            return is_nan(table[c][at]) ? std::string("nan") : detail::shortest(table[c][at] == 0 ? 0.0 : table[c][at]);
        };
        auto const facts = facts_at(d, out, e);
        column_set right = detail::largest_camp(d, asked, key);
        // Where the witnesses are divided about a NaN that went in, those that kept it are right.
        bool stands = false, carried = d.independent.carries(right, asked);
        if (facts.nan) {
            auto const own = [&](std::size_t c) { return table[c][at]; };
            column_set const keepers = givers_of_nan(d, asked, own);
            if (carried && !keepers.contains(right.first()) && outvotes_nan(d, keepers, facts)) carried = false;
            stands = lawful || (!carried && keepers_of_nan_stand(d, asked, keepers, facts, own));
            if (stands) right = keepers;
        }
        double const expected = lawful ? by_law.value : right.empty() ? 0 : table[right.first()][at];
        bool decided = stands || carried;
        // inf - inf made NaN somewhere: whether it had to is not for a majority to say.
        if (decided && is_nan(expected) && !facts.nan && facts.infinite) decided = false;
        for (std::size_t c = 0; c < d.columns.size(); ++c) {
            if (!asked.contains(c) || (decided && right.contains(c))) continue;
            double const got = table[c][at];
            policy_id why = floating_excuse(d, out, e, facts, got, expected);
            bool const both_tiny =
                magnitude(got) <= 2 * smallest_normal(narrowest) && magnitude(expected) <= 2 * smallest_normal(narrowest);
            if (why == policy_id::none && narrowest != dtype::float16 && ((d.api.pointwise && facts.tiny) || both_tiny))
                why = policy_id::subnormal_flush;
            if (why == policy_id::none && decided && facts.subnormal) {
                auto const& again = d.flushed()[right.first()];
                if (again.is == ending::value && output < again.outputs.size() && again.outputs[output].dims() == out &&
                    detail::same_value(rounded_to(cells_of(again.outputs[output].view())[at], narrowest), got))
                    why = policy_id::subnormal_flush;
            }
            if (!decided && why == policy_id::none) {
                std::string camps;
                for (std::size_t k = 0; k < d.columns.size(); ++k)
                    if (asked.contains(k))
                        camps += (camps.empty() ? "" : ", ") + to_text(d.columns[k]) + " " + detail::cell_text(table[k][at], narrowest);
                wrong.add({.is = judgement::undecided,
                           .family = {},
                           .in = c,
                           .element = e,
                           .got = camps,
                           .expected = {},
                           .derivation = {},
                           .witnesses = asked});
                continue;
            }
            bool const kinds_differ = !same_kind(got, expected);
            wrong.add({.is = !kinds_differ                     ? judgement::value
                             : is_nan(got) || is_nan(expected) ? judgement::nan
                                                               : judgement::infinity,
                       .excuse = why,
                       .family = family_of(d, facts, got, expected, narrowest),
                       .in = c,
                       .element = e,
                       .got = detail::cell_text(got, narrowest),
                       .expected = detail::cell_text(expected, narrowest),
                       .ulp = ulp_distance(got, expected, narrowest),
                       .bound = 0,
                       .judged = lawful,
                       .derivation = lawful ? std::string(by_law.says) : "nothing is rounded: 0 ULP",
                       .witnesses = right,
                       .extreme = facts.infinite || facts.tiny || facts.most > 0x1p40});
        }
    }
    wrong.report(d);
}

} // namespace v0
} // namespace xamt

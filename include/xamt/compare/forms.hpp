/// @file
/// Third and fourth step of the ladder: how many outputs, of which shapes, of which dtypes.
///
/// Place in the pipeline: compare. Shapes go by majority of independent witnesses; dtypes differ by convention. What is left is the set
/// of columns whose values can be compared.
#pragma once

#include <xamt/compare/docket.hpp>

#include <algorithm>
#include <string>
#include <vector>

namespace xamt {
inline namespace v0 {

namespace detail {

[[nodiscard]] inline std::string to_text(shape const& s) {
    std::string text = "(";
    for (std::size_t i = 0; i < s.rank(); ++i) text += (i == 0 ? "" : ",") + std::to_string(s[i]);
    return text + ")";
}

/// The largest camp by independent witnesses among columns with equal keys; empty where the two largest are equal.
template <class Key> [[nodiscard]] column_set largest_camp(docket const& d, column_set asked, Key key) {
    column_set best;
    int count = 0;
    bool tied = false;
    for (std::size_t c = 0; c < d.columns.size(); ++c) {
        if (!asked.contains(c) || best.contains(c)) continue;
        column_set camp;
        for (std::size_t k = 0; k < d.columns.size(); ++k)
            if (asked.contains(k) && key(k) == key(c)) camp.insert(k);
        int const n = d.independent.count(camp);
        if (camp == best) continue;
        if (n > count) {
            best = camp;
            count = n;
            tied = false;
        } else if (n == count && !(camp == best)) {
            tied = true;
        }
    }
    return tied ? column_set{} : best;
}

/// A verdict on the columns outside the majority, or an undecided one.
template <class Key, class Text>
void judge_form(docket& d, column_set asked, judgement is, int output, policy_id policy, Key key, Text text) {
    column_set const right = largest_camp(d, asked, key);
    if (right == asked) return;
    verdict v;
    v.output = output;
    v.suppressed_by = policy;
    v.severity = 60;
    v.family = is == judgement::dtype ? "dtype" : "value";
    std::string told;
    for (std::size_t c = 0; c < d.columns.size(); ++c)
        if (asked.contains(c)) told += (told.empty() ? "" : ", ") + xamt::to_text(d.columns[c]) + " " + text(c);
    if (d.independent.carries(right, asked)) {
        v.is = is;
        v.blamed = asked - right;
        v.witnesses = right;
        v.got = text(v.blamed.first());
        v.expected = text(right.first());
        v.say(d.columns, "give",
              " " + std::string(name_of(is)) + " " + v.got + " where " + clause_of(right, d.columns, "give") + " " + v.expected);
    } else {
        v.is = policy == policy_id::none ? judgement::undecided : is;
        v.witnesses = asked;
        v.sentence = "no majority for one " + std::string(name_of(is)) + ": " + told;
    }
    d.verdicts.push_back(std::move(v));
}

} // namespace detail

/// Compares numbers of outputs and shapes; gives, for each output, the columns that share the right shape.
[[nodiscard]] inline std::vector<column_set> judge_shapes(docket& d) {
    auto const outputs = [&](std::size_t c) { return d.outcomes[c].outputs.size(); };
    detail::judge_form(d, d.answered, judgement::shape, -1, policy_id::none, outputs,
                       [&](std::size_t c) { return std::to_string(outputs(c)) + " outputs"; });
    column_set const same_count = detail::largest_camp(d, d.answered, outputs);
    std::vector<column_set> comparable;
    if (same_count.empty()) return comparable;
    for (std::size_t o = 0; o < outputs(same_count.first()); ++o) {
        auto const dims = [&](std::size_t c) -> shape const& { return d.outcomes[c].outputs[o].dims(); };
        bool const any_empty = std::any_of(d.of.arguments.begin(), d.of.arguments.end(), [](value const& v) {
            auto const* t = std::get_if<ndarray>(&v);
            return t != nullptr && t->size() == 0;
        });
        detail::judge_form(d, same_count, judgement::shape, static_cast<int>(o), any_empty ? policy_id::empty_operand : policy_id::none,
                           dims, [&](std::size_t c) { return detail::to_text(dims(c)); });
        comparable.push_back(detail::largest_camp(d, same_count, dims));
    }
    return comparable;
}

/// Compares the dtypes of one output (a convention) and gives the columns whose values can be compared with each other: of one class,
/// and not computed in a narrower type than the trial's.
[[nodiscard]] inline column_set judge_dtypes(docket& d, std::size_t output, column_set asked) {
    auto const type = [&](std::size_t c) { return d.outcomes[c].outputs[output].type(); };
    detail::judge_form(d, asked, judgement::dtype, static_cast<int>(output), policy_id::result_dtype, type,
                       [&](std::size_t c) { return std::string(name_of(type(c))); });
    auto const kind_of = [&](std::size_t c) {
        return info(type(c)).kind == dtype_class::boolean ? dtype_class::integer : info(type(c)).kind;
    };
    column_set const alike = detail::largest_camp(d, asked, kind_of);
    column_set narrowed;
    for (std::size_t c = 0; c < d.columns.size(); ++c) {
        if (!alike.contains(c)) continue;
        bool const floats = has_ulp(type(c)) && !d.integer_trial() && info(type(c)).digits < info(d.of.type).digits;
        bool const integers = is_integer(type(c)) && is_integer(d.of.type) && size_of(type(c)) < size_of(d.of.type) &&
                              size_of(d.of.type) == 8 &&
                              d.api.returns()[(std::min<std::size_t>)(output, d.api.output_count - 1u)].is != nature::indices;
        if (floats || integers) narrowed.insert(c);
    }
    if (narrowed.empty()) return alike;
    verdict v;
    v.is = judgement::dtype;
    v.blamed = narrowed;
    v.witnesses = alike - narrowed;
    v.output = static_cast<int>(output);
    v.suppressed_by = policy_id::narrowed_result;
    v.family = "dtype";
    v.got = name_of(type(narrowed.first()));
    v.expected = name_of(d.of.type);
    v.say(d.columns, "compute", " in " + v.got + " what was given in " + v.expected);
    d.verdicts.push_back(std::move(v));
    return alike - narrowed;
}

} // namespace v0
} // namespace xamt

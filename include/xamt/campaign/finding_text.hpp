/// @file
/// From a verdict to a finding: numbers and tensors become the text that reports show.
///
/// Place in the pipeline: campaign.
#pragma once

#include <xamt/campaign/finding_log.hpp>
#include <xamt/campaign/seat.hpp>
#include <xamt/compare/verdict.hpp>
#include <xamt/compare/vote.hpp>
#include <xamt/core/text.hpp>
#include <xamt/report/public_name.hpp>
#include <xamt/report/run_report.hpp>
#include <xamt/run/outcome.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace xamt {
inline namespace v0 {

/// Text longer than this is cut in reports; the replay line has the whole.
inline constexpr std::size_t longest_text = 600;

[[nodiscard]] inline std::string shortened(std::string text) {
    if (text.size() <= longest_text) return text;
    std::size_t const left_out = text.size() - longest_text;
    text.resize(longest_text);
    return text + "… (" + std::to_string(left_out) + " more characters)";
}

[[nodiscard]] inline std::string outcome_text(outcome const& o) {
    if (o.is != ending::value) {
        std::string text(name_of(o.is));
        if (!o.error_type.empty()) text += " " + o.error_type;
        if (!o.message.empty()) text += ": " + o.message;
        return shortened(text);
    }
    std::string text;
    for (auto const& t : o.outputs) text += (text.empty() ? "" : ", ") + to_text(value(t));
    return shortened(text);
}

/// Number of tensor elements in an input: the size by which examples are compared.
[[nodiscard]] inline std::size_t input_size(std::span<value const> arguments) {
    std::size_t n = 0;
    for (auto const& v : arguments) {
        if (auto const* t = std::get_if<ndarray>(&v)) n += static_cast<std::size_t>(t->size());
        if (auto const* l = std::get_if<std::vector<ndarray>>(&v))
            for (auto const& t : *l) n += static_cast<std::size_t>(t.size());
    }
    return n;
}

/// The severity as a word; `score` is the verdict's, 0 to 100.
[[nodiscard]] constexpr std::string_view severity_word(int score) {
    if (score >= 80) return "critical";
    if (score >= 60) return "high";
    return score >= 35 ? "medium" : "low";
}

/// The arguments by name, as `xamt try` takes them.
[[nodiscard]] inline std::vector<named_text> input_texts(api_description const& api, std::span<value const> arguments) {
    std::vector<named_text> texts;
    for (std::size_t p = 0; p < api.parameter_count; ++p)
        texts.emplace_back(std::string(api.parameters[p].name), shortened(to_text(arguments[p])));
    return texts;
}

/// Every column's answer; columns that took no part are left out.
[[nodiscard]] inline std::vector<named_text> output_texts(std::span<column const> columns, std::span<outcome const> outcomes) {
    std::vector<named_text> texts;
    for (std::size_t s = 0; s < columns.size(); ++s)
        if (outcomes[s].is != ending::absent) texts.emplace_back(to_text(columns[s]), outcome_text(outcomes[s]));
    return texts;
}

/// A verdict that blames nobody, or is none to act on, as a remark.
[[nodiscard]] inline remark remark_of(group_table const& table, std::span<column const> columns, verdict const& v,
                                      std::span<value const> arguments, std::span<outcome const> outcomes, std::string replay) {
    remark r;
    r.group = table.api->name;
    for (std::size_t s = 0; s < columns.size(); ++s)
        if (v.blamed.contains(s)) r.columns.push_back(to_text(columns[s]));
    r.sentence = v.sentence;
    r.replay = std::move(replay);
    r.input = input_texts(*table.api, arguments);
    r.outputs = output_texts(columns, outcomes);
    return r;
}

/// The blamed columns of one verdict that run the same code, each with the one whose code it is: Keras stands with its backend where both
/// are wrong, Eigen with TensorFlow. One mistake is one finding.
[[nodiscard]] inline std::vector<std::pair<std::size_t, column_set>> sharing_code(column_set blamed, std::span<column const> columns,
                                                                                  bool pointwise) {
    std::vector<std::pair<std::size_t, column_set>> parties;
    witnesses const code(columns, pointwise);
    auto const owner = [&](std::size_t c) {
        std::size_t first = c;
        for (std::size_t o = columns.size(); o-- > 0;) {
            bool const same = blamed.contains(o) && code[o] == code[c];
            if (same && (!is_layer(columns[o]) || is_layer(columns[first]))) first = o;
        }
        return first;
    };
    for (std::size_t c = 0; c < columns.size(); ++c) {
        if (!blamed.contains(c)) continue;
        auto const at = std::find_if(parties.begin(), parties.end(), [&](auto const& p) { return p.first == owner(c); });
        if (at == parties.end())
            parties.emplace_back(owner(c), column_set::only(c));
        else
            at->second.insert(c);
    }
    return parties;
}

/// The share that some columns have in a verdict as a finding.
[[nodiscard]] inline finding finding_of(group_table const& table, std::span<column const> columns, column_set blamed, verdict const& v,
                                        std::span<value const> arguments, std::span<outcome const> outcomes, std::string replay) {
    finding f;
    f.group = table.api->name;
    f.kind = name_of(v.is);
    for (std::size_t s = 0; s < columns.size(); ++s)
        if (blamed.contains(s)) f.blamed.push_back(to_text(columns[s]));
    f.family = v.family;
    f.severity = severity_word(v.severity);
    f.input = input_texts(*table.api, arguments);
    f.outputs = output_texts(columns, outcomes);
    for (std::size_t s = 0; s < columns.size(); ++s)
        if (outcomes[s].is != ending::absent) f.apis[to_text(columns[s])] = public_name(table.seats[s].how->function);
    f.reference = v.expected;
    f.ulp = v.ulp;
    f.bound = v.bound;
    f.derivation = v.derivation;
    f.sentence = v.sentence_for(blamed, columns);
    f.replay = std::move(replay);
    f.variant = name_of(v.only_in);
    for (auto const& a : arguments)
        if (auto const* t = std::get_if<ndarray>(&a); t != nullptr && f.dtype.empty()) f.dtype = name_of(t->type());
    return f;
}

} // namespace v0
} // namespace xamt

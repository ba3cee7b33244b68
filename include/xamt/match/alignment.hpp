/// @file
/// How the parameters of one's own function go into those of an operator, and how well they fit.
///
/// Place in the pipeline: match. Parameters of the same name go together; the others in order, where the kinds allow it. An operator that
/// requires more than the function takes does not fit, but for an axis: a function without one works along the last.
#pragma once

#include <xamt/describe/schema.hpp>
#include <xamt/match/library.hpp>
#include <xamt/match/operator_index.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace xamt {
inline namespace v0 {

struct alignment {
    static constexpr std::size_t max_arguments = 16;
    static constexpr std::int8_t left_open = -1, last_axis = -2;

    bool fits = false, one_of_several = false; ///< the operator gives several results, and the first one is meant
    int score = 0;
    std::uint64_t types = 0; ///< equal for operators that take and give the same: aliases of one another
    /// What each of the operator's parameters is given: a position in the function's list, or one of the two above.
    std::array<std::int8_t, max_arguments> from{};
    std::uint8_t count = 0;
};

namespace detail {

/// Weights of what speaks for an overload. Only their order counts: a name in common, then nothing left open, then one result.
inline constexpr int weight_of_name = 3, weight_of_open = -1, weight_of_axis = -4, weight_of_several = -5;

struct schema_form {
    std::array<schema_parameter, alignment::max_arguments> parameters{};
    std::size_t count = 0, results = 0;
    bool usable = true; ///< gives tensors, and writes over none
};

[[nodiscard]] constexpr schema_form read_schema(char const* text) {
    schema_form form;
    schema_reader reader(text);
    for (schema_parameter p; reader.next(p);) {
        if (form.count == form.parameters.size()) {
            form.usable = false;
            return form;
        }
        form.parameters[form.count++] = p;
    }
    auto const results = reader.results();
    form.results = 1;
    for (std::size_t i = 0; i < results.size(); ++i) form.results += results[i] == ',';
    constexpr std::string_view tensor = "Tensor", several = "(Tensor";
    form.usable = (begins_with(results, tensor) && results.size() == tensor.size()) || begins_with(results, several);
    for (char const* at = text; *at != 0 && form.usable; ++at) form.usable = *at != '!';
    return form;
}

[[nodiscard]] constexpr bool same_text(std::string_view a, std::string_view b) { return a.size() == b.size() && begins_with(a, b); }

[[nodiscard]] constexpr bool is_axis_name(std::string_view name) {
    return same_text(name, "dim") || same_text(name, "axis") || same_text(name, "dims") || same_text(name, "axes");
}

/// Whether a parameter of the function may go into one of the operator: the kinds allow it, and an axis goes into an axis.
[[nodiscard]] constexpr bool goes_into(own_name const& own, kind has, schema_parameter const& p) {
    bool const whole = has == kind::integer || has == kind::integers;
    return takes_kind(p, has) && (!whole || is_axis_name(own.name) == is_axis_name(p.name));
}

/// Where the inputs go: by name, then in order, what is required first. False if one finds no place.
[[nodiscard]] constexpr bool place_inputs(own_function const& f, schema_form const& form, alignment& to) {
    std::array<bool, own_function::max_parameters> placed{};
    for (std::size_t i = 0; i < f.count; ++i) {
        if (!f.is_input(i)) continue;
        for (std::size_t j = 0; j < form.count && !placed[i]; ++j) {
            auto const& p = form.parameters[j];
            if (to.from[j] != alignment::left_open || !same_text(f.parameters[i].name, p.name)) continue;
            if (!goes_into(f.parameters[i], f.signature.kinds[i], p)) continue;
            to.from[j] = static_cast<std::int8_t>(i);
            to.score += weight_of_name;
            placed[i] = true;
        }
    }
    for (std::size_t i = 0; i < f.count; ++i) {
        if (!f.is_input(i) || placed[i]) continue;
        for (bool const required : {true, false})
            for (std::size_t j = 0; j < form.count && !placed[i]; ++j) {
                auto const& p = form.parameters[j];
                if (p.required() != required || to.from[j] != alignment::left_open) continue;
                if (!goes_into(f.parameters[i], f.signature.kinds[i], p)) continue;
                to.from[j] = static_cast<std::int8_t>(i);
                placed[i] = true;
            }
        if (!placed[i]) return false;
    }
    return true;
}

/// What the operator's other parameters get; false if one is required and no axis.
[[nodiscard]] constexpr bool fill_the_rest(schema_form const& form, alignment& to) {
    for (std::size_t j = 0; j < form.count; ++j) {
        auto const& p = form.parameters[j];
        if (to.from[j] != alignment::left_open) continue;
        if (!p.required()) {
            if (!p.keyword_only && p.what != schema_type::dtype) to.score += weight_of_open;
            continue;
        }
        if (p.what != schema_type::integer || !is_axis_name(p.name)) return false;
        to.from[j] = alignment::last_axis;
        to.score += weight_of_axis;
    }
    return true;
}

} // namespace detail

/// Fits a function to the operator of that schema.
[[nodiscard]] constexpr alignment align(own_function const& f, char const* schema) {
    alignment to;
    auto const form = detail::read_schema(schema);
    if (!form.usable) return to;
    std::size_t results = 0;
    for (std::size_t i = 0; i < f.count; ++i) results += f.is_result(i);
    if (results > 1 && results != form.results) return to;
    to.one_of_several = results <= 1 && form.results > 1;
    to.score = to.one_of_several ? detail::weight_of_several : 0;
    to.count = static_cast<std::uint8_t>(form.count);
    to.types = form.results;
    for (std::size_t j = 0; j < form.count; ++j) {
        auto const& p = form.parameters[j];
        to.from[j] = alignment::left_open;
        if (p.keyword_only && !p.required()) continue;
        unsigned const type = static_cast<unsigned>(p.what) * 4 + (p.list ? 2 : 0) + (p.required() ? 1 : 0);
        to.types = (to.types ^ type) * detail::hash_factor;
    }
    to.fits = detail::place_inputs(f, form, to) && detail::fill_the_rest(form, to);
    return to;
}

} // namespace v0
} // namespace xamt

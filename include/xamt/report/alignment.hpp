/// @file
/// An alignment in words: what a canonical parameter admits, and step by step how one framework's call is made from it.
///
/// Place in the pipeline: report; it tells what align/ does. Example, two steps of `conv2d` in TensorFlow:
/// "`filters` takes weight, its axes reordered from OIHW to HWIO", "`padding` takes padding as (before, after) pairs over NHWC".
#pragma once

#include <xamt/describe/api.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <string>
#include <string_view>
#include <vector>

namespace xamt {
inline namespace v0 {

/// A constant of a description as a person would write it.
[[nodiscard]] inline std::string to_words(constant const& c) {
    switch (c.is) {
    case constant::type::absent: return "nothing";
    case constant::type::none: return "none";
    case constant::type::flag: return c.integer != 0 ? "true" : "false";
    case constant::type::integer: return std::to_string(c.integer);
    case constant::type::real: return fmt::format("{}", c.real);
    case constant::type::text: return "'" + std::string(c.text) + "'";
    case constant::type::dtype: return std::string(name_of(c.element));
    case constant::type::integers: break;
    }
    return fmt::format("[{}]", fmt::join(c.list.begin(), c.list.begin() + c.count, ","));
}

/// The dtypes of a set; the usual families by name.
[[nodiscard]] inline std::string to_words(dtype_set types) {
    if (types == all_dtypes) return "any dtype";
    std::vector<std::string> words;
    auto const family = [&](dtype_set members, std::string_view name) {
        if ((types & members) != members) return;
        words.emplace_back(name);
        types.bits = static_cast<std::uint16_t>(types.bits & ~members.bits);
    };
    family(floating_dtypes, "floating");
    family(integer_dtypes, "integer");
    family(complex_dtypes, "complex");
    for (std::size_t i = 0; i < dtype_count; ++i)
        if (types.contains(static_cast<dtype>(i))) words.emplace_back(name_of(static_cast<dtype>(i)));
    return fmt::format("{}", fmt::join(words, ", "));
}

[[nodiscard]] inline std::string_view to_words(content c) {
    constexpr std::string_view words[] = {
        "",          "probabilities", "indices",       "ascending values", "positive definite", "well conditioned",
        "symmetric", "triangular",    "signs (-1, 1)", "one-hot rows"};
    return words[static_cast<std::size_t>(c)];
}

[[nodiscard]] inline std::string_view to_words(rounding r) {
    constexpr std::string_view words[] = {"exact",        "correctly rounded", "elementary function", "special function",
                                          "accumulation", "linear algebra"};
    return words[static_cast<std::size_t>(r)];
}

/// What a canonical parameter is and admits: "tensor, floating, rank 1 to 4".
[[nodiscard]] inline std::string to_words(parameter const& p) {
    std::vector<std::string> words{p.what == kind::tensors    ? "list of tensors"
                                   : p.what == kind::integers ? "integers"
                                                              : std::string(name_of(p.what))};
    if (!p.types.empty()) words.push_back(to_words(p.types));
    if (p.filled_with == content::indices)
        words.push_back(fmt::format("indices into {}{}", p.refers_to.empty() ? "the first tensor" : p.refers_to,
                                    p.along.empty() ? "" : fmt::format(" along {}", p.along)));
    else if (p.filled_with != content::any)
        words.emplace_back(to_words(p.filled_with));
    if (p.whole) words.emplace_back("whole numbers");
    if (!p.letters.empty()) {
        words.push_back("shape (" + fmt::format("{}", fmt::join(p.letters, ",")) + ")");
    } else if (p.is_tensor()) {
        if (p.shaped == shape_rule::same) words.emplace_back("shape of the first tensor");
        if (p.rank_lo == p.rank_hi)
            words.push_back(fmt::format("rank {}", p.rank_lo));
        else if (p.rank_lo != 0 || p.rank_hi != 5)
            words.push_back(fmt::format("rank {} to {}", p.rank_lo, p.rank_hi));
    }
    if (!p.layout.empty()) words.emplace_back(p.layout);
    if (p.what == kind::tensors || p.what == kind::integers) {
        if (p.length_lo == p.length_hi)
            words.push_back(fmt::format("{} of them", p.length_lo));
        else
            words.push_back(fmt::format("{} to {} of them", p.length_lo, p.length_hi));
    }
    if (p.bounded()) {
        bool const open_above = p.hi > 1e308, open_below = p.lo < -1e308;
        if (open_above)
            words.emplace_back(p.lo > 0 ? "positive" : "not negative");
        else if (open_below)
            words.push_back(fmt::format("at most {}", p.hi));
        else
            words.push_back(p.lo == p.hi ? fmt::format("always {}", p.lo) : fmt::format("{} to {}", p.lo, p.hi));
    }
    if (p.what == kind::choice)
        words.push_back(fmt::format("one of {}", fmt::join(p.choices.begin(), p.choices.begin() + p.choice_count, ", ")));
    if (p.may_be_none) words.emplace_back("may be none");
    if (p.fallback.present()) words.push_back("default " + to_words(p.fallback));
    return fmt::format("{}", fmt::join(words, ", "));
}

namespace detail {

[[nodiscard]] inline std::string words_for(item const& i, parameter const& p) {
    std::vector<std::string> spelled;
    if (p.what == kind::flag) {
        if (!i.spelled[0].empty()) spelled.push_back(fmt::format("'{}' for false", i.spelled[0]));
        if (!i.spelled[1].empty()) spelled.push_back(fmt::format("'{}' for true", i.spelled[1]));
    } else {
        for (std::size_t c = 0; c < p.choice_count && c < i.spelled.size(); ++c)
            if (!i.spelled[c].empty()) spelled.push_back(fmt::format("'{}' for {}", i.spelled[c], p.choices[c]));
    }
    return fmt::format("{}", fmt::join(spelled, ", "));
}

/// What becomes of canonical parameter `p` on its way to the argument `i`; nothing to say where both are the same.
[[nodiscard]] inline std::string step(item const& i, parameter const& p) {
    std::string const takes = fmt::format("`{}` takes {}", i.name, p.name);
    switch (i.how) {
    case conversion::plain:
        if (!i.layout.empty() && i.layout != p.layout) return takes + fmt::format(", its axes reordered from {} to {}", p.layout, i.layout);
        return i.name == p.name ? "" : takes;
    case conversion::words: return takes + " in words: " + words_for(i, p);
    case conversion::negated: return takes + " negated: true means false here";
    case conversion::plus:
        return takes + fmt::format(" {} {}, because it counts from another base", i.number < 0 ? "minus" : "plus", std::abs(i.number));
    case conversion::pads: return takes + fmt::format(" as (before, after) pairs over {}", i.layout);
    case conversion::over_layout: return takes + fmt::format(" spread over {}, with 1 for the other axes", i.layout);
    case conversion::same_or_valid:
        return takes + fmt::format(" as 'VALID' (no padding) or 'SAME' (where it keeps the extents, given {} and {}); other paddings leave "
                                   "this framework out",
                                   i.spelled[0], i.spelled[1]);
    case conversion::scalar_of: return takes + " as one number; unequal numbers leave this framework out";
    case conversion::spread: return takes + " as separate arguments";
    case conversion::as_tensor: return takes + " as a tensor";
    case conversion::shape_of: return takes + "'s extents as a list";
    case conversion::extent_of: return takes + fmt::format("'s extent along axis {}", i.number);
    case conversion::from_front: return takes + " counted from the front";
    case conversion::pairs: return takes + " as one (before, after) pair for every axis";
    case conversion::pairs_from_last: return takes + " as a flat list that begins with the last axis";
    }
    return takes;
}

} // namespace detail

/// How one framework's call is made from a canonical trial, and its result brought back; one sentence a step.
[[nodiscard]] inline std::vector<std::string> alignment_steps(api_description const& api, binding const& b) {
    std::vector<std::string> steps;
    std::uint32_t bound = 0;
    bool constructing = false;
    for (item const& i : b.list()) {
        parameter const* const p = i.parameter >= 0 ? &api.parameters[static_cast<std::size_t>(i.parameter)] : nullptr;
        if (p != nullptr) bound |= 1u << static_cast<unsigned>(i.parameter);
        std::string const where = constructing ? " (when the layer is made)" : "";
        switch (i.is) {
        case item::role::argument:
            if (std::string const text = detail::step(i, *p); !text.empty()) steps.push_back(text + where);
            break;
        case item::role::pinned: steps.push_back(fmt::format("`{}` is always {}", i.name, to_words(i.pin)) + where); break;
        case item::role::only:
            steps.push_back(fmt::format("has no {} and behaves as with {}: takes part only then", p->name, to_words(i.pin)));
            break;
        case item::role::component: steps.push_back(fmt::format("returns several results; number {} is meant", i.number)); break;
        case item::role::gives:
            steps.push_back(fmt::format("the result's axes are reordered from {} to {}", i.layout, api.outputs[0].layout));
            break;
        case item::role::accepts: steps.push_back("takes only " + to_words(i.types)); break;
        case item::role::eager: steps.emplace_back("is called without compiling: its result's shape depends on values"); break;
        case item::role::out_like: steps.push_back(fmt::format("writes its result into a tensor of the shape of {}", i.name)); break;
        case item::role::out_dims:
            steps.push_back(fmt::format("writes its result into a tensor of shape ({})", fmt::join(i.name, ",")));
            break;
        case item::role::size_of: steps.push_back(fmt::format("is told the number of elements of {}", i.name)); break;
        case item::role::extent_of: steps.push_back(fmt::format("is told the extent {}", i.name)); break;
        case item::role::construct: constructing = true; break;
        case item::role::implied: steps.push_back(fmt::format("needs no {}, which follows from the rest", p->name)); break;
        case item::role::unused: break;
        }
    }
    for (std::size_t at = 0; at < api.parameter_count; ++at) {
        if ((bound >> at) & 1u) continue;
        parameter const& p = api.parameters[at];
        steps.push_back(
            fmt::format("has no {}: takes part only where it is {}", p.name, p.fallback.present() ? to_words(p.fallback) : "none"));
    }
    if (steps.empty()) steps.emplace_back("takes every parameter under its canonical name");
    return steps;
}

/// The call as this framework's user would write it, with canonical parameters for arguments: "jax.nn.softmax(x=x, axis=axis)".
[[nodiscard]] inline std::string call_in_words(api_description const& api, binding const& b, std::string_view function) {
    std::vector<std::string> made, called;
    bool constructing = false;
    for (item const& i : b.list()) {
        constructing = constructing || i.is == item::role::construct;
        auto& list = constructing ? made : called;
        if (i.is == item::role::pinned) list.push_back(fmt::format("{}={}", i.name, to_words(i.pin)));
        if (i.is != item::role::argument) continue;
        std::string_view const canonical = api.parameters[static_cast<std::size_t>(i.parameter)].name;
        list.push_back(i.how == conversion::spread ? fmt::format("*{}", canonical) : fmt::format("{}={}", i.name, canonical));
    }
    std::string const constructor = constructing ? fmt::format("({})", fmt::join(made, ", ")) : "";
    return fmt::format("{}{}({})", function, constructor, fmt::join(called, ", "));
}

} // namespace v0
} // namespace xamt

/// @file
/// One canonical argument in a framework's dialect: words for flags, numbers from another base, padding pairs, layouts.
///
/// Place in the pipeline: align. Each function answers with the converted value, or with the reason why this framework cannot take it.
#pragma once

#include <xamt/align/layout.hpp>
#include <xamt/core/element.hpp>
#include <xamt/core/value.hpp>
#include <xamt/describe/api.hpp>

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace xamt {
inline namespace v0 {

/// A constant of a description as an argument of a call.
[[nodiscard]] inline value to_value(constant const& c) {
    switch (c.is) {
    case constant::type::absent:
    case constant::type::none: break;
    case constant::type::flag: return c.integer != 0;
    case constant::type::integer: return c.integer;
    case constant::type::real: return c.real;
    case constant::type::text: return std::string(c.text);
    case constant::type::dtype: return c.element;
    case constant::type::integers: return integer_list{{c.list.begin(), c.list.begin() + c.count}, 0};
    }
    return none{};
}

/// Whether an argument is the constant; a whole number equals the same real one.
[[nodiscard]] inline bool equals(value const& v, constant const& c) {
    if (auto const* i = std::get_if<std::int64_t>(&v); i != nullptr && c.is == constant::type::real)
        return static_cast<double>(*i) == c.real;
    if (auto const* r = std::get_if<double>(&v); r != nullptr && c.is == constant::type::integer)
        return *r == static_cast<double>(c.integer);
    value const other = to_value(c);
    if (other.index() != v.index()) return false;
    return std::visit(
        [&]<class T>(T const& x) {
            if constexpr (std::is_same_v<T, ndarray> || std::is_same_v<T, std::vector<ndarray>>)
                return false;
            else
                return x == std::get<T>(other);
        },
        v);
}

/// A converted argument, or why there is none.
struct conversion_result {
    value made;
    std::string refusal; ///< empty: converted
};

namespace detail {

[[nodiscard]] inline conversion_result refused(std::string why) { return {none{}, std::move(why)}; }

[[nodiscard]] inline conversion_result spelled(value const& v, parameter const& p, item const& how) {
    std::size_t position = 0;
    if (auto const* b = std::get_if<bool>(&v))
        position = *b ? 1 : 0;
    else if (auto const* s = std::get_if<std::string>(&v))
        position = static_cast<std::size_t>(std::find(p.choices.begin(), p.choices.begin() + p.choice_count, *s) - p.choices.begin());
    else
        return refused("has no word for it");
    if (position >= how.spelled.size() || how.spelled[position].empty()) return refused("has no word for it");
    return {std::string(how.spelled[position]), {}};
}

[[nodiscard]] inline bool spatial(char axis_letter) { return axis_letter != 'N' && axis_letter != 'C'; }

/// Numbers of the spatial axes, one for each of `count` of them; a single number stands for all.
[[nodiscard]] inline std::vector<std::int64_t> for_each_axis(value const& v, std::size_t count) {
    if (auto const* i = std::get_if<std::int64_t>(&v)) return std::vector<std::int64_t>(count, *i);
    auto const* l = std::get_if<integer_list>(&v);
    if (l == nullptr) return {};
    return l->items.size() == 1 ? std::vector<std::int64_t>(count, l->items[0]) : l->items;
}

[[nodiscard]] inline conversion_result spread_over(value const& v, std::string_view layout, bool pairs) {
    auto const numbers = for_each_axis(v, static_cast<std::size_t>(std::count_if(layout.begin(), layout.end(), spatial)));
    integer_list out{{}, pairs ? 2 : 0};
    std::size_t next = 0;
    for (char axis_letter : layout) {
        bool const here = spatial(axis_letter);
        if (here && next >= numbers.size()) return refused("needs one number for every spatial axis");
        std::int64_t const n = here ? numbers[next++] : (pairs ? 0 : 1);
        out.items.push_back(n);
        if (pairs) out.items.push_back(n);
    }
    return {std::move(out), {}};
}

/// Extents of the kernel along the spatial axes: the last axes of a weight tensor, or a list.
[[nodiscard]] inline std::vector<std::int64_t> kernel_extents(value const& kernel, std::size_t axes) {
    auto const* t = std::get_if<ndarray>(&kernel);
    if (t == nullptr) return for_each_axis(kernel, axes);
    if (t->dims().rank() < axes) return {};
    return {t->dims().end() - static_cast<std::ptrdiff_t>(axes), t->dims().end()};
}

[[nodiscard]] inline conversion_result same_or_valid(value const& padding, value const& kernel, value const& stride) {
    std::size_t axes = 1;
    if (auto const* l = std::get_if<integer_list>(&padding)) axes = l->items.size();
    auto const p = for_each_axis(padding, axes);
    if (std::all_of(p.begin(), p.end(), [](auto n) { return n == 0; })) return {std::string("VALID"), {}};
    auto const k = kernel_extents(kernel, axes);
    auto const s = for_each_axis(stride, axes);
    bool same = k.size() == p.size() && s.size() == p.size();
    for (std::size_t i = 0; same && i < p.size(); ++i) same = s[i] == 1 && 2 * p[i] == k[i] - 1;
    return same ? conversion_result{std::string("SAME"), {}} : refused("knows paddings SAME and VALID only, and this is neither");
}

[[nodiscard]] inline conversion_result single_number(value const& v) {
    auto const* l = std::get_if<integer_list>(&v);
    if (l == nullptr) return {v, {}};
    bool const equal = !l->items.empty() && std::adjacent_find(l->items.begin(), l->items.end(), std::not_equal_to<>{}) == l->items.end();
    return equal ? conversion_result{l->items.front(), {}} : refused("takes one number for all axes");
}

[[nodiscard]] inline conversion_result number_as_tensor(value const& v, dtype type) {
    if (auto const* l = std::get_if<integer_list>(&v)) {
        ndarray t(dtype::int32, shape{static_cast<std::int64_t>(l->items.size())});
        for (std::size_t i = 0; i < l->items.size(); ++i)
            t.as<std::int32_t>()[static_cast<std::int64_t>(i)] = static_cast<std::int32_t>(l->items[i]);
        return {std::move(t), {}};
    }
    ndarray t(type, shape{});
    if (auto const* i = std::get_if<std::int64_t>(&v))
        store(t, 0, static_cast<double>(*i));
    else if (auto const* r = std::get_if<double>(&v))
        store(t, 0, *r);
    else
        return {v, {}};
    return {std::move(t), {}};
}

[[nodiscard]] inline conversion_result extents_of(value const& v, item const& how) {
    auto const* t = std::get_if<ndarray>(&v);
    if (t == nullptr) return refused("wants the extents of a tensor, and this is none");
    shape const& dims = t->dims();
    if (how.how == conversion::shape_of) return {integer_list{{dims.begin(), dims.end()}, 0}, {}};
    auto const axis = how.number < 0 ? how.number + static_cast<std::ptrdiff_t>(dims.rank()) : how.number;
    if (axis < 0 || axis >= static_cast<std::ptrdiff_t>(dims.rank())) return refused("wants the extent of an axis that is not there");
    return {dims[static_cast<std::size_t>(axis)], {}};
}

/// A negative axis counted from the front of the tensor that it refers to.
[[nodiscard]] inline conversion_result axis_from_front(value const& v, parameter const& p, api_description const& api,
                                                       std::span<value const> all) {
    auto const* axis = std::get_if<std::int64_t>(&v);
    if (axis == nullptr || *axis >= 0) return {v, {}};
    for (std::size_t at = 0; at < api.parameter_count; ++at) {
        parameter const& q = api.parameters[at];
        if (!q.is_tensor() || (!p.refers_to.empty() && q.name != p.refers_to)) continue;
        ndarray const* t = std::get_if<ndarray>(&all[at]);
        if (auto const* list = std::get_if<std::vector<ndarray>>(&all[at]); list != nullptr && !list->empty()) t = &list->front();
        if (t != nullptr) return {*axis + static_cast<std::int64_t>(t->dims().rank()), {}};
    }
    return refused("counts an axis of a tensor, and there is none");
}

/// b0 a0 b1 a1 ... nested in the order of the axes, or flat with the last axis first.
[[nodiscard]] inline conversion_result before_and_after(value const& v, bool from_last) {
    auto const* l = std::get_if<integer_list>(&v);
    if (l == nullptr || l->items.size() % 2 != 0) return refused("wants two numbers for every axis");
    integer_list out{l->items, from_last ? 0 : 2};
    if (from_last)
        for (std::size_t i = 0; i < out.items.size(); ++i) out.items[i] = l->items[out.items.size() - 2 - i + 2 * (i % 2)];
    return {std::move(out), {}};
}

[[nodiscard]] inline conversion_result laid_out(value const& v, std::string_view from, std::string_view to) {
    if (auto const* t = std::get_if<ndarray>(&v)) {
        auto made = in_layout(t->view(), from, to);
        return made ? conversion_result{std::move(*made), {}} : refused("has another number of axes");
    }
    return {v, {}};
}

} // namespace detail

/// The canonical argument `v` of parameter `p` as the item wants it. `all` are the canonical arguments of the trial.
[[nodiscard]] inline conversion_result convert(value const& v, parameter const& p, item const& how, api_description const& api,
                                               std::span<value const> all, dtype type) {
    if (std::holds_alternative<none>(v) && how.how != conversion::words) return {v, {}};
    auto const named = [&](std::string_view name) -> value const& {
        static value const nothing{none{}};
        int const at = api.position_of(name);
        return at < 0 ? nothing : all[static_cast<std::size_t>(at)];
    };
    switch (how.how) {
    case conversion::plain:
    case conversion::spread: break;
    case conversion::words: return detail::spelled(v, p, how);
    case conversion::negated:
        if (auto const* b = std::get_if<bool>(&v)) return {!*b, {}};
        break;
    case conversion::plus:
        if (auto const* i = std::get_if<std::int64_t>(&v)) return {*i + how.number, {}};
        break;
    case conversion::pads: return detail::spread_over(v, how.layout, true);
    case conversion::over_layout: return detail::spread_over(v, how.layout, false);
    case conversion::same_or_valid: return detail::same_or_valid(v, named(how.spelled[0]), named(how.spelled[1]));
    case conversion::scalar_of: return detail::single_number(v);
    case conversion::as_tensor: return detail::number_as_tensor(v, type);
    case conversion::shape_of:
    case conversion::extent_of: return detail::extents_of(v, how);
    case conversion::from_front: return detail::axis_from_front(v, p, api, all);
    case conversion::pairs:
    case conversion::pairs_from_last: return detail::before_and_after(v, how.how == conversion::pairs_from_last);
    }
    if (how.how == conversion::plain && !how.layout.empty() && how.layout != p.layout) return detail::laid_out(v, p.layout, how.layout);
    return {v, {}};
}

} // namespace v0
} // namespace xamt

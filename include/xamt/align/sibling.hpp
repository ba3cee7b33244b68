/// @file
/// The arguments of one API as those of a sibling that is about the same input: `std` and `var`, `max` over axes and `max` along one.
///
/// Place in the pipeline: align; compare/relations.hpp holds one against the other.
#pragma once

#include <xamt/align/convert.hpp>
#include <xamt/core/value.hpp>
#include <xamt/describe/api.hpp>

#include <cstddef>
#include <optional>
#include <span>
#include <utility>
#include <variant>
#include <vector>

namespace xamt {
inline namespace v0 {

namespace detail {

/// An argument of `from` as one of `to`: an axis is a list of one, and the other way; nothing where that cannot be.
[[nodiscard]] inline std::optional<value> as_parameter(value const& v, parameter const& from, parameter const& to) {
    if (auto const* t = std::get_if<ndarray>(&v); t != nullptr && !to.types.empty() && !to.types.contains(t->type())) return std::nullopt;
    if (std::holds_alternative<none>(v)) return to.may_be_none ? std::optional<value>(v) : std::nullopt;
    if (from.what == to.what) return v;
    if (from.what == kind::axis && to.what == kind::axes && std::holds_alternative<std::int64_t>(v))
        return value(integer_list{{std::get<std::int64_t>(v)}});
    auto const* list = std::get_if<integer_list>(&v);
    if (from.what == kind::axes && to.what == kind::axis && list != nullptr && list->items.size() == 1) return value(list->items.front());
    return std::nullopt;
}

} // namespace detail

/// The arguments of `sibling` for the same input, parameter by parameter of the same name; nothing where it cannot be asked the same.
[[nodiscard]] inline std::optional<std::vector<value>> arguments_of_sibling(api_description const& own, std::span<value const> arguments,
                                                                            api_description const& sibling) {
    std::vector<value> theirs;
    for (parameter const& p : sibling.takes()) {
        int const at = own.position_of(p.name);
        if (at < 0) {
            if (!p.fallback.present() && !p.may_be_none) return std::nullopt;
            theirs.push_back(p.fallback.present() ? to_value(p.fallback) : value(none{}));
            continue;
        }
        auto const place = static_cast<std::size_t>(at);
        auto given = detail::as_parameter(arguments[place], own.parameters[place], p);
        if (!given) return std::nullopt;
        theirs.push_back(std::move(*given));
    }
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        parameter const& p = own.parameters[i];
        if (sibling.position_of(p.name) < 0 && !(p.fallback.present() && equals(arguments[i], p.fallback))) return std::nullopt;
    }
    return theirs;
}

} // namespace v0
} // namespace xamt

/// @file
/// A description with one parameter less: it always has one value, in every framework.
///
/// Place in the pipeline: describe. For functions that lack a parameter which an API has: `fixed_parameter(softmax, 1, -1)` is the softmax
/// along the last axis. Frameworks whose conversion of that parameter cannot be done in advance are left out.
#pragma once

#include <xamt/describe/api.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace xamt {
inline namespace v0 {

namespace detail {

/// The item without its reference to the parameter, or nothing if it is needed no more; `possible` becomes false where it cannot be told.
[[nodiscard]] constexpr std::optional<item> without_parameter(item i, int gone, constant const& value, bool& possible) {
    if (i.is == item::role::out_like || i.is == item::role::size_of) {
        possible = possible && i.number != gone;
        if (i.number > gone) --i.number;
        return i;
    }
    if (i.is == item::role::out_dims || i.is == item::role::extent_of)
        for (std::size_t n = 0; n < i.pin.count; ++n)
            if (i.pin.list[n] / 8 > gone) i.pin.list[n] = static_cast<std::int16_t>(i.pin.list[n] - 8);
    if (i.parameter > gone) {
        --i.parameter;
        return i;
    }
    if (i.parameter < gone) return i;
    i.parameter = -1;
    switch (i.is) {
    case item::role::implied: return std::nullopt;
    case item::role::only: possible = possible && i.pin == value; return std::nullopt;
    case item::role::argument: break;
    default: return i;
    }
    if (i.how == conversion::plain) {
        i.pin = value;
    } else if (i.how == conversion::negated && value.is == constant::type::flag) {
        i.pin = constant(value.integer == 0);
    } else if (i.how == conversion::words && value.is == constant::type::flag) {
        i.pin = constant(i.spelled[value.integer != 0 ? 1 : 0]);
    } else {
        possible = false;
    }
    i.is = item::role::pinned;
    i.how = conversion::plain;
    return i;
}

} // namespace detail

/// The API with its parameter number `gone` set to `value`.
[[nodiscard]] constexpr api_description fixed_parameter(api_description const& api, int gone, constant const& value) {
    api_description less = api;
    less.binding_count = 0;
    for (binding b : api.columns()) {
        bool possible = true;
        std::uint8_t kept = 0;
        for (std::size_t i = 0; i < b.count; ++i)
            if (auto const changed = detail::without_parameter(b.items[i], gone, value, possible)) b.items[kept++] = *changed;
        b.count = kept;
        if (possible) less.bindings[less.binding_count++] = b;
    }
    for (std::size_t p = static_cast<std::size_t>(gone); p + 1 < api.parameter_count; ++p) less.parameters[p] = api.parameters[p + 1];
    --less.parameter_count;
    return less;
}

} // namespace v0
} // namespace xamt

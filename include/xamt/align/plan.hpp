/// @file
/// What a host must know of a function before it can be called with trials: its name and how each argument is passed.
///
/// Place in the pipeline: align. The text is one line of JSON, sent once a function and host; trials then refer to it by number.
#pragma once

#include <xamt/core/json_string.hpp>
#include <xamt/describe/binding.hpp>

#include <string>

namespace xamt {
inline namespace v0 {

/// The plan of a hosted binding. `auto`: the host passes an argument by keyword where its function allows that, else by position.
[[nodiscard]] inline std::string plan_text(binding const& b) {
    std::string text = "{\"function\":";
    detail::append_quoted(text, b.function);
    text += ",\"arguments\":[";
    std::string constructor;
    bool first = true;
    bool constructing = false;
    for (auto const& i : b.list()) {
        constructing = constructing || i.is == item::role::construct;
        if (i.is != item::role::argument && i.is != item::role::pinned) continue;
        if (!first) text += ',';
        first = false;
        text += "{\"name\":";
        detail::append_quoted(text, i.name);
        text += i.how == conversion::spread ? ",\"pass\":\"spread\"}" : ",\"pass\":\"auto\"}";
        if (!constructing) continue;
        if (!constructor.empty()) constructor += ',';
        detail::append_quoted(constructor, i.name);
    }
    text += "]";
    if (constructing) text += ",\"construct\":[" + constructor + "]";
    text += b.find(item::role::eager) != nullptr ? ",\"jit\":false}" : ",\"jit\":true}";
    return text;
}

} // namespace v0
} // namespace xamt

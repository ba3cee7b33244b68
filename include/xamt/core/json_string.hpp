/// @file
/// A string as JSON has it, for the lines that hosts read: quotes and backslashes escaped, nothing else needs it there.
///
/// Place in the pipeline: core.
#pragma once

#include <string>
#include <string_view>

namespace xamt {
inline namespace v0 {
namespace detail {

inline void append_quoted(std::string& to, std::string_view text) {
    to += '"';
    for (char c : text) {
        if (c == '"' || c == '\\') to += '\\';
        to += c;
    }
    to += '"';
}

} // namespace detail
} // namespace v0
} // namespace xamt

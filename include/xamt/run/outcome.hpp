/// @file
/// What came of one call in one column: values, or how it ended otherwise.
///
/// Place in the pipeline: run. Hosts and in-process calls both end in this, and compare/ judges nothing else.
#pragma once

#include <xamt/core/ndarray.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace xamt {
inline namespace v0 {

/// How a call ended. `limit`: results larger than the room for them, or more memory than allowed; `absent`: not called or lost.
enum class ending : std::uint8_t { value, error, death, hang, limit, absent };

[[nodiscard]] constexpr std::string_view name_of(ending e) {
    constexpr std::string_view names[] = {"value", "error", "death", "hang", "limit", "absent"};
    return names[static_cast<std::size_t>(e)];
}

/// Type of the outcome of a trial that was left out (`absent`), because those before it took too long.
inline constexpr std::string_view too_slow = "too slow";

struct outcome {
    ending is = ending::absent;
    std::vector<ndarray> outputs;
    std::string error_type; ///< exception class, signal name ("SIGFPE") or exit code ("exit 7")
    std::string message;
};

} // namespace v0
} // namespace xamt

/// @file
/// An outcome in place: outputs and texts lie in the shared memory of a slot and go with it.
///
/// Place in the pipeline: run. The comparing side reads a whole batch through views and copies (`owned`) only what it wants to keep.
#pragma once

#include <xamt/run/outcome.hpp>
#include <xamt/run/wire.hpp>

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

namespace xamt {
inline namespace v0 {

struct outcome_view {
    ending is = ending::absent;
    /// A first run of this trial took the host down and the second, alone in a fresh host, did not: the loss was not this trial's.
    bool host_lost = false;
    std::uint8_t count = 0;
    std::array<ndarray_view, wire::most_results> results;
    std::string_view error_type;
    std::string_view message;

    [[nodiscard]] std::span<ndarray_view const> outputs() const { return {results.data(), count}; }
};

[[nodiscard]] inline outcome owned(outcome_view const& v) {
    outcome o;
    o.is = v.is;
    for (auto const& each : v.outputs()) o.outputs.emplace_back(each);
    o.error_type = v.error_type;
    o.message = v.message;
    return o;
}

} // namespace v0
} // namespace xamt

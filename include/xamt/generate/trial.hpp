/// @file
/// A trial and its name. A trial is a function of its name and of nothing else, so the name alone replays it anywhere.
///
/// Place in the pipeline: generate. Names read `group:seed:class:index`, or `group:seed:class:index.case` for one case out of a stack.
#pragma once

#include <xamt/align/variant.hpp>
#include <xamt/core/dtype.hpp>
#include <xamt/core/value.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace xamt {
inline namespace v0 {

struct trial_name {
    std::string group;
    std::uint64_t seed = 0;
    std::uint32_t shape_class = 0; ///< fixes dtype, shapes and every non-tensor argument
    std::uint32_t index = 0;       ///< fixes the contents of the tensors
    std::int32_t stacked = -1;     ///< one case of a stack, or -1 for the whole

    friend bool operator==(trial_name const&, trial_name const&) = default;
};

/// What all trials of one class share: hosts compile for it once.
struct shape_class {
    std::uint32_t index = 0;
    dtype type = dtype::float32;      ///< of the first tensor
    std::vector<value> arguments;     ///< canonical order; tensors are present with their dtype and shape, contents unset
    std::int64_t cases = 1;           ///< how many cases are stacked along the first axis of every tensor
    variant how = variant::plain;     ///< in which all its trials are put to the frameworks
};

struct trial {
    trial_name name;
    dtype type = dtype::float32;
    std::vector<value> arguments; ///< canonical order, one per parameter of the API
    std::int64_t cases = 1;
    variant how = variant::plain;
};

} // namespace v0
} // namespace xamt

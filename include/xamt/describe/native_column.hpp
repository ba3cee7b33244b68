/// @file
/// C++ functions that join a group described elsewhere: how Eigen takes part in the shipped groups.
///
/// Place in the pipeline: describe.
#pragma once

#include <xamt/describe/binding.hpp>

#include <string>
#include <string_view>

namespace xamt {
inline namespace v0 {

/// A C++ function that joins a shipped group under a framework's name.
struct native_column {
    std::string_view group;
    binding how;
};

/// What a host program for C++ functions calls the function of a group.
[[nodiscard]] inline std::string served_name(std::string_view group, binding const& how) {
    return std::string(group) + " of " + std::string(how.on.name);
}

} // namespace v0
} // namespace xamt

/// @file
/// From a call in one framework's own words to a group's arguments: `torch.nn.functional.softshrink(input=..., lambd=0.5)`.
///
/// The way back from align/: layouts, words, counts from another base and paddings are undone, and the result is sent through the
/// alignment again, so that what comes out is the call that was written, or an error.
#pragma once

#include "arguments.hpp"

namespace xamt_command {

/// A group that takes a call, with its arguments.
struct public_call {
    xamt::api_description const* api = nullptr;
    std::vector<xamt::value> arguments;
};

/// Finds the group that binds the function and takes these arguments. Names are the framework's own, or the group's. `defaults` are
/// arguments of the function's signature that the caller did not write: those which a group does not know are left out.
[[nodiscard]] result<public_call> read_public_call(std::string_view function, std::span<written_argument const> written,
                                                   std::span<written_argument const> defaults);

} // namespace xamt_command

/// @file
/// Arguments as people write them, put in the places of a group's parameters: what `xamt try` reads, in both of its forms.
#pragma once

#include "command.hpp"

#include <xamt/core/value.hpp>

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace xamt_command {

/// One argument as it was written: `x`, `float32[nan,0.5]`.
struct written_argument {
    std::string name;
    std::string text;
};

/// Names of a group's parameters, in order.
[[nodiscard]] std::vector<std::string> parameter_names(xamt::api_description const& api);

/// The value as this kind of parameter takes it: whole numbers are real ones where those are wanted, one number is a list of one.
[[nodiscard]] std::optional<xamt::value> as_kind(xamt::value v, xamt::parameter const& p);

/// The text as a value of that parameter, or an error that says what it takes.
[[nodiscard]] result<xamt::value> read_value(std::string const& text, xamt::parameter const& p);

/// The parameters that are left empty get their defaults; one that has none is an error.
[[nodiscard]] result<std::vector<xamt::value>> with_defaults(xamt::api_description const& api,
                                                             std::vector<std::optional<xamt::value>> given);

/// A group's arguments, canonical names, defaults filled in.
[[nodiscard]] result<std::vector<xamt::value>> canonical_arguments(xamt::api_description const& api,
                                                                   std::span<written_argument const> written);

} // namespace xamt_command

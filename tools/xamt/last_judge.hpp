/// @file
/// The oracle as the command uses it: with the last judge, where MPFR was there when the command was built.
#pragma once

#include <xamt/compare/docket.hpp>

namespace xamt_command {

[[nodiscard]] xamt::oracle_options oracle();

} // namespace xamt_command

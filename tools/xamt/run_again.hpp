/// @file
/// The command calls itself with other words.
#pragma once

#include "command.hpp"

#include <string>

namespace xamt_command {

/// Runs "xamt WORDS" with this very program and waits for it; words are separated by spaces. The exit status, or -1.
int run_again(session const& about, std::string const& line);

} // namespace xamt_command

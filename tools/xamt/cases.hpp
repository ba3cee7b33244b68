/// @file
/// `xamt try --cases`: recorded inputs in bulk, one JSON line a case in and one JSON line a case out.
#pragma once

#include "command.hpp"

#include <string>

namespace xamt_command {

struct cases_options {
    std::string file; ///< the cases, a line each
    std::string json; ///< where the answers go; "-" or empty: standard output
    bool strict = false;
};

/// Judges every case of the file in one start of the frameworks; gives the exit status.
[[nodiscard]] int judge_cases(cases_options const& asked, shared_options const& hosts, session const& about);

} // namespace xamt_command

/// @file
/// Catalogues of all public callables, for `xamt match`: made once per set of installed versions, then read from the cache.
#pragma once

#include "command.hpp"

#include <xamt/match/public_callable.hpp>

#include <string>
#include <vector>

namespace xamt_command {

/// One catalogue in the form that tools/harvest writes.
[[nodiscard]] result<xamt::public_catalogue> read_catalogue(std::string const& path);

struct catalogues_found {
    std::vector<xamt::public_catalogue> all;
    std::string folder;     ///< in the cache; changes with the versions
    double seconds = 0;     ///< that asking the frameworks took, 0 where the cache had them
    std::string left_out;   ///< frameworks that could not be asked, with the reasons
};

/// The catalogues of these frameworks, as they are installed now.
[[nodiscard]] result<catalogues_found> find_catalogues(xamt::toolbox const& tools, std::vector<std::string> const& frameworks);

} // namespace xamt_command

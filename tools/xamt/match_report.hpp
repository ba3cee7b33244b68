/// @file
/// What `xamt match` shows: JSON for scripts, a page to browse, a summary, the evidence for one pair.
#pragma once

#include "matcher.hpp"

#include <xamt/report/terminal.hpp>

#include <string>

namespace xamt_command {

[[nodiscard]] std::string json_text(matcher const& m);
/// Versions, counts and groups, a line for each group: what data/groups.json holds.
[[nodiscard]] std::string record_text(matcher const& m);
[[nodiscard]] std::string html_text(matcher const& m);
[[nodiscard]] std::string summary_text(matcher const& m, xamt::console_style const& style, bool confirmed);
[[nodiscard]] std::string why_text(matcher const& m, std::size_t a, std::size_t b);

} // namespace xamt_command

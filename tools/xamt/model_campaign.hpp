/// @file
/// `xamt model --all`: every model on every backend that loads its form and every data set that fits its input.
#pragma once

#include "model_runner.hpp"

#include <functional>
#include <string>
#include <vector>

namespace xamt_command {

struct campaign_request {
    std::string json, resume;
    std::uint64_t seed = 1;
    std::vector<std::string> only; ///< backends; empty: all
    bool own_data = false;         ///< each model with its own data only
};

/// Exit status as that of `xamt model`. `clear` takes the progress line away before something is printed.
[[nodiscard]] int run_campaign(campaign_request const& request, std::vector<model_entry> const& catalogue, model_runner& runner,
                               std::function<void(std::string const&)> const& tell, std::function<bool()> const& stop,
                               std::function<void()> const& clear);

} // namespace xamt_command

/// @file
/// What a campaign is asked to do, and where its tools lie.
///
/// Place in the pipeline: campaign.
#pragma once

#include <xamt/describe/api.hpp>
#include <xamt/generate/trial.hpp>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace xamt {
inline namespace v0 {

/// Where the programs are that a campaign starts. Filled in by the command; nothing here is guessed by the library.
struct toolbox {
    std::string python;     ///< interpreter that has the frameworks
    std::string worker;     ///< path of the Python worker's script
    std::string torch_host; ///< path of the libtorch host program; empty: not built
    std::vector<std::string> native_host; ///< words of the program that serves the native columns; empty: they are called in process
    std::string cache;      ///< folder for compiled JAX programs and logs; empty: none
};

/// Makes the trial of that name in a class; the same name must always give the same trial.
using trial_maker = std::function<trial(api_description const&, shape_class const&, trial_name const&)>;

struct campaign_options {
    std::vector<std::string> groups;     ///< names or patterns with * and ?; empty: all
    std::vector<std::string> frameworks; ///< columns, `NAME` or `NAME[backend]`; empty: the default ones
    double seconds = 60;                 ///< ignored when `trials` is set
    std::optional<std::uint64_t> trials;
    std::uint64_t seed = 1;
    bool guided = true;        ///< --guide variance | random
    bool strict = false;       ///< report what default policies excuse
    double trial_timeout = 3; ///< seconds without progress before a host counts as hung
    std::uint64_t memory_mb = 3072;
    trial_maker generator; ///< instead of xamt's own contents of tensors; empty: generate/make_trial.hpp
    toolbox tools;
};

/// The columns that take part unless told otherwise.
[[nodiscard]] inline std::vector<std::string> default_columns() {
    return {"torch", "tensorflow", "keras[tensorflow]", "jax", "chainer", "numpy", "eigen"};
}

} // namespace v0
} // namespace xamt

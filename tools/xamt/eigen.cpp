// Eigen's columns, compiled apart: instantiating them takes longer than the rest of the command.
#include "command.hpp"

#include <xamt/framework/eigen_groups.hpp>
#include <xamt/run/native_host.hpp>

#include <fmt/format.h>

namespace xamt_command {

std::span<xamt::native_column const> natives() { return xamt::groups::eigen_columns; }

std::string eigen_version() { return fmt::format("{}.{}.{}", EIGEN_WORLD_VERSION, EIGEN_MAJOR_VERSION, EIGEN_MINOR_VERSION); }

int serve_eigen(std::span<char* const> words) { return xamt::serve_natives(words, natives(), "eigen", eigen_version()); }

} // namespace xamt_command

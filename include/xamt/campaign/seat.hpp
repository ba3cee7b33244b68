/// @file
/// Seats: which framework takes part in which group, through which host process.
///
/// Place in the pipeline: campaign. A column is a framework in a backend; a lane is one host process of it (PyTorch has two:
/// dispatcher operators in C++, the rest in Python); a seat is a column's place in one group.
#pragma once

#include <xamt/compare/column.hpp>
#include <xamt/describe/api.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace xamt {
inline namespace v0 {

/// How a function of a framework is reached.
enum class reach : std::uint8_t { in_process, native_program, torch_program, python_worker };

[[nodiscard]] constexpr std::string_view name_of(reach r) {
    constexpr std::string_view names[] = {"in process", "C++ program", "C++ program", "Python worker"};
    return names[static_cast<std::size_t>(r)];
}

[[nodiscard]] constexpr reach reach_of(binding const& b) {
    if (b.call != nullptr) return reach::in_process;
    return b.function.starts_with("aten::") ? reach::torch_program : reach::python_worker;
}

/// The framework part of a column: "keras" of "keras[jax]".
[[nodiscard]] constexpr std::string_view framework_of(std::string_view column) { return column.substr(0, column.find('[')); }

/// Whether a binding is how this column spells an API: `fw::keras` serves every backend of Keras.
[[nodiscard]] inline bool serves(binding const& b, std::string_view column) {
    return b.on.backend.empty() ? b.on.name == framework_of(column) : to_text(xamt::column{b.on}) == column;
}

/// Whether a column compiles a function anew for every dtype and shape.
[[nodiscard]] inline bool compiles(std::string_view column) {
    return column == fw::jax.name || column.ends_with("[jax]") || framework_of(column) == fw::tensorflow.name ||
           column.ends_with("[tensorflow]");
}

inline constexpr std::size_t no_lane = static_cast<std::size_t>(-1);

/// A column's place in one group.
struct seat {
    std::size_t column = 0; ///< index into the campaign's columns
    binding const* how = nullptr;
    std::size_t lane = no_lane;
    int plan = -1;          ///< number of the function in its lane's host
    std::string left_out;   ///< why it takes no part at all (the function is not there, ...)
    dtype_set refused{};    ///< dtypes of the first tensor that it always rejects; learned during the run
};

/// One group with its seats.
struct group_table {
    api_description const* api = nullptr;
    std::vector<seat> seats;
};

} // namespace v0
} // namespace xamt

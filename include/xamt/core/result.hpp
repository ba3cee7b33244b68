/// @file
/// Outcomes as values: what was wanted, or an error that says what, where, why and what to do.
///
/// Place in the pipeline: core. Exceptions stay at the edges (a framework's own, the command line).
#pragma once

#include <string>
#include <utility>
#include <variant>

namespace xamt {
inline namespace v0 {

/// An error for a person to read. `what` says what failed and where; `why` the cause; `remedy` what to do (may be empty).
struct error {
    std::string what;
    std::string why;
    std::string remedy;

    /// The whole in one line.
    [[nodiscard]] std::string text() const {
        std::string line = what;
        if (!why.empty()) line += ": " + why;
        if (!remedy.empty()) line += " (" + remedy + ")";
        return line;
    }
};

/// Either a T or an error.
template <class T> class [[nodiscard]] result {
  public:
    result(T v) : state_(std::in_place_index<0>, std::move(v)) {}
    result(error e) : state_(std::in_place_index<1>, std::move(e)) {}

    [[nodiscard]] bool has_value() const { return state_.index() == 0; }
    explicit operator bool() const { return has_value(); }
    [[nodiscard]] T& operator*() { return *std::get_if<0>(&state_); }
    [[nodiscard]] T const& operator*() const { return *std::get_if<0>(&state_); }
    [[nodiscard]] T* operator->() { return std::get_if<0>(&state_); }
    [[nodiscard]] T const* operator->() const { return std::get_if<0>(&state_); }
    [[nodiscard]] xamt::error const& failure() const { return *std::get_if<1>(&state_); }

  private:
    std::variant<T, xamt::error> state_;
};

} // namespace v0
} // namespace xamt

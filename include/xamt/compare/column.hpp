/// @file
/// A column of the table that is compared: a framework on a backend, and sets of columns.
///
/// Place in the pipeline: compare. Outcomes stand in the order of the columns. Example: `column{fw::keras["jax"]}` is written `keras[jax]`.
#pragma once

#include <xamt/describe/framework.hpp>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace xamt {
inline namespace v0 {

struct column {
    framework on;
    std::string_view function = {}; ///< qualified name of what was called, for sentences
    bool compiles = false; ///< a dtype or shape seen for the first time costs it a compilation

    friend bool operator==(column const&, column const&) = default;
};

/// As people write it: `keras[jax]`.
[[nodiscard]] inline std::string to_text(column const& c) {
    std::string text(c.on.name);
    if (!c.on.backend.empty()) text.append("[").append(c.on.backend).append("]");
    return text;
}

/// Up to 64 columns, by position.
struct column_set {
    static constexpr std::size_t capacity = 64;
    std::uint64_t bits = 0;

    [[nodiscard]] static constexpr column_set all(std::size_t n) { return {n >= capacity ? ~0ull : (1ull << n) - 1}; }
    [[nodiscard]] static constexpr column_set only(std::size_t i) { return {1ull << i}; }
    [[nodiscard]] constexpr bool contains(std::size_t i) const { return ((bits >> i) & 1u) != 0; }
    [[nodiscard]] constexpr bool empty() const { return bits == 0; }
    [[nodiscard]] constexpr int size() const { return std::popcount(bits); }
    [[nodiscard]] constexpr std::size_t first() const { return static_cast<std::size_t>(std::countr_zero(bits)); }
    constexpr void insert(std::size_t i) { bits |= 1ull << i; }
    constexpr void erase(std::size_t i) { bits &= ~(1ull << i); }
    friend constexpr column_set operator|(column_set a, column_set b) { return {a.bits | b.bits}; }
    friend constexpr column_set operator&(column_set a, column_set b) { return {a.bits & b.bits}; }
    friend constexpr column_set operator-(column_set a, column_set b) { return {a.bits & ~b.bits}; }
    friend constexpr bool operator==(column_set, column_set) = default;
};

/// "jax, numpy and torch": the names of a set of columns as part of a sentence.
[[nodiscard]] inline std::string names_of(column_set s, std::span<column const> columns) {
    std::string text;
    int left = s.size();
    for (std::size_t i = 0; i < columns.size(); ++i) {
        if (!s.contains(i)) continue;
        if (!text.empty()) text += left == 1 ? " and " : ", ";
        text += to_text(columns[i]);
        --left;
    }
    return text;
}

/// "jax gives", "jax and numpy give": the names of a set of columns with what they do.
[[nodiscard]] inline std::string clause_of(column_set s, std::span<column const> columns, std::string_view verb) {
    return names_of(s, columns) + " " + std::string(verb) + (s.size() == 1 ? "s" : "");
}

} // namespace v0
} // namespace xamt

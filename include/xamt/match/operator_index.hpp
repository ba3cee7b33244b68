/// @file
/// All operators of a framework by what their names are about, made while compiling.
///
/// Place in the pipeline: match. What cannot be anybody's counterpart is left out: internal operators, those that write over their argument,
/// gradients. Overloads of one name stand next to each other in a catalogue and make one entry.
#pragma once

#include <xamt/match/concept_key.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace xamt {
inline namespace v0 {

/// Operators with their schemas, sorted by name.
struct operator_set {
    std::string_view framework, prefix; ///< "torch", "aten::"
    std::span<char const* const> schemas;
};

/// The overloads of one name.
struct operator_entry {
    std::uint64_t about = 0;
    name_rank rank = name_rank::none;
    std::uint16_t first = 0, count = 0; ///< in operator_set::schemas
    std::uint16_t next = 0; ///< another entry with the same key, or 0
};

namespace detail {

/// The name of a schema up to its overload: "add" of "add.Tensor(...)".
[[nodiscard]] constexpr std::string_view base_name(char const* schema) {
    char const* end = schema;
    while (*end != '.' && *end != '(' && *end != 0) ++end;
    return {schema, static_cast<std::size_t>(end - schema)};
}

/// Whether two schemas are overloads of one name.
[[nodiscard]] constexpr bool same_base(char const* a, char const* b) {
    for (; *a == *b && *a != '.' && *a != '('; ++a, ++b) {}
    return (*a == '.' || *a == '(') && (*b == '.' || *b == '(');
}

[[nodiscard]] constexpr bool begins_with(std::string_view text, std::string_view start) {
    if (text.size() < start.size()) return false;
    char const *a = text.data(), *b = start.data(); // plain pointers: a compiler pays for each call of an operator
    for (char const* const end = b + start.size(); b != end; ++a, ++b)
        if (*a != *b) return false;
    return true;
}

/// Modules that PyTorch writes into the names of its operators.
[[nodiscard]] constexpr std::string_view without_module(std::string_view name) {
    for (std::string_view const module : {"special_", "linalg_", "fft_"})
        if (begins_with(name, module) && name.size() > module.size()) {
            name.remove_prefix(module.size());
            break;
        }
    return name;
}

/// "backward" is looked for at the end only: gradients of operators end so, with or without the name of an argument.
[[nodiscard]] constexpr bool is_counterpart(std::string_view name) {
    constexpr std::string_view gradient = "backward";
    if (name.empty() || name[0] == '_' || name[name.size() - 1] == '_') return false;
    return name.size() < gradient.size() || !begins_with(name.substr(name.size() - gradient.size()), gradient);
}

} // namespace detail

class operator_index {
  public:
    static constexpr std::size_t most_entries = 1536;

    constexpr explicit operator_index(operator_set const& all) {
        char const* const* const schemas = all.schemas.data();
        bool wanted = false;
        for (std::size_t i = 0, size = all.schemas.size(); i < size; ++i) {
            if (i > 0 && detail::same_base(schemas[i - 1], schemas[i])) {
                if (wanted) ++entries_[size_].count;
                continue;
            }
            auto const name = detail::base_name(schemas[i]);
            wanted = detail::is_counterpart(name) && size_ + 1 < most_entries;
            if (wanted) add(name, i);
        }
    }

    [[nodiscard]] constexpr std::size_t size() const { return size_; }
    [[nodiscard]] constexpr operator_entry const& operator[](std::size_t entry) const { return entries_[entry]; }
    /// The first entry about that, or 0; the others hang on it.
    [[nodiscard]] constexpr std::uint16_t find(std::uint64_t about) const {
        auto const slot = by_key_.slot_of(about);
        return by_key_.keys[slot] == about ? by_key_.values[slot] : std::uint16_t{0};
    }

  private:
    constexpr void add(std::string_view name, std::size_t schema) {
        concept_key const key(detail::without_module(name));
        auto& entry = entries_[++size_]; // entry 0 stands for none
        entry.about = key.id();
        entry.rank = key.rank();
        entry.first = static_cast<std::uint16_t>(schema);
        entry.count = 1;
        auto const slot = by_key_.slot_of(entry.about);
        entry.next = by_key_.keys[slot] == entry.about ? by_key_.values[slot] : std::uint16_t{0};
        by_key_.keys[slot] = entry.about;
        by_key_.values[slot] = static_cast<std::uint16_t>(size_);
    }

    std::array<operator_entry, most_entries> entries_{};
    detail::hash_index<4096> by_key_{};
    std::size_t size_ = 0;
};

} // namespace v0
} // namespace xamt

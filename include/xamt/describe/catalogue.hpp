/// @file
/// What a framework offers, as tools/harvest found it: functions and the names of their parameters, to be searched while compiling.
///
/// Place in the pipeline: describe. The data are generated headers (describe/installed.hpp takes in those of this machine). They are flat on
/// purpose: one array of entries sorted by name, one of parameters, and all names in one literal. 4,700 functions cost 0.15 s that way; one
/// object a function would cost seconds. Nothing of it reaches the binary unless a program asks for it at run time.
#pragma once

#include <xamt/describe/api.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace xamt {
inline namespace v0 {

struct catalogue_entry {
    std::uint32_t name; ///< where the name begins in catalogue::words; it ends at a zero
    std::uint32_t first; ///< its first parameter
    std::uint8_t count; ///< how many follow
    bool open; ///< takes *args or **kwargs, or nothing is known: not checked
};

/// A parameter in 32 bits, as the generated headers write it.
struct catalogue_parameter {
    static constexpr std::uint32_t is_required = 1u << 31, positional_only = 1u << 30, keyword_only = 1u << 29;

    std::uint32_t packed; ///< the three flags above, and where the name begins in catalogue::words

    [[nodiscard]] constexpr std::uint32_t name() const { return packed & (keyword_only - 1); }
    [[nodiscard]] constexpr bool required() const { return (packed & is_required) != 0; }
};

struct catalogue {
    std::string_view framework;
    std::string_view version;
    char const* words = "";
    std::span<catalogue_entry const> entries{};
    std::span<catalogue_parameter const> parameters{};
    std::span<char const* const> schemas{}; ///< of PyTorch's operators instead, sorted, without "aten::" (framework/torch_operators.hpp)

    /// The function of that qualified name, or nullptr.
    [[nodiscard]] constexpr catalogue_entry const* find(std::string_view function) const {
        std::size_t low = 0, high = entries.size();
        while (low < high) {
            std::size_t const middle = low + (high - low) / 2;
            int const order = compare(words + entries[middle].name, function);
            if (order == 0) return &entries[middle];
            if (order < 0)
                low = middle + 1;
            else
                high = middle;
        }
        return nullptr;
    }

    /// The schema of the operator of that name ("aten::softmax.int"), or nullptr.
    [[nodiscard]] constexpr char const* schema_of(std::string_view operator_name) const {
        std::string_view const name = operator_name.substr(operator_name.rfind(':') + 1);
        std::size_t low = 0, high = schemas.size();
        while (low < high) {
            std::size_t const middle = low + (high - low) / 2;
            int const order = compare(schemas[middle], name, '(');
            if (order == 0) return schemas[middle];
            if (order < 0)
                low = middle + 1;
            else
                high = middle;
        }
        return nullptr;
    }

    [[nodiscard]] constexpr std::span<catalogue_parameter const> parameters_of(catalogue_entry const& e) const {
        return parameters.subspan(e.first, e.count);
    }
    [[nodiscard]] constexpr bool is_named(catalogue_parameter p, std::string_view name) const {
        return compare(words + p.name(), name) == 0;
    }

  private:
    static constexpr int compare(char const* a, std::string_view b, char end = 0) {
        for (char c : b) {
            if (*a != c) return *a == end || static_cast<unsigned char>(*a) < static_cast<unsigned char>(c) ? -1 : 1;
            ++a;
        }
        return *a == end ? 0 : 1;
    }
};

/// The catalogues that a check may ask.
using catalogue_set = std::span<catalogue const* const>;
inline constexpr catalogue_set no_catalogues{};

/// The first mistake in one binding, as far as the framework's own signature tells.
[[nodiscard]] constexpr fault fault_in(binding const& b, catalogue const& known) {
    catalogue_entry const* const function = known.find(b.function);
    if (function == nullptr) return {flaw::unknown_function, b.on, b.function};
    if (function->open) return {};
    // The arguments of a layer's constructor follow construct(), those before it belong to the call.
    std::size_t begin = 0;
    for (std::size_t i = 0; i < b.count; ++i)
        if (b.items[i].is == item::role::construct) begin = i + 1;
    auto const is_argument = [](item const& i) { return i.is == item::role::argument || i.is == item::role::pinned; };
    auto const items = b.list().subspan(begin);
    auto const parameters = known.parameters_of(*function);
    for (auto const& i : items) {
        if (!is_argument(i)) continue;
        bool found = false;
        for (auto p : parameters) found = found || known.is_named(p, i.name);
        if (!found) return {flaw::unknown_parameter_name, b.on, i.name};
    }
    for (auto p : parameters) {
        bool bound = !p.required();
        for (auto const& i : items) bound = bound || (is_argument(i) && known.is_named(p, i.name));
        if (!bound) return {flaw::unbound_required, b.on, known.words + p.name()};
    }
    return {};
}

/// The same for an operator of PyTorch.
[[nodiscard]] constexpr fault fault_in_operator(api_description const& a, binding const& b, catalogue const& known) {
    char const* const schema = known.schema_of(b.function);
    if (schema == nullptr) return {flaw::unknown_function, b.on, b.function};
    return detail::fault_in_schema(b, schema, a.takes());
}

/// The first mistake in a description: one that was found while building it, or one that a catalogue reveals. Bindings to frameworks
/// without a catalogue are not judged here; their hosts do it when they start.
[[nodiscard]] constexpr fault fault_in(api_description const& a, catalogue_set known = no_catalogues) {
    if (a.first_fault || known.empty()) return a.first_fault;
    for (auto const& b : a.columns()) {
        if (b.in_process) continue;
        bool const is_operator = b.function.starts_with("aten::");
        for (auto const* c : known) {
            if (c->framework != b.on.name || is_operator == c->schemas.empty()) continue;
            if (fault const f = is_operator ? fault_in_operator(a, b, *c) : fault_in(b, *c)) return f;
        }
    }
    return {};
}

} // namespace v0
} // namespace xamt

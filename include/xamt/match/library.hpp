/// @file
/// A library of one's own as a list with one line per function: its name, where it is, and the names of its parameters.
///
/// Place in the pipeline: match; `xamt::match` (match/equivalents.hpp) finds the counterparts of the functions. Example:
/// @code
/// inline constexpr auto my_library = xamt::library("mine",
///     xamt::own("relu", xamt::fn<&my::relu>, "x", xamt::out_like("x"), xamt::size_of("x")),
///     xamt::own("blend", xamt::fn<&my::blend>, "a", "b", "t").about("lerp"),               // a description helps where a name does not
///     xamt::own("dot", xamt::fn<&my::dot>, "a[n]", "b[n]").same_as("aten::dot"));          // settles what is ambiguous
/// @endcode
/// `"x[rc]"` says that the tensor x has two axes, of sizes r and c; results and sizes are written as in `.on` (describe/binding.hpp). A
/// parameter that the function writes through and that is only named is a result like the first tensor.
#pragma once

#include <xamt/describe/callee.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace xamt {
inline namespace v0 {

/// A parameter as it stands in the list.
struct own_name {
    std::string_view name, letters;
    item::role is = item::role::unused;
    bool in_place = false;

    constexpr own_name() = default;
    constexpr own_name(char const* text) : own_name(std::string_view(text, __builtin_strlen(text))) {}
    constexpr own_name(std::string_view text) : name(text), is(item::role::argument) { cut_letters(); }
    constexpr own_name(item const& i) : name(i.name), is(i.is), in_place(i.in_place) { cut_letters(); }

  private:
    constexpr void cut_letters() {
        for (std::size_t i = 0; i < name.size(); ++i) {
            if (name[i] != '[') continue;
            letters = {name.data() + i + 1, name.size() - i - 2};
            name = {name.data(), i};
        }
    }
};

/// One function of the library.
struct own_function {
    static constexpr std::size_t max_parameters = native_signature::max_arity, max_refused = 4;

    std::string_view name, description;
    std::string_view function; ///< as reports call it
    in_process_call call = nullptr;
    native_signature signature;
    std::array<own_name, max_parameters> parameters{};
    std::uint8_t count = 0, refused_count = 0;
    std::string_view chosen; ///< what `same_as` names
    std::array<std::string_view, max_refused> refused{};

    [[nodiscard]] constexpr std::span<own_name const> takes() const { return {parameters.data(), count}; }
    /// Whether a parameter is given by the caller and is no size of another one.
    [[nodiscard]] constexpr bool is_input(std::size_t position) const {
        auto const& p = parameters[position];
        return p.is == item::role::argument && (p.in_place || !signature.writes(position));
    }
    [[nodiscard]] constexpr bool is_result(std::size_t position) const {
        auto const& p = parameters[position];
        bool const named = p.is == item::role::argument && (p.in_place || signature.writes(position));
        return named || p.is == item::role::out_like || p.is == item::role::out_dims;
    }

    /// What it computes, in the words of a name: used where no operator has the function's own.
    [[nodiscard]] constexpr own_function about(std::string_view words) const {
        own_function f = *this;
        f.description = words;
        return f;
    }
    /// The operator that it is the same as, by name ("aten::mul.Tensor", or "aten::mul" for the overload that fits).
    [[nodiscard]] constexpr own_function same_as(std::string_view operator_name) const {
        own_function f = *this;
        f.chosen = operator_name;
        return f;
    }
    /// An operator that it is not the same as; up to 4 of them.
    [[nodiscard]] constexpr own_function not_same_as(std::string_view operator_name) const {
        own_function f = *this;
        if (f.refused_count < max_refused) f.refused[f.refused_count++] = operator_name;
        return f;
    }
};

/// A line of the list. Parameters are named in the order of the C++ function.
[[nodiscard]] constexpr own_function own(std::string_view name, callee const& function, own_name const& a = {}, own_name const& b = {},
                                         own_name const& c = {}, own_name const& d = {}, own_name const& e = {}, own_name const& g = {},
                                         own_name const& h = {}, own_name const& i = {}, own_name const& j = {}, own_name const& k = {},
                                         own_name const& l = {}, own_name const& m = {}) {
    own_function f;
    f.name = name;
    f.function = function.name;
    f.call = function.call;
    f.signature = function.native;
    for (own_name const* p : {&a, &b, &c, &d, &e, &g, &h, &i, &j, &k, &l, &m})
        if (p->is != item::role::unused) f.parameters[f.count++] = *p;
    return f;
}

template <std::size_t Size> struct own_library {
    framework name;
    std::array<own_function, Size> functions{};

    [[nodiscard]] static constexpr std::size_t size() { return Size; }
    [[nodiscard]] constexpr own_function const& operator[](std::size_t i) const { return functions[i]; }
};

/// The list: `library("mine", own(...), own(...))`.
template <class... Functions> [[nodiscard]] constexpr own_library<sizeof...(Functions)> library(char const* name, Functions const&... f) {
    return {framework{name}, {f...}};
}

} // namespace v0
} // namespace xamt

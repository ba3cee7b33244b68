/// @file
/// What a binding calls: a qualified name, an operator with its schema, or a C++ function; and what is known of its signature.
///
/// Place in the pipeline: describe. Made by conversion from what stands in `.on(framework, HERE, ...)`.
#pragma once

#include <xamt/describe/binding.hpp>
#include <xamt/describe/fault.hpp>
#include <xamt/describe/schema.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace xamt {
inline namespace v0 {

/// The parameters of a C++ function, read from its type; checked against the description.
struct native_signature {
    static constexpr std::size_t max_arity = 12;
    std::uint8_t arity = 0;
    std::uint16_t written = 0; ///< a bit for each parameter through which the function writes
    std::uint16_t typed = 0;   ///< a bit for each parameter whose element type is known from its C++ type
    std::uint16_t unknown = 0; ///< a bit for each parameter of a type without xamt::native_argument
    bool unknown_result = false;
    std::array<kind, max_arity> kinds{};
    std::array<dtype, max_arity> types{}; ///< of the elements behind pointers, spans and views

    [[nodiscard]] constexpr bool writes(std::size_t position) const { return ((written >> position) & 1u) != 0; }
};

namespace detail {
/// What a C++ callable is made of; defined in describe/native.hpp, so that hosted descriptions need not include it.
template <class Callable> struct native_callable;
template <class Callable>
concept Native = requires { native_callable<Callable>::name(); };
} // namespace detail

struct callee {
    std::string_view name;
    std::string_view schema;
    in_process_call call = nullptr;
    bool in_process = false;
    native_signature native;

    constexpr callee(char const* function) : name(function, __builtin_strlen(function)) {}
    constexpr callee(std::string_view function) : name(function) {}
    constexpr callee(xamt::schema const& s) : name(s.name()), schema(s.text) {}
    template <detail::Native C>
    constexpr callee(C)
        : name(detail::native_callable<C>::name()), call(&detail::native_callable<C>::call), in_process(true),
          native(detail::native_callable<C>::signature()) {}
};

namespace detail {

/// Whether a C++ parameter of kind `has` can take a canonical parameter of kind `wants`.
[[nodiscard]] constexpr bool compatible(kind wants, kind has) {
    if (wants == has) return true;
    if (has == kind::integer) return wants == kind::axis;
    if (has == kind::real) return wants == kind::integer;
    if (has == kind::integers) return wants == kind::axes || wants == kind::shape;
    return false;
}

/// The first mistake in a binding to a C++ function, as far as its type tells.
[[nodiscard]] constexpr fault fault_in_call(binding const& b, native_signature const& function, std::span<parameter const> parameters) {
    std::size_t position = 0;
    for (auto const& i : b.list()) {
        bool const bound = i.is == item::role::argument || i.is == item::role::pinned;
        bool const result = i.is == item::role::out_like || i.is == item::role::out_dims;
        bool const number = i.is == item::role::size_of || i.is == item::role::extent_of;
        if (!bound && !result && !number) continue;
        if (position >= function.arity) return {flaw::wrong_arity, b.on, i.name};
        if (((function.unknown >> position) & 1u) != 0) return {flaw::unknown_type, b.on, i.name};
        kind const has = function.kinds[position];
        bool fits = function.writes(position) == (result || i.in_place);
        if (i.is == item::role::argument)
            fits = fits && compatible(kind_passed(i, parameters[static_cast<std::size_t>(i.parameter)].what), has);
        if (number) fits = fits && has == kind::integer;
        if (!fits) return {flaw::kind_mismatch, b.on, i.name};
        ++position;
    }
    if (function.unknown_result) return {flaw::unknown_result, b.on, b.function};
    return position == function.arity ? fault{} : fault{flaw::wrong_arity, b.on, b.function};
}

} // namespace detail
} // namespace v0
} // namespace xamt

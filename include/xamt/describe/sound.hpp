/// @file
/// Turns a mistake in a description into one short compile error that names framework, parameter and remedy.
///
/// Place in the pipeline: describe; asked at first use (`xamt::explore<softmax>`) or at once:
/// @code
/// static_assert(xamt::sound<softmax>);                     // what can be known from the description and from C++ types
/// static_assert(xamt::sound<softmax, xamt::installed>);    // and from the frameworks of this machine (describe/installed.hpp)
/// @endcode
/// Why it looks as it does: a static_assert shows nothing but a literal, so there is one for each flaw. Framework and parameter are printed
/// because they are part of a type, and a pack of characters is what g++ and clang both print legibly (an array of characters comes out
/// as numbers). The bool is true even for a faulty description, or the reader would get a second error about it.
#pragma once

#include <xamt/describe/catalogue.hpp>

#include <cstddef>
#include <string_view>
#include <utility>

namespace xamt {
inline namespace v0 {
namespace detail {

/// A word in a compile error.
template <char... Letters> struct text;

/// Where the mistake is: the framework (or the API, if it is in `takes`), and the parameter or function as it was written.
template <class Framework, class Name> struct in;

/// `keras[jax]` letter by letter.
struct place {
    framework on;
    [[nodiscard]] constexpr std::size_t size() const { return on.name.size() + (on.backend.empty() ? 0 : on.backend.size() + 2); }
    [[nodiscard]] constexpr char operator[](std::size_t i) const {
        if (i < on.name.size()) return on.name[i];
        if (i == on.name.size()) return '[';
        return i + 1 == size() ? ']' : on.backend[i - on.name.size() - 1];
    }
};

template <auto const& Word, std::size_t... Index> auto spelled(std::index_sequence<Index...>) -> text<Word[Index]...>;

/// Two flaws compared under a name: clang would print the values behind an expression on four more lines.
template <flaw A, flaw B> inline constexpr bool differ = A != B;

template <flaw Found, class Where> struct refusal {
    static_assert(differ<Found, flaw::too_many_parameters>,
                  "xamt: an API takes at most 10 parameters; leave out those that never vary, given(name, value) pins them");
    static_assert(differ<Found, flaw::too_many_bindings>,
                  "xamt: an API is bound to at most 9 frameworks; describe it a second time for the others");
    static_assert(differ<Found, flaw::too_many_items>,
                  "xamt: .on(...) takes at most 12 names and items; leave out what is pinned to the framework's own default");
    static_assert(differ<Found, flaw::too_many_names>,
                  "xamt: .on(...) has more names than takes(...) has parameters; pin what varies in no other "
                  "framework with given(name, value)");
    static_assert(differ<Found, flaw::duplicate_parameter>, "xamt: the API takes two parameters of this name; rename one of them");
    static_assert(differ<Found, flaw::duplicate_binding>,
                  "xamt: the API is bound to this framework twice; remove one .on(...), or name a backend: fw::keras[\"jax\"]");
    static_assert(differ<Found, flaw::unknown_canonical_name>,
                  "xamt: this item names no parameter of the API; use a name, or a size letter, that stands in takes(...)");
    static_assert(differ<Found, flaw::unknown_parameter_name>,
                  "xamt: the framework's function has no parameter of this name; use the name in the framework's own signature");
    static_assert(differ<Found, flaw::unknown_function>,
                  "xamt: the framework has no function of this name; use the qualified name under which it is documented");
    static_assert(differ<Found, flaw::missing_parameter>,
                  "xamt: this parameter is not bound here; add the framework's name for it to .on(...), say "
                  "only(value), or give it by_default(value)");
    static_assert(differ<Found, flaw::unbound_required>,
                  "xamt: the framework's function requires this parameter; bind it, or pin it with given(name, value)");
    static_assert(
        differ<Found, flaw::kind_mismatch>,
        "xamt: the function's parameter of this name has another kind than takes(...) says; convert it, or change its description");
    static_assert(differ<Found, flaw::wrong_arity>,
                  "xamt: the C++ function takes another number of parameters than .on(...) names; name each of them once");
    static_assert(differ<Found, flaw::unknown_type>,
                  "xamt: the C++ type of this parameter is not known; specialise xamt::native_argument for it");
    static_assert(differ<Found, flaw::unknown_result>,
                  "xamt: the C++ type that this function returns is not known; specialise xamt::native_result for it");
    static constexpr bool told = true;
};
/// Nothing is wrong: the one instantiation that all sound descriptions share.
template <> struct refusal<flaw::none, in<text<>, text<>>> {
    static constexpr bool told = true;
};

/// Where a description is faulty; for a sound one nothing is looked up or spelled.
template <auto const& Api, auto const& Catalogues, flaw Found> struct location {
    static constexpr fault found = fault_in(Api, Catalogues);
    static constexpr place on{found.on.name.empty() ? framework{Api.name} : found.on};
    static constexpr std::string_view name = found.parameter;
    using type =
        in<decltype(spelled<on>(std::make_index_sequence<on.size()>{})), decltype(spelled<name>(std::make_index_sequence<name.size()>{}))>;
};
template <auto const& Api, auto const& Catalogues> struct location<Api, Catalogues, flaw::none> {
    using type = in<text<>, text<>>;
};

} // namespace detail

/// True if the description has no mistake; otherwise a compile error says which.
template <auto const& Api, auto const& Catalogues = no_catalogues>
inline constexpr bool sound =
    detail::refusal<fault_in(Api, Catalogues).what, typename detail::location<Api, Catalogues, fault_in(Api, Catalogues).what>::type>::told;

} // namespace v0
} // namespace xamt

/// @file
/// Mistakes in descriptions, kept as data: found while a description is built, told where it is first used.
///
/// Place in the pipeline: describe. `xamt::sound<my_api>` (describe/sound.hpp) turns a stored fault into one compile error; a host that
/// finds the same mistake when it starts says it with the same sentence.
#pragma once

#include <xamt/describe/framework.hpp>

#include <string_view>

namespace xamt {
inline namespace v0 {

/// Of type int, since clang shows enumerators of a byte as characters.
enum class flaw : int {
    none,
    too_many_parameters,
    too_many_bindings,
    too_many_items,
    too_many_names,
    duplicate_parameter,
    duplicate_binding,
    unknown_canonical_name,
    unknown_parameter_name,
    unknown_function,
    missing_parameter,
    unbound_required,
    kind_mismatch,
    wrong_arity,
    unknown_type,
    unknown_result,
};

/// What is wrong and what to do about it, in one sentence. The compile errors of describe/sound.hpp say the same; tests/fail compares
/// them, because a static_assert of C++20 takes nothing but a literal.
[[nodiscard]] constexpr std::string_view sentence(flaw f) {
    switch (f) {
    case flaw::none: break;
    case flaw::too_many_parameters:
        return "xamt: an API takes at most 10 parameters; leave out those that never vary, given(name, value) pins them";
    case flaw::too_many_bindings: return "xamt: an API is bound to at most 9 frameworks; describe it a second time for the others";
    case flaw::too_many_items:
        return "xamt: .on(...) takes at most 12 names and items; leave out what is pinned to the framework's own default";
    case flaw::too_many_names:
        return "xamt: .on(...) has more names than takes(...) has parameters; pin what varies in no other framework with given(name, "
               "value)";
    case flaw::duplicate_parameter: return "xamt: the API takes two parameters of this name; rename one of them";
    case flaw::duplicate_binding:
        return "xamt: the API is bound to this framework twice; remove one .on(...), or name a backend: fw::keras[\"jax\"]";
    case flaw::unknown_canonical_name:
        return "xamt: this item names no parameter of the API; use a name, or a size letter, that stands in takes(...)";
    case flaw::unknown_parameter_name:
        return "xamt: the framework's function has no parameter of this name; use the name in the framework's own signature";
    case flaw::unknown_function:
        return "xamt: the framework has no function of this name; use the qualified name under which it is documented";
    case flaw::missing_parameter:
        return "xamt: this parameter is not bound here; add the framework's name for it to .on(...), say only(value), or give it "
               "by_default(value)";
    case flaw::unbound_required:
        return "xamt: the framework's function requires this parameter; bind it, or pin it with given(name, value)";
    case flaw::kind_mismatch:
        return "xamt: the function's parameter of this name has another kind than takes(...) says; convert it, or change its description";
    case flaw::wrong_arity: return "xamt: the C++ function takes another number of parameters than .on(...) names; name each of them once";
    case flaw::unknown_type: return "xamt: the C++ type of this parameter is not known; specialise xamt::native_argument for it";
    case flaw::unknown_result: return "xamt: the C++ type that this function returns is not known; specialise xamt::native_result for it";
    }
    return "xamt: the description is sound";
}

struct fault {
    flaw what = flaw::none;
    framework on;
    std::string_view parameter; ///< the name as it was written

    constexpr explicit operator bool() const { return what != flaw::none; }
};

} // namespace v0
} // namespace xamt

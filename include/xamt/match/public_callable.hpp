/// @file
/// A public callable of a framework as its catalogue describes it: names, overloads, texts.
///
/// Place in the pipeline: match. `tools/harvest --out-public` writes these; a user's library may hand in its own.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace xamt {
inline namespace v0 {

/// How a parameter may be given.
enum class passing : std::uint8_t { any, positional, keyword, rest, keywords };

struct public_parameter {
    std::string name;
    passing how = passing::any;
    bool required = true;
    std::string standard;   ///< the default as Python writes it
    std::string annotation; ///< a type, where one is known
    std::string text;       ///< what the documentation says about it
    std::vector<std::string> choices;
};

using public_overload = std::vector<public_parameter>;

struct public_callable {
    std::string framework;
    std::vector<std::string> names; ///< of one object; the first is the shortest
    bool is_class = false;
    std::vector<public_overload> overloads;
    public_overload call; ///< of a class: how its objects are called
    std::vector<std::string> bases;
    std::string doc, module;

    [[nodiscard]] std::string const& name() const { return names.front(); }
};

struct public_catalogue {
    std::string framework, version;
    std::vector<std::string> host; ///< the program that makes calls of it; empty: xamt's own prober
    std::string module;            ///< of a Python library on NumPy's arrays, which xamt's prober imports
    std::vector<public_callable> callables;
};

/// The part of a qualified name that says what it is: the last one, with the one before it where that says more
/// (`numpy.maximum.accumulate`, `jax.scipy.stats.norm.pdf`).
[[nodiscard]] inline std::string_view telling_part(std::string_view name) {
    auto const dot = name.rfind('.');
    if (dot == std::string_view::npos) return name;
    auto const last = name.substr(dot + 1);
    bool const method = last == "accumulate" || last == "reduce" || last == "outer";
    auto const before = name.rfind('.', dot - 1);
    if (before == std::string_view::npos) return last;
    bool const inside =
        (method && name.find(".raw_ops") == std::string_view::npos && name.substr(0, before).find('.') == std::string_view::npos) ||
        name.substr(0, before).ends_with(".stats");
    return inside ? name.substr(before + 1) : last;
}

} // namespace v0
} // namespace xamt

/// @file
/// Frameworks as values: `fw::torch`, `fw::keras["jax"]`, or one of your own.
///
/// Place in the pipeline: describe. They live in a namespace of their own, because a tag named `torch` in an imported
/// namespace collides with ATen's. Example: `inline constexpr xamt::framework my_kernels{"my_kernels"};`
#pragma once

#include <string_view>

namespace xamt {
inline namespace v0 {

/// A library under test, in one of its backends if it has several.
struct framework {
    std::string_view name;
    std::string_view backend = {};

    /// The same framework on one backend: `fw::keras["jax"]`, written `keras[jax]` on the command line and in reports.
    [[nodiscard]] constexpr framework operator[](std::string_view on) const { return {name, on}; }
    friend constexpr bool operator==(framework, framework) = default;
};

/// The frameworks that xamt has adapters for.
namespace fw {
inline constexpr framework torch{"torch"};
inline constexpr framework tensorflow{"tensorflow"};
inline constexpr framework keras{"keras"};
inline constexpr framework jax{"jax"};
inline constexpr framework chainer{"chainer"};
inline constexpr framework numpy{"numpy"};
inline constexpr framework eigen{"eigen"};
} // namespace fw

} // namespace v0
} // namespace xamt

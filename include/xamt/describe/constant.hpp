/// @file
/// Constants inside descriptions: defaults, pinned arguments, restrictions. A literal type without containers, unlike the run-time `value`
/// (align/convert.hpp makes one from the other).
///
/// Place in the pipeline: describe. Converts from what people write: `by_default(-1)`, `given("approximate", "tanh")`.
#pragma once

#include <xamt/core/dtype.hpp>
#include <xamt/core/none.hpp>

#include <array>
#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <string_view>

namespace xamt {
inline namespace v0 {

struct constant {
    enum class type : std::uint8_t { absent, none, flag, integer, real, text, dtype, integers };

    type is = type::absent;
    std::uint8_t count = 0;             ///< of `integers`
    xamt::dtype element{};              ///< of type::dtype
    std::array<std::int16_t, 6> list{}; ///< of type::integers
    std::int64_t integer = 0;           ///< also the flag
    double real = 0;
    std::string_view text{};

    constexpr constant() = default;
    constexpr constant(xamt::none) : is(type::none) {}
    constexpr constant(std::same_as<bool> auto v) : is(type::flag), integer(v) {}
    constexpr constant(std::integral auto v)
        requires(!std::same_as<decltype(v), bool>)
        : is(type::integer), integer(static_cast<std::int64_t>(v)) {}
    constexpr constant(std::floating_point auto v) : is(type::real), real(v) {}
    constexpr constant(char const* v) : is(type::text), text(v) {}
    constexpr constant(std::string_view v) : is(type::text), text(v) {}
    constexpr constant(xamt::dtype v) : is(type::dtype), element(v) {}
    constexpr constant(std::initializer_list<int> v) : is(type::integers) {
        for (int i : v)
            if (count < list.size()) list[count++] = static_cast<std::int16_t>(i);
    }

    [[nodiscard]] constexpr bool present() const { return is != type::absent; }
    friend constexpr bool operator==(constant const&, constant const&) = default;
};

} // namespace v0
} // namespace xamt

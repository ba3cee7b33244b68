/// @file
/// The element types that travel between frameworks, and what is known of each.
///
/// Place in the pipeline: core. Everything that touches tensor bytes asks here for sizes, names and floating-point formats.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace xamt {
inline namespace v0 {

/// Element type of a tensor. The numeric codes are those of the wire format between campaign and hosts.
enum class dtype : std::uint8_t {
    float16,
    bfloat16,
    float32,
    float64,
    int8,
    int16,
    int32,
    int64,
    uint8,
    boolean,
    complex64,
    complex128,
};

inline constexpr std::size_t dtype_count = 12;

enum class dtype_class : std::uint8_t { floating, integer, boolean, complex };

/// What the rest of the library needs to know of a dtype. `digits`, `min_exponent` and `max_exponent` follow
/// std::numeric_limits (value = 0.1xxx * 2^e) and describe one component of a complex number; they are 0 for integers.
struct dtype_info {
    std::string_view name;
    std::uint8_t size;
    dtype_class kind;
    std::int16_t digits;
    std::int16_t min_exponent;
    std::int16_t max_exponent;
};

inline constexpr std::array<dtype_info, dtype_count> dtype_table{{
    {"float16", 2, dtype_class::floating, 11, -13, 16},
    {"bfloat16", 2, dtype_class::floating, 8, -125, 128},
    {"float32", 4, dtype_class::floating, 24, -125, 128},
    {"float64", 8, dtype_class::floating, 53, -1021, 1024},
    {"int8", 1, dtype_class::integer, 0, 0, 0},
    {"int16", 2, dtype_class::integer, 0, 0, 0},
    {"int32", 4, dtype_class::integer, 0, 0, 0},
    {"int64", 8, dtype_class::integer, 0, 0, 0},
    {"uint8", 1, dtype_class::integer, 0, 0, 0},
    {"bool", 1, dtype_class::boolean, 0, 0, 0},
    {"complex64", 8, dtype_class::complex, 24, -125, 128},
    {"complex128", 16, dtype_class::complex, 53, -1021, 1024},
}};

[[nodiscard]] constexpr dtype_info const& info(dtype d) { return dtype_table[static_cast<std::size_t>(d)]; }
[[nodiscard]] constexpr std::string_view name_of(dtype d) { return info(d).name; }
[[nodiscard]] constexpr std::size_t size_of(dtype d) { return info(d).size; }
[[nodiscard]] constexpr bool is_floating(dtype d) { return info(d).kind == dtype_class::floating; }
[[nodiscard]] constexpr bool is_integer(dtype d) { return info(d).kind == dtype_class::integer; }
[[nodiscard]] constexpr bool is_complex(dtype d) { return info(d).kind == dtype_class::complex; }

/// The dtype of that name ("float32", "bool", ...), or nothing.
[[nodiscard]] constexpr std::optional<dtype> dtype_named(std::string_view name) {
    for (std::size_t i = 0; i < dtype_count; ++i)
        if (dtype_table[i].name == name) return static_cast<dtype>(i);
    return std::nullopt;
}

/// The type in which a trial of dtype `d` is evaluated for a reference: one step wider than any error that is judged.
[[nodiscard]] constexpr dtype widened(dtype d) {
    if (is_floating(d)) return dtype::float64;
    return is_complex(d) ? dtype::complex128 : d;
}

/// A set of dtypes, one bit each.
struct dtype_set {
    std::uint16_t bits = 0;

    [[nodiscard]] constexpr bool contains(dtype d) const { return (bits >> static_cast<unsigned>(d)) & 1u; }
    [[nodiscard]] constexpr bool empty() const { return bits == 0; }
    constexpr void insert(dtype d) { bits = static_cast<std::uint16_t>(bits | (1u << static_cast<unsigned>(d))); }
    friend constexpr dtype_set operator|(dtype_set a, dtype_set b) { return {static_cast<std::uint16_t>(a.bits | b.bits)}; }
    friend constexpr dtype_set operator&(dtype_set a, dtype_set b) { return {static_cast<std::uint16_t>(a.bits & b.bits)}; }
    friend constexpr bool operator==(dtype_set, dtype_set) = default;
};

inline constexpr dtype_set floating_dtypes{0b0000'0000'1111};
inline constexpr dtype_set integer_dtypes{0b0001'1111'0000};
inline constexpr dtype_set bool_dtypes{0b0010'0000'0000};
inline constexpr dtype_set complex_dtypes{0b1100'0000'0000};
inline constexpr dtype_set all_dtypes{0b1111'1111'1111};

} // namespace v0
} // namespace xamt

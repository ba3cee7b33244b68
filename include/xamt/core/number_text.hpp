/// @file
/// Numbers as text that reads back to the same bits: shortest decimals, `nan`, `-nan`, `inf`, and unusual NaNs with their bits.
///
/// Place in the pipeline: core; used by text.hpp.
#pragma once

#include <xamt/core/element.hpp>

#include <bit>
#include <charconv>
#include <cmath>
#include <complex>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

namespace xamt {
inline namespace v0 {
namespace detail {

template <class T>
using bits_of = std::conditional_t<sizeof(T) == 2, std::uint16_t, std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>>;

template <class N> void append_number(std::string& text, N x) {
    char buffer[40];
    text.append(buffer, std::to_chars(buffer, buffer + sizeof buffer, x).ptr);
}

/// A NaN: plain if it is the quiet one of either sign, otherwise with all its bits.
template <class T> void append_nan(std::string& text, T x) {
    auto const bits = std::bit_cast<bits_of<T>>(x);
    constexpr unsigned sign_bit = sizeof(T) * 8 - 1;
    bool const negative = (bits >> sign_bit) != 0;
    T const quiet = from_double<T>(std::numeric_limits<double>::quiet_NaN());
    auto const plain = static_cast<bits_of<T>>(std::bit_cast<bits_of<T>>(quiet) & ~(bits_of<T>{1} << sign_bit));
    if (negative) text += '-';
    text += "nan";
    if (static_cast<bits_of<T>>(bits & ~(bits_of<T>{1} << sign_bit)) == plain) return;
    char buffer[20];
    text += "(0x";
    text.append(buffer, std::to_chars(buffer, buffer + sizeof buffer, static_cast<std::uint64_t>(bits), 16).ptr);
    text += ')';
}

/// A floating-point number in as few decimal digits as give it back.
template <class T> void append_float(std::string& text, T x) {
    double const wide = to_double(x);
    if (wide != wide) return append_nan(text, x);
    if constexpr (sizeof(T) > 2) return append_number(text, x);
    for (int digits = 1; digits <= 6; ++digits) {
        char buffer[40];
        char* const end = std::to_chars(buffer, buffer + sizeof buffer, wide, std::chars_format::general, digits).ptr;
        double back = 0;
        std::from_chars(buffer, end, back);
        if (digits < 6 && !(from_double<T>(back) == x)) continue;
        text.append(buffer, end);
        return;
    }
}

/// One element of a tensor.
template <class T> void append_element(std::string& text, T x) {
    if constexpr (std::is_same_v<T, bool>) {
        text += x ? "true" : "false";
    } else if constexpr (std::is_integral_v<T>) {
        append_number(text, static_cast<std::int64_t>(x));
    } else if constexpr (requires { x.imag(); }) {
        append_float(text, x.real());
        std::size_t const at = text.size();
        append_float(text, x.imag());
        if (text[at] != '-') text.insert(at, 1, '+');
        text += 'j';
    } else {
        append_float(text, x);
    }
}

/// Takes a floating-point number off the front of `text`: decimal, hexadecimal (0x1.8p3), inf, nan, nan(0x7fc00001).
template <class T> [[nodiscard]] std::optional<T> take_float(std::string_view& text) {
    std::string_view rest = text;
    bool const negative = !rest.empty() && rest.front() == '-';
    if (!rest.empty() && (rest.front() == '-' || rest.front() == '+')) rest.remove_prefix(1);
    auto const done = [&](double magnitude, std::size_t length) {
        text = rest.substr(length);
        return from_double<T>(negative ? -magnitude : magnitude);
    };
    if (rest.starts_with("nan(0x")) {
        std::uint64_t bits = 0;
        auto const [end, failure] = std::from_chars(rest.data() + 6, rest.data() + rest.size(), bits, 16);
        if (failure != std::errc{} || end == rest.data() + rest.size() || *end != ')') return std::nullopt;
        text = rest.substr(static_cast<std::size_t>(end - rest.data()) + 1);
        return std::bit_cast<T>(static_cast<bits_of<T>>(bits));
    }
    if (rest.starts_with("nan")) {
        T const quiet = done(std::abs(std::numeric_limits<double>::quiet_NaN()), 3);
        constexpr auto sign = static_cast<bits_of<T>>(bits_of<T>{1} << (sizeof(T) * 8 - 1));
        auto const bits = std::bit_cast<bits_of<T>>(quiet);
        return std::bit_cast<T>(static_cast<bits_of<T>>(negative ? bits | sign : bits & ~sign));
    }
    if (rest.starts_with("inf")) return done(std::numeric_limits<double>::infinity(), rest.starts_with("infinity") ? 8 : 3);
    bool const hexadecimal = rest.starts_with("0x") || rest.starts_with("0X");
    char const* const begin = rest.data() + (hexadecimal ? 2 : 0);
    char const* const stop = rest.data() + rest.size();
    if (begin == stop || *begin == '-') return std::nullopt;
    auto const format = hexadecimal ? std::chars_format::hex : std::chars_format::general;
    // float32 is read as float: through double a decimal would be rounded twice.
    std::conditional_t<std::is_same_v<T, float>, float, double> magnitude = 0;
    auto const [end, failure] = std::from_chars(begin, stop, magnitude, format);
    if (failure != std::errc{}) return std::nullopt;
    return done(static_cast<double>(magnitude), static_cast<std::size_t>(end - rest.data()));
}

/// Takes one element off the front of `text`.
template <class T> [[nodiscard]] std::optional<T> take_element(std::string_view& text) {
    if constexpr (std::is_same_v<T, bool>) {
        for (bool truth : {true, false})
            if (std::string_view const word = truth ? "true" : "false"; text.starts_with(word)) {
                text.remove_prefix(word.size());
                return truth;
            }
        if (!text.empty() && (text.front() == '0' || text.front() == '1')) {
            bool const truth = text.front() == '1';
            text.remove_prefix(1);
            return truth;
        }
        return std::nullopt;
    } else if constexpr (std::is_integral_v<T>) {
        T x{};
        auto const [end, failure] = std::from_chars(text.data(), text.data() + text.size(), x);
        if (failure != std::errc{}) return std::nullopt;
        text.remove_prefix(static_cast<std::size_t>(end - text.data()));
        return x;
    } else if constexpr (requires(T x) { x.imag(); }) {
        auto const real = take_float<typename T::value_type>(text);
        if (!real) return std::nullopt;
        if (text.starts_with('j')) {
            text.remove_prefix(1);
            return T(0, *real);
        }
        if (!text.starts_with('+') && !text.starts_with('-')) return T(*real);
        auto const imaginary = take_float<typename T::value_type>(text);
        if (!imaginary || !text.starts_with('j')) return std::nullopt;
        text.remove_prefix(1);
        return T(*real, *imaginary);
    } else {
        return take_float<T>(text);
    }
}

} // namespace detail
} // namespace v0
} // namespace xamt

/// @file
/// Arguments as text and back, exactly: what `xamt try` reads and what reports print.
///
/// Place in the pipeline: core. Forms: `float32[nan,0.3]`, `float32[[1,2],[3,4]]`, `int64 3` (a tensor of rank 0), `3`, `0.5`, `1.0+2.0j`,
/// `true`, `none`, `[1,2]`, `[[0,1],[2,2]]`, `[0.5,1.0]`, `same` or ``'any text'``, `float32` (a dtype), `{float32[1],float32[2]}`,
/// `shape (2,0) zeros float16`, `shape (2,3) full 0x1p-3 float32`. A tensor of one repeated value is printed in the last form.
#pragma once

#include <xamt/core/number_text.hpp>
#include <xamt/core/parse_text.hpp>
#include <xamt/core/value.hpp>

#include <cstring>
#include <string>

namespace xamt {
inline namespace v0 {

namespace detail {

/// Up to this many elements a tensor of equal elements is still written out.
inline constexpr std::int64_t longest_plain_constant = 4;

template <class T> void append_nested(std::string& text, tensor_view<T const> const& t, std::size_t axis, std::int64_t& at) {
    if (axis == t.dims.rank()) return append_element<std::remove_const_t<T>>(text, t[at++]);
    text += '[';
    for (std::int64_t i = 0; i < t.dims[axis]; ++i) {
        if (i > 0) text += ',';
        append_nested<T>(text, t, axis + 1, at);
    }
    text += ']';
}

[[nodiscard]] inline bool is_constant(ndarray const& t) {
    std::size_t const size = size_of(t.type());
    for (std::size_t at = size; at < t.bytes(); at += size)
        if (std::memcmp(t.data(), t.data() + at, size) != 0) return false;
    return true;
}

inline void append_tensor(std::string& text, ndarray const& t) {
    visit_dtype(t.type(), [&]<class T>(std::type_identity<T>) {
        if (t.size() != 0 && (t.size() <= longest_plain_constant || !is_constant(t))) {
            text += name_of(t.type());
            if (t.dims().rank() == 0) text += ' ';
            std::int64_t at = 0;
            return append_nested<T>(text, t.as<T>(), 0, at);
        }
        text += "shape (";
        for (std::size_t i = 0; i < t.dims().rank(); ++i) text += (i > 0 ? "," : "") + std::to_string(t.dims()[i]);
        text += ") ";
        std::string element;
        if (t.size() != 0) append_element<T>(element, t.as<T>()[0]);
        text += element.empty() || element == "0" ? "zeros " : "full " + element + " ";
        text += name_of(t.type());
    });
}

/// A real number that cannot be mistaken for a whole one.
inline void append_real(std::string& text, double x) {
    std::size_t const at = text.size();
    append_float(text, x);
    if (text.find_first_of(".einf", at) == std::string::npos) text += ".0";
}

inline void append_integers(std::string& text, integer_list const& list) {
    text += '[';
    for (std::size_t i = 0; i < list.items.size(); ++i) {
        auto const columns = static_cast<std::size_t>(list.columns);
        if (i > 0)
            text += columns > 0 && i % columns == 0 ? "],[" : ",";
        else if (columns > 0)
            text += '[';
        text += std::to_string(list.items[i]);
    }
    text += list.columns > 0 && !list.items.empty() ? "]]" : "]";
}

inline void append_word(std::string& text, std::string_view word) {
    if (is_bare_word(word) && !is_reserved_word(word)) {
        text += word;
        return;
    }
    text += '\'';
    for (char c : word) {
        if (c == '\'' || c == '\\') text += '\\';
        text += c;
    }
    text += '\'';
}

} // namespace detail

/// The text of a value; `parse_value` gives the same value back, bit for bit.
[[nodiscard]] inline std::string to_text(value const& v) {
    std::string text;
    struct {
        std::string& text;
        void operator()(none) const { text += "none"; }
        void operator()(bool x) const { text += x ? "true" : "false"; }
        void operator()(std::int64_t x) const { text += std::to_string(x); }
        void operator()(double x) const { detail::append_real(text, x); }
        void operator()(complex_number x) const { detail::append_element(text, std::complex<double>(x.real, x.imaginary)); }
        void operator()(std::string const& x) const { detail::append_word(text, x); }
        void operator()(dtype x) const { text += name_of(x); }
        void operator()(integer_list const& x) const { detail::append_integers(text, x); }
        void operator()(std::vector<double> const& list) const {
            text += '[';
            for (std::size_t i = 0; i < list.size(); ++i) {
                if (i > 0) text += ',';
                detail::append_real(text, list[i]);
            }
            text += ']';
        }
        void operator()(ndarray const& x) const { detail::append_tensor(text, x); }
        void operator()(std::vector<ndarray> const& list) const {
            text += '{';
            for (std::size_t i = 0; i < list.size(); ++i) {
                if (i > 0) text += ',';
                detail::append_tensor(text, list[i]);
            }
            text += '}';
        }
    } const append{text};
    std::visit(append, v);
    return text;
}

} // namespace v0
} // namespace xamt

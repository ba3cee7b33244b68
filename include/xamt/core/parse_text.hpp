/// @file
/// Reads arguments from text: the parser behind text.hpp, which lists the forms.
///
/// Place in the pipeline: core. Example: `parse_value("float32[nan,0.3,0.5]")`. Errors name the position and what was expected there.
#pragma once

#include <xamt/core/number_text.hpp>
#include <xamt/core/result.hpp>
#include <xamt/core/value.hpp>

#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace xamt {
inline namespace v0 {
namespace detail {

[[nodiscard]] constexpr bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
[[nodiscard]] constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
[[nodiscard]] constexpr bool is_word_character(char c) { return is_letter(c) || is_digit(c) || c == '.' || c == '-' || c == '>'; }

[[nodiscard]] constexpr bool is_bare_word(std::string_view word) {
    if (word.empty() || !is_letter(word.front())) return false;
    for (char c : word)
        if (!is_word_character(c)) return false;
    return true;
}

/// Words that mean something else than themselves.
[[nodiscard]] constexpr bool is_reserved_word(std::string_view word) {
    for (std::string_view reserved : {"none", "None", "true", "True", "false", "False", "nan", "inf", "infinity", "shape"})
        if (word == reserved) return true;
    return dtype_named(word).has_value();
}

class value_parser {
  public:
    explicit value_parser(std::string_view text) : whole_(text), rest_(text) {}

    [[nodiscard]] result<value> parse() {
        std::optional<value> v = any();
        skip();
        if (v && !rest_.empty()) v = refuse("the end of the text");
        if (v) return std::move(*v);
        std::string const at = failed_at_ == whole_.size() ? "the text ends"
                                                           : "position " + std::to_string(failed_at_ + 1) + " has '" +
                                                                 std::string(whole_.substr(failed_at_, 12)) + "'";
        return error{"cannot read the value '" + std::string(whole_.substr(0, 80)) + "'", at + " where " + expected_ + " should stand",
                     "forms: 3, 0.5, true, none, same, [1,2], float32[1,nan], int64 3, shape (2,3) zeros float32"};
    }

  private:
    void skip() {
        while (!rest_.empty() && (rest_.front() == ' ' || rest_.front() == '\t' || rest_.front() == '\n')) rest_.remove_prefix(1);
    }
    std::nullopt_t refuse(std::string expected) {
        failed_at_ = whole_.size() - rest_.size();
        expected_ = std::move(expected);
        return std::nullopt;
    }
    /// Takes a mark if it stands next.
    [[nodiscard]] bool take(char mark) {
        skip();
        if (!rest_.starts_with(mark)) return false;
        rest_.remove_prefix(1);
        return true;
    }
    [[nodiscard]] std::string_view take_word() {
        skip();
        std::size_t n = 0;
        while (n < rest_.size() && (n == 0 ? is_letter(rest_[0]) : is_word_character(rest_[n]))) ++n;
        std::string_view const word = rest_.substr(0, n);
        rest_.remove_prefix(n);
        return word;
    }

    [[nodiscard]] std::optional<value> any() {
        skip();
        if (rest_.empty()) return refuse("a value");
        char const c = rest_.front();
        if (c == '[') return list();
        if (c == '{') return tensors();
        if (c == '\'' || c == '"') return quoted(c);
        if (is_letter(c) && !rest_.starts_with("nan") && !rest_.starts_with("inf")) return worded();
        return number();
    }

    [[nodiscard]] std::optional<value> worded() {
        std::string_view const before = rest_;
        std::string_view const word = take_word();
        if (word == "none" || word == "None") return none{};
        if (word == "true" || word == "True") return true;
        if (word == "false" || word == "False") return false;
        if (word == "shape") return shaped();
        if (auto const d = dtype_named(word)) {
            skip();
            if (rest_.empty() || rest_.front() == ',' || rest_.front() == '}') return *d;
            if (auto t = tensor_of(*d)) return std::move(*t);
            return std::nullopt;
        }
        if (word.empty()) return rest_ = before, refuse("a value");
        return std::string(word);
    }

    [[nodiscard]] std::optional<value> quoted(char mark) {
        rest_.remove_prefix(1);
        std::string text;
        while (!rest_.empty() && rest_.front() != mark) {
            if (rest_.front() == '\\' && rest_.size() > 1) rest_.remove_prefix(1);
            text += rest_.front();
            rest_.remove_prefix(1);
        }
        if (!take(mark)) return refuse("a closing quote");
        return text;
    }

    /// Length of the number that stands next, up to a mark that ends it.
    [[nodiscard]] std::string_view number_text() const {
        std::size_t n = 0;
        while (n < rest_.size() && rest_[n] != ',' && rest_[n] != ']' && rest_[n] != ' ' && rest_[n] != '}') ++n;
        return rest_.substr(0, n);
    }

    [[nodiscard]] std::optional<value> number() {
        skip();
        std::string_view const text = number_text();
        if (text.ends_with('j')) {
            if (auto const x = take_element<std::complex<double>>(rest_)) return *x;
            return refuse("a complex number");
        }
        if (!text.empty() && text.find_first_not_of("+-0123456789") == std::string_view::npos) {
            std::string_view digits = rest_;
            if (digits.front() == '+') digits.remove_prefix(1);
            if (auto const x = take_element<std::int64_t>(digits)) return rest_ = digits, *x;
            return refuse("a whole number within 64 bits");
        }
        if (auto const x = take_element<double>(rest_)) return *x;
        return refuse("a number");
    }

    /// Whole numbers, rows of whole numbers, or reals as soon as one of them is not whole.
    [[nodiscard]] std::optional<value> list() {
        rest_.remove_prefix(1);
        integer_list whole;
        std::vector<double> reals;
        bool has_real = false;
        if (take(']')) return whole;
        do {
            skip();
            std::optional<value> v = rest_.starts_with('[') ? list() : number();
            if (!v) return std::nullopt;
            if (auto const* row = std::get_if<integer_list>(&*v)) {
                auto const columns = static_cast<int>(row->items.size());
                if (row->columns != 0 || columns == 0 || (!whole.items.empty() && whole.columns != columns))
                    return refuse("a row as long as the first");
                whole.columns = columns;
                whole.items.insert(whole.items.end(), row->items.begin(), row->items.end());
            } else if (auto const* i = std::get_if<std::int64_t>(&*v); i != nullptr && whole.columns == 0) {
                whole.items.push_back(*i);
                reals.push_back(static_cast<double>(*i));
            } else if (auto const* x = std::get_if<double>(&*v); x != nullptr && whole.columns == 0) {
                reals.push_back(*x);
                has_real = true;
            } else {
                return refuse("a list of numbers, or a list of rows of whole numbers");
            }
        } while (take(','));
        if (!take(']')) return refuse("',' or ']'");
        if (has_real) return reals;
        return whole;
    }

    [[nodiscard]] std::optional<value> tensors() {
        rest_.remove_prefix(1);
        std::vector<ndarray> list;
        if (take('}')) return list;
        do {
            std::optional<value> v = any();
            if (!v) return std::nullopt;
            auto* t = std::get_if<ndarray>(&*v);
            if (t == nullptr) return refuse("a tensor");
            list.push_back(std::move(*t));
        } while (take(','));
        if (!take('}')) return refuse("',' or '}'");
        return list;
    }

    /// `shape (2,3) zeros float16`, `shape (2,3) full 0x1p-3 float32`.
    [[nodiscard]] std::optional<value> shaped() {
        if (!take('(')) return refuse("'(' and the extents");
        shape dims;
        while (!take(')')) {
            skip();
            auto const extent = take_element<std::int64_t>(rest_);
            if (!extent || *extent < 0 || dims.full()) return refuse("an extent (at most 6 of them)");
            dims.push_back(*extent);
            if (!take(',') && !rest_.starts_with(')')) return refuse("',' or ')'");
        }
        std::string_view const how = take_word();
        if (how != "zeros" && how != "ones" && how != "full") return refuse("zeros, ones or full");
        skip();
        std::string_view element = how == "zeros" ? "0" : "1";
        if (how == "full") {
            element = number_text();
            rest_.remove_prefix(element.size());
        }
        auto const d = dtype_named(take_word());
        if (!d) return refuse("a dtype");
        ndarray t(*d, dims);
        bool const read = visit_dtype(*d, [&]<class T>(std::type_identity<T>) {
            std::string_view text = element;
            auto const x = take_element<T>(text);
            if (!x || !text.empty()) return false;
            for (auto& e : t.as<T>()) e = *x;
            return true;
        });
        if (!read) return refuse("an element of that dtype before its name");
        return t;
    }

    template <class T, class Elements>
    [[nodiscard]] bool nested(Elements& elements, std::vector<std::int64_t>& extents, std::size_t depth) {
        skip();
        if (!rest_.starts_with('[')) {
            if (depth != extents.size()) return refuse("'['"), false;
            auto const x = take_element<T>(rest_);
            if (!x) return refuse("an element of that dtype"), false;
            elements.push_back(*x);
            return true;
        }
        rest_.remove_prefix(1);
        bool const is_new = depth == extents.size();
        if (is_new) {
            if (!elements.empty()) return refuse("a number"), false;
            extents.push_back(0);
        }
        std::int64_t count = 0;
        if (!take(']')) {
            do {
                if (!nested<T>(elements, extents, depth + 1)) return false;
                ++count;
            } while (take(','));
            if (!take(']')) return refuse("',' or ']'"), false;
        }
        if (extents[depth] != 0 && extents[depth] != count) return refuse("a row as long as the first"), false;
        extents[depth] = count;
        return true;
    }

    [[nodiscard]] std::optional<value> tensor_of(dtype d) {
        return visit_dtype(d, [&]<class T>(std::type_identity<T>) -> std::optional<value> {
            // Not std::vector<bool>: its elements are not objects.
            std::vector<std::conditional_t<std::is_same_v<T, bool>, unsigned char, T>> elements;
            std::vector<std::int64_t> extents;
            if (!nested<T>(elements, extents, 0)) return std::nullopt;
            if (extents.size() > shape::max_rank) return refuse("at most 6 axes");
            ndarray t(d, shape(extents));
            if (t.size() != static_cast<std::int64_t>(elements.size())) return refuse("rows of equal length");
            if (!elements.empty()) std::memcpy(t.data(), elements.data(), t.bytes());
            return t;
        });
    }

    std::string_view whole_, rest_;
    std::size_t failed_at_ = 0;
    std::string expected_;
};

} // namespace detail

/// The value that a text spells, or an error that says where reading stopped and why.
[[nodiscard]] inline result<value> parse_value(std::string_view text) { return detail::value_parser(text).parse(); }

} // namespace v0
} // namespace xamt

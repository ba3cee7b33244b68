/// @file
/// The words of an API's name, however a framework writes them: `log_softmax`, `LogSoftmax` and `Conv2DTranspose` alike.
///
/// Place in the pipeline: match. Works without allocation, so that the compiler and the run use the same code.
/// Example: `name_words("GlobalAvgPool2d")` holds global, avg, pool; its rank is 2.
#pragma once

#include <xamt/core/parse_text.hpp>

#include <array>
#include <cstddef>
#include <string_view>

namespace xamt {
inline namespace v0 {

namespace detail {

constexpr bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
constexpr bool is_lower(char c) { return c >= 'a' && c <= 'z'; }
constexpr char to_lower(char c) { return is_upper(c) ? static_cast<char>(c - 'A' + 'a') : c; }

} // namespace detail

/// How many dimensions a name says that it is for: `conv2d` two, `conv` none.
enum class name_rank : unsigned char { none, one, two, three, four };

/// Words in lower case, in the order of the name; the rank stands apart.
class name_words {
  public:
    static constexpr std::size_t most_words = 20, most_letters = 160;

    constexpr explicit name_words(std::string_view name) {
        write(name);
        cut();
    }

    [[nodiscard]] constexpr std::size_t size() const { return count_; }
    [[nodiscard]] constexpr std::string_view operator[](std::size_t i) const { return {text_.data() + begin_[i], length_[i]}; }
    [[nodiscard]] constexpr name_rank rank() const { return rank_; }

  private:
    /// Lower case, `_` between words of camel case: ReLU is one word, and so is a lone letter with what follows it (PReLU).
    constexpr void write(std::string_view name) {
        using namespace detail;
        for (std::size_t i = 0; i < name.size() && size_ + 2 < most_letters; ++i) {
            char const c = name[i], before = i > 0 ? name[i - 1] : '_', after = i + 1 < name.size() ? name[i + 1] : '_';
            bool const begins =
                is_upper(c) && (is_lower(before) || (is_digit(before) && c != 'D') || (is_upper(before) && is_lower(after)));
            bool const inside_lu = (c == 'L' && after == 'U' && (before == 'e' || before == 'i'));
            bool const after_lone_letter =
                i == 1 || (i >= 2 && is_upper(before) && is_lower(name[i - 2])) || (i >= 2 && name[i - 2] == '_');
            if (begins && !inside_lu && !(is_upper(before) && after_lone_letter)) text_[size_++] = '_';
            text_[size_++] = c == '.' || c == '-' ? '_' : to_lower(c);
        }
    }

    constexpr void cut() {
        for (std::size_t at = 0; at < size_;) {
            std::size_t end = at;
            while (end < size_ && text_[end] != '_') ++end;
            if (end > at) add(at, end - at);
            at = end + 1;
        }
    }

    constexpr void add(std::size_t at, std::size_t length) {
        using namespace detail;
        bool const dimensions =
            length >= 2 && text_[at + length - 1] == 'd' &&
            ((text_[at + length - 2] >= '1' && text_[at + length - 2] <= '4') || (text_[at + length - 2] == 'n' && length == 2));
        if (dimensions) {
            char const digit = text_[at + length - 2];
            if (digit != 'n') rank_ = static_cast<name_rank>(digit - '0'); // "nd" is for any number, as no number is
            length -= 2;
        }
        if (length == 0 || count_ == most_words) return;
        begin_[count_] = static_cast<unsigned char>(at);
        length_[count_++] = static_cast<unsigned char>(length);
    }

    std::array<char, most_letters> text_{};
    std::array<unsigned char, most_words> begin_{}, length_{};
    std::size_t size_ = 0, count_ = 0;
    name_rank rank_ = name_rank::none;
};

} // namespace v0
} // namespace xamt

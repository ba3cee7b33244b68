/// @file
/// The words of an API's name, however a framework writes them: `log_softmax`, `LogSoftmax` and `Conv2DTranspose` alike.
///
/// Place in the pipeline: match. Works without allocation, so that the compiler and the run use the same code.
/// Example: `name_words("GlobalAvgPool2d")` holds global, avg, pool; its rank is 2.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace xamt {
inline namespace v0 {

namespace detail {

constexpr bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
constexpr bool is_lower(char c) { return c >= 'a' && c <= 'z'; }

} // namespace detail

/// How many dimensions a name says that it is for: `conv2d` two, `conv` none.
enum class name_rank : unsigned char { none, one, two, three, four };

namespace detail {

inline constexpr std::uint64_t hash_of_nothing = 0xcbf29ce484222325u, hash_factor = 0x100000001b3u;

[[nodiscard]] constexpr std::uint64_t word_hash(char const* letters, std::size_t size) {
    std::uint64_t h = hash_of_nothing;
    for (std::size_t i = 0; i < size; ++i) h = (h ^ static_cast<unsigned char>(letters[i])) * hash_factor;
    return h;
}

} // namespace detail

/// Words in lower case, in the order of the name; the rank stands apart. Loops without calls, and nothing copied that is in lower case,
/// because the compiler runs this over all names of a library.
class name_words {
  public:
    static constexpr std::size_t most_words = 20, most_letters = 160;

    /// Refers to the name, which has to outlive it.
    constexpr explicit name_words(std::string_view name) : name_(name.data()), size_(name.size()) {
        for (std::size_t i = 0; i < size_ && !copied_; ++i) copied_ = !(name_[i] >= '0' && name_[i] <= '9') && !(name_[i] >= '_');
        if (copied_) write(name);
        cut(copied_ ? text_.data() : name_);
    }

    [[nodiscard]] constexpr std::size_t size() const { return count_; }
    [[nodiscard]] constexpr std::string_view operator[](std::size_t i) const {
        return {(copied_ ? text_.data() : name_) + begin_[i], length_[i]};
    }
    [[nodiscard]] constexpr std::uint64_t hash(std::size_t i) const { return hash_[i]; }
    [[nodiscard]] constexpr name_rank rank() const { return rank_; }

  private:
    /// Lower case, `_` between words of camel case: ReLU is one word, and so is a lone letter with what follows it (PReLU).
    constexpr void write(std::string_view name) {
        size_ = 0;
        for (std::size_t i = 0; i < name.size() && size_ + 2 < most_letters; ++i) {
            char const c = name[i];
            if (detail::is_upper(c)) {
                if (begins_word(name, i)) text_[size_++] = '_';
                text_[size_++] = static_cast<char>(c - 'A' + 'a');
            } else {
                text_[size_++] = c == '.' || c == '-' || c == ' ' ? '_' : c;
            }
        }
    }

    /// Whether the capital letter at `i` begins a word.
    [[nodiscard]] static constexpr bool begins_word(std::string_view name, std::size_t i) {
        using namespace detail;
        char const c = name[i], before = i > 0 ? name[i - 1] : '_', after = i + 1 < name.size() ? name[i + 1] : '_';
        bool const begins = is_lower(before) || (before >= '0' && before <= '9' && c != 'D') || (is_upper(before) && is_lower(after));
        bool const inside_lu = (c == 'L' && after == 'U' && (before == 'e' || before == 'i'));
        bool const after_lone_letter = i == 1 || (i >= 2 && is_upper(before) && is_lower(name[i - 2])) || (i >= 2 && name[i - 2] == '_');
        return begins && !inside_lu && !(is_upper(before) && after_lone_letter);
    }

    constexpr void cut(char const* text) {
        std::size_t const size = size_ < most_letters ? size_ : most_letters;
        for (std::size_t at = 0; at < size; ++at) {
            std::size_t const begin = at;
            std::uint64_t h = detail::hash_of_nothing, shorter = h, shortest = h;
            for (; at < size && text[at] != '_'; ++at) {
                shortest = shorter;
                shorter = h;
                h = (h ^ static_cast<unsigned char>(text[at])) * detail::hash_factor;
            }
            if (at == begin) continue;
            std::size_t length = at - begin;
            char const last = text[at - 1], before = length >= 2 ? text[at - 2] : '_';
            if (last == 'd' && ((before >= '1' && before <= '4') || (before == 'n' && length == 2))) {
                if (before != 'n') rank_ = static_cast<name_rank>(before - '0'); // "nd" is for any number, as no number is
                length -= 2;
                h = shortest;
            }
            if (length == 0 || count_ == most_words) continue;
            begin_[count_] = static_cast<unsigned char>(begin);
            hash_[count_] = h;
            length_[count_++] = static_cast<unsigned char>(length);
        }
    }

    char const* name_;
    std::size_t size_;
    bool copied_ = false; ///< the words are in text_, else in the name itself
    // Filled as far as the counts say; to zero the rest would cost a compiler more than all else here.
    std::array<char, most_letters> text_;
    std::array<unsigned char, most_words> begin_, length_;
    std::array<std::uint64_t, most_words> hash_;
    std::size_t count_ = 0;
    name_rank rank_ = name_rank::none;
};

} // namespace v0
} // namespace xamt

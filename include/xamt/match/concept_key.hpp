/// @file
/// What a name is about, as a key: names with the same key are about the same thing.
///
/// Place in the pipeline: match. Words, synonyms of words, sorted, synonyms of whole names; the number of dimensions stands apart.
/// `concept_key("LogSoftmax")` and `concept_key("log_softmax")` are equal, and so are those of `amax` and `reduce_max`.
#pragma once

#include <xamt/match/name_words.hpp>
#include <xamt/match/vocabulary_table.hpp>

#include <algorithm>
#include <array>
#include <iterator>

namespace xamt {
inline namespace v0 {

namespace detail {

/// A few words in order; what does not fit is left out, which makes two long names differ at worst.
struct word_sequence {
    std::array<std::string_view, 24> items{};
    std::size_t size = 0;

    constexpr void add(std::string_view word) {
        if (size < items.size() && !word.empty()) items[size++] = word;
    }
    [[nodiscard]] constexpr bool has(std::string_view word) const {
        return std::find(items.begin(), items.begin() + size, word) != items.begin() + size;
    }
    constexpr void drop(std::string_view word) {
        size = static_cast<std::size_t>(std::remove(items.begin(), items.begin() + size, word) - items.begin());
    }
};

[[nodiscard]] constexpr bool is_known_word(std::string_view word) {
    return std::binary_search(std::begin(known_words), std::end(known_words), word);
}

/// Adds what a word means: itself, or its synonym, of one word or several.
constexpr void add_meaning(word_sequence& to, std::string_view word) {
    auto const* const found = std::lower_bound(std::begin(word_synonyms), std::end(word_synonyms), word,
                                               [](word_synonym const& s, std::string_view w) { return s.word < w; });
    if (found == std::end(word_synonyms) || found->word != word) return to.add(word);
    for (std::string_view rest = found->means; !rest.empty();) {
        auto const space = (std::min)(rest.find(' '), rest.size());
        to.add(rest.substr(0, space));
        rest.remove_prefix((std::min)(space + 1, rest.size()));
    }
}

/// Cuts a fused word into known ones, the longest first; false where that cannot be done.
constexpr bool add_parts(word_sequence& to, std::string_view fused) {
    if (fused.empty()) return true;
    for (std::size_t length = fused.size(); length >= 3; --length) {
        if (!is_known_word(fused.substr(0, length))) continue;
        auto longer = to;
        add_meaning(longer, fused.substr(0, length));
        if (!add_parts(longer, fused.substr(length))) continue;
        to = longer;
        return true;
    }
    return false;
}

[[nodiscard]] constexpr bool is_version(std::string_view word) { return word.size() == 2 && word[0] == 'v' && is_digit(word[1]); }

/// i0, k1e, j0: Bessel functions, whatever words stand before them.
[[nodiscard]] constexpr bool is_bessel(std::string_view word) {
    return word.size() >= 2 && word.size() <= 3 && std::string_view("ijky").find(word[0]) != std::string_view::npos &&
           (word[1] == '0' || word[1] == '1') && (word.size() == 2 || word[2] == 'e');
}

[[nodiscard]] constexpr word_sequence meanings(name_words const& words) {
    word_sequence all;
    for (std::size_t i = 0; i < words.size(); ++i) {
        auto const word = words[i];
        if (i > 0 && is_version(word)) continue;
        auto const* const synonym = std::lower_bound(std::begin(word_synonyms), std::end(word_synonyms), word,
                                                     [](word_synonym const& s, std::string_view w) { return s.word < w; });
        bool const has_synonym = synonym != std::end(word_synonyms) && synonym->word == word;
        if (has_synonym || word.size() < 6 || is_known_word(word) || !add_parts(all, word)) add_meaning(all, word);
    }
    if (std::any_of(all.items.begin(), all.items.begin() + all.size, is_bessel))
        for (auto const* const prefix : {"bessel", "modified"}) all.drop(prefix);
    for (auto const* const empty : {"window", "loss"})
        if (all.size > 1) all.drop(empty);
    if (all.size > 1 && !all.has("norm")) all.drop("layer"); // but layer normalisation is not normalisation
    if (all.size == 0 && words.size() > 0) all.add(words[0]);
    std::sort(all.items.begin(), all.items.begin() + all.size);
    return all;
}

/// Words of a name as one text.
struct key_text {
    std::array<char, 128> letters{};
    std::size_t size = 0;

    constexpr void add(std::string_view word) {
        if (size > 0 && size < letters.size()) letters[size++] = ' ';
        for (std::size_t i = 0; i < word.size() && size < letters.size(); ++i) letters[size++] = word[i];
    }
    [[nodiscard]] constexpr std::string_view view() const { return {letters.data(), size}; }
};

/// `fft2` and `fft2d` are the same transform of two dimensions.
[[nodiscard]] constexpr bool is_transform_of_two(std::string_view word) { return word.size() <= 6 && word.ends_with("fft2"); }

[[nodiscard]] constexpr key_text sorted_words(name_words const& words) {
    key_text text;
    auto const all = meanings(words);
    for (std::size_t i = 0; i < all.size; ++i)
        text.add(is_transform_of_two(all.items[i]) ? all.items[i].substr(0, all.items[i].size() - 1) : all.items[i]);
    return text;
}

struct name_class {
    key_text key, leader;
};

inline constexpr std::size_t most_class_names = 560;

struct name_classes {
    std::array<name_class, most_class_names> items{};
    std::size_t size = 0;

    [[nodiscard]] constexpr name_class const* find(std::string_view key) const {
        auto const* const end = items.data() + size;
        auto const* const found =
            std::lower_bound(items.data(), end, key, [](name_class const& c, std::string_view k) { return c.key.view() < k; });
        return found != end && found->key.view() == key ? found : nullptr;
    }
};

/// All names of the table with the one that stands for each; a name in two rows joins them, as long as the rows follow each other.
[[nodiscard]] constexpr name_classes make_name_classes() {
    name_classes all;
    for (auto row : name_synonyms) {
        std::array<key_text, 12> keys{};
        std::size_t count = 0;
        for (; !row.empty();) {
            auto const space = (std::min)(row.find(' '), row.size());
            keys[count++] = sorted_words(name_words(row.substr(0, space)));
            row.remove_prefix((std::min)(space + 1, row.size()));
        }
        key_text leader = keys[0];
        for (std::size_t k = 0; k < count; ++k)
            for (std::size_t i = 0; i < all.size; ++i)
                if (all.items[i].key.view() == keys[k].view()) leader = all.items[i].leader;
        for (std::size_t k = 0; k < count; ++k) all.items[all.size++] = {keys[k], leader};
    }
    std::sort(all.items.begin(), all.items.begin() + all.size,
              [](name_class const& a, name_class const& b) { return a.key.view() < b.key.view(); });
    return all;
}

} // namespace detail

/// The key of a name.
class concept_key {
  public:
    constexpr explicit concept_key(std::string_view name, detail::name_classes const& classes) {
        name_words const words(name);
        text_ = detail::sorted_words(words);
        rank_ = words.rank();
        for (std::size_t i = 0; i < words.size(); ++i)
            if (detail::is_transform_of_two(words[i])) rank_ = name_rank::two;
        if (auto const* const found = classes.find(text_.view())) text_ = found->leader;
        if (rank_ != name_rank::none && text_.view() == "dropout") text_.add("spatial"); // of whole channels, as soon as it has dimensions
    }

    [[nodiscard]] constexpr std::string_view text() const { return text_.view(); }
    [[nodiscard]] constexpr name_rank rank() const { return rank_; }
    friend constexpr bool operator==(concept_key const& a, concept_key const& b) { return a.text() == b.text() && a.rank_ == b.rank_; }

  private:
    detail::key_text text_;
    name_rank rank_ = name_rank::none;
};

/// How many names the vocabulary's homonyms stand for.
[[nodiscard]] constexpr std::string_view meanings_of_homonym(std::string_view name) {
    for (auto const& h : detail::homonyms)
        if (h.name == name) return h.meanings;
    return {};
}

/// With the classes of the shipped vocabulary, made once.
[[nodiscard]] inline concept_key concept_of(std::string_view name) {
    static detail::name_classes const classes = detail::make_name_classes();
    return concept_key(name, classes);
}

} // namespace v0
} // namespace xamt

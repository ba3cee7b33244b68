/// @file
/// What a name is about, as a key: names with the same key are about the same thing.
///
/// Place in the pipeline: match. Words, synonyms of words, synonyms of whole names; the order of words does not count, and the number of
/// dimensions stands apart. `concept_key("LogSoftmax")` and `concept_key("log_softmax")` are equal, and so are those of `amax` and `reduce_max`.
#pragma once

#include <xamt/match/name_words.hpp>
#include <xamt/match/vocabulary.hpp>

#include <algorithm>
#include <array>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace xamt {
inline namespace v0 {

namespace detail {

/// A few words; what does not fit is left out, which makes two long names differ at worst.
struct word_sequence {
    static constexpr std::size_t most_words = 24;
    std::array<hashed_word, most_words> items; ///< as many as `size` says, the others are not set
    std::size_t size = 0;

    constexpr void add(char const* letters, std::size_t length, std::uint64_t hash) {
        if (size == most_words || length == 0) return;
        items[size].letters = letters;
        items[size].size = length;
        items[size++].hash = hash;
    }
    constexpr void add(hashed_word const& word) { add(word.letters, word.size, word.hash); }
    [[nodiscard]] constexpr bool has(std::uint64_t hash) const {
        for (std::size_t i = 0; i < size; ++i)
            if (items[i].hash == hash) return true;
        return false;
    }
    constexpr void drop(std::uint64_t hash) {
        std::size_t kept = 0;
        for (std::size_t i = 0; i < size; ++i)
            if (items[i].hash != hash) items[kept++] = items[i];
        size = kept;
    }
    /// The same for every order of the words.
    [[nodiscard]] constexpr std::uint64_t hash() const {
        std::uint64_t sum = size + 1; // never 0, which is an empty slot
        for (std::size_t i = 0; i < size; ++i) sum += spread_hash(items[i].hash);
        return sum;
    }
};

inline constexpr std::uint64_t hash_of_bessel = word_hash("bessel", 6), hash_of_modified = word_hash("modified", 8),
                               hash_of_window = word_hash("window", 6), hash_of_loss = word_hash("loss", 4),
                               hash_of_layer = word_hash("layer", 5), hash_of_norm = word_hash("norm", 4),
                               hash_of_dropout = word_hash("dropout", 7), hash_of_spatial = word_hash("spatial", 7);

/// Adds what a word means: itself, or its synonym, of one word or several. True if it has a synonym.
constexpr bool add_synonym(word_sequence& to, std::uint64_t hash) {
    auto const& v = the_vocabulary<>;
    auto const slot = v.synonyms.slot_of(hash);
    if (v.synonyms.keys[slot] != hash) return false;
    auto const& meaning = v.meanings[v.synonyms.values[slot]];
    for (std::size_t i = 0; i < meaning.size; ++i) to.add(meaning.words[i]);
    return true;
}

/// Cuts a fused word into known ones, the longest first; false where that cannot be done.
constexpr bool add_parts(word_sequence& to, std::string_view fused) {
    if (fused.empty()) return true;
    if (fused.size() < 3 || fused.size() > name_words::most_letters) return false;
    std::array<std::uint64_t, name_words::most_letters + 1> prefix;
    prefix[0] = hash_of_nothing;
    for (std::size_t i = 0; i < fused.size(); ++i) prefix[i + 1] = (prefix[i] ^ static_cast<unsigned char>(fused[i])) * hash_factor;
    for (std::size_t length = fused.size(); length >= 3; --length) {
        if (!the_vocabulary<>.known.has(prefix[length])) continue;
        auto const before = to.size;
        if (!add_synonym(to, prefix[length])) to.add(fused.data(), length, prefix[length]);
        if (add_parts(to, fused.substr(length))) return true;
        to.size = before;
    }
    return false;
}

[[nodiscard]] constexpr bool is_version(std::string_view word) {
    return word.size() == 2 && word[0] == 'v' && word[1] >= '0' && word[1] <= '9';
}

/// i0, k1e, j0: Bessel functions, whatever words stand before them.
[[nodiscard]] constexpr bool is_bessel(std::string_view word) {
    if (word.size() < 2 || word.size() > 3 || (word.size() == 3 && word[2] != 'e')) return false;
    return (word[0] == 'i' || word[0] == 'j' || word[0] == 'k' || word[0] == 'y') && (word[1] == '0' || word[1] == '1');
}

/// `fft2` and `fft2d` are the same transform of two dimensions.
[[nodiscard]] constexpr bool is_transform_of_two(std::string_view word) {
    return word.size() >= 4 && word.size() <= 6 && word[word.size() - 1] == '2' && word[word.size() - 2] == 't' &&
           word[word.size() - 3] == 'f' && word[word.size() - 4] == 'f';
}

/// The words that count, with what they mean.
constexpr void add_meanings(word_sequence& all, name_words const& words) {
    bool bessel = false;
    for (std::size_t i = 0; i < words.size(); ++i) {
        auto word = words[i];
        if (i > 0 && is_version(word)) continue;
        auto hash = words.hash(i);
        if (is_transform_of_two(word)) {
            word.remove_suffix(1);
            hash = word_hash(word.data(), word.size());
        }
        if (add_synonym(all, hash)) continue;
        bessel = bessel || is_bessel(word);
        if (word.size() < 6 || the_vocabulary<>.known.has(hash) || !add_parts(all, word)) all.add(word.data(), word.size(), hash);
    }
    if (bessel) {
        all.drop(hash_of_bessel);
        all.drop(hash_of_modified);
    }
    if (all.size > 1) all.drop(hash_of_window);
    if (all.size > 1) all.drop(hash_of_loss);
    if (all.size > 1 && !all.has(hash_of_norm)) all.drop(hash_of_layer); // but layer normalisation is not normalisation
    if (all.size == 0 && words.size() > 0) all.add(words[0].data(), words[0].size(), words.hash(0));
}

/// Names in the table of synonyms of whole names, by the hash of their words.
struct name_classes {
    hash_index<2048> index; ///< gives the row whose first name stands for all
    std::array<std::uint64_t, std::size(name_synonyms)> leaders{};
};

[[nodiscard]] constexpr std::string_view first_name(std::size_t row) {
    auto const names = name_synonyms[row];
    std::size_t end = 0;
    while (end < names.size() && names[end] != ' ') ++end;
    return names.substr(0, end);
}

/// A name in two rows joins them, as long as the rows follow each other.
[[nodiscard]] constexpr name_classes make_name_classes() {
    name_classes all;
    for (std::size_t row = 0; row < std::size(name_synonyms); ++row) {
        std::array<std::uint64_t, 12> keys{};
        std::size_t count = 0, leader = row;
        auto const names = name_synonyms[row];
        for (std::size_t at = 0; at < names.size();) {
            std::size_t end = at;
            while (end < names.size() && names[end] != ' ') ++end;
            word_sequence about;
            add_meanings(about, name_words(names.substr(at, end - at)));
            keys[count++] = about.hash();
            at = end + 1;
        }
        all.leaders[row] = keys[0];
        for (std::size_t k = 0; k < count; ++k)
            if (auto const slot = all.index.slot_of(keys[k]); all.index.keys[slot] == keys[k]) leader = all.index.values[slot];
        for (std::size_t k = 0; k < count; ++k) {
            auto const slot = all.index.slot_of(keys[k]);
            if (all.index.keys[slot] == keys[k]) continue;
            all.index.keys[slot] = keys[k];
            all.index.values[slot] = static_cast<std::uint16_t>(leader);
        }
    }
    return all;
}

template <class = void> inline constexpr name_classes the_name_classes = make_name_classes();

} // namespace detail

/// The key of a name. Two numbers, so that the compiler compares them as fast as a program.
class concept_key {
  public:
    constexpr explicit concept_key(std::string_view name) {
        name_words const words(name);
        detail::word_sequence about;
        detail::add_meanings(about, words);
        rank_ = words.rank();
        for (std::size_t i = 0; i < words.size(); ++i)
            if (detail::is_transform_of_two(words[i])) rank_ = name_rank::two;
        // Of whole channels, as soon as it has dimensions.
        spatial_ = rank_ != name_rank::none && about.size == 1 && about.items[0].hash == detail::hash_of_dropout;
        if (spatial_) about.add("spatial", 7, detail::hash_of_spatial);
        id_ = about.hash();
        auto const& classes = detail::the_name_classes<>;
        if (auto const slot = classes.index.slot_of(id_); classes.index.keys[slot] == id_) {
            row_ = static_cast<std::int16_t>(classes.index.values[slot]);
            id_ = classes.leaders[static_cast<std::size_t>(row_)];
        }
    }

    [[nodiscard]] constexpr std::uint64_t id() const { return id_; }
    [[nodiscard]] constexpr name_rank rank() const { return rank_; }
    friend constexpr bool operator==(concept_key const& a, concept_key const& b) { return a.id_ == b.id_ && a.rank_ == b.rank_; }

    /// The words of the key, sorted, of the name that it was made of.
    [[nodiscard]] std::string text(std::string_view name) const {
        name_words const words(row_ < 0 ? name : detail::first_name(static_cast<std::size_t>(row_)));
        detail::word_sequence about;
        detail::add_meanings(about, words);
        std::vector<std::string_view> sorted;
        for (std::size_t i = 0; i < about.size; ++i) sorted.push_back(about.items[i].text());
        std::ranges::sort(sorted);
        std::string text;
        for (auto const word : sorted) text += (text.empty() ? "" : " ") + std::string(word);
        return text + (spatial_ && row_ < 0 ? " spatial" : "");
    }

  private:
    std::uint64_t id_ = 0;
    std::int16_t row_ = -1; ///< in the table of synonyms of whole names
    name_rank rank_ = name_rank::none;
    bool spatial_ = false;
};

/// How many names the vocabulary's homonyms stand for.
[[nodiscard]] constexpr std::string_view meanings_of_homonym(std::string_view name) {
    for (auto const& h : detail::homonyms)
        if (h.name == name) return h.meanings;
    return {};
}

} // namespace v0
} // namespace xamt

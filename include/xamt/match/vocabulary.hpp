/// @file
/// The vocabulary of names as tables that are asked by hash, made once while compiling.
///
/// Place in the pipeline: match. A compiler evaluates a comparison of two texts letter by letter, so words are compared as 64-bit numbers
/// here; the keys of all operators of PyTorch are then made in a fraction of a second. Collisions would join two names at worst, and
/// execution would refuse them.
#pragma once

#include <xamt/match/name_words.hpp>
#include <xamt/match/vocabulary_table.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string_view>

namespace xamt {
inline namespace v0 {

namespace detail {

/// Spreads a hash, so that sums of several tell their parts.
[[nodiscard]] constexpr std::uint64_t spread_hash(std::uint64_t h) {
    h = (h ^ (h >> 32)) * 0xd6e8feb86659fd93u;
    return h ^ (h >> 29);
}

/// A word with its hash.
struct hashed_word {
    char const* letters;
    std::size_t size;
    std::uint64_t hash;

    [[nodiscard]] constexpr std::string_view text() const { return {letters, size}; }
};

/// Finds a number by a hash: open addressing, never more than half full.
template <std::size_t Slots> struct hash_index {
    static_assert((Slots & (Slots - 1)) == 0);
    std::array<std::uint64_t, Slots> keys{};
    std::array<std::uint16_t, Slots> values{};

    /// The slot where a hash is, or belongs.
    [[nodiscard]] constexpr std::size_t slot_of(std::uint64_t key) const {
        std::size_t at = static_cast<std::size_t>(key ^ (key >> 31)) & (Slots - 1);
        while (keys[at] != 0 && keys[at] != key) at = (at + 1) & (Slots - 1);
        return at;
    }
    [[nodiscard]] constexpr bool has(std::uint64_t key) const { return keys[slot_of(key)] == key; }
};

/// What a word with a synonym means: one word, several, or none.
struct synonym_meaning {
    std::array<hashed_word, 3> words{};
    std::size_t size = 0;
};

struct vocabulary {
    hash_index<4096> known;
    hash_index<512> synonyms;
    std::array<synonym_meaning, std::size(word_synonyms)> meanings{};
};

[[nodiscard]] constexpr vocabulary make_vocabulary() {
    vocabulary v;
    for (auto const word : known_words) {
        auto const hash = word_hash(word.data(), word.size());
        v.known.keys[v.known.slot_of(hash)] = hash;
    }
    for (std::size_t row = 0; row < std::size(word_synonyms); ++row) {
        auto const [word, means] = word_synonyms[row];
        auto const hash = word_hash(word.data(), word.size());
        auto const slot = v.synonyms.slot_of(hash);
        v.synonyms.keys[slot] = hash;
        v.synonyms.values[slot] = static_cast<std::uint16_t>(row);
        auto& meaning = v.meanings[row];
        for (std::size_t at = 0; at < means.size();) {
            std::size_t end = at;
            while (end < means.size() && means[end] != ' ') ++end;
            meaning.words[meaning.size++] = {means.data() + at, end - at, word_hash(means.data() + at, end - at)};
            at = end + 1;
        }
    }
    return v;
}

/// A template, so that the work is done only where a name is asked about.
template <class = void> inline constexpr vocabulary the_vocabulary = make_vocabulary();

} // namespace detail

} // namespace v0
} // namespace xamt

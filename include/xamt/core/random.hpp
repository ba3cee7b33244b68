/// @file
/// Counter-based random numbers: a stream is a function of its key, so any trial can be made again from its name alone.
///
/// Place in the pipeline: core. The mixer is SplitMix64's finaliser (Steele, Lea & Flood, OOPSLA 2014, "Fast splittable
/// pseudorandom number generators"), applied to key + counter * golden gamma; it passes BigCrush in that form.
#pragma once

#include <bit>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string_view>

namespace xamt {
inline namespace v0 {

/// Mixes 64 bits so that every input bit changes about half of the output bits.
[[nodiscard]] constexpr std::uint64_t mixed(std::uint64_t x) {
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ull;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebull;
    return x ^ (x >> 31);
}

/// A key from a list of numbers; the order matters.
[[nodiscard]] constexpr std::uint64_t key_of(std::initializer_list<std::uint64_t> parts) {
    std::uint64_t key = 0x9e3779b97f4a7c15ull;
    for (auto p : parts) key = mixed(key ^ mixed(p + 0x9e3779b97f4a7c15ull));
    return key;
}

/// A key from text (FNV-1a, then mixed). Stable for ever: trial names depend on it.
[[nodiscard]] constexpr std::uint64_t key_of(std::string_view text) {
    std::uint64_t h = 0xcbf29ce484222325ull;
    for (char c : text) h = (h ^ static_cast<unsigned char>(c)) * 0x100000001b3ull;
    return mixed(h);
}

/// A stream of random numbers: a key and a counter, nothing else.
class random_stream {
  public:
    constexpr explicit random_stream(std::uint64_t key) : key_(key) {}

    constexpr std::uint64_t bits() { return mixed(key_ + ++counter_ * 0x9e3779b97f4a7c15ull); }

    /// Uniform in [0, n); n = 0 gives 0. Multiply-shift; the bias of at most n / 2^64 does not matter to a fuzzer.
    constexpr std::uint64_t below(std::uint64_t n) {
        __extension__ typedef unsigned __int128 wide; // g++ and clang both have it, and -Wpedantic says so without this
        return static_cast<std::uint64_t>((static_cast<wide>(bits()) * n) >> 64);
    }

    /// Uniform in [lo, hi], both included.
    constexpr std::int64_t between(std::int64_t lo, std::int64_t hi) {
        auto const width = static_cast<std::uint64_t>(hi) - static_cast<std::uint64_t>(lo) + 1;
        return static_cast<std::int64_t>(static_cast<std::uint64_t>(lo) + (width == 0 ? bits() : below(width)));
    }

    /// Uniform in [0, 1) with 53 random bits.
    constexpr double unit() { return static_cast<double>(bits() >> 11) * 0x1p-53; }

    /// True with probability p.
    constexpr bool chance(double p) { return unit() < p; }

    template <class T> constexpr T const& pick(std::span<T const> items) { return items[below(items.size())]; }

  private:
    std::uint64_t key_;
    std::uint64_t counter_ = 0;
};

} // namespace v0
} // namespace xamt

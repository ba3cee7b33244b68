/// @file
/// Extents of a tensor, in a fixed-capacity value that can live in constexpr objects and shared memory alike.
///
/// Place in the pipeline: core.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>

namespace xamt {
inline namespace v0 {

/// Row-major extents, outermost first. Rank 0 is a scalar (one element).
class shape {
  public:
    static constexpr std::size_t max_rank = 6; ///< what one wire descriptor holds

    constexpr shape() = default;
    constexpr shape(std::initializer_list<std::int64_t> extents) {
        for (auto e : extents) push_back(e);
    }
    constexpr explicit shape(std::span<std::int64_t const> extents) {
        for (auto e : extents) push_back(e);
    }

    [[nodiscard]] constexpr std::size_t rank() const { return rank_; }
    [[nodiscard]] constexpr std::int64_t operator[](std::size_t i) const { return extents_[i]; }
    [[nodiscard]] constexpr std::int64_t& operator[](std::size_t i) { return extents_[i]; }
    [[nodiscard]] constexpr auto begin() const { return extents_.begin(); }
    [[nodiscard]] constexpr auto end() const { return extents_.begin() + rank_; }
    [[nodiscard]] constexpr std::span<std::int64_t const> extents() const { return {extents_.data(), rank_}; }

    /// Number of elements: the product of the extents, 1 for a scalar.
    [[nodiscard]] constexpr std::int64_t elements() const {
        std::int64_t n = 1;
        for (auto e : *this) n *= e;
        return n;
    }

    /// Appends an extent; ranks beyond max_rank are ignored and must be refused by the caller (`full()`).
    constexpr void push_back(std::int64_t extent) {
        if (rank_ < max_rank) extents_[rank_++] = extent;
    }
    [[nodiscard]] constexpr bool full() const { return rank_ == max_rank; }

    friend constexpr bool operator==(shape const& a, shape const& b) {
        return a.rank_ == b.rank_ && std::equal(a.begin(), a.end(), b.begin());
    }

  private:
    std::array<std::int64_t, max_rank> extents_{};
    std::uint8_t rank_ = 0;
};

/// Row-major strides in elements.
[[nodiscard]] constexpr std::array<std::int64_t, shape::max_rank> row_major_strides(shape const& s) {
    std::array<std::int64_t, shape::max_rank> strides{};
    std::int64_t step = 1;
    for (std::size_t i = s.rank(); i-- > 0;) {
        strides[i] = step;
        step *= s[i];
    }
    return strides;
}

} // namespace v0
} // namespace xamt

/// @file
/// A batch as the kernels of the variance check see it: plain pointers, cut into tiles.
///
/// Place in the pipeline: cuda; between batch_tables.hpp on the host and the kernels. C++17.
#pragma once

#include <xamt/compare/variance_result.hpp>
#include <xamt/config.hpp>

#include <cstdint>
#include <cstring>

namespace xamt {
inline namespace v0 {
namespace cuda {

/// Some elements of the columns of a trial: a tile, or what is left of one.
template <class T> struct stretch {
    void const* const* columns = nullptr;
    std::uint32_t count = 0;
    std::uint32_t elements = 0;
    std::uint32_t tile = 0; ///< its number in the trial

    [[nodiscard]] XAMT_DEVICE std::uint64_t begin() const { return std::uint64_t{tile} * detail::variance_tile; }
    [[nodiscard]] XAMT_DEVICE T const* column(std::uint32_t f) const { return static_cast<T const*>(columns[f]) + begin(); }
    [[nodiscard]] XAMT_DEVICE T at(std::uint32_t f, std::uint32_t i) const {
        T x;
        memcpy(&x, column(f) + i, sizeof x); // of any alignment: bytes
        return x;
    }
};

/// What is known of a tile. Variances are u/D.
struct alignas(16) tile_partial {
    double variance = 0, sum = 0, spread = 0, relative = 0;
    std::uint64_t steps = 0;
    std::uint32_t nan = 0, infinity = 0, zero_sign = 0;
    std::uint32_t flags = 0;

    static constexpr std::uint32_t differs = 1; ///< not all columns hold the same bytes
    static constexpr std::uint32_t wide = 2; ///< spreads leave the safe range: the numbers are to be taken in double
};
static_assert(sizeof(tile_partial) == 64, "a partial is half a line of memory");

/// A batch as the kernels see it; all of it lies where they run.
struct batch_view {
    void const* const* columns = nullptr; ///< of trial i from i*count on
    std::uint64_t const* elements = nullptr; ///< of each trial
    std::uint32_t const* first_tile = nullptr; ///< of each trial, and after the last one how many tiles there are; an empty trial has one
    std::uint32_t trials = 0;
    std::uint32_t count = 0; ///< columns
    tile_partial* partials = nullptr; ///< one for each tile
    variance_record* records = nullptr; ///< one for each trial

    [[nodiscard]] XAMT_DEVICE std::uint32_t tiles() const { return first_tile[trials]; }
    /// The trial that a tile belongs to.
    [[nodiscard]] XAMT_DEVICE std::uint32_t trial_of(std::uint32_t tile) const {
        std::uint32_t low = 0, high = trials; // first_tile[low] <= tile < first_tile[high]
        while (high - low > 1) {
            std::uint32_t const middle = low + (high - low) / 2;
            (first_tile[middle] <= tile ? low : high) = middle;
        }
        return low;
    }
    template <class T> [[nodiscard]] XAMT_DEVICE stretch<T> tile(std::uint32_t trial, std::uint32_t k) const {
        std::uint64_t const left = elements[trial] - std::uint64_t{k} * detail::variance_tile;
        return {columns + std::uint64_t{trial} * count, count,
                static_cast<std::uint32_t>(left < detail::variance_tile ? left : detail::variance_tile), k};
    }
    [[nodiscard]] XAMT_DEVICE bool aligned(std::uint32_t trial) const {
        std::uintptr_t bits = 0;
        for (std::uint32_t f = 0; f < count; ++f) bits |= reinterpret_cast<std::uintptr_t>(columns[std::uint64_t{trial} * count + f]);
        return bits % 16 == 0;
    }
};

} // namespace cuda
} // namespace v0
} // namespace xamt

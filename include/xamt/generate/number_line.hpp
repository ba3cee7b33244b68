/// @file
/// Every number of a floating dtype in order, in pieces: what a sweep puts through a function.
///
/// Place in the pipeline: generate. A *magnitude* is a bit pattern without its sign: 0 is zero, the next one the smallest subnormal, and so
/// on through infinity to the NaNs. A *run* is a stretch of neighbouring magnitudes, taken with both signs. Some runs make a *piece*, one
/// tensor: first all runs as positive numbers, then the same as negative ones, so that mirrored inputs lie half a tensor apart. One number
/// more follows each run, its *guest*: the next magnitude, which is there to be compared with and is not counted.
/// Example: `number_line::whole(dtype::float16).inputs(0, 1)` has all 65,536 float16 values and a guest a sign.
#pragma once

#include <xamt/core/ndarray.hpp>
#include <xamt/core/random.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace xamt {
inline namespace v0 {

struct number_line {
    xamt::dtype type = dtype::float32;
    std::uint64_t run = 1; ///< magnitudes in a run
    std::uint64_t runs = 1; ///< how many runs there are
    std::uint64_t stride = 1; ///< from the start of a run to that of the next; 0: starts are random
    std::uint64_t seed = 0; ///< of random starts
    std::uint64_t runs_a_piece = 1;

    /// Both signs of this many magnitudes make a tensor of 2^18 numbers, 1 MiB of float32.
    static constexpr std::uint64_t piece_magnitudes = std::uint64_t{1} << 17;

    [[nodiscard]] static constexpr std::uint64_t magnitudes(xamt::dtype d) { return std::uint64_t{1} << (8 * size_of(d) - 1); }

    /// Every number of the dtype; not for float64, which nobody lives to see the end of.
    [[nodiscard]] static constexpr number_line whole(xamt::dtype d) {
        std::uint64_t const run = (std::min)(magnitudes(d), piece_magnitudes);
        return {d, run, magnitudes(d) / run, run, 0, 1};
    }

    /// One number in `divisor`, evenly spread: runs of 1,024 neighbours (fewer where there are not as many).
    [[nodiscard]] static constexpr number_line share(xamt::dtype d, std::uint64_t divisor) {
        if (divisor <= 1) return whole(d);
        std::uint64_t const run = (std::min)(std::uint64_t{1024}, (std::max)(std::uint64_t{1}, magnitudes(d) / divisor));
        std::uint64_t const runs = (std::max)(std::uint64_t{1}, magnitudes(d) / divisor / run);
        return {d, run, runs, magnitudes(d) / runs, 0, (std::min)(runs, piece_magnitudes / run)};
    }

    /// About `count` numbers: runs of four neighbours that begin at random magnitudes, half of them anywhere and half between 2^-40 and
    /// 2^10, where most functions do what they are for.
    [[nodiscard]] static constexpr number_line sample(xamt::dtype d, std::uint64_t count, std::uint64_t seed) {
        std::uint64_t const runs = (std::max)(std::uint64_t{1}, count / 8);
        return {d, 4, runs, 0, seed, (std::min)(runs, piece_magnitudes / 16)};
    }

    [[nodiscard]] constexpr bool complete() const { return stride == run && runs * run == magnitudes(type); }
    [[nodiscard]] constexpr std::uint64_t inputs() const { return 2 * run * runs; }
    [[nodiscard]] constexpr std::uint64_t pieces() const { return (runs + runs_a_piece - 1) / runs_a_piece; }
    [[nodiscard]] constexpr std::uint64_t runs_of(std::uint64_t piece) const {
        return (std::min)(runs_a_piece, runs - piece * runs_a_piece);
    }

    /// The magnitude with which a run begins.
    [[nodiscard]] constexpr std::uint64_t start(std::uint64_t index) const {
        if (stride != 0) return index * stride;
        random_stream random(key_of({seed, index}));
        auto const& format = info(type);
        if (index % 2 == 0) return random.below(magnitudes(type) - run);
        auto const binade = std::uint64_t{1} << (format.digits - 1);
        auto const position = [&](int exponent) {
            return static_cast<std::uint64_t>((std::max)(1, (std::min<int>)(format.max_exponent, exponent) - format.min_exponent + 1)) *
                   binade;
        };
        return position(-39) + random.below(position(11) - position(-39));
    }

    /// The tensor of a piece: [sign, run, magnitude of the run and its guest], as one axis.
    [[nodiscard]] ndarray inputs(std::uint64_t piece) const {
        std::uint64_t const count = runs_of(piece);
        ndarray x(type, shape{static_cast<std::int64_t>(2 * count * (run + 1))});
        switch (size_of(type)) {
        case 2: fill<std::uint16_t>(x.data(), piece * runs_a_piece, count); break;
        case 4: fill<std::uint32_t>(x.data(), piece * runs_a_piece, count); break;
        default: fill<std::uint64_t>(x.data(), piece * runs_a_piece, count); break;
        }
        return x;
    }

    friend constexpr bool operator==(number_line const&, number_line const&) = default;

  private:
    template <class Bits> void fill(std::byte* to, std::uint64_t first, std::uint64_t count) const {
        auto* const bits = reinterpret_cast<Bits*>(to);
        std::uint64_t const half = count * (run + 1);
        constexpr auto sign = static_cast<Bits>(Bits{1} << (8 * sizeof(Bits) - 1));
        for (std::uint64_t r = 0; r < count; ++r) {
            std::uint64_t const from = start(first + r);
            // The last NaN has no number after it: it is its own guest.
            std::uint64_t const last = (std::min)(from + run, magnitudes(type) - 1);
            for (std::uint64_t i = 0; i <= run; ++i) {
                auto const magnitude = static_cast<Bits>((std::min)(from + i, last));
                bits[r * (run + 1) + i] = magnitude;
                bits[half + r * (run + 1) + i] = static_cast<Bits>(magnitude | sign);
            }
        }
    }
};

/// Pieces are counted and kept by chunks of so many.
inline constexpr std::uint64_t pieces_a_chunk = 16;
[[nodiscard]] constexpr std::uint64_t chunks_of(number_line const& line) { return (line.pieces() + pieces_a_chunk - 1) / pieces_a_chunk; }

} // namespace v0
} // namespace xamt

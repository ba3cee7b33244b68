/// @file
/// What the variance check reads and writes: batches of columns in, one record of 64 bytes for each trial out.
///
/// Place in the pipeline: compare; between the outcomes of a batch and the choice of what is judged. The check is defined here, formula
/// by formula; variance_reference.hpp is that definition as plain code, and every fast path gives the same bits.
///
/// **Elements.** A trial has F columns (2 to 16) of N elements of one dtype; x_f is an element in column f. Complex elements are two
/// components, each judged on its own: N components are counted, positions are those of the complex element. An element is *regular* if
/// it is finite in every column. Irregular ones are counted by their mismatches and enter no number.
///
/// **Numbers.** With d_f = x_f - x_0, in float32 for float16, bfloat16 and float32, in double for the others (integers are converted
/// exactly; differences of int64 are taken before the conversion):
///   - variance v = u/D with D = F^2. For two and three columns u is the sum of (x_f - x_g)^2 over the pairs (1,0), (2,0), (2,1). For
///     more u = F*q - s*s, with s = sum of d_f and q = sum of d_f*d_f, both in the order of the columns. Products are rounded before
///     they are added, a negative u is replaced by 0, and the division is done in double, once a tile.
///     (Shifted by a sample, u loses at most the factor F of its precision: Chan, Golub & LeVeque 1983, with Samuelson's inequality
///     q <= F^2 v.)
///   - absolute spread a = max x_f - min x_f; relative spread a / max |x_f|, 0 where a is 0.
///   - ULP spread: steps of the dtype's number line between max x_f and min x_f; +0 and -0 are one place. For integers a itself.
///
/// **Tiles.** 4,096 elements make a tile. Where the largest a of a tile leaves [1e-15, 1e18] (float32, bfloat16; 0 is inside), a, v and
/// a/max|x| of the whole tile are taken in double instead; where it leaves [1e-145, 1e150] (float64, complex128) v and a/max|x| are
/// taken from values scaled by a power of two and v is scaled back, so that it is infinite only if it is beyond the largest double.
/// The mean is a sum of u in L lanes of a tile (L = 128 for float32 and integers, 256 for float16 and bfloat16, 64 for float64; lane =
/// position mod L; each in the precision of d, in the order of positions), the lanes added in double by halves (L/2, L/4, ..., 1) and divided by D, the tiles added in order, and that divided by the number of
/// elements (irregular ones count as 0). No part of it depends on vector width, threads or grid.
#pragma once

#include <xamt/compare/variance_result.hpp>
#include <xamt/core/dtype.hpp>

#include <cstddef>
#include <cstdint>
#include <span>

namespace xamt {
inline namespace v0 {

/// The columns of one trial: as many pointers as the batch has columns, to `elements` elements each. Any alignment will do.
struct variance_trial {
    void const* const* columns = nullptr;
    std::uint64_t elements = 0;
};

/// Trials of any lengths, all with the same dtype and number of columns.
struct variance_batch {
    static constexpr std::uint32_t most_columns = 16;

    dtype type = dtype::float32;
    std::uint32_t columns = 0;
    std::span<variance_trial const> trials;
};

namespace detail {

/// What is known of a trial while its tiles are worked through.
struct variance_totals {
    double largest_variance = 0, sum_of_variances = 0, absolute_spread = 0, relative_spread = 0;
    std::uint64_t ulp_spread = 0, ulp_tile = 0;
    std::uint64_t nan_mismatches = 0, infinity_mismatches = 0, zero_sign_mismatches = 0;
};

[[nodiscard]] constexpr std::uint32_t saturated(std::uint64_t n) { return n > 0xffffffffull ? 0xffffffffu : static_cast<std::uint32_t>(n); }

/// Sum of the lanes by halves, in double.
template <class C, std::size_t Lanes> [[nodiscard]] inline double sum_of_lanes(C const (&lanes)[Lanes]) {
    double sums[Lanes];
    for (std::size_t i = 0; i < Lanes; ++i) sums[i] = static_cast<double>(lanes[i]);
    for (std::size_t half = Lanes / 2; half > 0; half /= 2)
        for (std::size_t i = 0; i < half; ++i) sums[i] += sums[i + half];
    return sums[0];
}

} // namespace detail
} // namespace v0
} // namespace xamt

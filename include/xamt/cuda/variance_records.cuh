/// @file
/// The other kernels of the variance check: tiles whose spreads leave the safe range are gone over again in double, which is rare, and the
/// partials of a trial, in order, become its record.
///
/// Place in the pipeline: cuda; see variance_kernels.cuh.
#pragma once

#include <xamt/cuda/variance_kernels.cuh>

namespace xamt {
inline namespace v0 {
namespace cuda {

/// log2 of a number above 0, rounded down.
XAMT_DEVICE inline int binary_exponent(double x) {
    bool const subnormal = x < 0x1p-1022;
    double const normal = subnormal ? x * 0x1p54 : x;
    return static_cast<int>(bits_as<std::uint64_t>(normal) >> 52 & 0x7ff) - (subnormal ? 1023 + 54 : 1023);
}

/// The largest size of a regular element.
template <class T> XAMT_DEVICE double largest_size(stretch<T> const& s) {
    warp::own<double> most, others;
    warp::each([&](int t) {
        for (auto i = static_cast<std::uint32_t>(t); i < s.elements; i += warp::threads) {
            element_found<double> e;
            look_at_kinds(s, i, e);
            for (std::uint32_t f = 0; f < s.count && e.regular; ++f)
                most[t] = larger(most[t], magnitude(static_cast<double>(widened(s.at(f, i)))));
        }
    });
    for (int offset = warp::threads / 2; offset > 0; offset /= 2) {
        warp::from_further(others, most, offset);
        warp::each([&](int t) { most[t] = larger(most[t], others[t]); });
    }
    return warp::of(most, 0);
}

/// Puts the numbers of a tile into its partial, taken in double: scaled for float64, whose squares might leave its range.
template <class T> XAMT_DEVICE void take_in_double(stretch<T> const& s, double divisor, tile_partial& to) {
    int exponent = 0;
    if constexpr (std::is_same_v<T, double>) exponent = binary_exponent(largest_size(s));
    warp::own<thread_tile<T, double>> mine;
    warp::own<group_tile<T, double>> tiles;
    warp::own<double> sums;
    warp::each([&](int t) { examine_tile(s, {t, warp::threads}, power_of_two::raised(-exponent), mine[t]); });
    gather(mine, warp::threads, tiles, sums);
    warp::each([&](int t) {
        if (t != 0) return;
        power_of_two const up = power_of_two::raised(exponent);
        to.variance = up(up(tiles[t].u / divisor));
        to.sum = up(up(sums[t] / divisor));
        to.spread = tiles[t].spread;
        to.relative = tiles[t].relative;
    });
}

/// What is known of a trial so far.
struct trial_total {
    double variance = 0, sum = 0, spread = 0, relative = 0;
    std::uint64_t steps = 0, nan = 0, infinity = 0, zero_sign = 0;
    std::uint32_t tile = 0, differs = 0;

    XAMT_DEVICE void add(tile_partial const& p, std::uint32_t k) {
        variance = larger(variance, p.variance);
        sum = xamt::cuda::sum(sum, p.sum);
        spread = larger(spread, p.spread);
        relative = larger(relative, p.relative);
        nan += p.nan;
        infinity += p.infinity;
        zero_sign += p.zero_sign;
        differs |= p.flags & tile_partial::differs;
        if (p.steps > steps) {
            steps = p.steps;
            tile = k;
        }
    }
};

/// The second kernel: warp `k` of `warps` puts the numbers of its tiles right.
template <class T> XAMT_DEVICE void widen_partials(batch_view const& b, std::uint32_t k, std::uint32_t warps) {
    std::uint32_t const end = share_begin(b.tiles(), k + 1, warps);
    for (std::uint32_t tile = share_begin(b.tiles(), k, warps); tile < end; ++tile) {
        if ((b.partials[tile].flags & tile_partial::wide) == 0) continue;
        std::uint32_t const trial = b.trial_of(tile);
        take_in_double(b.tile<T>(trial, tile - b.first_tile[trial]), v0::detail::variance_divisor(b.count), b.partials[tile]);
    }
}

/// First element of a tile with that distance.
template <class T> XAMT_DEVICE std::uint64_t find_place(stretch<T> const& s, std::uint64_t steps) {
    warp::own<std::uint64_t> first, others;
    warp::each([&](int t) {
        first[t] = variance_record::nowhere;
        for (auto i = static_cast<std::uint32_t>(t); i < s.elements && first[t] == variance_record::nowhere; i += warp::threads) {
            element_found<double> e;
            look_at_kinds(s, i, e);
            if (e.regular && steps_of(s, i) == steps) first[t] = s.begin() + i;
        }
    });
    for (int offset = warp::threads / 2; offset > 0; offset /= 2) {
        warp::from_further(others, first, offset);
        warp::each([&](int t) { first[t] = smaller(first[t], others[t]); });
    }
    return warp::of(first, 0);
}

XAMT_DEVICE inline std::uint32_t saturated_count(std::uint64_t n) {
    return n > 0xffffffffull ? 0xffffffffu : static_cast<std::uint32_t>(n);
}

/// The third kernel: warp `k` of `warps` makes the records of its trials.
template <class T> XAMT_DEVICE void partials_to_records(batch_view const& b, std::uint32_t k, std::uint32_t warps) {
    std::uint32_t const end = share_begin(b.trials, k + 1, warps);
    for (std::uint32_t trial = share_begin(b.trials, k, warps); trial < end; ++trial) {
        std::uint32_t const first = b.first_tile[trial], tiles = b.first_tile[trial + 1] - first;
        // Each thread goes through the same partials in the same order; the loads of a warp are one.
        trial_total total;
        for (std::uint32_t i = 0; i < tiles; ++i) total.add(b.partials[first + i], i);
        variance_record r;
        if (total.differs != 0) {
            r.bit_equal = 0;
            r.largest_variance = total.variance;
            r.mean_variance = b.elements[trial] == 0 ? 0 : total.sum / static_cast<double>(b.elements[trial]);
            r.absolute_spread = total.spread;
            r.relative_spread = total.relative;
            r.ulp_spread = total.steps;
            r.nan_mismatches = saturated_count(total.nan);
            r.infinity_mismatches = saturated_count(total.infinity);
            r.zero_sign_mismatches = saturated_count(total.zero_sign);
            if (total.steps != 0) r.at = find_place(b.tile<T>(trial, total.tile), total.steps);
        }
        warp::each([&](int t) {
            if (t == 0) b.records[trial] = r;
        });
    }
}

} // namespace cuda
} // namespace v0
} // namespace xamt

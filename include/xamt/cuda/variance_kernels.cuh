/// @file
/// The bodies of the two kernels of the variance check: tiles become partials, and the partials of a trial its record.
///
/// Place in the pipeline: cuda; launched by variance_launch.cuh, run on the host by variance_emulated.hpp. Work is dealt out in static
/// neighbouring ranges and partials are added in the order of the tiles, so that no bit depends on the grid. Nothing is added atomically.
#pragma once

#include <xamt/cuda/batch_view.cuh>
#include <xamt/cuda/variance_tile.cuh>

namespace xamt {
inline namespace v0 {
namespace cuda {

/// Threads to a trial that one load of each serves; four such trials make a warp's work.
inline constexpr int small_group = 8;
template <class T> XAMT_DEVICE bool is_small(std::uint64_t elements) { return elements <= small_group * element<T>::per_load; }

/// Which piece of `all` is that of worker `k` of `workers`.
XAMT_DEVICE inline std::uint32_t share_begin(std::uint32_t all, std::uint32_t k, std::uint32_t workers) {
    return all / workers * k + (all % workers < k ? all % workers : k);
}

/// Some trials that are small, side by side.
template <class T> XAMT_DEVICE void run_small(batch_view const& b, std::uint32_t trial, std::uint32_t tile, int trials) {
    using C = typename element<T>::arithmetic;
    warp::own<thread_tile<T, C>> mine;
    warp::own<group_tile<T, C>> tiles;
    warp::own<double> sums;
    warp::each([&](int t) {
        if (t / small_group < trials)
            examine_tile(b.tile<T>(trial + static_cast<std::uint32_t>(t / small_group), 0), {t % small_group, small_group}, {}, mine[t]);
    });
    gather(mine, small_group, tiles, sums);
    warp::each([&](int t) {
        if (t % small_group == 0 && t / small_group < trials)
            b.partials[tile + static_cast<std::uint32_t>(t / small_group)] =
                partial_of(tiles[t], sums[t], v0::detail::variance_divisor(b.count));
    });
}

/// One tile.
template <class T, int Few> XAMT_DEVICE void run_tile(batch_view const& b, std::uint32_t trial, std::uint32_t tile) {
    using C = typename element<T>::arithmetic;
    warp::own<thread_tile<T, C>> mine;
    warp::own<group_tile<T, C>> tiles;
    warp::own<double> sums;
    bool const aligned = b.aligned(trial);
    stretch<T> s = b.tile<T>(trial, tile - b.first_tile[trial]);
    if constexpr (Few != 0) s.count = Few; // known to the compiler: a register less
    warp::each([&](int t) { run_thread<T, Few>(s, {t, warp::threads}, aligned, mine[t]); });
    gather(mine, warp::threads, tiles, sums);
    warp::each([&](int t) {
        if (t == 0) b.partials[tile] = partial_of(tiles[t], sums[t], v0::detail::variance_divisor(b.count));
    });
}

/// The first kernel: warp `k` of `warps` turns its tiles into partials.
template <class T, int Few> XAMT_DEVICE void tiles_to_partials(batch_view const& b, std::uint32_t k, std::uint32_t warps) {
    std::uint32_t tile = share_begin(b.tiles(), k, warps);
    std::uint32_t const end = share_begin(b.tiles(), k + 1, warps);
    if (tile >= end) return;
    std::uint32_t trial = b.trial_of(tile);
    while (tile < end) {
        int small = 0;
        while (small < warp::threads / small_group && tile + static_cast<std::uint32_t>(small) < end &&
               is_small<T>(b.elements[trial + static_cast<std::uint32_t>(small)]))
            ++small;
        if (small > 0) {
            run_small<T>(b, trial, tile, small);
            tile += static_cast<std::uint32_t>(small);
            trial += static_cast<std::uint32_t>(small);
        } else {
            run_tile<T, Few>(b, trial, tile);
            if (++tile == b.first_tile[trial + 1]) ++trial;
        }
    }
}

} // namespace cuda
} // namespace v0
} // namespace xamt

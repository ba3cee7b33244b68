/// @file
/// One tile of the variance check on a device, by a warp or by a quarter of one: every thread 16 bytes of each column at a time.
///
/// Place in the pipeline: cuda; used by variance_kernels.cuh. Thread t of a group takes elements per_load*t, per_load*t + 1, ... of each step, so that
/// its sums are lanes of compare/variance_record.hpp, and the halving of lanes is an exchange between threads.
#pragma once

#include <xamt/cuda/batch_view.cuh>
#include <xamt/cuda/variance_element.cuh>
#include <xamt/cuda/variance_vector.cuh>
#include <xamt/cuda/warp.cuh>

#include <type_traits>

namespace xamt {
inline namespace v0 {
namespace cuda {

/// What one thread knows of its elements of a tile, 128 at most, in the arithmetic C. Kept small: it lives in registers.
template <class T, class C> struct thread_tile {
    using distance = std::conditional_t<(sizeof(T) > 4), std::uint64_t, std::uint32_t>;
    static constexpr int sums = element<T>::lanes / warp::threads; ///< lanes of a thread
    C lane[sums] = {};
    C u = 0, spread = 0, relative = 0;
    distance steps = 0;
    std::uint32_t kinds = 0; ///< mismatches: NaN, infinity << 10, sign of zero << 20; differing bits << 30

    static constexpr std::uint32_t differs = 1u << 30;

    /// A little below the largest relative spread, and below 1.
    [[nodiscard]] XAMT_DEVICE C beaten() const {
        constexpr C epsilon = sizeof(C) == 4 ? C(0x1p-23) : C(0x1p-52);
        return smaller(relative, C(1)) * (1 - 8 * epsilon);
    }
    XAMT_DEVICE void add(int slot, element_found<C> const& e) {
        XAMT_UNROLL
        for (int a = 0; a < sums; ++a) lane[a] = sum(lane[a], a == slot ? e.u : C(0)); // an index known only now would cost memory
        u = larger(u, e.u);
        spread = larger(spread, e.spread);
        relative = larger(relative, e.relative);
        steps = larger(steps, static_cast<distance>(e.steps));
        kinds += static_cast<std::uint32_t>(e.nan) | static_cast<std::uint32_t>(e.infinity) << 10 |
                 static_cast<std::uint32_t>(e.zero_sign) << 20;
        if (e.differs) kinds |= differs;
    }
};

/// What a group of threads knows of a tile, but for lanes.
template <class T, class C> struct group_tile {
    C u = 0, spread = 0, relative = 0;
    typename thread_tile<T, C>::distance steps = 0;
    std::uint32_t nan = 0, infinity = 0, zero_sign = 0, differs = 0;

    XAMT_DEVICE void take(thread_tile<T, C> const& t) {
        u = t.u;
        spread = t.spread;
        relative = t.relative;
        steps = t.steps;
        nan = t.kinds & 1023u;
        infinity = t.kinds >> 10 & 1023u;
        zero_sign = t.kinds >> 20 & 1023u;
        differs = t.kinds >> 30;
    }
    XAMT_DEVICE void merge(group_tile const& o) {
        u = larger(u, o.u);
        spread = larger(spread, o.spread);
        relative = larger(relative, o.relative);
        steps = larger(steps, o.steps);
        nan += o.nan;
        infinity += o.infinity;
        zero_sign += o.zero_sign;
        differs |= o.differs;
    }
};

/// Where a thread stands: its number among those of its tile, and how many these are.
struct thread_place {
    int rank = 0, threads = warp::threads;
};

/// Loads of each column that a thread has in flight, as many as 80 registers allow. Of many columns, several are read at a time.
template <class T, int Few>
inline constexpr int loads_in_flight = Few == 0         ? 1
                                       : Few == 2       ? (sizeof(T) == 4   ? 4
                                                           : sizeof(T) == 8 ? 3
                                                                            : 2)
                                       : sizeof(T) == 4 ? 3
                                       : sizeof(T) == 8 ? 2
                                                        : 1;

/// Elements first, first+1, ... of one thread in a step of `loads`, one by one.
template <class T, class C>
XAMT_DEVICE void examine_step(stretch<T> const& s, std::uint32_t first, std::uint32_t stride, int loads, power_of_two const& scale,
                              thread_tile<T, C>& t) {
    constexpr std::uint32_t per_load = element<T>::per_load;
    XAMT_ROLLED
    for (std::uint32_t e = 0; e < static_cast<std::uint32_t>(loads) * per_load; ++e) {
        std::uint32_t const i = first + e / per_load * stride + e % per_load;
        // A step of the whole warp covers warp::threads * per_load lanes.
        std::uint32_t const slot = i % element<T>::lanes / (warp::threads * per_load) * per_load + e % per_load;
        if (i < s.elements) t.add(static_cast<int>(slot), examine<T, C>(s, i, scale));
    }
}

template <class T, class C>
XAMT_DEVICE void examine_tile(stretch<T> const& s, thread_place p, power_of_two const& scale, thread_tile<T, C>& t) {
    auto const per_load = static_cast<std::uint32_t>(element<T>::per_load), stride = static_cast<std::uint32_t>(p.threads) * per_load;
    XAMT_ROLLED
    for (std::uint32_t first = static_cast<std::uint32_t>(p.rank) * per_load; first < s.elements; first += stride)
        examine_step(s, first, stride, 1, scale, t);
}

/// Reads loads of every column and looks at them the short way. All of the loads are asked for before the first is used.
template <class T, int Few, int Loads>
XAMT_DEVICE void look_at_loads(stretch<T> const& s, std::uint32_t first, std::uint32_t stride, typename element<T>::arithmetic beaten,
                               load_found<T>& out) {
    if constexpr (Few != 0) {
        sixteen_bytes v[Loads][Few];
        XAMT_UNROLL
        for (int l = 0; l < Loads; ++l) XAMT_UNROLL
        for (int f = 0; f < Few; ++f)
            v[l][f] = load_sixteen(s.column(static_cast<std::uint32_t>(f)) + first + static_cast<std::uint32_t>(l) * stride);
        XAMT_UNROLL
        for (int l = 0; l < Loads; ++l) look_at_few<T, Few>(v[l], beaten, out);
    } else {
        column_sums<T> c[Loads];
        XAMT_UNROLL
        for (int l = 0; l < Loads; ++l) c[l].start(load_sixteen(s.column(0) + first + static_cast<std::uint32_t>(l) * stride));
        XAMT_UNROLL_BY(sizeof(T) == 2 ? 2 : 4)
        for (std::uint32_t f = 1; f < s.count; ++f) {
            T const* const column = s.column(f) + first;
            sixteen_bytes v[Loads];
            XAMT_UNROLL
            for (int l = 0; l < Loads; ++l) v[l] = load_sixteen(column + static_cast<std::uint32_t>(l) * stride);
            XAMT_UNROLL
            for (int l = 0; l < Loads; ++l) c[l].add(v[l]);
        }
        using C = typename element<T>::arithmetic;
        XAMT_UNROLL
        for (int l = 0; l < Loads; ++l) c[l].finish(static_cast<C>(s.count), beaten, out);
    }
}

/// The part of one thread. `aligned`: every column may be read 16 bytes at a time.
template <class T, int Few>
XAMT_DEVICE void run_thread(stretch<T> const& s, thread_place p, bool aligned, thread_tile<T, typename element<T>::arithmetic>& t) {
    constexpr int loads = loads_in_flight<T, Few>;
    auto const per_load = static_cast<std::uint32_t>(element<T>::per_load), stride = static_cast<std::uint32_t>(p.threads) * per_load;
    std::uint32_t first = static_cast<std::uint32_t>(p.rank) * per_load;
    if constexpr (element<T>::floating) {
        using state = thread_tile<T, typename element<T>::arithmetic>;
        if (aligned && p.threads == warp::threads) {
            XAMT_ROLLED
            for (; first + (loads - 1) * stride + per_load <= s.elements; first += loads * stride) {
                load_found<T> found;
                XAMT_UNROLL
                for (int a = 0; a < element<T>::per_load; ++a) found.lane[a] = t.lane[a];
                look_at_loads<T, Few, loads>(s, first, stride, t.beaten(), found);
                if (found.doubtful()) {
                    examine_step(s, first, stride, loads, {}, t);
                    continue;
                }
                XAMT_UNROLL
                for (int a = 0; a < element<T>::per_load; ++a) t.lane[a] = found.lane[a];
                t.u = larger(t.u, found.u);
                t.spread = larger(t.spread, found.spread);
                auto const steps = static_cast<typename state::distance>(order_of<T>::largest(found.steps));
                t.steps = larger(t.steps, steps);
                if (steps != 0) t.kinds |= state::differs;
            }
        }
    }
    XAMT_ROLLED
    for (; first < s.elements; first += stride) examine_step(s, first, stride, 1, {}, t);
}

/// Lanes of a thread, added up in double as far as they are its own: those half of all lanes apart, and so on.
template <class T, class C> struct folded_lanes {
    double sum[element<T>::per_load];

    XAMT_DEVICE void take(thread_tile<T, C> const& t) {
        constexpr int per_load = element<T>::per_load, sums = thread_tile<T, C>::sums;
        double all[sums];
        for (int a = 0; a < sums; ++a) all[a] = static_cast<double>(t.lane[a]);
        for (int n = sums / 2; n >= per_load; n /= 2)
            for (int a = 0; a < n; ++a) all[a] = xamt::cuda::sum(all[a], all[a + n]);
        for (int a = 0; a < per_load; ++a) sum[a] = all[a];
    }
    XAMT_DEVICE void add(folded_lanes const& o) {
        for (int a = 0; a < element<T>::per_load; ++a) sum[a] = xamt::cuda::sum(sum[a], o.sum[a]);
    }
    [[nodiscard]] XAMT_DEVICE double total() {
        for (int n = element<T>::per_load / 2; n > 0; n /= 2)
            for (int a = 0; a < n; ++a) sum[a] = xamt::cuda::sum(sum[a], sum[a + n]);
        return sum[0];
    }
};

/// Brings what the threads of each group know together in its first thread: the group's tile, and the sum of u.
template <class T, class C>
XAMT_DEVICE void gather(warp::own<thread_tile<T, C>>& mine, int threads, warp::own<group_tile<T, C>>& tiles, warp::own<double>& sums) {
    warp::own<folded_lanes<T, C>> lanes, other_lanes;
    warp::own<group_tile<T, C>> others;
    warp::each([&](int t) {
        lanes[t].take(mine[t]);
        tiles[t].take(mine[t]);
    });
    XAMT_ROLLED
    for (int offset = threads / 2; offset > 0; offset /= 2) {
        warp::from_further(other_lanes, lanes, offset);
        warp::from_further(others, tiles, offset);
        warp::each([&](int t) {
            lanes[t].add(other_lanes[t]);
            tiles[t].merge(others[t]);
        });
    }
    warp::each([&](int t) { sums[t] = lanes[t].total(); });
}

template <class T, class C> XAMT_DEVICE tile_partial partial_of(group_tile<T, C> const& t, double sum, double divisor) {
    tile_partial p;
    p.variance = static_cast<double>(t.u) / divisor;
    p.sum = sum / divisor;
    p.spread = static_cast<double>(t.spread);
    p.relative = static_cast<double>(t.relative);
    p.steps = t.steps;
    p.nan = t.nan;
    p.infinity = t.infinity;
    p.zero_sign = t.zero_sign;
    bool const safe = p.spread == 0 || (p.spread >= element<T>::safe_low && p.spread <= element<T>::safe_high);
    p.flags = (t.differs != 0 ? tile_partial::differs : 0u) | (safe ? 0u : tile_partial::wide);
    return p;
}

} // namespace cuda
} // namespace v0
} // namespace xamt

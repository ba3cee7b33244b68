/// @file
/// How much of everything a campaign has under way.
///
/// Place in the pipeline: campaign; numbers for engine.hpp, chosen by measurement on two cores.
#pragma once

#include <cstddef>
#include <cstdint>

namespace xamt {
inline namespace v0 {
namespace detail {

inline constexpr std::uint32_t batch_trials = 64;   ///< raw trials a visit, where they are not stacked
inline constexpr std::uint32_t stacked_trials = 96; ///< the same for stacked ones: 96 x 32 cases
inline constexpr std::uint32_t live_classes = 16;   ///< as many compiled shapes as a JAX worker keeps at hand
inline constexpr std::uint32_t unbounded_classes = 6; ///< a turn, of groups whose whole numbers are not bounded or that take no tensor
inline constexpr std::uint32_t unbounded_live = 96;   ///< classes of those before they come back to the first
inline constexpr std::size_t flights = 8;           ///< batches under way: enough that no host waits for another
inline constexpr std::size_t open_hearings = 12;    ///< screened batches that are judged side by side
inline constexpr std::size_t most_hearings = 64;    ///< the same with those that wait for it
inline constexpr std::size_t doubts_waiting = 32; ///< hearings that may wait when agreement is doubted, too: it seldom comes to anything
inline constexpr std::size_t more_meanwhile = 4; ///< times as much of the first two while a host of a run by time is not at hand
inline constexpr std::size_t backlog_meanwhile = 16; ///< times as much of the third: hearings wait for that host
inline constexpr double grace = 5; ///< seconds that batches under way may take once the time is used up
inline constexpr double quick_share = 0.5; ///< of the bound: a column nearer than this to the others agrees with them
inline constexpr std::uint32_t judged_first = 2; ///< trials of one pattern of suspicion judged at once; later every 2^n-th

} // namespace detail
} // namespace v0
} // namespace xamt

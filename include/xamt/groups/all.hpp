/// @file
/// Every group that ships, in one array: `xamt::groups::shipped`.
///
/// Place in the pipeline: groups. Example: `for (api_description const* g : xamt::groups::shipped) …`; a program that needs one topic
/// includes its header instead.
#pragma once

#include <xamt/groups/absurd_sizes.hpp>
#include <xamt/groups/activations.hpp>
#include <xamt/groups/comparison.hpp>
#include <xamt/groups/convolution.hpp>
#include <xamt/groups/elementwise.hpp>
#include <xamt/groups/fft.hpp>
#include <xamt/groups/integer.hpp>
#include <xamt/groups/linear_algebra.hpp>
#include <xamt/groups/losses.hpp>
#include <xamt/groups/normalisation.hpp>
#include <xamt/groups/pooling.hpp>
#include <xamt/groups/reductions.hpp>
#include <xamt/groups/resampling.hpp>
#include <xamt/groups/shaping.hpp>
#include <xamt/groups/sorting.hpp>
#include <xamt/groups/special.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

namespace xamt {
inline namespace v0 {
namespace detail {
template <std::size_t... N> constexpr auto concatenated(std::array<api_description const*, N> const&... topics) {
    std::array<api_description const*, (N + ... + 0)> all{};
    auto to = all.begin();
    ((to = std::copy(topics.begin(), topics.end(), to)), ...);
    return all;
}
} // namespace detail

namespace groups {

/// Every group that ships, by topic.
inline constexpr auto shipped =
    detail::concatenated(elementwise_groups, activations_groups, special_groups, comparison_groups, integer_groups, losses_groups,
                         reductions_groups, sorting_groups, shaping_groups, linear_algebra_groups, convolution_groups, pooling_groups,
                         normalisation_groups, fft_groups, resampling_groups, absurd_sizes_groups);

/// The group of that name, or nullptr.
[[nodiscard]] constexpr api_description const* named(std::string_view name) {
    for (auto const* g : shipped)
        if (g->name == name) return g;
    return nullptr;
}

static_assert(std::ranges::all_of(shipped, [](auto const* g) { return !g->first_fault; }), "xamt: a group that ships has a fault");
static_assert(std::ranges::all_of(shipped,
                                  [](auto const* g) {
                                      return std::ranges::all_of(
                                          g->ties(), [](invariant const& i) { return i.sibling.empty() || named(i.sibling) != nullptr; });
                                  }),
              "xamt: a group that ships names a sibling that does not");

} // namespace groups
} // namespace v0
} // namespace xamt

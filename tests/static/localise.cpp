// The measures of model comparison are constant expressions where they are formulas.
#include <xamt/localise/metric.hpp>
#include <xamt/localise/rate.hpp>
#include <xamt/localise/suspect.hpp>

#include <array>

namespace {

constexpr std::array<float, 4> right{.1f, .6f, .2f, .1f}, wrong{.4f, .3f, .2f, .1f};
constexpr std::span<float const> r(right), w(wrong);

static_assert(xamt::rank_of_class(r, 1) == xamt::class_rank{1, 0} && xamt::rank_of_class(w, 1).rank == 2);
static_assert(xamt::rank_of_class(r, 0) == xamt::class_rank{3, 1} && xamt::rank_of_class(r, -1).rank == 0);
static_assert(xamt::class_score(1) == 16 && xamt::class_score(5) == 1 && xamt::class_score(6) == 0 && xamt::class_score(0) == 0);
static_assert(xamt::d_class(r, w, 1) == 8 && xamt::d_class(w, r, 1) == 8 && xamt::d_class(r, r, 1) == 0);
static_assert(xamt::d_mad(.25, .75) == .5 && xamt::d_mad(0, 0) == 0 && xamt::d_mad(1, 0) == 1);
static_assert(xamt::change_rate(0, 0) == 0 && xamt::change_rate(2, 1, 0) == 1);
static_assert(xamt::muffin_rule(.16, 0) && !xamt::muffin_rule(.14, 0));
static_assert(xamt::roundoff_of(xamt::dtype::float32) == 0x1p-24 && xamt::roundoff_of(xamt::dtype::int32) == 0);
static_assert(xamt::noise_floor(1, xamt::dtype::float32) == 0x1p-22 && xamt::noise_floor(0, xamt::dtype::float32) > 0);

} // namespace

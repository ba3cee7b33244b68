/// @file
/// Whether two samples come from the same distribution, by the numbers that the prober takes of each.
///
/// Place in the pipeline: match. Quantiles at .01 .1 .25 .5 .75 .9 .99, mean, standard deviation, share of different values, size. The
/// tolerance follows from the size n: the mean of n numbers has a standard error of 1 / sqrt(n) deviations, a middle quantile of a usual
/// distribution about 1.3 times that, one at .01 about 4 times; six standard errors of the difference (sqrt(2)) are allowed.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>

namespace xamt {
inline namespace v0 {

namespace detail {
inline constexpr std::size_t mean_at = 7, deviation_at = 8, different_at = 9, size_at = 10, statistics_size = 11;
}

/// A constant says nothing.
[[nodiscard]] inline bool is_spread(std::span<double const> s) {
    return s.size() == detail::statistics_size && s[detail::deviation_at] > 1e-9;
}

[[nodiscard]] inline bool same_distribution(std::span<double const> a, std::span<double const> b) {
    using namespace detail;
    if (a.size() != statistics_size || b.size() != statistics_size || a[size_at] < 100 || b[size_at] < 100) return false;
    double const error = 6 * std::sqrt(2.0) / std::sqrt((std::min)(a[size_at], b[size_at]));
    double const scale = (std::max)(a[deviation_at], b[deviation_at]);
    constexpr double width[] = {4, 1.8, 1.4, 1.3, 1.4, 1.8, 4};
    for (std::size_t i = 0; i < 7; ++i)
        if (!(std::abs(a[i] - b[i]) <= width[i] * error * scale)) return false;
    return std::abs(a[mean_at] - b[mean_at]) <= error * scale && std::abs(a[deviation_at] - b[deviation_at]) <= error * scale &&
           std::abs(a[different_at] - b[different_at]) <= 0.1;
}

} // namespace v0
} // namespace xamt

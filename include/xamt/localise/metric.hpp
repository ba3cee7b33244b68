/// @file
/// How far two backends are apart on one labelled input: D_CLASS and D_MAD, as CRADLE published them.
///
/// Place in the pipeline: localise. Pham, Lutellier, Qi, Tan: "CRADLE: Cross-Backend Validation to Detect and Localize Bugs in Deep
/// Learning Libraries", ICSE 2019, section III. Both compare distances to the ground truth, so they need labels that mean something: on an
/// untrained classifier every score is nearly a tie, and D_CLASS counts noise (`labels_mean_something`).
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>

namespace xamt {
inline namespace v0 {

/// The customary thresholds, above which a pair of backends is inconsistent on an input.
inline constexpr double customary_class_threshold = 8, customary_mad_threshold = 0.2;
/// The ranks that D_CLASS looks at, and its largest value then is 16.
inline constexpr int customary_class_ranks = 5;

/// Where the true class stands among the scores: 1 is best. `ties`: other classes with exactly its score. 0: its score is no number, or
/// there is no such class.
struct class_rank {
    int rank = 0;
    int ties = 0;
    friend constexpr bool operator==(class_rank, class_rank) = default;
};

/// A score that is NaN ranks below every number; ties go in favour of the true class and are counted.
template <class T> [[nodiscard]] constexpr class_rank rank_of_class(std::span<T const> scores, std::int64_t true_class) {
    if (true_class < 0 || true_class >= static_cast<std::int64_t>(scores.size())) return {};
    T const own = scores[static_cast<std::size_t>(true_class)];
    if (own != own) return {};
    class_rank r{1, -1};
    for (T s : scores) r.rank += s > own, r.ties += s == own;
    return r;
}

/// 2^(K - rank) while the true class is among the first K, else 0.
[[nodiscard]] constexpr double class_score(int rank, int ranks = customary_class_ranks) {
    if (rank < 1 || rank > ranks) return 0;
    double s = 1;
    for (int i = rank; i < ranks; ++i) s *= 2;
    return s;
}

/// D_CLASS of two backends' scores for one input: 0 to 2^(K-1).
template <class T>
[[nodiscard]] constexpr double d_class(std::span<T const> j, std::span<T const> k, std::int64_t true_class,
                                       int ranks = customary_class_ranks) {
    double const d = class_score(rank_of_class(j, true_class).rank, ranks) - class_score(rank_of_class(k, true_class).rank, ranks);
    return d < 0 ? -d : d;
}

/// d(O, G): the mean of |o - g| over an output and its ground truth; cells where either is no finite number are left out, and an output
/// without any other is infinitely far.
template <class T> [[nodiscard]] constexpr double mean_absolute_deviation(std::span<T const> output, std::span<T const> truth) {
    double sum = 0;
    std::size_t cells = 0;
    for (std::size_t i = 0; i < output.size() && i < truth.size(); ++i) {
        double const d = static_cast<double>(output[i]) - static_cast<double>(truth[i]);
        if (!(d - d == 0)) continue;
        sum += d < 0 ? -d : d;
        ++cells;
    }
    return cells == 0 ? HUGE_VAL : sum / static_cast<double>(cells);
}

/// D_MAD of two such distances: |d_j - d_k| / (d_j + d_k), 0 when both are 0 (or both infinite), 1 when one alone is infinite.
[[nodiscard]] constexpr double d_mad(double dj, double dk) {
    if (dj == dk) return 0;
    if (dj == HUGE_VAL || dk == HUGE_VAL) return 1;
    double const difference = dj < dk ? dk - dj : dj - dk;
    return difference / (dj + dk);
}

/// Whether a classifier has learnt anything: its share of right answers lies well (three standard deviations) above what guessing gives.
/// D_CLASS of one that has not is refused.
[[nodiscard]] inline bool labels_mean_something(std::int64_t right, std::int64_t inputs, std::int64_t classes) {
    if (inputs <= 0 || classes < 2) return false;
    double const guess = 1.0 / static_cast<double>(classes), n = static_cast<double>(inputs);
    return static_cast<double>(right) / n > guess + 3 * std::sqrt(guess * (1 - guess) / n);
}

} // namespace v0
} // namespace xamt

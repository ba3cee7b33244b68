/// @file
/// What a sweep counts for one column: errors, wrong special values, and breaks of order, symmetry and range.
///
/// Place in the pipeline: compare. Tallies of disjoint inputs add up to that of all of them, in whatever order: a sweep may be interrupted
/// and continued, and the sum is the same.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>

namespace xamt {
inline namespace v0 {

/// An input with the answer of a column and the right one; of breaks, `right` is the answer that it contradicts.
struct witness {
    double input = 0, got = 0, right = 0;
    friend bool operator==(witness const&, witness const&) = default;
};

/// How often something happened, and the first time in the order of the inputs.
struct occurrences {
    std::uint64_t count = 0;
    std::uint64_t at = ~std::uint64_t{0}; ///< place of the first on the number line
    witness first;

    void see(std::uint64_t place, witness const& w) {
        ++count;
        if (place < at) at = place, first = w;
    }
    void add(occurrences const& other) {
        count += other.count;
        if (other.at < at) at = other.at, first = other.first;
    }
    friend bool operator==(occurrences const&, occurrences const&) = default;
};

/// The thresholds that errors are counted against, in ULP.
inline constexpr std::array error_thresholds{0.5, 1.0, 2.0, 4.0};

struct error_tally {
    std::uint64_t inputs = 0;   ///< that the column answered with a value
    std::uint64_t unknown = 0;  ///< of those, without a reference
    std::uint64_t flushed = 0;  ///< of those, answered as if a subnormal input or result were zero; not counted as errors
    std::array<std::uint64_t, error_thresholds.size()> beyond{}; ///< errors above the thresholds, of numbers where a number is right
    std::uint64_t beyond_bound = 0;                              ///< above what the oracle allows, conditioning included
    double worst = 0;           ///< largest error in ULP; 0: everything is correctly rounded
    std::uint64_t worst_at = 0;
    witness worst_case;
    occurrences nan, infinity, zero; ///< wrong special values: NaN, infinity, sign of zero
    occurrences order, symmetry, range;
    std::map<std::uint32_t, float> profile; ///< part of the number line -> largest error in it

    /// The largest error is the first of its size on the number line.
    void see_worst(double ulp, std::uint64_t place, witness const& w) {
        if (ulp < worst || (ulp == worst && place >= worst_at)) return;
        worst = ulp, worst_at = place, worst_case = w;
    }

    void add(error_tally const& other) {
        inputs += other.inputs, unknown += other.unknown, flushed += other.flushed, beyond_bound += other.beyond_bound;
        for (std::size_t k = 0; k < beyond.size(); ++k) beyond[k] += other.beyond[k];
        if (other.worst > 0) see_worst(other.worst, other.worst_at, other.worst_case);
        nan.add(other.nan), infinity.add(other.infinity), zero.add(other.zero);
        order.add(other.order), symmetry.add(other.symmetry), range.add(other.range);
        for (auto const& [part, error] : other.profile) {
            auto& here = profile[part];
            here = (std::max)(here, error);
        }
    }

    friend bool operator==(error_tally const&, error_tally const&) = default;
};

} // namespace v0
} // namespace xamt

/// @file
/// How far one tensor lies from another: over all cells, and over cells of like magnitude.
///
/// Place in the pipeline: localise. Small values beside large ones must not hide in a maximum that the large ones set, so errors are also
/// kept apart by the magnitude of the reference, in bands of four binades. Cells where either side is NaN or infinite are compared by kind
/// before any arithmetic, and take no part in it.
#pragma once

#include <xamt/core/element.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>

namespace xamt {
inline namespace v0 {

/// The cells whose reference lies in one band of magnitude.
struct band_error {
    double largest = 0;   ///< |value - reference|
    double sum = 0;       ///< of the same
    double reference = 0; ///< the largest |reference|
    std::int64_t cells = 0;

    [[nodiscard]] double mean() const { return cells == 0 ? 0 : sum / static_cast<double>(cells); }
};

struct tensor_difference {
    static constexpr std::size_t bands = 512; ///< 2^11 exponents of a double, four to a band

    double largest = 0;           ///< |value - reference| over finite cells
    double mean = 0;              ///< the same, mean: CRADLE's delta
    double squares = 0;           ///< sum of squared differences
    double reference_largest = 0; ///< |reference|
    double reference_squares = 0;
    std::int64_t cells = 0;      ///< finite on both sides
    std::int64_t other_kind = 0; ///< NaN, +infinity, -infinity or finite on one side and not on the other
    std::int64_t where = -1;     ///< of the first cell of another kind, else of the largest difference
    std::array<band_error, bands> band{};

    /// RMS of the difference over RMS of the reference.
    [[nodiscard]] double relative() const {
        if (squares == 0) return 0;
        return reference_squares == 0 ? HUGE_VAL : std::sqrt(squares / reference_squares);
    }
    /// CRADLE's delta; infinite where the kinds differ.
    [[nodiscard]] double delta() const { return other_kind > 0 ? HUGE_VAL : mean; }
};

namespace detail {

[[nodiscard]] inline std::size_t band_of(double reference) { return (std::bit_cast<std::uint64_t>(reference) >> 52 & 0x7ff) >> 2; }

[[nodiscard]] inline bool same_kind(double a, double b) { return a == b || (a != a && b != b); }

template <class T, class R> void add_differences(tensor_difference& d, T const* value, R const* reference, std::int64_t n) {
    double sum = 0;
    for (std::int64_t i = 0; i < n; ++i) {
        double const v = to_double(value[i]), r = to_double(reference[i]);
        double const e = std::abs(v - r);
        if (!(e <= 1.7976931348623157e308)) {
            if (same_kind(v, r)) continue;
            if (d.other_kind++ == 0) d.where = i;
            continue;
        }
        if (e > d.largest) {
            d.largest = e;
            if (d.other_kind == 0) d.where = i;
        }
        sum += e;
        d.squares += e * e;
        d.reference_squares += r * r;
        auto& b = d.band[band_of(r)];
        b.largest = b.largest < e ? e : b.largest;
        b.sum += e;
        double const m = std::abs(r);
        b.reference = b.reference < m ? m : b.reference;
        ++b.cells;
        ++d.cells;
    }
    d.mean = d.cells == 0 ? 0 : sum / static_cast<double>(d.cells);
    for (auto const& b : d.band) d.reference_largest = (std::max)(d.reference_largest, b.reference);
}

} // namespace detail

/// `given` against `reference`, whose shapes must be equal; their dtypes may differ. Complex numbers count by their real parts.
[[nodiscard]] inline tensor_difference difference_of(ndarray_view const& given, ndarray_view const& reference) {
    tensor_difference d;
    visit_dtype(given.type, [&]<class T>(std::type_identity<T>) {
        visit_dtype(reference.type, [&]<class R>(std::type_identity<R>) {
            detail::add_differences(d, given.as<T>().data, reference.as<R>().data, given.size());
        });
    });
    return d;
}

} // namespace v0
} // namespace xamt

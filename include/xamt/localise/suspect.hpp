/// @file
/// Whether a layer of a backend is to blame: its error on recorded inputs, in units of the noise that is expected there.
///
/// Place in the pipeline: localise. Each layer is run alone on the inputs that the free run recorded, so that nothing is inherited from the
/// layers before it, and compared with a float64 evaluation of the same inputs. The noise is what the *other* backend's layer shows on the
/// same inputs, and at least four roundings of the largest value. Over 949 healthy layers this figure stayed below 3.4, over 139 planted
/// faults above 14; so 8 makes a suspect, and 4 is worth watching. Small outputs beside large ones are judged within their own band of
/// magnitude (`difference.hpp`): single cells there are at the mercy of cancellation, so what counts is the mean error of a band of many
/// cells, beyond half of the digits. What the conditioning of a layer explains is no suspect.
#pragma once

#include <xamt/localise/difference.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace xamt {
inline namespace v0 {

struct suspect_limits {
    double suspect = 8; ///< in units of noise
    double watch = 4;
    double band = 64; ///< the same within a band of magnitude
    double graph = 16; ///< of the model's outputs, in units of noise at that depth: beyond it they differ
};

/// Half the distance between 1 and the next number of a dtype, 2^-24 for float32; 0 for integers, whose results are exact.
[[nodiscard]] constexpr double roundoff_of(dtype d) {
    double u = info(d).digits == 0 ? 0 : 1;
    for (int i = 0; i < info(d).digits; ++i) u /= 2;
    return u;
}

/// Four roundings of the largest value, and no less than the smallest positive number can show.
[[nodiscard]] constexpr double noise_floor(double reference_largest, dtype d) {
    double const floor = 4 * roundoff_of(d) * reference_largest;
    return floor > 1e-300 ? floor : (roundoff_of(d) > 0 ? 1e-300 : 0.5);
}

/// The error of a layer in units of noise: that of the other side, or the floor.
[[nodiscard]] inline double noise_units(double error, double error_of_other, double floor) {
    return error / (std::max)(error_of_other, floor);
}

/// A band with fewer cells says nothing.
inline constexpr std::int64_t fewest_in_band = 32;

/// How much of a layer's error is more than noise, over all and within its worst band of magnitude. Infinite where kinds differ.
struct layer_error {
    double whole = 0, band = 0;

    /// One figure for ranking: the band counts by how far it lies beyond its own limit.
    [[nodiscard]] double figure(suspect_limits const& limits = {}) const { return (std::max)(whole, band * limits.suspect / limits.band); }
};

/// `own` and `other`: two backends' differences from one float64 reference on the same inputs. `sensitivity`: how far the reference itself
/// moves when its inputs move by a rounding, where that was asked; it is noise that no implementation escapes.
[[nodiscard]] inline layer_error error_of_layer(tensor_difference const& own, tensor_difference const& other, dtype type,
                                                tensor_difference const* sensitivity = nullptr) {
    if (own.other_kind > other.other_kind) return {HUGE_VAL, HUGE_VAL};
    layer_error e;
    double const explained = sensitivity == nullptr ? 0 : sensitivity->largest;
    double const floor = noise_floor(own.reference_largest, type);
    e.whole = noise_units(own.largest, (std::max)(other.largest, explained), floor);
    for (std::size_t b = 0; b < tensor_difference::bands; ++b) {
        auto const& band = own.band[b];
        // What lies within the roundings of the large values is no fault: some algorithms (Winograd) err by the scale of the whole.
        if (band.cells < fewest_in_band || band.reference == 0 || band.largest < 2 * floor) continue;
        double noise = (std::max)(other.band[b].mean(), std::sqrt(roundoff_of(type)) * band.reference);
        if (sensitivity != nullptr) noise = (std::max)(noise, sensitivity->band[b].mean());
        e.band = (std::max)(e.band, noise > 0 ? band.mean() / noise : 0);
    }
    return e;
}

/// What is known of a layer after its replay.
enum class layer_state : std::uint8_t {
    healthy,
    watched, ///< above the limit for watching, below that for suspects
    ill_conditioned, ///< what differs is explained by roundings of the inputs and of the sums over them
    disputed, ///< float64 evaluations differ, and no majority decides
    suspect,
    policy, ///< as far off as a suspect, in a column that computes with its vendor's default precision
    not_run, ///< one side has no result to compare
};

[[nodiscard]] constexpr std::string_view name_of(layer_state s) {
    constexpr std::string_view names[] = {"healthy", "watched", "ill-conditioned", "reference disputed", "suspect", "policy", "not run"};
    return names[static_cast<std::size_t>(s)];
}

/// Whether a layer deserves a second look: the conditioning of the layer and a second reference are asked only then.
[[nodiscard]] inline bool is_suspect(layer_error const& e, suspect_limits const& limits = {}) {
    return e.whole > limits.suspect || e.band > limits.band;
}

/// The state that an error alone gives a layer.
[[nodiscard]] inline layer_state state_of(layer_error const& e, suspect_limits const& limits = {}) {
    if (is_suspect(e, limits)) return layer_state::suspect;
    return e.whole > limits.watch ? layer_state::watched : layer_state::healthy;
}

} // namespace v0
} // namespace xamt

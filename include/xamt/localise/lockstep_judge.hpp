/// @file
/// The workings of `lockstep`: what every column's replay says against the reference, and when that is looked at again.
///
/// Place in the pipeline: localise. Included by lockstep.hpp, which says what it is for.
#pragma once

#include <xamt/localise/lockstep.hpp>

namespace xamt {
inline namespace v0 {

/// Somebody is suspect, or most are so far off that the reference may be: it comes from one of the backends and may have its defects.
inline bool lockstep::deserves_second_look(layer_trace const& layer) const {
    std::size_t run = 0, off = 0;
    for (auto const& f : layer.columns) {
        if (f.state == layer_state::suspect) return true;
        if (f.state == layer_state::not_run) continue;
        ++run, off += f.roundings > options_.limits.suspect;
    }
    return 2 * off >= run && off > 0;
}

/// Every column's replay against the reference; `moved` is how far the reference moves with its inputs, where that was asked.
inline void lockstep::judge(layer_trace& layer, std::size_t, std::vector<held_tensors> const& outs, std::span<ndarray_view const> right,
                            std::vector<tensor_difference> const* moved, std::vector<layer_trace>&) {
    std::vector<std::vector<tensor_difference>> errors(outs.size());
    for (std::size_t c = 0; c < outs.size(); ++c)
        for (std::size_t k = 0; outs[c].is == ending::value && k < right.size() && k < outs[c].views.size(); ++k)
            if (outs[c].views[k].dims == right[k].dims) errors[c].push_back(difference_of(outs[c].views[k], right[k]));
    for (std::size_t c = 0; c < outs.size(); ++c) {
        auto& f = layer.columns[c];
        f.replay_ending = outs[c].is;
        if (outs[c].is != ending::value || errors[c].empty()) continue;
        f.error = {}, f.error_largest = f.error_mean = f.roundings = 0;
        for (std::size_t k = 0; k < errors[c].size(); ++k) {
            // The noise is the lower median of the others: with two columns, simply the other.
            std::vector<tensor_difference const*> others;
            for (std::size_t o = 0; o < outs.size(); ++o)
                if (o != c && k < errors[o].size()) others.push_back(&errors[o][k]);
            std::sort(others.begin(), others.end(), [](auto* a, auto* b) { return a->largest < b->largest; });
            tensor_difference const none_other;
            auto const& other = others.empty() ? none_other : *others[(others.size() - 1) / 2];
            auto const e =
                error_of_layer(errors[c][k], other, outs[c].views[k].type, moved != nullptr && k < moved->size() ? &(*moved)[k] : nullptr);
            if (e.figure(options_.limits) >= f.error.figure(options_.limits)) f.worst = errors[c][k].where;
            f.error.whole = (std::max)(f.error.whole, e.whole), f.error.band = (std::max)(f.error.band, e.band);
            f.error_largest = (std::max)(f.error_largest, errors[c][k].other_kind > 0 ? HUGE_VAL : errors[c][k].largest);
            f.error_mean = (std::max)(f.error_mean, errors[c][k].mean);
            f.roundings =
                (std::max)(f.roundings, errors[c][k].other_kind > 0
                                            ? HUGE_VAL
                                            : errors[c][k].largest / noise_floor(errors[c][k].reference_largest, outs[c].views[k].type));
            layer.reference_largest = (std::max)(layer.reference_largest, errors[c][k].reference_largest);
        }
        f.state = state_of(f.error, options_.limits);
    }
}

} // namespace v0
} // namespace xamt

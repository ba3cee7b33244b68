/// @file
/// The workings of `lockstep`: what every column's replay says against the reference, and when that is looked at again.
///
/// Place in the pipeline: localise. Included by lockstep.hpp, which says what it is for.
#pragma once

#include <xamt/core/random.hpp>
#include <xamt/localise/lockstep.hpp>

#include <bit>
#include <cstring>

namespace xamt {
inline namespace v0 {

namespace detail {

/// A key of the bits of all tensors: equal bits have equal keys.
[[nodiscard]] inline std::uint64_t key_of_bits(std::span<ndarray_view const> tensors) {
    std::uint64_t key = 1;
    for (auto const& t : tensors) {
        std::size_t const bytes = t.bytes();
        for (std::size_t at = 0; at < bytes; at += 8) {
            std::uint64_t word = 0;
            std::memcpy(&word, t.data + at, (std::min)(bytes - at, std::size_t{8}));
            key = std::rotl((key ^ word) * 0x9e3779b97f4a7c15ull, 29);
        }
        key = key_of({key, bytes});
    }
    return key;
}

} // namespace detail

/// Somebody is suspect, or most are so far off that the reference may be: it comes from one of the backends and may have its defects.
inline bool lockstep::deserves_second_look(layer_trace const& layer) const {
    std::size_t run = 0, off = 0;
    for (auto const& f : layer.columns) {
        if (f.state == layer_state::suspect) return true;
        if (f.state == layer_state::not_run || f.state == layer_state::policy) continue;
        ++run, off += f.roundings > options_.limits.suspect;
    }
    return 2 * off >= run && off > 0;
}

/// Every column's replay against the reference; `moved` is how far the reference moves with its inputs, where that was asked.
inline void lockstep::judge(layer_trace& layer, std::vector<held_tensors> const& outs, std::span<ndarray_view const> right,
                            std::vector<tensor_difference> const* moved) {
    std::vector<std::vector<tensor_difference>> errors(outs.size());
    for (std::size_t c = 0; c < outs.size(); ++c)
        for (std::size_t k = 0; outs[c].is == ending::value && k < right.size() && k < outs[c].views.size(); ++k)
            if (outs[c].views[k].dims == right[k].dims) errors[c].push_back(difference_of(outs[c].views[k], right[k]));
    for (std::size_t c = 0; c < outs.size(); ++c) {
        auto& f = layer.columns[c];
        f.replay_ending = outs[c].is;
        if (options_.bits) f.bits = detail::key_of_bits(outs[c].views);
        if (outs[c].is != ending::value || errors[c].empty()) continue;
        f.error = {}, f.error_largest = f.error_mean = f.roundings = 0;
        for (std::size_t k = 0; k < errors[c].size(); ++k) {
            // The noise is the lower median of the others: with two columns, simply the other.
            std::vector<tensor_difference const*> others;
            for (std::size_t o = 0; o < outs.size(); ++o)
                if (o != c && !columns_[o].policy && k < errors[o].size()) others.push_back(&errors[o][k]);
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
        if (columns_[c].policy && f.state == layer_state::suspect) f.state = layer_state::policy;
    }
}

/// One finding for each column whose precision is its vendor's choice, where it is off as far as a suspect would be.
inline void lockstep::tell_policies(model_trace& trace) const {
    for (std::size_t c = 0; c < columns_.size(); ++c) {
        std::size_t layers = 0, worst = 0;
        double most = 0;
        for (std::size_t i = 0; i < trace.layers.size(); ++i) {
            auto const& f = trace.layers[i].columns[c];
            if (f.state != layer_state::policy) continue;
            ++layers;
            if (auto const figure = f.error.figure(options_.limits); figure > most) most = figure, worst = i;
        }
        if (layers > 0)
            find(trace, {model_finding::kind::policy, c, worst, most,
                         std::to_string(layers) + " layers are computed in a lower precision, which is the vendor's default", ""});
    }
}

} // namespace v0
} // namespace xamt

/// @file
/// The workings of `lockstep`: the compiled model against its own layers, and where the two part.
///
/// Place in the pipeline: localise. Included by lockstep.hpp. Fusion, constant folding and layout passes happen between layers, where
/// replaying single layers is blind. The compiled model keeps its own outputs only, because exposing others can change or heal it; to find
/// the place, models that end at node k are compiled, and k is bisected.
#pragma once

#include <xamt/localise/lockstep.hpp>

namespace xamt {
inline namespace v0 {

namespace detail {

/// The difference in units of the noise that the node-wise values have against float64. Without such, because a layer on the way has none,
/// the noise is how far the node-wise values of another backend are (`peer`): a quantised layer makes a whole step out of a rounding.
[[nodiscard]] inline double units_of_noise(ndarray_view const& compiled, ndarray_view const& single, ndarray const* deep,
                                           ndarray const* peer, double& largest) {
    if (!(compiled.dims == single.dims)) return HUGE_VAL;
    auto const d = difference_of(compiled, single);
    largest = (std::max)(largest, d.other_kind > 0 ? HUGE_VAL : d.largest);
    if (d.other_kind > 0) return HUGE_VAL;
    double noise = noise_floor(d.reference_largest, single.type);
    if (deep != nullptr && deep->dims() == single.dims) {
        noise = (std::max)(noise, difference_of(single, deep->view()).largest);
        noise = (std::max)(noise, (std::min)(difference_of(compiled, deep->view()).largest, 2 * noise));
    } else if (peer != nullptr && peer->dims() == single.dims) {
        noise = (std::max)(noise, difference_of(single, peer->view()).largest);
    }
    return d.largest / noise;
}

} // namespace detail

/// The values of one node of a fresh free run.
inline std::vector<ndarray> lockstep::node_wise(model_backend& b, precision p, std::size_t node) {
    std::vector<ndarray> values;
    if (!begin(b, p, false)) return values;
    for (std::size_t i = 0; i <= node; ++i) {
        if (graph_.is_input(i)) continue;
        auto const most = outputs_of(i);
        auto const h =
            ask_and_gather(b, model_slot::free_run, "step", {static_cast<std::int64_t>(p), static_cast<std::int64_t>(i), 0}, most);
        if (i == node && h.is == ending::value)
            for (auto const& v : h.views) values.emplace_back(v);
        b.release(model_slot::free_run);
        if (h.is != ending::value) break;
    }
    return values;
}

/// The same output of the model, layer by layer, in another column: the base, or for it the next that has one.
inline ndarray const* lockstep::peer_of(std::size_t column, std::size_t output) const {
    for (std::size_t c = 0; c < columns_.size(); ++c)
        if (c != column && ends_[c][output].bytes() > 0) return &ends_[c][output];
    return nullptr;
}

inline void lockstep::compare_whole(model_trace& trace) {
    trace.whole.assign(columns_.size(), {});
    trace.output_depth.assign(columns_.size(), 0);
    auto const inputs = input_views();
    for (auto& c : columns_)
        if (c.alive) c.backend->ask(model_slot::free_run, "whole", numbers{tested(), -1, 0}, inputs);
    await(everybody(), {model_slot::free_run});
    for (std::size_t c = 0; c < columns_.size(); ++c) {
        if (!columns_[c].alive) continue;
        auto& w = trace.whole[c];
        numbers const all_of_it{tested(), -1, 0};
        auto h = gather(*columns_[c].backend, model_slot::free_run, "whole", all_of_it, graph_.outputs().size(), inputs);
        if (h.lost) {
            recover(*columns_[c].backend, graph_.size() - 1, trace);
            columns_[c].backend->release(model_slot::free_run);
            if (!columns_[c].alive) continue;
            h = ask_and_gather(*columns_[c].backend, model_slot::free_run, "whole", all_of_it, graph_.outputs().size(), inputs);
        }
        w.is = h.is, w.words = h.words;
        for (std::size_t k = 0; k < ends_[c].size(); ++k) {
            if (ends_[c][k].bytes() == 0) continue;
            auto const* deep = deep_ends_[k].bytes() > 0 ? &deep_ends_[k] : nullptr;
            auto const* peer = peer_of(c, k);
            if (k < h.views.size())
                w.difference = (std::max)(w.difference, detail::units_of_noise(h.views[k], ends_[c][k].view(), deep, peer, w.largest));
            double ignored = 0;
            if (c > 0 && ends_[0][k].bytes() > 0)
                trace.output_depth[c] = (std::max)(trace.output_depth[c],
                                                   detail::units_of_noise(ends_[c][k].view(), ends_[0][k].view(), deep, nullptr, ignored));
        }
        columns_[c].backend->release(model_slot::free_run);
    }
    for (std::size_t c = 0; c < columns_.size(); ++c) {
        bool const suspected = std::any_of(trace.findings.begin(), trace.findings.end(),
                                           [&](auto const& f) { return f.column == c && f.what == model_finding::kind::layer; });
        if (columns_[c].alive && trace.whole[c].is == ending::value && trace.whole[c].difference > options_.limits.graph && !suspected &&
            !columns_[c].policy)
            bisect(c, trace.whole[c], trace);
    }
}

/// The first node up to which a compiled model differs from the same nodes one by one.
inline void lockstep::bisect(std::size_t c, whole_figures& w, model_trace& trace) {
    auto& b = *columns_[c].backend;
    auto const inputs = input_views();
    auto const differs = [&](std::size_t node) -> std::optional<bool> {
        auto const single = node_wise(b, precision::tested, node);
        auto const deep = has_reference() ? node_wise(*references_.front(), precision::float64, node) : std::vector<ndarray>();
        auto const most = outputs_of(node);
        auto const h = ask_and_gather(b, model_slot::replay, "whole", {tested(), static_cast<std::int64_t>(node), 0}, most, inputs);
        double figure = 0, largest = 0;
        for (std::size_t k = 0; h.is == ending::value && k < h.views.size() && k < single.size(); ++k)
            figure = (std::max)(
                figure, detail::units_of_noise(h.views[k], single[k].view(), k < deep.size() ? &deep[k] : nullptr, nullptr, largest));
        bool const known = h.is == ending::value && !single.empty();
        b.release(model_slot::replay);
        if (!known) return std::nullopt;
        return figure > options_.limits.graph;
    };
    std::size_t low = 0, high = 0; // the compiled model up to `low` agrees, up to `high` it does not
    for (auto const& o : graph_.outputs()) high = (std::max)(high, o.node);
    while (high - low > 1) {
        auto const middle = low + (high - low) / 2;
        auto const d = graph_.is_input(middle) ? std::optional(false) : differs(middle);
        if (!d) break;
        (*d ? high : low) = middle;
    }
    w.parts = true, w.cut = high;
    model_finding found{model_finding::kind::graph,
                        c,
                        high,
                        w.difference,
                        "the compiled model differs from its own layers from here on, though every layer alone is right",
                        ""};
    if (options_.keep) {
        auto const single = node_wise(b, precision::tested, high);
        numbers const up_to_there{tested(), static_cast<std::int64_t>(high), 0};
        auto const h = ask_and_gather(b, model_slot::replay, "whole", up_to_there, outputs_of(high), inputs);
        std::vector<ndarray> const compiled(h.views.begin(), h.views.end());
        b.release(model_slot::replay);
        auto const given = detail::views_of(compiled), right = detail::views_of(single);
        keep(found, {.inputs = inputs, .given = given, .right = right});
    }
    find(trace, std::move(found));
}

} // namespace v0
} // namespace xamt

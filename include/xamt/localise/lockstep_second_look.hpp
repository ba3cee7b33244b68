/// @file
/// The workings of `lockstep`: what is asked before anybody is blamed.
///
/// Place in the pipeline: localise. Included by lockstep.hpp. Three questions: does the reference itself move that far when its inputs, and
/// the partial sums over them, move by a rounding (then the layer is ill-conditioned); do other float64 evaluations agree with the reference (if not, the backends vote, each
/// family once); does the backend give the same bits again.
#pragma once

#include <xamt/core/random.hpp>
#include <xamt/localise/lockstep.hpp>

#include <cmath>
#include <cstring>
#include <map>
#include <set>

namespace xamt {
inline namespace v0 {

namespace detail {

/// A tensor in float64 whose elements are moved by one rounding of `type` up or down.
[[nodiscard]] inline ndarray nudged(ndarray_view const& from, std::uint64_t key) {
    ndarray to = converted(from, dtype::float64);
    random_stream random(key);
    double const u = 2 * roundoff_of(from.type);
    for (auto& x : to.as<double>()) x *= random.bits() & 1 ? 1 + u : 1 - u;
    return to;
}

/// Who computes: "keras[jax]" and a float64 run of it are one family.
[[nodiscard]] inline std::string family_of(std::string_view column) {
    auto const open = column.find('[');
    // A backend's variant is behind a dash: "keras[openvino-default]".
    if (column.starts_with("keras[") || column.starts_with("tflite["))
        return std::string(column.substr(open + 1, column.find_first_of("-]", open) - open - 1));
    return std::string(column.substr(0, open));
}

/// Keras on NumPy calls JAX for convolution and pooling: one vote there.
[[nodiscard]] inline std::string voter(std::string_view column, std::string_view kind) {
    auto family = family_of(column);
    if (family == "numpy" && (kind.find("Conv") != std::string_view::npos || kind.find("Pool") != std::string_view::npos)) family = "jax";
    return family;
}

[[nodiscard]] inline bool near(std::span<ndarray_view const> a, std::span<ndarray_view const> b, dtype type, double limit,
                               std::vector<tensor_difference> const& moved) {
    for (std::size_t k = 0; k < a.size() && k < b.size(); ++k) {
        if (!(a[k].dims == b[k].dims)) return false;
        auto const e = error_of_layer(difference_of(a[k], b[k]), tensor_difference{}, is_floating(a[k].type) ? type : a[k].type,
                                      k < moved.size() ? &moved[k] : nullptr);
        if (e.whole > limit) return false;
    }
    return !a.empty() && a.size() == b.size();
}

} // namespace detail

namespace detail {

/// The finite cell with the largest error; `relative`: with the largest share of what is right, where only small values are off.
[[nodiscard]] inline telling_cell telling_cell_of(std::span<ndarray_view const> given, std::span<ndarray_view const> right, bool relative) {
    telling_cell told;
    double most = -1;
    for (std::size_t k = 0; k < given.size() && k < right.size(); ++k) {
        if (!(given[k].dims == right[k].dims)) continue;
        auto const g = converted(given[k], dtype::float64), r = converted(right[k], dtype::float64);
        auto const given_cells = g.as<double>(), right_cells = r.as<double>();
        for (std::int64_t i = 0; i < given_cells.size(); ++i) {
            double const x = given_cells[i], y = right_cells[i], off = std::abs(x - y) / (relative ? std::abs(y) : 1.0);
            bool const other_kind = !same_kind(x, y) && !std::isfinite(x - y);
            if ((!other_kind && !(off > most)) || (relative && y == 0)) continue;
            told = {i, x, y};
            if (other_kind) return told;
            most = off;
        }
    }
    return told;
}

} // namespace detail

inline std::vector<tensor_difference> lockstep::sensitivity(std::size_t node, std::span<ndarray_view const> inputs,
                                                            std::vector<ndarray> const& right, model_backend& r) {
    std::vector<tensor_difference> moved;
    auto const most = outputs_of(node);
    for (std::uint64_t pattern = 1; pattern <= 2; ++pattern) {
        std::vector<ndarray> nudged;
        for (auto const& each : inputs)
            nudged.push_back(is_floating(each.type) ? detail::nudged(each, key_of({node, pattern})) : ndarray(each));
        auto const views = detail::views_of(nudged);
        auto const h = ask_and_gather(r, model_slot::reference, "replay", {wide(), static_cast<std::int64_t>(node), 0}, most, views);
        for (std::size_t k = 0; h.is == ending::value && k < h.views.size() && k < right.size(); ++k) {
            if (!(h.views[k].dims == right[k].dims())) continue;
            auto const d = difference_of(h.views[k], right[k].view());
            if (moved.size() <= k) moved.resize(k + 1);
            moved[k].largest = (std::max)(moved[k].largest, d.largest);
            for (std::size_t b = 0; b < tensor_difference::bands; ++b)
                if (d.band[b].mean() >= moved[k].band[b].mean()) moved[k].band[b] = d.band[b];
        }
        r.release(model_slot::reference);
    }
    // A sum of n products in working precision, one after the other, errs by sqrt(n / 2) times what moving the products by a rounding does:
    // every partial sum is rounded, and they grow with the square root of their length.
    auto const sum = ask_and_gather(r, model_slot::reference, "terms", {wide(), static_cast<std::int64_t>(node), 0}, 1, inputs);
    bool const told = sum.is == ending::value && !sum.views.empty() && sum.views[0].type == dtype::int64 && sum.views[0].size() == 1;
    auto const longer = std::sqrt((std::max)(told ? static_cast<double>(sum.views[0].as<std::int64_t>().data[0]) / 2 : 1.0, 1.0));
    r.release(model_slot::reference);
    for (auto& m : moved) {
        m.largest *= longer;
        for (auto& b : m.band) b.sum *= longer;
    }
    return moved;
}

/// Replaces `right` by another reference if the backends side with that one.
inline void lockstep::settle_references(std::size_t node, std::vector<held_tensors> const& outs, std::span<ndarray_view const> inputs,
                                        std::vector<ndarray>& right, std::vector<tensor_difference> const& moved, layer_trace& layer,
                                        bool& disputed) {
    struct candidate {
        std::string name;
        std::vector<ndarray> values;
        std::set<std::string> votes;
    };
    auto const& kind = graph_.node(node).kind;
    std::vector<candidate> candidates{{layer.reference, right, {detail::voter(layer.reference, kind)}}};
    auto const most = outputs_of(node);
    auto const consider = [&](model_backend& b) {
        auto const h = ask_and_gather(b, model_slot::reference, "replay", {wide(), static_cast<std::int64_t>(node), 0}, most, inputs);
        if (h.is == ending::value) {
            auto const agrees = std::find_if(candidates.begin(), candidates.end(), [&](candidate const& c) {
                return detail::near(h.views, detail::views_of(c.values), dtype::float32, 1, moved);
            });
            auto& c = agrees != candidates.end() ? *agrees : candidates.emplace_back(candidate{b.name(), {}, {}});
            if (c.values.empty())
                for (auto const& each : h.views) c.values.emplace_back(each);
            c.votes.insert(detail::voter(b.name(), kind));
        }
        b.release(model_slot::reference);
    };
    for (auto* r : references_)
        if (r->name() != candidates[0].name) consider(*r);
    if (candidates.size() == 1) {
        if (candidates[0].votes.size() > 1)
            layer.reference_note = "confirmed by " + std::to_string(candidates[0].votes.size() - 1) + " other float64 evaluation";
        return;
    }
    auto best = candidates.begin();
    auto const vote = [&] {
        for (std::size_t c = 0; c < outs.size(); ++c)
            for (auto& each : candidates)
                if (outs[c].is == ending::value &&
                    detail::near(outs[c].views, detail::views_of(each.values), dtype::float32, options_.limits.suspect, moved))
                    each.votes.insert(detail::voter(columns_[c].backend->name(), kind));
        best = std::max_element(candidates.begin(), candidates.end(),
                                [](auto const& a, auto const& b) { return a.votes.size() < b.votes.size(); });
        disputed =
            std::count_if(candidates.begin(), candidates.end(), [&](auto const& c) { return c.votes.size() == best->votes.size(); }) > 1;
    };
    vote();
    if (disputed && options_.arbiter)
        if (auto* const another = options_.arbiter()) {
            references_.push_back(another);
            consider(*another);
            vote();
        }
    layer.reference_note = "float64 evaluations differ:";
    for (auto const& c : candidates) {
        layer.reference_note += " " + c.name + " has the votes of";
        for (auto const& v : c.votes) layer.reference_note += " " + v;
        layer.reference_note += ";";
    }
    layer.reference = best->name;
    right = best->values;
}

inline bool lockstep::check_repeats(std::size_t node, std::size_t c, held_tensors const& out, std::span<ndarray_view const> inputs) {
    // The first column's answer is that of its free run: this also shows that its recorded inputs reproduce it.
    auto& b = *columns_[c].backend;
    auto const h =
        ask_and_gather(b, model_slot::reference, "replay", {tested(), static_cast<std::int64_t>(node), 0}, outputs_of(node), inputs);
    bool same = h.is == ending::value && h.views.size() == out.views.size();
    for (std::size_t k = 0; same && k < h.views.size(); ++k)
        same = h.views[k].dims == out.views[k].dims && h.views[k].type == out.views[k].type &&
               std::memcmp(h.views[k].data, out.views[k].data, h.views[k].bytes()) == 0;
    b.release(model_slot::reference);
    return same;
}

inline void lockstep::second_look(std::size_t node, std::vector<held_tensors> const& outs, std::span<ndarray_view const> inputs,
                                  std::vector<ndarray> right, model_backend& by, model_trace& trace) {
    auto& layer = trace.layers[node];
    auto const moved = sensitivity(node, inputs, right, by);
    bool disputed = false;
    settle_references(node, outs, inputs, right, moved, layer, disputed);
    auto const views = detail::views_of(right);
    std::vector<bool> was_suspect;
    for (auto const& f : layer.columns) was_suspect.push_back(f.state == layer_state::suspect);
    judge(layer, outs, views, &moved);
    for (std::size_t c = 0; c < outs.size(); ++c) {
        auto& f = layer.columns[c];
        if (disputed && f.state != layer_state::not_run) f.state = layer_state::disputed;
        if (was_suspect[c] && f.state != layer_state::suspect && !disputed && layer.reference == by.name())
            f.state = layer_state::ill_conditioned;
        if (f.state != layer_state::suspect) continue;
        f.repeats = check_repeats(node, c, outs[c], inputs);
        model_finding found{model_finding::kind::layer,
                            c,
                            node,
                            f.error.figure(options_.limits),
                            f.repeats ? "" : "a second run of the layer on the same inputs gave other bits",
                            "",
                            detail::telling_cell_of(outs[c].views, views, !is_suspect({f.error.whole, 0}, options_.limits))};
        keep(found, {.inputs = inputs, .given = outs[c].views, .right = views, .reference = layer.reference});
        find(trace, std::move(found));
    }
}

} // namespace v0
} // namespace xamt

/// @file
/// The workings of `lockstep`: the free run and the replay of each node, and what follows from losing a process.
///
/// Place in the pipeline: localise. Included by lockstep.hpp, which says what it is for.
#pragma once

#include <xamt/localise/lockstep.hpp>

#include <chrono>

namespace xamt {
inline namespace v0 {

inline lockstep::lockstep(model_graph const& graph, std::vector<model_backend*> columns, std::vector<model_backend*> references,
                          std::vector<ndarray> inputs, lockstep_options options)
    : graph_(graph), references_(std::move(references)), reference_alive_(!references_.empty()), inputs_(std::move(inputs)),
      options_(std::move(options)) {
    for (auto* c : columns) columns_.push_back({c});
}

inline std::vector<model_backend*> lockstep::everybody() const {
    std::vector<model_backend*> all;
    for (auto const& c : columns_) all.push_back(c.backend);
    for (auto* r : references_)
        if (std::find(all.begin(), all.end(), r) == all.end()) all.push_back(r);
    return all;
}

inline std::vector<ndarray_view> lockstep::input_views() const {
    std::vector<ndarray_view> views;
    for (auto const& each : inputs_) views.push_back(each.view());
    return views;
}

/// The tensors of an answer that has come. A full answer may be the first part of a longer one: `n` has the number of the first tensor in
/// its third place.
inline held_tensors lockstep::gather(model_backend& b, model_slot at, std::string_view mode, numbers n, std::size_t most,
                                     std::span<ndarray_view const> tensors) {
    held_tensors h;
    auto v = b.answer(at);
    h.is = v.is;
    if (v.is != ending::value) {
        h.words = std::string(v.error_type) + (v.error_type.empty() ? "" : ": ") + std::string(v.message);
        return h;
    }
    if (v.count < wire::most_results || most <= wire::most_results) {
        h.views.assign(v.outputs().begin(), v.outputs().end());
        if (h.views.size() > most) h.views.resize(most);
        return h;
    }
    while (v.is == ending::value && h.copies.size() < most) {
        for (auto const& each : v.outputs()) h.copies.emplace_back(each);
        if (v.count < wire::most_results || h.copies.size() >= most) break;
        n.at(2) += static_cast<std::int64_t>(wire::most_results);
        b.release(at);
        b.ask(at, mode, n, tensors);
        model_backend* const one[] = {&b};
        await(one, {at});
        v = b.answer(at);
    }
    h.is = v.is;
    for (auto const& each : h.copies) h.views.push_back(each.view());
    return h;
}

inline held_tensors lockstep::ask_and_gather(model_backend& b, model_slot at, std::string_view mode, numbers n, std::size_t most,
                                             std::span<ndarray_view const> tensors) {
    b.ask(at, mode, n, tensors);
    model_backend* const one[] = {&b};
    await(one, {at});
    return gather(b, at, mode, std::move(n), most, tensors);
}

inline bool lockstep::begin(model_backend& b, precision p, bool keep) {
    numbers const n{static_cast<std::int64_t>(p), keep};
    auto const views = input_views();
    b.ask(model_slot::free_run, "begin", n, views);
    return b.wait_for(model_slot::free_run).is == ending::value;
}

/// Runs a process that has just been given its model again up to `node`, whose answer then lies in the slot.
inline bool lockstep::catch_up(model_backend& b, precision p, std::size_t node, model_slot at) {
    if (!options_.reload || !options_.reload(b, p) || !begin(b, p, false)) return false;
    for (std::size_t i = 0; i <= node; ++i) {
        if (graph_.is_input(i)) continue;
        b.ask(at, "step", numbers{static_cast<std::int64_t>(p), static_cast<std::int64_t>(i), 0});
        model_backend* const one[] = {&b};
        await(one, {at});
        if (i == node) return !was_lost(b.answer(at));
        if (b.answer(at).is != ending::value) return false;
        b.release(at);
    }
    return false;
}

inline void lockstep::recover(std::size_t c, std::size_t node, model_trace& trace) {
    auto& column = columns_[c];
    auto const& losses = column.backend->process().losses();
    auto const how = losses.empty() ? std::string("its process ended") : losses.back().end.text();
    bool const again = column.lost_at == node;
    column.lost_at = node;
    column.backend->release(model_slot::free_run);
    bool const back = !again && !column.backend->down() && catch_up(*column.backend, precision::tested, node, model_slot::free_run);
    find(trace,
         {model_finding::kind::lost, c, node, 0,
          "the process ended (" + how + "); " + (back ? "it was started again and brought back to this layer" : "it takes no further part"),
          ""});
    column.alive = back;
    if (back && std::find(references_.begin(), references_.end(), column.backend) != references_.end()) recover_reference(node);
}

inline void lockstep::recover_reference(std::size_t node) {
    auto& r = *references_.front();
    r.release(model_slot::depth);
    reference_alive_ = catch_up(r, precision::float64, node, model_slot::depth);
    // Asking twice for a step gives what it gave.
    if (reference_alive_ && !options_.depth) r.release(model_slot::depth);
}

inline model_trace lockstep::run() {
    auto const began = std::chrono::steady_clock::now();
    model_trace trace;
    for (auto const& c : columns_) trace.columns.push_back(c.backend->name());
    trace.layers.assign(graph_.size(), layer_trace{std::vector<column_figures>(columns_.size()), 0, {}, {}});
    for (std::size_t c = 0; c < columns_.size(); ++c)
        if (!begin(*columns_[c].backend, precision::tested, false)) {
            columns_[c].alive = options_.reload && options_.reload(*columns_[c].backend, precision::tested) &&
                                begin(*columns_[c].backend, precision::tested, false);
            find(trace, {model_finding::kind::lost, c, 0, 0, "the process was lost before the first layer", ""});
        }
    if (has_reference()) reference_alive_ = begin(*references_.front(), precision::float64, false);
    ends_.assign(columns_.size(), std::vector<ndarray>(graph_.outputs().size()));
    deep_ends_.assign(graph_.outputs().size(), ndarray());
    for (std::size_t i = 0; i < graph_.size(); ++i) {
        if (options_.stop && options_.stop()) break;
        if (!graph_.is_input(i)) node_forward(i, trace);
        if (options_.progress) options_.progress(i);
    }
    for (std::size_t c = 0; c < columns_.size(); ++c) {
        std::vector<double> deltas(graph_.size());
        for (std::size_t i = 0; i < graph_.size(); ++i) deltas[i] = trace.layers[i].columns[c].delta;
        auto const rates = change_rates(graph_, deltas);
        for (std::size_t i = 0; i < graph_.size(); ++i) trace.layers[i].columns[c].rate = rates[i];
    }
    if (options_.whole && !(options_.stop && options_.stop())) compare_whole(trace);
    trace.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
    return trace;
}

inline void lockstep::node_forward(std::size_t i, model_trace& trace) {
    auto const node = static_cast<std::int64_t>(i);
    auto const most = (std::max)(graph_.node(i).outputs.size(), std::size_t{1});
    numbers const step{tested(), node, 0}, deep_step{wide(), node, 0};
    auto& layer = trace.layers[i];
    auto const all = everybody();
    for (auto& c : columns_)
        if (c.alive) c.backend->ask(model_slot::free_run, "step", step);
    bool const deep_asked = has_reference() && options_.depth;
    if (deep_asked) references_.front()->ask(model_slot::depth, "step", deep_step);
    await(all, {model_slot::free_run, model_slot::depth});
    for (std::size_t c = 0; c < columns_.size(); ++c)
        if (columns_[c].alive && was_lost(columns_[c].backend->answer(model_slot::free_run))) recover(c, i, trace);
    if (deep_asked && has_reference() && was_lost(references_.front()->answer(model_slot::depth))) recover_reference(i);

    std::vector<held_tensors> outs(columns_.size());
    for (std::size_t c = 0; c < columns_.size(); ++c)
        if (columns_[c].alive) outs[c] = gather(*columns_[c].backend, model_slot::free_run, "step", step, most);
    held_tensors deep;
    if (deep_asked && has_reference()) deep = gather(*references_.front(), model_slot::depth, "step", deep_step, most);
    compare_free(layer, outs, deep, i, trace);
    for (std::size_t k = 0; k < graph_.outputs().size(); ++k)
        if (auto const o = graph_.outputs()[k]; o.node == i) {
            for (std::size_t c = 0; c < columns_.size(); ++c)
                if (o.port < outs[c].views.size()) ends_[c][k] = ndarray(outs[c].views[o.port]);
            if (o.port < deep.views.size()) deep_ends_[k] = ndarray(deep.views[o.port]);
        }

    // Replay: everybody computes this node on the first column's recorded inputs.
    if (columns_.front().alive && outs.front().is == ending::value) {
        auto& base = *columns_.front().backend;
        held_tensors const taken = ask_and_gather(base, model_slot::replay, "inputs", step, graph_.node(i).sources.size());
        if (taken.is == ending::value) {
            std::vector<held_tensors> replayed(columns_.size());
            for (std::size_t c = 1; c < columns_.size(); ++c)
                if (columns_[c].alive) columns_[c].backend->ask(model_slot::replay, "replay", step, taken.views);
            if (has_reference()) references_.front()->ask(model_slot::reference, "replay", deep_step, taken.views);
            std::vector<model_backend*> asked;
            for (std::size_t c = 1; c < columns_.size(); ++c)
                if (columns_[c].alive) asked.push_back(columns_[c].backend);
            await(asked, {model_slot::replay});
            for (std::size_t c = 1; c < columns_.size(); ++c)
                if (columns_[c].alive) replayed[c] = gather(*columns_[c].backend, model_slot::replay, "replay", step, most, taken.views);
            replayed[0].views = outs[0].views, replayed[0].is = outs[0].is;
            held_tensors right;
            if (has_reference()) {
                model_backend* const one[] = {references_.front()};
                await(one, {model_slot::reference});
                right = gather(*references_.front(), model_slot::reference, "replay", deep_step, most, taken.views);
            }
            if (right.is == ending::value) {
                layer.reference = references_.front()->name();
                judge(layer, i, replayed, right.views, nullptr, trace.layers);
                if (deserves_second_look(layer)) {
                    std::vector<ndarray> copies;
                    for (auto const& each : right.views) copies.emplace_back(each);
                    references_.front()->release(model_slot::reference);
                    second_look(i, replayed, taken.views, std::move(copies), trace);
                }
            } else if (!right.words.empty()) {
                layer.reference_note = "no float64 values: " + right.words;
            }
            if (has_reference()) references_.front()->release(model_slot::reference);
            for (std::size_t c = 1; c < columns_.size(); ++c) columns_[c].backend->release(model_slot::replay);
        }
        base.release(model_slot::replay);
    }
    for (auto& c : columns_) c.backend->release(model_slot::free_run);
    if (deep_asked) references_.front()->release(model_slot::depth);
}

/// Endings first, then shapes and dtypes, then values.
inline void lockstep::compare_free(layer_trace& layer, std::vector<held_tensors> const& outs, held_tensors const& deep, std::size_t node,
                                   model_trace& trace) {
    auto const& base = outs.front();
    double base_noise = 0;
    for (std::size_t c = 0; c < outs.size(); ++c) {
        auto& f = layer.columns[c];
        f.free_ending = outs[c].is;
        f.words = outs[c].words;
        if (!columns_[c].alive) continue;
        if (outs[c].is != ending::value) {
            bool const first = std::none_of(graph_.node(node).sources.begin(), graph_.node(node).sources.end(), [&](node_port s) {
                return !graph_.is_input(s.node) && trace.layers[s.node].columns[c].free_ending != ending::value;
            });
            if (first) find(trace, {model_finding::kind::refusal, c, node, 0, f.words.substr(0, 300), ""});
            continue;
        }
        if (base.is != ending::value) continue;
        for (std::size_t k = 0; k < base.views.size(); ++k) {
            if (k >= outs[c].views.size() || !(outs[c].views[k].dims == base.views[k].dims)) {
                f.form_differs = true;
                find(trace, {model_finding::kind::form, c, node, 0, "the shape of the output differs from the first backend's", ""});
                break;
            }
            auto const own = outs[c].views[k].type, first = base.views[k].type;
            if (own != first && (is_floating(own) || is_floating(first))) {
                f.form_differs = true;
                find(trace, {model_finding::kind::form, c, node, 0,
                             "the output is " + std::string(name_of(own)) + ", the first backend's " + std::string(name_of(first)), ""});
            }
            double noise = 0;
            if (k < deep.views.size() && deep.views[k].dims == base.views[k].dims) {
                noise = difference_of(outs[c].views[k], deep.views[k]).relative();
                if (c == 0) base_noise = (std::max)(base_noise, noise);
            }
            if (c == 0) continue;
            auto const d = difference_of(outs[c].views[k], base.views[k]);
            f.delta = (std::max)(f.delta, d.delta());
            f.largest = (std::max)(f.largest, d.largest);
            f.relative = (std::max)(f.relative, d.other_kind > 0 ? HUGE_VAL : d.relative());
            // The smaller of the two errors is what the sounder side has accumulated.
            double const expected = (std::max)((std::min)(noise, base_noise), 4 * roundoff_of(first));
            if (k < deep.views.size()) f.depth = (std::max)(f.depth, f.relative / expected);
        }
    }
}

} // namespace v0
} // namespace xamt

/// @file
/// The workings of `lockstep`: the free run and the replay of each node.
///
/// Place in the pipeline: localise. Included by lockstep.hpp, which says what it is for.
#pragma once

#include <xamt/localise/lockstep.hpp>

#include <chrono>

namespace xamt {
inline namespace v0 {

inline lockstep::lockstep(model_graph const& graph, std::vector<model_backend*> columns, std::vector<model_backend*> references,
                          std::vector<ndarray> inputs, lockstep_options options)
    : graph_(graph), references_(std::move(references)), inputs_(std::move(inputs)), options_(std::move(options)) {
    for (auto* c : columns) columns_.push_back({c});
    for (auto c : options_.policies) columns_[c].policy = true;
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
    h.is = v.is, h.lost = was_lost(v);
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
    h.is = v.is, h.lost = was_lost(v);
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

inline bool lockstep::begin(model_backend& b, precision p, bool keep, model_slot at) {
    numbers const n{static_cast<std::int64_t>(p), keep};
    auto const views = input_views();
    b.ask(at, "begin", n, views);
    return b.wait_for(at).is == ending::value;
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
    if (has_reference() && !begin(*references_.front(), precision::float64, false)) recover_reference(*references_.front(), 0);
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
    tell_policies(trace);
    if (options_.whole && !(options_.stop && options_.stop())) compare_whole(trace);
    trace.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
    return trace;
}

inline void lockstep::node_forward(std::size_t i, model_trace& trace) {
    auto const node = static_cast<std::int64_t>(i);
    auto const most = outputs_of(i);
    numbers const step{tested(), node, 0}, deep_step{wide(), node, 0};
    auto const all = everybody();
    for (auto& c : columns_)
        if (c.alive) c.backend->ask(model_slot::free_run, "step", step);
    bool const deep_asked = has_reference() && options_.depth;
    if (deep_asked) references_.front()->ask(model_slot::depth, "step", deep_step);
    await(all, {model_slot::free_run, model_slot::depth});
    for (auto* b : all)
        if (lost_its_answer(*b, deep_asked)) recover(*b, i, trace);

    std::vector<held_tensors> outs(columns_.size());
    auto const fetch = [&](std::size_t c) {
        outs[c] = {};
        if (columns_[c].alive) outs[c] = gather(*columns_[c].backend, model_slot::free_run, "step", step, most);
    };
    for (std::size_t c = 0; c < columns_.size(); ++c) fetch(c);
    held_tensors deep;
    if (deep_asked && has_reference()) deep = gather(*references_.front(), model_slot::depth, "step", deep_step, most);
    compare_free(trace.layers[i], outs, deep, i, trace);
    for (std::size_t k = 0; k < graph_.outputs().size(); ++k)
        if (auto const o = graph_.outputs()[k]; o.node == i) {
            for (std::size_t c = 0; c < columns_.size(); ++c)
                if (o.port < outs[c].views.size()) ends_[c][k] = ndarray(outs[c].views[o.port]);
            if (o.port < deep.views.size()) deep_ends_[k] = ndarray(deep.views[o.port]);
        }
    // Who is lost while the node is replayed is brought back, and the node is replayed once more.
    for (int attempt = 0; attempt < 2; ++attempt) {
        auto const lost = replay_node(i, outs, trace);
        for (auto* b : lost) recover(*b, i, trace);
        for (std::size_t c = 0; c < columns_.size(); ++c)
            if (std::find(lost.begin(), lost.end(), columns_[c].backend) != lost.end()) fetch(c);
        if (lost.empty()) break;
    }
    for (auto* b : everybody()) b->release(model_slot::free_run), b->release(model_slot::depth);
}

/// Everybody computes this node on the inputs that the base column recorded; the processes that were lost over it are the answer.
inline std::vector<model_backend*> lockstep::replay_node(std::size_t i, std::vector<held_tensors> const& outs, model_trace& trace) {
    auto const first = base();
    if (first == columns_.size() || outs[first].is != ending::value) return {};
    numbers const step{tested(), static_cast<std::int64_t>(i), 0}, deep_step{wide(), static_cast<std::int64_t>(i), 0};
    auto const most = outputs_of(i);
    std::vector<model_backend*> asked, lost;
    auto& recorder = *columns_[first].backend;
    held_tensors const taken = ask_and_gather(recorder, model_slot::replay, "inputs", step, graph_.node(i).sources.size());
    if (taken.lost) lost.push_back(&recorder);
    if (taken.is != ending::value) {
        recorder.release(model_slot::replay);
        return lost;
    }
    for (std::size_t c = 0; c < columns_.size(); ++c)
        if (c != first && columns_[c].alive) asked.push_back(columns_[c].backend);
    for (auto* b : asked) b->ask(model_slot::replay, "replay", step, taken.views);
    if (has_reference()) references_.front()->ask(model_slot::reference, "replay", deep_step, taken.views);
    await(asked, {model_slot::replay});
    std::vector<held_tensors> replayed(columns_.size());
    replayed[first].views = outs[first].views, replayed[first].is = outs[first].is;
    for (auto* b : asked) {
        auto& answer = replayed[column_of(*b)] = gather(*b, model_slot::replay, "replay", step, most, taken.views);
        if (answer.lost) lost.push_back(b);
    }
    held_tensors right;
    model_backend* by = nullptr;
    // The first reference has been asked with the others; where it cannot compute the node, the next one is.
    for (std::size_t k = 0; k < references_.size() && right.is != ending::value; ++k) {
        if (by != nullptr) by->release(model_slot::reference);
        by = references_[k];
        model_backend* const one[] = {by};
        if (k > 0) by->ask(model_slot::reference, "replay", deep_step, taken.views);
        await(one, {model_slot::reference});
        auto answer = gather(*by, model_slot::reference, "replay", deep_step, most, taken.views);
        if (answer.lost && std::find(lost.begin(), lost.end(), by) == lost.end()) lost.push_back(by);
        if (answer.is == ending::value || k == 0) right = std::move(answer);
    }
    if (lost.empty()) judge_replay(i, replayed, taken.views, right, by, trace);
    if (by != nullptr) by->release(model_slot::reference);
    for (auto* b : asked) b->release(model_slot::replay);
    recorder.release(model_slot::replay);
    return lost;
}

inline void lockstep::judge_replay(std::size_t i, std::vector<held_tensors> const& replayed, std::span<ndarray_view const> inputs,
                                   held_tensors const& right, model_backend* by, model_trace& trace) {
    auto& layer = trace.layers[i];
    if (right.is != ending::value) {
        if (!right.words.empty()) layer.reference_note = "no float64 values: " + right.words;
        return;
    }
    layer.reference = by->name();
    judge(layer, replayed, right.views, nullptr);
    if (!deserves_second_look(layer)) return;
    std::vector<ndarray> copies;
    for (auto const& each : right.views) copies.emplace_back(each);
    by->release(model_slot::reference);
    second_look(i, replayed, inputs, std::move(copies), *by, trace);
}

/// Endings first, then shapes and dtypes, then values.
inline void lockstep::compare_free(layer_trace& layer, std::vector<held_tensors> const& outs, held_tensors const& deep, std::size_t node,
                                   model_trace& trace) {
    auto const first_column = base();
    if (first_column == columns_.size()) return;
    auto const& base = outs[first_column];
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
                if (c == first_column) base_noise = (std::max)(base_noise, noise);
            }
            if (c == first_column) continue;
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

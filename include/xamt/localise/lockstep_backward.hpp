/// @file
/// The workings of `lockstep`: gradients, node by node from the outputs to the inputs.
///
/// Place in the pipeline: localise. Included by lockstep.hpp. What flows into a node is recorded from the first column, and every column and
/// the float64 reference turn the same recorded inputs and the same gradient of the outputs into gradients of inputs and weights.
#pragma once

#include <xamt/core/random.hpp>
#include <xamt/localise/lockstep.hpp>

namespace xamt {
inline namespace v0 {

inline void lockstep::run_backward(model_trace& trace) {
    trace.backward.assign(graph_.size(), layer_trace{std::vector<column_figures>(columns_.size()), 0, {}, {}});
    // A gradient of the outputs that favours none of them.
    std::vector<ndarray> flowing;
    for (std::size_t k = 0; k < ends_.front().size(); ++k) {
        ndarray g(dtype::float32, ends_.front()[k].dims());
        random_stream random(key_of({k, 0x9bad}));
        for (auto& x : g.as<float>()) x = static_cast<float>(2 * random.unit() - 1);
        flowing.push_back(std::move(g));
    }
    auto const views = detail::views_of(flowing);
    for (auto& c : columns_) {
        if (!c.alive) continue;
        bool sound = begin(*c.backend, precision::tested, true);
        for (std::size_t i = 0; i < graph_.size() && sound; ++i) {
            if (graph_.is_input(i)) continue;
            c.backend->ask(model_slot::free_run, "step", numbers{tested(), static_cast<std::int64_t>(i), 0});
            sound = c.backend->wait_for(model_slot::free_run).is == ending::value;
        }
        if (sound) c.backend->ask(model_slot::free_run, "backward", numbers{tested()}, views);
        c.alive = sound && c.backend->wait_for(model_slot::free_run).is == ending::value;
    }
    for (std::size_t i = graph_.size(); i-- > 0;) {
        if (options_.stop && options_.stop()) break;
        if (!graph_.is_input(i) && columns_.front().alive) pull_node(i, trace);
        if (options_.progress) options_.progress(i);
    }
    for (std::size_t c = 0; c < columns_.size(); ++c) {
        std::vector<double> deltas(graph_.size());
        for (std::size_t i = 0; i < graph_.size(); ++i) deltas[i] = trace.backward[i].columns[c].delta;
        auto const rates = backward_rates(graph_, deltas);
        for (std::size_t i = 0; i < graph_.size(); ++i) trace.backward[i].columns[c].rate = rates[i];
    }
}

inline void lockstep::pull_node(std::size_t i, model_trace& trace) {
    auto const node = static_cast<std::int64_t>(i);
    auto const most = graph_.node(i).sources.size() + 1;
    auto& layer = trace.backward[i];
    auto& base = *columns_.front().backend;
    // Before pulling: a pull adds to what flows into the nodes before.
    held_tensors taken = ask_and_gather(base, model_slot::replay, "inputs", {tested(), node, 0}, graph_.node(i).sources.size());
    std::vector<ndarray> kept;
    for (auto const& v : taken.views) kept.emplace_back(v);
    auto const count = static_cast<std::int64_t>(kept.size());
    base.release(model_slot::replay);
    held_tensors const flow = ask_and_gather(base, model_slot::replay, "cotangent", {tested(), node, 0}, wire::most_results);
    for (auto const& v : flow.views) kept.emplace_back(v);
    base.release(model_slot::replay);
    auto const views = detail::views_of(kept);

    numbers const pull{tested(), node, 0}, alone{tested(), node, 0, count}, wide_alone{wide(), node, 0, count};
    std::vector<held_tensors> outs(columns_.size()), replayed(columns_.size());
    for (auto& c : columns_)
        if (c.alive) c.backend->ask(model_slot::free_run, "pull", pull);
    await(everybody(), {model_slot::free_run});
    for (std::size_t c = 0; c < columns_.size(); ++c)
        if (columns_[c].alive) outs[c] = gather(*columns_[c].backend, model_slot::free_run, "pull", pull, most);
    for (std::size_t c = 1; c < columns_.size(); ++c)
        if (columns_[c].alive) columns_[c].backend->ask(model_slot::replay, "vjp", alone, views);
    if (has_reference()) references_.front()->ask(model_slot::reference, "vjp", wide_alone, views);
    await(everybody(), {model_slot::replay, model_slot::reference});
    for (std::size_t c = 1; c < columns_.size(); ++c)
        if (columns_[c].alive) replayed[c] = gather(*columns_[c].backend, model_slot::replay, "vjp", alone, most, views);
    replayed[0].views = outs[0].views, replayed[0].is = outs[0].is;
    for (std::size_t c = 0; c < columns_.size(); ++c)
        if (outs[c].lost || replayed[c].lost) {
            columns_[c].alive = false;
            find(trace, {model_finding::kind::lost, c, i, 0, "the process ended over the gradients, and takes no further part", ""});
        }
    for (std::size_t c = 1; c < columns_.size(); ++c)
        for (std::size_t k = 0; k < outs[c].views.size() && k < outs[0].views.size(); ++k)
            if (outs[c].views[k].dims == outs[0].views[k].dims) {
                auto const d = difference_of(outs[c].views[k], outs[0].views[k]);
                auto& f = layer.columns[c];
                f.delta = (std::max)(f.delta, d.delta()), f.largest = (std::max)(f.largest, d.largest);
                f.relative = (std::max)(f.relative, d.relative());
            }
    if (has_reference()) {
        auto const right = gather(*references_.front(), model_slot::reference, "vjp", wide_alone, most, views);
        if (right.is == ending::value) {
            layer.reference = references_.front()->name();
            judge(layer, replayed, right.views, nullptr);
            // The slot of the reference is wanted for the reproducer.
            std::vector<ndarray> const copies(right.views.begin(), right.views.end());
            references_.front()->release(model_slot::reference);
            auto const right_views = detail::views_of(copies);
            for (std::size_t c = 0; c < columns_.size(); ++c)
                if (auto const& f = layer.columns[c]; f.state == layer_state::suspect) {
                    model_finding found{model_finding::kind::gradient, c, i, f.error.figure(options_.limits), "", ""};
                    keep(found, {.inputs = views, .given = replayed[c].views, .right = right_views, .reference = layer.reference});
                    find(trace, std::move(found));
                }
        } else {
            layer.reference_note = "no float64 values: " + right.words;
        }
        references_.front()->release(model_slot::reference);
    }
    for (auto& c : columns_) c.backend->release(model_slot::free_run), c.backend->release(model_slot::replay);
}

} // namespace v0
} // namespace xamt

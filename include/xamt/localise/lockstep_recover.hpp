/// @file
/// The workings of `lockstep`: what follows from losing a process in the middle of a model.
///
/// Place in the pipeline: localise. Included by lockstep.hpp. A process that was lost is started again by its host; here it gets its models
/// back and is brought to the node where the others wait. A process may hold two models, one under test and one in float64, and each may owe
/// an answer: both are brought back, and no other process is asked anything, because its answers still lie in its slots.
#pragma once

#include <xamt/localise/lockstep.hpp>

namespace xamt {
inline namespace v0 {

/// The column that a process serves, or `columns_.size()`.
inline std::size_t lockstep::column_of(model_backend const& b) const {
    std::size_t c = 0;
    while (c < columns_.size() && columns_[c].backend != &b) ++c;
    return c;
}

/// The column that the others are compared with: the first that still takes part, or `columns_.size()`.
inline std::size_t lockstep::base() const {
    std::size_t c = 0;
    while (c < columns_.size() && !columns_[c].alive) ++c;
    return c;
}

/// Whether a process took its answer to the last step with it: of the model under test, or of the one in float64 where that was asked.
inline bool lockstep::lost_its_answer(model_backend const& b, bool deep_asked) const {
    auto const c = column_of(b);
    if (c < columns_.size() && columns_[c].alive && was_lost(b.answer(model_slot::free_run))) return true;
    return deep_asked && has_reference() && &b == references_.front() && was_lost(b.answer(model_slot::depth));
}

/// Runs a model from its beginning up to `node`, whose answer then lies in the slot.
inline bool lockstep::catch_up(model_backend& b, precision p, std::size_t node, model_slot at) {
    if (!begin(b, p, false, at)) return false;
    for (std::size_t i = 0; i <= node; ++i) {
        if (graph_.is_input(i)) continue;
        b.ask(at, "step", numbers{static_cast<std::int64_t>(p), static_cast<std::int64_t>(i), 0});
        model_backend* const one[] = {&b};
        await(one, {at});
        if (i == node) return !was_lost(b.answer(at));
        if (b.answer(at).is != ending::value) return false;
        b.release(at);
    }
    return true;
}

/// Loads in float64 again what served as a reference. The first one goes along with the free run and is brought to `node` too; where that
/// fails, the next takes its place.
inline void lockstep::recover_reference(model_backend& b, std::size_t node) {
    bool const first = &b == references_.front();
    b.release(model_slot::depth);
    bool back = !b.down() && options_.reload && options_.reload(b, precision::float64);
    if (back && first) back = options_.depth ? catch_up(b, precision::float64, node, model_slot::depth) : true;
    if (back) return;
    std::erase(references_, &b);
    while (first && has_reference() && options_.depth && !catch_up(*references_.front(), precision::float64, node, model_slot::depth)) {
        references_.front()->release(model_slot::depth);
        references_.erase(references_.begin());
    }
}

/// Brings a process that was lost back to `node`, in everything that it was; a column that was lost is a finding.
inline void lockstep::recover(model_backend& b, std::size_t node, model_trace& trace) {
    auto const c = column_of(b);
    bool const is_column = c < columns_.size() && columns_[c].alive, again = is_column && columns_[c].lost_at == node;
    auto const& losses = b.process().losses();
    auto const how = losses.empty() ? std::string("its process ended") : losses.back().end.text();
    b.release(model_slot::free_run);
    // Float64 first: its loading goes through the slot that the column's answer is to lie in.
    if (std::find(references_.begin(), references_.end(), &b) != references_.end()) recover_reference(b, node);
    if (!is_column) return;
    columns_[c].lost_at = node;
    columns_[c].alive = !again && !b.down() && options_.reload && options_.reload(b, precision::tested) &&
                        catch_up(b, precision::tested, node, model_slot::free_run);
    find(trace, {model_finding::kind::lost, c, node, 0,
                 "the process ended (" + how + "); " +
                     (columns_[c].alive ? "it was started again and brought back to this layer" : "it takes no further part"),
                 ""});
}

} // namespace v0
} // namespace xamt

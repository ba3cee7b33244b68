/// @file
/// A first look at a batch of trials: who differs from the others, how, and by how many times what is allowed.
///
/// Place in the pipeline: campaign. One pass over the outcomes, no second opinion: it decides which trials the oracle sees, gives the
/// dispersion that guides the campaign, and sums up the differences as a pattern so that the same one is not judged a thousand times. The
/// outputs of all trials go through the variance check together; only those in which it finds something are looked at cell by cell.
#pragma once

#include <xamt/campaign/screen_cells.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace xamt {
inline namespace v0 {
namespace detail {

/// An output that two columns or more gave in one shape, on its way through the variance check.
struct output_to_check {
    std::size_t trial = 0; ///< its place in the batch
    dtype type = dtype::float32; ///< in whose steps the columns are compared
    screened_output columns;
    std::array<void const*, screened_output::most> data{};
    variance_record record;
};

/// Counts the answers of a trial's columns and notes what became of each; true if there is an error among them.
inline bool screen_endings(std::span<outcome const> outcomes, screening& s, std::string& marks) {
    bool errors = false;
    for (std::size_t c = 0; c < outcomes.size(); ++c) {
        switch (outcomes[c].is) {
        case ending::absent:
        case ending::limit: break;
        case ending::value:
            marks[c] = static_cast<char>(mark::same);
            ++s.answers;
            break;
        case ending::error:
            marks[c] = static_cast<char>(mark::error);
            errors = true;
            break;
        case ending::death:
        case ending::hang:
            marks[c] = static_cast<char>(mark::lost);
            s.suspicious = true;
            break;
        }
    }
    return errors;
}

/// The columns of one output that have the shape of the first; another shape is marked.
inline output_to_check output_of(std::span<outcome const> outcomes, std::size_t first, std::size_t output, trial const& t,
                                 std::string& marks) {
    output_to_check o;
    ndarray const& like = outcomes[first].outputs[output];
    o.type = like.type();
    for (std::size_t c = first; c < outcomes.size(); ++c) {
        if (outcomes[c].is != ending::value) continue;
        if (output >= outcomes[c].outputs.size() || !(outcomes[c].outputs[output].dims() == like.dims())) {
            raise(marks[c], mark::form);
            continue;
        }
        ndarray const& have = outcomes[c].outputs[output];
        if (info(have.type()).digits < info(o.type).digits) o.type = have.type();
        if (is_complex(have.type()) == is_complex(like.type())) o.columns.add(have, c);
    }
    // A result wider than the input holds no more digits than the input's dtype gives it.
    if (has_ulp(t.type) && has_ulp(o.type) && info(t.type).digits < info(o.type).digits) o.type = t.type;
    return o;
}

/// Sends outputs whose columns have one dtype through the variance check, all those of one dtype and number of columns at once.
inline void check_outputs(std::span<output_to_check> outputs) {
    std::vector<variance_trial> trials;
    std::vector<variance_record> records;
    std::vector<std::size_t> waiting, others, now;
    for (std::size_t i = 0; i < outputs.size(); ++i) {
        output_to_check& o = outputs[i];
        for (std::size_t c = 0; c < o.columns.columns; ++c) o.data[c] = o.columns.from[c]->data();
        if (o.columns.one_dtype) waiting.push_back(i);
    }
    auto const kind = [&](std::size_t i) { return std::pair(outputs[i].columns.from[0]->type(), outputs[i].columns.columns); };
    for (; !waiting.empty(); waiting.swap(others)) {
        trials.clear(), others.clear(), now.clear();
        for (std::size_t i : waiting) {
            if (kind(i) != kind(waiting[0])) {
                others.push_back(i);
                continue;
            }
            now.push_back(i);
            trials.push_back({outputs[i].data.data(), static_cast<std::uint64_t>(outputs[i].columns.from[0]->size())});
        }
        records.resize(trials.size());
        auto const [type, columns] = kind(waiting[0]);
        check_variance({type, static_cast<std::uint32_t>(columns), trials}, records);
        for (std::size_t k = 0; k < now.size(); ++k) outputs[now[k]].record = records[k];
    }
}

} // namespace detail

/// What stands out in each trial of a batch. `rows` has the outcomes of the trials, one a column.
template <class Row>
[[nodiscard]] std::vector<screening> screen_batch(api_description const& api, std::span<trial const> trials, std::span<Row const> rows) {
    using detail::mark;
    std::vector<screening> seen(trials.size());
    std::vector<std::string> marks(trials.size());
    std::vector<bool> errors(trials.size());
    std::vector<detail::output_to_check> outputs;
    outputs.reserve(trials.size());
    for (std::size_t i = 0; i < trials.size(); ++i) {
        std::span<outcome const> const outcomes = rows[i];
        seen[i].by_column.resize(outcomes.size());
        marks[i].assign(outcomes.size(), static_cast<char>(mark::absent));
        errors[i] = detail::screen_endings(outcomes, seen[i], marks[i]);
        if (seen[i].answers == 0) continue;
        auto const first = static_cast<std::size_t>(std::ranges::find(outcomes, ending::value, &outcome::is) - outcomes.begin());
        for (std::size_t output = 0; output < outcomes[first].outputs.size(); ++output) {
            if (output < api.output_count && api.outputs[output].is == nature::shape_only) continue;
            auto o = detail::output_of(outcomes, first, output, trials[i], marks[i]);
            o.trial = i;
            if (o.columns.columns >= 2) outputs.push_back(o);
        }
    }
    detail::check_outputs(outputs);
    for (detail::output_to_check const& o : outputs) {
        auto const bound = [&] { return detail::allowance_for(api, o.type, trials[o.trial].arguments, o.columns.from[0]->size()); };
        if (o.columns.one_dtype && detail::calm(o.columns, o.record, o.type, bound, seen[o.trial])) continue;
        detail::screen_cells(o.columns, o.type, bound, seen[o.trial], marks[o.trial]);
    }
    for (std::size_t i = 0; i < trials.size(); ++i) {
        screening& s = seen[i];
        for (std::size_t c = 0; c < marks[i].size(); ++c) {
            s.dispersion = (std::max)(s.dispersion, s.by_column[c]);
            auto const m = static_cast<mark>(marks[i][c]);
            s.suspicious = s.suspicious || !(m == mark::absent || m == mark::same || m == mark::error);
        }
        s.pattern = name_of(trials[i].type);
        s.pattern += ' ';
        s.pattern += marks[i];
        s.suspicious = s.suspicious || (errors[i] && s.answers > 0);
    }
    return seen;
}

/// The same for a trial alone.
[[nodiscard]] inline screening screen(api_description const& api, trial const& t, std::span<outcome const> outcomes) {
    return std::move(screen_batch(api, std::span(&t, 1), std::span<std::span<outcome const> const>(&outcomes, 1)).front());
}

} // namespace v0
} // namespace xamt

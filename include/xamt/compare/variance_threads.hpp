/// @file
/// The variance check of a batch on several threads, with the records that one thread gives.
///
/// Place in the pipeline: compare. A trial is checked by one thread, so that no record depends on how many there are; each thread takes
/// a run of neighbouring trials with about its share of the elements. One thread already has most of a core's way to memory: a second
/// one is worth it for batches that take milliseconds.
#pragma once

#include <xamt/compare/variance.hpp>

#include <thread>
#include <vector>

namespace xamt {
inline namespace v0 {

/// The records of a batch on `threads` threads, the calling one among them.
inline void check_variance(variance_batch const& batch, std::span<variance_record> records, unsigned threads) {
    std::uint64_t elements = 0;
    for (variance_trial const& t : batch.trials) elements += t.elements;
    auto const part = [&](std::size_t begin, std::size_t end) {
        check_variance({batch.type, batch.columns, batch.trials.subspan(begin, end - begin)}, records.subspan(begin, end - begin));
    };
    std::vector<std::jthread> others;
    std::size_t begin = 0, end = 0;
    std::uint64_t before = 0;
    for (unsigned k = 1; k < threads; ++k) {
        while (end < batch.trials.size() && before < elements / threads * k) before += batch.trials[end++].elements;
        if (begin != end) others.emplace_back(part, begin, end);
        begin = end;
    }
    part(begin, batch.trials.size());
}

} // namespace v0
} // namespace xamt

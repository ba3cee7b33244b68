/// @file
/// Many calls of one group at once: canonical arguments in, one outcome a trial and seat out.
///
/// Place in the pipeline: campaign. The dispatcher fills it piece by piece as slots of the hosts become free.
#pragma once

#include <xamt/align/variant.hpp>
#include <xamt/campaign/seat.hpp>
#include <xamt/compare/column.hpp>
#include <xamt/core/value.hpp>
#include <xamt/run/outcome.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace xamt {
inline namespace v0 {

/// What an evaluation is for. Somebody waits for a second opinion; one asked ahead is only likely to be wanted.
enum class purpose : std::uint8_t { trial, ahead, second_opinion };

struct evaluation {
    group_table const* table = nullptr;
    std::vector<std::vector<value>> arguments;     ///< [trial][parameter], canonical
    std::vector<std::vector<outcome>> outcomes;    ///< [trial][seat], in canonical form
    variant how = variant::plain;                  ///< in which the hosts are asked
    purpose why = purpose::trial;
    std::uint64_t raw_calls = 0;                   ///< calls made so far
    std::size_t open = 0;                          ///< outcomes still to come
    column_set passed_over;                        ///< seats that were not asked after all

    evaluation(group_table const& t, std::vector<std::vector<value>> a, variant v = variant::plain, purpose p = purpose::trial)
        : table(&t), arguments(std::move(a)), outcomes(arguments.size(), std::vector<outcome>(t.seats.size())), how(v), why(p) {}

    [[nodiscard]] bool finished() const { return open == 0; }

    /// What became of a trial, for the one who asked. Of an evaluation that was cut short as far as it came: its hosts may still answer.
    [[nodiscard]] std::vector<outcome> answers(std::size_t trial = 0) { return finished() ? std::move(outcomes[trial]) : outcomes[trial]; }
};

/// The trials of one evaluation that wait for, or are with, one host.
struct piece {
    std::shared_ptr<evaluation> of;
    std::size_t seat = 0;
    std::vector<std::size_t> trials; ///< of the evaluation, in order
    std::size_t next = 0; ///< first one not yet sent

    /// Somebody waits for it: it goes before what nobody waits for.
    [[nodiscard]] bool urgent() const { return of->why == purpose::second_opinion; }
};

} // namespace v0
} // namespace xamt

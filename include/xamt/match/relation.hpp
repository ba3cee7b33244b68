/// @file
/// What a judged pair is to each other, in words: the verdict of execution together with what names say.
///
/// Place in the pipeline: match. Only the first two make one group. A part of another's outputs (`max` with indices and `amax`), and what is
/// equal on some arguments only (`add` and `polyadd`), are edges between groups; without a shared concept equal outputs are a proposal.
#pragma once

#include <xamt/match/text_match.hpp>
#include <xamt/match/verdict.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace xamt {
inline namespace v0 {

enum class relation : std::uint8_t { confirmed, with_recipe, component, restricted, proposed, contradicted, not_run };

/// Different outputs that say something when names do not.
inline constexpr int fewest_distinct = 5;

/// Outputs that more callables give say nothing.
inline constexpr std::size_t most_alike = 60;

[[nodiscard]] inline bool share_concept(described_callable const& a, described_callable const& b) {
    for (auto const& x : a.meanings)
        for (auto const& y : b.meanings)
            if (x.about.id() == y.about.id()) return true;
    return false;
}

[[nodiscard]] inline relation relation_of(pair_verdict const& v, bool one_concept) {
    using enum relation;
    if (v.is == verdict_kind::not_run) return not_run;
    if (!v.holds()) return v.distinct >= fewest_distinct && v.agreed >= v.differed ? restricted : contradicted;
    if (one_concept) return v.is == verdict_kind::confirmed ? confirmed : with_recipe;
    if (v.distinct < fewest_distinct) return not_run;
    return v.view.starts_with("one of several outputs") ? component : proposed;
}

[[nodiscard]] constexpr std::string_view name_of(relation is) {
    switch (is) {
    case relation::confirmed: return "confirmed";
    case relation::with_recipe: return "confirmed with recipe";
    case relation::component: return "component of";
    case relation::restricted: return "same on a restricted domain";
    case relation::proposed: return "proposed";
    case relation::contradicted: return "contradicted";
    case relation::not_run: break;
    }
    return "not run";
}

[[nodiscard]] constexpr std::string_view sentence_for(relation is) {
    switch (is) {
    case relation::confirmed: return "confirmed: the outputs are equal as they come";
    case relation::with_recipe: return "confirmed with a recipe";
    case relation::component: return "component: the outputs of the one are among those of the other; not merged";
    case relation::restricted: return "contradicted, but the same on a restricted domain: equal more often than not; not merged";
    case relation::proposed: return "equal, but their names have nothing in common: proposed, not merged";
    case relation::contradicted: return "contradicted: no recipe makes the outputs equal often enough";
    case relation::not_run: break;
    }
    return "not decided: there is no scenario with telling results of both, or too few for names that differ";
}

} // namespace v0
} // namespace xamt

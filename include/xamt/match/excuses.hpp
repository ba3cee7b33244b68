/// @file
/// Differences that say nothing against a pair: defaults that were left open, arguments that are no arguments of such functions, domains
/// that a recipe may leave out.
///
/// Place in the pipeline: match; see verdict.hpp.
#pragma once

#include <xamt/match/scenario.hpp>
#include <xamt/match/structure.hpp>

#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace xamt {
inline namespace v0 {

/// Domains that may be left out of what is the same, and how many where very much agrees elsewhere.
inline constexpr std::size_t most_domains = 2, most_domains_of_many = 3, many_agreeing = 10;

namespace detail {

/// In which scenarios two callables agree and differ.
struct tally {
    int agreed = 0;
    std::set<std::string> distinct, truths;
    std::vector<std::size_t> agreeing, differing, undecided;
    std::string structure_a, structure_b, domain;
    bool joined = false; ///< several outputs of one side are one of the other

    void decide_truths() {
        if (truths.size() < 2) return;
        agreed += static_cast<int>(undecided.size());
        distinct.insert(truths.begin(), truths.end());
        agreeing.insert(agreeing.end(), undecided.begin(), undecided.end());
    }
};

/// Scenarios that leave a default open say nothing once the same call with more given agrees; what is done with NaN and the like is
/// excused only by several such calls.
inline void excuse_open_defaults(tally& t) {
    auto const& all = scenarios();
    std::erase_if(t.differing, [&](std::size_t i) {
        return std::ranges::any_of(t.agreeing, [&](std::size_t more) { return all[i].is_part_of(all[more]); });
    });
    auto const bound = std::ranges::count_if(t.agreeing, [&](std::size_t i) { return all[i].binds_more(); });
    if (bound == 0) return;
    bool const contradicted = std::ranges::any_of(t.differing, [&](std::size_t i) { return all[i].binds_more(); });
    bool const many = bound >= 3 && !contradicted;
    std::erase_if(t.differing, [&](std::size_t i) { return !all[i].binds_more() && (many || !all[i].is_hard()); });
}

/// What takes complex numbers as two tensors takes a list for these, where others stack it.
inline void forget_lists_of_parts(tally& t) {
    auto const in_parts = [](std::string const& structure) { return structure.find("pair of tensors") != std::string::npos; };
    if (in_parts(t.structure_a) || in_parts(t.structure_b))
        std::erase_if(t.differing, [](std::size_t i) { return !scenarios()[i].list.empty(); });
}

/// What is equal on lists may do anything with a tensor in the place of one: take it apart, or take it as it is.
inline void forget_tensors_as_lists(tally& t) {
    auto const& all = scenarios();
    if (std::ranges::count_if(t.agreeing, [&](std::size_t i) { return !all[i].list.empty(); }) < 3) return;
    std::erase_if(t.differing, [&](std::size_t i) { return all[i].list.empty() && all[i].tensors.size() == 1; });
}

/// What takes logarithms of probabilities is compared on probabilities.
inline void forget_what_is_no_probability(tally& t) {
    auto const as_logs = [](std::string const& structure) { return structure.find("as logarithms") != std::string::npos; };
    if (as_logs(t.structure_a) != as_logs(t.structure_b))
        std::erase_if(t.differing, [](std::size_t i) { return std::ranges::none_of(scenarios()[i].tensors, is_probability); });
}

/// Functions may be the same on all but a domain or two (matrices only, no complex numbers): the differing scenarios are left out if they
/// lie in these, and if enough agrees elsewhere.
inline void leave_out_domains(tally& t) {
    auto const& all = scenarios();
    std::set<std::string_view> domains;
    for (auto const i : t.differing) domains.insert(all[i].domain());
    if (domains.empty() || domains.contains("")) return;
    auto const elsewhere = std::ranges::count_if(t.agreeing, [&](std::size_t i) { return !domains.contains(all[i].domain()); });
    if (domains.size() > (std::cmp_less(elsewhere, many_agreeing) ? most_domains : most_domains_of_many)) return;
    if (elsewhere < 3 || t.distinct.size() < 3) return;
    for (auto const d : domains) t.domain += (t.domain.empty() ? "not for " : ", ") + std::string(d);
    t.differing.clear();
}

/// All of the above; what is left in `differing` counts against the pair.
inline void excuse_what_says_nothing(tally& t) {
    forget_lists_of_parts(t);
    forget_tensors_as_lists(t);
    forget_what_is_no_probability(t);
    excuse_open_defaults(t);
    leave_out_domains(t);
}

} // namespace detail

} // namespace v0
} // namespace xamt

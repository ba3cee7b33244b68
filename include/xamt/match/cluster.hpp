/// @file
/// Groups from judged pairs: confirmed edges join, and a join is refused where contradictions outnumber agreements.
///
/// Place in the pipeline: match.
#pragma once

#include <xamt/match/verdict.hpp>

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <span>
#include <vector>

namespace xamt {
inline namespace v0 {

/// A judged pair of members.
struct judged_pair {
    std::size_t a = 0, b = 0;
    pair_verdict verdict;
};

namespace detail {

class union_find {
  public:
    explicit union_find(std::size_t size) : parent_(size) { std::iota(parent_.begin(), parent_.end(), std::size_t{0}); }
    [[nodiscard]] std::size_t root(std::size_t i) {
        while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
        return i;
    }
    void join(std::size_t a, std::size_t b) { parent_[root(a)] = root(b); }

  private:
    std::vector<std::size_t> parent_;
};

} // namespace detail

/// Cluster numbers of `members` things, those with the best evidence joined first.
[[nodiscard]] inline std::vector<std::size_t> clusters(std::size_t members, std::span<judged_pair const> pairs) {
    detail::union_find sets(members);
    std::vector<judged_pair const*> edges;
    for (auto const& p : pairs)
        if (p.verdict.holds()) edges.push_back(&p);
    std::ranges::stable_sort(edges, [](judged_pair const* l, judged_pair const* r) {
        if (l->verdict.is != r->verdict.is) return l->verdict.is < r->verdict.is;
        return l->verdict.distinct - 2 * l->verdict.differed > r->verdict.distinct - 2 * r->verdict.differed;
    });
    for (auto const* edge : edges) {
        auto const a = sets.root(edge->a), b = sets.root(edge->b);
        if (a == b) continue;
        int for_it = 0, against = 0;
        for (auto const& p : pairs) {
            auto const x = sets.root(p.a), y = sets.root(p.b);
            if (!((x == a && y == b) || (x == b && y == a))) continue;
            for_it += p.verdict.holds();
            against += p.verdict.is == verdict_kind::contradicted;
        }
        if (for_it >= against) sets.join(a, b);
    }
    std::vector<std::size_t> numbers(members);
    for (std::size_t i = 0; i < members; ++i) numbers[i] = sets.root(i);
    return numbers;
}

} // namespace v0
} // namespace xamt

/// @file
/// Findings merged by cause: the same column, group, kind and family is one finding with a count and its smallest example.
///
/// Place in the pipeline: campaign. The id of a finding is a function of its cause alone, so that two runs can be compared.
#pragma once

#include <xamt/core/random.hpp>
#include <xamt/report/run_report.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace xamt {
inline namespace v0 {

/// What makes two differences the same finding.
struct cause {
    std::string group;
    std::string column;
    std::string kind;
    std::string family;

    friend auto operator<=>(cause const&, cause const&) = default;
};

/// Eight hexadecimal digits, the same in every run.
[[nodiscard]] inline std::string id_of(cause const& c) {
    std::string text;
    for (std::string_view part :
         {std::string_view(c.group), std::string_view(c.column), std::string_view(c.kind), std::string_view(c.family)})
        text.append(part).push_back('|');
    std::uint64_t key = key_of(text);
    std::string id(8, '0');
    for (std::size_t i = id.size(); i-- > 0; key >>= 4) id[i] = "0123456789abcdef"[key & 15u];
    return id;
}

class finding_log {
  public:
    /// Adds a finding, or counts it towards the one with the same cause; the smaller example (by `size`, then severity) stays.
    void add(cause const& c, finding f, std::size_t size, int severity) {
        f.id = id_of(c);
        auto const at = entries_.find(c);
        if (at == entries_.end()) {
            entries_.emplace(c, entry{std::move(f), size, severity});
            return;
        }
        entry& known = at->second;
        f.count = known.what.count + 1;
        for (auto const& column : known.what.blamed)
            if (std::find(f.blamed.begin(), f.blamed.end(), column) == f.blamed.end()) f.blamed.push_back(column);
        std::sort(f.blamed.begin(), f.blamed.end());
        bool const better = size < known.size || (size == known.size && severity > known.severity);
        if (better)
            known = {std::move(f), size, severity};
        else
            ++known.what.count, known.what.blamed = std::move(f.blamed);
    }

    [[nodiscard]] bool knows(cause const& c) const { return entries_.count(c) != 0; }
    [[nodiscard]] std::size_t size() const { return entries_.size(); }

    /// The most severe first; equal ones by group and column.
    [[nodiscard]] std::vector<finding> ranked() const {
        std::vector<entry const*> order;
        for (auto const& [c, e] : entries_) order.push_back(&e);
        std::stable_sort(order.begin(), order.end(), [](auto const* a, auto const* b) { return a->severity > b->severity; });
        std::vector<finding> list;
        for (auto const* e : order) list.push_back(e->what);
        return list;
    }

  private:
    struct entry {
        finding what;
        std::size_t size;
        int severity;
    };

    std::map<cause, entry> entries_;
};

/// Remarks (undecided, mistrusted, ...) merged in the same way.
class remark_log {
  public:
    void add(cause const& c, remark r) {
        r.id = id_of(c);
        auto const [at, fresh] = entries_.try_emplace(c, std::move(r));
        if (!fresh) ++at->second.count;
    }

    [[nodiscard]] bool knows(cause const& c) const { return entries_.count(c) != 0; }

    [[nodiscard]] std::vector<remark> all() const {
        std::vector<remark> list;
        for (auto const& [c, r] : entries_) list.push_back(r);
        return list;
    }

  private:
    std::map<cause, remark> entries_;
};

} // namespace v0
} // namespace xamt

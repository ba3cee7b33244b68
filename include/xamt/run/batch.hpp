/// @file
/// The trials in one slot of shared memory: arguments written in place, outcomes read in place.
///
/// Place in the pipeline: run. A host may have written anything: what it left is checked against the slot before it is believed.
#pragma once

#include <xamt/align/variant.hpp>
#include <xamt/run/outcome_view.hpp>
#include <xamt/run/put.hpp>
#include <xamt/run/ring.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace xamt {
inline namespace v0 {

/// Whether a trial went into a batch: `full` means start another batch, `never` that no batch of this size takes it.
enum class added : std::uint8_t { yes, full, never };

/// Belongs to the campaign except while its host runs it.
class batch {
  public:
    batch(std::byte* slot, ring_options const& options)
        : slot_(slot), arena_(slot, wire::in_arena, wire::in_arena + options.in_bytes), out_end_(arena_.end() + options.out_bytes) {}

    /// One more call: the arguments of `plan` in its order, as a range of values, of pointers to values, or of views of tensors; the host puts
    /// them to its framework as `how` says.
    template <class Arguments> added add(std::uint32_t plan, Arguments const& arguments, variant how = variant::plain) {
        if (std::size(arguments) > wire::most_arguments) return added::never;
        if (count_ == wire::records_per_slot) return added::full;
        auto const before = arena_.used();
        auto& r = records()[count_];
        r = wire::record{};
        r.plan = plan;
        r.how = static_cast<std::uint8_t>(how);
        for (auto const& each : arguments)
            if (!detail::put(arena_, r.arguments[r.arguments_used++], each)) {
                arena_.rewind(before);
                return count_ == 0 ? added::never : added::full;
            }
        ++count_;
        return added::yes;
    }

    [[nodiscard]] std::size_t size() const { return count_; }
    [[nodiscard]] bool empty() const { return count_ == 0; }
    [[nodiscard]] std::uint32_t plan(std::size_t i) const { return records()[i].plan; }
    void clear() { count_ = 0, arena_.rewind(wire::in_arena), marks_.clear(); }

    /// What became of trial i, once the batch is finished; the view ends with `clear`.
    [[nodiscard]] outcome_view outcome(std::size_t i) const;

    // For the host that runs the batch:

    /// The first trial from `first` on whose outcome is still open.
    [[nodiscard]] std::size_t first_open(std::size_t first) const {
        while (first < count_ && records()[first].outcome != wire::status::pending) ++first;
        return first;
    }

    /// Bytes at the start of the out-arena that hold what became of the trials before `end`.
    [[nodiscard]] std::uint64_t out_used(std::size_t end) const;

    /// Trial i took its host down: `how` is death or hang if it did so again, absent if no host is left, value if it did so once only.
    void mark(std::size_t i, ending how, std::string error_type, std::string message) {
        marks_.push_back({i, how, std::move(error_type), std::move(message)});
    }

  private:
    struct marked {
        std::size_t trial;
        ending how;
        std::string error_type;
        std::string message;
    };

    [[nodiscard]] wire::record* records() const { return reinterpret_cast<wire::record*>(slot_); }
    [[nodiscard]] bool holds(std::uint64_t offset, std::uint64_t bytes) const {
        return offset >= arena_.end() && offset <= out_end_ && bytes <= out_end_ - offset;
    }
    [[nodiscard]] bool read(wire::descriptor const& d, ndarray_view& into) const;
    [[nodiscard]] bool read(wire::record const& r, outcome_view& into) const;

    std::byte* slot_;
    detail::arena arena_;
    std::uint64_t out_end_;
    std::size_t count_ = 0;
    std::vector<marked> marks_;
};

inline bool batch::read(wire::descriptor const& d, ndarray_view& into) const {
    if (d.what != wire::kind::tensor || static_cast<std::size_t>(d.element) >= dtype_count || d.rank > wire::most_rank) return false;
    std::uint64_t bytes = size_of(d.element);
    into.type = d.element;
    into.dims = shape(std::span(d.dims, d.rank));
    for (auto extent : into.dims)
        if (extent < 0 || __builtin_mul_overflow(bytes, static_cast<std::uint64_t>(extent), &bytes)) return false;
    into.data = slot_ + d.payload;
    return holds(static_cast<std::uint64_t>(d.payload), bytes);
}

inline bool batch::read(wire::record const& r, outcome_view& into) const {
    switch (r.outcome) {
    case wire::status::value:
        into.is = ending::value;
        into.count = r.results_used;
        if (into.count > wire::most_results) return false;
        for (std::size_t k = 0; k < into.count; ++k)
            if (!read(r.results[k], into.results[k])) return false;
        return true;
    case wire::status::error: {
        into.is = ending::error;
        if (!holds(r.error_offset, std::uint64_t{r.error_type_length} + r.error_length)) return false;
        auto const* text = reinterpret_cast<char const*>(slot_ + r.error_offset);
        into.error_type = {text, r.error_type_length};
        into.message = {text + r.error_type_length, r.error_length};
        return true;
    }
    case wire::status::limit:
        into.is = ending::limit;
        into.message = "the results do not fit into the room for them";
        return true;
    case wire::status::left_out:
        into.error_type = too_slow;
        into.message = "left out: the trials before it used up the time of the batch";
        return true;
    case wire::status::pending: return true;
    }
    return false;
}

inline outcome_view batch::outcome(std::size_t i) const {
    outcome_view v;
    for (auto const& m : marks_)
        if (m.trial == i) {
            if (m.how == ending::value) {
                v.host_lost = true;
                continue;
            }
            v.is = m.how, v.host_lost = false, v.error_type = m.error_type, v.message = m.message;
            return v;
        }
    if (!read(records()[i], v)) {
        v = {};
        v.is = ending::error, v.error_type = "protocol error", v.message = "the host left an outcome that does not lie within its memory";
    }
    return v;
}

inline std::uint64_t batch::out_used(std::size_t end) const {
    std::uint64_t used = arena_.end();
    for (std::size_t i = 0; i < end; ++i) {
        outcome_view v;
        if (!read(records()[i], v)) continue;
        for (auto const& each : v.outputs()) used = (std::max)(used, static_cast<std::uint64_t>(each.data - slot_) + each.bytes());
        if (v.is == ending::error)
            used = (std::max)(used, records()[i].error_offset + records()[i].error_type_length + records()[i].error_length);
    }
    return (std::min)(wire::aligned(used), out_end_) - arena_.end();
}

} // namespace v0
} // namespace xamt

/// @file
/// How a run of integers is drawn: small ones, all bit patterns, all magnitudes, and the ends of the type.
///
/// Place in the pipeline: generate; used by fill.hpp.
#pragma once

#include <xamt/generate/float_recipes.hpp>

#include <algorithm>
#include <cstdint>
#include <span>

namespace xamt {
inline namespace v0 {
namespace detail {

/// The admissible elements of an integer or bool tensor.
struct integer_range {
    std::int64_t lo, hi;
    int bits;       ///< value bits of the type
    bool is_signed;

    [[nodiscard]] std::int64_t fit(std::int64_t x) const {
        if (x >= lo && x <= hi) return x;
        if (lo >= 0 && x < 0 && x >= -hi && -x >= lo) return -x;
        auto const width = static_cast<std::uint64_t>(hi) - static_cast<std::uint64_t>(lo) + 1;
        return static_cast<std::int64_t>(static_cast<std::uint64_t>(lo) + static_cast<std::uint64_t>(x) % width);
    }
};

class integer_recipes {
  public:
    integer_recipes(integer_range const& range, random_stream& r) : range_(range), r_(r) {}

    void fill(std::span<std::int64_t> out, mood m) {
        if (out.empty()) return;
        if (m == mood::dense && r_.chance(0.5))
            pool(out, true);
        else
            base(out, m == mood::tame);
        if (m != mood::tame) sprinkle(out, m == mood::dense);
        for (auto& x : out) x = range_.fit(x);
    }

    [[nodiscard]] std::int64_t special(unsigned k) {
        std::int64_t const x = special_integer(k, r_.bits(), range_.bits, range_.is_signed);
        if (x >= range_.lo && x <= range_.hi) return x;
        return r_.chance(0.5) ? range_.lo : range_.hi;
    }

  private:
    void base(std::span<std::int64_t> out, bool tame) {
        auto const roll = r_.below(tame ? 60 : 100);
        if (roll < 35) return between(out, -10, 10);
        if (roll < 45) return between(out, -100, 100);
        if (roll < 50) return between(out, range_.fit(r_.between(-10, 10)), -1);
        if (roll < 60) return pool(out, false);
        if (roll < 80) {
            for (auto& x : out) x = static_cast<std::int64_t>(r_.bits()) >> (64 - range_.bits - 1);
            return;
        }
        for (auto& x : out) {
            auto const b = static_cast<std::int64_t>(r_.bits());
            x = b >> (63 - static_cast<int>(r_.below(static_cast<std::uint64_t>(range_.bits) + 1)));
        }
        if (r_.chance(0.2)) std::sort(out.begin(), out.end());
    }
    /// Uniform; hi below lo means a constant run.
    void between(std::span<std::int64_t> out, std::int64_t lo, std::int64_t hi) {
        for (auto& x : out) x = hi < lo ? lo : r_.between(lo, hi);
    }
    void pool(std::span<std::int64_t> out, bool specials) {
        std::int64_t values[4];
        for (auto& x : values) x = specials ? special(static_cast<unsigned>(r_.below(special_integer_count))) : r_.between(-5, 5);
        auto const kinds = 1 + r_.below(4);
        for (auto& x : out) x = values[r_.below(kinds)];
    }
    void sprinkle(std::span<std::int64_t> out, bool dense) {
        if (dense) {
            for (auto& x : out)
                if (r_.chance(0.5)) x = special(static_cast<unsigned>(r_.below(special_integer_count)));
            return;
        }
        for (auto n = 1 + r_.below((std::min<std::size_t>)(4, out.size())); n > 0; --n)
            out[r_.below(out.size())] = special(static_cast<unsigned>(r_.below(special_integer_count)));
    }

    integer_range const& range_;
    random_stream& r_;
};

} // namespace detail
} // namespace v0
} // namespace xamt

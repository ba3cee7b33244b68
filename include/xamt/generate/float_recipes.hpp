/// @file
/// How a run of floating-point numbers is drawn: one recipe a run, special values over it, and all of it inside the admissible range.
///
/// Place in the pipeline: generate; used by fill.hpp. Numbers are made as doubles in small blocks without any library distribution, then
/// rounded once; filling 64 float32 costs well under a microsecond.
#pragma once

#include <xamt/core/random.hpp>
#include <xamt/generate/special_values.hpp>

#include <algorithm>
#include <cmath>
#include <span>

namespace xamt {
inline namespace v0 {
namespace detail {

/// How daring a run is.
enum class mood : std::uint8_t {
    tame,   ///< moderate numbers without any special value: results can be compared everywhere
    sparse, ///< any recipe, one to four special values
    dense,  ///< mostly special values, or a few of them repeated
};

/// The admissible elements of a floating tensor, in numbers that its dtype represents exactly.
struct float_range {
    double lo, hi;
    bool free;      ///< no range was given: NaN and both infinities belong to it
    bool open_end;  ///< the upper end is the largest number: +infinity and NaN may rarely appear
    bool whole;     ///< whole numbers only
    bool normal = false; ///< zero in place of what is subnormal in float32

    [[nodiscard]] bool has_ends() const { return !free && !open_end; }

    /// The number itself if admissible, otherwise one nearby that is.
    [[nodiscard]] double fit(double x) const {
        if (whole) x = std::nearbyint(x);
        if (x >= lo && x <= hi) return x;
        if (free || open_end) {
            if (!(std::abs(x) <= (std::numeric_limits<double>::max)())) return free || x != x || x > 0 ? x : lo;
            if (free) return x < lo ? lo : hi;
        } else if (x != x) {
            return lo;
        }
        double const mirrored = x < lo ? lo + (lo - x) : hi - (x - hi);
        return mirrored >= lo && mirrored <= hi ? mirrored : x < lo ? lo : hi;
    }
};

/// A sum of four uniform numbers, scaled to variance one; the lowest bits are random too.
[[nodiscard]] inline double near_normal(std::uint64_t b) {
    auto const sum = (b & 0xffffu) + ((b >> 16) & 0xffffu) + ((b >> 32) & 0xffffu) + (b >> 48);
    double const fraction = static_cast<double>((b * 0xd1342543de82ef95ull) >> 11) * 0x1p-53;
    return (static_cast<double>(sum) - 131070.5 + fraction) * (1 / 37837.22);
}

/// Sign, fraction and exponent at random, exponents in [low, high].
[[nodiscard]] inline double log_uniform(std::uint64_t b, int low, int high) {
    double const fraction = std::bit_cast<double>((b >> 12) | 0x3ff0000000000000ull);
    auto const width = static_cast<unsigned>(high - low + 1);
    int const e = low + static_cast<int>(((b & 0x7ffu) * width) >> 11);
    double const magnitude = fraction * power_of_two(e / 2) * power_of_two(e - e / 2);
    return (b & 0x800u) != 0 ? -magnitude : magnitude;
}

class float_recipes {
  public:
    float_recipes(dtype d, float_range const& range, random_stream& r) : f_(d), range_(range), r_(r) {}

    /// Fills one run.
    void fill(std::span<double> out, mood m) {
        if (out.empty()) return;
        if (m == mood::dense && r_.chance(0.5)) return fill_from_pool(out);
        base(out, m == mood::tame);
        if (m != mood::tame && !range_.whole) sprinkle(out, m == mood::dense);
        for (double& x : out) x = range_.fit(x);
    }

    /// A special value that belongs to the range.
    [[nodiscard]] double special(unsigned k) {
        double const x = special_value(k, r_.bits(), f_);
        if (range_.free || (x >= range_.lo && x <= range_.hi)) return range_.fit(x);
        if (range_.open_end && x != x) return r_.chance(0.2) ? x : 1;
        if (range_.open_end) return std::abs(x) > f_.largest && !r_.chance(0.2) ? range_.hi : range_.fit(std::abs(x));
        return r_.chance(0.5) ? range_.lo : range_.hi;
    }

  private:
    void base(std::span<double> out, bool tame) {
        if (range_.has_ends() && r_.chance(0.5)) return ranged(out);
        auto const roll = r_.below(tame ? 64 : 100);
        if (roll < 20) return normals(out);
        if (roll < 28) return uniform(out);
        if (roll < 36) return small_integers(out, 1);
        if (roll < 40) return small_integers(out, roll < 38 ? 0.5 : 0.25);
        if (roll < 48) return spread(out, -10, 10);
        if (roll < 51) return constant(out, r_.chance(0.5) ? near_normal(r_.bits()) : static_cast<double>(r_.between(-9, 9)));
        if (roll < 55) return sorted(out);
        if (roll < 60) return repeated(out);
        if (roll < 64) return offset(out);
        if (roll < 76) return spread(out, f_.min_exponent - f_.digits, f_.max_exponent - 1);
        if (roll < 86) return edges(out);
        if (roll < 92) return anchored(out);
        if (roll < 97) return large(out);
        double const huge = f_.largest * (1 - 0.7 * r_.unit());
        constant(out, r_.chance(0.5) ? huge : -huge);
    }

    void normals(std::span<double> out) {
        constexpr std::array<double, 8> scales{1, 1, 1, 3, 10, 30, 0.1, 0.001};
        double const scale = r_.pick(std::span<double const>(scales));
        for (double& x : out) x = scale * near_normal(r_.bits());
    }
    void uniform(std::span<double> out) {
        constexpr std::array<double, 6> widths{1, 2, 5, 20, 100, 0.01};
        double const width = r_.pick(std::span<double const>(widths));
        double const start = r_.chance(0.5) ? -width : 0;
        for (double& x : out) x = start + (width - start) * r_.unit();
    }
    void small_integers(std::span<double> out, double step) {
        std::int64_t const most = r_.chance(0.3) ? 100 : 8;
        for (double& x : out) {
            x = step * static_cast<double>(r_.between(-most, most));
            if (x == 0 && (r_.bits() & 1u) != 0) x = -0.0;
        }
    }
    void spread(std::span<double> out, int low, int high) {
        for (double& x : out) x = log_uniform(r_.bits(), low, high);
    }
    static void constant(std::span<double> out, double c) {
        for (double& x : out) x = c;
    }
    void sorted(std::span<double> out) {
        normals(out);
        std::sort(out.begin(), out.end());
        if (r_.chance(0.5)) std::reverse(out.begin(), out.end());
    }
    void repeated(std::span<double> out) {
        std::array<double, 4> pool;
        for (double& x : pool) x = near_normal(r_.bits());
        auto const kinds = 2 + r_.below(3);
        for (double& x : out) x = pool[r_.below(kinds)];
    }
    /// A large common part and little beside it: what one-pass sums and half-precision accumulators lose.
    void offset(std::span<double> out) {
        constexpr std::array<double, 8> offsets{100, 1000, 1e4, 4e4, 0x1p20, 0x1p24, 1e8, 1e10};
        double const size = (std::min)(r_.pick(std::span<double const>(offsets)), f_.largest / 4);
        double const centre = r_.chance(0.25) ? -size : size;
        double const width = size * power_of_two(-static_cast<int>(r_.between(4, f_.digits - 1)));
        for (double& x : out) x = centre + width * near_normal(r_.bits());
    }
    void edges(std::span<double> out) {
        bool const same_edge = r_.chance(0.5), same_sign = r_.chance(0.5);
        auto const first = static_cast<unsigned>(r_.bits() & 0xffu);
        double const jitter = r_.chance(0.5) ? 0.5 : 0.001;
        for (double& x : out) {
            std::uint64_t const b = r_.bits();
            double const edge = overflow_edge(same_edge ? first : static_cast<unsigned>(b >> 8), f_);
            x = (edge + (std::abs(edge) < 1e4 ? jitter * near_normal(mixed(b)) : 0)) * ((same_sign ? first : b) & 1u ? -1 : 1);
        }
    }
    /// Near 0, 1, -1 and the ends of the range: a few units in the last place, or a small step.
    void anchored(std::span<double> out) {
        constexpr std::array<double, 6> anchors{1, -1, 0, 1, 2, 0.5};
        double const anchor = range_.has_ends() ? (r_.chance(0.5) ? range_.lo : range_.hi) : r_.pick(std::span<double const>(anchors));
        double const unit = (std::max)(std::abs(anchor) * f_.epsilon, f_.smallest);
        bool const near = r_.chance(0.5);
        for (double& x : out) {
            std::uint64_t const b = r_.bits();
            x = near ? anchor + unit * (static_cast<double>(b >> 60) - 8) : anchor + log_uniform(b, -f_.digits, -2);
        }
    }
    /// Squares, sums or norms of these leave the format although the result need not.
    void large(std::span<double> out) {
        double const top = r_.chance(0.5) ? f_.largest : power_of_two(f_.max_exponent / 2 + static_cast<int>(r_.between(-1, 4)));
        for (double& x : out) x = top * (2 * r_.unit() - 1);
    }
    void ranged(std::span<double> out) {
        double const width = range_.hi - range_.lo;
        bool const even = r_.chance(0.6), from_top = r_.chance(0.5);
        for (double& x : out) {
            if (even) {
                x = range_.lo + width * r_.unit();
                continue;
            }
            double const step = std::abs(log_uniform(r_.bits(), -f_.digits - 4, -1)) * width;
            x = from_top ? range_.hi - step : range_.lo + step;
        }
    }
    /// A few values repeated, special ones among them.
    void fill_from_pool(std::span<double> out) {
        std::array<double, 4> pool;
        auto const kinds = 1 + r_.below(4);
        for (double& x : pool)
            x = r_.chance(0.7) ? special(static_cast<unsigned>(r_.below(special_value_count))) : range_.fit(near_normal(r_.bits()));
        for (double& x : out) x = pool[r_.below(kinds)];
    }
    void sprinkle(std::span<double> out, bool dense) {
        if (dense) {
            for (double& x : out)
                if (std::uint64_t const b = r_.bits(); (b & 1u) != 0) x = special(static_cast<unsigned>((b >> 8) % special_value_count));
            return;
        }
        double const shared = special(static_cast<unsigned>(r_.below(special_value_count)));
        bool const same = r_.chance(0.5);
        for (auto n = 1 + r_.below((std::min<std::size_t>)(4, out.size())); n > 0; --n)
            out[r_.below(out.size())] = same ? shared : special(static_cast<unsigned>(r_.below(special_value_count)));
    }

    float_format f_;
    float_range const& range_;
    random_stream& r_;
};

} // namespace detail
} // namespace v0
} // namespace xamt

/// @file
/// Fills a tensor whose elements may be any value of its dtype within a range: runs, each with its own recipe.
///
/// Place in the pipeline: generate; used by make_trial.hpp. Every case of a stack is a run of its own, so that one call meets 32 recipes.
#pragma once

#include <xamt/core/element.hpp>
#include <xamt/describe/parameter.hpp>
#include <xamt/generate/integer_recipes.hpp>

#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace xamt {
inline namespace v0 {
namespace detail {

/// The smallest number of a format that is not below `x` (or the largest not above it, with `up` false).
template <class T> [[nodiscard]] double rounded_inwards(double x, bool up, float_format const& f) {
    x = std::clamp(x, -f.largest, f.largest);
    double const near = to_double(from_double<T>(x));
    if (up ? near >= x : near <= x) return near;
    int exponent = 0;
    std::frexp(near, &exponent);
    double const unit = (std::max)(power_of_two((std::max)(exponent - f.digits, -1000)), f.smallest);
    return up ? near + unit : near - unit;
}

template <class T> [[nodiscard]] float_range range_of(parameter const& p) {
    float_format const f(dtype_of<T>);
    bool const bounded = p.bounded();
    float_range r{-f.largest, f.largest, !bounded, false, p.whole, p.normal};
    if (bounded) {
        r.open_end = p.hi >= (std::numeric_limits<double>::max)() && p.lo >= 0;
        r.lo = rounded_inwards<T>(p.lo, true, f);
        r.hi = rounded_inwards<T>(p.hi, false, f);
    }
    if (p.whole) {
        r.lo = (std::max)(r.lo, -power_of_two(f.digits));
        r.hi = (std::min)(r.hi, power_of_two(f.digits));
        r.free = r.open_end = false;
    }
    return r;
}

template <class T> [[nodiscard]] integer_range integers_of(parameter const& p) {
    integer_range r{(std::numeric_limits<T>::min)(), (std::numeric_limits<T>::max)(), std::numeric_limits<T>::digits, std::is_signed_v<T>};
    if (p.bounded()) {
        double const lo = std::ceil(p.lo), hi = std::floor(p.hi);
        if (lo > static_cast<double>(r.lo)) r.lo = from_double<T>(lo);
        if (hi < static_cast<double>(r.hi)) r.hi = from_double<T>(hi);
    }
    return r;
}

/// What governs the filling of one tensor: its moods and where its runs begin.
struct fill_plan {
    std::int64_t run = 1;      ///< elements in a run
    bool tame = false;         ///< no special value anywhere
    bool grid = false;         ///< all combinations of special values of all tensors, one after another
    unsigned grid_stride = 1;  ///< how many elements share one special value
    std::uint64_t grid_start = 0;
};

[[nodiscard]] inline mood draw_mood(random_stream& r, fill_plan const& plan) {
    if (plan.tame) return mood::tame;
    auto const roll = r.below(10);
    return roll < 3 ? mood::tame : roll < 8 ? mood::sparse : mood::dense;
}

/// Fills `n` floating numbers at `to`.
template <class T> void fill_floating(T* to, std::int64_t n, float_range const& range, fill_plan const& plan, random_stream& r) {
    constexpr std::int64_t block = 512;
    std::array<double, block> numbers;
    float_recipes recipes(dtype_of<T>, range, r);
    for (std::int64_t at = 0; at < n;) {
        std::int64_t const count = (std::min)({plan.run > 0 ? plan.run : 1, block, n - at});
        std::span<double> const out(numbers.data(), static_cast<std::size_t>(count));
        if (plan.grid) {
            for (std::int64_t i = 0; i < count; ++i) {
                auto const k = plan.grid_start + static_cast<std::uint64_t>(at + i) / plan.grid_stride;
                out[static_cast<std::size_t>(i)] = range.fit(recipes.special(static_cast<unsigned>(k % special_value_count)));
            }
        } else {
            recipes.fill(out, draw_mood(r, plan));
        }
        for (std::int64_t i = 0; i < count; ++i) {
            double const x = numbers[static_cast<std::size_t>(i)];
            to[at + i] = from_double<T>(range.normal && std::abs(x) < 0x1p-126 ? 0 : x);
        }
        at += count;
    }
}

/// Fills `n` integers at `to`.
template <class T> void fill_integers(T* to, std::int64_t n, integer_range const& range, fill_plan const& plan, random_stream& r) {
    constexpr std::int64_t block = 512;
    std::array<std::int64_t, block> numbers;
    integer_recipes recipes(range, r);
    for (std::int64_t at = 0; at < n;) {
        std::int64_t const count = (std::min)({plan.run > 0 ? plan.run : 1, block, n - at});
        std::span<std::int64_t> const out(numbers.data(), static_cast<std::size_t>(count));
        if (plan.grid) {
            for (std::int64_t i = 0; i < count; ++i) {
                auto const k = plan.grid_start + static_cast<std::uint64_t>(at + i) / plan.grid_stride;
                out[static_cast<std::size_t>(i)] = recipes.special(static_cast<unsigned>(k % special_integer_count));
            }
        } else {
            recipes.fill(out, draw_mood(r, plan));
        }
        for (std::int64_t i = 0; i < count; ++i) to[at + i] = static_cast<T>(numbers[static_cast<std::size_t>(i)]);
        at += count;
    }
}

/// Puts some runs of complex numbers on an axis or a diagonal, where branch cuts and cancellations are.
template <class T> void align_complex(std::complex<T>* to, std::int64_t n, std::int64_t run, random_stream& r) {
    for (std::int64_t at = 0; at < n; at += run) {
        auto const roll = r.below(10);
        if (roll >= 4) continue;
        T const zero = r.chance(0.5) ? T(0) : -T(0);
        for (std::int64_t i = at; i < (std::min)(n, at + run); ++i) {
            if (roll < 2)
                to[i] = {to[i].real(), zero};
            else if (roll == 2)
                to[i] = {zero, to[i].imag()};
            else
                to[i] = {to[i].real(), (r.bits() & 1u) != 0 ? to[i].real() : -to[i].real()};
        }
    }
}

/// Fills a tensor with values of its dtype inside the parameter's range.
inline void fill_any(ndarray& t, parameter const& p, fill_plan const& plan, random_stream& r) {
    std::int64_t const n = t.size();
    visit_dtype(t.type(), [&]<class T>(std::type_identity<T>) {
        T* const to = reinterpret_cast<T*>(t.data());
        if constexpr (std::is_same_v<T, bool>) {
            fill_integers(reinterpret_cast<std::uint8_t*>(to), n, integer_range{0, 1, 1, false}, plan, r);
        } else if constexpr (std::is_integral_v<T>) {
            fill_integers(to, n, integers_of<T>(p), plan, r);
        } else if constexpr (requires { to->real(); }) {
            using part = typename T::value_type;
            fill_plan halves = plan;
            halves.run = 2 * plan.run;
            fill_floating(reinterpret_cast<part*>(to), 2 * n, range_of<part>(p), halves, r);
            align_complex(to, n, (std::max<std::int64_t>)(1, plan.run), r);
        } else {
            fill_floating(to, n, range_of<T>(p), plan, r);
        }
    });
}

} // namespace detail
} // namespace v0
} // namespace xamt

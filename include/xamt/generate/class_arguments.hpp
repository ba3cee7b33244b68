/// @file
/// Which values the arguments of a class have that are not tensors: defaults often, then their whole domain with its edges.
///
/// Place in the pipeline: generate; used by make_class.hpp. Real numbers are drawn with 8 significant bits, so that every dtype and every
/// framework (which may take them as float32) holds the same number; a default such as 1e-5 is passed as it is written.
#pragma once

#include <xamt/core/random.hpp>
#include <xamt/core/value.hpp>
#include <xamt/generate/class_shapes.hpp>
#include <xamt/generate/float_recipes.hpp>

#include <cmath>
#include <limits>
#include <span>
#include <string>
#include <vector>

namespace xamt {
inline namespace v0 {
namespace detail {

[[nodiscard]] inline bool is_number_in(parameter const& p, double x) { return !p.bounded() || (x >= p.lo && x <= p.hi); }

/// A default as an argument of that kind: numbers are repeated into lists where a list is meant.
[[nodiscard]] inline value value_of(constant const& c, parameter const& p, std::size_t length) {
    using type = constant::type;
    bool const listed = p.what == kind::integers || p.what == kind::axes || p.what == kind::shape;
    switch (c.is) {
    case type::absent:
    case type::none: return none{};
    case type::flag: return c.integer != 0;
    case type::integer:
        if (p.what == kind::real) return static_cast<double>(c.integer);
        if (listed) return integer_list{std::vector<std::int64_t>(p.what == kind::axes ? 1 : length, c.integer), 0};
        return c.integer;
    case type::real: return c.real;
    case type::text: return std::string(c.text);
    case type::dtype: return c.element;
    case type::integers: break;
    }
    return integer_list{std::vector<std::int64_t>(c.list.begin(), c.list.begin() + c.count), 0};
}

/// Draws arguments; `arguments` holds what is already made (tensors before everything else).
class argument_maker {
  public:
    argument_maker(api_description const& api, std::uint32_t index, shape_maker const& shapes, std::span<value const> arguments,
                   random_stream& r)
        : api_(api), shapes_(shapes), arguments_(arguments), r_(r), index_(index), plain_(is_plain_class(api, index)) {}

    [[nodiscard]] value of(parameter const& p) {
        std::size_t const length = list_length(p);
        if (p.fallback.present() && (plain_ || r_.chance(0.4))) return value_of(p.fallback, p, length);
        if (p.may_be_none && (plain_ || r_.chance(0.15))) return none{};
        switch (p.what) {
        case kind::axis: return one_axis(p);
        case kind::axes: return several_axes(p);
        case kind::shape: return extents_of(p);
        case kind::integer: return p.letters.empty() ? whole_number(p) : shapes_.extent(p.letters.front());
        case kind::integers: return whole_numbers(p, length);
        case kind::real: return real_number(p);
        case kind::flag: return plain_ ? false : r_.chance(0.5);
        case kind::choice: return std::string(p.choices[plain_ ? 0 : r_.below(p.choice_count)]);
        case kind::dtype: return draw_dtype(r_, p.types.empty() ? all_dtypes : p.types, plain_ ? 0 : -1);
        case kind::tensor:
        case kind::tensors: break;
        }
        return none{};
    }

  private:
    /// The tensor that an axis or a count refers to: the named one, or else the first.
    [[nodiscard]] shape const* referred(parameter const& p) const {
        for (int i = 0; i < api_.parameter_count; ++i) {
            auto const at = static_cast<std::size_t>(i);
            parameter const& q = api_.parameters[at];
            if (!q.is_tensor() || (!p.refers_to.empty() && q.name != p.refers_to)) continue;
            if (auto const* one = std::get_if<ndarray>(&arguments_[at])) return &one->dims();
            if (auto const* many = std::get_if<std::vector<ndarray>>(&arguments_[at]))
                return many->empty() ? nullptr : &many->front().dims();
        }
        return nullptr;
    }

    [[nodiscard]] std::size_t list_length(parameter const& p) {
        int const at = p.refers_to.empty() ? -1 : api_.position_of(p.refers_to);
        if (at >= 0 && !api_.parameters[static_cast<std::size_t>(at)].is_tensor()) {
            auto const* list = std::get_if<integer_list>(&arguments_[static_cast<std::size_t>(at)]);
            return list != nullptr ? list->items.size() : 1;
        }
        if (!p.letters.empty()) return p.letters.size();
        int const lo = (std::max<int>)(p.length_lo, 0), hi = (std::max<int>)(p.length_hi, lo);
        return static_cast<std::size_t>(plain_ ? lo : r_.between(lo, hi));
    }

    [[nodiscard]] value one_axis(parameter const& p) {
        shape const* s = referred(p);
        std::int64_t const rank = s == nullptr ? 1 : (std::max<std::int64_t>)(1, static_cast<std::int64_t>(s->rank()));
        std::int64_t lo = -rank, hi = rank - 1;
        if (p.bounded()) {
            lo = (std::max)(lo, static_cast<std::int64_t>(p.lo));
            hi = (std::min)(hi, static_cast<std::int64_t>(p.hi));
        }
        if (plain_ && lo <= -1 && hi >= -1) return std::int64_t{-1};
        return lo > hi ? lo : plain_ ? hi : r_.between(lo, hi);
    }

    [[nodiscard]] value several_axes(parameter const& p) {
        shape const* s = referred(p);
        auto const rank = static_cast<std::int64_t>(s == nullptr ? 1 : s->rank());
        std::vector<std::int64_t> axes;
        for (std::int64_t i = 0; i < rank; ++i) axes.push_back(i);
        for (std::size_t i = axes.size(); i > 1 && !plain_; --i) std::swap(axes[i - 1], axes[r_.below(i)]);
        std::int64_t const lo = std::clamp<std::int64_t>(p.length_lo, (std::min<std::int64_t>)(1, rank), rank);
        std::int64_t const hi = p.length_hi > 0 ? std::clamp<std::int64_t>(p.length_hi, lo, rank) : rank;
        axes.resize(static_cast<std::size_t>(plain_ ? lo : r_.between(lo, hi)));
        for (auto& a : axes)
            if (!plain_ && r_.chance(0.35)) a -= rank;
        return integer_list{std::move(axes), 0};
    }

    /// Extents of a tensor to be made: by letters, or of as many elements as another tensor has, or free.
    [[nodiscard]] value extents_of(parameter const& p) {
        std::vector<std::int64_t> out;
        if (!p.letters.empty()) {
            for (char c : p.letters) out.push_back(shapes_.extent(c));
        } else if (!p.refers_to.empty() && referred(p) != nullptr) {
            out = regrouped(*referred(p));
        } else {
            int const lo = (std::max<int>)(p.length_lo, 0), hi = p.length_hi > 0 ? p.length_hi : 3;
            auto const rank = plain_ ? std::clamp(2, lo, hi) : static_cast<int>(r_.between(lo, hi));
            for (int i = 0; i < rank; ++i) out.push_back(plain_ ? 2 + i : bounded_number(p, r_.chance(0.05) ? 0 : 1, 6));
        }
        return integer_list{std::move(out), 0};
    }

    /// Other extents with the same product: neighbouring axes merged, axes of extent 1 put in, sometimes one left as -1.
    [[nodiscard]] std::vector<std::int64_t> regrouped(shape const& s) {
        std::vector<std::int64_t> out;
        for (auto e : s) {
            if (!out.empty() && (plain_ || r_.chance(0.4)))
                out.back() *= e;
            else
                out.push_back(e);
        }
        if (!plain_ && out.size() < 5 && r_.chance(0.3)) out.insert(out.begin() + static_cast<std::ptrdiff_t>(r_.below(out.size() + 1)), 1);
        // Without elements -1 may be ambiguous: what is done then should be an exception.
        if (!plain_ && !out.empty() && r_.chance(0.25)) out[r_.below(out.size())] = -1;
        return out;
    }

    [[nodiscard]] std::int64_t bounded_number(parameter const& p, std::int64_t lo, std::int64_t hi) {
        if (p.bounded()) {
            constexpr double widest = 0x1p62;
            auto const lowest = static_cast<std::int64_t>(std::ceil(std::clamp(p.lo, -widest, widest)));
            auto const highest = static_cast<std::int64_t>(std::floor(std::clamp(p.hi, -widest, widest)));
            lo = std::clamp(lo, lowest, highest);
            hi = std::clamp(hi, lo, highest);
        }
        return r_.between(lo, hi);
    }

    [[nodiscard]] value whole_number(parameter const& p) {
        if (auto const limit = counted(p); limit >= 0) {
            std::int64_t const lo = p.bounded() ? static_cast<std::int64_t>(p.lo) : 1;
            return plain_ || limit <= lo ? (std::min)((std::max<std::int64_t>)(lo, 1), (std::max)(limit, lo)) : r_.between(lo, limit);
        }
        if (!p.bounded()) {
            if (plain_) return std::int64_t{1};
            constexpr std::array<std::int64_t, 13> edges{2147483647,
                                                         -2147483648,
                                                         2147483648,
                                                         4294967296,
                                                         1099511627776,
                                                         -1099511627776,
                                                         (std::numeric_limits<std::int64_t>::max)(),
                                                         (std::numeric_limits<std::int64_t>::min)(),
                                                         -1,
                                                         0,
                                                         100,
                                                         1000,
                                                         65536};
            // The edges in turn, so that a few classes meet them all; of the numbers of a list each another one.
            return r_.chance(0.5) ? edges[(index_ + 5 * edges_drawn_++) % edges.size()] : r_.between(-4, 10);
        }
        double const lo = std::ceil(p.lo), hi = std::floor(p.hi);
        if (plain_) return bounded_number(p, 1, 1);
        if (hi - lo <= 40) return bounded_number(p, static_cast<std::int64_t>(lo), static_cast<std::int64_t>(hi));
        if (r_.chance(0.06)) return edge(r_.chance(0.5) ? lo : hi);
        std::int64_t const start = lo > -1e15 ? static_cast<std::int64_t>(lo) : -10;
        return bounded_number(p, (std::max<std::int64_t>)(start, -10), (std::max<std::int64_t>)(start, 0) + 10);
    }

    [[nodiscard]] static std::int64_t edge(double x) {
        if (x >= 0x1p63) return (std::numeric_limits<std::int64_t>::max)();
        return x <= -0x1p63 ? (std::numeric_limits<std::int64_t>::min)() : static_cast<std::int64_t>(x);
    }

    /// The largest count that `along` allows (an axis of a tensor, or a size letter), or -1 if the number counts nothing.
    [[nodiscard]] std::int64_t counted(parameter const& p) const {
        if (p.along.empty()) return -1;
        int const at = api_.position_of(p.along);
        if (at < 0 || api_.parameters[static_cast<std::size_t>(at)].is_tensor()) return shapes_.extent(p.along.front());
        shape const* s = referred(p);
        if (s == nullptr || s->rank() == 0) return 1;
        auto const* axis = std::get_if<std::int64_t>(&arguments_[static_cast<std::size_t>(at)]);
        if (axis == nullptr) return s->elements();
        auto const rank = static_cast<std::int64_t>(s->rank());
        return (*s)[static_cast<std::size_t>(std::clamp<std::int64_t>(*axis < 0 ? *axis + rank : *axis, 0, rank - 1))];
    }

    [[nodiscard]] value whole_numbers(parameter const& p, std::size_t length) {
        std::vector<std::int64_t> out(length);
        if (!p.letters.empty()) {
            for (std::size_t i = 0; i < length; ++i) out[i] = shapes_.extent(p.letters[i]);
            return integer_list{std::move(out), 0};
        }
        bool const equal = plain_ || r_.chance(0.5);
        for (std::size_t i = 0; i < length; ++i) {
            value const drawn = whole_number(p);
            out[i] = equal && i > 0 ? out[0] : std::get<std::int64_t>(drawn);
        }
        return integer_list{std::move(out), 0};
    }

    [[nodiscard]] value real_number(parameter const& p) {
        if (plain_) return plain_real(p);
        constexpr std::array<double, 10> usual{0, 1, 0.5, 2, -1, -0.5, 0.25, 3, 10, 0.125};
        constexpr std::array<double, 14> rare{0x1p100,
                                              -0x1p100,
                                              0x1p-100,
                                              0x1p24,
                                              100,
                                              1000,
                                              65536,
                                              -100,
                                              0x1p-20,
                                              0x1p14,
                                              -0.0,
                                              std::numeric_limits<double>::infinity(),
                                              -std::numeric_limits<double>::infinity(),
                                              0x1p-13};
        for (int attempt = 0; attempt < 8; ++attempt) {
            auto const roll = r_.below(100);
            double x = 0;
            if (roll < 35)
                x = r_.pick(std::span<double const>(usual));
            else if (roll < 45)
                x = r_.pick(std::span<double const>(rare));
            else if (roll < 55 && p.bounded() && std::abs(p.hi) < 1e300)
                x = r_.chance(0.5) ? p.lo : p.hi;
            else if (p.bounded() && p.hi - p.lo < 1e6)
                x = short_number(p.lo + (p.hi - p.lo) * r_.unit());
            else
                x = short_number(log_uniform(r_.bits(), -8, 7));
            if (is_number_in(p, x)) return x;
        }
        return plain_real(p);
    }

    [[nodiscard]] static double plain_real(parameter const& p) {
        for (double x : {1.0, 0.5, 2.0, 0.0, 0.25, -1.0})
            if (is_number_in(p, x) && (x != p.lo || !p.bounded())) return x;
        double const middle = short_number(p.lo / 2 + p.hi / 2);
        return is_number_in(p, middle) ? middle : p.lo / 2 + p.hi / 2;
    }

    [[nodiscard]] static double short_number(double x) { return static_cast<double>(widen(to_bfloat16(x))); }

    api_description const& api_;
    shape_maker const& shapes_;
    std::span<value const> arguments_;
    random_stream& r_;
    std::uint32_t index_, edges_drawn_ = 0;
    bool plain_;
};

} // namespace detail
} // namespace v0
} // namespace xamt

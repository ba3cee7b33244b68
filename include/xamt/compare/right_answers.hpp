/// @file
/// The right answers of a function of one number at many inputs: in double, and correctly rounded to a dtype.
///
/// Place in the pipeline: compare. The quick evaluation of sweep_table.hpp decides all but the inputs next to a rounding boundary, about one
/// in 2^25 for float32; the last judge decides those. Where there is no quick evaluation he decides everything, and nobody where he has no
/// answer.
#pragma once

#include <xamt/compare/correct_rounding.hpp>
#include <xamt/compare/reference.hpp>
#include <xamt/compare/sweep_table.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string_view>
#include <type_traits>
#include <vector>

namespace xamt {
inline namespace v0 {

/// Numbers of halves are kept as float, which holds them exactly. @{
template <dtype D> using number_of = std::conditional_t<D == dtype::float64, double, float>;
/// @}

template <class Number> struct right_answers {
    std::vector<double> value; ///< the right value; NaN also where it is not known
    std::vector<double> rest; ///< what follows it, for float64; else empty
    std::vector<Number> nearest; ///< correctly rounded
    std::vector<std::uint8_t> known; ///< empty: all are
    std::array<double, 2> at_zero{}; ///< rounded, at 0 and at -0: what an input reads like whose subnormals are flushed
    std::uint64_t judged = 0; ///< how many the last judge was asked for

    [[nodiscard]] bool knows(std::size_t i) const { return known.empty() || known[i] != 0; }
};

/// Evaluates one function for right_answers.
class right_hand {
  public:
    /// `arguments` are those of the API, the tensor being `arguments[tensor]`.
    right_hand(std::string_view name, dtype type, high_precision judge)
        : name_(name), type_(type), judge_(judge), function_(sweep_function_of(name)) {}

    [[nodiscard]] sweep_function const& function() const { return function_; }
    /// Whether anything can be said: by the table, or by the judge about one of a few ordinary numbers.
    [[nodiscard]] bool possible(std::span<value const> arguments, std::size_t tensor) const {
        if (quick()) return true;
        std::vector<value> probe(arguments.begin(), arguments.end());
        constexpr std::array numbers{0.25, 0.75, 1.5, -0.25};
        ndarray x(type_, shape{static_cast<std::int64_t>(numbers.size())});
        for (std::size_t i = 0; i < numbers.size(); ++i) store(x, static_cast<std::int64_t>(i), numbers[i]);
        probe[tensor] = std::move(x);
        for (std::size_t i = 0; i < numbers.size(); ++i)
            if (ask(probe, static_cast<std::int64_t>(i))) return true;
        return false;
    }
    [[nodiscard]] bool quick() const { return function_.quick != nullptr && type_ != dtype::float64; }

    template <class Number>
    void answer(std::span<Number const> inputs, std::span<value const> arguments, right_answers<Number>& into) const {
        auto const n = inputs.size();
        into.value.resize(n), into.nearest.resize(n);
        into.known.clear(), into.judged = 0;
        into.rest.assign(type_ == dtype::float64 ? n : 0, 0.0);
        for (int minus : {0, 1}) {
            double const zero = minus != 0 ? -0.0 : 0.0;
            into.at_zero[static_cast<std::size_t>(minus)] =
                function_.quick != nullptr ? rounded_to(function_.quick(zero), type_) : std::numeric_limits<double>::quiet_NaN();
        }
        if (quick())
            quickly(inputs, arguments, into);
        else
            precisely(inputs, arguments, into);
    }

  private:
    [[nodiscard]] std::optional<precise> ask(std::span<value const> arguments, std::int64_t i) const {
        return judge_ == nullptr ? std::nullopt : judge_(name_, arguments, i);
    }

    template <class Number>
    void quickly(std::span<Number const> inputs, std::span<value const> arguments, right_answers<Number>& into) const {
        auto const f = function_.quick;
        auto const n = inputs.size();
        auto* const value = into.value.data();
        for (std::size_t i = 0; i < n; ++i) {
            auto const x = static_cast<double>(inputs[i]);
            value[i] = x == x ? f(x) : x;
        }
        round(into);
        if (function_.exact()) return;
        double const width = function_.error * 0x1p-52;
        constexpr std::size_t block = 64;
        for (std::size_t from = 0; from < n; from += block) {
            std::size_t const end = (std::min)(n, from + block);
            bool any = false;
            if (type_ == dtype::float32) {
                // NaN differs from itself; what is no number needs no judge and is passed over below.
                for (std::size_t i = from; i < end; ++i) {
                    double const y = value[i], w = width * y;
                    any |= static_cast<float>(y - w) != static_cast<float>(y + w);
                }
                if (!any) continue;
            }
            for (std::size_t i = from; i < end; ++i)
                if (is_finite(value[i]) && near_boundary(value[i], function_.error, type_))
                    decide(static_cast<double>(inputs[i]), arguments, i, into);
        }
    }

    template <class Number> void round(right_answers<Number>& into) const {
        auto const n = into.value.size();
        if (type_ == dtype::float32)
            for (std::size_t i = 0; i < n; ++i) into.nearest[i] = static_cast<Number>(into.value[i]);
        else
            for (std::size_t i = 0; i < n; ++i) into.nearest[i] = static_cast<Number>(rounded_to(into.value[i], type_));
    }

    template <class Number> void decide(double x, std::span<value const> arguments, std::size_t i, right_answers<Number>& into) const {
        precise p{into.value[i], 0};
        if (function_.near_zero != nullptr && magnitude(x) < near_zero_below) {
            p = function_.near_zero(x);
        } else {
            ++into.judged;
            auto const judged = ask(arguments, static_cast<std::int64_t>(i));
            if (!judged) return; // a limit of the formula: the C library's value stands
            p = *judged;
        }
        // A zero of the judge has no sign of its own.
        if (p.high == 0) return;
        into.value[i] = p.high;
        into.nearest[i] = static_cast<Number>(nearest_of(p, type_));
    }

    template <class Number>
    void precisely(std::span<Number const> inputs, std::span<value const> arguments, right_answers<Number>& into) const {
        for (std::size_t i = 0; i < inputs.size(); ++i) {
            auto const x = static_cast<double>(inputs[i]);
            precise p{x, 0};
            if (x == x) {
                ++into.judged;
                auto const judged = ask(arguments, static_cast<std::int64_t>(i));
                p = judged.value_or(precise{std::numeric_limits<double>::quiet_NaN(), 0});
                if (function_.quick != nullptr && (!judged || (p.high == 0 && p.low == 0))) {
                    p = {function_.quick(x), 0};
                } else if (!judged) {
                    if (into.known.empty()) into.known.assign(inputs.size(), 1);
                    into.known[i] = 0;
                }
            }
            if (p.high == 0 && function_.symmetry == parity::odd) p.high = std::copysign(0.0, x);
            into.value[i] = p.high;
            if (!into.rest.empty()) into.rest[i] = p.low;
            into.nearest[i] = static_cast<Number>(nearest_of(p, type_));
        }
    }

    std::string_view name_;
    dtype type_;
    high_precision judge_;
    sweep_function function_;
};

} // namespace v0
} // namespace xamt

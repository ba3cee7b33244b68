/// @file
/// Counts the errors of one column over one piece of a number line.
///
/// Place in the pipeline: compare. Most answers are correctly rounded, bit for bit, and blocks of such answers are passed over; correct
/// rounding implies every other property (it keeps order, symmetry and range). The rest is looked at one by one:
/// - *order*: between neighbouring inputs the answers move against the right values, or against the function's direction;
/// - *symmetry*: f(-x) is neither f(x) nor -f(x), whichever the function has;
/// - *range*: a value that the function has nowhere, such as a probability above one.
#pragma once

#include <xamt/compare/error_tally.hpp>
#include <xamt/compare/right_answers.hpp>
#include <xamt/generate/number_line.hpp>

#include <bit>
#include <cstring>
#include <span>

namespace xamt {
inline namespace v0 {

/// What the oracle allows: ULP of the operation, and how often what one ULP of the input changes is added.
struct allowance {
    double table = 0;
    double amplified = 0;
};

/// Parts of a number line that a profile of errors tells apart, and the one in which a place lies.
inline constexpr unsigned profile_bits = 10;
[[nodiscard]] constexpr std::uint32_t part_of(std::uint64_t place, dtype d) {
    return static_cast<std::uint32_t>(place >> (8 * size_of(d) - profile_bits));
}

/// What is told as the error of a number that is not the nearest although the distance seems to be half a step: the reference is a double.
inline constexpr double just_above_half = 0.5000000001;

/// One piece as everybody sees it: inputs, right answers, and where each input lies.
template <class Number> struct swept_piece {
    number_line const* line = nullptr;
    std::uint64_t index = 0; ///< of the piece
    std::span<Number const> inputs;
    right_answers<Number> const* right = nullptr;
    sweep_function const* function = nullptr;
    allowance allowed;
};

template <class Number> class error_counter {
  public:
    error_counter(swept_piece<Number> const& piece, std::span<Number const> got, error_tally& into)
        : p_(piece), line_(*piece.line), right_(*piece.right), function_(*piece.function), got_(got), to_(into),
          least_(static_cast<Number>(rounded_to(function_.least, line_.type))),
          most_(static_cast<Number>(rounded_to(function_.most, line_.type))) {}

    void count() {
        std::uint64_t const runs = line_.runs_of(p_.index);
        half_ = runs * (line_.run + 1);
        constexpr std::uint64_t block = 64;
        for (negative_ = 0; negative_ < 2; ++negative_)
            for (std::uint64_t r = 0; r < runs; ++r) {
                start_ = line_.start(p_.index * line_.runs_a_piece + r);
                first_ = negative_ * half_ + r * (line_.run + 1);
                to_.inputs += line_.run;
                for (std::uint64_t from = 0, size = 0; from < line_.run; from += size) {
                    size = (std::min)(block - (start_ + from) % block, line_.run - from); // in one part of the profile
                    if (right_.known.empty() && perfect(first_ + from, size + 1) && perfect(mirrored(first_ + from), size)) continue;
                    look(from, from + size);
                }
            }
    }

  private:
    [[nodiscard]] std::uint64_t mirrored(std::uint64_t at) const { return at < half_ ? at + half_ : at - half_; }
    [[nodiscard]] bool perfect(std::uint64_t from, std::uint64_t size) const {
        return std::memcmp(got_.data() + from, right_.nearest.data() + from, size * sizeof(Number)) == 0;
    }
    /// Place on the number line: 0 is the negative NaN that is largest by its bits.
    [[nodiscard]] std::uint64_t place(std::uint64_t i) const {
        std::uint64_t const all = number_line::magnitudes(line_.type), m = start_ + i;
        return negative_ != 0 ? all - 1 - m : all + m;
    }
    [[nodiscard]] static bool same_bits(Number a, Number b) { return std::memcmp(&a, &b, sizeof a) == 0; }
    [[nodiscard]] static bool nan(Number x) { return x != x; }
    [[nodiscard]] witness at(std::uint64_t e, double right) const {
        return {static_cast<double>(p_.inputs[e]), static_cast<double>(got_[e]), right};
    }

    /// Elements [from, end) of a run, not all of which are as they should be. Each property is looked for in all of them at once, and only
    /// where it is missing element by element.
    void look(std::uint64_t from, std::uint64_t end) {
        std::uint64_t const e = first_ + from, size = end - from;
        part_ = part_of(place(from), line_.type);
        here_ = nullptr;
        for (std::uint64_t k = 0; k < size; ++k)
            if (!right_.knows(e + k))
                ++to_.unknown;
            else if (!same_bits(got_[e + k], right_.nearest[e + k]))
                differ(from + k, e + k, got_[e + k], right_.nearest[e + k]);
        if (order_in_doubt(e, size))
            for (std::uint64_t k = 0; k < size; ++k) check_order(from + k, e + k, got_[e + k]);
        if (function_.symmetry != parity::none && negative_ == 0 && symmetry_in_doubt(e, size))
            for (std::uint64_t k = 0; k < size; ++k) check_symmetry(from + k, e + k, got_[e + k]);
        if (range_in_doubt(e, size))
            for (std::uint64_t k = 0; k < size; ++k) check_range(from + k, e + k, got_[e + k]);
    }

    // Loops without branches, which compilers turn into vectors.

    [[nodiscard]] bool order_in_doubt(std::uint64_t e, std::uint64_t size) const {
        Number const* const y = got_.data() + e;
        int doubt = 0;
        if (function_.goes == direction::none) {
            double const* const v = right_.value.data() + e;
            for (std::uint64_t k = 0; k < size; ++k)
                doubt |= (static_cast<double>(y[k + 1]) - static_cast<double>(y[k])) * (v[k + 1] - v[k]) < 0;
        } else if ((function_.goes == direction::rising) == (negative_ == 0)) {
            for (std::uint64_t k = 0; k < size; ++k) doubt |= y[k + 1] < y[k];
        } else {
            for (std::uint64_t k = 0; k < size; ++k) doubt |= y[k + 1] > y[k];
        }
        return doubt != 0;
    }
    [[nodiscard]] bool symmetry_in_doubt(std::uint64_t e, std::uint64_t size) const {
        Number const *const y = got_.data() + e, *const other = y + half_;
        int doubt = 0;
        if (function_.symmetry == parity::odd)
            for (std::uint64_t k = 0; k < size; ++k) doubt |= !(other[k] == -y[k]);
        else
            for (std::uint64_t k = 0; k < size; ++k) doubt |= !(other[k] == y[k]);
        return doubt != 0;
    }
    [[nodiscard]] bool range_in_doubt(std::uint64_t e, std::uint64_t size) const {
        Number const* const y = got_.data() + e;
        int doubt = 0;
        for (std::uint64_t k = 0; k < size; ++k) doubt |= (y[k] < least_) | (y[k] > most_);
        return doubt != 0;
    }

    void differ(std::uint64_t i, std::uint64_t e, Number y, Number right) {
        if (nan(y) && nan(right)) return;
        if (flushed(e, y, right)) {
            ++to_.flushed;
            return;
        }
        if (nan(y) || nan(right)) return to_.nan.see(place(i), at(e, static_cast<double>(right)));
        if (y == 0 && right == 0) return count_zero(i, e, right);
        bool const infinities = is_infinite(static_cast<double>(y)) || is_infinite(static_cast<double>(right));
        double const error = infinities ? error_at_edge(e, y) : error_of(e, y);
        // Next to the edge of the range one rounding decides between infinity and the largest number.
        if (infinities && !(error <= p_.allowed.table)) return to_.infinity.see(place(i), at(e, static_cast<double>(right)));
        // A number that is not the nearest is off by more than half a step, but for exact ties.
        double const told = function_.exact() || error > 0.5 ? error : just_above_half;
        if (told == 0) return;
        for (std::size_t k = 0; k < error_thresholds.size(); ++k) to_.beyond[k] += told > error_thresholds[k];
        if (told > to_.worst || (told == to_.worst && place(i) < to_.worst_at)) to_.see_worst(told, place(i), at(e, right_.value[e]));
        if (here_ == nullptr) here_ = &to_.profile[part_];
        *here_ = (std::max)(*here_, static_cast<float>(told));
        if (told > p_.allowed.table && told > p_.allowed.table + conditioned(i, e)) ++to_.beyond_bound;
    }

    /// A zero of the other sign. The last judge's zeros have none of their own.
    void count_zero(std::uint64_t i, std::uint64_t e, Number right) {
        if (function_.quick != nullptr || function_.symmetry == parity::odd) to_.zero.see(place(i), at(e, static_cast<double>(right)));
    }

    /// The error where the answer or the right number is infinite; a right value far beyond the range is far from the largest number.
    [[nodiscard]] double error_at_edge(std::uint64_t e, Number y) const {
        double const got = static_cast<double>(y), value = right_.value[e];
        if (is_infinite(got) || line_.type == dtype::float64) return ulp_error(got, {value, 0}, line_.type);
        return magnitude(got - value) / ulp_at(largest_, line_.type);
    }

    /// `ulp_error`, without its special cases where there are none.
    [[nodiscard]] double error_of(std::uint64_t e, Number y) const {
        double const got = static_cast<double>(y), value = right_.value[e];
        if (line_.type == dtype::float64) return ulp_error(got, {value, right_.rest[e]}, line_.type);
        if (!(magnitude(value) <= largest_) || !(magnitude(got) <= largest_)) return ulp_error(got, {value, 0}, line_.type);
        auto const exponent = static_cast<int>((std::bit_cast<std::uint64_t>(value) >> 52) & 0x7ff) - 1022;
        int const unit = (std::max)(exponent, lowest_exponent_) - digits_;
        return magnitude(got - value) * std::bit_cast<double>(static_cast<std::uint64_t>(1023 - unit) << 52);
    }

    /// float16 is computed in float32, where its subnormals are ordinary numbers: nothing excuses a zero there.
    [[nodiscard]] bool flushed(std::uint64_t e, Number y, Number right) const {
        if (line_.type == dtype::float16) return false;
        double const least = smallest_normal_;
        // What counts is the value before it is rounded: half an ULP below the smallest normal number it rounds to that.
        if (y == 0 && right != 0 && magnitude(right_.value[e]) < least) return true;
        auto const x = static_cast<double>(p_.inputs[e]);
        if (x == 0 || !(magnitude(x) < least)) return false;
        double const at_zero = right_.at_zero[sign_bit(x) ? 1 : 0];
        return static_cast<double>(y) == at_zero || (nan(y) && is_nan(at_zero) && function_.quick != nullptr);
    }

    /// ULP that the oracle adds for what one ULP of the input changes. Halves are widened before anything is computed, so that the error
    /// inside is one of float32.
    [[nodiscard]] double conditioned(std::uint64_t i, std::uint64_t e) const {
        double change = std::fabs(right_.value[e + 1] - right_.value[e]);
        if (i > 0) change = (std::max)(change, std::fabs(right_.value[e] - right_.value[e - 1]));
        if (!is_finite(change)) return 0;
        if (is_half(line_.type)) change *= power_of_two(info(line_.type).digits - info(dtype::float32).digits);
        return p_.allowed.amplified * change / ulp_at(right_.value[e], line_.type);
    }

    /// The answers at an input and at the next one. Where the right values are as near as the error of their evaluation, only a function
    /// that keeps its direction everywhere tells which way is wrong.
    void check_order(std::uint64_t i, std::uint64_t e, Number y) {
        Number const next = got_[e + 1];
        if (!(y < next) && !(y > next)) return;
        // Next to a NaN there is no order; an answer that should be one is counted as that.
        if (right_.knows(e) && right_.knows(e + 1) && (nan(right_.nearest[e]) || nan(right_.nearest[e + 1]))) return;
        bool rises;
        if (function_.goes != direction::none) {
            rises = (function_.goes == direction::rising) == (negative_ == 0);
        } else {
            if (!right_.knows(e) || !right_.knows(e + 1)) return;
            double const here = right_.value[e], there = right_.value[e + 1];
            double const doubt = 16 * 0x1p-52 * (std::max)(std::fabs(here), std::fabs(there));
            if (!(std::fabs(there - here) > doubt)) return;
            rises = there > here;
        }
        if (rises == (next > y)) return;
        to_.order.see(place(i), at(e, static_cast<double>(next)));
    }

    void check_range(std::uint64_t i, std::uint64_t e, Number y) {
        if (right_.knows(e) && nan(right_.nearest[e])) return;
        if (y < least_ || y > most_) to_.range.see(place(i), at(e, static_cast<double>(y < least_ ? least_ : most_)));
    }

    void check_symmetry(std::uint64_t i, std::uint64_t e, Number y) {
        Number const other = got_[e + half_];
        Number const wanted = function_.symmetry == parity::odd ? static_cast<Number>(-y) : y;
        if (other == wanted || (nan(other) && nan(y))) return;
        to_.symmetry.see(place(i), at(e, static_cast<double>(other)));
    }

    swept_piece<Number> const& p_;
    number_line const& line_;
    right_answers<Number> const& right_;
    sweep_function const& function_;
    std::span<Number const> got_;
    error_tally& to_;
    Number least_, most_;
    double largest_ = largest(line_.type);
    int digits_ = info(line_.type).digits, lowest_exponent_ = info(line_.type).min_exponent;
    double smallest_normal_ = smallest_normal(line_.type);
    std::uint32_t part_ = 0;
    float* here_ = nullptr; ///< the profile's entry for that part
    std::uint64_t half_ = 0, negative_ = 0, start_ = 0, first_ = 0;
};

/// Adds the errors of the answers `got`, one for each input of the piece, to a tally.
template <class Number> void count_errors(swept_piece<Number> const& piece, std::span<Number const> got, error_tally& into) {
    error_counter<Number>(piece, got, into).count();
}

} // namespace v0
} // namespace xamt

/// @file
/// Makes some tensors resemble an earlier one: equal, opposite, scaled or neighbouring elements, multiples.
///
/// Place in the pipeline: generate; used by make_trial.hpp. Many defects of binary functions need related operands (equal large ones,
/// opposite infinities, a dividend that is a multiple of the divisor), which independent draws never give.
#pragma once

#include <xamt/core/element.hpp>
#include <xamt/generate/fill.hpp>

#include <cmath>
#include <limits>
#include <vector>

namespace xamt {
inline namespace v0 {
namespace detail {

class relations {
  public:
    explicit relations(std::int64_t cases) : cases_(cases) {}

    /// Relates some cases of `t` to the first tensor that had the same dtype, shape and content; remembers `t` if there was none.
    void relate(ndarray& t, parameter const& p, bool tame, random_stream& r) {
        if (p.filled_with != content::any || t.type() == dtype::boolean || is_complex(t.type())) return;
        if (first_ == nullptr) {
            first_ = &t;
            return;
        }
        if (first_->type() != t.type() || !(first_->dims() == t.dims())) return;
        std::int64_t const run = (std::max<std::int64_t>)(1, t.size() / cases_);
        for (std::int64_t at = 0; at < t.size(); at += run) {
            auto const roll = r.below(tame ? 30 : 20);
            if (roll >= 5) continue;
            visit_dtype(t.type(), [&]<class T>(std::type_identity<T>) {
                if constexpr (std::is_integral_v<T>) {
                    integers(first_->as<T>().data + at, t.as<T>().data + at, run, integers_of<T>(p), static_cast<unsigned>(roll));
                } else if constexpr (!requires(T x) { x.imag(); }) {
                    int const power = static_cast<int>(r.between(-3, 3));
                    floats(first_->as<T>().data + at, t.as<T>().data + at, run, range_of<T>(p), static_cast<unsigned>(roll), power);
                }
            });
        }
    }

  private:
    template <class T> static void floats(T const* from, T* to, std::int64_t n, float_range const& range, unsigned how, int power) {
        double const epsilon = power_of_two(1 - info(dtype_of<T>).digits);
        for (std::int64_t i = 0; i < n; ++i) {
            double const x = to_double(from[i]);
            double const y = how == 0   ? x
                             : how == 1 ? -x
                             : how == 2 ? x * power_of_two(power)
                             : how == 3 ? x * (1 + power * epsilon)
                                        : x * 3;
            bool const admissible = (y >= range.lo && y <= range.hi) || (range.free && (y != y || std::abs(x) > range.hi));
            if (admissible && !(range.whole && y != std::nearbyint(y))) to[i] = from_double<T>(y);
        }
    }
    template <class T> static void integers(T const* from, T* to, std::int64_t n, integer_range const& range, unsigned how) {
        for (std::int64_t i = 0; i < n; ++i) {
            auto const x = static_cast<std::uint64_t>(static_cast<std::int64_t>(from[i]));
            // Beside the smallest number -1, the one divisor whose quotient leaves the range.
            std::uint64_t const other = from[i] == (std::numeric_limits<T>::min)() ? ~std::uint64_t{0} : x * 2;
            auto const y = static_cast<std::int64_t>(how == 0 ? x : how == 1 ? 0 - x : how == 2 ? x + 1 : how == 3 ? x - 1 : other);
            if (y >= range.lo && y <= range.hi) to[i] = static_cast<T>(y);
        }
    }

    std::int64_t cases_;
    ndarray* first_ = nullptr;
};

} // namespace detail
} // namespace v0
} // namespace xamt

/// @file
/// Running a trial's columns once more, on other arguments: the second opinion behind every verdict.
///
/// Place in the pipeline: compare. The campaign models `Evaluator` over its hosts, tests over a lambda. Each call costs a round trip to the
/// hosts, so the oracle asks for the columns that it needs and no more.
#pragma once

#include <xamt/compare/column.hpp>
#include <xamt/compare/ulp.hpp>
#include <xamt/core/element.hpp>
#include <xamt/core/random.hpp>
#include <xamt/core/value.hpp>
#include <xamt/describe/api.hpp>
#include <xamt/run/outcome.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <concepts>
#include <cstdint>
#include <limits>
#include <span>
#include <string_view>
#include <variant>
#include <vector>

namespace xamt {
inline namespace v0 {

/// `run(arguments, type, wanted)` runs the wanted columns on canonical arguments, whose first tensor has dtype `type`, and gives one outcome
/// for every column (absent for those not wanted), aligned to the canonical layout.
template <class E>
concept Evaluator = requires(E& e, std::vector<value> const& arguments, dtype type, column_set wanted) {
    { e.run(arguments, type, wanted) } -> std::same_as<std::vector<outcome>>;
};

/// An Evaluator that knows further APIs by name, and runs them in the same columns: for relations between siblings. `sibling` is null for a
/// name that it does not know.
template <class E>
concept SiblingEvaluator = Evaluator<E> && requires(E& e, std::string_view name, api_description const& api,
                                                    std::vector<value> const& arguments, column_set wanted) {
    { e.sibling(name) } -> std::same_as<api_description const*>;
    { e.run_sibling(api, arguments, wanted) } -> std::same_as<std::vector<outcome>>;
};

/// Any Evaluator, by reference; keeps the oracle itself free of templates.
class evaluator_ref {
  public:
    template <Evaluator E>
        requires(!std::same_as<E, evaluator_ref>)
    evaluator_ref(E& e)
        : object_(&e), run_([](void* object, std::vector<value> const& arguments, dtype type, column_set wanted) {
              return static_cast<E*>(object)->run(arguments, type, wanted);
          }) {
        if constexpr (SiblingEvaluator<E>) {
            sibling_ = [](void* object, std::string_view name) { return static_cast<E*>(object)->sibling(name); };
            run_sibling_ = [](void* object, api_description const& api, std::vector<value> const& arguments, column_set wanted) {
                return static_cast<E*>(object)->run_sibling(api, arguments, wanted);
            };
        }
    }

    [[nodiscard]] std::vector<outcome> run(std::vector<value> const& arguments, dtype type, column_set wanted) const {
        return run_(object_, arguments, type, wanted);
    }
    [[nodiscard]] api_description const* sibling(std::string_view name) const {
        return sibling_ == nullptr ? nullptr : sibling_(object_, name);
    }
    [[nodiscard]] std::vector<outcome> run_sibling(api_description const& api, std::vector<value> const& arguments,
                                                   column_set wanted) const {
        return run_sibling_(object_, api, arguments, wanted);
    }

  private:
    void* object_;
    std::vector<outcome> (*run_)(void*, std::vector<value> const&, dtype, column_set);
    api_description const* (*sibling_)(void*, std::string_view) = nullptr;
    std::vector<outcome> (*run_sibling_)(void*, api_description const&, std::vector<value> const&, column_set) = nullptr;
};

namespace detail {

/// The arguments with every floating or complex tensor replaced by `f(parameter index, tensor)`.
template <class F> [[nodiscard]] std::vector<value> with_tensors(std::span<value const> arguments, F f) {
    std::vector<value> changed(arguments.begin(), arguments.end());
    for (std::size_t i = 0; i < changed.size(); ++i) {
        auto const replace = [&](ndarray& t) {
            if (is_floating(t.type()) || is_complex(t.type())) t = f(i, t);
        };
        if (auto* t = std::get_if<ndarray>(&changed[i])) replace(*t);
        if (auto* list = std::get_if<std::vector<ndarray>>(&changed[i]))
            for (auto& t : *list) replace(t);
    }
    return changed;
}

/// A copy with each real component x replaced by f(x). The tensor is float64 or complex128.
template <class F> ndarray mapped(ndarray const& t, F f) {
    ndarray to(t);
    auto* const cells = reinterpret_cast<double*>(to.data());
    std::int64_t const n = t.size() * (is_complex(t.type()) ? 2 : 1);
    for (std::int64_t i = 0; i < n; ++i) cells[i] = f(cells[i]);
    return to;
}

/// The largest finite magnitude of a float64 or complex128 tensor.
[[nodiscard]] inline double largest_element(ndarray const& t) {
    double most = 0;
    mapped(t, [&](double x) {
        if (is_finite(x)) most = (std::max)(most, magnitude(x));
        return x;
    });
    return most;
}

/// x moved by `steps` ULP of dtype `d`, away from zero or (negative steps) towards it; zeros and non-finite numbers stay.
[[nodiscard]] inline double moved(double x, double steps, dtype d) {
    if (x == 0 || !is_finite(x)) return x;
    double const size = magnitude(x) + steps * ulp_at(x, d);
    if (!(size > 0) || size > largest(d)) return x;
    return x < 0 ? -size : size;
}

} // namespace detail

/// The same arguments in the wide type: floating tensors as float64, complex ones as complex128, a requested result dtype too, and, where
/// `integers` says so, whole numbers as float64 in the parameters that take both.
[[nodiscard]] inline std::vector<value> widened(api_description const& api, std::span<value const> arguments, bool integers) {
    auto const takes_reals = [&](std::size_t i) {
        auto const types = api.parameters[i].types.empty() ? api.parameters[0].types : api.parameters[i].types;
        return types.contains(dtype::float64) && api.parameters[i].filled_with != content::indices;
    };
    std::vector<value> wide(arguments.begin(), arguments.end());
    for (std::size_t i = 0; i < wide.size(); ++i) {
        auto const widen = [&](ndarray& t) {
            if (is_integer(t.type()) && integers && takes_reals(i))
                t = converted(t.view(), dtype::float64);
            else if (widened(t.type()) != t.type())
                t = converted(t.view(), widened(t.type()));
        };
        if (auto* t = std::get_if<ndarray>(&wide[i])) widen(*t);
        if (auto* list = std::get_if<std::vector<ndarray>>(&wide[i]))
            for (auto& t : *list) widen(t);
        if (auto* d = std::get_if<dtype>(&wide[i])) *d = widened(*d);
    }
    return wide;
}

/// How many parameters are tensors or lists of them.
[[nodiscard]] inline std::ptrdiff_t tensors_taken(api_description const& api) {
    auto const parameters = api.takes();
    return std::count_if(parameters.begin(), parameters.end(), [](parameter const& p) { return p.is_tensor(); });
}

/// True if a function reads several tensors element by element: they are moved against each other.
[[nodiscard]] inline bool pairs_elements(api_description const& api) { return api.pointwise && tensors_taken(api) >= 2; }

/// Wide arguments, each element moved by `steps` ULP of `d` with its own sign (`direction` chooses the signs; 0 moves all outward, 1 all
/// inward, others by a part of it: on the dtype's own grid a function may stand still, as sin(pi x) does on whole numbers). Elements that
/// would leave the declared range stay.
[[nodiscard]] inline std::vector<value> moved_arguments(api_description const& api, std::span<value const> wide, dtype d, double steps,
                                                        std::uint64_t direction) {
    // One bit a tensor, the first one's last.
    constexpr std::array<unsigned, 8> against{0b111, 0b000, 0b101, 0b101, 0b010, 0b011, 0b110, 0b100};
    bool const pairs = pairs_elements(api);
    random_stream signs(key_of({direction}));
    auto const sign = [&](std::size_t tensor) {
        bool const out = direction < 2 ? direction == 0
                         : pairs       ? ((against[direction % 8] >> tensor % 3) & 1u) != 0
                                       : (signs.bits() & 1u) != 0;
        return out ? 1.0 : -1.0;
    };
    // A backward stable algorithm errs by ULP of the largest element, everywhere (Higham, Accuracy and Stability, 7.1).
    bool const normwise = api.exactness.of == rounding::linear_algebra;
    double unit = 0;
    auto const step = [&](std::size_t i, double x) {
        parameter const& p = api.parameters[i];
        double const by = (direction < 2 ? steps : 0.6180339887 * steps) * sign(i);
        double const to = p.whole ? x : normwise && is_finite(x) ? x + by * unit : detail::moved(x, by, d);
        return p.bounded() && (to < p.lo || to > p.hi) ? x : to;
    };
    return detail::with_tensors(wide, [&](std::size_t i, ndarray const& t) {
        unit = normwise ? ulp_at(detail::largest_element(t), d) : 0;
        return detail::mapped(t, [&](double x) { return step(i, x); });
    });
}

/// Wide arguments with real numbers (not tensors) moved by one ULP of `d`: frameworks round them to the tensors' dtype.
[[nodiscard]] inline std::vector<value> rounded_scalars(std::span<value const> wide, dtype d) {
    std::vector<value> changed(wide.begin(), wide.end());
    for (auto& v : changed)
        if (auto* x = std::get_if<double>(&v)) *x = is_finite(*x) && magnitude(*x) < largest(d) ? rounded_to(*x, d) : *x;
    return changed;
}

/// Wide arguments with |x| for x.
[[nodiscard]] inline std::vector<value> absolute_arguments(std::span<value const> wide) {
    return detail::with_tensors(wide, [](std::size_t, ndarray const& t) {
        if (!is_complex(t.type())) return detail::mapped(t, [](double x) { return magnitude(x); });
        ndarray moduli(t.type(), t.dims());
        for (std::int64_t i = 0; i < t.size(); ++i) moduli.as<std::complex<double>>()[i] = std::abs(t.as<std::complex<double>>()[i]);
        return moduli;
    });
}

/// Arguments with the numbers that are subnormal in dtype `d` replaced by zeros of their sign.
[[nodiscard]] inline std::vector<value> flushed_arguments(std::span<value const> wide, dtype d) {
    return detail::with_tensors(wide, [d](std::size_t, ndarray const& t) {
        return detail::mapped(t, [d](double x) { return x != 0 && magnitude(x) < smallest_normal(d) ? std::copysign(0.0, x) : x; });
    });
}

} // namespace v0
} // namespace xamt

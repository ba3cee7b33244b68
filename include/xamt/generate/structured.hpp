/// @file
/// Fills tensors whose elements hang together: probabilities, indices, sorted edges, matrices that a solver accepts.
///
/// Place in the pipeline: generate; used by make_trial.hpp. Made in double (complex where the dtype is) and rounded once.
#pragma once

#include <xamt/core/element.hpp>
#include <xamt/generate/fill.hpp>

#include <algorithm>
#include <complex>
#include <vector>

namespace xamt {
inline namespace v0 {
namespace detail {

using complex_numbers = std::vector<std::complex<double>>;

/// Elements in the last axis (1 for a scalar).
[[nodiscard]] inline std::int64_t last_extent(shape const& s) { return s.rank() == 0 ? 1 : s[s.rank() - 1]; }

[[nodiscard]] inline complex_numbers normal_numbers(std::int64_t n, bool with_imaginary, random_stream& r) {
    complex_numbers out(static_cast<std::size_t>(n));
    for (auto& x : out) {
        double const real = near_normal(r.bits());
        x = {real, with_imaginary ? near_normal(r.bits()) : 0};
    }
    return out;
}

/// Rounds numbers into a tensor; integers are rounded to the nearest whole number.
inline void store_all(ndarray& t, complex_numbers const& numbers) {
    visit_dtype(t.type(), [&]<class T>(std::type_identity<T>) {
        auto const out = t.as<T>();
        for (std::size_t i = 0; i < numbers.size(); ++i) {
            auto& to = out[static_cast<std::int64_t>(i)];
            if constexpr (requires { to.imag(); })
                to = T(numbers[i]);
            else if constexpr (std::is_integral_v<T>)
                to = from_double<T>(std::nearbyint(numbers[i].real()));
            else
                to = from_double<T>(numbers[i].real());
        }
    });
}

/// Rows that sum to one: shares of similar size, equal shares, nearly certain outcomes, some exact zeros. (No call of a mathematical
/// library: its last bits differ between machines, and a trial's name must give the same bits on all of them.)
[[nodiscard]] inline complex_numbers probabilities(shape const& s, bool tame, random_stream& r) {
    complex_numbers out(static_cast<std::size_t>(s.elements()));
    auto const n = static_cast<std::size_t>(last_extent(s));
    for (std::size_t row = 0; n > 0 && row < out.size(); row += n) {
        auto const way = r.below(tame ? 6 : 10);
        int const spread = way < 6 ? 1 : way == 6 ? 0 : 20;
        double sum = 0;
        for (std::size_t i = row; i < row + n; ++i) {
            double const weight = way == 9 && r.chance(0.5) ? 0 : spread == 0 ? 1 : std::abs(log_uniform(r.bits(), -spread, spread));
            out[i] = weight;
            sum += weight;
        }
        if (sum == 0) out[row] = sum = 1;
        for (std::size_t i = row; i < row + n; ++i) out[i] /= sum;
    }
    return out;
}

[[nodiscard]] inline complex_numbers one_hot(shape const& s, random_stream& r) {
    complex_numbers out(static_cast<std::size_t>(s.elements()));
    auto const n = static_cast<std::size_t>(last_extent(s));
    for (std::size_t row = 0; n > 0 && row < out.size(); row += n) out[row + r.below(n)] = 1;
    return out;
}

/// Square matrices in the last two axes, whose rounding to the dtype keeps the property asked for.
[[nodiscard]] inline complex_numbers matrices(shape const& s, content c, bool is_complex, bool tame, random_stream& r) {
    complex_numbers out = normal_numbers(s.elements(), is_complex, r);
    auto const n = static_cast<std::size_t>(last_extent(s));
    if (s.rank() < 2 || s[s.rank() - 2] != last_extent(s)) return out;
    complex_numbers product(n * n);
    for (std::size_t at = 0; at < out.size(); at += n * n) {
        auto const m = [&](std::size_t i, std::size_t j) -> std::complex<double>& { return out[at + i * n + j]; };
        double const scale = tame ? 1 : power_of_two(static_cast<int>(r.between(-8, 8)));
        bool const integral = r.chance(0.2);
        for (std::size_t i = 0; i < n * n; ++i)
            if (integral) out[at + i] = {std::nearbyint(2 * out[at + i].real()), std::nearbyint(2 * out[at + i].imag())};
        switch (c) {
        case content::positive_definite:
            for (std::size_t i = 0; i < n; ++i)
                for (std::size_t j = 0; j < n; ++j) {
                    std::complex<double> sum = i == j ? static_cast<double>(n) : 0.0;
                    for (std::size_t k = 0; k < n; ++k) sum += m(i, k) * std::conj(m(j, k));
                    product[i * n + j] = sum;
                }
            for (std::size_t i = 0; i < n; ++i)
                for (std::size_t j = 0; j < n; ++j) m(i, j) = i == j ? product[i * n + j].real() : product[i * n + j];
            break;
        case content::symmetric:
            for (std::size_t i = 0; i < n; ++i) {
                m(i, i) = m(i, i).real();
                for (std::size_t j = 0; j < i; ++j) m(i, j) = std::conj(m(j, i));
            }
            break;
        case content::triangular:
            for (std::size_t i = 0; i < n; ++i) {
                for (std::size_t j = i + 1; j < n; ++j) m(i, j) = 0;
                m(i, i) = (m(i, i).real() < 0 ? -1.0 : 1.0) * (1 + std::abs(m(i, i)));
            }
            break;
        default:
            for (std::size_t i = 0; i < n; ++i)
                m(i, i) += (m(i, i).real() < 0 ? -1.5 : 1.5) * (std::max)(2.0, std::sqrt(static_cast<double>(n)) * 2);
            break;
        }
        for (std::size_t i = 0; i < n * n; ++i) out[at + i] *= scale;
    }
    return out;
}

/// Sorts every row of the last axis; NaN goes last.
inline void sort_rows(ndarray& t) {
    std::int64_t const n = last_extent(t.dims());
    if (n == 0) return;
    visit_dtype(t.type(), [&]<class T>(std::type_identity<T>) {
        if constexpr (!requires(T x) { x.imag(); }) {
            auto const data = t.as<T>();
            for (std::int64_t row = 0; row < data.size(); row += n)
                std::sort(data.begin() + row, data.begin() + row + n, [](T a, T b) {
                    double const x = to_double(a), y = to_double(b);
                    return x == x && (y != y || x < y);
                });
        }
    });
}

} // namespace detail
} // namespace v0
} // namespace xamt

/// @file
/// Makes the probe tensors, the same on every machine.
///
/// Place in the pipeline: match. Values come from counter-based random numbers keyed by the probe's name.
#pragma once

#include <xamt/core/random.hpp>
#include <xamt/match/probe_table.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace xamt {
inline namespace v0 {

/// A tensor as bytes, with its dtype as NumPy spells it.
struct probe {
    std::string_view name, dtype;
    std::vector<std::int64_t> shape;
    std::vector<std::byte> data;
};

namespace detail {

[[nodiscard]] inline std::vector<std::int64_t> sizes_of(std::string_view text) {
    std::vector<std::int64_t> sizes;
    for (std::size_t at = 0; at < text.size();) {
        std::int64_t n = 0;
        for (; at < text.size() && text[at] != ','; ++at) n = 10 * n + (text[at] - '0');
        sizes.push_back(n);
        ++at;
    }
    return sizes;
}

/// Nearly normal, and never far out: the sum of four uniform numbers.
[[nodiscard]] inline double bell(random_stream& r) { return 1.7 * (r.unit() + r.unit() + r.unit() + r.unit() - 2); }

[[nodiscard]] inline double probe_number(probe_values are, random_stream& r, std::size_t i) {
    using enum probe_values;
    switch (are) {
    case unit: return 1.9 * r.unit() - 0.95;
    case open01: return 0.03 + 0.94 * r.unit();
    case positive: return 0.2 + 3 * r.unit();
    case wide: return 12 * r.unit() - 6;
    case halves: return 0.5 * static_cast<double>(r.between(-9, 9));
    case counts: return static_cast<double>(r.between(1, 9));
    case small_counts: return static_cast<double>(r.between(0, 5));
    case signed_counts: return static_cast<double>(r.between(-9, 9));
    case bits:
    case zeros_ones: return static_cast<double>(r.below(2));
    case index3: return static_cast<double>(r.below(3));
    case index6: return static_cast<double>((i * 2 + 1) % 6); // no two alike: who wins is nobody's promise
    case classes4: return static_cast<double>((i * 3 + 1) % 4);
    case segments: return static_cast<double>(i / 2);
    case not_blank: return static_cast<double>(1 + (i * 2 + i / 3) % 3);
    case from_six: return static_cast<double>(6 - i);
    case from_three: return static_cast<double>(3 - i);
    case row_swaps: return i == 0 ? 2 : 3; // one after the other; read in another form, no other order of rows is the same
    case row_swaps_from_one: return i == 0 ? 3 : 4;
    case rows_swapped: return i == 0 ? 2 : i == 1 ? 3 : i == 2 ? 1 : 0;
    case rows_swapped_back: return i == 0 ? 3 : i == 1 ? 2 : i == 2 ? 0 : 1;
    case yes: return 1;
    case zero: return 0;
    case signs: return r.below(2) == 0 ? -1.0 : 1.0;
    case with_nan: return i % 5 == 2 ? std::numeric_limits<double>::quiet_NaN() : bell(r);
    case with_inf: return i % 5 == 1 ? (i % 2 == 0 ? -1 : 1) * std::numeric_limits<double>::infinity() : bell(r);
    default: return bell(r);
    }
}

/// Makes rows sum to one, and the like.
inline void arrange(probe_values are, std::vector<double>& values, std::vector<std::int64_t> const& shape) {
    using enum probe_values;
    auto const columns = shape.empty() ? std::size_t{1} : static_cast<std::size_t>(shape.back());
    if (are == sorted) std::ranges::sort(values);
    for (std::size_t row = 0; row * columns < values.size(); ++row) {
        double* const at = values.data() + row * columns;
        if (are == shares || are == log_shares) {
            double sum = 0;
            for (std::size_t i = 0; i < columns; ++i) sum += at[i] = std::abs(at[i]) + 0.1;
            for (std::size_t i = 0; i < columns; ++i) at[i] = are == shares ? at[i] / sum : std::log(at[i] / sum);
        }
        if (are == one_hot)
            for (std::size_t i = 0; i < columns; ++i) at[i] = i == (row * 3 + 1) % columns ? 1 : 0;
        if (are == lower)
            for (std::size_t i = 0; i < columns; ++i) at[i] = i > row % columns ? 0 : i == row % columns ? 1.5 + std::abs(at[i]) : at[i];
        if (are == definite) // symmetric, with a heavy diagonal
            for (std::size_t i = 0; i < columns; ++i) {
                auto const r = row % columns;
                at[i] = i == r ? 4 + std::abs(at[i]) : i > r ? at[i] : values[(row / columns * columns + i) * columns + r];
            }
    }
}

template <class T> void append_bytes(std::vector<std::byte>& bytes, T value) {
    std::array<std::byte, sizeof(T)> raw{};
    std::memcpy(raw.data(), &value, sizeof(T));
    bytes.insert(bytes.end(), raw.begin(), raw.end());
}

[[nodiscard]] constexpr std::string_view dtype_name_of(probe_values are) {
    using enum probe_values;
    switch (are) {
    case counts:
    case small_counts:
    case signed_counts:
    case index3:
    case index6:
    case classes4:
    case segments:
    case not_blank:
    case from_six:
    case from_three:
    case row_swaps:
    case row_swaps_from_one:
    case rows_swapped:
    case rows_swapped_back:
    case zero: return "int64";
    case yes:
    case bits: return "bool";
    case complex: return "complex128";
    default: return "float64";
    }
}

} // namespace detail

[[nodiscard]] inline probe make_probe(detail::probe_row const& row) {
    probe made{row.name, detail::dtype_name_of(row.are), detail::sizes_of(row.shape), {}};
    std::size_t count = 1;
    for (auto n : made.shape) count *= static_cast<std::size_t>(n);
    random_stream numbers(key_of(row.name));
    std::vector<double> values(count * (made.dtype == "complex128" ? 2 : 1));
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = detail::probe_number(row.are, numbers, i);
    detail::arrange(row.are, values, made.shape);
    for (double v : values) {
        if (made.dtype == "int64")
            detail::append_bytes(made.data, static_cast<std::int64_t>(v));
        else if (made.dtype == "bool")
            detail::append_bytes(made.data, static_cast<std::uint8_t>(v));
        else
            detail::append_bytes(made.data, v);
    }
    return made;
}

[[nodiscard]] inline std::vector<probe> make_probes() {
    std::vector<probe> all;
    for (auto const& row : detail::probe_rows) all.push_back(make_probe(row));
    return all;
}

} // namespace v0
} // namespace xamt

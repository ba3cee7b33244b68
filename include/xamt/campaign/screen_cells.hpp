/// @file
/// The cells of one output of a trial: which column is how far from the others, in units of what is allowed.
///
/// Place in the pipeline: campaign; used by screen.hpp for outputs in which the variance check finds something.
#pragma once

#include <xamt/compare/bound.hpp>
#include <xamt/compare/reference.hpp>
#include <xamt/compare/variance.hpp>
#include <xamt/core/element.hpp>
#include <xamt/describe/api.hpp>
#include <xamt/generate/trial.hpp>
#include <xamt/run/outcome.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace xamt {
inline namespace v0 {

struct screening {
    int answers = 0;               ///< columns that gave values
    bool suspicious = false;
    double dispersion = 0;         ///< widest distance of a column from the middle one, in units of the operation's bound
    std::vector<double> by_column; ///< the same, for each column; a difference in kind counts as `kind_difference`
    std::string pattern;           ///< dtype and one letter a column; equal patterns look like one cause
};

/// What a NaN against a number, or an infinity against a finite number, counts in units of the bound.
inline constexpr double kind_difference = 1e6;

namespace detail {

/// Marks of one column, from harmless to grave; the gravest stands in the pattern.
enum class mark : char { absent = '.', same = '=', beyond = 'v', other_kind = 'k', form = 's', error = 'e', lost = 'd' };

constexpr int gravity(mark m) {
    constexpr std::string_view order = ".=vksed";
    return static_cast<int>(order.find(static_cast<char>(m)));
}

inline void raise(char& to, mark by) {
    if (gravity(by) > gravity(static_cast<mark>(to))) to = static_cast<char>(by);
}

/// What two columns may differ by in one output; only the numbers of `bound_for`, whose words cost more than all of the screening.
struct allowance {
    double table = 0, absolute = 0;
};

[[nodiscard]] inline allowance allowance_for(api_description const& api, dtype type, std::span<value const> arguments, std::int64_t size) {
    auto const of = api.exactness.of;
    if (!has_ulp(type)) return {};
    if (of == rounding::exact) return {1, 0};
    if (of == rounding::correct || of == rounding::elementary || of == rounding::special)
        return {api.exactness.ulp > 0 ? api.exactness.ulp : table_ulp(of, type), 0};
    auto const bound = bound_for(api, type, terms_of(api, arguments, size));
    return {bound.table, bound.absolute};
}

/// One output of the columns that gave it in one shape.
struct screened_output {
    static constexpr std::size_t most = 16; ///< columns that are looked at

    std::array<ndarray const*, most> from{};
    std::array<std::size_t, most> who{}; ///< number of the column
    std::size_t columns = 0;
    bool one_dtype = true;

    void add(ndarray const& t, std::size_t column) {
        if (columns == most) return;
        one_dtype = one_dtype && (columns == 0 || t.type() == from[0]->type());
        from[columns] = &t;
        who[columns++] = column;
    }
};

/// Steps of the number line between two components: 0 for equal numbers and for NaN beside NaN, the most there are where they differ in kind
/// or sign, and whatever differs in types other than float and double. One choice after another, which g++ turns into vectors.
template <class T> [[nodiscard]] auto steps_between(T a, T b) {
    using word = std::conditional_t<sizeof(T) == 8, std::int64_t, std::int32_t>;
    constexpr word most = (std::numeric_limits<word>::max)();
    if constexpr (std::is_floating_point_v<T>) {
        constexpr word infinite = std::bit_cast<word>(std::numeric_limits<T>::infinity());
        auto const x = std::bit_cast<word>(a), y = std::bit_cast<word>(b);
        word const p = x & most, q = y & most; // without the sign
        word steps = p > q ? p - q : q - p;
        steps = (x ^ y) < 0 ? most : steps;
        steps = p >= infinite ? most : steps;
        steps = q >= infinite ? most : steps;
        steps = x == y ? 0 : steps;
        steps = (p | q) == 0 ? 0 : steps;
        return (p < q ? p : q) > infinite ? word(0) : steps;
    } else {
        return std::memcmp(&a, &b, sizeof(T)) == 0 ? word(0) : most;
    }
}

/// Calls `f(cell)` with the components, as doubles, of each place where a column is more than `quiet` steps from the first one; `f` gives
/// `quiet` anew. Columns that are quiet are passed over by blocks, nearly at the speed of memory.
template <class T, class F> void for_unequal(std::span<void const* const> columns, std::size_t count, F& f) {
    constexpr std::size_t block = 32;
    std::array<double, screened_output::most> cell;
    auto const* const first = static_cast<T const*>(columns[0]);
    std::int64_t quiet = 0;
    for (std::size_t at = 0; at < count; at += block) {
        std::size_t const end = (std::min)(at + block, count);
        decltype(steps_between(T{}, T{})) widest = 0;
        for (void const* column : columns.subspan(1)) {
            auto const* const other = static_cast<T const*>(column);
            for (std::size_t i = at; i < end; ++i) {
                auto const steps = steps_between(first[i], other[i]);
                widest = steps > widest ? steps : widest;
            }
        }
        for (std::size_t i = at; widest > quiet && i < end; ++i) {
            bool loud = false;
            for (std::size_t c = 0; c < columns.size(); ++c) {
                T const x = static_cast<T const*>(columns[c])[i];
                loud |= steps_between(first[i], x) > quiet;
                cell[c] = to_double(x);
            }
            if (loud) quiet = f(std::span<double const>(cell.data(), columns.size()));
        }
    }
}

/// One cell of all columns against the middle of those of the commonest kind there.
inline void screen_cell(std::span<double const> cell, std::span<std::size_t const> who, allowance const& bound, dtype type, screening& s,
                        std::string& marks) {
    std::array<double, screened_output::most> finite; // in order
    std::size_t numbers = 0, nans = 0, upwards = 0;
    bool equal = true;
    for (double const x : cell) {
        equal = equal && x == cell[0];
        nans += is_nan(x);
        upwards += is_infinite(x) && x > 0;
        if (!is_finite(x)) continue;
        std::size_t at = numbers++;
        for (; at > 0 && finite[at - 1] > x; --at) finite[at] = finite[at - 1];
        finite[at] = x;
    }
    if (equal || nans == cell.size()) return;
    double const center = numbers == 0 ? 0 : finite[numbers / 2];
    double const allowed = bound.table * ulp_at(center, type) + bound.absolute * magnitude(center);
    bool const numbers_win = 2 * numbers >= cell.size(), nans_win = 2 * nans > cell.size();
    bool const up = 2 * upwards >= cell.size() - numbers - nans; // the commoner infinity
    for (std::size_t i = 0; i < cell.size(); ++i) {
        double const x = cell[i];
        double& worst = s.by_column[who[i]];
        double distance = 0;
        if (is_finite(x) != numbers_win || (!numbers_win && is_nan(x) != nans_win) || (is_infinite(x) && (x > 0) != up))
            distance = kind_difference;
        else if (is_finite(x) && magnitude(x - center) > worst * allowed) // otherwise it adds nothing, and a division is dear
            distance = allowed > 0 ? magnitude(x - center) / allowed : kind_difference;
        if (distance == 0) continue;
        worst = (std::max)(worst, distance);
        if (distance > 0.5) raise(marks[who[i]], distance >= kind_difference ? mark::other_kind : mark::beyond);
    }
}

/// The same for two columns that both give numbers: the larger one is the middle. False if it is not such a cell.
inline bool screen_pair(double a, double b, std::span<std::size_t const> who, allowance const& bound, dtype type, screening& s,
                        std::string& marks) {
    double const distance = magnitude(a - b);
    if (distance == 0 || (is_nan(a) && is_nan(b))) return true;
    if (!is_finite(a) || !is_finite(b)) return false;
    double const center = (std::max)(a, b);
    double const allowed = bound.table * ulp_at(center, type) + bound.absolute * magnitude(center);
    std::size_t const other = who[a < b ? 0 : 1];
    if (distance <= s.by_column[other] * allowed) return true;
    if (!(allowed > 0)) return false;
    s.by_column[other] = distance / allowed;
    if (s.by_column[other] > 0.5) raise(marks[other], s.by_column[other] >= kind_difference ? mark::other_kind : mark::beyond);
    return true;
}

/// Whether the variance check found nothing in an output that deserves a closer look: no difference in kind, and no two columns further
/// apart than half of what the operation may cost. What they are apart counts towards the dispersion.
template <class Bound>
[[nodiscard]] bool calm(screened_output const& o, variance_record const& record, dtype type, Bound const& bound_of, screening& s) {
    dtype const own = o.from[0]->type();
    if (record.agrees()) return true;
    if (record.nan_mismatches != 0 || record.infinity_mismatches != 0 || own != type || !has_ulp(own)) return false;
    double const share = static_cast<double>(record.ulp_spread) / bound_of().table;
    if (!(share <= 0.5)) return false;
    for (std::size_t c = 0; c < o.columns; ++c) s.by_column[o.who[c]] = (std::max)(s.by_column[o.who[c]], share);
    return true;
}

/// All cells of one output. `bound_of()` is asked for only if cells differ.
template <class Bound> void screen_cells(screened_output const& o, dtype type, Bound bound_of, screening& s, std::string& marks) {
    std::array<std::vector<double>, screened_output::most> widened; // where dtypes differ
    std::array<void const*, screened_output::most> data;
    for (std::size_t c = 0; c < o.columns; ++c) {
        if (!o.one_dtype) widened[c] = cells_of(o.from[c]->view());
        data[c] = o.one_dtype ? static_cast<void const*>(o.from[c]->data()) : widened[c].data();
    }
    std::span<void const* const> const columns(data.data(), o.columns);
    std::span<std::size_t const> const who(o.who.data(), o.columns);
    std::optional<allowance> bound;
    auto const look = [&](std::span<double const> cell) -> std::int64_t {
        if (!bound) bound = bound_of();
        if (cell.size() != 2) return screen_cell(cell, who, *bound, type, s, marks), 0;
        if (!screen_pair(cell[0], cell[1], who, *bound, type, s, marks)) screen_cell(cell, who, *bound, type, s, marks);
        // Two numbers so many steps apart are no further apart in units of the bound than two that were looked at before.
        return static_cast<std::int64_t>((std::min)((std::min)(s.by_column[who[0]], s.by_column[who[1]]) * bound->table, 1e9));
    };
    auto const elements = static_cast<std::size_t>(o.from[0]->size());
    visit_dtype(o.one_dtype ? o.from[0]->type() : dtype::float64, [&]<class T>(std::type_identity<T>) {
        if constexpr (requires(T x) { x.imag(); })
            for_unequal<typename T::value_type>(columns, 2 * elements, look);
        else
            for_unequal<T>(columns, elements * (is_complex(o.from[0]->type()) ? 2 : 1), look);
    });
}

} // namespace detail
} // namespace v0
} // namespace xamt

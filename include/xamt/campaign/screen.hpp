/// @file
/// A first look at a trial: who differs from the others, how, and by how many times what is allowed.
///
/// Place in the pipeline: campaign. One pass over the outcomes, no second opinion: it decides which trials the oracle sees, gives the
/// dispersion that guides the campaign, and sums up the differences as a pattern so that the same one is not judged a thousand times.
#pragma once

#include <xamt/compare/bound.hpp>
#include <xamt/compare/reference.hpp>
#include <xamt/describe/api.hpp>
#include <xamt/generate/trial.hpp>
#include <xamt/run/outcome.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
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

inline void raise(mark& to, mark by) {
    if (gravity(by) > gravity(to)) to = by;
}

/// The middle of up to 16 numbers, by value.
template <std::size_t N> [[nodiscard]] double middle(std::array<double, N> numbers, std::size_t count) {
    std::sort(numbers.begin(), numbers.begin() + static_cast<std::ptrdiff_t>(count));
    return numbers[count / 2];
}

struct screened_output {
    std::vector<std::vector<double>> cells; ///< by column; empty: has none
    std::vector<std::size_t> who;
};

/// Compares one output cell by cell with the middle of the columns that are of the commonest kind there.
inline void screen_cells(screened_output const& o, error_bound const& bound, dtype type, screening& s, std::vector<mark>& marks) {
    constexpr std::size_t most = 16;
    std::size_t const columns = (std::min)(o.who.size(), most);
    std::size_t const cells = o.cells[o.who.front()].size();
    for (std::size_t e = 0; e < cells; ++e) {
        double const first = o.cells[o.who[0]][e];
        bool equal = true;
        for (std::size_t i = 1; i < columns; ++i) equal = equal && (o.cells[o.who[i]][e] == first);
        if (equal) continue;
        std::array<double, most> finite{};
        std::size_t numbers = 0, nans = 0;
        for (std::size_t i = 0; i < columns; ++i) {
            double const x = o.cells[o.who[i]][e];
            if (is_finite(x)) finite[numbers++] = x;
            nans += is_nan(x);
        }
        if (nans == columns) continue;
        double const center = numbers == 0 ? 0 : middle(finite, numbers);
        double const allowed = has_ulp(type) ? bound.table * ulp_at(center, type) + bound.absolute * magnitude(center) : 0;
        bool const numbers_win = 2 * numbers >= columns;
        for (std::size_t i = 0; i < columns; ++i) {
            double const x = o.cells[o.who[i]][e];
            double distance = 0;
            if (is_finite(x) != numbers_win || (!numbers_win && is_nan(x) != (2 * nans > columns)))
                distance = kind_difference;
            else if (is_finite(x) && x != center)
                distance = allowed > 0 ? magnitude(x - center) / allowed : kind_difference;
            if (distance == 0) continue;
            s.by_column[o.who[i]] = (std::max)(s.by_column[o.who[i]], distance);
            if (distance > 0.5) raise(marks[o.who[i]], distance >= kind_difference ? mark::other_kind : mark::beyond);
        }
    }
}

} // namespace detail

[[nodiscard]] inline screening screen(api_description const& api, trial const& t, std::span<outcome const> outcomes) {
    using detail::mark;
    screening s;
    s.by_column.resize(outcomes.size());
    std::vector<mark> marks(outcomes.size(), mark::absent);
    std::size_t first = outcomes.size();
    bool errors = false;
    for (std::size_t c = 0; c < outcomes.size(); ++c) {
        switch (outcomes[c].is) {
        case ending::absent:
        case ending::limit: break;
        case ending::value:
            marks[c] = mark::same;
            ++s.answers;
            first = (std::min)(first, c);
            break;
        case ending::error:
            marks[c] = mark::error;
            errors = true;
            break;
        case ending::death:
        case ending::hang:
            marks[c] = mark::lost;
            s.suspicious = true;
            break;
        }
    }
    for (std::size_t output = 0; s.answers > 0 && output < outcomes[first].outputs.size(); ++output) {
        if (output < api.output_count && api.outputs[output].is == nature::shape_only) continue;
        detail::screened_output o;
        o.cells.resize(outcomes.size());
        ndarray const& like = outcomes[first].outputs[output];
        dtype type = like.type();
        for (std::size_t c = first; c < outcomes.size(); ++c) {
            if (outcomes[c].is != ending::value) continue;
            if (output >= outcomes[c].outputs.size() || !(outcomes[c].outputs[output].dims() == like.dims())) {
                raise(marks[c], mark::form);
                continue;
            }
            ndarray const& have = outcomes[c].outputs[output];
            if (info(have.type()).digits < info(type).digits) type = have.type();
            o.cells[c] = cells_of(have.view());
            if (o.cells[c].size() == o.cells[first].size()) o.who.push_back(c);
        }
        // A result wider than the input holds no more digits than the input's dtype gives it.
        if (has_ulp(t.type) && has_ulp(type) && info(t.type).digits < info(type).digits) type = t.type;
        if (o.who.size() >= 2) detail::screen_cells(o, bound_for(api, type, terms_of(api, t.arguments, like.size())), type, s, marks);
    }
    s.pattern = name_of(t.type);
    s.pattern += ' ';
    for (std::size_t c = 0; c < marks.size(); ++c) {
        s.dispersion = (std::max)(s.dispersion, s.by_column[c]);
        bool const harmless = marks[c] == mark::absent || marks[c] == mark::same || marks[c] == mark::error;
        s.suspicious = s.suspicious || !harmless;
        s.pattern += static_cast<char>(marks[c]);
    }
    s.suspicious = s.suspicious || (errors && s.answers > 0);
    return s;
}

} // namespace v0
} // namespace xamt

/// @file
/// One trial under judgement: its outcomes, the second opinions that were asked for, and the verdicts so far.
///
/// Place in the pipeline: compare. The steps of the ladder (endings, forms, exact, values) read and write it; second opinions are run when
/// first asked for and kept.
#pragma once

#include <xamt/compare/bound.hpp>
#include <xamt/compare/evaluator.hpp>
#include <xamt/compare/reference.hpp>
#include <xamt/compare/verdict.hpp>
#include <xamt/describe/api.hpp>
#include <xamt/generate/trial.hpp>
#include <xamt/run/outcome.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace xamt {
inline namespace v0 {

struct oracle_options {
    high_precision last_judge = nullptr; ///< asked where it knows the function
    std::size_t judged_cells = 48;       ///< how many cells the last judge looks at where the columns agree with each other
    std::size_t disputed_cells = 96;     ///< the same where they do not, the gravest first
};

/// What is special about the inputs of one output element: its own, its row's, or where that is not known those of the whole trial.
struct input_facts {
    bool nan = false, infinite = false, subnormal = false, zero = false, at_edge = false;
    bool tiny = false;    ///< subnormal, or so near to it that a sixteenth is
    bool pole = false;    ///< a whole number up to one, where gamma and zeta functions have their poles
    bool moderate = true; ///< no product of four of them leaves the range of float64
    double most = 0;      ///< largest finite magnitude
    double least = std::numeric_limits<double>::infinity(); ///< smallest magnitude but zero
};

struct docket {
    api_description const& api;
    trial const& of;
    std::span<column const> columns;
    std::span<outcome const> outcomes;
    evaluator_ref again;
    oracle_options options;
    witnesses independent;
    column_set answered; ///< columns that gave values
    std::vector<verdict> verdicts;

    docket(api_description const& description, trial const& judged, std::span<column const> all, std::span<outcome const> ends,
           evaluator_ref evaluator, oracle_options with)
        : api(description), of(judged), columns(all), outcomes(ends), again(evaluator), options(with),
          independent(all, description.pointwise), answered(ended(ending::value)) {}

    [[nodiscard]] bool integer_trial() const { return !has_ulp(of.type); }

    /// Columns whose outcome ended so.
    [[nodiscard]] column_set ended(ending e) const {
        column_set s;
        for (std::size_t c = 0; c < outcomes.size(); ++c)
            if (outcomes[c].is == e) s.insert(c);
        return s;
    }

    // Second opinions. Each is the whole table of outcomes, in the wide type, of the columns asked for.

    [[nodiscard]] std::span<outcome const> wide() {
        if (widened(of.type) == of.type && !integer_trial()) return outcomes;
        if (!wide_) wide_ = again.run(wide_arguments(), wide_type(), answered);
        return *wide_;
    }
    /// The answer to `wide` if somebody asked beforehand.
    void answer_wide(std::vector<outcome> answer) { wide_ = std::move(answer); }
    [[nodiscard]] std::vector<value> wide_arguments() const { return widened(api, of.arguments, integer_trial()); }
    [[nodiscard]] dtype wide_type() const { return integer_trial() ? dtype::float64 : widened(of.type); }

    [[nodiscard]] std::span<outcome const> absolute(column_set who) {
        if (!absolute_) absolute_ = again.run(absolute_arguments(wide_arguments()), wide_type(), who);
        return *absolute_;
    }
    /// Inputs moved by `steps` ULP of `unit`, in one of several directions; one rounds the real-valued parameters instead. Those from
    /// `directions` on have further signs, for results of many terms or several tensors.
    static constexpr std::size_t directions = 4, all_directions = 8, of_scalars = 3;
    [[nodiscard]] std::vector<value> const& moved_inputs(std::size_t direction, dtype unit, double steps) {
        auto& kept = moved_inputs_[direction];
        if (!kept) {
            auto const wide = wide_arguments();
            kept = direction == of_scalars ? rounded_scalars(wide, unit) : moved_arguments(api, wide, unit, steps, direction);
        }
        return *kept;
    }
    /// What one column gives there.
    [[nodiscard]] outcome const& moved(std::size_t direction, dtype unit, double steps, std::size_t column) {
        auto const [at, fresh] = moved_[direction].try_emplace(column);
        if (fresh) at->second = again.run(moved_inputs(direction, unit, steps), wide_type(), column_set::only(column))[column];
        return at->second;
    }
    /// Inputs with subnormals of the trial's dtype set to zero, in that dtype.
    [[nodiscard]] std::span<outcome const> flushed() {
        if (!flushed_) {
            auto arguments = flushed_arguments(wide_arguments(), of.type);
            flushed_ = again.run(arguments, wide_type(), answered);
        }
        return *flushed_;
    }
    /// The same trial a second time.
    [[nodiscard]] std::span<outcome const> second_run() {
        if (!second_) second_ = again.run(of.arguments, of.type, column_set::all(columns.size()) - ended(ending::absent));
        return *second_;
    }

  private:
    std::optional<std::vector<outcome>> wide_ = {}, absolute_, flushed_, second_;
    std::array<std::optional<std::vector<value>>, all_directions> moved_inputs_;
    std::array<std::map<std::size_t, outcome>, all_directions> moved_;
};

namespace detail {

/// Flat position in a tensor of shape `in` that is broadcast to `out`, for flat position `element` of `out`.
[[nodiscard]] inline std::int64_t broadcast_element(shape const& out, shape const& in, std::int64_t element) {
    if (in == out) return element;
    std::int64_t at = 0, step = 1;
    for (std::size_t i = 0; i < out.rank(); ++i) {
        std::int64_t const extent = out[out.rank() - 1 - i];
        std::int64_t const place = extent == 0 ? 0 : element % extent;
        if (extent != 0) element /= extent;
        if (i >= in.rank()) continue;
        std::int64_t const own = in[in.rank() - 1 - i];
        at += (own == 1 ? 0 : place) * step;
        step *= own;
    }
    return at;
}

inline void note(input_facts& f, double x, dtype d, parameter const& p) {
    if (is_nan(x)) {
        f.nan = true;
        return;
    }
    f.infinite = f.infinite || is_infinite(x);
    f.zero = f.zero || x == 0;
    f.subnormal = f.subnormal || (has_ulp(d) && class_of(x, d) == cell_class::subnormal);
    // Halves are computed in float32, where their subnormals are ordinary numbers.
    f.tiny = f.tiny || (has_ulp(d) && x != 0 && d != dtype::float16 && magnitude(x) < 16 * smallest_normal(d));
    f.pole = f.pole || (x <= 1 && x == std::floor(x));
    f.at_edge = f.at_edge || x == 0 || is_infinite(x) || (p.bounded() && (x == p.lo || x == p.hi));
    if (is_infinite(x)) return;
    double const size = magnitude(x);
    f.most = (std::max)(f.most, size);
    if (size != 0) f.least = (std::min)(f.least, size);
    f.moderate = f.moderate && (size == 0 || (size < 0x1p255 && size > 0x1p-255));
}

/// True if the word (between underscores or at the ends) or a compound that starts with it stands in an API's name.
[[nodiscard]] constexpr bool named(std::string_view name, std::string_view word) { return name.find(word) != std::string_view::npos; }

} // namespace detail

/// True if element `e` of the first tensor lies in the row that output element `element` is made of: along the axis parameters, every
/// place counts, along the other axes only the output's own.
[[nodiscard]] inline bool in_row(docket const& d, shape const& out, std::int64_t element, shape const& in, std::int64_t e) {
    std::array<bool, shape::max_rank> along{};
    bool any = false;
    for (std::size_t i = 0; i < d.of.arguments.size(); ++i) {
        auto const what = d.api.parameters[i].what;
        if (what != kind::axis && what != kind::axes) continue;
        auto const& v = d.of.arguments[i];
        any = true;
        auto const mark = [&](std::int64_t axis) {
            if (axis < 0) axis += static_cast<std::int64_t>(in.rank());
            if (axis >= 0 && axis < static_cast<std::int64_t>(in.rank())) along[static_cast<std::size_t>(axis)] = true;
        };
        if (std::holds_alternative<none>(v)) return true;
        if (auto const* n = std::get_if<std::int64_t>(&v)) mark(*n);
        if (auto const* l = std::get_if<integer_list>(&v)) std::for_each(l->items.begin(), l->items.end(), mark);
    }
    if (!any) return true;
    std::size_t const reduced = static_cast<std::size_t>(std::count(along.begin(), along.end(), true));
    bool const kept = out.rank() == in.rank();
    if (!kept && out.rank() + reduced != in.rank()) return true;
    std::size_t to = out.rank();
    for (std::size_t i = in.rank(); i-- > 0;) {
        std::int64_t const place = e % in[i];
        e /= in[i];
        if (along[i] && !kept) continue;
        --to;
        std::int64_t const own = element % out[to];
        element /= out[to];
        if (!along[i] && own != place) return false;
    }
    return true;
}

/// Facts about the inputs behind one output element.
[[nodiscard]] inline input_facts facts_at(docket const& d, shape const& out, std::int64_t element) {
    input_facts f;
    for (std::size_t i = 0; i < d.of.arguments.size(); ++i) {
        parameter const& p = d.api.parameters[i];
        auto const& v = d.of.arguments[i];
        if (auto const* x = std::get_if<double>(&v)) detail::note(f, *x, d.of.type, p);
        auto const look = [&](ndarray const& t) {
            auto const at = [&](std::int64_t e) {
                if (is_complex(t.type())) {
                    auto const z = load_complex(t.view(), e);
                    detail::note(f, z.real(), t.type(), p);
                    detail::note(f, z.imag(), t.type(), p);
                } else {
                    detail::note(f, load(t.view(), e), t.type(), p);
                }
            };
            if (t.size() == 0) return;
            if (d.api.pointwise) return at(detail::broadcast_element(out, t.dims(), element));
            for (std::int64_t e = 0; e < t.size(); ++e)
                if (i != 0 || in_row(d, out, element, t.dims(), e)) at(e);
        };
        if (auto const* t = std::get_if<ndarray>(&v)) look(*t);
        if (auto const* list = std::get_if<std::vector<ndarray>>(&v))
            for (auto const& t : *list) look(t);
    }
    return f;
}

} // namespace v0
} // namespace xamt

/// @file
/// One floating output of a trial as a table, cells by columns, with what is right in each cell and how well that is conditioned.
///
/// Place in the pipeline: compare. Everything here is computed when first needed: most cells of most trials are quiet and need no second
/// opinion at all.
#pragma once

#include <xamt/compare/docket.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace xamt {
inline namespace v0 {

/// How much the reference of a cell changes when the inputs move by one ULP.
struct conditioning {
    double change = 0;      ///< largest absolute change
    double scalars = 0;     ///< change when real-valued parameters are rounded to the dtype
    bool unstable = false;  ///< the class of the cell changes, not only its value
    std::vector<double> nearby; ///< the cell at the moved inputs
};

class grid {
  public:
    grid(docket& d, std::size_t output, column_set asked, bool magnitudes)
        : d_(d), output_(output), asked_(asked), magnitudes_(magnitudes), out_(tensor(asked.first()).dims()) {
        own_.resize(d.columns.size());
        unit_.resize(d.columns.size(), d.of.type);
        for (std::size_t c = 0; c < d.columns.size(); ++c) {
            if (!asked.contains(c)) continue;
            own_[c] = cells(tensor(c));
            dtype const type = tensor(c).type();
            // A result in a wider type than the inputs' may still have been computed in theirs.
            bool const coarser = !d.integer_trial() && info(d.of.type).digits < info(type).digits;
            unit_[c] = coarser ? d.of.type : type;
            if (coarser)
                for (auto& x : own_[c]) x = rounded_to(x, unit_[c]);
            if (info(unit_[c]).digits < info(coarsest_).digits) coarsest_ = unit_[c];
        }
        lanes_ = is_complex(tensor(asked.first()).type()) && !magnitudes ? 2 : 1;
        terms_ = terms_of(d.api, d.of.arguments, out_.elements());
    }

    [[nodiscard]] std::size_t size() const { return own_[asked_.first()].size(); }
    [[nodiscard]] std::int64_t element(std::size_t cell) const { return static_cast<std::int64_t>(cell) / lanes_; }
    [[nodiscard]] shape const& dims() const { return out_; }
    [[nodiscard]] column_set asked() const { return asked_; }
    [[nodiscard]] double own(std::size_t column, std::size_t cell) const { return own_[column][cell]; }
    [[nodiscard]] dtype unit(std::size_t column) const { return unit_[column]; }
    [[nodiscard]] dtype coarsest() const { return coarsest_; }
    [[nodiscard]] double terms() const { return terms_; }
    /// True if there is no wider type: the columns' own values are the only witnesses.
    [[nodiscard]] bool widest() const { return widened(coarsest_) == coarsest_; }

    /// True if all columns agree in kind and lie so close together that no bound can be broken between them.
    [[nodiscard]] bool quiet(std::size_t cell, error_bound const& bound) const {
        double lo = std::numeric_limits<double>::infinity(), hi = -lo, scale = 0;
        double const first = own_[asked_.first()][cell];
        for (std::size_t c = 0; c < own_.size(); ++c) {
            if (!asked_.contains(c)) continue;
            double const x = own_[c][cell];
            if (!same_kind(x, first)) return false;
            if (!is_finite(x)) continue;
            lo = (std::min)(lo, x);
            hi = (std::max)(hi, x);
            scale = (std::max)(scale, modulus(own_[c], cell));
        }
        if (!(lo < hi)) return true;
        return hi / 2 - lo / 2 <= (bound.table * ulp_at(lo < 0 && -lo > hi ? lo : hi, coarsest_) + bound.absolute * scale) / 4;
    }

    /// How far the columns are apart, in ULP of the widest; a difference in kind is infinite.
    [[nodiscard]] double dispute(std::size_t cell) const {
        double lo = std::numeric_limits<double>::infinity(), hi = -lo;
        double const first = own_[asked_.first()][cell];
        for (std::size_t c = 0; c < own_.size(); ++c) {
            if (!asked_.contains(c)) continue;
            double const x = own_[c][cell];
            if (!same_kind(x, first)) return std::numeric_limits<double>::infinity();
            lo = (std::min)(lo, x);
            hi = (std::max)(hi, x);
        }
        return lo < hi ? (hi / 2 - lo / 2) / ulp_at((std::max)(magnitude(lo), magnitude(hi)), coarsest_) : 0;
    }

    /// Magnitude by which an error in this cell is measured: that of the whole number, where it is complex.
    [[nodiscard]] double modulus(std::vector<double> const& cells, std::size_t cell) const {
        if (lanes_ == 1) return magnitude(cells[cell]);
        double const re = cells[cell - cell % 2], im = cells[cell - cell % 2 + 1];
        return is_finite(re) && is_finite(im) ? (std::max)(magnitude(re), magnitude(im)) : magnitude(cells[cell]);
    }

    /// The largest magnitude; that of the largest number for an infinity.
    [[nodiscard]] static double largest_finite(std::vector<double> const& cells) {
        double most = 0;
        for (double x : cells) most = (std::max)(most, is_nan(x) ? 0 : magnitude(x));
        return (std::min)(most, (std::numeric_limits<double>::max)());
    }

    /// Condition of a sum, sum |x|, where running the API on |x| gives it; |reference| otherwise.
    [[nodiscard]] double absolute(std::size_t cell, double reference) {
        prepare_wide();
        if (!absolute_) {
            absolute_.emplace();
            bool const constrained = std::any_of(d_.api.takes().begin(), d_.api.takes().end(), [](parameter const& p) {
                return p.is_tensor() && p.filled_with != content::any && p.filled_with != content::indices;
            });
            if (!constrained && probe_) {
                auto const found = wide_cells(d_.absolute(column_set::only(*probe_))[*probe_]);
                auto const& base = wide_[*probe_];
                // Only a function that does not shrink when its inputs become positive has this condition: a sum has, a softmax has not.
                bool usable = found.size() == base.size();
                for (std::size_t i = 0; usable && i < base.size(); ++i)
                    usable = !is_finite(base[i]) || is_infinite(found[i]) || found[i] >= magnitude(base[i]) * (1 - 0x1p-40);
                if (usable) absolute_ = found;
                // Every output of a Fourier transform is a sum of all inputs, whose moduli the constant term of |x| adds up; where that
                // is out of range, nothing is told of rounding.
                if (!usable && d_.api.topic == "fft" && !found.empty()) absolute_->assign(base.size(), largest_finite(found));
            }
        }
        double const size = magnitude(reference);
        if (absolute_->empty() || !is_finite((*absolute_)[cell])) return size;
        return (std::max)(size, magnitude((*absolute_)[cell]));
    }

    /// What the columns that compute in the wide type agree on.
    [[nodiscard]] reference_cell reference(std::size_t cell, error_bound const& bound) {
        prepare_wide();
        bool const own_only = widest();
        return consensus(wide_, cell, wide_asked_, d_.independent, [&](std::size_t c) {
            double const scale = modulus(wide_[c], cell);
            double const allowed =
                bound.table * ulp_at(scale, coarsest_) + (bound.absolute > 0 ? bound.absolute * absolute(cell, wide_[c][cell]) : 0);
            // An eighth of the trial's ULP cannot move a verdict; in the widest type columns may differ by what the bound allows.
            return own_only ? allowed : (std::max)(ulp_at(scale, coarsest_), allowed) / 8;
        });
    }

    /// How the cell reacts to one ULP of its inputs: by the last judge where it gave the reference, else by a column that stands with it.
    [[nodiscard]] conditioning condition(std::size_t cell, reference_cell const& r, error_bound const& bound) {
        if (!r.judged) prepare_wide();
        double const steps = probing_steps(d_.api, bound, widest());
        std::optional<std::size_t> const stands = r.judged ? std::nullopt : probe_at(r.supporters);
        if (!r.judged && !stands) return {};
        std::size_t const who = stands.value_or(0);
        double const base = r.judged ? r.right.high : wide_[who][cell];
        conditioning c;
        for (std::size_t k = 0; k < (in_step() ? docket::all_directions : docket::directions); ++k) {
            std::optional<double> const there = r.judged ? judged_there(k, steps, cell) : column_there(k, steps, who, cell);
            if (!there) continue;
            c.nearby.push_back(*there);
            if (!same_kind(base, *there)) {
                c.unstable = true;
                continue;
            }
            if (!is_finite(base)) continue;
            double const change = magnitude(*there - base);
            if (k == docket::of_scalars)
                c.scalars = change;
            else
                c.change = (std::max)(c.change, change / steps);
        }
        return c;
    }

    /// Numbers that cancel go on doing so while they move in step: more signs are tried for them.
    [[nodiscard]] bool in_step() const { return many_terms() || pairs_elements(d_.api); }
    [[nodiscard]] bool many_terms() const {
        return d_.api.exactness.of == rounding::accumulation || d_.api.exactness.of == rounding::linear_algebra;
    }

    /// The cell where subnormal inputs are read as zero; nothing if the probe did not answer.
    [[nodiscard]] std::optional<double> flushed(std::size_t cell) {
        prepare_wide();
        if (!probe_) return std::nullopt;
        if (flushed_.empty()) flushed_ = wide_cells(d_.flushed()[*probe_]);
        return cell < flushed_.size() ? std::optional<double>(flushed_[cell]) : std::nullopt;
    }

    [[nodiscard]] ndarray const& tensor(std::size_t c) const { return d_.outcomes[c].outputs[output_]; }

  private:
    [[nodiscard]] std::vector<double> cells(ndarray const& t) const {
        auto all = cells_of(t.view());
        if (!magnitudes_) return all;
        if (!is_complex(t.type())) {
            for (auto& x : all) x = magnitude(x);
            return all;
        }
        std::vector<double> moduli;
        for (std::size_t i = 0; i + 1 < all.size(); i += 2) moduli.push_back(std::hypot(all[i], all[i + 1]));
        return moduli;
    }

    /// Cells of a column in a second opinion; empty unless they are in the wide type and of the right shape.
    [[nodiscard]] std::vector<double> wide_cells(outcome const& from) const {
        if (from.is != ending::value || output_ >= from.outputs.size()) return {};
        ndarray const& t = from.outputs[output_];
        if (!(t.dims() == out_) || !has_ulp(t.type()) || widened(t.type()) != t.type()) return {};
        return cells(t);
    }

    [[nodiscard]] std::optional<double> judged_there(std::size_t k, double steps, std::size_t cell) const {
        if (d_.options.last_judge == nullptr) return std::nullopt;
        auto const y = d_.options.last_judge(d_.api.name, d_.moved_inputs(k, coarsest_, steps), element(cell));
        return y ? std::optional<double>(y->high) : std::nullopt;
    }
    [[nodiscard]] std::optional<double> column_there(std::size_t k, double steps, std::size_t column, std::size_t cell) {
        auto const [at, fresh] = moved_[k].try_emplace(column);
        if (fresh) at->second = wide_cells(d_.moved(k, coarsest_, steps, column));
        return cell < at->second.size() ? std::optional<double>(at->second[cell]) : std::nullopt;
    }

    /// A column whose wide value is the reference's: the probe if it is one of them.
    [[nodiscard]] std::optional<std::size_t> probe_at(column_set supporters) const {
        column_set const able = supporters & wide_asked_;
        if (able.empty() || (probe_ && able.contains(*probe_))) return probe_;
        for (std::size_t c = 0; c < d_.columns.size(); ++c)
            if (able.contains(c) && !d_.columns[c].compiles) return c;
        return able.first();
    }

    void prepare_wide() {
        if (!wide_.empty()) return;
        wide_.resize(d_.columns.size());
        auto const all = d_.wide();
        for (std::size_t c = 0; c < d_.columns.size(); ++c) {
            if (!d_.answered.contains(c)) continue;
            wide_[c] = wide_cells(all[c]);
            if (wide_[c].size() == size()) wide_asked_.insert(c);
        }
        choose_probe();
    }

    /// The column whose wide values stand most often with the majority, a cheap one before one that compiles; conditioning is its change.
    void choose_probe() {
        std::size_t most = 0;
        std::string best;
        for (std::size_t c = 0; c < d_.columns.size(); ++c) {
            if (!wide_asked_.contains(c)) continue;
            std::size_t with = 1;
            for (std::size_t i = 0; i < size(); ++i)
                for (std::size_t k = 0; k < d_.columns.size(); ++k)
                    if (k != c && wide_asked_.contains(k) && detail::agree_within(wide_[c][i], wide_[k][i], ulp_at(wide_[c][i], coarsest_)))
                        with += 2;
            if (d_.columns[c].compiles) with -= (std::min<std::size_t>)(with - 1, size());
            std::string const name = to_text(d_.columns[c]);
            if (with > most || (with == most && name < best)) {
                most = with;
                best = name;
                probe_ = c;
            }
        }
    }

    docket& d_;
    std::size_t output_;
    column_set asked_;
    bool magnitudes_;
    shape out_;
    std::int64_t lanes_ = 1;
    double terms_ = 1;
    dtype coarsest_ = dtype::float64;
    cell_table own_;
    std::vector<dtype> unit_;
    cell_table wide_;
    column_set wide_asked_;
    std::optional<std::size_t> probe_;
    std::optional<std::vector<double>> absolute_;
    std::array<std::map<std::size_t, std::vector<double>>, docket::all_directions> moved_;
    std::vector<double> flushed_;
};

} // namespace v0
} // namespace xamt

/// @file
/// Collects what is wrong cell by cell and turns it into one verdict for each kind of difference and family.
///
/// Place in the pipeline: compare. A trial of thousands of cells has few causes: for each column the worst cell speaks, and columns that
/// give the same in the same cell stand in one verdict.
#pragma once

#include <xamt/compare/docket.hpp>

#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace xamt {
inline namespace v0 {

/// One wrong, excused or doubtful cell of one column.
struct blot {
    judgement is = judgement::value;
    policy_id excuse = policy_id::none;
    std::string_view family = {};
    std::size_t in = 0;        ///< column
    std::int64_t element = 0;  ///< flat, of the output
    std::string got, expected;
    double ulp = 0;
    double bound = 0;
    double conditioning = 0; ///< how much of the bound is the inputs'
    bool judged = false;     ///< by the last judge
    std::string derivation;
    column_set witnesses;
    bool extreme = false; ///< its inputs are infinite, or so large or small that few programs meet them

    /// How bad, for choosing the cell that is shown: in kind, then in degree.
    [[nodiscard]] double weight() const {
        if (is == judgement::value || is == judgement::ill_conditioned) {
            double const ratio = ulp / (std::max)(bound, 1.0);
            return is_finite(ratio) ? std::log2(1 + ratio) : 2000;
        }
        return is == judgement::nan ? 4000 : 3000;
    }
};

namespace detail {

/// Shortest text that reads back as the same value of dtype `d`.
[[nodiscard]] inline std::string cell_text(double x, dtype d) {
    if (d == dtype::float64 || d == dtype::complex128 || !is_finite(x)) return shortest(x);
    std::array<char, 32> text{};
    auto const end = std::to_chars(text.data(), text.data() + text.size(), static_cast<float>(x)).ptr;
    return {text.data(), end};
}

/// For ranking, 0..100: a difference in kind before one in degree, ordinary inputs before extreme ones.
[[nodiscard]] inline int severity_of(blot const& b) {
    int const common = b.extreme ? 0 : 15;
    int const parts = b.family == "complex" ? 15 : 0;
    switch (b.is) {
    case judgement::nan: return 65 + common - parts;
    case judgement::infinity: return 60 + common - parts;
    case judgement::index: return 65;
    case judgement::value: {
        double const ratio = is_finite(b.ulp) ? b.ulp / (std::max)(b.bound, 1.0) : 0x1p30;
        return (std::min)(60, 15 + static_cast<int>(1.5 * std::log2(1 + ratio))) + common - parts;
    }
    default: return 10;
    }
}

} // namespace detail

/// The blots of one output.
class tally {
  public:
    explicit tally(std::size_t output) : output_(output) {}

    void add(blot b) {
        for (auto& kept : worst_) {
            if (kept.in != b.in || kept.is != b.is || kept.excuse != b.excuse || kept.family != b.family) continue;
            if (b.weight() > kept.weight()) kept = std::move(b);
            return;
        }
        worst_.push_back(std::move(b));
    }

    [[nodiscard]] bool empty() const { return worst_.empty(); }

    /// Appends the verdicts. A column that is blamed for NaN or infinity is not blamed for numbers once more.
    void report(docket& d) {
        std::vector<bool> told(worst_.size(), false);
        for (std::size_t i = 0; i < worst_.size(); ++i) {
            if (told[i]) continue;
            column_set columns;
            blot const* shown = nullptr;
            for (std::size_t k = i; k < worst_.size(); ++k) {
                blot const &a = worst_[i], &b = worst_[k];
                bool const finding = a.excuse == policy_id::none && a.is != judgement::ill_conditioned && a.is != judgement::undecided;
                bool const alike = a.is == b.is && a.excuse == b.excuse &&
                                   (!finding || (a.family == b.family && a.element == b.element && a.got == b.got));
                if (told[k] || !alike) continue;
                told[k] = true;
                columns.insert(b.in);
                if (shown == nullptr || heavier(d, b, *shown)) shown = &b;
            }
            d.verdicts.push_back(verdict_of(d, *shown, columns));
        }
    }

  private:
    /// Independent of the order of the columns.
    static bool heavier(docket const& d, blot const& a, blot const& b) {
        if (a.weight() != b.weight()) return a.weight() > b.weight();
        if (a.element != b.element) return a.element < b.element;
        return to_text(d.columns[a.in]) < to_text(d.columns[b.in]);
    }

    verdict verdict_of(docket const& d, blot const& b, column_set columns) const {
        verdict v;
        v.is = b.is;
        v.suppressed_by = b.excuse;
        v.family = b.family;
        v.output = static_cast<int>(output_);
        v.element = b.element;
        v.got = b.got;
        v.expected = b.expected;
        v.ulp = b.ulp;
        v.bound = b.bound;
        v.conditioning = b.conditioning;
        v.judged = b.judged;
        v.derivation = b.derivation;
        v.severity = detail::severity_of(b);
        v.witnesses = b.witnesses;
        v.blamed = columns;
        std::string const where = " at element " + std::to_string(b.element);
        std::string const gives = " " + b.got + where + " where " + b.expected + " is right";
        switch (b.is) {
        case judgement::undecided:
            v.witnesses = columns;
            v.blamed = {};
            v.sentence = "independent columns disagree" + where + ": " + b.got;
            return v;
        case judgement::ill_conditioned:
            v.say(d.columns, "give", gives + ": " + detail::figure(b.ulp) + " ULP, inside what one ULP of the input changes");
            return v;
        default: v.say(d.columns, "give", gives);
        }
        if (b.is == judgement::value && b.ulp > 0)
            v.add(": " + detail::figure(b.ulp) + " ULP, " + detail::figure(b.bound) + " are allowed");
        if (!b.witnesses.empty()) v.add(" (by " + names_of(b.witnesses, d.columns) + ")");
        if (b.excuse != policy_id::none) v.add("; convention: " + std::string(info(b.excuse).reason));
        return v;
    }

    std::size_t output_;
    std::vector<blot> worst_;
};

} // namespace v0
} // namespace xamt

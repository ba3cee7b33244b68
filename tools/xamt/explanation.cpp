// The reasoning of a verdict in plain words; see explanation.hpp.
#include "explanation.hpp"

#include <xamt/report/alignment.hpp>
#include <xamt/report/wording.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace xamt_command {

namespace {

using namespace xamt;

class explainer {
  public:
    explainer(trial_story const& story, api_description const& api, console_style const& style)
        : story_(story), api_(api), style_(style), width_(static_cast<std::size_t>(style.width)) {}

    [[nodiscard]] std::string text() {
        said_ = style_.bold(story_.group) + (story_.replay.empty() ? "" : "  " + style_.dim(story_.replay)) + "\n";
        inputs();
        answers();
        witnesses();
        limits();
        if (story_.taking_part() < 2) {
            head("Conclusion");
            say("Nothing can be concluded: fewer than two columns take this input.");
        } else if (story_.verdicts.empty()) {
            head("Conclusion");
            say("All columns agree: none differs by more than the bound allows, and no class of cells differs.");
        }
        for (std::size_t i = 0; i < story_.verdicts.size(); ++i) verdict_text(story_.verdicts[i], i + 1);
        return said_;
    }

  private:
    void head(std::string_view title) { said_ += "\n" + style_.bold(title) + "\n"; }
    void say(std::string const& sentence) {
        if (!sentence.empty()) said_ += "  " + wrapped_text(sentence, width_, 2) + "\n";
    }
    void table(std::vector<std::vector<std::string>> const& rows) { said_ += table_text(rows, 2, style_); }

    void inputs() {
        head("What went in");
        std::vector<std::vector<std::string>> rows{{"parameter", "value"}};
        for (auto const& [name, value] : story_.input) rows.push_back({name, value});
        table(rows);
    }

    void answers() {
        head("What came out");
        std::vector<std::vector<std::string>> rows{{"column", "function", "answer"}};
        for (auto const& a : story_.answers) rows.push_back({a.column, a.api, a.took_part ? a.text : style_.dim(a.text)});
        table(rows);
    }

    /// The witnesses among some columns, each with the columns that share its code.
    [[nodiscard]] std::vector<std::string> independent(column_set s) const {
        std::vector<std::string> names, list;
        for (std::size_t i = 0; i < story_.answers.size(); ++i)
            if (s.contains(i) && std::ranges::find(names, story_.answers[i].witness) == names.end())
                names.push_back(story_.answers[i].witness);
        for (auto const& name : names) {
            std::vector<std::string> columns;
            for (std::size_t i = 0; i < story_.answers.size(); ++i)
                if (s.contains(i) && story_.answers[i].witness == name) columns.push_back(story_.answers[i].column);
            bool const alone = columns.size() == 1 && columns.front() == name;
            list.push_back(alone ? name : fmt::format("{} ({})", name, fmt::join(columns, ", ")));
        }
        return list;
    }

    [[nodiscard]] column_set answered() const {
        column_set s;
        for (std::size_t i = 0; i < story_.answers.size(); ++i)
            if (story_.answers[i].gave_value) s.insert(i);
        return s;
    }

    void witnesses() {
        head("Who counts");
        auto const all = independent(answered());
        say(fmt::format("{} gave values: {}. Columns that call the same library's code count once.",
                        fmt::format("{} independent {}", all.size(), all.size() == 1 ? "witness" : "witnesses"), listed(all)));
    }

    void limits() {
        head("What is allowed");
        say(fmt::format("{} is of the kind \"{}\".", story_.group, to_words(api_.exactness.of)));
        if (!story_.derivation.empty()) say(fmt::format("The bound before conditioning: {}.", story_.derivation));
        std::vector<std::string> distances;
        for (auto const& a : story_.answers)
            if (a.gave_value)
                distances.push_back(a.distance >= 1e6 ? fmt::format("{} another class of cell", a.column)
                                                      : fmt::format("{} {:.3g}", a.column, a.distance));
        if (!distances.empty())
            say(fmt::format("Distance from the middle column, in units of that bound (1 is as far as allowed): {}.",
                            fmt::join(distances, ", ")));
    }

    void reference(verdict const& v) {
        if (v.judged)
            return say(
                fmt::format("Right there is {}, by evaluation with far more digits than any dtype has (MPFR). No column is needed to "
                            "stand behind it.",
                            v.expected));
        if (v.expected.empty()) return say("There is no reference: no majority of independent witnesses stands behind one value.");
        auto const behind = independent(v.witnesses);
        say(fmt::format("Right is {}; {} behind it{}.", v.expected,
                        behind.empty() ? "nobody stands" : fmt::format("{} stand{}", listed(behind), behind.size() == 1 ? "s" : ""),
                        v.ulp > 0 || v.bound > 0 ? ", computing in the wider dtype where there is one" : ""));
    }

    void numbers(verdict const& v) {
        if (v.bound <= 0) return;
        say(fmt::format("The error is {}; allowed are {:.4g} ULP: {}.", ulp_text(v.ulp), v.bound, v.derivation));
        if (v.conditioning > 0)
            say(fmt::format("Conditioning adds {:.4g} ULP of these: that much the right value changes when the inputs move by one ULP.",
                            v.conditioning));
        else if (v.suppressed_by == policy_id::none)
            say("Conditioning adds nothing: moving the inputs by one ULP does not change the right value by as much as an ULP.");
    }

    void conventions(verdict const& v) {
        if (v.suppressed_by != policy_id::none) {
            auto const& p = info(v.suppressed_by);
            return say(fmt::format("The convention {} excuses it: {}. Source: {}. `--strict` reports it all the same.", p.name, p.reason,
                                   p.source));
        }
        std::vector<std::string> names;
        for (auto const id : conventions_for(v.is)) names.emplace_back(name_of(id));
        if (!names.empty()) say(fmt::format("Conventions considered, none of which covers it: {}.", fmt::join(names, ", ")));
    }

    void verdict_text(verdict const& v, std::size_t number) {
        head(fmt::format("Verdict {}: {}{}", number, name_of(v.is), v.family.empty() ? "" : fmt::format(" ({})", v.family)));
        say(v.sentence + ".");
        bool const by_value = v.output >= 0 && v.is != judgement::undecided;
        if (by_value) reference(v);
        numbers(v);
        conventions(v);
        say("Conclusion: " + conclusion(v));
    }

    [[nodiscard]] std::string conclusion(verdict const& v) const {
        auto const blamed = listed(story_.names(v.blamed));
        if (v.is_finding()) return fmt::format("a finding against {}, severity {} of 100.", blamed, v.severity);
        if (v.suppressed_by != policy_id::none) return "no finding: a documented difference, silent by default.";
        switch (v.is) {
        case judgement::undecided:
            return "no finding: independent witnesses contradict each other, and nobody is blamed without a majority.";
        case judgement::mistrusted: return "no finding: the trial cannot tell right from wrong.";
        case judgement::ill_conditioned:
            return "no finding: the input's last place decides, so the error may come from the input's own rounding.";
        case judgement::nondeterministic: return "no finding: what does not repeat cannot be compared.";
        default: return "no finding.";
        }
    }

    trial_story const& story_;
    api_description const& api_;
    console_style const& style_;
    std::size_t width_;
    std::string said_;
};

} // namespace

std::string explanation(trial_story const& story, api_description const& api, console_style const& style) {
    return explainer(story, api, style).text();
}

} // namespace xamt_command

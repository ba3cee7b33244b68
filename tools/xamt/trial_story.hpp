/// @file
/// All that there is to say of one trial, as text and numbers: what `try`, `replay` and `explain` show and `try --cases` writes down.
#pragma once

#include <xamt/compare/verdict.hpp>
#include <xamt/report/run_report.hpp>

#include <string>
#include <vector>

namespace xamt_command {

/// All that there is to say of a trial.
struct trial_story {
    struct answer {
        std::string column, api, text;
        std::string witness;      ///< the library whose code decides it; columns that share one count once
        bool took_part = false;
        bool gave_value = false;
        double distance = 0;      ///< from the middle column, in units of the operation's bound
    };

    std::string group;
    std::string replay; ///< empty for an input of the user's own
    std::string type;   ///< dtype of the first tensor
    std::vector<xamt::named_text> input;
    std::vector<answer> answers;
    std::vector<xamt::verdict> verdicts; ///< without agreement
    double bound = 0;                    ///< of the operation, in ULP
    std::string derivation;              ///< of that bound

    /// How many columns took part.
    [[nodiscard]] std::size_t taking_part() const;
    /// Names of the columns in a set.
    [[nodiscard]] std::vector<std::string> names(xamt::column_set s) const;
};

/// Whether a verdict is a finding; where `strict`, also if a convention excuses it.
[[nodiscard]] bool counts(xamt::verdict const& v, bool strict);

/// The columns that findings blame.
[[nodiscard]] xamt::column_set blamed_in(trial_story const& story, bool strict);

} // namespace xamt_command

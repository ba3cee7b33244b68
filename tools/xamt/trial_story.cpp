// What a trial's story answers to; see trial_story.hpp.
#include "trial_story.hpp"

#include <algorithm>

namespace xamt_command {

std::size_t trial_story::taking_part() const {
    return static_cast<std::size_t>(std::ranges::count(answers, true, &trial_story::answer::took_part));
}

std::vector<std::string> trial_story::names(xamt::column_set s) const {
    std::vector<std::string> list;
    for (std::size_t i = 0; i < answers.size(); ++i)
        if (s.contains(i)) list.push_back(answers[i].column);
    return list;
}

bool counts(xamt::verdict const& v, bool strict) {
    if (!strict) return v.is_finding();
    auto unexcused = v;
    unexcused.suppressed_by = xamt::policy_id::none;
    return unexcused.is_finding();
}

xamt::column_set blamed_in(trial_story const& story, bool strict) {
    xamt::column_set all;
    for (auto const& v : story.verdicts)
        if (counts(v, strict)) all = all | v.blamed;
    return all;
}

} // namespace xamt_command

/// @file
/// The text form of a trial's name: `group:seed:class:index`, and `group:seed:class:index.case` for one case of a stack.
///
/// Place in the pipeline: generate. Example: `parse_trial_name("erf:1:4:7.12")` names case 12 of trial 7 of class 4 of group erf under
/// seed 1.
#pragma once

#include <xamt/core/result.hpp>
#include <xamt/generate/trial.hpp>

#include <charconv>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

namespace xamt {
inline namespace v0 {

[[nodiscard]] inline std::string to_text(trial_name const& n) {
    std::string text = n.group + ":" + std::to_string(n.seed) + ":" + std::to_string(n.shape_class) + ":" + std::to_string(n.index);
    if (n.stacked >= 0) text += "." + std::to_string(n.stacked);
    return text;
}

namespace detail {

/// Takes what stands behind the last `mark` off the end of `text` as a number; false if there is no such number.
template <class Number> [[nodiscard]] bool take_last_number(std::string_view& text, char mark, Number& to) {
    auto const at = text.rfind(mark);
    if (at == std::string_view::npos) return false;
    std::string_view const digits = text.substr(at + 1);
    auto const [end, failure] = std::from_chars(digits.data(), digits.data() + digits.size(), to);
    if (failure != std::errc{} || end != digits.data() + digits.size()) return false;
    text.remove_suffix(digits.size() + 1);
    return true;
}

} // namespace detail

/// The name that a text spells; numbers out of range and missing parts are errors.
[[nodiscard]] inline result<trial_name> parse_trial_name(std::string_view text) {
    auto const refuse = [&](char const* why) {
        return error{"cannot read the trial name '" + std::string(text) + "'", why,
                     "names read group:seed:class:index, or group:seed:class:index.case"};
    };
    trial_name n;
    std::string_view rest = text;
    auto const last = text.rfind(':');
    if (last != std::string_view::npos && text.find('.', last) != std::string_view::npos) {
        if (!detail::take_last_number(rest, '.', n.stacked) || n.stacked < 0) return refuse("what stands after the dot is no case number");
    }
    if (!detail::take_last_number(rest, ':', n.index)) return refuse("the index is missing or no number below 2^32");
    if (!detail::take_last_number(rest, ':', n.shape_class)) return refuse("the class is missing or no number below 2^32");
    if (!detail::take_last_number(rest, ':', n.seed)) return refuse("the seed is missing or no number below 2^64");
    if (rest.empty()) return refuse("the group is missing");
    n.group = std::string(rest);
    return n;
}

} // namespace v0
} // namespace xamt

/// @file
/// Fuzzing one's own library without describing it: `xamt::explore_library<my_library, xamt::aten>(xamt::trials(2'000))`.
///
/// Place in the pipeline: groups, for people who write tests. What `xamt::match` found becomes a description for each function: where a
/// curated group has the operator, that group's domain, error bound and other frameworks, narrowed to what the function takes; else what
/// the operator's schema says, with the widest kind of bound.
/// @snippet examples/020_own_library.cpp list
#pragma once

#include <xamt/campaign/explore.hpp>
#include <xamt/groups/own_test.hpp>
#include <xamt/match/equivalents.hpp>

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace xamt {
inline namespace v0 {

/// What exploring a library came to.
struct library_exploration {
    std::vector<std::pair<std::string, exploration>> functions; ///< that have a counterpart, with what was found
    std::vector<std::string> left_out;                          ///< the others, with the reason

    [[nodiscard]] bool agrees() const {
        for (auto const& [name, found] : functions)
            if (!found.agrees()) return false;
        return true;
    }
    [[nodiscard]] std::string text() const {
        std::string all;
        for (auto const& [name, found] : functions) all += name + "\n" + found.text();
        for (auto const& why : left_out) all += why + "\n";
        return all;
    }
};

/// Matches while compiling, explores every function that has a counterpart, and tells why the others have none.
template <auto const& Library, auto const& Operators> [[nodiscard]] library_exploration explore_library(explore_options const& options) {
    static constexpr auto found = match<Library, Operators>();
    library_exploration all;
    for (std::size_t i = 0; i < found.size(); ++i) {
        if (!found[i].holds()) {
            all.left_out.push_back(found.text(i));
            continue;
        }
        own_test const test(Library[i], found[i], Operators, Library.name);
        all.functions.emplace_back(found.text(i), explore_api(test.api(), options));
    }
    return all;
}

} // namespace v0
} // namespace xamt

// Look-alikes that the committed groups must keep apart (tests/data/hard_negatives.tsv).
#include "../catch.hpp"

#include <tests/paths.hpp>

#include <nlohmann/json.hpp>

#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace {

struct look_alikes {
    std::string one, other, why, needs; ///< `needs`: words of a recipe with which they may be in one group, or nothing
};

std::vector<look_alikes> hard_negatives() {
    std::ifstream file(xamt_test::source_dir + std::string("/tests/data/hard_negatives.tsv"));
    std::vector<look_alikes> all;
    for (std::string line; std::getline(file, line);) {
        if (line.empty() || line[0] == '#') continue;
        std::stringstream fields(line);
        look_alikes pair;
        std::getline(fields, pair.one, '\t');
        std::getline(fields, pair.other, '\t');
        std::getline(fields, pair.why, '\t');
        std::getline(fields, pair.needs, '\t');
        all.push_back(std::move(pair));
    }
    return all;
}

/// By name, the groups that it is in, and its recipe there.
using places = std::map<std::string, std::map<std::size_t, std::string>>;

places places_in(nlohmann::json const& groups) {
    places all;
    for (std::size_t i = 0; i < groups.size(); ++i)
        for (auto const& m : groups[i].at("members"))
            for (auto const& name : m.at("names")) all[name][i] = m.value("recipe", "");
    return all;
}

bool says_one_of(std::string const& recipe, std::string const& needs) {
    std::stringstream words(needs);
    for (std::string word; std::getline(words, word, '|');)
        if (recipe.find(word) != std::string::npos) return true;
    return false;
}

} // namespace

TEST_CASE("look-alikes are in no group together, accepted or confirmed, but with the recipe that tells them apart") {
    std::ifstream file(xamt_test::source_dir + std::string("/data/groups.json"));
    auto const recorded = nlohmann::json::parse(file);
    auto const where = places_in(recorded.at("groups"));
    auto const pairs = hard_negatives();
    REQUIRE(pairs.size() >= 40);
    std::size_t known = 0;
    for (auto const& pair : pairs) {
        auto const one = where.find(pair.one), other = where.find(pair.other);
        known += (one != where.end()) + (other != where.end());
        if (one == where.end() || other == where.end()) continue;
        for (auto const& [group, recipe] : one->second) {
            auto const shared = other->second.find(group);
            if (shared == other->second.end()) continue;
            INFO(pair.one << " and " << pair.other << " (" << pair.why << ") are both in group " << recorded["groups"][group]["name"]);
            CHECK(says_one_of(recipe + "; " + shared->second, pair.needs));
        }
    }
    CHECK(known >= pairs.size()); // names that no group has test nothing
}

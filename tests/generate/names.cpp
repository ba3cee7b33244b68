// Names of trials: text form and back.
#include <xamt/generate/trial_name.hpp>

#include "../catch.hpp"

using namespace xamt;

TEST_CASE("a trial's name survives text") {
    for (trial_name const& n : {trial_name{"erf", 1, 4, 7, -1}, trial_name{"erf", 1, 4, 7, 12}, trial_name{"a.b", 0, 0, 0, 0},
                                trial_name{"max_pool2d", ~0ull, ~0u, ~0u, 31}}) {
        auto const back = parse_trial_name(to_text(n));
        REQUIRE(back.has_value());
        CHECK(*back == n);
    }
    CHECK(to_text(trial_name{"erf", 1, 4, 7, 12}) == "erf:1:4:7.12");
}

TEST_CASE("what is no name is refused with the missing part") {
    auto const why = [](char const* text) {
        auto const n = parse_trial_name(text);
        return n ? std::string("accepted") : n.failure().text();
    };
    CHECK(why("erf").find("the index is missing") != std::string::npos);
    CHECK(why("erf:1:2").find("the seed is missing") != std::string::npos);
    CHECK(why(":1:2:3").find("the group is missing") != std::string::npos);
    CHECK(why("erf:1:2:x").find("the index is missing") != std::string::npos);
    CHECK(why("erf:1:4294967296:0").find("the class is missing or no number below 2^32") != std::string::npos);
    CHECK(why("erf:18446744073709551616:0:0").find("below 2^64") != std::string::npos);
    CHECK(why("erf:1:2:3.x").find("case number") != std::string::npos);
    CHECK(why("erf:1:2:3.-4").find("case number") != std::string::npos);
    CHECK(why("erf:-1:2:3").find("the seed") != std::string::npos);
}

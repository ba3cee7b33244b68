#include "../catch.hpp"

#include <xamt/match/cluster.hpp>
#include <xamt/match/relation.hpp>

#include <string>

using namespace xamt;

namespace {

std::size_t scenario_named(std::string_view id) {
    for (std::size_t i = 0; i < scenarios().size(); ++i)
        if (scenarios()[i].id == id) return i;
    FAIL("no scenario " << id);
    return 0;
}

void add(behaviour& b, std::string_view id, std::string const& outcome, std::string const& change = "", std::string const& structure = "") {
    auto const in = scenario_named(id);
    b.runs[in][change].push_back({in, change, structure, read_outcome(outcome)});
}

/// The verdict on two callables that were called in one scenario.
pair_verdict judged_in(std::string_view scenario, std::string const& one, std::string const& other) {
    behaviour a, b;
    add(a, scenario, one);
    add(b, scenario, other);
    return judge(a, b, false);
}

} // namespace

TEST_CASE("an outcome is read as the prober writes it") {
    auto const o = read_outcome("3x4:aa:bb:n :cc:dd:t ~:ee:ff:");
    REQUIRE(o.outputs.size() == 3);
    CHECK(o.outputs[0].fine == "3x4:aa");
    CHECK(o.outputs[0].coarse == "3x4:bb");
    CHECK(o.outputs[0].special);
    CHECK(o.outputs[1].trivial);
    CHECK(o.outputs[2].mean);
    CHECK(read_outcome("! ValueError: no").error == "ValueError: no");
    CHECK(read_outcome("#1 2 3").statistics.size() == 3);
    CHECK_FALSE(read_outcome("").ran());
}

TEST_CASE("equal outputs confirm a pair, an empty intersection decides nothing") {
    behaviour a, b, c;
    add(a, "g", "3x4:aa:bb:");
    add(b, "g", "3x4:aa:bb:");
    add(c, "h", "2x3x4:aa:bb:");
    CHECK(judge(a, b, false).is == verdict_kind::confirmed);
    CHECK(judge(a, c, false).is == verdict_kind::not_run);
}

TEST_CASE("trivial outputs say nothing, unequal ones contradict") {
    behaviour a, b, c;
    add(a, "g", "3x4:aa:bb:t");
    add(b, "g", "3x4:aa:bb:t");
    add(c, "g", "3x4:zz:yy:");
    CHECK(judge(a, b, false).is == verdict_kind::not_run);
    CHECK(judge(a, c, false).is == verdict_kind::contradicted);
}

TEST_CASE("one changed flag makes a recipe, and it has to hold everywhere") {
    behaviour a, b;
    for (auto const* id : {"g", "p", "w", "h"}) {
        add(a, id, std::string("x:") + id + "1:c:");
        add(a, id, std::string("x:") + id + "0:d:", "unbiased=False");
        add(b, id, std::string("x:") + id + "0:d:");
    }
    auto const v = judge(a, b, false);
    CHECK(v.is == verdict_kind::with_recipe);
    CHECK(v.change_a == "unbiased=False");
    CHECK(v.agreed == 4);
    behaviour other;
    add(other, "g", "x:g0:d:");
    for (auto const* id : {"p", "w", "h"}) add(other, id, "x:none:e:");
    CHECK(judge(a, other, false).is == verdict_kind::contradicted);
}

TEST_CASE("a default that scenarios leave open excuses a difference") {
    behaviour a, b;
    add(a, "g", "x:1:1:");
    add(b, "g", "x:2:2:");
    add(a, "g float=0.3", "x:3:3:");
    add(b, "g float=0.3", "x:3:3:");
    CHECK(judge(a, b, false).holds());
    add(a, "n", "x:4:4:n"); // what is done with NaN takes more than one
    add(b, "n", "x:5:5:n");
    CHECK_FALSE(judge(a, b, false).holds());
    for (auto const* id : {"u float=0.3", "p float=0.3"})
        add(a, id, std::string("x:") + id[0] + ":y:"), add(b, id, std::string("x:") + id[0] + ":y:");
    CHECK(judge(a, b, false).holds());
}

TEST_CASE("a domain may be left out where enough agrees elsewhere") {
    behaviour a, b;
    for (auto const* id : {"g", "p", "w"}) {
        add(a, id, std::string("x:") + id + ":c:");
        add(b, id, std::string("x:") + id + ":c:");
    }
    add(a, "h", "x:1:1:");
    add(b, "h", "x:2:2:");
    auto const v = judge(a, b, false);
    CHECK(v.is == verdict_kind::with_recipe);
    CHECK(v.view == "not for rank 3 and more");
    add(a, "u", "x:3:3:");
    add(b, "u", "x:4:4:");
    CHECK_FALSE(judge(a, b, false).holds());
}

TEST_CASE("truth values say something when both come up") {
    behaviour always, also, sometimes, like;
    for (auto const* id : {"g+g2", "i+i2"}) {
        add(always, id, ":aa:aa:b");
        add(also, id, ":aa:aa:b");
        add(sometimes, id, id[0] == 'g' ? ":aa:aa:b" : ":bb:bb:b");
        add(like, id, id[0] == 'g' ? ":aa:aa:b" : ":bb:bb:b");
    }
    CHECK_FALSE(judge(always, also, false).holds());
    CHECK(judge(sometimes, like, false).holds());
}

TEST_CASE("two real outputs are one complex output in parts") {
    CHECK(judged_in("c", "3x4:aa:bb:", "3x4:11:22: 3x4:33:44: +3x4:aa:bb:").holds());
}

TEST_CASE("several outputs may be slices of one, and values may come in another order") {
    CHECK(judged_in("g", "2x5:aa:bb:", "5:11:22: 5:33:44: =2x5:aa:bb: =5x2:cc:dd:").holds());
    auto const v = judged_in("q", "3:11:22: $3:77:88:", "3:33:44: $3:77:88:");
    CHECK(v.holds());
    CHECK(v.view == "in any order");
}

TEST_CASE("a mean confirms losses only") {
    behaviour each, reduced;
    add(each, "g+g2", "3x4:aa:bb: ~:ee:ff:");
    add(reduced, "g+g2", ":ee:ff:");
    CHECK(judge(each, reduced, true).is == verdict_kind::with_recipe);
    CHECK_FALSE(judge(each, reduced, false).holds());
}

TEST_CASE("one of several outputs may be the other's only one") {
    auto const v = judged_in("h axis=1", "2x4:aa:bb: 2x4:cc:dd:", "2x4:aa:bb:");
    CHECK(v.is == verdict_kind::with_recipe);
    CHECK(v.view == "one of several outputs");
}

TEST_CASE("samples agree by their distribution") {
    std::vector<double> const normal{-2.33, -1.28, -0.674, 0, 0.674, 1.28, 2.33, 0, 1, 1, 20000};
    auto near = normal, far = normal, constant = normal;
    near[7] = 0.02;
    far[8] = 1.3;
    constant[8] = 0;
    CHECK(same_distribution(normal, near));
    CHECK_FALSE(same_distribution(normal, far));
    CHECK_FALSE(is_spread(constant));
}

TEST_CASE("contradictions keep clusters apart") {
    pair_verdict yes, no;
    yes.is = verdict_kind::confirmed;
    yes.distinct = 3;
    no.is = verdict_kind::contradicted;
    // 0-1 and 2-3 belong together; one accidental edge between them stands against three contradictions.
    std::vector<judged_pair> const pairs{{0, 1, yes}, {2, 3, yes}, {0, 2, no}, {0, 3, no}, {1, 2, no}, {1, 3, [&] {
                                                                                                            auto weak = yes;
                                                                                                            weak.distinct = 1;
                                                                                                            return weak;
                                                                                                        }()}};
    auto const c = clusters(4, pairs);
    CHECK(c[0] == c[1]);
    CHECK(c[2] == c[3]);
    CHECK(c[0] != c[2]);
}

TEST_CASE("what is equal as it comes counts beside what is equal in a part") {
    behaviour a, b;
    add(a, "g", "x:1:1:");
    add(b, "g", "x:1:1:");
    for (auto const* id : {"g axis=0", "g axis=1"}) {
        add(a, id, std::string("x:") + id + ":1: y:9:9:"); // with indices
        add(b, id, std::string("x:") + id + ":1:");
    }
    auto const v = judge(a, b, false);
    CHECK(v.is == verdict_kind::with_recipe);
    CHECK(v.view == "one of several outputs");
    CHECK(v.agreed == 3);
}

TEST_CASE("several outputs that are one of the other side are told in the recipe") {
    auto const v = judged_in("g", "3:aa:bb: 3:cc:dd: =3x2:ee:ff:", "3x2:ee:ff:");
    CHECK(v.is == verdict_kind::with_recipe);
    CHECK(v.view == "several outputs as one");
}

TEST_CASE("one number that comes back, and one NaN, say nothing") {
    CHECK(judged_in("int=5", ":aa:bb:", ":aa:bb:").is == verdict_kind::not_run);
    CHECK(judged_in("n+g", ":aa:bb:n", ":aa:bb:n").is == verdict_kind::not_run);
}

TEST_CASE("an optimiser's scenario that gives less is excused by one that gives the same and more") {
    behaviour a, b;
    add(a, "optimiser=lr:0.1;eps:1e-7", "6:1:1:");
    add(b, "optimiser=lr:0.1;eps:1e-7", "6:2:2:"); // another default of weight decay
    add(a, "optimiser=lr:0.1;eps:1e-7;weight_decay:0.1", "6:3:3:");
    add(b, "optimiser=lr:0.1;eps:1e-7;weight_decay:0.1", "6:3:3:");
    CHECK(judge(a, b, false).holds());
    behaviour c, d;
    add(c, "optimiser=lr:0.1;eps:1e-7", "6:1:1:");
    add(d, "optimiser=lr:0.1;eps:1e-7", "6:1:1:");
    add(c, "optimiser=lr:0.1;eps:1e-7;weight_decay:0.1", "6:3:3:");
    add(d, "optimiser=lr:0.1;eps:1e-7;weight_decay:0.1", "6:4:4:"); // more is given, and it differs
    CHECK_FALSE(judge(c, d, false).is == verdict_kind::confirmed);
}

TEST_CASE("a judged pair is a group, a part, equal somewhere, a proposal or a contradiction") {
    pair_verdict v;
    CHECK(relation_of(v, true) == relation::not_run);
    v.is = verdict_kind::with_recipe, v.agreed = v.distinct = 6;
    CHECK(relation_of(v, true) == relation::with_recipe);
    CHECK(relation_of(v, false) == relation::proposed);
    v.view = "one of several outputs";
    CHECK(relation_of(v, false) == relation::component);
    v.is = verdict_kind::contradicted, v.differed = 4;
    CHECK(relation_of(v, true) == relation::restricted); // add and polyadd
    v.differed = 7;
    CHECK(relation_of(v, true) == relation::contradicted);
}

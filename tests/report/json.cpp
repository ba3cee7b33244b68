#include <tests/golden/sample_run.hpp>

#include <xamt/report/json.hpp>

#include <tests/catch.hpp>

using namespace xamt;

TEST_CASE("the keys that scripts rely on are there") {
    auto const j = nlohmann::json::parse(to_json(xamt_test::sample_run()));
    for (char const* key : {"seed", "machine", "frameworks", "groups", "per_group", "trials", "framework_calls", "raw_calls",
                            "values_compared", "valid_rate", "seconds", "warmup_seconds", "trials_per_second", "calls_per_second",
                            "findings", "undecided", "mistrusted", "ill_conditioned", "nondeterministic"})
        CHECK(j.contains(key));
    for (char const* key : {"cpu", "isa", "threads"}) CHECK(j["machine"].contains(key));
    for (char const* key : {"name", "version", "host", "startup_s", "rss_mb", "switches"}) CHECK(j["frameworks"][0].contains(key));
    for (char const* key : {"id", "group", "kind", "blamed", "apis", "family", "severity", "input", "outputs", "reference", "ulp", "bound",
                            "derivation", "replay"})
        CHECK(j["findings"][0].contains(key));
    CHECK(j["groups"].is_number());
    CHECK(j["per_group"].size() == j["groups"]);
    CHECK(j["per_group"][0]["columns"].is_array());
}

TEST_CASE("a framework that was left out does not stand among those that took part") {
    auto const j = nlohmann::json::parse(to_json(xamt_test::sample_run()));
    for (auto const& f : j["frameworks"]) CHECK(f["name"] != "chainer");
    REQUIRE(j["left_out"].size() == 1);
    CHECK(j["left_out"][0]["name"] == "chainer");
}

TEST_CASE("a distance that is not finite is null, and bytes that are no text do no harm") {
    auto run = xamt_test::sample_run();
    run.findings[0].ulp = std::numeric_limits<double>::quiet_NaN();
    run.findings[0].sentence = "broken \xff byte";
    run.findings[0].outputs = {{"torch", "\xc3"}};
    auto const j = nlohmann::json::parse(to_json(run));
    bool found = false;
    for (auto const& f : j["findings"])
        if (f["id"] == run.findings[0].id) found = f["ulp"].is_null() && f["sentence"] == "broken \xef\xbf\xbd byte";
    CHECK(found);
}

TEST_CASE("the same run gives the same bytes") { CHECK(to_json(xamt_test::sample_run()) == to_json(xamt_test::sample_run())); }

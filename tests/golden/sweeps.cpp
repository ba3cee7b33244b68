// Every report of the same sweep, compared whole with what was approved; and tallies that come out of JSON as they went in.
#include <tests/golden/approved.hpp>
#include <tests/golden/sample_sweep.hpp>

#include <xamt/report/html_sweep.hpp>
#include <xamt/report/sweep_json.hpp>
#include <xamt/report/sweep_text.hpp>

#include <tests/catch.hpp>

using namespace xamt_test;

TEST_CASE("a sweep on the console is as approved") {
    std::string text;
    for (auto const& f : sample_sweep().functions) text += xamt::sweep_text(f, {}) + "\n";
    CHECK(difference_from_approved("sweep.txt", text) == "");
}

TEST_CASE("the Markdown of a sweep is as approved") {
    CHECK(difference_from_approved("sweep.md", xamt::sweep_markdown(sample_sweep())) == "");
}

TEST_CASE("the Markdown of many functions is the overview alone") {
    auto run = sample_sweep();
    while (run.functions.size() < 12) run.functions.push_back(run.functions.front());
    auto const text = xamt::sweep_markdown(run);
    CHECK(text.find("###") == std::string::npos);
    CHECK(text.find("| tanh | **5.25** | 0.5 |") != std::string::npos);
}

TEST_CASE("the JSON of a sweep is as approved") { CHECK(difference_from_approved("sweep.json", xamt::to_json(sample_sweep())) == ""); }

TEST_CASE("the page of a sweep is as approved") { CHECK(difference_from_approved("sweep.html", xamt::to_html(sample_sweep())) == ""); }

TEST_CASE("a tally comes out of JSON as it went in") {
    for (auto const& f : sample_sweep().functions)
        for (auto const& c : f.columns) {
            auto const text = xamt::detail::json_of(c.tally).dump();
            auto const again = xamt::detail::tally_from(xamt::detail::ordered_json::parse(text));
            CHECK(xamt::detail::json_of(again).dump() == text); // NaN is not equal to itself
            CHECK(again.beyond == c.tally.beyond);
            CHECK(again.profile == c.tally.profile);
            CHECK(again.worst_case == c.tally.worst_case);
            CHECK(again.order == c.tally.order);
        }
}

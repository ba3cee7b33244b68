// Every report of the same run, compared whole with what was approved.
#include <tests/golden/approved.hpp>
#include <tests/golden/sample_run.hpp>

#include <xamt/report/console.hpp>
#include <xamt/report/html.hpp>
#include <xamt/report/json.hpp>
#include <xamt/report/progress.hpp>

#include <tests/catch.hpp>

using namespace xamt_test;

TEST_CASE("the console summary is as approved") {
    xamt::summary_options const options{10, "build/xamt", "build/report.html", "out.json"};
    CHECK(difference_from_approved("summary.txt", xamt::console_summary(sample_run(), options, {})) == "");
}

TEST_CASE("the console summary in colour is as approved") {
    xamt::summary_options const options{1, "xamt", "", ""};
    CHECK(difference_from_approved("summary_colour.txt", xamt::console_summary(sample_run(), options, {true, 72})) == "");
}

TEST_CASE("the summary of a run without findings is as approved") {
    auto run = sample_run();
    run.findings.clear();
    run.undecided.clear();
    run.ill_conditioned.clear();
    run.events.clear();
    run.policies.clear();
    run.unjudged = 0;
    CHECK(difference_from_approved("summary_nothing.txt", xamt::console_summary(run, {}, {})) == "");
}

TEST_CASE("the JSON report is as approved") { CHECK(difference_from_approved("report.json", xamt::to_json(sample_run())) == ""); }

TEST_CASE("the page is as approved") { CHECK(difference_from_approved("report.html", xamt::to_html(sample_run())) == ""); }

TEST_CASE("the page of a run without findings is as approved") {
    xamt::run_report run;
    run.version = "0.1.0";
    run.command = "xamt fuzz --trials 0";
    CHECK(difference_from_approved("report_nothing.html", xamt::to_html(run)) == "");
}

TEST_CASE("a run without findings says so in the page") {
    auto run = sample_run();
    run.findings.clear();
    CHECK(xamt::to_html(run).find("No findings: the frameworks agree within their bounds.") != std::string::npos);
}

TEST_CASE("progress is as approved") {
    using enum xamt::run_progress::column_state;
    xamt::run_progress p;
    p.group = "softmax";
    p.elapsed_s = 42;
    p.seconds = 120;
    p.trials = 245000;
    p.trials_per_second = 7012;
    p.valid_rate = 0.981;
    p.findings = 12;
    p.columns = {{"torch", ready}, {"tensorflow", starting}, {"jax", busy}, {"numpy", restarting}, {"chainer", left_out}};
    std::string text = xamt::progress_line(p) + "\n";
    for (int width : {100, 60, 40})
        for (auto const& line : xamt::progress_lines(p, {false, width})) text += line + "\n";
    auto begin = p;
    begin.phase = "starting";
    begin.trials = 0;
    text += xamt::progress_line(begin) + "\n";
    p.seconds = 0;
    p.wanted = 300000;
    text += xamt::progress_line(p) + "\n";
    CHECK(difference_from_approved("progress.txt", text) == "");
}

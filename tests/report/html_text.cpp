#include <tests/golden/sample_run.hpp>

#include <xamt/report/html.hpp>

#include <tests/catch.hpp>

using namespace xamt;

TEST_CASE("markup characters are escaped") { CHECK(escaped("<a b=\"c\" d='e'>&") == "&lt;a b=&quot;c&quot; d=&#39;e&#39;&gt;&amp;"); }

TEST_CASE("what is no character becomes a replacement character") {
    CHECK(escaped(std::string_view("a\0b", 3)) == "a\xef\xbf\xbd"
                                                  "b");
    CHECK(escaped("\xff") == "\xef\xbf\xbd");
    CHECK(escaped("\xc3") == "\xef\xbf\xbd");              // cut short
    CHECK(escaped("\xc0\xaf") == "\xef\xbf\xbd\xef\xbf\xbd"); // overlong slash
    CHECK(escaped("\xed\xa0\x80").find("\xed") == std::string::npos); // surrogate
    CHECK(escaped("ü…𝄞\n\t") == "ü…𝄞\n\t");
}

TEST_CASE("nothing that a framework says becomes markup") {
    auto run = xamt_test::sample_run();
    std::string const hostile = "</code><script>alert(1)</script><img src=x onerror=alert(2)>'\"";
    for (auto& f : run.findings) {
        f.group = f.id = f.kind = f.family = f.severity = f.sentence = f.replay = f.dtype = f.reference = f.derivation = hostile;
        f.blamed.push_back(hostile);
        f.apis[f.blamed.front()] = hostile;
        f.input.push_back({hostile, hostile});
        f.outputs.push_back({hostile, hostile});
    }
    for (auto& f : run.frameworks) f.name = f.version = f.host = f.state = f.note = f.remedy = hostile;
    for (auto& g : run.groups) g.name = g.topic = hostile, g.columns = {hostile};
    for (auto* list : {&run.undecided, &run.mistrusted, &run.ill_conditioned, &run.nondeterministic})
        list->push_back({hostile, hostile, {hostile}, hostile, hostile, 1, {{hostile, hostile}}, {{hostile, hostile}}});
    run.events.push_back({1, hostile, hostile, hostile});
    run.policies.push_back({hostile, hostile, 1});
    run.version = run.command = run.stopped_by = run.machine.cpu = run.machine.isa = hostile;
    auto const page = to_html(run, hostile);
    CHECK(page.find("alert(") != std::string::npos);
    CHECK(page.find("<script>alert") == std::string::npos);
    CHECK(page.find("<img") == std::string::npos);
    CHECK(page.find("\"'\"") == std::string::npos);
}

TEST_CASE("elements that differ from the reference are marked, and only where both are built alike") {
    CHECK(detail::marked("float32[0,0,1]", "float32[nan,0,1]") == "float32[<mark>0</mark>,0,1]");
    CHECK(detail::marked("float32[0,0]", "float32[0,0,1]") == "float32[0,0]");
    CHECK(detail::marked("dies of <SIGFPE>", "") == "dies of &lt;SIGFPE&gt;");
}

TEST_CASE("the colour scale has a step for every dispersion") {
    CHECK(detail::map_step(0) == 0);
    CHECK(detail::map_step(1) == 1);
    CHECK(detail::map_step(1.01) == 2);
    CHECK(detail::map_step(1000) == 3);
    CHECK(detail::map_step(1e300) == 4);
    CHECK(detail::map_step(std::numeric_limits<double>::infinity()) == 5);
    CHECK(detail::map_step(std::numeric_limits<double>::quiet_NaN()) == 5);
}

TEST_CASE("the page loads nothing") {
    auto const page = to_html(xamt_test::sample_run());
    for (char const* loader : {"http:", "https:", "src=", "@import", "url("}) CHECK(page.find(loader) == std::string::npos);
}

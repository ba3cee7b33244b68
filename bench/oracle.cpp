// The oracle against what is known: recorded defects that it must find, differences that it must not report, and pairs without a defect.
//
// The first two go through the built command, which starts the frameworks (tests/oracle/judge_cases.py); the healthy pairs run in this
// process: the same function twice, float64 against itself, and references written by hand.
#include "bench.hpp"

#include <xamt/campaign/engine.hpp>
#include <xamt/compare/high_precision.hpp>
#include <xamt/describe/each.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

using namespace xamt;

namespace {

constexpr framework library{"library"}, twin{"twin"}, by_hand{"by_hand"};

template <class F> constexpr auto twice(std::string_view name, dtype d, F f) {
    return api(name).takes(tensor("x").only(d)).elementwise().elementary().on(library, each(f), "x").on(twin, each(f), "x");
}

// The same function twice.
constexpr auto exp_twice = twice("exp", dtype::float32, [](float x) { return std::exp(x); });
constexpr auto tanh_twice = twice("tanh", dtype::float32, [](float x) { return std::tanh(x); });
constexpr auto log1p_twice = twice("log1p", dtype::float32, [](float x) { return std::log1p(x); });
// float64 against itself.
constexpr auto erf_twice = twice("erf", dtype::float64, [](double x) { return std::erf(x); });
constexpr auto sinh_twice = twice("sinh", dtype::float64, [](double x) { return std::sinh(x); });
constexpr auto expm1_twice = twice("expm1", dtype::float64, [](double x) { return std::expm1(x); });

// Correct implementations of one definition, written in two ways.
constexpr auto softsign_by_hand =
    api("softsign")
        .takes(tensor("x").only(dtype::float32))
        .elementwise()
        .elementary()
        .on(library, each([](float x) { return std::isinf(x) ? std::copysign(1.0F, x) : x / (1 + std::fabs(x)); }), "x")
        .on(by_hand, each([](float x) { return std::isinf(x) ? std::copysign(1.0, double{x}) : double{x} / (1 + std::fabs(double{x})); }),
            "x");
constexpr auto sigmoid_by_hand =
    api("sigmoid")
        .takes(tensor("x").only(dtype::float32))
        .elementwise()
        .elementary()
        .on(library, each([](float x) { return 1 / (1 + std::exp(-double{x})); }), "x")
        .on(by_hand,
            each([](float x) { return x >= 0 ? 1 / (1 + std::exp(-double{x})) : std::exp(double{x}) / (1 + std::exp(double{x})); }), "x");

float sum_forward(std::span<float const> x) {
    double sum = 0;
    for (float v : x) sum += v;
    return static_cast<float>(sum);
}
float sum_in_pairs(std::span<float const> x) {
    if (x.size() <= 2) return x.empty() ? 0 : x.size() == 1 ? x[0] : x[0] + x[1];
    return sum_in_pairs(x.first(x.size() / 2)) + sum_in_pairs(x.subspan(x.size() / 2));
}
ndarray scalar(float v) {
    ndarray t(dtype::float32, shape{});
    t.as<float>()[0] = v;
    return t;
}
constexpr auto sum_by_hand =
    api("row_sum")
        .takes(tensor("x").only(dtype::float32).dims("n").between(-1000, 1000))
        .accumulates("n")
        .on(
            library, [](tensor_view<float const> x) { return scalar(sum_forward({x.data, static_cast<std::size_t>(x.size())})); }, "x")
        .on(by_hand, [](tensor_view<float const> x) { return scalar(sum_in_pairs({x.data, static_cast<std::size_t>(x.size())})); }, "x");

constexpr std::array healthy{&exp_twice,   &tanh_twice,       &log1p_twice,     &erf_twice,  &sinh_twice,
                             &expm1_twice, &softsign_by_hand, &sigmoid_by_hand, &sum_by_hand};

struct healthy_figures {
    std::uint64_t trials = 0, findings = 0;
};

healthy_figures run_healthy(std::uint64_t trials) {
    healthy_figures all;
    for (auto const* g : healthy) {
        campaign_options options;
        options.trials = trials / healthy.size() + 1;
        std::vector<std::string> columns;
        for (auto const& b : g->columns()) columns.push_back(to_text(column{b.on}));
        std::array<api_description const*, 1> const groups{g};
        oracle_options judge;
        judge.last_judge = &evaluate_precisely;
        engine e(options, columns, groups, {}, judge);
        e.start();
        auto const report = e.run({});
        all.trials += report.trials;
        all.findings += report.findings.size();
        for (auto const& f : report.findings) fmt::print(stderr, "  healthy {}: {} ({})\n", g->name, f.sentence, f.replay);
    }
    return all;
}

/// The figures of tests/oracle/judge_cases.py, or an empty object where it could not run.
nlohmann::json recorded_figures(std::string const& python) {
    std::string const out = std::string(XAMT_BUILD_DIR) + "/bench/oracle_cases.json";
    std::filesystem::remove(out);
    std::string const line =
        "'" + python + "' '" XAMT_SOURCE_DIR "/tests/oracle/judge_cases.py' --build '" XAMT_BUILD_DIR "' --json '" + out + "' >/dev/null";
    if (std::system(line.c_str()) < 0) return {};
    std::ifstream file(out);
    auto const read = nlohmann::json::parse(file, nullptr, false);
    return read.is_object() && read.contains("figures") ? read["figures"] : nlohmann::json();
}

std::string interpreter() {
    std::ifstream file(XAMT_BUILD_DIR "/setup.json");
    auto const j = nlohmann::json::parse(file, nullptr, false);
    return j.is_object() && j.contains("python") ? j["python"].get<std::string>() : "python3";
}

} // namespace

int main(int argc, char** argv) {
    bench::report report("The oracle against what is known");
    auto const trials = std::stoull(bench::option(argc, argv, "--healthy-trials", "1000000"));
    auto const healthy_pairs = run_healthy(trials);
    report.add({"healthy_findings", static_cast<double>(healthy_pairs.findings), "findings", 0,
                fmt::format("asked: none in {} trials", healthy_pairs.trials)});
    auto const figures = recorded_figures(bench::option(argc, argv, "--python", interpreter()));
    if (figures.is_null()) {
        fmt::print(
            stderr,
            "bench: the recorded cases could not be judged; `ninja -C build xamt xamt-host-torch catalogues` and tools/setup first\n");
        report.finish(argc, argv);
        return 1;
    }
    report.add(
        {"trap_findings", figures["trap_findings"], "findings", 0, fmt::format("asked: none in {} traps", figures["traps"].get<int>())});
    report.add({"live_found_share", figures["live_found_share"], "share", 0.95,
                fmt::format("asked at least; {} recorded calls", figures["live_calls"].get<int>())});
    report.add({"blame_share", figures["blame_share"], "share", 0.98, "asked at least"});
    return report.finish(argc, argv);
}

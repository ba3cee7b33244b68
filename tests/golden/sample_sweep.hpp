// A small sweep with everything in it that a report can show.
#pragma once

#include <xamt/report/sweep_report.hpp>

#include <limits>

namespace xamt_test {

inline xamt::error_tally sample_tally() {
    xamt::error_tally t;
    t.inputs = 65536;
    t.beyond = {1200, 40, 7, 2};
    t.beyond_bound = 1;
    for (std::uint32_t part = 300; part < 330; ++part) t.profile[part] = 0.6f + static_cast<float>(part % 7) / 4;
    t.profile[700] = 5.25f;
    t.profile[701] = 0.75f;
    t.see_worst(5.25, 700 * 64, {0.5, 0.375, 0.3758});
    return t;
}

inline xamt::sweep_report sample_sweep() {
    xamt::sweep_report run;
    run.version = "0.1.0";
    run.command = "xamt sweep tanh 'exp' --dtype bfloat16";
    run.machine = {"Example CPU <4 cores>", "avx2", 4};
    for (auto const& [name, version] : {std::pair{"torch", "2.9"}, {"jax", "0.8"}, {"chainer", "7.8"}, {"numpy", "2.3"}}) {
        xamt::framework_state f;
        f.name = name, f.version = version;
        run.frameworks.push_back(f);
    }
    xamt::function_accuracy f;
    f.name = "tanh";
    f.line = xamt::number_line::whole(xamt::dtype::bfloat16);
    f.inputs = 65536, f.judged = 3, f.quick = true;
    f.bound = 4, f.derivation = "4 ULP of bfloat16: elementary functions";
    f.symmetric = f.bounded = true;
    f.seconds = 1.5, f.handing = 0.1, f.right = 0.5, f.counting = 0.25;
    xamt::error_tally exact;
    exact.inputs = 65536;
    exact.flushed = 254;
    f.columns.push_back({"torch", "2.9", "torch.tanh", sample_tally(), 0, ""});
    f.columns.push_back({"jax", "0.8", "jax.numpy.tanh", exact, 0, ""});
    f.columns.push_back({"chainer", "7.8", "chainer.functions.tanh", {}, 65536, "does not take bfloat16"});
    run.functions.push_back(f);
    f.name = "exp";
    f.symmetric = false;
    f.line = xamt::number_line::share(xamt::dtype::bfloat16, 4);
    f.inputs = f.line.inputs(), f.judged = 0;
    auto wrong = sample_tally();
    double const infinity = std::numeric_limits<double>::infinity(), nan = std::numeric_limits<double>::quiet_NaN();
    wrong.nan.see(40000, {1.5, nan, 4.48});
    wrong.infinity.see(41000, {80, infinity, 5.5e34});
    wrong.infinity.see(42000, {81, infinity, 1.5e35});
    wrong.zero.see(100, {-infinity, -0.0, 0});
    wrong.range.see(500, {-50, -1e-22, 0});
    wrong.order.see(30000, {-2, 0.135, 0.134});
    wrong.unknown = 12;
    f.columns[0].tally = wrong;
    f.columns[1].name = "numpy";
    run.functions.push_back(f);
    return run;
}

} // namespace xamt_test

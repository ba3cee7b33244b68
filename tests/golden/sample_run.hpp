// A small run with everything in it that a report can show, hostile text included.
#pragma once

#include <xamt/report/run_report.hpp>

#include <limits>

namespace xamt_test {

inline xamt::framework_state sample_framework(char const* name, char const* version, char const* host, double start, double memory) {
    xamt::framework_state f;
    f.name = name;
    f.version = version;
    f.host = host;
    f.startup_s = start;
    f.rss_mb = memory;
    return f;
}

inline xamt::finding sample_death() {
    xamt::finding f;
    f.id = "0d15ea5e";
    f.group = "floor_divide";
    f.kind = "crash";
    f.blamed = {"torch"};
    f.apis = {{"jax", "jax.numpy.floor_divide"}, {"numpy", "numpy.floor_divide"}, {"torch", "torch.floor_divide"}};
    f.family = "int-crash";
    f.severity = "critical";
    f.input = {{"x", "int32[-2147483648]"}, {"y", "int32[-1]"}};
    f.outputs = {{"torch", "dies of SIGFPE"}, {"jax", "int32[-2147483648]"}, {"numpy", "int32[-2147483648]"}};
    f.sentence = "torch.floor_divide dies of SIGFPE where jax and numpy answer.";
    f.replay = "floor_divide:1:3:17";
    f.dtype = "int32";
    f.count = 4;
    return f;
}

inline xamt::finding sample_nan() {
    xamt::finding f;
    f.id = "5caff01d";
    f.group = "softshrink";
    f.kind = "nan";
    f.blamed = {"keras[tensorflow]"};
    f.apis = {{"chainer", "chainer.functions.softshrink"},
              {"keras[tensorflow]", "keras.ops.soft_shrink"},
              {"torch", "torch.nn.functional.softshrink"}};
    f.family = "nan-drop";
    f.severity = "high";
    f.input = {{"x", "float32[nan,0.3,0.5]"}, {"lambd", "0.5"}};
    f.outputs = {{"torch", "float32[nan,0,0]"}, {"keras[tensorflow]", "float32[0,0,0]"}, {"chainer", "float32[nan,0,0]"}};
    f.reference = "float32[nan,0,0]";
    f.ulp = std::numeric_limits<double>::infinity();
    f.bound = 2;
    f.derivation = "one subtraction, correctly rounded: 0.5 ULP, doubled for a free order of operations, rounded up to 2 ULP";
    f.sentence = "keras.ops.soft_shrink turns NaN into 0; torch and chainer keep it.";
    f.replay = "softshrink:1:0:2.7";
    f.dtype = "float32";
    f.count = 1204;
    return f;
}

inline xamt::finding sample_value() {
    xamt::finding f;
    f.id = "7e57ab1e";
    f.group = "bessel_j0";
    f.kind = "value";
    f.blamed = {"torch"};
    f.apis = {{"jax", "jax.scipy.special.bessel_jn"}, {"tensorflow", "tf.math.special.bessel_j0"}, {"torch", "torch.special.bessel_j0"}};
    f.family = "special";
    f.severity = "medium";
    f.input = {{"x", "float64[30.25,0x1.8p+3]"}};
    f.outputs = {{"torch", "float64[-0.0867,0.0477]"},
                 {"tensorflow", "float64[-0.0866,0.0477]"},
                 {"jax", "raises <TypeError>: \"x\" & 'y' must be float32"}};
    f.reference = "float64[-0.0866,0.0477]";
    f.ulp = 5.3e8;
    f.bound = 64;
    f.derivation = "special function: 64 ULP; conditioning at this input 1.2";
    f.sentence = "torch.special.bessel_j0 is 5.3e8 ULP from the reference in float64, about the quality of float32.";
    f.replay = "bessel_j0:1:9:240.31";
    f.dtype = "float64";
    f.count = 87;
    return f;
}

inline xamt::run_report sample_run() {
    xamt::run_report run;
    run.version = "0.1.0";
    run.command = "xamt fuzz --seconds 120 --seed 1 --groups 'so*'";
    run.seed = 1;
    run.machine = {"A Processor <of> 2026", "avx512", 2};
    run.frameworks = {sample_framework("torch", "2.13.0+cpu", "C++ program", 0.31, 104.4),
                      sample_framework("tensorflow", "2.21.0", "Python worker", 3.9, 612),
                      sample_framework("keras[tensorflow]", "3.15.1", "Python worker", 4.2, 611),
                      sample_framework("jax", "0.10.2", "Python worker", 0.94, 1155.7),
                      sample_framework("chainer", "", "Python worker", 0, 0),
                      sample_framework("numpy", "2.4.6", "Python worker", 0.3, 55.2)};
    run.frameworks[0].restarts = 5;
    run.frameworks[3].switches = {{"x64", "on"}, {"jit", "on"}};
    run.frameworks[4].state = "left out";
    run.frameworks[4].note = "its host did not start: ModuleNotFoundError: No module named 'chainer'";
    run.frameworks[4].remedy = "tools/setup --retry installs it";
    run.groups = {{"floor_divide",
                   "integer",
                   {"torch", "tensorflow", "jax", "numpy"},
                   {"torch", "tensorflow", "jax", "numpy"},
                   40960,
                   40100,
                   1,
                   {{"torch", std::numeric_limits<double>::infinity()}, {"tensorflow", 0}, {"jax", 0}, {"numpy", 0}}},
                  {"softshrink",
                   "activations",
                   {"torch", "keras[tensorflow]"},
                   {"torch", "keras[tensorflow]"},
                   81920,
                   81920,
                   1,
                   {{"torch", 0.4}, {"keras[tensorflow]", std::numeric_limits<double>::infinity()}}},
                  {"sigmoid",
                   "activations",
                   {"torch", "tensorflow", "keras[tensorflow]", "jax", "numpy"},
                   {"torch", "tensorflow", "jax", "numpy"},
                   81920,
                   81000,
                   0,
                   {{"torch", 0.9}, {"tensorflow", 3}, {"keras[tensorflow]", 3}, {"jax", 0.2}, {"numpy", 0.7}}},
                  {"bessel_j0",
                   "special functions",
                   {"torch", "tensorflow", "jax"},
                   {"torch", "tensorflow", "jax"},
                   20480,
                   20480,
                   1,
                   {{"torch", 8.2e6}, {"tensorflow", 0.5}, {"jax", 120}}}};
    run.findings = {sample_value(), sample_nan(), sample_death()};
    run.undecided = {{"a1b2c3d4",
                      "sigmoid",
                      {"torch", "jax"},
                      "torch and jax differ by 9 ULP, and tensorflow agrees with neither.",
                      "sigmoid:1:2:3",
                      12,
                      {{"x", "float16[-9.5]"}},
                      {{"torch", "float16[0x1.3p-14]"}, {"jax", "float16[0x1.4p-14]"}}}};
    run.ill_conditioned = {{"c0ffee00",
                            "bessel_j0",
                            {"torch"},
                            "Near a zero of the function the last digit of the input decides.",
                            "bessel_j0:1:4:4",
                            310,
                            {},
                            {}}};
    run.events = {{12.31, "torch", "torch died of SIGFPE and was restarted.", "floor_divide:1:3:17"},
                  {61, "jax", "jax was stopped for 20 s, killed and restarted.", ""}};
    run.policies = {{"nan-sign", "The sign of a NaN means nothing.", 4012}};
    run.trials = 225280;
    run.framework_calls = 901120;
    run.raw_calls = 28160;
    run.values_compared = 57671680;
    run.valid_rate = 0.9921;
    run.seconds = 120.4;
    run.warmup_seconds = 9.2;
    run.trials_per_second = 7012.4;
    run.calls_per_second = 35120.5;
    run.check_share = 0.031;
    run.stages = {0.6, 1.2, 24.5, 1.1, 12.3};
    run.unjudged = 12;
    run.stopped_by = "time";
    return run;
}

} // namespace xamt_test

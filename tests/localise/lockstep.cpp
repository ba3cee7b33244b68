// Two processes in lock-step, one of which is lost somewhere on the way: that is told, and nothing else is found.
#include <tests/catch.hpp>
#include <tests/paths.hpp>
#include <tests/run/fault_host.hpp>
#include <xamt/localise/lockstep.hpp>

#include <cstdio>
#include <filesystem>
#include <string>
#include <vector>

#include <unistd.h>

using namespace xamt;

namespace {

std::string load_request(precision p) {
    return p == precision::tested ? R"({"slot": 0, "dtype": "float32"})" : R"({"slot": 1, "dtype": "float64"})";
}

bool load(model_backend& b, precision p) {
    b.ask(model_slot::free_run, "load", load_request(p));
    return b.wait_for(model_slot::free_run).is == ending::value;
}

model_backend start(std::string column, std::string const& dies) {
    host_options o;
    o.column = std::move(column);
    o.program = {fault_host::python(), std::string(xamt_test::source_dir) + "/tests/localise/toy_models.py"};
    o.environment = {"XAMT_TOY_DIES=" + dies};
    auto b = model_backend::start(std::move(o));
    REQUIRE(b.has_value());
    REQUIRE(load(*b, precision::tested));
    REQUIRE(load(*b, precision::float64));
    return std::move(*b);
}

ndarray input() {
    ndarray x(dtype::float32, {2, 5});
    float v = 0.1f;
    for (auto& e : x.as<float>()) e = v *= -1.3f;
    return x;
}

model_trace run(std::string const& dies) {
    auto const mark = std::filesystem::temp_directory_path() / ("xamt-toy-" + std::to_string(::getpid()));
    std::filesystem::remove(mark);
    auto const told = dies.empty() ? dies : dies + " " + mark.string();
    auto a = start("toy[a]", told), b = start("toy[b]", told);
    a.ask(model_slot::free_run, "load", load_request(precision::tested));
    auto const described = a.wait_for(model_slot::free_run);
    REQUIRE(described.is == ending::value);
    auto const& text = described.outputs.front();
    auto const model = read_graph({reinterpret_cast<char const*>(text.data()), text.bytes()});
    REQUIRE(model);
    lockstep_options o;
    o.reload = load;
    std::vector<ndarray> inputs;
    inputs.push_back(input());
    lockstep compared(model->graph, {&a, &b}, {&a, &b}, std::move(inputs), std::move(o));
    auto trace = compared.run();
    CHECK(std::filesystem::exists(mark) == !dies.empty());
    std::filesystem::remove(mark);
    return trace;
}

std::vector<std::string> told(model_trace const& trace) {
    std::vector<std::string> all;
    for (auto const& f : trace.findings) all.push_back(std::string(name_of(f.what)) + " " + trace.columns[f.column]);
    return all;
}

void check_all_healthy(model_trace const& trace) {
    for (std::size_t i = 1; i < trace.layers.size(); ++i)
        for (auto const& c : trace.layers[i].columns) CHECK(c.state == layer_state::healthy);
    for (auto const& w : trace.whole) CHECK(w.is == ending::value);
}

} // namespace

TEST_CASE("two sound backends in lock-step: nothing is found") {
    auto const trace = run("");
    CHECK(told(trace).empty());
    check_all_healthy(trace);
}

TEST_CASE("a backend that is lost in the middle is told, brought back, and every layer is checked") {
    for (std::string const column : {"toy[a]", "toy[b]"})
        for (std::string const at : {"step 2 0", "step 3 0", "replay 2 0", "inputs 2 0", "whole -1 0"}) {
            // The first records the inputs, the others replay them.
            if ((column == "toy[a]") == at.starts_with("replay") || (column == "toy[b]" && at.starts_with("inputs"))) continue;
            INFO(column << " " << at);
            auto const trace = run(column + " " + at);
            CHECK(told(trace) == std::vector<std::string>{"lost " + column});
            check_all_healthy(trace);
        }
}

TEST_CASE("so is one that is lost over its float64 model, which serves as the reference") {
    for (std::string const at : {"step 1 1", "step 3 1", "replay 3 1"}) {
        INFO(at);
        auto const trace = run("toy[a] " + at);
        CHECK(told(trace) == std::vector<std::string>{"lost toy[a]"});
        check_all_healthy(trace);
    }
}

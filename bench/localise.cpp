// How well the guilty layer is named: planted faults of every kind over several networks, forward and backward, beside CRADLE's R and Muffin's rule
// in the same runs; and the models that are built in, unplanted, where nobody but the documented defects may be suspected.
#include "bench.hpp"

#include <cstdio>
#include <map>
#include <set>
#include <sstream>

#include <unistd.h>

namespace {

using nlohmann::json;

struct tally {
    int planted = 0, inert = 0, failed = 0, top1 = 0, top3 = 0, detected = 0, blamed_others = 0, r_top1 = 0, muffin_top1 = 0;
    double weakest = HUGE_VAL; // error of a planted layer, in units of noise
    double healthy = 0; // the largest of all other layers
    std::set<std::string> kinds, nets;
    std::vector<std::string> missed, unreached;
};

double number(json const& j) { return j.is_number() ? j.get<double>() : j == "nan" ? 0 : HUGE_VAL; }

json run(std::string const& words) {
    auto const file = "/tmp/xamt-bench-localise-" + std::to_string(::getpid()) + ".json";
    auto const line = std::string(XAMT_BUILD_DIR) + "/xamt " + words + " --json " + file + " >/dev/null";
    int const ended = std::system(line.c_str());
    std::ifstream in(file);
    auto j = json::parse(in, nullptr, false);
    std::remove(file.c_str());
    if (j.is_discarded()) fmt::print(stderr, "bench: `{}` ended with {} and left no figures\n", line, ended);
    return j;
}

// Ranks by a figure of one column; layers with equal figures in the order of the graph.
std::vector<std::string> ranking(json const& layers, std::size_t column, std::string const& figure, double least) {
    std::vector<std::pair<double, std::string>> all;
    for (auto const& l : layers) {
        auto const& c = l["columns"][column];
        double v = number(c[figure]);
        if (figure == "error") v = std::max(v, number(c["band_error"]) / 8);
        all.emplace_back(v, l["name"]);
    }
    std::ranges::stable_sort(all, std::greater{}, &std::pair<double, std::string>::first);
    std::vector<std::string> names;
    for (auto const& [v, n] : all)
        if (v > least) names.push_back(n);
    return names;
}

// The first layer that differs by more than 0.15 where its inputs differ by less than 1e-5.
std::string muffin(json const& layers, std::size_t column) {
    for (auto const& l : layers) {
        double before = 0;
        for (auto const& s : l["sources"]) before = std::max(before, number(layers[s.get<std::size_t>()]["columns"][column]["delta"]));
        if (number(l["columns"][column]["delta"]) > 0.15 && before < 1e-5) return l["name"];
    }
    return {};
}

void count(tally& t, json const& result, json const& unplanted, bool backward) {
    if (!result.contains("planted")) return;
    auto const layer = result["planted"]["layer"].get<std::string>(), kind = result["planted"]["kind"].get<std::string>();
    auto const name = fmt::format("{}: {} at {}", result["model"].get<std::string>(), kind, layer);
    auto const* key = backward ? "backward" : "layers";
    if (result.contains("failure") || !result.contains(key)) {
        ++t.failed;
        fmt::print(stderr, "bench: {} did not run: {}\n", name, result.value("failure", ""));
        return;
    }
    auto const& layers = result[key];
    std::size_t const column = 1;
    double own = 0, others = 0;
    for (auto const& l : layers) {
        auto const& c = l["columns"][column];
        double const e = std::max(number(c["error"]), number(c["band_error"]) / 8);
        (l["name"] == layer ? own : others) = std::max(l["name"] == layer ? own : others, e);
    }
    // A fault that these inputs do not reach (a bound that nothing exceeds) changes no bit of what the layer gives on them.
    bool changed = !unplanted.contains(key);
    for (std::size_t i = 0; !changed && i < layers.size(); ++i)
        if (layers[i]["name"] == layer)
            changed = layers[i]["columns"][column].value("bits", "1") != unplanted[key][i]["columns"][column].value("bits", "2");
    if (!changed) {
        t.unreached.push_back(name);
        ++t.inert;
        return;
    }
    ++t.planted;
    t.kinds.insert(kind);
    t.nets.insert(result["model"]);
    t.weakest = std::min(t.weakest, own), t.healthy = std::max(t.healthy, others);
    auto const ours = ranking(layers, column, "error", 0), rates = ranking(layers, column, "rate", 0);
    bool const first = !ours.empty() && ours.front() == layer;
    t.top1 += first;
    t.top3 += std::find(ours.begin(), ours.begin() + std::min<std::ptrdiff_t>(3, std::ssize(ours)), layer) !=
              ours.begin() + std::min<std::ptrdiff_t>(3, std::ssize(ours));
    if (!first) t.missed.push_back(name);
    t.r_top1 += !rates.empty() && rates.front() == layer;
    t.muffin_top1 += muffin(layers, column) == layer;
    bool found = false;
    for (auto const& f : result["findings"]) {
        if (f["what"] != (backward ? "gradient" : "layer")) continue;
        if (f["layer"] == layer && f["column"] == result["columns"][column])
            found = true;
        else
            ++t.blamed_others;
    }
    t.detected += found;
}

double share(int part, int whole) { return whole == 0 ? 0 : static_cast<double>(part) / whole; }

void print(char const* title, tally const& t) {
    fmt::print("{}: {} faults of {} kinds in {} networks ({} more change nothing on these inputs, {} did not run)\n", title, t.planted,
               t.kinds.size(), t.nets.size(), t.inert, t.failed);
    fmt::print("  top-1 {:.1f} %, top-3 {:.1f} %, reported {:.1f} %, others blamed {}; weakest fault {:.3g}, largest healthy layer {:.3g} "
               "times the noise\n",
               100 * share(t.top1, t.planted), 100 * share(t.top3, t.planted), 100 * share(t.detected, t.planted), t.blamed_others,
               t.weakest, t.healthy);
    fmt::print("  R (CRADLE) top-1 {:.1f} %, Muffin's rule {:.1f} %\n", 100 * share(t.r_top1, t.planted),
               100 * share(t.muffin_top1, t.planted));
    for (auto const& m : t.missed) fmt::print("  missed: {}\n", m);
    for (auto const& m : t.unreached) fmt::print("  changes no bit: {}\n", m);
    std::fflush(stdout);
}

// Absolute accuracy where the right value is so small that little of it is left: results are a half and a small number, so they lie on a grid of 2^-24,
// and are a few steps of it off.
bool in_the_tail(json const& f) {
    if (!f.contains("cell")) return false;
    double const given = number(f["cell"]["given"]), right = number(f["cell"]["right"]);
    return std::abs(right) < 1e-3 && std::abs(given - right) <= 0x1p-22;
}

// The defects that docs/models.md documents, each with its reproducer and the right value.
bool documented(json const& f) {
    auto const column = f["column"].get<std::string>(), kind = f["kind"].get<std::string>();
    auto const& a = f["attributes"];
    if (column == "keras[torch]" && kind.starts_with("AveragePooling")) return a.value("padding", "") == "same";
    if (column.starts_with("onnxruntime") && kind == "Sigmoid") return in_the_tail(f);
    if (column == "keras[openvino]") return f["what"] == "graph" && kind == "Dot";
    return column == "onnx[reference]" && kind == "BatchNormalization" && a.value("opset", 99) < 14;
}

std::vector<std::string> words_of(std::string const& list) {
    std::vector<std::string> all;
    std::stringstream in(list);
    for (std::string w; std::getline(in, w, ',');) all.push_back(w);
    return all;
}

} // namespace

int main(int argc, char** argv) {
    auto const nets = words_of(bench::option(argc, argv, "--nets", "small-cnn,recurrent-mix,unet,squeezing,digits-cnn,words,MobileNetV2"));
    auto const deep = words_of(bench::option(argc, argv, "--gradient-nets", "small-cnn,squeezing,unet,digits-cnn,recurrent-mix"));
    auto const columns = bench::option(argc, argv, "--planted-pair", "jax,tensorflow");
    bench::report report("Naming the guilty layer");
    tally forward, backward;
    for (auto const& net : nets) {
        auto const j = run(fmt::format("model {} --backends {} --plant all --no-whole --no-depth", net, columns));
        if (j.contains("results"))
            for (auto const& r : j["results"]) count(forward, r, j["results"][0], false);
    }
    print("Planted forward", forward);
    for (auto const& net : deep) {
        auto const j = run(fmt::format("model {} --backends {} --plant all --gradients --no-whole --no-depth", net, columns));
        if (j.contains("results"))
            for (auto const& r : j["results"]) count(backward, r, j["results"][0], true);
    }
    print("Planted backward", backward);
    report.add(
        {"forward_top1", share(forward.top1, forward.planted), "share", 0.98, fmt::format("asked at least; {} faults", forward.planted)});
    report.add({"backward_top1", share(backward.top1, backward.planted), "share", 0.95,
                fmt::format("asked at least; {} faults", backward.planted)});
    report.add({"forward_reported", share(forward.detected, forward.planted), "share", NAN, "a finding at the planted layer and backend"});
    report.add({"r_top1", share(forward.r_top1, forward.planted), "share", NAN, "CRADLE's R in the same runs"});
    report.add({"muffin_top1", share(forward.muffin_top1, forward.planted), "share", NAN, "Muffin's rule in the same runs"});
    report.add({"forward_kinds", static_cast<double>(forward.kinds.size()), "kinds", 30, "asked at least"});
    report.add({"backward_kinds", static_cast<double>(backward.kinds.size()), "kinds", 8, "asked at least"});
    report.add({"planted_nets", static_cast<double>(forward.nets.size()), "networks", 6, "asked at least"});
    report.add({"weakest_planted", forward.weakest, "noise", 8, "error of the weakest planted layer"});

    // Unplanted: everything anew, unless a journal of the very same programs is named.
    auto const journal = bench::option(argc, argv, "--journal", "");
    auto const only = bench::option(argc, argv, "--backends",
                                    "keras[tensorflow],keras[torch],onnxruntime[optimised],onnxruntime[plain],openvino,onnx[reference]");
    auto const healthy =
        run(fmt::format("model --all --own-data --backends '{}'{}", only, journal.empty() ? "" : " --resume '" + journal + "'"));
    if (healthy.contains("results")) {
        int suspects = 0, true_suspects = 0, checked = 0, models = 0;
        for (auto const& r : healthy["results"]) {
            models += !r.contains("failure");
            checked += r.value("checked", 0);
            for (auto const& f : r["findings"]) {
                if (f["what"] != "layer" && f["what"] != "graph") continue;
                if (documented(f)) {
                    ++true_suspects;
                } else {
                    ++suspects;
                    fmt::print("  suspect: {}: {}\n", r["model"].get<std::string>(), f["sentence"].get<std::string>());
                }
            }
        }
        report.add({"healthy_suspects", static_cast<double>(suspects), "layers", 0,
                    fmt::format("asked: none; {} layers of {} models checked", checked, models)});
        report.add({"true_suspects", static_cast<double>(true_suspects), "layers", NAN, "documented defects, docs/models.md"});
        report.add({"healthy_checked", static_cast<double>(checked), "layers", NAN, "layer and backend"});
        report.add({"healthy_models", static_cast<double>(models), "models", 40, "asked at least"});
    }
    return report.finish(argc, argv);
}

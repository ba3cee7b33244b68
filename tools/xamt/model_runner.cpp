// The comparison of one model on several backends; see model_runner.hpp.
#include "model_runner.hpp"
#include "model_reproducer.hpp"

#include <xamt/localise/lockstep.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <filesystem>

namespace xamt_command {

using namespace xamt;
using nlohmann::json;

namespace {

namespace fs = std::filesystem;

using telling = std::function<void(std::string const&)>;

/// What each backend complained of; what several say in the same words is told once.
std::string failures_of(std::vector<backend_state> const& backends) {
    std::string all;
    for (std::size_t i = 0; i < backends.size(); ++i) {
        auto const& failure = backends[i].failure;
        auto const same = [&](backend_state const& b) { return b.failure == failure; };
        if (failure.empty() || std::any_of(backends.begin(), backends.begin() + static_cast<std::ptrdiff_t>(i), same)) continue;
        std::vector<std::string> who;
        for (auto const& b : backends)
            if (same(b)) who.push_back(b.name);
        all += who.size() == backends.size() && who.size() > 1 ? "; all of them: " + failure
                                                               : fmt::format("; {}: {}", fmt::join(who, ", "), failure);
    }
    if (all.find("ModuleNotFoundError") != std::string::npos) all += "; tools/setup --models installs what backends need";
    return all;
}

/// One comparison on its way: backends are brought, references chosen, a fault planted, data fetched, layers compared.
class comparison {
  public:
    comparison(model_processes& processes, model_request const& request, telling const& tell, std::function<bool()> const& stop)
        : processes_(processes), tell_(tell), stop_(stop), weights_(processes.weights_of(request)) {
        result_.request = request;
        // Keras' processes that run anyway give the float64 values; another is started only for want of two, or to break a tie. Of those
        // for ONNX the evaluator of the standard comes first, because others have few operators in float64.
        spare_ = references_for(request.model.form);
        if (request.model.form == "keras")
            std::ranges::stable_partition(
                spare_, [&](std::string const& w) { return std::ranges::find(request.columns, w) != request.columns.end(); });
    }

    model_result run() {
        auto const began = std::chrono::steady_clock::now();
        if (!bring_columns() || !plant() || !fetch_data()) return std::move(result_);
        result_.load_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
        compare();
        return std::move(result_);
    }

  private:
    [[nodiscard]] model_request const& request() const { return result_.request; }
    bool fails(std::string why) {
        result_.failure = std::move(why);
        return false;
    }
    [[nodiscard]] std::string const& planted_column() const {
        return request().planted_in.empty() ? columns_.back()->name() : request().planted_in;
    }
    [[nodiscard]] json planting() const { return {{"slot", 0}, {"kind", request().plant}, {"layer", request().at}}; }

    bool bring_columns();
    void ask_all_to_load();
    model_backend* bring(std::string const& name, precision p);
    bool make_weights(model_backend& b, precision p, loaded_model const& loaded, backend_state& s);
    model_backend* next_reference();
    bool plant();
    bool fetch_data();
    void compare();
    void judge_labels(lockstep const& run);
    lockstep_options options();
    bool reload(model_backend& b, precision p);
    kept_reproducer keep(suspect_evidence const& e);

    model_processes& processes_;
    telling const& tell_;
    std::function<bool()> const& stop_;
    std::string weights_;
    model_result result_;
    std::vector<model_backend*> columns_, references_;
    std::vector<std::string> spare_;
    std::vector<ndarray> inputs_;
    std::vector<double> labels_;
    bool shaped_ = false;
};

/// Weights that lie ready are loaded by all processes at once.
void comparison::ask_all_to_load() {
    if (!weights_.empty() && !fs::exists(weights_)) return;
    for (auto const& name : request().columns)
        if (auto b = processes_.backend(name); b && processes_.ready(**b)) {
            processes_.ask_to_load(**b, request(), precision::tested, weights_);
            auto const place = std::ranges::find(spare_, name);
            if (place != spare_.end() && place - spare_.begin() < 2) processes_.ask_to_load(**b, request(), precision::float64, weights_);
        }
}

bool comparison::bring_columns() {
    tell_("starting backends");
    for (auto const& name : request().columns) (void)processes_.backend(name);
    bool asked = false;
    for (auto const& name : request().columns) {
        if (!asked && (weights_.empty() || fs::exists(weights_))) ask_all_to_load(), asked = true;
        if (auto* const b = bring(name, precision::tested)) columns_.push_back(b);
    }
    for (auto const& name : request().columns) result_.backends.push_back(processes_.state(name));
    if (columns_.size() < 2) {
        auto why = columns_.empty() ? "no backend loads the model" : fmt::format("only {} loads the model", columns_.front()->name());
        return fails(why + failures_of(result_.backends));
    }
    while (references_.size() < 2)
        if (auto* const b = next_reference())
            references_.push_back(b);
        else
            break;
    return true;
}

model_backend* comparison::bring(std::string const& name, precision p) {
    if (stop_()) return nullptr;
    tell_(fmt::format("loading {} into {}{}", request().model.name, name, p == precision::float64 ? " in float64" : ""));
    auto const since = std::chrono::steady_clock::now();
    auto& s = processes_.state(name);
    s = {name, s.version, s.switches, "", 0};
    auto b = processes_.backend(name);
    if (!b) return s.failure = b.failure().text(), nullptr;
    if (auto const up = processes_.ready(**b); !up) return s.failure = up.failure().text(), nullptr;
    auto loaded = processes_.load(**b, request(), p, weights_);
    if (!loaded) return s.failure = loaded.failure().why, nullptr;
    if (!weights_.empty() && !fs::exists(weights_) && !make_weights(**b, p, *loaded, s)) return nullptr;
    s.load_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - since).count();
    if (!shaped_) {
        result_.loaded = std::move(*loaded);
        shaped_ = true;
    } else if (!same_structure(result_.loaded.graph, loaded->graph)) {
        s.failure = "it takes the model apart in another way than the first backend";
        return nullptr;
    }
    return *b;
}

/// Once for all backends: seeded or trained, by the first that loads the model.
bool comparison::make_weights(model_backend& b, precision p, loaded_model const& loaded, backend_state& s) {
    tell_(fmt::format("making the weights of {} in {}", request().model.name, b.name()));
    json how{{"slot", static_cast<int>(p)}, {"weights", weights_}, {"seed", request().seed}};
    auto calm = request();
    calm.dataset = "noise";
    // Statistics over few samples are close to none.
    calm.batch = std::max(8, calm.batch);
    how["data"] = model_processes::data_request(calm, loaded);
    if (!request().model.train.is_null()) how["train"] = request().model.train;
    auto const made = processes_.ask(b, "prepare", how);
    if (!made) return s.failure = made.failure().why, false;
    result_.accuracy = made->value("accuracy", -1.0);
    processes_.forget(b, p);
    auto const again = processes_.load(b, request(), p, weights_);
    if (!again) s.failure = again.failure().why;
    return again.has_value();
}

model_backend* comparison::next_reference() {
    while (!spare_.empty()) {
        auto const name = spare_.front();
        spare_.erase(spare_.begin());
        auto const before = processes_.state(name);
        auto* const b = bring(name, precision::float64);
        processes_.state(name) = before;
        if (b == nullptr) continue;
        result_.references.push_back(name);
        return b;
    }
    return nullptr;
}

bool comparison::plant() {
    if (request().plant.empty()) return true;
    auto const where = std::ranges::find(columns_, planted_column(), &model_backend::name);
    if (where == columns_.end()) return fails("the column to plant the fault in takes no part");
    auto const planted = processes_.ask(**where, "patch", planting());
    return planted ? true : fails(planted.failure().why);
}

bool comparison::fetch_data() {
    tell_("fetching data");
    columns_.front()->ask(model_slot::free_run, "data", model_processes::data_request(request(), result_.loaded).dump());
    auto data = columns_.front()->wait_for(model_slot::free_run);
    if (data.is != ending::value) return fails(complaint_of(data));
    std::size_t inputs = 0;
    for (auto const& n : result_.loaded.graph.nodes()) inputs += n.kind == "Input";
    if (data.outputs.size() > inputs) {
        for (double x : data.outputs.back().as<double>()) labels_.push_back(x);
        data.outputs.pop_back();
    }
    inputs_ = std::move(data.outputs);
    return true;
}

bool comparison::reload(model_backend& b, precision p) {
    if (!processes_.ready(b) || !processes_.load(b, request(), p, weights_)) return false;
    if (request().plant.empty() || p == precision::float64 || b.name() != planted_column()) return true;
    return processes_.ask(b, "patch", planting()).has_value();
}

kept_reproducer comparison::keep(suspect_evidence const& e) {
    tell_(fmt::format("{}: a reproducer for {}", request().model.name, result_.loaded.graph.node(e.node).name));
    // The arbiter is a reference that was brought later.
    model_backend* reference = nullptr;
    for (auto const& name : result_.references)
        if (name == e.reference)
            if (auto const b = processes_.backend(name)) reference = *b;
    return write_reproducer(*columns_[e.column], reference, result_.loaded.graph, request(), e);
}

lockstep_options comparison::options() {
    lockstep_options o;
    o.depth = request().depth, o.whole = request().whole, o.bits = request().bits || !request().plant.empty();
    o.stop = stop_;
    o.progress = [this](std::size_t i) {
        tell_(fmt::format("{}: layer {} of {}", request().model.name, i + 1, result_.loaded.graph.size()));
    };
    o.reload = [this](model_backend& b, precision p) { return reload(b, p); };
    o.arbiter = [this] { return next_reference(); };
    if (!request().reproducers.empty()) o.keep = [this](suspect_evidence const& e) { return keep(e); };
    for (std::size_t c = 0; c < columns_.size(); ++c)
        if (is_policy(columns_[c]->name())) o.policies.push_back(c);
    return o;
}

void comparison::compare() {
    lockstep run(result_.loaded.graph, columns_, references_, std::move(inputs_), options());
    result_.trace = run.run();
    if (!labels_.empty()) judge_labels(run);
    if (!request().backward) return;
    tell_(fmt::format("{}: gradients", request().model.name));
    run.run_backward(result_.trace);
}

void comparison::judge_labels(lockstep const& run) {
    std::vector<std::vector<float>> scores;
    for (std::size_t c = 0; c < columns_.size(); ++c) {
        auto const& end = run.ends(c);
        auto const floats = end.empty() || end[0].bytes() == 0 ? ndarray() : converted(end[0].view(), dtype::float32);
        scores.emplace_back(floats.as<float>().begin(), floats.as<float>().end());
    }
    auto const& model = request().model;
    bool const own_data = !model.train.is_null() && (request().dataset.empty() || request().dataset == model.dataset);
    result_.labels = label_figures_of(scores, labels_, own_data);
}

} // namespace

model_result model_runner::run(model_request const& request, telling const& tell, std::function<bool()> const& stop) {
    if (processes_.usable()) return comparison(processes_, request, tell, stop).run();
    model_result r;
    r.request = request;
    r.failure = "the worker's script could not be written";
    return r;
}

result<json> model_runner::plantable(model_request const& request) {
    auto b = processes_.backend(request.columns.at(0));
    if (!b) return b.failure();
    if (auto const up = processes_.ready(**b); !up) return up.failure();
    auto m = processes_.load(**b, request, precision::tested, processes_.weights_of(request));
    if (!m) return m.failure();
    auto places = processes_.ask(**b, "patch", {{"slot", 0}, {"kind", "list"}});
    if (!places) return places.failure();
    return places->value("places", json::array());
}

} // namespace xamt_command

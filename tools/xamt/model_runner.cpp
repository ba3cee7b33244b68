// Processes of backends, models in them, and the comparison; see model_runner.hpp.
#include "model_runner.hpp"
#include "model_reproducer.hpp"

#include <tools/models/datasets_script.hpp>
#include <tools/models/keras_models_script.hpp>
#include <tools/models/model_worker_script.hpp>
#include <tools/models/onnx_models_script.hpp>
#include <tools/models/planted_script.hpp>
#include <xamt/core/random.hpp>
#include <xamt/generated/worker_script.hpp>
#include <xamt/localise/lockstep.hpp>
#include <xamt/report/output_file.hpp>

#include <fmt/format.h>

#include <fstream>
#include <map>

namespace xamt_command {

using namespace xamt;
using nlohmann::json;

namespace {

namespace fs = std::filesystem;

struct module_text {
    std::string_view name, text;
};

constexpr module_text modules[] = {{"worker", detail::worker_script},
                                   {"model_worker", detail::model_worker_script},
                                   {"keras_models", detail::keras_models_script},
                                   {"onnx_models", detail::onnx_models_script},
                                   {"planted", detail::planted_script},
                                   {"datasets", detail::datasets_script}};

/// The worker's modules side by side in a folder that is named after their contents.
result<std::string> unpack_modules(std::string const& cache) {
    std::uint64_t key = 0;
    for (auto const& m : modules) key = key_of({key, key_of(m.text)});
    fs::path const folder = fs::path(cache) / fmt::format("models-{:016x}", key);
    std::error_code failed;
    fs::create_directories(folder, failed);
    for (auto const& m : modules) {
        auto const path = folder / (std::string(m.name) + ".py");
        if (std::ifstream file(path, std::ios::binary); file)
            if (std::string((std::istreambuf_iterator<char>(file)), {}) == m.text) continue;
        if (auto const written = write_report(path.string(), m.text); !written) return written.failure();
    }
    return (folder / "model_worker.py").string();
}

std::string text_of(outcome const& o) {
    if (o.is != ending::value) return fmt::format("{}{}{}", o.error_type, o.error_type.empty() ? "" : ": ", o.message);
    return {};
}

std::string bytes_of(outcome const& o) {
    if (o.outputs.empty()) return {};
    return {reinterpret_cast<char const*>(o.outputs.front().data()), o.outputs.front().bytes()};
}

/// The model's name, dtypes and source, from which files of weights are named.
std::string key_of_model(model_request const& r) {
    json const j{{"source", r.model.source}, {"train", r.model.train}, {"seed", r.seed}, {"shapes", r.model.shapes}, {"format", 4}};
    std::string name;
    for (char c : r.model.name) name += std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '-';
    return fmt::format("{}-{:012x}", name, key_of(j.dump()) & 0xffffffffffffull);
}

} // namespace

struct model_runner::machine {
    toolbox tools;
    std::string packages;
    std::uint64_t memory_mb;
    double patience;
    std::string script, folder;
    std::map<std::string, model_backend> backends;
    std::map<std::string, backend_state> states;
    /// A model that a process holds, the request that brought it there, and how often the process had been started anew by then.
    struct resident_model {
        std::string wanted;
        loaded_model model;
        std::size_t restarts = 0;
    };
    std::map<std::string, resident_model> loaded; ///< by column and precision

    result<model_backend*> backend(std::string const& name) {
        if (auto const found = backends.find(name); found != backends.end()) {
            if (!found->second.down()) return &found->second;
            backends.erase(found);
        }
        for (char const* p : {"/0", "/1"}) loaded.erase(name + p);
        host_options o;
        o.column = name;
        o.program = {tools.python, script, "--packages", packages};
        o.environment = {"XAMT_JAX_CACHE=" + tools.cache + "/jax", "XAMT_MODEL_CACHE=" + folder, "PYTHONDONTWRITEBYTECODE="};
        if (char const* const log = std::getenv("XAMT_HOST_LOG")) o.log = log;
        o.memory = memory_mb << 20;
        o.trial_timeout = o.first_trial_timeout = std::chrono::duration<double>(patience);
        o.start_timeout = std::chrono::duration<double>(180);
        o.memory_map.in_bytes = o.memory_map.out_bytes = std::uint64_t{192} << 20;
        auto b = model_backend::start(std::move(o));
        if (!b) return b.failure();
        auto const placed = backends.emplace(name, std::move(*b)).first;
        return &placed->second;
    }

    /// Waits until a process has greeted or failed.
    result<none> ready(model_backend& b) {
        host* const one[] = {&b.process()};
        while (b.process().state() == host::condition::starting) pump(one, std::chrono::duration<double>(1));
        if (b.down()) return b.process().failure();
        auto& s = states[b.name()];
        s.name = b.name();
        auto const hello = json::parse(b.process().hello(), nullptr, false);
        if (hello.is_object()) s.version = hello.value("version", ""), s.switches = hello.value("switches", json::object()).dump();
        return none{};
    }

    [[nodiscard]] static json shapes_of(model_request const& r) {
        auto shapes = r.model.shapes;
        for (auto& s : shapes)
            if (r.batch > 0 && !s.empty()) s[0] = r.batch;
        return shapes;
    }

    [[nodiscard]] json load_request(model_request const& r, precision p, std::string const& weights) const {
        return {{"slot", static_cast<int>(p)},
                {"source", r.model.source},
                {"shapes", shapes_of(r)},
                {"dtypes", r.model.dtypes},
                {"dtype", p == precision::tested ? "float32" : "float64"},
                {"weights", weights}};
    }

    /// Loads a model unless it is there, and says what nodes it has.
    result<loaded_model> load(model_backend& b, model_request const& r, precision p, std::string const& weights) {
        auto const wanted = load_request(r, p, weights).dump();
        auto const key = fmt::format("{}/{}", b.name(), static_cast<int>(p));
        if (auto const there = loaded.find(key);
            there != loaded.end() && there->second.wanted == wanted && there->second.restarts == b.process().restarts()) {
            // What was planted into it is taken out.
            if (ask_json(b, "patch", {{"slot", static_cast<int>(p)}, {"kind", ""}})) return there->second.model;
        }
        loaded.erase(key);
        b.ask(model_slot::free_run, "load", wanted);
        auto const o = b.wait_for(model_slot::free_run);
        if (o.is != ending::value) return error{fmt::format("{} does not load {}", b.name(), r.model.name), text_of(o), ""};
        auto model = read_graph(bytes_of(o));
        if (model) loaded[key] = {wanted, *model, b.process().restarts()};
        return model;
    }

    result<json> ask_json(model_backend& b, std::string const& mode, json const& what) {
        b.ask(model_slot::free_run, mode, what.dump());
        auto const o = b.wait_for(model_slot::free_run);
        if (o.is != ending::value) return error{fmt::format("{} does not {}", b.name(), mode), text_of(o), ""};
        return json::parse(bytes_of(o), nullptr, false);
    }

    [[nodiscard]] json data_request(model_request const& r, loaded_model const& m) const {
        json shapes = json::array(), dtypes = json::array();
        for (auto const& n : m.graph.nodes())
            if (n.kind == "Input") {
                std::size_t const k = shapes.size();
                std::vector<int> shape(n.outputs[0].dims.begin(), n.outputs[0].dims.end());
                if (k < r.model.shapes.size() && (!r.model.shapes[k].empty() || shape.empty())) shape = r.model.shapes[k];
                shapes.push_back(shape);
                dtypes.push_back(name_of(n.outputs[0].type));
            }
        int batch = r.batch;
        if (batch == 0) batch = !shapes.empty() && !shapes[0].empty() && shapes[0][0] > 0 ? shapes[0][0].get<int>() : 2;
        json j{{"name", r.dataset.empty() ? r.model.dataset : r.dataset},
               {"batch", batch},
               {"shapes", shapes},
               {"dtypes", dtypes},
               {"seed", r.seed}};
        // Inputs of a fixed size keep it; only the first is a batch of samples.
        j["free_batch"] = r.model.form == "keras" || r.batch > 0;
        if (r.model.data.is_object()) j.update(r.model.data);
        return j;
    }
};

model_runner::model_runner(toolbox tools, std::string packages, std::uint64_t memory_mb, double patience)
    : machine_(std::make_unique<machine>()) {
    auto& m = *machine_;
    m.tools = std::move(tools), m.packages = std::move(packages), m.memory_mb = memory_mb, m.patience = patience;
    m.folder = m.tools.cache + "/model-weights";
    std::error_code ignored;
    fs::create_directories(m.folder, ignored);
    if (auto script = unpack_modules(m.tools.cache)) m.script = *script;
}

model_runner::~model_runner() = default;

void model_runner::forget() {
    machine_->backends.clear();
    machine_->loaded.clear();
}

std::uint64_t model_runner::resident() const {
    std::uint64_t sum = 0;
    for (auto const& [name, b] : machine_->backends) sum += b.process().resident_bytes();
    return sum;
}

result<json> model_runner::plantable(model_request const& request) {
    auto b = machine_->backend(request.columns.at(0));
    if (!b) return b.failure();
    if (auto const up = machine_->ready(**b); !up) return up.failure();
    auto m = machine_->load(**b, request, precision::tested, "");
    if (!m) return m.failure();
    auto places = machine_->ask_json(**b, "patch", {{"slot", 0}, {"kind", "list"}});
    if (!places) return places.failure();
    return places->value("places", json::array());
}

namespace {

/// D_CLASS and D_MAD of every column's outputs against the first's, for labels that mean something.
std::vector<label_figures> label_figures_of(std::vector<std::vector<float>> const& scores, std::vector<double> const& labels,
                                            bool trained) {
    std::vector<label_figures> all(scores.size());
    auto const& first = scores.front();
    std::size_t const inputs = labels.size(), classes = inputs == 0 ? 0 : first.size() / inputs;
    for (std::size_t c = 0; c < scores.size(); ++c) {
        auto& f = all[c];
        f.inputs = static_cast<int>(inputs);
        if (inputs == 0 || classes < 1 || scores[c].size() != first.size()) {
            f.refused = "the data have no labels";
            continue;
        }
        auto const row = [&](std::vector<float> const& of, std::size_t i) { return std::span(of).subspan(i * classes, classes); };
        std::int64_t right = 0;
        for (std::size_t i = 0; i < inputs; ++i)
            right += rank_of_class<float>(row(first, i), static_cast<std::int64_t>(labels[i])).rank == 1;
        if (classes > 1 &&
            (!trained || !labels_mean_something(right, static_cast<std::int64_t>(inputs), static_cast<std::int64_t>(classes)))) {
            f.refused = "the labels mean nothing to a model that has not been trained on them";
            continue;
        }
        f.meaningful = trained;
        if (!trained) f.refused = "the model has not been trained on these data";
        for (std::size_t i = 0; i < inputs; ++i) {
            auto const label = static_cast<std::int64_t>(labels[i]);
            std::vector<float> truth(classes, 0);
            if (classes > 1 && label >= 0 && label < static_cast<std::int64_t>(classes)) truth[static_cast<std::size_t>(label)] = 1;
            if (classes == 1) truth[0] = static_cast<float>(labels[i]);
            double const m =
                d_mad(mean_absolute_deviation<float>(row(first, i), truth), mean_absolute_deviation<float>(row(scores[c], i), truth));
            f.mad_largest = std::max(f.mad_largest, m), f.mad_above += m > customary_mad_threshold;
            if (classes == 1) continue;
            double const d = d_class<float>(row(first, i), row(scores[c], i), label);
            f.class_largest = std::max(f.class_largest, d), f.class_above += d >= customary_class_threshold;
            f.ties += rank_of_class<float>(row(scores[c], i), label).ties > 0;
            auto const best = [&](std::vector<float> const& of) { return std::ranges::max_element(row(of, i)) - row(of, i).begin(); };
            f.other_first += best(first) != best(scores[c]);
        }
    }
    return all;
}

} // namespace

model_result model_runner::run(model_request const& request, std::function<void(std::string const&)> const& tell,
                               std::function<bool()> const& stop) {
    auto& m = *machine_;
    model_result r;
    r.request = request;
    auto const began = std::chrono::steady_clock::now();
    if (m.script.empty()) {
        r.failure = "the worker's script could not be written";
        return r;
    }
    // Processes start side by side.
    auto const wide = references_for(request.model.form);
    tell("starting backends");
    for (auto const& name : request.columns) (void)m.backend(name);
    auto const file = fmt::format("{}/{}.npz", m.folder, key_of_model(request));
    bool const makes_weights = request.model.form == "keras" && !request.model.source.contains("keras");
    std::string const weights = makes_weights ? file : "";

    std::vector<model_backend*> columns, references;
    std::vector<std::string> lost;
    bool shaped = false;
    auto const bring = [&](std::string const& name, precision p) -> model_backend* {
        if (stop()) return nullptr;
        tell(fmt::format("loading {} into {}{}", request.model.name, name, p == precision::float64 ? " in float64" : ""));
        auto const since = std::chrono::steady_clock::now();
        auto& s = m.states[name];
        s = {name, s.version, s.switches, "", 0};
        auto b = m.backend(name);
        if (!b) return s.failure = b.failure().text(), nullptr;
        if (auto const up = m.ready(**b); !up) return s.failure = up.failure().text(), nullptr;
        auto loaded = m.load(**b, request, p, weights);
        if (!loaded) return s.failure = loaded.failure().why, nullptr;
        if (makes_weights && !fs::exists(weights)) {
            tell(fmt::format("making the weights of {} in {}", request.model.name, name));
            json how{{"slot", static_cast<int>(p)}, {"weights", weights}, {"seed", request.seed}};
            auto calm = request;
            calm.dataset = "noise";
            how["data"] = m.data_request(calm, *loaded);
            if (!request.model.train.is_null()) how["train"] = request.model.train;
            auto const made = m.ask_json(**b, "prepare", how);
            if (!made) return s.failure = made.failure().why, nullptr;
            r.accuracy = made->value("accuracy", -1.0);
            m.loaded.erase(fmt::format("{}/{}", name, static_cast<int>(p)));
            if (auto const again = m.load(**b, request, p, weights); !again) return s.failure = again.failure().why, nullptr;
        }
        s.load_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - since).count();
        if (!shaped) {
            r.loaded = std::move(*loaded);
            shaped = true;
        } else if (!same_structure(r.loaded.graph, loaded->graph)) {
            s.failure = "it takes the model apart in another way than the first backend";
            return nullptr;
        }
        return *b;
    };
    for (auto const& name : request.columns)
        if (auto* const b = bring(name, precision::tested)) columns.push_back(b);
    for (auto const& name : request.columns)
        if (auto const s = m.states.find(name); s != m.states.end()) r.backends.push_back(s->second);
    if (columns.size() < 2) {
        r.failure = columns.empty() ? "no backend loads the model" : fmt::format("only {} loads the model", columns.front()->name());
        for (auto const& b : r.backends)
            if (!b.failure.empty()) r.failure += fmt::format("; {}: {}", b.name, b.failure);
        return r;
    }
    // The first reference is always asked, the second to confirm what it says. Processes that run anyway are taken first; another is
    // started only for want of two, or to break a tie.
    std::vector<std::string> spare = wide;
    std::ranges::stable_partition(
        spare, [&](std::string const& w) { return std::ranges::find(columns, w, &model_backend::name) != columns.end(); });
    auto const next_reference = [&]() -> model_backend* {
        while (!spare.empty()) {
            auto const name = spare.front();
            spare.erase(spare.begin());
            auto const before = m.states[name];
            auto* const b = bring(name, precision::float64);
            m.states[name] = before;
            if (b == nullptr) continue;
            r.references.push_back(name);
            return b;
        }
        return nullptr;
    };
    while (references.size() < 2)
        if (auto* const b = next_reference())
            references.push_back(b);
        else
            break;
    if (!request.plant.empty()) {
        auto const where =
            std::ranges::find(columns, request.planted_in.empty() ? columns.back()->name() : request.planted_in, &model_backend::name);
        if (where == columns.end()) {
            r.failure = "the column to plant the fault in takes no part";
            return r;
        }
        auto const planted = m.ask_json(**where, "patch", {{"slot", 0}, {"kind", request.plant}, {"layer", request.at}});
        if (!planted) {
            r.failure = planted.failure().why;
            return r;
        }
    }
    tell("fetching data");
    columns.front()->ask(model_slot::free_run, "data", m.data_request(request, r.loaded).dump());
    auto data = columns.front()->wait_for(model_slot::free_run);
    if (data.is != ending::value) {
        r.failure = text_of(data);
        return r;
    }
    std::size_t inputs = 0;
    for (auto const& n : r.loaded.graph.nodes()) inputs += n.kind == "Input";
    std::vector<double> labels;
    if (data.outputs.size() > inputs) {
        for (double x : data.outputs.back().as<double>()) labels.push_back(x);
        data.outputs.pop_back();
    }
    r.load_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();

    lockstep_options options;
    options.depth = request.depth, options.whole = request.whole;
    options.stop = stop;
    options.progress = [&](std::size_t i) { tell(fmt::format("{}: layer {} of {}", request.model.name, i + 1, r.loaded.graph.size())); };
    options.reload = [&](model_backend& b, precision p) {
        if (!m.ready(b) || !m.load(b, request, p, weights)) return false;
        if (request.plant.empty() || p == precision::float64) return true;
        auto const planted_in = request.planted_in.empty() ? columns.back()->name() : request.planted_in;
        return b.name() != planted_in || m.ask_json(b, "patch", {{"slot", 0}, {"kind", request.plant}, {"layer", request.at}}).has_value();
    };
    options.arbiter = next_reference;
    if (!request.reproducers.empty())
        options.keep = [&](suspect_evidence const& e) {
            return write_reproducer(request.reproducers, request, r.loaded.graph.node(e.node), columns[e.column]->name(), e);
        };
    lockstep run(r.loaded.graph, columns, references, std::move(data.outputs), std::move(options));
    r.trace = run.run();
    if (!labels.empty()) {
        std::vector<std::vector<float>> scores;
        for (std::size_t c = 0; c < columns.size(); ++c) {
            auto const& end = run.ends(c);
            auto const floats = end.empty() || end[0].bytes() == 0 ? ndarray() : converted(end[0].view(), dtype::float32);
            scores.emplace_back(floats.as<float>().begin(), floats.as<float>().end());
        }
        bool const own_data = !request.model.train.is_null() && (request.dataset.empty() || request.dataset == request.model.dataset);
        r.labels = label_figures_of(scores, labels, own_data);
    }
    if (request.backward) {
        tell(fmt::format("{}: gradients", request.model.name));
        run.run_backward(r.trace);
    }
    return r;
}

} // namespace xamt_command

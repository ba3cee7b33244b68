// Processes of backends and the models that they hold; see model_processes.hpp.
#include "model_processes.hpp"

#include <tools/models/datasets_script.hpp>
#include <tools/models/keras_compiled_script.hpp>
#include <tools/models/keras_models_script.hpp>
#include <tools/models/model_worker_script.hpp>
#include <tools/models/node_list_script.hpp>
#include <tools/models/onnx_models_script.hpp>
#include <tools/models/planted_onnx_script.hpp>
#include <tools/models/planted_script.hpp>
#include <tools/models/reproducer_script.hpp>
#include <tools/models/tflite_models_script.hpp>
#include <tools/models/tflite_operators_script.hpp>
#include <xamt/core/random.hpp>
#include <xamt/generated/worker_script.hpp>
#include <xamt/report/output_file.hpp>

#include <fmt/format.h>

#include <fstream>

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
                                   {"node_list", detail::node_list_script},
                                   {"keras_models", detail::keras_models_script},
                                   {"keras_compiled", detail::keras_compiled_script},
                                   {"onnx_models", detail::onnx_models_script},
                                   {"planted", detail::planted_script},
                                   {"planted_onnx", detail::planted_onnx_script},
                                   {"reproducer", detail::reproducer_script},
                                   {"tflite_models", detail::tflite_models_script},
                                   {"tflite_operators", detail::tflite_operators_script},
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

/// Keras leaves the length of a batch open.
json shapes_of(model_request const& r) {
    auto shapes = r.model.shapes;
    for (auto& s : shapes)
        if (!s.empty() && (r.batch > 0 || r.model.form == "keras")) s[0] = r.model.form == "keras" ? 0 : r.batch;
    return shapes;
}

json load_request(model_request const& r, precision p, std::string const& weights) {
    return {{"slot", static_cast<int>(p)},
            {"source", r.model.source},
            {"shapes", shapes_of(r)},
            {"dtypes", r.model.dtypes},
            {"dtype", p == precision::tested ? "float32" : "float64"},
            {"weights", weights}};
}

/// Two models of one process load through slots of their own.
model_slot loading_slot(precision p) { return p == precision::tested ? model_slot::free_run : model_slot::depth; }

} // namespace

std::vector<std::string> plantable_kinds(std::string_view form) {
    std::vector<std::string> kinds;
    auto const collect = [&](std::string_view text, std::string_view mark) {
        for (auto at = text.find(mark); at != std::string_view::npos; at = text.find(mark, at + 1)) {
            auto const begin = at + mark.size();
            kinds.emplace_back(text.substr(begin, text.find('"', begin) - begin));
        }
    };
    if (form == "keras") collect(detail::planted_script, "\n@forward(\""), collect(detail::planted_script, "\n@backward(\"");
    if (form == "onnx") collect(detail::planted_onnx_script, "\nregister(\"");
    return kinds;
}

std::string complaint_of(outcome const& o) {
    if (o.is == ending::value) return {};
    return fmt::format("{}{}{}", o.error_type, o.error_type.empty() ? "" : ": ", o.message);
}

std::string bytes_of(outcome const& o) {
    if (o.outputs.empty()) return {};
    return {reinterpret_cast<char const*>(o.outputs.front().data()), o.outputs.front().bytes()};
}

model_processes::model_processes(toolbox tools, std::string packages, std::uint64_t memory_mb, double patience)
    : tools_(std::move(tools)), packages_(std::move(packages)), memory_mb_(memory_mb), patience_(patience),
      folder_(tools_.cache + "/model-weights") {
    std::error_code ignored;
    fs::create_directories(folder_, ignored);
    if (auto script = unpack_modules(tools_.cache)) script_ = *script;
}

result<model_backend*> model_processes::backend(std::string const& name) {
    if (auto const found = backends_.find(name); found != backends_.end()) {
        if (!found->second.down()) return &found->second;
        backends_.erase(found);
    }
    for (auto* of : {"/0", "/1"}) held_.erase(name + of), asked_.erase(name + of);
    host_options o;
    o.column = name;
    o.program = {tools_.python, script_, "--packages", packages_};
    o.environment = {"XAMT_JAX_CACHE=" + tools_.cache + "/jax", "XAMT_MODEL_CACHE=" + folder_, "PYTHONDONTWRITEBYTECODE="};
    if (char const* const log = std::getenv("XAMT_HOST_LOG")) o.log = log;
    o.memory = memory_mb_ << 20;
    o.trial_timeout = o.first_trial_timeout = std::chrono::duration<double>(patience_);
    o.start_timeout = std::chrono::duration<double>(180);
    o.memory_map.in_bytes = o.memory_map.out_bytes = std::uint64_t{192} << 20;
    auto b = model_backend::start(std::move(o));
    if (!b) return b.failure();
    return &backends_.emplace(name, std::move(*b)).first->second;
}

result<none> model_processes::ready(model_backend& b) {
    host* const one[] = {&b.process()};
    while (b.process().state() == host::condition::starting) pump(one, std::chrono::duration<double>(1));
    if (b.down()) return b.process().failure();
    auto& s = states_[b.name()];
    s.name = b.name();
    auto const hello = json::parse(b.process().hello(), nullptr, false);
    if (hello.is_object()) s.version = hello.value("version", ""), s.switches = hello.value("switches", json::object()).dump();
    return none{};
}

std::string model_processes::key(model_backend const& b, precision p) { return fmt::format("{}/{}", b.name(), static_cast<int>(p)); }

model_processes::held_model const* model_processes::held(model_backend& b, precision p, std::string const& wanted) const {
    auto const there = held_.find(key(b, p));
    bool const holds = there != held_.end() && there->second.wanted == wanted && there->second.restarts == b.process().restarts();
    return holds ? &there->second : nullptr;
}

void model_processes::ask_to_load(model_backend& b, model_request const& r, precision p, std::string const& weights) {
    auto const wanted = load_request(r, p, weights).dump();
    auto& asked = asked_[key(b, p)];
    if (asked == wanted || (asked.empty() && held(b, p, wanted) != nullptr)) return;
    if (!asked.empty()) (void)b.wait_for(loading_slot(p));
    held_.erase(key(b, p));
    asked = wanted;
    b.ask(loading_slot(p), "load", wanted);
}

result<loaded_model> model_processes::load(model_backend& b, model_request const& r, precision p, std::string const& weights) {
    auto const wanted = load_request(r, p, weights).dump();
    if (asked_[key(b, p)].empty())
        if (auto const* there = held(b, p, wanted))
            if (ask(b, "patch", {{"slot", static_cast<int>(p)}, {"kind", ""}})) return there->model;
    ask_to_load(b, r, p, weights);
    auto const o = b.wait_for(loading_slot(p));
    asked_.erase(key(b, p));
    if (o.is != ending::value) return error{fmt::format("{} does not load {}", b.name(), r.model.name), complaint_of(o), ""};
    auto model = read_graph(bytes_of(o));
    if (model) held_[key(b, p)] = {wanted, *model, b.process().restarts()};
    return model;
}

result<json> model_processes::ask(model_backend& b, std::string const& mode, json const& what) {
    b.ask(model_slot::free_run, mode, what.dump());
    auto const o = b.wait_for(model_slot::free_run);
    if (o.is != ending::value) return error{fmt::format("{} does not {}", b.name(), mode), complaint_of(o), ""};
    return json::parse(bytes_of(o), nullptr, false);
}

json model_processes::data_request(model_request const& r, loaded_model const& m) {
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

/// Named after the model's name, dtypes and source.
std::string model_processes::weights_of(model_request const& r) const {
    if (r.model.form != "keras" || r.model.source.contains("keras")) return "";
    json const j{{"source", r.model.source}, {"train", r.model.train}, {"seed", r.seed}, {"shapes", r.model.shapes}, {"format", 5}};
    std::string name;
    for (char c : r.model.name) name += std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '-';
    return fmt::format("{}/{}-{:012x}.npz", folder_, name, key_of(j.dump()) & 0xffffffffffffull);
}

void model_processes::end_all() {
    backends_.clear();
    held_.clear();
    asked_.clear();
}

std::uint64_t model_processes::resident() const {
    std::uint64_t sum = 0;
    for (auto const& [name, b] : backends_) sum += b.process().resident_bytes();
    return sum;
}

} // namespace xamt_command

// `xamt model` and `xamt models`: one model on several backends, and what there is to run.
#include "interrupt.hpp"
#include "model_api.hpp"
#include "model_campaign.hpp"
#include "model_report.hpp"
#include "progress_line.hpp"
#include "run_again.hpp"

#include <xamt/report/output_file.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <set>

namespace xamt_command {

namespace {

using nlohmann::json;

constexpr char examples[] = "Examples:\n"
                            "  xamt model small-cnn                                     five Keras backends, layer by layer\n"
                            "  xamt model ResNet50 --backends tensorflow,jax            an architecture with seeded weights\n"
                            "  xamt model net.keras --data digits --html map.html       your own model, and a map of its layers\n"
                            "  xamt model net.onnx --backends onnxruntime,openvino      before you deploy it\n"
                            "  xamt model net.tflite                                    every operator on four backends\n"
                            "  xamt model small-cnn --plant softmax-axis@softmax        see a planted fault found\n"
                            "  xamt model --all --resume campaign.jsonl                 every model on every backend and data set\n"
                            "\nA layer is suspect when its error on recorded inputs, against float64, is more than 8 times that of the\n"
                            "other backends. `xamt models` lists models, backends, data sets and faults to plant.";

struct model_options {
    std::string model, data, json, html, plant, planted_in, reproducers, resume, python;
    std::vector<std::string> backends;
    int batch = 0, size = 0, fuzz = 0;
    std::uint64_t seed = 1, memory_mb = 8192;
    double patience = 120;
    bool gradients = false, all = false, no_depth = false, no_whole = false, warm = false, own_data = false;
};

/// "jax" is keras[jax], "onnxruntime" its optimised form; empty if there is no such column.
std::string column_named(std::string const& word, std::vector<std::string> const& known) {
    auto const found = std::ranges::find_if(known, [&](std::string const& k) {
        return k == word || k == "keras[" + word + "]" || k == "tflite[" + word + "]" || k.starts_with(word + "[") ||
               (word == "reference" && k == "onnx[reference]") || (word == "openvino[default]" && k == "keras[openvino-default]");
    });
    return found == known.end() ? std::string() : *found;
}

error no_backend(std::string const& word, std::vector<std::string> const& known, std::string_view of) {
    return {fmt::format("there is no backend \"{}\" for models{}", word, of), fmt::format("there are {}", fmt::join(known, ", ")),
            did_you_mean(word, known, "`xamt models` lists them")};
}

result<std::vector<std::string>> columns_of(std::vector<std::string> const& asked, std::string_view form) {
    if (asked.empty()) return columns_for(form);
    auto const known = all_columns_for(form);
    std::vector<std::string> columns;
    for (auto const& word : words_of(asked)) {
        auto const found = column_named(word, known);
        if (found.empty()) return no_backend(word, known, " of this form");
        if (std::ranges::find(columns, found) == columns.end()) columns.push_back(found);
    }
    if (columns.size() < 2) return error{"one backend alone cannot be compared", "--backends names fewer than two", "name two or more"};
    return columns;
}

/// For models of all forms: a word may mean a column of each.
result<std::vector<std::string>> columns_of_all_forms(std::vector<std::string> const& asked) {
    std::array const forms{all_columns_for("keras"), all_columns_for("onnx")};
    std::vector<std::string> columns, all;
    for (auto const& known : forms) all.insert(all.end(), known.begin(), known.end());
    for (auto const& word : words_of(asked)) {
        auto const before = columns.size();
        for (auto const& known : forms)
            if (auto found = column_named(word, known); !found.empty()) columns.push_back(std::move(found));
        if (columns.size() == before) return no_backend(word, all, "");
    }
    return columns;
}

result<model_entry> entry_of(std::string const& name, std::vector<model_entry> const& catalogue) {
    for (auto const& e : catalogue)
        if (e.name == name) {
            if (!e.missing.empty()) return error{fmt::format("the model {} cannot be run", name), e.missing, ""};
            return e;
        }
    std::error_code ignored;
    std::filesystem::path const path(name);
    if (std::filesystem::is_regular_file(path, ignored)) {
        model_entry e;
        e.name = path.filename().string(), e.family = "a file";
        auto const ends = path.extension().string();
        if (ends != ".onnx" && ends != ".keras" && ends != ".tflite")
            return error{fmt::format("{} is no model that can be read", name),
                         "its name ends neither in .keras nor in .onnx nor in .tflite",
                         ends == ".h5" || ends == ".hdf5" ? "load it with Keras and save it as .keras: the old format is not read" : ""};
        e.form = ends.substr(1);
        e.source = {{e.form, std::filesystem::absolute(path).string()}};
        return e;
    }
    std::vector<std::string> names;
    for (auto const& e : catalogue) names.push_back(e.name);
    return error{fmt::format("there is no model \"{}\"", name), "it is neither built in nor a file",
                 did_you_mean(name, names, "`xamt models` lists them")};
}

int deliver(model_options const& o, std::vector<model_result> const& results, session const& about) {
    if (!o.json.empty()) {
        auto const text = (results.size() == 1 ? json_of(results.front())
                                               : nlohmann::ordered_json{{"results",
                                                                         [&] {
                                                                             auto all = nlohmann::ordered_json::array();
                                                                             for (auto const& r : results) all.push_back(json_of(r));
                                                                             return all;
                                                                         }()}})
                              .dump(1) +
                          "\n";
        if (auto const written = xamt::write_report(o.json, text); !written) return wrong_usage(written.failure());
    }
    if (!o.html.empty())
        if (auto const written = xamt::write_report(o.html, html_of(results, about.line)); !written) return wrong_usage(written.failure());
    bool any = false, compared = false;
    for (auto const& r : results)
        any |= std::ranges::any_of(r.trace.findings, [](auto const& f) { return f.what != xamt::model_finding::kind::policy; }),
            compared |= r.failure.empty();
    if (!compared) return nothing_to_compare;
    return any ? findings : nothing_found;
}

/// From the model down to its functions: the groups that each suspect layer is made of are fuzzed, each command once.
void fuzz_suspects(std::vector<model_result> const& results, int seconds, std::FILE* stream, session const& about) {
    std::set<std::string> lines;
    for (auto const& r : results)
        for (auto const& f : r.trace.findings)
            if (f.what == xamt::model_finding::kind::layer || f.what == xamt::model_finding::kind::graph)
                if (auto line = fuzz_line(r, f, seconds); !line.empty()) lines.insert(std::move(line));
    for (auto const& line : lines) {
        fmt::print(stream, "{}\n", line);
        std::fflush(stream);
        (void)run_again(about, line);
    }
    if (lines.empty()) fmt::print(stream, "no layer is suspect whose functions could be fuzzed\n");
}

/// Every fault at one or two layers that it fits, one run each.
result<std::vector<model_request>> plantings(model_runner& runner, model_request const& base, bool backward) {
    auto places = runner.plantable(base);
    if (!places) return places.failure();
    std::vector<model_request> all;
    for (auto const& p : *places) {
        if ((p["direction"] == "backward") != backward || p["layers"].empty()) continue;
        auto r = base;
        r.plant = p["kind"];
        r.at = p["layers"][p["layers"].size() / 2];
        r.backward = backward;
        all.push_back(std::move(r));
    }
    return all;
}

int run(model_options const& o, session const& about) {
    auto tools = find_tools(about, o.python);
    if (!tools) return wrong_usage(tools.failure());
    auto const packages = find_model_packages(about);
    auto const catalogue = model_catalogue(packages);
    model_runner runner(*tools, fmt::format("{}", fmt::join(packages, ":")), o.memory_mb, o.patience);
    interrupt interrupted;
    progress_line line(stderr, "xamt model: ", std::chrono::seconds(15));
    auto const tell = [&](std::string const& text) {
        if (line.due()) line.show(text);
    };
    auto const stop = [&] { return interrupted.happened(); };
    if (o.all) {
        if (!o.html.empty() || !o.plant.empty() || !o.reproducers.empty() || !o.model.empty())
            return wrong_usage({"--all runs every model, and takes no MODEL, --html, --plant or --reproducers",
                                {},
                                "look at one model by its name for those; --json has the figures of all"});
        auto const only = columns_of_all_forms(o.backends);
        if (!only) return wrong_usage(only.failure());
        return run_campaign({o.json, o.resume, o.seed, *only, o.own_data}, catalogue, runner, tell, stop, [&] { line.finish(); });
    }
    if (o.model.empty())
        return wrong_usage({"no model is named", {}, "give a name or a file, or --all; `xamt models` lists what is built in"});
    auto entry = entry_of(o.model, catalogue);
    if (!entry) return wrong_usage(entry.failure());
    if (o.size > 0) {
        if (entry->shapes.empty() || entry->shapes[0].size() != 4 || !entry->source.contains("application"))
            return wrong_usage({"--size is for architectures of keras.applications", {}, "leave it out"});
        entry->shapes[0][1] = entry->shapes[0][2] = o.size;
    }
    auto columns = columns_of(o.backends, entry->form);
    if (!columns) return wrong_usage(columns.failure());
    model_request request;
    request.model = *entry, request.columns = *columns, request.dataset = o.data, request.batch = o.batch, request.seed = o.seed;
    request.backward = o.gradients, request.depth = !o.no_depth, request.whole = !o.no_whole, request.bits = !o.plant.empty();
    request.planted_in = o.planted_in, request.reproducers = o.reproducers;
    if (!o.data.empty()) {
        auto const sets = dataset_catalogue();
        auto const found = std::ranges::find(sets, o.data, &dataset_entry::name);
        std::vector<std::string> names;
        for (auto const& s : sets) names.push_back(s.name);
        if (found == sets.end())
            return wrong_usage(
                {fmt::format("there is no data set \"{}\"", o.data), {}, did_you_mean(o.data, names, "`xamt models` lists them")});
    }
    std::vector<model_request> requests{request};
    if (o.plant == "all") {
        auto const planted = plantings(runner, request, o.gradients);
        if (!planted) return wrong_usage(planted.failure());
        requests.insert(requests.end(), planted->begin(), planted->end());
    } else if (!o.plant.empty()) {
        auto const at = o.plant.find('@');
        if (at == std::string::npos) return wrong_usage({"--plant takes KIND@LAYER, or all", {}, "`xamt models` lists the kinds"});
        requests[0].plant = o.plant.substr(0, at), requests[0].at = o.plant.substr(at + 1);
        if (requests[0].plant.starts_with("gradient-")) requests[0].backward = true;
    }
    if (o.warm) requests.push_back(requests.front());
    std::vector<model_result> results;
    std::FILE* const stream = o.json == "-" || o.html == "-" ? stderr : stdout;
    for (auto const& r : requests) {
        if (interrupted.happened()) break;
        results.push_back(runner.run(r, tell, stop));
        line.finish();
        if (!r.plant.empty()) fmt::print(stream, "planted {} at {}\n", r.plant, r.at);
        fmt::print(stream, "{}\n", console_of(results.back(), xamt::style_of(stream)));
        std::fflush(stream);
    }
    int const answer = deliver(o, results, about);
    if (o.fuzz > 0) fuzz_suspects(results, o.fuzz, stream, about);
    return answer;
}

int list(std::string const& to, session const& about) {
    auto const packages = find_model_packages(about);
    nlohmann::ordered_json j;
    j["models"] = j["backends"] = j["datasets"] = nlohmann::ordered_json::array();
    std::vector<std::vector<std::string>> rows{{"model", "form", "input", "from"}};
    for (auto const& e : model_catalogue(packages)) {
        nlohmann::ordered_json one{{"name", e.name}, {"form", e.form}, {"family", e.family}, {"shapes", e.shapes}, {"data", e.dataset}};
        if (!e.package.empty()) one["package"] = e.package;
        if (!e.missing.empty()) one["missing"] = e.missing;
        rows.push_back({e.name, e.form, e.shapes.empty() ? "" : fmt::format("{}", fmt::join(e.shapes.front(), "x")),
                        e.missing.empty() ? e.family : e.missing});
        if (e.missing.empty())
            j["models"].push_back(one);
        else
            j["missing"].push_back(one);
    }
    for (auto const* form : {"keras", "onnx", "tflite"})
        for (auto const& c : all_columns_for(form)) j["backends"].push_back({{"name", c}, {"form", form}});
    for (auto const* form : {"keras", "onnx"}) j["faults"][form] = plantable_kinds(form);
    for (auto const& row : layer_group_table()) j["layers"].push_back({{"kind", row.kind}, {"groups", groups_of(row.kind, "{}")}});
    for (auto const& d : dataset_catalogue()) j["datasets"].push_back({{"name", d.name}, {"form", d.form}, {"package", d.package}});
    if (!to.empty()) {
        if (auto const written = xamt::write_report(to, j.dump(1) + "\n"); !written) return wrong_usage(written.failure());
        if (to == "-") return nothing_found;
    }
    fmt::print("{}", xamt::table_text(rows, 0, xamt::style_of(stdout)));
    std::string backends, sets;
    for (auto const& b : j["backends"]) backends += (backends.empty() ? "" : ", ") + b["name"].get<std::string>();
    for (auto const& d : j["datasets"]) sets += (sets.empty() ? "" : ", ") + d["name"].get<std::string>();
    fmt::print("\nbackends: {}\ndata sets: {}\n", backends, sets);
    for (auto const* form : {"keras", "onnx"}) fmt::print("faults to plant ({}): {}\n", form, fmt::join(plantable_kinds(form), ", "));
    return nothing_found;
}

} // namespace

void add_model(CLI::App& app, session const& about, action& chosen) {
    auto o = std::make_shared<model_options>();
    CLI::App* const command = app.add_subcommand("model", "Run one model on several backends, and name the layer that is to blame");
    command->add_option("MODEL", o->model, "A name that `xamt models` lists, or a .keras, .onnx or .tflite file")->type_name("");
    command
        ->add_option("--backends", o->backends,
                     "Such as tensorflow,jax or onnxruntime,openvino (default: all); the first is what others are compared with")
        ->type_name("LIST");
    command->add_option("--data", o->data, "A data set that `xamt models` lists (default: what suits the model)")->type_name("NAME");
    command->add_option("--batch", o->batch, "Samples at once (default: what suits the model)")->type_name("N")->check(CLI::Range(1, 4096));
    command->add_option("--size", o->size, "Pixels on a side, for architectures of keras.applications (default: small)")
        ->type_name("N")
        ->check(CLI::Range(32, 1024));
    command->add_option("--seed", o->seed, "Of seeded weights and of noise")->type_name("N")->check(whole_number())->capture_default_str();
    command->add_flag("--gradients", o->gradients, "Backward too, on the backends that have gradients");
    command
        ->add_option("--plant", o->plant,
                     "Plant a fault and see it found: KIND@LAYER, or all for every kind that fits, one after the other")
        ->type_name("KIND@LAYER");
    command->add_option("--planted-in", o->planted_in, "The backend that gets the fault (default: the last)")->type_name("COLUMN");
    command
        ->add_option("--reproducers", o->reproducers,
                     "Folder for suspect layers by themselves: recorded inputs and a script that shows the error")
        ->type_name("DIR");
    command->add_option("--fuzz", o->fuzz, "Seconds for `xamt fuzz` on the functions of each suspect layer, afterwards")
        ->type_name("S")
        ->check(CLI::Range(5, 86400));
    command->add_flag("--no-depth", o->no_depth, "No free run in float64: quicker, without the noise at each depth");
    command->add_flag("--no-whole", o->no_whole, "No comparison of compiled models with their own layers");
    command->add_flag("--twice", o->warm, "Run it twice, to see the time of a warm run");
    command->add_flag("--all", o->all, "Every model on every backend and data set that fits it");
    command->add_flag("--own-data", o->own_data, "With --all: each model on its own data only");
    command->add_option("--resume", o->resume, "With --all: keep what is done in this file, and go on from there")->type_name("F");
    command->add_option("--json", o->json, "Write all figures as JSON; - is standard output")->type_name("F");
    command->add_option("--html", o->html, "Write a map of the layers; - is standard output")->type_name("F");
    command->add_option("--python", o->python, "Interpreter that has the frameworks (default: XAMT_PYTHON, then what tools/setup recorded)")
        ->type_name("PATH");
    command->add_option("--memory", o->memory_mb, "MB of memory that a backend's process may take; 0: no limit")
        ->type_name("MB")
        ->check(whole_number())
        ->capture_default_str();
    command->add_option("--timeout", o->patience, "Seconds that a layer may take, or the loading of a model")
        ->type_name("S")
        ->capture_default_str();
    command->footer(examples);
    command->callback([o, &about, &chosen] { chosen = [o, &about] { return run(*o, about); }; });
    auto to = std::make_shared<std::string>();
    CLI::App* const models = app.add_subcommand("models", "List the models, backends and data sets for `xamt model`");
    models->add_option("--json", *to, "Write the list as JSON; - is standard output")->type_name("F");
    models->callback([to, &about, &chosen] { chosen = [to, &about] { return list(*to, about); }; });
}

} // namespace xamt_command

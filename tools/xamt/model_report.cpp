// Console text and JSON of a comparison; see model_report.hpp.
#include "model_report.hpp"
#include "model_api.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>

#include <sys/resource.h>

namespace xamt_command {

using namespace xamt;
using nlohmann::ordered_json;

namespace {

/// JSON has no infinity.
ordered_json number(double x) {
    if (std::isnan(x)) return "nan";
    if (std::isinf(x)) return x > 0 ? "inf" : "-inf";
    return x;
}

/// The most memory that this process, not its backends, has held.
double peak_mb() {
    rusage used{};
    ::getrusage(RUSAGE_SELF, &used);
    return static_cast<double>(used.ru_maxrss) / 1024;
}

std::string short_number(double x) { return std::isinf(x) ? "inf" : fmt::format("{:.3g}", x); }

ordered_json json_of(column_figures const& f, std::string const& name) {
    ordered_json j{{"column", name},
                   {"state", name_of(f.state)},
                   {"error", number(f.error.whole)},
                   {"band_error", number(f.error.band)},
                   {"error_largest", number(f.error_largest)},
                   {"error_mean", number(f.error_mean)},
                   {"delta", number(f.delta)},
                   {"largest", number(f.largest)},
                   {"relative", number(f.relative)},
                   {"rate", number(f.rate)},
                   {"depth", number(f.depth)}};
    if (f.worst >= 0) j["worst_cell"] = f.worst;
    if (f.bits != 0) j["bits"] = fmt::format("{:016x}", f.bits);
    if (!f.words.empty()) j["words"] = f.words;
    if (!f.repeats) j["repeats"] = false;
    return j;
}

ordered_json layers_of(model_result const& r, std::vector<layer_trace> const& layers) {
    auto list = ordered_json::array();
    for (std::size_t i = 0; i < layers.size(); ++i) {
        auto const& n = r.loaded.graph.node(i);
        ordered_json one{{"i", i}, {"name", n.name}, {"kind", n.kind}};
        auto sources = ordered_json::array();
        for (auto const& s : n.sources) sources.push_back(s.node);
        one["sources"] = std::move(sources);
        if (!layers[i].reference.empty()) one["reference"] = layers[i].reference;
        if (!layers[i].reference_note.empty()) one["reference_note"] = layers[i].reference_note;
        one["columns"] = ordered_json::array();
        for (std::size_t c = 0; c < r.trace.columns.size(); ++c)
            one["columns"].push_back(json_of(layers[i].columns[c], r.trace.columns[c]));
        list.push_back(std::move(one));
    }
    return list;
}

ordered_json labels_of(model_result const& r) {
    auto list = ordered_json::array();
    for (std::size_t c = 0; c < r.labels.size(); ++c) {
        auto const& l = r.labels[c];
        ordered_json one{{"column", r.trace.columns[c]}, {"inputs", l.inputs}};
        if (!l.refused.empty()) one["refused"] = l.refused;
        if (l.meaningful)
            one.update({{"d_class", l.class_largest},
                        {"d_class_above", l.class_above},
                        {"d_mad", number(l.mad_largest)},
                        {"d_mad_above", l.mad_above},
                        {"ties", l.ties},
                        {"other_first", l.other_first}});
        list.push_back(std::move(one));
    }
    return list;
}

} // namespace

std::string sentence_of(model_result const& r, model_finding const& f) {
    auto const& n = r.loaded.graph.node(f.node);
    std::string const where = fmt::format("{} \"{}\"", n.kind, n.name);
    std::string text = r.trace.columns[f.column] + ": ";
    switch (f.what) {
    case model_finding::kind::layer:
        text += fmt::format("{} is wrong: its error on recorded inputs is {} times the noise", where, short_number(f.figure));
        break;
    case model_finding::kind::gradient:
        text += fmt::format("the gradients of {} are wrong: {} times the noise", where, short_number(f.figure));
        break;
    case model_finding::kind::graph:
        text += fmt::format("a fault of the whole graph, seen from {} on, {} times the noise", where, short_number(f.figure));
        break;
    case model_finding::kind::refusal: text += fmt::format("{} does not run", where); break;
    case model_finding::kind::form: text += where; break;
    case model_finding::kind::lost: text += fmt::format("lost at {}", where); break;
    case model_finding::kind::policy:
        text += fmt::format("a policy and no fault, {} times the noise at {}", short_number(f.figure), where);
        break;
    }
    if (f.cell.at >= 0) text += fmt::format("; cell {} is {:.9g} where {:.9g} is right", f.cell.at, f.cell.given, f.cell.right);
    if (!f.words.empty()) text += ": " + f.words;
    return text;
}

std::string fuzz_line(model_result const& r, model_finding const& f, int seconds) {
    auto const& n = r.loaded.graph.node(f.node);
    auto const groups = groups_of(n.kind, n.attributes);
    if (groups.empty()) return {};
    return fmt::format("xamt fuzz --groups {} --frameworks {} --seconds {}", fmt::join(groups, ","),
                       fuzz_columns(r.trace.columns[f.column]), seconds);
}

ordered_json json_of(model_result const& r) {
    ordered_json j{{"model", r.request.model.name},
                   {"form", r.request.model.form},
                   {"data", r.request.dataset.empty() ? r.request.model.dataset : r.request.dataset}};
    if (!r.failure.empty()) j["failure"] = r.failure;
    j["nodes"] = r.loaded.graph.size();
    j["parameters"] = r.loaded.parameters;
    if (r.accuracy >= 0) j["accuracy"] = r.accuracy;
    j["load_seconds"] = r.load_seconds;
    j["seconds"] = r.trace.seconds;
    j["peak_mb"] = peak_mb();
    j["backends"] = ordered_json::array();
    for (auto const& b : r.backends) {
        ordered_json one{{"name", b.name}, {"version", b.version}, {"load_seconds", b.load_seconds}};
        one["switches"] = nlohmann::json::parse(b.switches, nullptr, false);
        if (!b.failure.empty()) one["failure"] = b.failure;
        j["backends"].push_back(std::move(one));
    }
    j["columns"] = r.trace.columns;
    j["references"] = r.references;
    if (!r.request.plant.empty()) j["planted"] = {{"kind", r.request.plant}, {"layer", r.request.at}};
    j["findings"] = ordered_json::array();
    for (auto const& f : r.trace.findings) {
        auto const& n = r.loaded.graph.node(f.node);
        ordered_json one{{"what", name_of(f.what)},
                         {"column", r.trace.columns[f.column]},
                         {"layer", n.name},
                         {"kind", n.kind},
                         {"attributes", nlohmann::json::parse(n.attributes, nullptr, false)},
                         {"figure", number(f.figure)},
                         {"api", api_of(r.request.model.form, n.kind)},
                         {"sentence", sentence_of(r, f)}};
        if (f.cell.at >= 0) one["cell"] = {{"at", f.cell.at}, {"given", number(f.cell.given)}, {"right", number(f.cell.right)}};
        if (auto const line = fuzz_line(r, f, 60); !line.empty()) one["fuzz"] = line;
        if (!f.reproducer.empty()) one["reproducer"] = f.reproducer;
        if (!f.tried.empty()) one["reproducer_tried"] = f.tried;
        j["findings"].push_back(std::move(one));
    }
    j["labels"] = labels_of(r);
    j["whole"] = ordered_json::array();
    for (std::size_t c = 0; c < r.trace.whole.size(); ++c) {
        auto const& w = r.trace.whole[c];
        ordered_json one{{"column", r.trace.columns[c]},
                         {"ending", name_of(w.is)},
                         {"difference", number(w.difference)},
                         {"largest", number(w.largest)}};
        if (!w.words.empty()) one["words"] = w.words;
        if (w.parts) one["from"] = r.loaded.graph.node(w.cut).name;
        one["outputs_against_first"] = number(r.trace.output_depth[c]);
        j["whole"].push_back(std::move(one));
    }
    j["layers"] = layers_of(r, r.trace.layers);
    if (!r.trace.backward.empty()) j["backward"] = layers_of(r, r.trace.backward);
    return j;
}

std::string console_of(model_result const& r, console_style const& style) {
    std::string out = style.bold(r.request.model.name) +
                      fmt::format("  {} layers, {} parameters, {}\n", r.loaded.graph.size(), r.loaded.parameters, r.request.model.family);
    if (!r.failure.empty()) return out + "  " + style.red("not compared: ") + r.failure + "\n";
    for (auto const& b : r.backends)
        if (!b.failure.empty()) out += "  " + style.yellow(fmt::format("without {}: {}\n", b.name, b.failure));
    std::vector<std::vector<std::string>> rows{
        {"backend", "outputs", "compiled", "layers checked", "worst layer", "error", "D_CLASS", "D_MAD", "R max"}};
    for (std::size_t c = 0; c < r.trace.columns.size(); ++c) {
        std::size_t checked = 0;
        double rate = 0;
        for (auto const& l : r.trace.layers)
            checked += l.columns[c].state != layer_state::not_run, rate = std::max(rate, l.columns[c].rate);
        auto const worst = suspicion(r.trace.layers, c);
        auto const& label = c < r.labels.size() ? r.labels[c] : label_figures{};
        auto const& first = worst.empty() ? column_figures{} : r.trace.layers[worst.front()].columns[c];
        std::string const compiled =
            c < r.trace.whole.size() ? (r.trace.whole[c].is == ending::value ? short_number(r.trace.whole[c].difference) : "-") : "-";
        rows.push_back({r.trace.columns[c], c == 0 || c >= r.trace.output_depth.size() ? "-" : short_number(r.trace.output_depth[c]),
                        compiled, std::to_string(checked), worst.empty() ? "-" : r.loaded.graph.node(worst.front()).name,
                        short_number(first.error.whole), label.meaningful ? short_number(label.class_largest) : "-",
                        label.meaningful ? short_number(label.mad_largest) : "-", c == 0 ? "-" : short_number(rate)});
    }
    out += table_text(rows, 2, style);
    out += style.dim("  outputs, compiled, error: in units of the noise that float64 shows there; above 16 (outputs) and 8 (a layer) "
                     "something is wrong\n");
    auto const looked_at = std::ranges::count_if(r.trace.layers, [](layer_trace const& l) {
        return std::ranges::any_of(l.columns, [](column_figures const& c) { return c.state != layer_state::not_run; });
    });
    if (looked_at == 0)
        out += "  " + style.yellow("no layer was checked") + "\n";
    else if (r.trace.findings.empty())
        out += "  " + style.green(fmt::format("no layer of any backend is suspect ({} checked)", looked_at)) + "\n";
    for (auto const& f : r.trace.findings) {
        bool const fault = f.what != model_finding::kind::policy;
        out += "  " + (fault ? style.red("! ") : style.yellow("~ ")) +
               wrapped_text(sentence_of(r, f), static_cast<std::size_t>(style.width) - 4, 4) + "\n";
        auto const& n = r.loaded.graph.node(f.node);
        if (f.what == model_finding::kind::layer || f.what == model_finding::kind::graph) {
            out += "    " +
                   style.dim(
                       wrapped_text(fmt::format("{}, attributes {}; R there is {}", api_of(r.request.model.form, n.kind),
                                                n.attributes.substr(0, 200), short_number(r.trace.layers[f.node].columns[f.column].rate)),
                                    static_cast<std::size_t>(style.width) - 4, 4)) +
                   "\n";
            // One line, to be copied.
            if (auto const line = fuzz_line(r, f, 60); !line.empty()) out += "    " + style.dim(line) + "\n";
        }
        if (!f.reproducer.empty()) out += "    " + style.dim("reproducer: " + f.reproducer) + "\n";
        if (!f.tried.empty()) out += "    " + style.dim("reproducer, tried alone: " + f.tried) + "\n";
    }
    for (std::size_t c = 1; c < r.trace.output_depth.size(); ++c) {
        auto const unchecked =
            std::ranges::count_if(r.trace.layers, [&](layer_trace const& l) { return l.columns[c].state == layer_state::not_run; });
        bool const explained =
            std::ranges::any_of(r.trace.findings, [&](model_finding const& f) { return f.column == c || f.column == 0; });
        if (r.trace.output_depth[c] > suspect_limits{}.graph && !explained)
            out += "  " + style.yellow(fmt::format(
                              "{}: its outputs differ from the first backend's, and no layer explains it; {} layers could not be checked\n",
                              r.trace.columns[c], unchecked));
    }
    for (std::size_t i = 0; i < r.trace.layers.size(); ++i)
        for (std::size_t c = 0; c < r.trace.columns.size(); ++c)
            if (auto const s = r.trace.layers[i].columns[c].state; s == layer_state::ill_conditioned || s == layer_state::disputed)
                out += "  " + style.yellow(fmt::format("{}: {} is {}", r.trace.columns[c], r.loaded.graph.node(i).name, name_of(s))) +
                       (r.trace.layers[i].reference_note.empty() ? "" : " (" + r.trace.layers[i].reference_note + ")") + "\n";
    out += style.dim(fmt::format("  float64 by {}; {:.1f} s to load, {:.1f} s to compare, {:.0f} MB of the command's own memory at most\n",
                                 fmt::join(r.references, ", "), r.load_seconds, r.trace.seconds, peak_mb()));
    return out;
}

std::vector<unique_inconsistency> unique_inconsistencies(std::vector<ordered_json> const& results) {
    std::map<std::tuple<std::string, std::string, std::string, std::string>, unique_inconsistency> found;
    for (auto const& r : results) {
        if (!r.contains("findings")) continue;
        for (auto const& f : r["findings"]) {
            auto const first = r["columns"].empty() ? std::string() : r["columns"][0].get<std::string>();
            auto const column = f["column"].get<std::string>();
            auto const pair = column == first ? column : first + " and " + column;
            // Sizes change from layer to layer; the rest of the attributes is what the code branches on.
            ordered_json attributes = f["attributes"];
            if (attributes.is_object())
                for (auto const* size :
                     {"filters", "units", "num_heads", "key_dim", "value_dim", "target_shape", "input_dim", "output_dim", "groups"})
                    attributes.erase(size);
            auto& u = found[{pair, f["kind"].get<std::string>(), attributes.dump(), f["what"].get<std::string>()}];
            if (u.count++ == 0)
                u = {pair, f["kind"], attributes.dump(), f["what"], 1, r["model"].get<std::string>() + "/" + f["layer"].get<std::string>()};
        }
    }
    std::vector<unique_inconsistency> list;
    for (auto& [key, u] : found) list.push_back(std::move(u));
    return list;
}

} // namespace xamt_command

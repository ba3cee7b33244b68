// The campaign over models; see model_campaign.hpp.
#include "model_campaign.hpp"
#include "model_report.hpp"

#include <xamt/report/output_file.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <fstream>
#include <set>

namespace xamt_command {

using nlohmann::ordered_json;

namespace {

/// What was done is kept as one line of JSON each, without the figures of single layers.
class model_journal {
  public:
    explicit model_journal(std::string path) : path_(std::move(path)) {
        if (path_.empty()) return;
        std::ifstream file(path_);
        for (std::string line; std::getline(file, line);)
            if (auto j = ordered_json::parse(line, nullptr, false); j.is_object() && j.contains("model")) known_.push_back(std::move(j));
        file_.open(path_, std::ios::app);
    }
    [[nodiscard]] ordered_json const* find(std::string const& model, std::string const& data) const {
        for (auto const& k : known_)
            if (k["model"] == model && k["data"] == data) return &k;
        return nullptr;
    }
    [[nodiscard]] bool writable() const { return path_.empty() || static_cast<bool>(file_); }
    void keep(ordered_json const& j) {
        if (!path_.empty()) file_ << j.dump() << "\n" << std::flush;
    }

  private:
    std::string path_;
    std::vector<ordered_json> known_;
    std::ofstream file_;
};

ordered_json summary_of(model_result const& r) {
    auto j = json_of(r);
    std::size_t checked = 0, suspects = 0, ill = 0, disputed = 0;
    for (auto const& l : r.trace.layers)
        for (auto const& f : l.columns) {
            checked += f.state != xamt::layer_state::not_run, suspects += f.state == xamt::layer_state::suspect;
            ill += f.state == xamt::layer_state::ill_conditioned, disputed += f.state == xamt::layer_state::disputed;
        }
    j["checked"] = checked, j["suspects"] = suspects, j["ill_conditioned"] = ill, j["disputed"] = disputed;
    j.erase("layers");
    j.erase("backward");
    return j;
}

} // namespace

int run_campaign(campaign_request const& request, std::vector<model_entry> const& catalogue, model_runner& runner,
                 std::function<void(std::string const&)> const& tell, std::function<bool()> const& stop,
                 std::function<void()> const& clear) {
    model_journal journal(request.resume);
    if (!journal.writable()) return wrong_usage({fmt::format("{} cannot be written", request.resume), {}, "give another path"});
    auto const sets = dataset_catalogue();
    std::vector<ordered_json> done;
    std::vector<std::vector<std::string>> rows{{"model", "data", "backends", "layers checked", "suspects", "findings", "seconds", ""}};
    auto empty = ordered_json::array();
    std::set<std::string> models, backends, data;
    bool interrupted = false;
    for (auto const& m : catalogue) {
        if (!m.missing.empty()) {
            rows.push_back({m.name, "", "", "", "", "", "", m.missing});
            empty.push_back({{"model", m.name}, {"why", m.missing}});
            continue;
        }
        bool first = true;
        for (auto const& set : sets) {
            if (request.own_data && set.name != m.dataset) continue;
            if (auto const why = request.own_data ? std::nullopt : misfit(m, set)) {
                empty.push_back({{"model", m.name}, {"data", set.name}, {"why", *why}});
                continue;
            }
            if (interrupted || (interrupted = stop())) break;
            ordered_json j;
            if (auto const* known = journal.find(m.name, set.name)) {
                j = *known;
            } else {
                model_request r;
                r.model = m, r.columns = columns_for(m.form), r.dataset = set.name, r.seed = request.seed;
                // Compiling whole models costs most; once a model is enough.
                r.whole = first;
                if (!request.only.empty()) {
                    std::erase_if(r.columns, [&](std::string const& c) {
                        return std::ranges::none_of(request.only, [&](std::string const& list) {
                            return ("," + list + ",").find("," + c + ",") != std::string::npos;
                        });
                    });
                }
                auto const result = runner.run(r, tell, stop);
                if (stop()) {
                    interrupted = true;
                    break;
                }
                j = summary_of(result);
                journal.keep(j);
            }
            first = false;
            if (!j.contains("failure")) {
                models.insert(m.name);
                data.insert(set.name);
                for (auto const& c : j["columns"]) backends.insert(c.get<std::string>());
            }
            std::string who;
            for (auto const& c : j["columns"]) who += (who.empty() ? "" : " ") + c.get<std::string>();
            rows.push_back({m.name, set.name, who, std::to_string(j.value("checked", 0)), std::to_string(j.value("suspects", 0)),
                            std::to_string(j["findings"].size()),
                            fmt::format("{:.1f}", j.value("load_seconds", 0.0) + j.value("seconds", 0.0)),
                            j.value("failure", "").substr(0, 100)});
            clear();
            fmt::print("{}", xamt::table_text({rows.front(), rows.back()}, 2, xamt::style_of(stdout)));
            std::fflush(stdout);
            done.push_back(std::move(j));
        }
        // What one model has left behind is no burden for the next.
        if (runner.resident() > (std::uint64_t{9} << 30)) runner.forget();
        if (interrupted) break;
    }
    auto const unique = unique_inconsistencies(done);
    fmt::print("\n{}\n", xamt::table_text(rows, 0, xamt::style_of(stdout)));
    fmt::print("{} models, {} backends, {} data sets; {} unique inconsistencies{}\n", models.size(), backends.size(), data.size(),
               unique.size(), interrupted ? "; interrupted" : "");
    auto list = ordered_json::array();
    for (auto const& u : unique) {
        fmt::print("  {}: {} {} {} ({}x, first in {})\n", u.columns, u.what, u.kind, u.attributes.substr(0, 100), u.count, u.first);
        list.push_back({{"columns", u.columns},
                        {"what", u.what},
                        {"kind", u.kind},
                        {"attributes", u.attributes},
                        {"count", u.count},
                        {"first", u.first}});
    }
    if (!request.json.empty()) {
        ordered_json j{{"models", models}, {"backends", backends}, {"datasets", data},
                       {"results", done},  {"unique", list},       {"empty", empty}};
        if (auto const written = xamt::write_report(request.json, j.dump(1) + "\n"); !written) return wrong_usage(written.failure());
    }
    if (done.empty()) return nothing_to_compare;
    return unique.empty() ? nothing_found : findings;
}

} // namespace xamt_command

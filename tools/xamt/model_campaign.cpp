// The campaign over models; see model_campaign.hpp.
#include "model_campaign.hpp"
#include "model_report.hpp"

#include <xamt/report/output_file.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <set>
#include <utility>

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
    /// What is known of a model on data, with the same backends asked and the same seed.
    [[nodiscard]] ordered_json const* find(model_request const& r) const {
        for (auto const& k : known_)
            if (k["model"] == r.model.name && k["data"] == r.dataset && k.value("seed", r.seed) == r.seed &&
                k.value("asked", r.columns) == r.columns)
                return &k;
        return nullptr;
    }
    [[nodiscard]] bool writable() const { return path_.empty() || static_cast<bool>(file_); }
    /// False once it can no longer be written: the run goes on, and cannot be resumed from there.
    [[nodiscard]] bool keep(ordered_json j, model_request const& r) {
        j["asked"] = r.columns, j["seed"] = r.seed;
        if (!path_.empty()) file_ << j.dump() << "\n" << std::flush;
        return writable();
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

/// Networks that were written here are small enough for every layer to be converted by itself.
std::vector<std::string> campaign_columns(model_entry const& m, std::vector<std::string> const& only) {
    auto columns = columns_for(m.form);
    if (m.source.contains("graph")) columns.emplace_back("litert");
    for (auto const& c : only)
        if (auto const all = all_columns_for(m.form);
            std::ranges::find(all, c) != all.end() && std::ranges::find(columns, c) == columns.end())
            columns.push_back(c);
    std::erase_if(columns, [&](std::string const& c) { return !only.empty() && std::ranges::find(only, c) == only.end(); });
    return columns;
}

/// Data sets whose samples travelled in one batch.
std::vector<std::string> parts_of(std::string const& data) {
    std::vector<std::string> parts;
    for (std::size_t begin = 0; begin <= data.size();) {
        auto const end = std::min(data.find('+', begin), data.size());
        parts.push_back(data.substr(begin, end - begin));
        begin = end + 1;
    }
    return parts;
}

/// What came of each model on each data set: how many backends were compared, or why none were.
class campaign_table {
  public:
    void add_empty(std::string const& model, std::string const& set, std::string why) {
        cells_[model][set] = letter(why);
        empty_.push_back({{"model", model}, {"data", set}, {"why", std::move(why)}});
    }
    void add(ordered_json const& j) {
        auto const model = j["model"].get<std::string>();
        auto const sets = parts_of(j["data"]);
        auto& t = totals_[model];
        t.seconds += j.value("load_seconds", 0.0) + j.value("seconds", 0.0);
        t.checked += j.value("checked", std::size_t{0}), t.findings += j["findings"].size();
        for (auto const& b : j["backends"])
            if (b.contains("failure")) absent_[model + " without " + b["name"].get<std::string>()] = b["failure"].get<std::string>();
        if (j.contains("failure")) {
            for (auto const& set : sets) add_empty(model, set, j["failure"]);
            return;
        }
        models_.insert(model), sets_.insert(sets.begin(), sets.end());
        for (auto const& c : j["columns"]) backends_.insert(c.get<std::string>());
        for (auto const& set : sets) cells_[model][set] = std::to_string(j["columns"].size());
    }
    [[nodiscard]] std::string text(std::vector<model_entry> const& catalogue, std::vector<dataset_entry> const& sets) const;
    [[nodiscard]] std::string counts() const {
        return fmt::format("{} models, {} backends, {} data sets", models_.size(), backends_.size(), sets_.size());
    }
    [[nodiscard]] ordered_json json() const {
        ordered_json j{{"models", models_}, {"backends", backends_}, {"datasets", sets_}, {"empty", empty_}, {"absent", absent_}};
        for (auto const& [model, t] : totals_)
            j["totals"].push_back({{"model", model}, {"seconds", t.seconds}, {"checked", t.checked}, {"findings", t.findings}});
        return j;
    }

  private:
    struct total {
        double seconds = 0;
        std::size_t checked = 0, findings = 0;
    };
    /// Reasons are written out once, below the table.
    std::string letter(std::string const& why) {
        auto const found = std::ranges::find(reasons_, why);
        auto const n = static_cast<std::size_t>(found - reasons_.begin());
        if (found == reasons_.end()) reasons_.push_back(why);
        return n < 26 ? std::string(1, static_cast<char>('a' + n)) : fmt::format("a{}", n - 25);
    }

    std::map<std::string, std::map<std::string, std::string>> cells_;
    std::map<std::string, total> totals_;
    std::map<std::string, std::string> absent_; ///< "MODEL without BACKEND": why
    std::vector<std::string> reasons_;
    std::set<std::string> models_, backends_, sets_;
    ordered_json empty_ = ordered_json::array();
};

std::string campaign_table::text(std::vector<model_entry> const& catalogue, std::vector<dataset_entry> const& sets) const {
    std::vector<std::vector<std::string>> rows{{"model"}};
    for (std::size_t k = 0; k < sets.size(); ++k) rows[0].push_back(std::to_string(k + 1));
    rows[0].insert(rows[0].end(), {"checked", "findings", "seconds"});
    for (auto const& m : catalogue) {
        auto const row = cells_.find(m.name);
        if (row == cells_.end()) continue;
        std::vector<std::string> line{m.name};
        for (auto const& s : sets) {
            auto const cell = row->second.find(s.name);
            line.push_back(cell == row->second.end() ? "" : cell->second);
        }
        auto const t = totals_.find(m.name);
        total const sum = t == totals_.end() ? total{} : t->second;
        line.insert(line.end(), {std::to_string(sum.checked), std::to_string(sum.findings), fmt::format("{:.1f}", sum.seconds)});
        rows.push_back(std::move(line));
    }
    std::string out = xamt::table_text(rows, 0, xamt::style_of(stdout));
    out += "\nA number: so many backends were compared. Data sets:";
    for (std::size_t k = 0; k < sets.size(); ++k) out += fmt::format(" {} {}{}", k + 1, sets[k].name, k + 1 < sets.size() ? "," : "\n");
    for (std::size_t n = 0; n < reasons_.size(); ++n)
        out += fmt::format("  {}  {}\n", n < 26 ? std::string(1, static_cast<char>('a' + n)) : fmt::format("a{}", n - 25),
                           reasons_[n].substr(0, 200));
    for (auto const& [what, why] : absent_) out += fmt::format("  {}: {}\n", what, why.substr(0, 160));
    return out;
}

/// Runs what the journal does not have yet.
class campaign_run {
  public:
    campaign_run(campaign_request const& request, model_runner& runner, std::function<void(std::string const&)> const& tell,
                 std::function<bool()> const& stop, std::function<void()> const& clear)
        : request_(request), runner_(runner), tell_(tell), stop_(stop), clear_(clear), journal_(request.resume) {}

    [[nodiscard]] bool writable() const { return journal_.writable(); }
    [[nodiscard]] bool interrupted() const { return interrupted_; }
    [[nodiscard]] std::vector<ordered_json> const& done() const { return done_; }
    [[nodiscard]] campaign_table const& table() const { return table_; }

    /// One model over its data sets. Where the length of a batch is open, samples of all sets travel in one; only data that a model was
    /// trained on are looked at alone, because labels mean something there.
    void run(model_entry const& m, std::vector<dataset_entry> const& sets) {
        std::vector<std::string> alone, together;
        for (auto const& set : sets) {
            if (request_.own_data && set.name != m.dataset) continue;
            auto why = request_.own_data ? std::nullopt : misfit(m, set);
            if (!m.missing.empty()) why = m.missing;
            if (campaign_columns(m, request_.only).size() < 2) why = "fewer than two of the backends that were named load this form";
            if (why)
                table_.add_empty(m.name, set.name, *why);
            else
                (m.form != "keras" || (!m.train.is_null() && set.name == m.dataset) ? alone : together).push_back(set.name);
        }
        if (!together.empty()) alone.push_back(fmt::format("{}", fmt::join(together, "+")));
        bool first = true;
        for (auto const& data : alone) {
            if (interrupted_ || (interrupted_ = stop_())) return;
            auto j = result_of(m, data, first);
            if (interrupted_) return;
            first = false;
            table_.add(j);
            done_.push_back(std::move(j));
        }
        // What one model has left behind is no burden for the next.
        if (runner_.resident() > (std::uint64_t{9} << 30)) runner_.forget();
    }

  private:
    ordered_json result_of(model_entry const& m, std::string const& data, bool first) {
        model_request r;
        r.model = m, r.columns = campaign_columns(m, request_.only), r.dataset = data, r.seed = request_.seed;
        if (auto const* known = journal_.find(r)) return *known;
        // Compiling whole models costs most; once a model is enough.
        r.whole = first;
        auto const parts = std::ranges::count(data, '+') + 1;
        if (parts > 1) r.batch = parts > 3 ? 1 : 2;
        auto const result = runner_.run(r, tell_, stop_);
        if (stop_()) {
            interrupted_ = true;
            return {};
        }
        auto j = summary_of(result);
        bool const kept = journal_.keep(j, r);
        clear_();
        if (!kept && !std::exchange(told_unwritable_, true))
            fmt::print(stderr,
                       "xamt model: {} cannot be written any more (is the disk full?): the run goes on, but what follows is not kept\n",
                       request_.resume);
        fmt::print("{} on {}: {} layers checked on {} backends, {} findings, {:.1f} s to load, {:.1f} s to compare{}\n", m.name, data,
                   j.value("checked", 0), j["columns"].size(), j["findings"].size(), j.value("load_seconds", 0.0), j.value("seconds", 0.0),
                   j.contains("failure") ? "; not compared: " + j["failure"].get<std::string>().substr(0, 120) : "");
        std::fflush(stdout);
        return j;
    }

    campaign_request const& request_;
    model_runner& runner_;
    std::function<void(std::string const&)> const& tell_;
    std::function<bool()> const& stop_;
    std::function<void()> const& clear_;
    model_journal journal_;
    campaign_table table_;
    std::vector<ordered_json> done_;
    bool interrupted_ = false, told_unwritable_ = false;
};

} // namespace

int run_campaign(campaign_request const& request, std::vector<model_entry> const& catalogue, model_runner& runner,
                 std::function<void(std::string const&)> const& tell, std::function<bool()> const& stop,
                 std::function<void()> const& clear) {
    campaign_run campaign(request, runner, tell, stop, clear);
    if (!campaign.writable()) return wrong_usage({fmt::format("{} cannot be written", request.resume), {}, "give another path"});
    auto const sets = dataset_catalogue();
    for (auto const& m : catalogue) campaign.run(m, sets);
    auto const unique = unique_inconsistencies(campaign.done());
    fmt::print("\n{}\n{}; {} unique inconsistencies{}\n", campaign.table().text(catalogue, sets), campaign.table().counts(), unique.size(),
               campaign.interrupted() ? "; interrupted" : "");
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
        auto j = campaign.table().json();
        j["results"] = campaign.done(), j["unique"] = list;
        if (auto const written = xamt::write_report(request.json, j.dump(1) + "\n"); !written) return wrong_usage(written.failure());
    }
    if (campaign.done().empty()) return nothing_to_compare;
    return unique.empty() ? nothing_found : findings;
}

} // namespace xamt_command

// The engine at work for the command; see runner.hpp.
#include "runner.hpp"

#include "last_judge.hpp"

#include <xamt/campaign/engine.hpp>
#include <xamt/core/text.hpp>
#include <xamt/groups/all.hpp>
#include <xamt/report/public_name.hpp>

namespace xamt_command {

using namespace xamt;

namespace {

/// The APIs that invariants of these groups name and that are not among them.
std::vector<api_description const*> siblings_of(std::span<api_description const* const> groups) {
    std::vector<api_description const*> siblings;
    for (auto const* g : groups)
        for (invariant const& i : g->ties()) {
            auto const* const named = i.sibling.empty() ? nullptr : xamt::groups::named(i.sibling);
            bool const fuzzed = std::ranges::any_of(groups, [&](auto const* other) { return other->name == i.sibling; });
            if (named != nullptr && !fuzzed && std::ranges::find(siblings, named) == siblings.end()) siblings.push_back(named);
        }
    return siblings;
}

} // namespace

struct runner::machine {
    std::vector<api_description const*> groups;
    toolbox tools;
    engine runs;

    machine(campaign_options options, std::vector<api_description const*> of)
        : groups(std::move(of)), tools(options.tools), runs(options, options.frameworks, groups, natives(), oracle(), siblings_of(groups)) {
    }
};

runner::runner(campaign_options options, std::vector<api_description const*> groups)
    : machine_(std::make_unique<machine>(std::move(options), std::move(groups))) {}

runner::~runner() = default;

void runner::start(std::function<bool()> stop) { machine_->runs.start(std::move(stop)); }

std::vector<framework_state> runner::states() const { return completed(machine_->runs.columns().states(), machine_->tools); }

bool runner::can_compare() { return machine_->runs.can_compare(); }

std::vector<std::string> const& runner::warnings() const { return machine_->runs.columns().warnings(); }

std::vector<std::size_t> runner::functions() const {
    std::vector<std::size_t> there(machine_->runs.columns().columns().size());
    for (std::size_t g = 0; g < machine_->groups.size(); ++g)
        for (auto const& s : machine_->runs.columns().tables()[g].seats) there[s.column] += s.left_out.empty();
    return there;
}

run_report runner::fuzz(std::function<bool(run_progress const&)> const& watch) { return machine_->runs.run(watch); }

trial_story runner::run(api_description const& api, trial t, std::string replay) {
    auto const group = static_cast<std::size_t>(std::ranges::find(machine_->groups, &api) - machine_->groups.begin());
    judged const j = machine_->runs.try_once(group, std::move(t));
    auto const& table = machine_->runs.columns().tables()[group];
    auto const columns = columns_of(table, machine_->runs.columns().columns());
    auto const seen = screen(api, j.of, j.outcomes);

    trial_story story;
    story.group = api.name;
    story.replay = std::move(replay);
    story.type = name_of(j.of.type);
    for (std::size_t p = 0; p < api.parameter_count; ++p)
        story.input.emplace_back(std::string(api.parameters[p].name), to_text(j.of.arguments[p]));
    std::int64_t elements = 1;
    for (std::size_t s = 0; s < columns.size(); ++s) {
        outcome const& o = j.outcomes[s];
        trial_story::answer a{to_text(columns[s]),
                              public_name(table.seats[s].how->function),
                              outcome_text(o),
                              std::string(witness_of(columns[s], api.pointwise)),
                              o.is != ending::absent,
                              o.is == ending::value,
                              s < seen.by_column.size() ? seen.by_column[s] : 0};
        if (!a.took_part) a.text = "takes no part" + (o.message.empty() ? "" : ": " + o.message);
        if (a.gave_value && !o.outputs.empty()) elements = o.outputs.front().size();
        story.answers.push_back(std::move(a));
    }
    if (has_ulp(j.of.type)) {
        auto const bound = bound_for(api, j.of.type, terms_of(api, j.of.arguments, elements));
        story.bound = bound.table;
        story.derivation = bound.derivation;
    }
    for (auto const& v : j.verdicts)
        if (v.is != judgement::agree) story.verdicts.push_back(v);
    return story;
}

} // namespace xamt_command

// `xamt replay`: a trial of an earlier run again.
#include "verdict_text.hpp"

#include <xamt/generate/generate.hpp>
#include <xamt/generate/trial_name.hpp>

#include <fmt/format.h>

#include <memory>

namespace xamt_command {

namespace {

constexpr char examples[] = "Examples:\n"
                            "  xamt replay softmax:1:3:17                 trial 17 of class 3 of group softmax under seed 1\n"
                            "  xamt replay erf:1:4:7.12 --json -          case 12 of a stacked trial, for a script\n"
                            "  xamt replay erf:1:4:7 --frameworks torch,jax\n"
                            "\nReports give this name with every finding. It is all that is needed: no file of the earlier run.\n"
                            "Exit status: 0 no finding, 1 finding, 2 wrong usage, 3 nothing to compare.";

struct replay_options {
    shared_options hosts;
    trial_outputs outputs;
    std::string name;
};

int run(replay_options const& asked, session const& about) {
    auto name = read_trial_name(asked.name);
    if (!name) return wrong_usage(name.failure());
    auto api = find_group(name->group);
    if (!api) return wrong_usage(api.failure());
    return show_trial(**api, xamt::make_trial(**api, *name), asked.name, asked.hosts, asked.outputs, about);
}

} // namespace

void add_replay(CLI::App& app, session const& about, action& chosen) {
    auto options = std::make_shared<replay_options>();
    CLI::App* const command = app.add_subcommand("replay", "Run one trial again, exactly, and judge it");
    command->add_option("ID", options->name, "The trial's name, group:seed:class:index or group:seed:class:index.case")
        ->type_name("")
        ->required();
    options->outputs.add_to(*command);
    options->hosts.add_to(*command);
    command->footer(examples);
    command->callback([options, &about, &chosen] { chosen = [options, &about] { return run(*options, about); }; });
}

} // namespace xamt_command

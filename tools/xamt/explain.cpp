// `xamt explain`: the whole reasoning of one verdict.
#include "explanation.hpp"
#include "verdict_text.hpp"

#include <xamt/generate/generate.hpp>
#include <xamt/report/output_file.hpp>

#include <memory>

namespace xamt_command {

namespace {

constexpr char examples[] =
    "Examples:\n"
    "  xamt explain softmax:1:3:17                why trial 17 of class 3 was judged as it was\n"
    "  xamt explain erf:1:4:7.12 --frameworks torch,jax,numpy\n"
    "\nThe name is the one that reports give as `replay`. Said are: what went in, what every column answered, which\n"
    "columns are independent, what is right and who stands behind it, how far off the others are, what is allowed and\n"
    "why, which conventions were considered, and the conclusion.\n"
    "Exit status: 0 no finding, 1 finding, 2 wrong usage, 3 nothing to compare.";

struct explain_options {
    shared_options hosts;
    std::string name;
};

int run(explain_options const& asked, session const& about) {
    auto const name = read_trial_name(asked.name);
    if (!name) return wrong_usage(name.failure());
    auto const api = find_group(name->group);
    if (!api) return wrong_usage(api.failure());
    auto const story = story_of(**api, xamt::make_trial(**api, *name), asked.name, asked.hosts, about);
    if (!story) return wrong_usage(story.failure());
    auto const text = explanation(*story, **api, xamt::style_of(stdout));
    if (auto const written = xamt::write_report("-", text); !written) return wrong_usage(written.failure());
    return status_of(*story, false, about);
}

} // namespace

void add_explain(CLI::App& app, session const& about, action& chosen) {
    auto options = std::make_shared<explain_options>();
    CLI::App* const command = app.add_subcommand("explain", "Say step by step why a trial was judged as it was");
    command->add_option("ID", options->name, "The trial's name, group:seed:class:index or group:seed:class:index.case")
        ->type_name("")
        ->required();
    options->hosts.add_to(*command);
    command->footer(examples);
    command->callback([options, &about, &chosen] { chosen = [options, &about] { return run(*options, about); }; });
}

} // namespace xamt_command

// `xamt try`: the user's own input through every framework.
#include "arguments.hpp"
#include "cases.hpp"
#include "verdict_text.hpp"

#include <xamt/align/call.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <memory>

namespace xamt_command {

namespace {

using namespace xamt;

constexpr char examples[] =
    "Examples:\n"
    "  xamt try softmax 'x=float32[nan,0.3,0.5]'\n"
    "  xamt try soft_shrink 'x=float32[nan,0.3,0.5]' lambd=0.5\n"
    "  xamt try sum 'x=shape (2,3) full 0x1p-3 float16' 'axis=[0,1]' keepdims=true\n"
    "  xamt try --cases reported.jsonl --json answers.jsonl\n"
    "\nValues: float32[[1,2],[3,4]]  int64 3  0x1p-3  true  none  [0,1]  'word'  shape (2,3) zeros float16\n"
    "        {float32[1],float32[2]} (a list of tensors)  complex64[1+2j]\n"
    "`xamt groups GROUP` shows the parameters; those with a default may be left out.\n"
    "Cases: {\"id\": \"1\", \"group\": \"softmax\", \"arguments\": {\"x\": \"float32[nan,0.3]\"}}, or with the public name of a\n"
    "function and its own parameters: {\"id\": \"2\", \"api\": \"keras.ops.elu\", \"arguments\": {\"x\": \"float32[nan]\"}}.\n"
    "Exit status: 0 no finding, 1 finding, 2 wrong usage, 3 nothing to compare.";

struct try_options {
    shared_options hosts;
    trial_outputs outputs;
    std::string group;
    std::vector<std::string> arguments;
    std::string cases;
};

int run(try_options const& asked, session const& about) {
    if (!asked.cases.empty()) return judge_cases({asked.cases, asked.outputs.json, asked.outputs.strict}, asked.hosts, about);
    if (asked.group.empty())
        return wrong_usage({"xamt try needs a group", "nothing was said of what to try", fmt::format("see {} try --help", about.program)});
    auto found = find_group(asked.group);
    if (!found) return wrong_usage(found.failure());
    api_description const& api = **found;
    std::vector<written_argument> written;
    for (auto const& word : asked.arguments) {
        auto const equals = word.find('=');
        if (equals == std::string::npos || equals == 0)
            return wrong_usage({fmt::format("\"{}\" is no argument", word), "arguments read name=value",
                                fmt::format("{} takes {}", api.name, fmt::join(parameter_names(api), ", "))});
        written.push_back({word.substr(0, equals), word.substr(equals + 1)});
    }
    auto arguments = canonical_arguments(api, written);
    if (!arguments) return wrong_usage(arguments.failure());
    trial t;
    t.name.group = api.name;
    t.arguments = std::move(*arguments);
    t.type = first_dtype(t.arguments);
    return show_trial(api, std::move(t), {}, asked.hosts, asked.outputs, about);
}

} // namespace

void add_try(CLI::App& app, session const& about, action& chosen) {
    auto options = std::make_shared<try_options>();
    CLI::App* const command = app.add_subcommand("try", "Send an input of your own through every framework, and judge the answers");
    auto* const group = command->add_option("GROUP", options->group, "A group; `xamt groups` lists them")->type_name("");
    command->add_option("ARGUMENTS", options->arguments, "name=value for each parameter")->type_name("");
    command->add_option("--cases", options->cases, "Judge recorded inputs, one JSON object a line; with --json, one answer a line")
        ->type_name("F")
        ->excludes(group);
    options->outputs.add_to(*command);
    options->hosts.add_to(*command);
    command->footer(examples);
    command->callback([options, &about, &chosen] { chosen = [options, &about] { return run(*options, about); }; });
}

} // namespace xamt_command

// `xamt try`: the user's own input through every framework.
#include "verdict_text.hpp"

#include <xamt/align/call.hpp>
#include <xamt/core/text.hpp>
#include <xamt/report/alignment.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <memory>
#include <optional>

namespace xamt_command {

namespace {

using namespace xamt;

constexpr char examples[] = "Examples:\n"
                            "  xamt try softmax 'x=float32[nan,0.3,0.5]'\n"
                            "  xamt try soft_shrink 'x=float32[nan,0.3,0.5]' lambd=0.5\n"
                            "  xamt try sum 'x=shape (2,3) full 0x1p-3 float16' 'axis=[0,1]' keepdims=true\n"
                            "\nValues: float32[[1,2],[3,4]]  int64 3  0x1p-3  true  none  [0,1]  'word'  shape (2,3) zeros float16\n"
                            "        {float32[1],float32[2]} (a list of tensors)  complex64[1+2j]\n"
                            "`xamt groups GROUP` shows the parameters; those with a default may be left out.\n"
                            "Exit status: 0 no finding, 1 finding, 2 wrong usage, 3 nothing to compare.";

struct try_options {
    shared_options hosts;
    trial_outputs outputs;
    std::string group;
    std::vector<std::string> arguments;
};

/// The value as this kind of parameter takes it: whole numbers are real ones where those are wanted, one number is a list of one.
std::optional<value> as_kind(value v, parameter const& p) {
    if (std::holds_alternative<none>(v)) return p.may_be_none ? std::optional(v) : std::nullopt;
    auto const* const whole = std::get_if<std::int64_t>(&v);
    auto const keep = [&](bool fits) { return fits ? std::optional(v) : std::nullopt; };
    switch (p.what) {
    case kind::tensor: return keep(std::holds_alternative<ndarray>(v));
    case kind::tensors:
        if (auto* const one = std::get_if<ndarray>(&v)) return std::vector<ndarray>{*one};
        return keep(std::holds_alternative<std::vector<ndarray>>(v));
    case kind::axis:
    case kind::integer: return keep(whole != nullptr);
    case kind::axes:
    case kind::shape:
    case kind::integers:
        if (whole != nullptr) return integer_list{{*whole}, 0};
        return keep(std::holds_alternative<integer_list>(v));
    case kind::real:
        if (whole != nullptr) return static_cast<double>(*whole);
        return keep(std::holds_alternative<double>(v));
    case kind::flag: return keep(std::holds_alternative<bool>(v));
    case kind::choice: return keep(std::holds_alternative<std::string>(v));
    case kind::dtype: return keep(std::holds_alternative<dtype>(v));
    }
    return std::nullopt;
}

std::vector<std::string> parameter_names(api_description const& api) {
    std::vector<std::string> names;
    for (auto const& p : api.takes()) names.emplace_back(p.name);
    return names;
}

/// One `name=value`, put in its place.
std::optional<error> take(std::string const& word, api_description const& api, std::vector<std::optional<value>>& into) {
    auto const equals = word.find('=');
    if (equals == std::string::npos || equals == 0)
        return error{fmt::format("\"{}\" is no argument", word), "arguments read name=value",
                     fmt::format("{} takes {}", api.name, fmt::join(parameter_names(api), ", "))};
    std::string const name = word.substr(0, equals);
    int const at = api.position_of(name);
    if (at < 0)
        return error{fmt::format("{} has no parameter \"{}\"", api.name, name),
                     fmt::format("it takes {}", fmt::join(parameter_names(api), ", ")),
                     did_you_mean(name, parameter_names(api), fmt::format("`xamt groups {}` shows them", api.name))};
    auto& place = into[static_cast<std::size_t>(at)];
    if (place) return error{fmt::format("{} is given twice", name), {}, "give it once"};
    auto parsed = parse_value(word.substr(equals + 1));
    if (!parsed) return parsed.failure();
    parameter const& p = api.parameters[static_cast<std::size_t>(at)];
    place = as_kind(std::move(*parsed), p);
    if (!place)
        return error{fmt::format("{} does not take {}", name, word.substr(equals + 1)), "it is a " + to_words(p),
                     p.what == kind::tensor ? fmt::format("write a tensor with its dtype, such as '{}=float32[1,2]'", name)
                                            : "see `xamt try --help` for how values are written"};
    return std::nullopt;
}

int run(try_options const& asked, session const& about) {
    auto found = find_group(asked.group);
    if (!found) return wrong_usage(found.failure());
    api_description const& api = **found;
    std::vector<std::optional<value>> given(api.parameter_count);
    for (auto const& word : asked.arguments)
        if (auto const wrong = take(word, api, given)) return wrong_usage(*wrong);
    trial t;
    t.name.group = api.name;
    for (std::size_t p = 0; p < given.size(); ++p) {
        parameter const& wanted = api.parameters[p];
        if (!given[p] && wanted.fallback.present()) given[p] = to_value(wanted.fallback);
        if (!given[p] && wanted.may_be_none) given[p] = none{};
        if (!given[p])
            return wrong_usage({fmt::format("{} needs {}", api.name, wanted.name), "it has no default: " + to_words(wanted),
                                fmt::format("add '{}=...'; see `xamt try --help` for how values are written", wanted.name)});
        t.arguments.push_back(std::move(*given[p]));
    }
    t.type = first_dtype(t.arguments);
    return show_trial(api, std::move(t), {}, asked.hosts, asked.outputs, about);
}

} // namespace

void add_try(CLI::App& app, session const& about, action& chosen) {
    auto options = std::make_shared<try_options>();
    CLI::App* const command = app.add_subcommand("try", "Send an input of your own through every framework, and judge the answers");
    command->add_option("GROUP", options->group, "A group; `xamt groups` lists them")->type_name("")->required();
    command->add_option("ARGUMENTS", options->arguments, "name=value for each parameter")->type_name("");
    options->outputs.add_to(*command);
    options->hosts.add_to(*command);
    command->footer(examples);
    command->callback([options, &about, &chosen] { chosen = [options, &about] { return run(*options, about); }; });
}

} // namespace xamt_command

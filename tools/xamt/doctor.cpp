// `xamt doctor`: which frameworks are here, how they fare, and what to do about the others.
#include "runner.hpp"

#include <xamt/report/json.hpp>
#include <xamt/report/output_file.hpp>
#include <xamt/report/terminal.hpp>
#include <xamt/report/this_machine.hpp>
#include <xamt/report/wording.hpp>

#include <fmt/format.h>

#include <memory>

namespace xamt_command {

namespace {

using namespace xamt;
using detail::ordered_json;

constexpr char examples[] = "Examples:\n"
                            "  xamt doctor                                  the frameworks that `xamt fuzz` uses\n"
                            "  xamt doctor --frameworks keras[jax],torch    some of them, or other backends\n"
                            "  xamt doctor --python /opt/venv/bin/python    those of another interpreter\n"
                            "  xamt doctor --json -                         for a script";

struct doctor_options {
    shared_options hosts;
    std::string json;
};

/// What was found out.
struct diagnosis {
    toolbox tools;
    xamt::machine machine;
    std::vector<framework_state> frameworks;
    std::vector<std::size_t> functions; ///< per framework: of the shipped groups, how many have a function that is there
    std::vector<std::string> warnings;
};

std::string console_text(diagnosis const& d, session const& about, console_style const& style) {
    auto const width = static_cast<std::size_t>(style.width);
    std::string text =
        style.bold(fmt::format("xamt {}", version)) +
        fmt::format(" on {}, {}, {}\n\n", d.machine.cpu, d.machine.isa, counted(static_cast<std::uint64_t>(d.machine.threads), "thread"));
    std::vector<std::vector<std::string>> rows{{"framework", "version", "host", "start", "memory", "groups", "state"}};
    for (std::size_t i = 0; i < d.frameworks.size(); ++i) {
        auto const& f = d.frameworks[i];
        bool const here = f.state == "ready";
        rows.push_back({f.name, here ? f.version : "-", here ? f.host : "-", here ? duration(f.startup_s) : "-",
                        here ? fmt::format("{:.0f} MB", f.rss_mb) : "-", here ? std::to_string(d.functions[i]) : "-",
                        here ? style.green(f.state) : style.yellow(f.state)});
    }
    text += table_text(rows, 2, style);
    for (auto const& f : d.frameworks) {
        if (f.state == "ready") continue;
        text += "\n  " + style.yellow(f.name) + " is " + f.state + (f.note.empty() ? "" : ": " + wrapped_text(f.note, width, 4)) + "\n";
        if (!f.remedy.empty()) text += "    " + wrapped_text(f.remedy, width, 4) + "\n";
    }
    for (auto const& w : d.warnings) text += "\n  " + wrapped_text(w, width, 4);
    if (!d.warnings.empty()) text += "\n";
    rows.clear();
    auto const missing = [&](std::string const& path, std::string const& why) { return path.empty() ? style.yellow(why) : path; };
    rows.push_back({"", ""});
    rows.push_back({"interpreter", missing(d.tools.python, "none: run tools/setup, or set XAMT_PYTHON")});
    rows.push_back({"worker", d.tools.worker});
    rows.push_back(
        {"torch host", missing(d.tools.torch_host, "not built: " + (about.folder / "xamt-host-torch").string() + " is missing")});
    rows.push_back({"cache", missing(d.tools.cache, "none: set XAMT_CACHE")});
    return text + table_text(rows, 2, style);
}

std::string json_text_of(diagnosis const& d) {
    ordered_json frameworks = ordered_json::array();
    for (std::size_t i = 0; i < d.frameworks.size(); ++i) {
        ordered_json f = detail::json_of(d.frameworks[i]);
        f["groups"] = d.functions[i];
        frameworks.push_back(std::move(f));
    }
    return detail::json_text({{"xamt", version},
                              {"machine", {{"cpu", d.machine.cpu}, {"isa", d.machine.isa}, {"threads", d.machine.threads}}},
                              {"python", d.tools.python},
                              {"torch_host", d.tools.torch_host},
                              {"cache", d.tools.cache},
                              {"frameworks", frameworks},
                              {"warnings", d.warnings}});
}

int run(doctor_options const& asked, session const& about) {
    if (!asked.json.empty())
        if (auto const possible = check_writable(asked.json); !possible) return wrong_usage(possible.failure());
    auto options = asked.hosts.resolve(about);
    if (!options) return wrong_usage(options.failure());
    if (is_terminal(stderr)) fmt::print(stderr, "starting {} ...\r", listed(options->frameworks));
    runner frameworks(*options, {shipped().begin(), shipped().end()});
    frameworks.start();
    if (is_terminal(stderr)) fmt::print(stderr, "\x1b[K");
    diagnosis const found{options->tools, this_machine(), frameworks.states(), frameworks.functions(), frameworks.warnings()};
    if (!asked.json.empty())
        if (auto const written = write_report(asked.json, json_text_of(found)); !written) return wrong_usage(written.failure());
    if (asked.json != "-")
        if (auto const written = write_report("-", console_text(found, about, style_of(stdout))); !written)
            return wrong_usage(written.failure());
    return nothing_found;
}

} // namespace

void add_doctor(CLI::App& app, session const& about, action& chosen) {
    auto options = std::make_shared<doctor_options>();
    CLI::App* const command =
        app.add_subcommand("doctor", "Show which frameworks are here, how their hosts start, and what to do about what is missing");
    command->add_option("--json", options->json, "Write it as JSON; - is standard output with nothing else there")->type_name("F");
    options->hosts.add_to(*command);
    command->footer(examples);
    command->callback([options, &about, &chosen] { chosen = [options, &about] { return run(*options, about); }; });
}

} // namespace xamt_command

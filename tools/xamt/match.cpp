// `xamt match`: which functions of whole frameworks are the same, by name and by execution.
#include "command.hpp"
#include "match_report.hpp"
#include "match_verify.hpp"
#include "matcher.hpp"

#include <xamt/report/output_file.hpp>
#include <xamt/report/terminal.hpp>
#include <xamt/report/wording.hpp>

#include <fmt/format.h>

#include <memory>

namespace xamt_command {

namespace {

using namespace xamt;

constexpr char examples[] =
    "Examples:\n"
    "  xamt match                                   candidates by name, in a second\n"
    "  xamt match --confirm --json m.json           each candidate tried in its own framework, the groups as JSON\n"
    "  xamt match --confirm --html m.html           the same as a page to browse\n"
    "  xamt match --frameworks numpy,jax --confirm  two libraries only\n"
    "  xamt match --why torch.std numpy.std         the evidence for and against one pair\n"
    "  xamt match --catalogue mine.json --confirm   with a library of your own: tools/harvest --out-public . --module mine writes\n"
    "                                               the file for a Python module, docs/design/matching.md says what it holds\n"
    "  xamt match --verify                          do the recorded groups hold on the installed versions?\n"
    "\nOnly confirmed groups are proven: each member ran alone in its own process, and the outputs agree. What was tried is kept in\n"
    "the cache, so that a second run only tries what is new.";

struct match_settings {
    std::vector<std::string> frameworks, catalogues, why;
    std::string python, json, html, record;
    bool confirm = false, verify = false;
    int processes = 2;
};

result<std::vector<std::string>> chosen_frameworks(std::vector<std::string> const& lists) {
    std::vector<std::string> const known{"torch", "tensorflow", "keras", "jax", "chainer", "numpy"};
    std::vector<std::string> chosen;
    for (auto const& name : words_of(lists)) {
        if (std::ranges::find(known, name) == known.end())
            return error{fmt::format("there is no framework \"{}\" to match", name), "xamt matches " + listed(known),
                         did_you_mean(name, known, "write names with commas between them")};
        if (std::ranges::find(chosen, name) == chosen.end()) chosen.push_back(name);
    }
    return chosen.empty() ? known : chosen;
}

/// "softmax is not known": with what is near.
int unknown_name(matcher const& m, std::string const& name) {
    std::vector<std::string> names;
    for (auto const& c : m.universe()) names.insert(names.end(), c.names.begin(), c.names.end());
    return wrong_usage({fmt::format("no public callable is named \"{}\"", name), "names are written as in Python, with tf. for TensorFlow",
                        did_you_mean(name, names, "`xamt match --json -` lists them")});
}

int explain_pair(matcher& m, match_settings const& asked) {
    std::vector<std::size_t> pair;
    for (auto const& name : asked.why) {
        pair.push_back(m.find(name));
        if (pair.back() == m.universe().size()) return unknown_name(m, name);
    }
    if (auto const ran = m.observe(pair); !ran) return wrong_usage(ran.failure());
    auto const text = why_text(m, pair[0], pair[1]);
    if (auto const written = write_report("-", text); !written) return wrong_usage(written.failure());
    return nothing_found;
}

/// The recorded groups on what is installed; before a confirmation only if that is something else.
int report_verification(matcher& m, recorded_groups const& recorded, std::FILE* to) {
    auto const verified = verify(recorded, m);
    if (!verified) return wrong_usage(verified.failure());
    auto const text = verification_text(*verified, changed_versions(recorded, m));
    std::fwrite(text.data(), 1, text.size(), to);
    return verified->broken.empty() ? nothing_found : findings;
}

int run(match_settings const& asked, session const& about) {
    auto frameworks = chosen_frameworks(asked.frameworks);
    if (!frameworks) return wrong_usage(frameworks.failure());
    auto tools = find_tools(about, asked.python);
    if (!tools) return wrong_usage(tools.failure());
    matcher m(*tools, {*frameworks, asked.catalogues, asked.confirm, asked.processes});
    if (auto const described = m.describe(); !described) return wrong_usage(described.failure());
    if (m.versions().size() < (asked.why.empty() ? 2U : 1U)) {
        complain({"fewer than two frameworks could be asked for their functions", "nothing can be matched", "see `xamt doctor`"});
        return nothing_to_compare;
    }
    if (!asked.why.empty()) return explain_pair(m, asked);
    if (asked.verify || asked.confirm) {
        auto const recorded = read_recorded();
        if (asked.verify) return report_verification(m, recorded, stdout);
        if (!changed_versions(recorded, m).empty()) (void)report_verification(m, recorded, stderr);
    }
    if (asked.confirm) {
        if (auto const confirmed = m.confirm(); !confirmed) return wrong_usage(confirmed.failure());
    } else {
        m.accept();
    }
    if (!asked.json.empty())
        if (auto const written = write_report(asked.json, json_text(m)); !written) return wrong_usage(written.failure());
    if (!asked.html.empty())
        if (auto const written = write_report(asked.html, html_text(m)); !written) return wrong_usage(written.failure());
    if (!asked.record.empty())
        if (auto const written = write_report(asked.record, record_text(m)); !written) return wrong_usage(written.failure());
    if (asked.json == "-" || asked.html == "-" || asked.record == "-") return nothing_found;
    if (auto const written = write_report("-", summary_text(m, style_of(stdout), asked.confirm)); !written)
        return wrong_usage(written.failure());
    return nothing_found;
}

} // namespace

void add_match(CLI::App& app, session const& about, action& chosen) {
    auto asked = std::make_shared<match_settings>();
    CLI::App* const command =
        app.add_subcommand("match", "Find the functions that are the same in several frameworks, and prove it by running them");
    command->add_option("--frameworks", asked->frameworks, "Libraries to match, such as torch,jax (default: all six)")->type_name("LIST");
    command->add_option("--catalogue", asked->catalogues, "A library of your own: its functions as JSON, and the program that calls them")
        ->type_name("F");
    command->add_flag("--confirm", asked->confirm, "Try every candidate in its framework; minutes at first, then from the cache");
    command->add_flag("--verify", asked->verify,
                      "Try the recorded groups on the installed versions, one call per member; exit status 1 if one no longer holds");
    command->add_option("--why", asked->why, "Show the evidence for and against one pair of functions")->type_name("A B")->expected(2);
    command->add_option("--json", asked->json, "Write groups and candidates as JSON; - is standard output")->type_name("F");
    command->add_option("--html", asked->html, "Write a page to browse them; - is standard output")->type_name("F");
    command
        ->add_option("--record", asked->record,
                     "Write the groups as data/groups.json has them, a line each, for `xamt fuzz` to be built with")
        ->type_name("F");
    command->add_option("--processes", asked->processes, "Frameworks that run at the same time")
        ->type_name("N")
        ->capture_default_str()
        ->check(CLI::Range(1, 64));
    command
        ->add_option("--python", asked->python,
                     "Interpreter that has the frameworks (default: XAMT_PYTHON, then what tools/setup recorded)")
        ->type_name("PATH");
    command->footer(examples);
    command->callback([asked, &about, &chosen] { chosen = [asked, &about] { return run(*asked, about); }; });
}

} // namespace xamt_command

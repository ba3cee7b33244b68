// The `xamt` command: finds bugs in numerical libraries by comparing them with each other.
#include "command.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <csignal>

namespace {

using namespace xamt_command;

constexpr char about_xamt[] = "Finds bugs in deep-learning and numerical libraries by comparing functions that should be the same.\n"
                              "Exit status: 0 nothing found, 1 findings, 2 wrong usage, 3 nothing to compare.";

constexpr char examples[] = "Examples:\n"
                            "  xamt doctor                                   which frameworks are here, and what to do about the others\n"
                            "  xamt fuzz --seconds 120                       compare everything with everything for two minutes\n"
                            "  xamt groups softmax                           how softmax is spelled in every framework\n"
                            "  xamt try softmax 'x=float32[nan,0.3,0.5]'     your own input through every framework\n"
                            "  xamt replay NAME                              a trial of an earlier run again\n"
                            "  xamt explain NAME                             why it was judged as it was\n"
                            "  xamt sweep exp --dtype bfloat16               every number of a dtype through one function\n"
                            "  xamt match --confirm                          which functions are the same, by name and by execution\n"
                            "  xamt model small-cnn                          a model on several backends, and the layer to blame\n"
                            "\n`xamt COMMAND --help` teaches one command.";

/// The command as it can be typed again: relative to where we are if that is shorter.
std::string typed(char const* program) {
    std::string const name = program;
    if (!name.starts_with('/')) return name;
    std::error_code failed;
    std::string const relative = std::filesystem::relative(name, failed).string();
    return failed || relative.empty() || relative.starts_with("..") ? name : relative;
}

std::string quoted(std::string const& word) {
    bool const plain =
        !word.empty() &&
        word.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_=./:,+@%") == std::string::npos;
    if (plain) return word;
    std::string out = "'";
    for (char c : word) out += c == '\'' ? "'\\''" : std::string(1, c);
    return out + "'";
}

session session_of(int argc, char** argv) {
    session about;
    about.program = typed(argv[0]);
    about.line = about.program;
    for (int i = 1; i < argc; ++i) about.line += " " + quoted(argv[i]);
    std::error_code failed;
    about.folder = std::filesystem::read_symlink("/proc/self/exe", failed).parent_path();
    if (failed) about.folder = std::filesystem::absolute(argv[0]).parent_path();
    return about;
}

/// The subcommand that was typed, or the command itself.
CLI::App const* command_in_use(CLI::App const& app) {
    auto const parsed = app.get_subcommands();
    return parsed.empty() ? &app : parsed.front();
}

std::vector<std::string> option_names(CLI::App const& command) {
    std::vector<std::string> names;
    for (auto const* option : command.get_options())
        for (auto const& name : option->get_lnames()) names.push_back("--" + name);
    return names;
}

/// Says what is wrong with the command line, and what was probably meant.
int explain(CLI::App const& app, CLI::ParseError const& e, session const& about, std::span<char*> arguments) {
    CLI::App const* const command = command_in_use(app);
    std::string const help = fmt::format("{}{} --help", about.program, command == &app ? "" : " " + command->get_name());
    if (command == &app) {
        std::vector<std::string> names;
        for (auto const* s : app.get_subcommands([](CLI::App const*) { return true; })) names.push_back(s->get_name());
        for (char const* word : arguments)
            if (*word != '-')
                return wrong_usage({fmt::format("there is no command \"{}\"", word),
                                    fmt::format("the commands are {}", fmt::join(names, ", ")), did_you_mean(word, names, "see " + help)});
    }
    if (dynamic_cast<CLI::ExtrasError const*>(&e) != nullptr) {
        auto const known = option_names(*command);
        for (char const* word : arguments) {
            std::string const name(word, std::min(std::string_view(word).find('='), std::string_view(word).size()));
            if (name.starts_with("--") && std::ranges::find(known, name) == known.end())
                return wrong_usage({fmt::format("{} has no option {}", command == &app ? "xamt" : "xamt " + command->get_name(), name),
                                    {},
                                    did_you_mean(name, known, "see " + help)});
        }
    }
    std::string what = e.what();
    while (!what.empty() && (what.back() == '\n' || what.back() == '.')) what.pop_back();
    return wrong_usage({what, {}, "see " + help});
}

} // namespace

int main(int argc, char** argv) {
    if (argc > 1 && argv[1] == host_word) return serve_eigen({argv, static_cast<std::size_t>(argc)});
    // A report that goes into a closed pipe is an error to be told, not a silent death.
    std::signal(SIGPIPE, SIG_IGN);
    session const about = session_of(argc, argv);
    action chosen;
    CLI::App app{about_xamt, "xamt"};
    app.set_version_flag("--version", fmt::format("xamt {}", version));
    app.footer(examples);
    app.require_subcommand(0, 1);
    add_fuzz(app, about, chosen);
    add_groups(app, about, chosen);
    add_try(app, about, chosen);
    add_replay(app, about, chosen);
    add_explain(app, about, chosen);
    add_sweep(app, about, chosen);
    add_match(app, about, chosen);
    add_model(app, about, chosen);
    add_diff(app, about, chosen);
    add_doctor(app, about, chosen);
    try {
        app.parse(argc, argv);
    } catch (CLI::Success const& wanted) { // --help, --version
        return app.exit(wanted);
    } catch (CLI::ParseError const& e) {
        return explain(app, e, about, std::span(argv + 1, static_cast<std::size_t>(argc - 1)));
    }
    if (!chosen) {
        fmt::print(stderr, "{}", app.help());
        return usage;
    }
    try {
        return chosen();
    } catch (std::exception const& e) { // memory, file system: nothing that a subcommand expects
        complain({"the command failed", e.what(), "if this happens again with the same arguments, it is a defect of xamt worth a report"});
        return usage;
    }
}

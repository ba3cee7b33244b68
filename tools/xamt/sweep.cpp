// `xamt sweep`: every number of a dtype through a function of every framework, against right answers.
#include "interrupt.hpp"
#include "progress_line.hpp"
#include "sweep_journal.hpp"

#include <xamt/report/html_sweep.hpp>
#include <xamt/report/output_file.hpp>
#include <xamt/report/sweep_json.hpp>
#include <xamt/report/sweep_text.hpp>
#include <xamt/report/this_machine.hpp>

#include <fmt/format.h>

#include <chrono>
#include <cstdio>
#include <memory>
#include <optional>

namespace xamt_command {

namespace {

using namespace xamt;

constexpr char examples[] =
    "Examples:\n"
    "  xamt sweep exp                                   all 4,294,967,296 float32 numbers; minutes\n"
    "  xamt sweep exp tanh --dtype bfloat16             all 65,536 bfloat16 numbers through two functions; seconds\n"
    "  xamt sweep sin --share 1/256                     a part, evenly spread\n"
    "  xamt sweep erf --dtype float64                   a random sample: nobody can try them all\n"
    "  xamt sweep exp --resume exp.sweep --html exp.html   kept chunk by chunk; the same command goes on where it ended\n"
    "\nAn error is counted in ULP from the right value; what is not the nearest number of the dtype is beyond 0.5. Subnormal numbers that "
    "a\n"
    "framework reads or writes as zero are counted apart. Exit status: 0 nothing found, 1 errors beyond the oracle's bound, NaN or "
    "infinity\n"
    "where a number is right or the reverse, or values outside a function's range; 2 wrong usage, 3 nothing to compare.";

struct sweep_options {
    shared_options hosts;
    std::vector<std::string> functions;
    std::string dtype = "float32";
    std::string share;
    std::uint64_t samples = 0;
    std::uint64_t seed = 1;
    std::string resume;
    std::string json, html, markdown;
};

/// How far the sweep of one function is.
class sweep_progress {
  public:
    void begin(std::string what, std::uint64_t done, std::uint64_t all) {
        what_ = std::move(what), before_ = done, done_ = done, all_ = all;
        began_ = progress_line::clock::now();
    }
    void advance(std::uint64_t inputs) {
        done_ += inputs;
        if (!line_.due()) return;
        double const elapsed = std::chrono::duration<double>(progress_line::clock::now() - began_).count();
        double const rate_now = static_cast<double>(done_ - before_) / elapsed;
        line_.show(fmt::format("{}: {} of {} inputs, {:.1f} million/s, {} left", what_,
                               percent(static_cast<double>(done_) / static_cast<double>(all_)), grouped(all_), rate_now / 1e6,
                               duration(static_cast<double>(all_ - done_) / rate_now)));
    }
    void note(std::string const& sentence) {
        finish();
        fmt::print(stderr, "xamt: {}\n", sentence);
    }
    void finish() { line_.finish(); }

  private:
    progress_line line_{stderr, "xamt: ", std::chrono::seconds(10)};
    std::string what_;
    std::uint64_t before_ = 0, done_ = 0, all_ = 0;
    progress_line::clock::time_point began_;
};

/// "1/256" or "256" as 256.
result<std::uint64_t> divisor_from(std::string const& text) {
    std::string const digits = text.starts_with("1/") ? text.substr(2) : text;
    if (!digits.empty() && digits.size() < 10 && digits.find_first_not_of("0123456789") == std::string::npos)
        if (auto const n = std::strtoull(digits.c_str(), nullptr, 10); n > 0) return n;
    return error{"--share " + text + " is no share", {}, "write one such as --share 1/256"};
}

result<number_line> line_for(sweep_options const& asked) {
    auto const type = dtype_named(asked.dtype);
    if (!type || !is_floating(*type))
        return error{fmt::format("there is no floating dtype \"{}\"", asked.dtype), "a sweep goes over the numbers of one",
                     "give float32, float16, bfloat16 or float64"};
    if (!asked.share.empty() && asked.samples > 0) return error{"--share and --samples exclude each other", {}, "give one of them"};
    if (asked.samples > 0 || (*type == dtype::float64 && asked.share.empty()))
        return number_line::sample(*type, asked.samples > 0 ? asked.samples : std::uint64_t{1} << 18, asked.seed);
    if (asked.share.empty()) return number_line::whole(*type);
    auto const divisor = divisor_from(asked.share);
    if (!divisor) return divisor.failure();
    if (*type == dtype::float64)
        return error{"--share is not for float64", "even a millionth of its numbers are too many",
                     "give a number of them: --samples 1000000"};
    if (*divisor > number_line::magnitudes(*type))
        return error{"--share " + asked.share + " is less than one number", {}, "give a larger one"};
    return number_line::share(*type, *divisor);
}

/// The functions asked for. A name must be there and must do; of a pattern or a topic, those that do not are passed over.
result<std::vector<api_description const*>> functions_for(sweep_options const& asked, dtype type) {
    std::vector<api_description const*> chosen;
    for (auto const& word : asked.functions) {
        auto const groups = select_groups({word});
        if (!groups) return groups.failure();
        std::string why;
        bool any = false;
        for (auto const* api : *groups) {
            why = why_not_swept(*api, type);
            if (!why.empty()) continue;
            any = true;
            if (std::ranges::find(chosen, api) == chosen.end()) chosen.push_back(api);
        }
        if (!any)
            return error{fmt::format("{} cannot be swept over {}", word, name_of(type)), why,
                         "`xamt groups NAME` shows what a function takes"};
    }
    return chosen;
}

std::optional<error> wrong_outputs(sweep_options const& asked) {
    int standard = 0;
    for (auto const& path : {asked.json, asked.html, asked.markdown}) {
        if (path.empty()) continue;
        standard += path == "-";
        if (auto const possible = check_writable(path); !possible) return possible.failure();
    }
    if (standard > 1) return error{"only one of --json, --html and --markdown can go to standard output", {}, "give files for the others"};
    return std::nullopt;
}

/// Writes what was asked for; a report that cannot be written costs no other.
int deliver(sweep_report const& report, sweep_options const& asked) {
    int status = nothing_to_compare;
    for (auto const& f : report.functions)
        for (auto const& c : f.columns)
            if (c.took_part()) status = std::max(status == nothing_to_compare ? 0 : status, c.wrong() ? static_cast<int>(findings) : 0);
    auto const write = [&](std::string const& path, auto make) {
        if (path.empty()) return;
        if (auto const written = write_report(path, make()); !written) status = wrong_usage(written.failure());
    };
    write(asked.json, [&] { return to_json(report); });
    write(asked.html, [&] { return to_html(report); });
    write(asked.markdown, [&] { return sweep_markdown(report); });
    return status;
}

int run(sweep_options const& asked, session const& about) {
    if (auto const wrong = wrong_outputs(asked)) return wrong_usage(*wrong);
    auto const line = line_for(asked);
    if (!line) return wrong_usage(line.failure());
    auto const functions = functions_for(asked, line->type);
    if (!functions) return wrong_usage(functions.failure());
    auto options = asked.hosts.resolve(about);
    if (!options) return wrong_usage(options.failure());

    sweep_progress progress;
    for (auto const* api : *functions) {
        double const seconds = seconds_of_judging(*api, *line);
        if (seconds > 60)
            progress.note(fmt::format("{} has no quick evaluation: MPFR needs about {} for its right answers; --share 1/256 takes a part",
                                      api->name, duration(seconds)));
    }
    interrupt const interrupted;
    sweep_runner sweep(*options, *functions);
    sweep.stop_when([&] { return interrupted.happened(); });
    sweep.start();
    sweep_report report;
    report.version = version;
    report.command = about.line;
    report.machine = this_machine();
    for (auto const* api : *functions) report.functions.push_back(sweep.account(*api, *line));
    std::optional<sweep_journal> journal;
    if (!asked.resume.empty()) {
        auto opened = sweep_journal::open(asked.resume, report.functions);
        if (!opened) return wrong_usage(opened.failure());
        journal = *opened;
    }
    for (auto const& sentence : who_is_missing(sweep.states())) progress.note(sentence);
    bool const taken = asked.json == "-" || asked.html == "-" || asked.markdown == "-";
    std::FILE* const stream = taken ? stderr : stdout;
    std::optional<error> lost;
    for (std::size_t i = 0; i < functions->size() && !interrupted.happened() && !lost; ++i) {
        auto& f = report.functions[i];
        std::set<std::uint64_t> done;
        if (journal) {
            done = journal->done(f.name);
            journal->add_to(f);
        }
        progress.begin(fmt::format("{} {}", f.name, name_of(line->type)), f.inputs, line->inputs());
        sweep.run(*(*functions)[i], f, done, [&](chunk_report const& chunk) {
            add_chunk(f, chunk);
            if (journal)
                if (auto const kept = journal->keep(f.name, chunk); !kept) lost = kept.failure();
            progress.advance(chunk.inputs);
            return !lost && !interrupted.happened();
        });
        progress.finish();
        auto const text = sweep_text(f, style_of(stream)) + "\n";
        std::fwrite(text.data(), 1, text.size(), stream);
        std::fflush(stream);
    }
    report.frameworks = sweep.states();
    if (lost) complain(*lost);
    if (interrupted.happened()) progress.note("interrupted: the figures are of what was swept so far");
    int const status = deliver(report, asked);
    if (status == nothing_to_compare) complain({"there is nothing to compare", "no framework has answered", "see `xamt doctor`"});
    return lost ? static_cast<int>(usage) : status;
}

} // namespace

void add_sweep(CLI::App& app, session const& about, action& chosen) {
    auto options = std::make_shared<sweep_options>();
    options->hosts.trial_timeout = 20; // a call is a quarter of a million numbers
    CLI::App* const command =
        app.add_subcommand("sweep", "Put every number of a dtype through functions of all frameworks, and count the errors");
    command
        ->add_option("FUNCTION", options->functions,
                     "Functions of one tensor, element by element: groups, topics, or patterns with * and ?")
        ->type_name("")
        ->required();
    command->add_option("--dtype", options->dtype, "float32, float16, bfloat16 or float64 (a sample)")
        ->type_name("D")
        ->capture_default_str();
    command->add_option("--share", options->share, "Sweep a part of the numbers only, such as 1/256, evenly spread")->type_name("1/N");
    command->add_option("--samples", options->samples, "Sweep about N random numbers instead (float64: 262144)")
        ->type_name("N")
        ->check(whole_number());
    command->add_option("--seed", options->seed, "Where random numbers come from")
        ->type_name("N")
        ->check(whole_number())
        ->capture_default_str();
    command->add_option("--resume", options->resume, "Keep what is done in this file, and go on from there")->type_name("F");
    command->add_option("--json", options->json, "Write the figures as JSON; - is standard output")->type_name("F");
    command->add_option("--html", options->html, "Write a page with plots of error against input; - is standard output")->type_name("F");
    command->add_option("--markdown", options->markdown, "Write the tables for a document; - is standard output")->type_name("F");
    options->hosts.add_to(*command);
    command->footer(examples);
    command->callback([options, &about, &chosen] { chosen = [options, &about] { return run(*options, about); }; });
}

} // namespace xamt_command

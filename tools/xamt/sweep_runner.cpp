// Sweeps over the hosts; see sweep_runner.hpp.
#include "sweep_runner.hpp"

#include "last_judge.hpp"

#include <xamt/campaign/sweep.hpp>
#include <xamt/report/public_name.hpp>

#include <chrono>

namespace xamt_command {

using namespace xamt;

struct sweep_runner::machine {
    std::vector<api_description const*> groups;
    toolbox tools;
    dispatcher columns;

    machine(campaign_options options, std::vector<api_description const*> of)
        : groups(std::move(of)), tools(options.tools), columns(options, options.frameworks, groups, natives()) {}

    [[nodiscard]] group_table const& table_of(api_description const& api) const {
        return columns.tables()[static_cast<std::size_t>(std::ranges::find(groups, &api) - groups.begin())];
    }
};

namespace {

/// Calls f with a null pointer to the type in which numbers of the dtype are kept.
void with_number_of(dtype type, auto f) {
    if (type == dtype::float64)
        f(static_cast<double*>(nullptr));
    else
        f(static_cast<float*>(nullptr));
}

} // namespace

sweep_runner::sweep_runner(campaign_options options, std::vector<api_description const*> groups)
    : machine_(std::make_unique<machine>(std::move(options), std::move(groups))) {}

sweep_runner::~sweep_runner() = default;

void sweep_runner::start() { machine_->columns.start(); }

void sweep_runner::stop_when(std::function<bool()> stop) { machine_->columns.stop_when(std::move(stop)); }

std::vector<framework_state> sweep_runner::states() const { return completed(machine_->columns.states(), machine_->tools); }

function_accuracy sweep_runner::account(api_description const& api, number_line const& line) const {
    function_accuracy f;
    f.name = api.name;
    f.line = line;
    auto const function = sweep_function_of(api.name);
    f.quick = right_hand(api.name, line.type, nullptr).quick();
    f.symmetric = function.symmetry != parity::none;
    f.bounded = function.bounded();
    auto const bound = bound_for(api, line.type, 1);
    f.bound = bound.table;
    f.derivation = bound.derivation + fmt::format(", plus {:g} times what one ULP of the input changes", bound.amplified);
    auto const states = machine_->columns.states();
    for (auto const& s : machine_->table_of(api).seats) {
        auto const& name = machine_->columns.columns()[s.column];
        auto const state = std::ranges::find(states, name, &framework_state::name);
        std::string const version = state == states.end() ? "" : state->version;
        f.columns.push_back(
            {name, name == "eigen" && version.empty() ? eigen_version() : version, public_name(s.how->function), {}, 0, {}});
    }
    return f;
}

void sweep_runner::run(api_description const& api, function_accuracy& into, std::set<std::uint64_t> const& done,
                       std::function<bool(chunk_report const&)> const& take) {
    std::vector<std::uint64_t> chunks;
    for (std::uint64_t c = 0; c < chunks_of(into.line); ++c)
        if (!done.contains(c)) chunks.push_back(c);
    auto const began = std::chrono::steady_clock::now();
    with_number_of(into.line.type, [&]<class Number>(Number*) {
        sweep<Number> sweeping(machine_->columns, machine_->table_of(api), into.line, oracle().last_judge);
        sweeping.run(chunks, [&](swept_chunk&& chunk) {
            chunk_report told{chunk.index, chunk.inputs, chunk.judged, {}};
            for (std::size_t c = 0; c < chunk.columns.size(); ++c) {
                auto& column = chunk.columns[c];
                told.columns.push_back({into.columns[c].name, std::move(column.tally), column.lost, std::move(column.why)});
            }
            return take(told);
        });
        into.handing = sweeping.seconds().handing, into.right = sweeping.seconds().right, into.counting = sweeping.seconds().counting;
    });
    into.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
}

std::string why_not_swept(api_description const& api, dtype type) {
    if (!can_be_swept(api, type))
        return "it is no function of one floating tensor, element by element, whose other parameters have defaults";
    auto const arguments = sweep_arguments(api, ndarray(type, shape{1}));
    if (!right_hand(api.name, type, oracle().last_judge).possible(arguments, swept_tensor(api)))
        return oracle().last_judge == nullptr
                   ? "this xamt was built without MPFR (libmpfr-dev), which its right answers need"
                   : "there is nothing to take its right answers from: neither MPFR nor the table of functions in double knows it";
    return {};
}

double seconds_of_judging(api_description const& api, number_line const& line) {
    right_hand const hand(api.name, line.type, oracle().last_judge);
    if (hand.quick()) return 0;
    // Evenly spread, since extreme arguments may cost a thousand times as much as others. The first call fills MPFR's tables of constants.
    number_line const probe{line.type, 1, 64, number_line::magnitudes(line.type) / 64, 0, 64};
    auto const arguments = sweep_arguments(api, probe.inputs(0));
    auto const tensor = std::get<ndarray>(arguments[swept_tensor(api)]);
    double seconds = 0;
    with_number_of(line.type, [&]<class Number>(Number*) {
        std::vector<Number> inputs;
        for (std::int64_t i = 0; i < tensor.size(); ++i) inputs.push_back(static_cast<Number>(load(tensor.view(), i)));
        right_answers<Number> answers;
        hand.answer(std::span<Number const>(inputs), arguments, answers);
        auto const began = std::chrono::steady_clock::now();
        hand.answer(std::span<Number const>(inputs), arguments, answers);
        seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count() / static_cast<double>(inputs.size());
    });
    return seconds * static_cast<double>(line.inputs());
}

} // namespace xamt_command

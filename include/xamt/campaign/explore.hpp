/// @file
/// Fuzzing one API from a test: `xamt::explore<softmax>(xamt::trials(1'000))`.
///
/// Place in the pipeline: campaign, for people who write tests. C++ functions run in the process; frameworks in hosts take part once
/// the options say where hosts are (framework/python.hpp). The result says what differed; testing/catch2.hpp has the matcher for it.
#pragma once

#include <xamt/campaign/engine.hpp>
#include <xamt/describe/sound.hpp>
#include <xamt/report/summary_text.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace xamt {
inline namespace v0 {

/// How long and with what: `trials(1'000).seed(7).hosts(tools).memory_mb(2048)`.
class explore_options {
  public:
    explicit explore_options(std::uint64_t count) { campaign_.trials = count; }

    [[nodiscard]] explore_options seed(std::uint64_t s) const {
        return with([&](campaign_options& o) { o.seed = s; });
    }
    [[nodiscard]] explore_options hosts(toolbox t) const {
        return with([&](campaign_options& o) { o.tools = std::move(t); });
    }
    [[nodiscard]] explore_options generator(trial_maker m) const {
        return with([&](campaign_options& o) { o.generator = std::move(m); });
    }
    [[nodiscard]] explore_options strict() const {
        return with([](campaign_options& o) { o.strict = true; });
    }
    [[nodiscard]] explore_options memory_mb(std::uint64_t mb) const {
        return with([&](campaign_options& o) { o.memory_mb = mb; });
    }
    [[nodiscard]] explore_options trial_timeout(double seconds) const {
        return with([&](campaign_options& o) { o.trial_timeout = seconds; });
    }
    [[nodiscard]] campaign_options const& campaign() const { return campaign_; }

  private:
    template <class F> [[nodiscard]] explore_options with(F f) const {
        explore_options changed = *this;
        f(changed.campaign_);
        return changed;
    }
    campaign_options campaign_;
};

/// So many trials; a stack of cases counts as many.
[[nodiscard]] inline explore_options trials(std::uint64_t count) { return explore_options(count); }

/// What an exploration came to.
struct exploration {
    run_report report;

    /// How many columns gave answers.
    [[nodiscard]] std::size_t columns() const { return report.groups.empty() ? 0 : report.groups.front().columns.size(); }
    /// Nothing differs beyond what is allowed, whoever is right, and there were two columns at least.
    [[nodiscard]] bool agrees() const { return report.findings.empty() && report.undecided.empty() && columns() >= 2; }
    /// The whole in words, for the message of a failed test.
    [[nodiscard]] std::string text() const { return summary_text(report); }
};

/// Explores an API that is known at run time.
[[nodiscard]] inline exploration explore_api(api_description const& api, explore_options const& options) {
    std::vector<std::string> columns;
    for (auto const& b : api.columns()) {
        bool const reachable = b.call != nullptr || (reach_of(b) == reach::torch_program ? !options.campaign().tools.torch_host.empty()
                                                                                         : !options.campaign().tools.python.empty());
        if (reachable)
            columns.push_back(to_text(column{b.on.name == fw::keras.name && b.on.backend.empty() ? fw::keras["tensorflow"] : b.on}));
    }
    std::array<api_description const*, 1> const groups{&api};
    engine e(options.campaign(), std::move(columns), groups, {});
    e.start();
    return {e.run({})};
}

/// Explores an API of static storage; a fault in its description is a compile error here.
template <auto const& Api> [[nodiscard]] exploration explore(explore_options const& options = trials(1'000)) {
    static_assert(sound<Api>);
    return explore_api(Api, options);
}

} // namespace v0
} // namespace xamt

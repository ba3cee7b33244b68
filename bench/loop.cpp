// How many trials a second: in process, libtorch against Eigen, beside a hand-written loop of the same raw calls; and over hosts.
//
//     build/bench/loop [--rounds N] [--trials N] [--command build/xamt] [--json F]
//
// In process: `xamt::explore` of five element-wise functions of float32, as a test would call it, and by_hand.hpp on trials of the
// same classes in the same order.
// A case has at most 64 elements. xamt stacks 32 cases into one call where it may ("stacked"; each counts as a trial); a description
// whose shape is fixed by letters is not stacked ("single": one case, one call of each library). Rounds of both loops alternate; the clock
// is the thread's own; medians. Hosts: `xamt fuzz` as a child, N trials.
#include "bench.hpp"
#include "by_hand.hpp"

#include <xamt/framework/torch.hpp>

#include <ATen/ops/exp_ops.h>
#include <ATen/ops/maximum_ops.h>
#include <ATen/ops/mul_ops.h>
#include <ATen/ops/sqrt_ops.h>
#include <ATen/ops/tanh_ops.h>

#include <xamt/campaign/explore.hpp>
#include <xamt/framework/eigen.hpp>

#include <algorithm>
#include <array>
#include <chrono>
#include <ctime>
#include <filesystem>
#include <functional>
#include <optional>
#include <unistd.h>

using namespace xamt;

namespace {

using array = Eigen::Map<Eigen::ArrayXf const>;

// What is called, as values without state.
constexpr auto product_of = [](auto const& x, auto const& y) { return x * y; };
constexpr auto larger_of = [](auto const& x, auto const& y) {
    return x.binaryExpr(y, Eigen::internal::scalar_max_op<float, float, Eigen::PropagateNaN>{});
};
constexpr auto exp_of = [](auto const& x) { return x.exp(); };
constexpr auto sqrt_of = [](auto const& x) { return x.sqrt(); };
constexpr auto tanh_of = [](auto const& x) { return x.tanh(); };

// What stands beside x: a tensor of the same shape. With a size letter the shape is fixed, and cases are not stacked.
constexpr parameter stacked(char const* name) { return tensor(name).only(dtype::float32).same_shape(); }
constexpr parameter single(char const* name) { return tensor(name).only(dtype::float32).dims("n"); }

template <auto Torch, auto Expression> consteval api_description unary(char const* name, parameter const& x) {
    return api(name)
        .takes(x)
        .sizes("n", 1, 64)
        .elementwise()
        .elementary()
        .on(fw::torch, fn<Torch>, "x")
        .on(fw::eigen, [](array const& a) { return Expression(a); }, "x");
}
template <auto Torch, auto Expression> consteval api_description binary(char const* name, parameter const& x, parameter const& y) {
    return api(name)
        .takes(x, y)
        .sizes("n", 1, 64)
        .elementwise()
        .correctly_rounded()
        .on(fw::torch, fn<Torch>, "x", "y")
        .on(fw::eigen, [](array const& a, array const& b) { return Expression(a, b); }, "x", "y");
}

// One function, to be explored by xamt and by hand.
struct contest {
    std::function<void(std::uint64_t)> explored, by_hand;
};

constexpr std::uint32_t stacked_batch = 40, single_batch = 64; // trials of one class in a row, as the engine takes them

template <auto const& Api, auto Torch, auto Expression> contest of_one() {
    return {[](std::uint64_t n) { bench::keep(explore<Api>(trials(n))); },
            [](std::uint64_t n) {
                auto const raw = [](at::Tensor const& x, at::Tensor const&) { return Torch(x); };
                auto const eigen = [](float const* x, float const*, float* out, std::size_t size) {
                    auto const m = static_cast<Eigen::Index>(size);
                    Eigen::Map<Eigen::ArrayXf>(out, m) = Expression(array(x, m));
                };
                bench::keep(bench::by_hand(Api, n, Api.parameters[0].letters.empty() ? stacked_batch : single_batch, raw, eigen));
            }};
}
template <auto const& Api, auto Torch, auto Expression> contest of_two() {
    return {[](std::uint64_t n) { bench::keep(explore<Api>(trials(n))); },
            [](std::uint64_t n) {
                auto const eigen = [](float const* x, float const* y, float* out, std::size_t size) {
                    auto const m = static_cast<Eigen::Index>(size);
                    Eigen::Map<Eigen::ArrayXf>(out, m) = Expression(array(x, m), array(y, m));
                };
                bench::keep(bench::by_hand(Api, n, Api.parameters[0].letters.empty() ? stacked_batch : single_batch, Torch, eigen));
            }};
}

constexpr auto exp_stacked = unary<&at::_ops::exp::call, exp_of>("exp", stacked("x"));
constexpr auto exp_single = unary<&at::_ops::exp::call, exp_of>("exp", single("x"));
constexpr auto sqrt_stacked = unary<&at::_ops::sqrt::call, sqrt_of>("sqrt", stacked("x"));
constexpr auto sqrt_single = unary<&at::_ops::sqrt::call, sqrt_of>("sqrt", single("x"));
constexpr auto tanh_stacked = unary<&at::_ops::tanh::call, tanh_of>("tanh", stacked("x"));
constexpr auto tanh_single = unary<&at::_ops::tanh::call, tanh_of>("tanh", single("x"));
constexpr auto multiply_stacked = binary<&at::_ops::mul_Tensor::call, product_of>("multiply", stacked("x"), stacked("y"));
constexpr auto multiply_single = binary<&at::_ops::mul_Tensor::call, product_of>("multiply", single("x"), single("y"));
constexpr auto maximum_stacked = binary<&at::_ops::maximum::call, larger_of>("maximum", stacked("x"), stacked("y"));
constexpr auto maximum_single = binary<&at::_ops::maximum::call, larger_of>("maximum", single("x"), single("y"));

std::vector<contest> const stacked_contests{
    of_one<exp_stacked, &at::_ops::exp::call, exp_of>(), of_one<sqrt_stacked, &at::_ops::sqrt::call, sqrt_of>(),
    of_one<tanh_stacked, &at::_ops::tanh::call, tanh_of>(), of_two<multiply_stacked, &at::_ops::mul_Tensor::call, product_of>(),
    of_two<maximum_stacked, &at::_ops::maximum::call, larger_of>()};
std::vector<contest> const single_contests{
    of_one<exp_single, &at::_ops::exp::call, exp_of>(), of_one<sqrt_single, &at::_ops::sqrt::call, sqrt_of>(),
    of_one<tanh_single, &at::_ops::tanh::call, tanh_of>(), of_two<multiply_single, &at::_ops::mul_Tensor::call, product_of>(),
    of_two<maximum_single, &at::_ops::maximum::call, larger_of>()};

// Seconds that this thread has computed; neighbours on the machine do not count.
double thread_seconds() {
    timespec t{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}
double timed(std::function<void(std::uint64_t)> const& loop, std::uint64_t trials) {
    double const start = thread_seconds();
    loop(trials);
    return thread_seconds() - start;
}

// What part of the time on the wall the loop computes; neighbours make it smaller, so the best of a few runs counts.
double busy_share(contest const& c) {
    double best = 0;
    for (int i = 0; i < 5; ++i) {
        auto const start = std::chrono::steady_clock::now();
        double const computed = timed(c.explored, 640'000);
        best = (std::max)(best, computed / std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
    }
    return best;
}

struct rates {
    double explored, by_hand, ratio; // trials/s, and the median of the ratios of neighbouring runs
};

double median(std::vector<double> x) {
    auto const middle = x.begin() + static_cast<std::ptrdiff_t>(x.size() / 2);
    std::nth_element(x.begin(), middle, x.end());
    return *middle;
}

rates run(std::vector<contest> const& contests, std::uint64_t trials, int rounds) {
    std::vector<double> explored, by_hand, ratio;
    for (int r = 0; r < rounds; ++r) {
        double mine = 0, yardstick = 0;
        for (auto const& c : contests) {
            mine += timed(c.explored, trials);
            yardstick += timed(c.by_hand, trials);
        }
        double const all = static_cast<double>(trials * contests.size());
        explored.push_back(all / mine), by_hand.push_back(all / yardstick), ratio.push_back(yardstick / mine);
    }
    return {median(explored), median(by_hand), median(ratio)};
}

// What a run of the command over the same functions says of itself; nothing where it is not built or compares nothing.
std::optional<nlohmann::json> fuzzed(std::string const& command, std::string const& trials) {
    auto const page = std::filesystem::temp_directory_path() / fmt::format("xamt-loop-{}.html", getpid());
    auto const line = fmt::format("'{}' fuzz --groups exp,sqrt,tanh,multiply,maximum --trials {} --json - --html '{}' 2> /dev/null",
                                  command, trials, page.string());
    std::FILE* const run = popen(line.c_str(), "r");
    if (run == nullptr) return std::nullopt;
    std::string text;
    std::array<char, 1 << 16> piece;
    while (std::size_t const got = std::fread(piece.data(), 1, piece.size(), run)) text.append(piece.data(), got);
    pclose(run);
    std::error_code ignored;
    std::filesystem::remove(page, ignored);
    auto data = nlohmann::json::parse(text, nullptr, false);
    return data.is_object() && data.value("trials", 0.0) > 0 ? std::optional(std::move(data)) : std::nullopt;
}

void isolated(bench::report& out, std::string const& command, std::string const& trials) {
    auto const run = fuzzed(command, trials);
    if (!run) {
        fmt::print(stderr, "  isolated hosts: skipped, nothing came of {} fuzz (ninja xamt builds it; --command names another)\n", command);
        return;
    }
    std::string names;
    for (auto const& f : run->at("frameworks")) names += (names.empty() ? "" : " ") + f.at("name").get<std::string>();
    out.add({"isolated_trials_per_second", run->at("trials_per_second"), "trials/s", NAN, "stacked, after warm-up, over " + names});
    out.add({"isolated_calls_per_second", run->at("calls_per_second"), "calls/s", NAN, "framework calls of these trials"});
}

} // namespace

int main(int argc, char** argv) {
    bench::report out("Fuzz loop");
    int const rounds = std::stoi(bench::option(argc, argv, "--rounds", "7"));
    auto const stack = run(stacked_contests, 640'000, rounds);
    auto const one = run(single_contests, 64'000, rounds);
    out.add({"in_process_trials_per_second", stack.explored, "trials/s", 300'000, "asked; stacked, one core"});
    out.add({"vs_hand_written", stack.ratio, "times", 0.7, fmt::format("asked; {:.4g} trials/s by hand, stacked alike", stack.by_hand)});
    out.add({"in_process_busy_share", busy_share(stacked_contests.front()), "share", NAN, "of the time on the wall, best of five runs"});
    out.add({"in_process_single_trials_per_second", one.explored, "trials/s", one.by_hand, "by hand; one case to a call, one core"});
    out.add({"vs_hand_written_single", one.ratio, "times", NAN, "the same; one case to a call"});
    isolated(out, bench::option(argc, argv, "--command", XAMT_BUILD_DIR "/xamt"), bench::option(argc, argv, "--trials", "400000"));
    return out.finish(argc, argv);
}

// The variance check against a bare read of the same bytes, and against what one would write with libtorch, Eigen and NumPy.
//
// Every figure is a ratio inside one run: rounds are interleaved, the ratio is taken in each round and the median over the rounds, the clock
// is the thread's own. "cold" is a pool of 256 MiB on huge pages, gone through once a round. The peers run as one Python process on one
// thread, round by round with ours.
#include "bench.hpp"

#include <xamt/compare/variance.hpp>
#include <xamt/core/element.hpp>
#include <xamt/core/random.hpp>

#include <Eigen/Core>

#include <cmath>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <functional>
#include <memory>
#include <span>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace xamt;

namespace {

/// Seconds that this thread has computed; neighbours on the machine do not count.
double thread_seconds() {
    timespec t{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}
template <class F> double timed(F&& f) {
    double const start = thread_seconds();
    f();
    return thread_seconds() - start;
}

double median(std::vector<double> of) {
    auto const middle = of.begin() + static_cast<std::ptrdiff_t>(of.size() / 2);
    std::nth_element(of.begin(), middle, of.end());
    return *middle;
}

/// What several ways took, round by round.
struct interleaved {
    std::vector<std::vector<double>> seconds; // [way, round]

    /// Runs each way once a round, one after another; it gives the seconds.
    interleaved(int rounds, std::vector<std::function<double()>> const& ways) : seconds(ways.size()) {
        for (int r = 0; r < rounds; ++r)
            for (std::size_t i = 0; i < ways.size(); ++i) seconds[i].push_back(ways[i]());
    }
    [[nodiscard]] double operator[](std::size_t way) const { return median(seconds[way]); }
    /// How many times as long one way took as another: taken in each round, since a neighbour disturbs both alike there.
    [[nodiscard]] double ratio(std::size_t way, std::size_t by) const {
        std::vector<double> each;
        for (std::size_t r = 0; r < seconds[way].size(); ++r) each.push_back(seconds[way][r] / seconds[by][r]);
        return median(each);
    }
};

/// A line about a part of a figure, or about what could not be measured.
void note(std::string const& text) { fmt::print(stderr, "  {}\n", text); }

/// What a figure should reach on a processor with AVX-512 and on one with AVX2.
double budget(double wide, double narrow) { return best_instruction_set() == instruction_set::avx512 ? wide : narrow; }

constexpr std::size_t pool_bytes = 256u << 20;

struct unmap {
    void operator()(std::byte* p) const { munmap(p, pool_bytes); }
};

/// Memory that is resident and, where the kernel agrees, on huge pages.
std::unique_ptr<std::byte, unmap> make_pool() {
    void* p = mmap(nullptr, pool_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    madvise(p, pool_bytes, MADV_HUGEPAGE);
    std::memset(p, 1, pool_bytes);
    return std::unique_ptr<std::byte, unmap>(static_cast<std::byte*>(p));
}

/// The yardstick: every byte of every column read once, with the widest loads of this processor.
template <int Width> struct read_loop {
    using words = detail::vector_t<std::uint64_t, Width>;

    [[gnu::always_inline]] static inline void read(words& into, void const* column, std::size_t byte) {
        words w;
        std::memcpy(&w, static_cast<char const*>(column) + byte, Width);
        into |= w;
    }
    [[gnu::always_inline]] static inline std::uint64_t all_of(words const& w) {
        std::uint64_t all = 0;
        for (int k = 0; k < Width / 8; ++k) all |= w[k];
        return all;
    }
    /// One column after another.
    [[gnu::always_inline]] static inline std::uint64_t columns(void const* const* columns, std::uint32_t count, std::size_t bytes) {
        words a{}, b{}, c{}, d{};
        for (std::uint32_t f = 0; f < count; ++f)
            for (std::size_t i = 0; i + 4 * Width <= bytes; i += 4 * Width) {
                read(a, columns[f], i), read(b, columns[f], i + Width);
                read(c, columns[f], i + 2 * Width), read(d, columns[f], i + 3 * Width);
            }
        return all_of(a | b | c | d);
    }
    /// A cache line of each column in turn, as the check has to; the memory gives some percent more to a few streams than to one.
    [[gnu::always_inline]] static inline std::uint64_t in_turn(void const* const* columns, std::uint32_t count, std::size_t bytes) {
        constexpr std::size_t line = 64;
        words a{};
        for (std::size_t i = 0; i + line <= bytes; i += line)
            for (std::uint32_t f = 0; f < count; ++f)
                for (std::size_t k = 0; k < line; k += Width) read(a, columns[f], i + k);
        return all_of(a);
    }
};
enum class reading { columns, in_turn };
std::uint64_t read_baseline(void const* const* c, std::uint32_t n, std::size_t bytes, reading how) {
    return how == reading::columns ? read_loop<16>::columns(c, n, bytes) : read_loop<16>::in_turn(c, n, bytes);
}
[[gnu::target("avx2")]] std::uint64_t read_avx2(void const* const* c, std::uint32_t n, std::size_t bytes, reading how) {
    return how == reading::columns ? read_loop<32>::columns(c, n, bytes) : read_loop<32>::in_turn(c, n, bytes);
}
[[gnu::target("avx512f")]] std::uint64_t read_avx512(void const* const* c, std::uint32_t n, std::size_t bytes, reading how) {
    return how == reading::columns ? read_loop<64>::columns(c, n, bytes) : read_loop<64>::in_turn(c, n, bytes);
}
std::uint64_t read_all(void const* const* c, std::uint32_t n, std::size_t bytes, reading how = reading::columns) {
    switch (best_instruction_set()) {
    case instruction_set::avx512: return read_avx512(c, n, bytes, how);
    case instruction_set::avx2: return read_avx2(c, n, bytes, how);
    case instruction_set::baseline: break;
    }
    return read_baseline(c, n, bytes, how);
}

/// Trials laid out one after another in the pool: `count` columns of `n` elements each.
struct layout {
    dtype type;
    std::uint32_t count;
    std::size_t n;
    std::vector<std::vector<void const*>> trials;

    layout(std::byte* pool, dtype t, std::uint32_t f, std::size_t elements, std::size_t bytes = pool_bytes)
        : type(t), count(f), n(elements) {
        std::size_t const column = (n * size_of(t) + 63) / 64 * 64;
        for (std::size_t at = 0; at + count * column <= bytes; at += count * column) {
            trials.emplace_back();
            for (std::uint32_t k = 0; k < count; ++k) trials.back().push_back(pool + at + k * column);
        }
    }
    [[nodiscard]] double read(reading how = reading::columns) const {
        return timed([&] {
            for (auto const& t : trials) bench::keep(read_all(t.data(), count, n * size_of(type), how));
        });
    }
    [[nodiscard]] double check() const {
        return timed([&] {
            for (auto const& t : trials) bench::keep(check_variance(type, t, n));
        });
    }
    /// Columns that differ by a few units in the last place; one element in ten thousand changes its sign.
    void fill(bool equal) const {
        random_stream r(1);
        double const step = std::ldexp(1, 1 - info(type).digits); // one unit in the last place above 1
        for (auto const& t : trials)
            visit_dtype(type, [&]<class T>(std::type_identity<T>) {
                for (std::size_t i = 0; i < n; ++i) {
                    std::uint64_t const b = r.bits();
                    double const x = 1 + static_cast<double>(b >> 40) * 0x1p-24;
                    for (std::uint32_t f = 0; f < count; ++f) {
                        double const off = equal ? 0 : step * static_cast<double>((b >> (2 * f)) & 3u);
                        bool const flips = !equal && f == 1 && (b & 0x1fffu) == 7;
                        static_cast<T*>(const_cast<void*>(t[f]))[i] = from_double<T>(flips ? -x : x + off);
                    }
                }
            });
    }
};

/// Worst shares of the read loops' speed over F = 2, 3, 5, 8 at N = 1e6.
struct shares {
    double of_columns = 1e9, of_in_turn = 1e9;
};
shares read_share(std::byte* pool, dtype type, bool equal, int rounds) {
    shares worst;
    for (std::uint32_t count : {2u, 3u, 5u, 8u}) {
        layout const l(pool, type, count, 1'000'000);
        l.fill(equal);
        interleaved const t(rounds, {[&] { return l.read(); }, [&] { return l.check(); }, [&] { return l.read(reading::in_turn); }});
        double const bytes = static_cast<double>(l.trials.size() * count * l.n * size_of(type));
        note(fmt::format("{} F={}{}: read {:.1f} GB/s, check {:.1f} GB/s, share {:.2f}, of a loop that takes columns in turn {:.2f}",
                         name_of(type), count, equal ? " equal" : "", bytes / t[0] / 1e9, bytes / t[1] / 1e9, t.ratio(0, 1),
                         t.ratio(2, 1)));
        worst.of_columns = std::min(worst.of_columns, t.ratio(0, 1));
        worst.of_in_turn = std::min(worst.of_in_turn, t.ratio(2, 1));
    }
    return worst;
}

/// Nanoseconds of one hot trial of three float32 columns; the read loop's stand beside them.
void hot(bench::report& out, std::byte* pool, std::size_t n) {
    layout const l(pool, dtype::float32, 3, n, 3 * ((n * 4 + 63) / 64 * 64));
    l.fill(false);
    constexpr int calls = 20'000;
    auto const repeat = [&](auto f) {
        return timed([&] {
                   for (int i = 0; i < calls; ++i) f();
               }) /
               calls;
    };
    auto const& t = l.trials[0];
    interleaved const s(9, {[&] { return repeat([&] { bench::keep(read_all(t.data(), 3, n * 4)); }); },
                            [&] { return repeat([&] { bench::keep(check_variance(dtype::float32, t, n)); }); }});
    out.add({fmt::format("ns_n{}", n), s[1] * 1e9, "ns", s[0] * 1e9, "the read loop; F = 3, float32, hot"});
}

/// What one would write with Eigen: variance, its largest and its mean. Temporaries are kept between calls.
struct eigen_way {
    Eigen::ArrayXf mean, variance;

    double operator()(std::span<void const* const> columns, std::size_t n) {
        using view = Eigen::Map<Eigen::ArrayXf const>;
        auto const at = [&](std::size_t f) { return view(static_cast<float const*>(columns[f]), static_cast<Eigen::Index>(n)); };
        auto const w = 1.0f / static_cast<float>(columns.size());
        mean = at(0);
        for (std::size_t f = 1; f < columns.size(); ++f) mean += at(f);
        mean *= w;
        variance = (at(0) - mean).square();
        for (std::size_t f = 1; f < columns.size(); ++f) variance += (at(f) - mean).square();
        variance *= w;
        return static_cast<double>(variance.maxCoeff()) + static_cast<double>(variance.mean());
    }
};

/// The worst relative error of the largest variance against double-double, over columns from 1e-30 to 1e30.
double worst_error() {
    struct pair {
        double high, low;
        static pair sum(double a, double b) {
            double const s = a + b, t = s - a;
            return {s, (a - (s - t)) + (b - t)};
        }
        pair operator+(pair o) const {
            pair const s = sum(high, o.high);
            return sum(s.high, s.low + low + o.low);
        }
        pair operator*(pair o) const {
            double const p = high * o.high;
            return sum(p, std::fma(high, o.high, -p) + high * o.low + low * o.high);
        }
    };
    random_stream r(5);
    double worst = 0;
    for (std::uint32_t count = 2; count <= 8; ++count)
        for (int round = 0; round < 200'000; ++round) {
            double const centre = std::pow(10.0, 60 * r.unit() - 30), width = std::pow(2.0, -26 * r.unit());
            float values[8];
            void const* columns[8];
            pair s{0, 0}, q{0, 0};
            for (std::uint32_t f = 0; f < count; ++f) {
                values[f] = static_cast<float>(centre * (1 + width * (r.unit() - 0.5)));
                columns[f] = &values[f];
                double const d = static_cast<double>(values[f]) - static_cast<double>(values[0]); // exact: they are within a factor 2
                s = s + pair{d, 0};
                q = q + pair{d, 0} * pair{d, 0};
            }
            pair const square = s * s;
            pair const exact = q * pair{static_cast<double>(count), 0} + pair{-square.high, -square.low}; // F^2 times the variance
            double const right = (exact.high + exact.low) / count / count;
            double const got = check_variance(dtype::float32, std::span<void const* const>(columns, count), 1).largest_variance;
            if (right > 0) worst = std::max(worst, std::abs(got - right) / right);
        }
    return worst;
}

constexpr char const* peers_script = R"py(
import sys, time
def torch_ways(n, f):
    import torch
    torch.set_num_threads(1)
    g = torch.Generator().manual_seed(1)
    base = torch.rand(n, generator=g) + 1
    cols = [base * (1 + 1e-6 * k) for k in range(f)]
    stacked, var, mean, tmp = torch.empty(f, n), torch.empty(n), torch.empty(n), torch.empty(n)
    mx, mn, out = torch.empty(()), torch.empty(()), torch.empty(())
    flag, other = torch.empty(n, dtype=torch.bool), torch.empty(n, dtype=torch.bool)
    def plain():
        s = torch.stack(cols)
        v = torch.var(s, 0, correction=0)
        return float(v.max()), float(v.mean()), all(torch.allclose(cols[0], c) for c in cols[1:])
    def preallocated():
        torch.add(cols[0], cols[1], out=mean)
        for c in cols[2:]: mean.add_(c)
        mean.mul_(1 / f)
        torch.sub(cols[0], mean, out=var); var.mul_(var)
        for c in cols[1:]:
            torch.sub(c, mean, out=tmp)
            var.addcmul_(tmp, tmp)
        var.mul_(1 / f)
        torch.amax(var, 0, out=mx); torch.mean(var, 0, out=out)
        for c in cols[1:]:
            torch.sub(c, cols[0], out=tmp); tmp.abs_()
            torch.amax(tmp, 0, out=mn)
            torch.div(tmp, cols[0], out=tmp)
            torch.amax(tmp, 0, out=mn)
            torch.ne(c, c, out=flag); torch.ne(cols[0], cols[0], out=other); flag.logical_xor_(other)
            wrong = int(torch.count_nonzero(flag))
            torch.abs(c, out=tmp); torch.eq(tmp, float('inf'), out=flag)
            torch.abs(cols[0], out=tmp); torch.eq(tmp, float('inf'), out=other); flag.logical_xor_(other)
            wrong += int(torch.count_nonzero(flag))
        return float(mx), float(out), float(mn)
    return plain, preallocated
def numpy_ways(n, f):
    import numpy as np
    base = np.random.default_rng(1).random(n, dtype=np.float32) + np.float32(1)
    cols = [base * np.float32(1 + 1e-6 * k) for k in range(f)]
    def plain():
        v = np.var(np.stack(cols), 0)
        return v.max(), v.mean(), all(np.allclose(cols[0], c) for c in cols[1:])
    return (plain,)
ways = {}
for line in sys.stdin:
    what, which, n, f, calls = line.split()
    try:
        key = (what, n, f)
        if key not in ways: ways[key] = (torch_ways if what == 'torch' else numpy_ways)(int(n), int(f))
        way = ways[key][int(which)]
        way()
        start = time.thread_time()
        for _ in range(int(calls)): way()
        print((time.thread_time() - start) / int(calls), flush=True)
    except Exception as e:
        print('nothing', type(e).__name__, flush=True)
)py";

/// The Python process that runs the peers.
class peers {
  public:
    peers() {
        std::string const python = interpreter();
        if (python.empty()) return;
        auto const script = std::filesystem::temp_directory_path() / fmt::format("xamt-check-peers-{}.py", getpid());
        std::ofstream(script) << peers_script;
        int in[2], out[2];
        if (pipe2(in, O_CLOEXEC) != 0 || pipe2(out, O_CLOEXEC) != 0) return;
        child_ = fork();
        if (child_ == 0) {
            dup2(in[0], 0);
            dup2(out[1], 1);
            setenv("OMP_NUM_THREADS", "1", 1);
            execlp(python.c_str(), python.c_str(), script.c_str(), static_cast<char*>(nullptr));
            _exit(127);
        }
        close(in[0]);
        close(out[1]);
        to_ = fdopen(in[1], "w");
        from_ = fdopen(out[0], "r");
        script_ = script;
    }
    ~peers() {
        if (to_ != nullptr) std::fclose(to_);
        if (from_ != nullptr) std::fclose(from_);
        if (child_ > 0) waitpid(child_, nullptr, 0);
        if (!script_.empty()) std::filesystem::remove(script_);
    }
    peers(peers const&) = delete;

    /// Seconds of one call; 0 if the peer is not there.
    double seconds(char const* what, int which, std::size_t n, std::uint32_t count, int calls) {
        if (to_ == nullptr) return 0;
        fmt::print(to_, "{} {} {} {} {}\n", what, which, n, count, calls);
        std::fflush(to_);
        double s = 0;
        char line[256];
        if (std::fgets(line, sizeof line, from_) == nullptr || std::sscanf(line, "%lf", &s) != 1) return 0;
        return s;
    }

  private:
    static std::string interpreter() {
        if (char const* named = std::getenv("XAMT_PYTHON")) return named;
        std::ifstream file(XAMT_BUILD_DIR "/setup.json");
        auto const setup = nlohmann::json::parse(file, nullptr, false);
        return setup.is_object() ? setup.value("python", std::string("python3")) : "python3";
    }

    pid_t child_ = -1;
    std::FILE *to_ = nullptr, *from_ = nullptr;
    std::filesystem::path script_;
};

/// The worst ratio to a peer over N = 4096, 102400 and 1e6, three columns of float32. Both go over the same columns call after call.
void against(bench::report& out, peers& others, std::byte* pool, char const* row, double target, char const* what, int which,
             char const* how) {
    double worst = 1e30;
    for (std::size_t n : {std::size_t{4096}, std::size_t{102'400}, std::size_t{1'000'000}}) {
        layout const l(pool, dtype::float32, 3, n, 3 * ((n * 4 + 63) / 64 * 64));
        l.fill(false);
        int const calls = n > 500'000 ? 2 : n > 10'000 ? 10 : 50;
        interleaved const t(7, {[&] {
                                    double seconds = 0;
                                    for (int i = 0; i < 10 * calls; ++i) seconds += l.check();
                                    return seconds / (10 * calls);
                                },
                                [&] { return others.seconds(what, which, n, 3, calls); }});
        if (t[1] == 0) {
            note(fmt::format("{}: skipped, {} is not there (XAMT_PYTHON names the interpreter)", row, what));
            return;
        }
        note(fmt::format("{} N={}: {:.3g} us against {:.3g} us", row, n, t[0] * 1e6, t[1] * 1e6));
        worst = std::min(worst, t.ratio(1, 0));
    }
    out.add({row, worst, "times", target, fmt::format("{}, F = 3, float32, worst of N = 4096, 102400, 1e6", how)});
}

/// Seconds that a program takes which does nothing but check; compiled with the given options.
constexpr char const* alone_source = R"cpp(
#include <xamt/compare/variance.hpp>
#include <cstdio>
#include <ctime>
#include <vector>
int main() {
    constexpr std::size_t n = 102400;
    std::vector<float> x(3 * n);
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t f = 0; f < 3; ++f)
            x[f * n + i] = 1.0f + static_cast<float>(i % 8191) * 0x1p-13f + static_cast<float>((i >> f) & 3) * 0x1p-23f;
    void const* columns[] = {&x[0], &x[n], &x[2 * n]};
    auto const now = [] {
        timespec t{};
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
        return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
    };
    std::uint64_t sum = 0;
    double const start = now();
    for (int i = 0; i < 2000; ++i) sum += xamt::check_variance(xamt::dtype::float32, columns, n).ulp_spread;
    std::printf("%.9f %llu\n", now() - start, static_cast<unsigned long long>(sum));
}
)cpp";

void o2_against_native(bench::report& out) {
    auto const folder = std::filesystem::temp_directory_path() / fmt::format("xamt-check-{}", getpid());
    std::filesystem::create_directories(folder);
    std::ofstream(folder / "alone.cpp") << alone_source;
    std::string programs[2];
    for (int i = 0; i < 2; ++i) {
        programs[i] = (folder / (i == 0 ? "plain" : "native")).string();
        auto const command = fmt::format("{} -std=c++20 -O2 {} -I{}/include {} -o {}", XAMT_CXX, i == 0 ? "" : "-march=native",
                                         XAMT_SOURCE_DIR, (folder / "alone.cpp").string(), programs[i]);
        if (std::system(command.c_str()) != 0) return note("o2_vs_native: skipped, the compiler failed on: " + command);
    }
    auto const run = [](std::string const& program) {
        double s = 0;
        std::FILE* p = popen(program.c_str(), "r");
        if (p == nullptr || std::fscanf(p, "%lf", &s) != 1) s = 0;
        if (p != nullptr) pclose(p);
        return s;
    };
    interleaved const t(7, {[&] { return run(programs[0]); }, [&] { return run(programs[1]); }});
    out.add({"o2_vs_native", t.ratio(1, 0), "share", 0.95, "speed of a plain -O2 program by that of -O2 -march=native, N = 102400, F = 3"});
    std::filesystem::remove_all(folder);
}

} // namespace

int main(int argc, char** argv) {
    bench::report out("variance check");
    note(fmt::format("instruction set: {}", name_of(best_instruction_set())));
    auto const pool = make_pool();
    constexpr int rounds = 7;
    auto const cold = [&](dtype type, bool equal = false) { return read_share(pool.get(), type, equal, rounds); };
    char const* const yardstick = "of a bare read loop, cold, one core, worst of F = 2, 3, 5, 8, N = 1e6";
    char const* const in_turn = "the same, of a read loop that takes a line of each column in turn";
    auto const single = cold(dtype::float32), twice = cold(dtype::float64), half = cold(dtype::float16), brain = cold(dtype::bfloat16);
    out.add({"f32_read_share", single.of_columns, "share", budget(0.90, 0.45), yardstick});
    out.add({"f32_in_turn_share", single.of_in_turn, "share", NAN, in_turn});
    out.add({"f64_read_share", twice.of_columns, "share", budget(0.90, 0.45), yardstick});
    out.add({"f64_in_turn_share", twice.of_in_turn, "share", NAN, in_turn});
    out.add({"f16_read_share", std::min(half.of_columns, brain.of_columns), "share", budget(0.60, 0.30),
             "the same, the worse of float16 and bfloat16"});
    out.add({"equal_read_share", cold(dtype::float32, true).of_columns, "share", 0.95, "the same, bit-equal float32 columns"});
    hot(out, pool.get(), 64);
    hot(out, pool.get(), 1024);
    {
        peers others;
        against(out, others, pool.get(), "vs_libtorch", 100, "torch", 0, "stack, var, max, mean, pairwise allclose");
        against(out, others, pool.get(), "vs_libtorch_preallocated", 15, "torch", 1,
                "every figure but ULP, in out= forms without temporaries");
        against(out, others, pool.get(), "vs_numpy", 20, "numpy", 0, "numpy.var and numpy.allclose");
    }
    layout const l(pool.get(), dtype::float32, 3, 1'000'000);
    l.fill(false);
    eigen_way eigen;
    interleaved const e(rounds, {[&] { return l.check(); },
                                 [&] {
                                     return timed([&] {
                                         for (auto const& t : l.trials) bench::keep(eigen(t, l.n));
                                     });
                                 }});
    out.add({"vs_eigen", e.ratio(1, 0), "times", 3, "Eigen's variance, its largest and its mean, F = 3, float32, N = 1e6"});
    o2_against_native(out);
    out.add(
        {"variance_error", worst_error(), "relative", 4e-6, "worst of 1.4 million trials against double-double, 1e-30 to 1e30, F = 2..8"});
    return out.finish(argc, argv);
}

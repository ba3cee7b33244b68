// Prober processes and the cache of what they said; see prober_pool.hpp.
#include "prober_pool.hpp"

#include <tools/prober_script.hpp>
#include <xamt/core/random.hpp>
#include <xamt/match/probe.hpp>
#include <xamt/run/process.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <atomic>
#include <charconv>
#include <chrono>
#include <fcntl.h>
#include <fstream>
#include <map>
#include <poll.h>
#include <thread>
#include <tuple>

namespace xamt_command {

namespace {

using clock = std::chrono::steady_clock;

constexpr double start_seconds = 180, computing_seconds = 30, waiting_seconds = 240;
constexpr std::size_t most_per_process = 150; // a fresh process now and then, because some libraries keep what they compile
constexpr int most_crashes = 3;                // of one callable; it is not called after that
constexpr std::size_t fewest_per_process = 15; // a process takes seconds to start

std::string base64(std::vector<std::byte> const& data) {
    static constexpr char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string text;
    for (std::size_t i = 0; i < data.size(); i += 3) {
        std::uint32_t block = 0;
        std::size_t const n = std::min<std::size_t>(3, data.size() - i);
        for (std::size_t k = 0; k < 3; ++k) block = block << 8 | (k < n ? std::to_integer<std::uint32_t>(data[i + k]) : 0);
        for (std::size_t k = 0; k < 4; ++k) text += k <= n ? letters[block >> (18 - 6 * k) & 63] : '=';
    }
    return text;
}

nlohmann::json const& probes_json() {
    static nlohmann::json const all = [] {
        nlohmann::json j;
        for (auto const& p : xamt::make_probes())
            j[std::string(p.name)] = {{"dtype", p.dtype}, {"shape", p.shape}, {"data", base64(p.data)}};
        return j;
    }();
    return all;
}

/// One prober and its two pipes.
class prober {
  public:
    result<xamt::none> start(xamt::toolbox const& tools, std::string const& script, probe_job const& job) {
        auto const& [framework, backend, host] = std::tie(job.framework, job.backend, job.host);
        std::array<int, 2> in{}, out{};
        if (::pipe2(in.data(), O_CLOEXEC) != 0 || ::pipe2(out.data(), O_CLOEXEC) != 0)
            return error{"a pipe could not be made", std::strerror(errno), ""};
        commands_ = xamt::descriptor_owner(in[1]);
        replies_ = xamt::descriptor_owner(out[0]);
        xamt::descriptor_owner child_in(in[0]), child_out(out[1]);
        std::vector<std::string> environment{"TF_CPP_MIN_LOG_LEVEL=3",
                                             "CUDA_VISIBLE_DEVICES=-1",
                                             "JAX_PLATFORMS=cpu",
                                             "OMP_NUM_THREADS=1",
                                             "OPENBLAS_NUM_THREADS=1",
                                             "MKL_NUM_THREADS=1",
                                             "PYTHONWARNINGS=ignore",
                                             "CHAINER_WARN_VERSION_MISMATCH=0",
                                             "PYTHONHASHSEED=0",
                                             "XLA_FLAGS=--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1",
                                             "JAX_COMPILATION_CACHE_DIR=" + tools.cache + "/match/jax",
                                             "JAX_PERSISTENT_CACHE_MIN_COMPILE_TIME_SECS=0.02"};
        auto child = xamt::process::spawn({host.empty() ? std::vector{tools.python, script} : host, std::move(environment), ""},
                                          {child_in.get(), child_out.get(), child_out.get()});
        if (!child) return child.failure();
        process_ = std::move(*child);
        buffer_.clear();
        at_ = 0;
        nlohmann::json const hello{{"framework", framework}, {"backend", backend}, {"module", job.module}, {"probes", probes_json()}};
        std::string line;
        if (!send(hello.dump()) || !receive(line, start_seconds, start_seconds) || line != "ready")
            return error{framework + " does not start for matching", "its process ended or did not answer",
                         "see what `xamt doctor` says about it"};
        return xamt::none{};
    }

    [[nodiscard]] bool send(std::string text) {
        text += '\n';
        for (std::size_t done = 0; done < text.size();) {
            auto const n = ::write(commands_.get(), text.data() + done, text.size() - done);
            if (n <= 0 && errno != EINTR) return false;
            done += n > 0 ? static_cast<std::size_t>(n) : 0;
        }
        return true;
    }

    /// False if the process ended, or computed or waited for too long.
    [[nodiscard]] bool receive(std::string& line, double computing = computing_seconds, double waiting = waiting_seconds) {
        double const used = process_.cpu_seconds();
        auto const begin = clock::now();
        for (;;) {
            if (auto const end = buffer_.find('\n', at_); end != std::string::npos) {
                line.assign(buffer_, at_, end - at_);
                at_ = end + 1;
                return true;
            }
            buffer_.erase(0, at_);
            at_ = 0;
            pollfd waits{replies_.get(), POLLIN, 0};
            if (::poll(&waits, 1, 1000) == 0) {
                bool const long_ago = std::chrono::duration<double>(clock::now() - begin).count() > waiting;
                if (process_.cpu_seconds() - used > computing || long_ago) return false;
                continue;
            }
            std::array<char, 65536> piece{};
            auto const n = ::read(replies_.get(), piece.data(), piece.size());
            if (n == 0 || (n < 0 && errno != EINTR)) return false;
            if (n > 0) buffer_.append(piece.data(), static_cast<std::size_t>(n));
        }
    }

    /// Ends it, and says in words how it ended by itself, if it did.
    std::string end() {
        auto const by_itself = process_.wait(std::chrono::milliseconds(200));
        process_.kill();
        return by_itself ? by_itself->text() : "no answer";
    }

    [[nodiscard]] bool running() const { return process_.running(); }

  private:
    xamt::process process_;
    xamt::descriptor_owner commands_, replies_;
    std::string buffer_;
    std::size_t at_ = 0;
};

std::string job_text(probe_job const& job, std::size_t first = 0) {
    std::string text = "{\"api\":\"" + job.api + "\",\"calls\":[";
    for (std::size_t i = first; i < job.calls.size(); ++i) text += (i > first ? "," : "") + job.calls[i];
    return text + "]}";
}

/// What the threads of a pool share.
struct pool {
    xamt::toolbox const& tools;
    std::string script;
    std::vector<probe_job>& jobs;
    std::function<void(probe_job const&, std::size_t)> const& answered;
    std::function<void(pool_progress const&)> const& show;
    std::mutex telling;
    pool_progress progress;
    std::vector<error> failures;

    void tell(probe_job const& job, std::size_t call) {
        std::lock_guard const lock(telling);
        answered(job, call);
        ++progress.calls_done;
    }

    void finish(probe_job const& job) {
        std::lock_guard const lock(telling);
        ++progress.jobs_done;
        progress.at = job.api;
        show(progress);
    }

    /// Jobs of one framework, in one process after another.
    void run(std::vector<std::size_t> const& chunk) {
        prober p;
        for (auto const i : chunk) {
            auto& job = jobs[i];
            job.answers.assign(job.calls.size(), "! not tried: earlier calls ended the process");
            if (!p.running())
                if (auto const started = p.start(tools, script, job); !started) {
                    std::lock_guard const lock(telling);
                    failures.push_back(started.failure());
                    return;
                }
            ask(p, job);
            finish(job);
        }
        p.end();
    }

    /// A call that ends the process costs no more than itself, up to a number of them.
    void ask(prober& p, probe_job& job) {
        std::string line;
        bool alive = p.send(job_text(job));
        int crashes_left = most_crashes;
        for (std::size_t k = 0; k < job.calls.size(); ++k) {
            if (alive && !(alive = p.receive(line))) {
                job.answers[k] = "! the process ended: " + p.end();
                {
                    std::lock_guard const lock(telling);
                    ++progress.crashes;
                }
                if (--crashes_left > 0 && k + 1 < job.calls.size()) alive = !!p.start(tools, script, job) && p.send(job_text(job, k + 1));
            } else if (alive) {
                job.answers[k] = line;
            }
            tell(job, k);
        }
        if (alive && !p.receive(line)) p.end();
        if (!alive && p.running()) p.end();
    }
};

} // namespace

outcome_cache::outcome_cache(std::string path) : path_(std::move(path)) {
    std::ifstream file(path_);
    for (std::string line; std::getline(file, line);) {
        std::uint64_t key = 0;
        auto const tab = line.find('\t');
        if (tab == std::string::npos || std::from_chars(line.data(), line.data() + tab, key, 16).ptr != line.data() + tab)
            continue; // cut off
        known_[key] = line.substr(tab + 1);
    }
}

std::string const* outcome_cache::find(std::uint64_t key) const {
    auto const found = known_.find(key);
    return found == known_.end() ? nullptr : &found->second;
}

void outcome_cache::store(std::uint64_t key, std::string const& outcome) {
    std::lock_guard const lock(writing_);
    if (!file_.is_open()) file_.open(path_, std::ios::app);
    file_ << fmt::format("{:016x}\t{}\n", key, outcome);
    known_[key] = outcome;
}

std::uint64_t call_key(std::string_view version, std::string_view api, std::string_view call) {
    static std::uint64_t const script = xamt::key_of(xamt::detail::prober_script);
    static std::map<std::string, std::uint64_t, std::less<>> const probes = [] {
        std::map<std::string, std::uint64_t, std::less<>> keys;
        for (auto const& [name, told] : probes_json().items()) keys.emplace(name, xamt::key_of(told.dump()));
        return keys;
    }();
    std::uint64_t named = 0;
    constexpr std::string_view mark = "{\"p\":\"";
    for (auto at = call.find(mark); at != std::string_view::npos; at = call.find(mark, at)) {
        at += mark.size();
        if (auto const found = probes.find(call.substr(at, call.find('"', at) - at)); found != probes.end())
            named = xamt::key_of({named, found->second});
    }
    return xamt::key_of({script, xamt::key_of(version), xamt::key_of(api), xamt::key_of(call), named});
}

result<pool_progress> run_probes(xamt::toolbox const& tools, std::vector<probe_job>& jobs, int processes,
                                 std::function<void(probe_job const&, std::size_t)> const& answered,
                                 std::function<void(pool_progress const&)> const& show) {
    auto script = unpack_script(tools.cache, "prober", xamt::detail::prober_script);
    if (!script) return script.failure();
    pool shared{tools, *script, jobs, answered, show, {}, {}, {}};
    shared.progress.jobs = jobs.size();
    // The last processes end at about the same time if there are a few for each that runs at once.
    auto const size = std::clamp(jobs.size() / (4 * static_cast<std::size_t>(processes)), fewest_per_process, most_per_process);
    std::vector<std::vector<std::size_t>> chunks;
    std::string last;
    for (std::size_t i = 0; i < jobs.size(); ++i) {
        auto const what = jobs[i].framework + "/" + jobs[i].backend;
        if (chunks.empty() || what != last || chunks.back().size() >= size) chunks.emplace_back();
        chunks.back().push_back(i);
        last = what;
    }
    std::atomic<std::size_t> next = 0;
    std::vector<std::jthread> threads;
    for (int t = 0; t < processes; ++t)
        threads.emplace_back([&] {
            for (std::size_t c = 0; (c = next++) < chunks.size();) shared.run(chunks[c]);
        });
    threads.clear();
    if (!shared.failures.empty() && shared.progress.jobs_done == 0) return shared.failures.front();
    for (auto const& f : shared.failures) complain(f);
    return shared.progress;
}

} // namespace xamt_command

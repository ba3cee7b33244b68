/// @file
/// The frameworks that are called through Python: where the interpreter is, and the worker's script that travels inside this header.
///
/// Place in the pipeline: framework. A program that includes it needs no files beside it. Example:
/// `auto const tools = xamt::python_tools(); if (tools) REQUIRE_THAT(xamt::explore<softmax>(xamt::trials(1'000).hosts(*tools)), agrees());`
#pragma once

#include <xamt/campaign/options.hpp>
#include <xamt/core/random.hpp>
#include <xamt/core/result.hpp>
#include <xamt/generated/worker_script.hpp>
#include <xamt/report/output_file.hpp>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include <unistd.h>

namespace xamt {
inline namespace v0 {

namespace detail {

[[nodiscard]] inline std::string environment_value(char const* name) {
    char const* const v = std::getenv(name);
    return v == nullptr ? "" : v;
}

[[nodiscard]] inline bool is_executable(std::filesystem::path const& path) {
    std::error_code ignored;
    return std::filesystem::is_regular_file(path, ignored) && ::access(path.c_str(), X_OK) == 0;
}

} // namespace detail

/// A program by path, or by name in PATH; empty if there is none.
[[nodiscard]] inline std::string find_program(std::string const& name) {
    if (name.find('/') != std::string::npos) return detail::is_executable(name) ? std::filesystem::absolute(name).string() : "";
    std::string const path = detail::environment_value("PATH");
    for (std::size_t begin = 0; begin <= path.size();) {
        auto const end = (std::min)(path.find(':', begin), path.size());
        auto const candidate = std::filesystem::path(path.substr(begin, end - begin)) / name;
        if (detail::is_executable(candidate)) return std::filesystem::absolute(candidate).string();
        begin = end + 1;
    }
    return "";
}

/// The folder for what is worth keeping between runs: XAMT_CACHE, else the user's cache folder; empty if neither is known.
[[nodiscard]] inline std::string default_cache() {
    if (auto const set = detail::environment_value("XAMT_CACHE"); !set.empty()) return set;
    if (auto const xdg = detail::environment_value("XDG_CACHE_HOME"); !xdg.empty()) return xdg + "/xamt";
    auto const home = detail::environment_value("HOME");
    return home.empty() ? "" : home + "/.cache/xamt";
}

/// The worker's script as a file, named after its contents so that versions of xamt do not overwrite each other's; in the cache, or in a
/// temporary folder where the cache cannot be written.
[[nodiscard]] inline result<std::string> unpacked_worker(std::string const& cache) {
    namespace fs = std::filesystem;
    std::string_view const script = detail::worker_script;
    std::string const name = "worker-" + std::to_string(key_of(script)) + ".py";
    error last{"the Python worker's script could not be written", "neither the cache nor the temporary folder is writable",
               "set XAMT_CACHE to a folder that is"};
    std::error_code failed;
    for (fs::path const& folder : {fs::path(cache), fs::temp_directory_path(failed) / ("xamt-" + std::to_string(::getuid()))}) {
        if (folder.empty()) continue;
        fs::create_directories(folder, failed);
        fs::path const path = folder / name;
        if (std::ifstream file(path, std::ios::binary); file) {
            std::string const there((std::istreambuf_iterator<char>(file)), {});
            if (there == script) return path.string();
        }
        auto const written = write_report(path.string(), script);
        if (written) return path.string();
        last.why = written.failure().why;
    }
    return last;
}

/// Tools for hosts in Python: `interpreter`, else what XAMT_PYTHON names, else python3. The torch operators take part if XAMT_TORCH_HOST
/// names their host program.
[[nodiscard]] inline result<toolbox> python_tools(std::string interpreter = "") {
    if (interpreter.empty()) interpreter = detail::environment_value("XAMT_PYTHON");
    if (interpreter.empty()) interpreter = "python3";
    toolbox tools;
    tools.python = find_program(interpreter);
    if (tools.python.empty())
        return error{"the Python interpreter " + interpreter + " cannot be run", "there is no executable file of this name",
                     "set XAMT_PYTHON to a Python that has the frameworks"};
    tools.cache = default_cache();
    auto worker = unpacked_worker(tools.cache);
    if (!worker) return worker.failure();
    tools.worker = std::move(*worker);
    if (auto const host = detail::environment_value("XAMT_TORCH_HOST"); !host.empty()) tools.torch_host = find_program(host);
    return tools;
}

} // namespace v0
} // namespace xamt

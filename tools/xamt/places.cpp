// Where the interpreter, the worker's script, the host programs and the cache are.
#include "command.hpp"

#include <xamt/generated/worker_script.hpp>
#include <xamt/report/output_file.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cstdlib>
#include <fstream>
#include <functional>
#include <unistd.h>

namespace xamt_command {

namespace {

namespace fs = std::filesystem;

std::string environment(char const* name) {
    char const* const value = std::getenv(name);
    return value == nullptr ? "" : value;
}

bool executable(fs::path const& path) {
    std::error_code ignored;
    return fs::is_regular_file(path, ignored) && ::access(path.c_str(), X_OK) == 0;
}

/// A program by path, or by name in PATH.
std::string program_at(std::string const& name) {
    if (name.find('/') != std::string::npos) return executable(name) ? fs::absolute(name).string() : "";
    std::string const path = environment("PATH");
    for (std::size_t begin = 0; begin <= path.size();) {
        auto const end = std::min(path.find(':', begin), path.size());
        if (fs::path const candidate = fs::path(path.substr(begin, end - begin)) / name; executable(candidate))
            return fs::absolute(candidate).string();
        begin = end + 1;
    }
    return "";
}

/// A text of the file that tools/setup writes beside the command.
std::string recorded(session const& about, char const* key) {
    std::ifstream file(about.folder / "setup.json");
    auto const j = nlohmann::json::parse(file, nullptr, false);
    return j.is_object() && j.contains(key) && j[key].is_string() ? j[key].get<std::string>() : "";
}

result<std::string> find_python(session const& about, std::string const& option) {
    for (auto const& [asked, from] : {std::pair{option, "--python"}, std::pair{environment("XAMT_PYTHON"), "XAMT_PYTHON"}}) {
        if (asked.empty()) continue;
        if (auto const found = program_at(asked); !found.empty()) return found;
        return error{fmt::format("the interpreter {} that {} names cannot be run", asked, from), "there is no executable file of this name",
                     "give the path of a Python that has the frameworks, or leave it out to use what tools/setup made"};
    }
    for (auto const& path : {recorded(about, "python"), std::string(XAMT_RECORDED_PYTHON)})
        if (!path.empty() && executable(path)) return path;
    return std::string();
}

std::string find_cache(session const& about) {
    for (auto const& folder : {environment("XAMT_CACHE"), recorded(about, "cache")})
        if (!folder.empty()) return folder;
    if (auto const xdg = environment("XDG_CACHE_HOME"); !xdg.empty()) return xdg + "/xamt";
    auto const home = environment("HOME");
    return home.empty() ? "" : home + "/.cache/xamt";
}

} // namespace

result<std::string> unpack_script(std::string const& cache, std::string_view what, std::string_view script) {
    std::string const name = fmt::format("{}-{:016x}.py", what, std::hash<std::string_view>{}(script));
    error last{fmt::format("the script of the Python {} could not be written", what),
               "neither the cache nor the temporary folder is writable", "set XAMT_CACHE to a folder that is"};
    for (std::string const& folder : {cache, fmt::format("{}/xamt-{}", fs::temp_directory_path().string(), ::getuid())}) {
        if (folder.empty()) continue;
        std::error_code failed;
        fs::create_directories(folder, failed);
        fs::path const path = fs::path(folder) / name;
        if (std::ifstream file(path, std::ios::binary); file) {
            std::string const there((std::istreambuf_iterator<char>(file)), {});
            if (there == script) return path.string();
        }
        if (auto const written = xamt::write_report(path.string(), script))
            return path.string();
        else
            last.why = written.failure().why;
    }
    return last;
}

std::vector<std::string> find_model_packages(session const& about) {
    auto list = environment("XAMT_MODEL_PACKAGES");
    if (list.empty()) list = recorded(about, "model_packages");
    std::vector<std::string> folders;
    for (std::size_t begin = 0; begin < list.size();) {
        auto const end = std::min(list.find(':', begin), list.size());
        if (end > begin) folders.push_back(list.substr(begin, end - begin));
        begin = end + 1;
    }
    return folders;
}

result<xamt::toolbox> find_tools(session const& about, std::string const& python) {
    xamt::toolbox tools;
    auto interpreter = find_python(about, python);
    if (!interpreter) return interpreter.failure();
    tools.python = *interpreter;
    tools.cache = find_cache(about);
    auto worker = unpack_script(tools.cache, "worker", xamt::detail::worker_script);
    if (!worker) return worker.failure();
    tools.worker = *worker;
    if (auto const host = about.folder / "xamt-host-torch"; executable(host)) tools.torch_host = host.string();
    std::error_code failed;
    if (auto const self = fs::read_symlink("/proc/self/exe", failed); !failed) tools.native_host = {self.string(), std::string(host_word)};
    return tools;
}

} // namespace xamt_command

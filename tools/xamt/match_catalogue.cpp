// Reads and makes the catalogues for `xamt match`; see match_catalogue.hpp.
#include "match_catalogue.hpp"

#include <tools/harvest_script.hpp>
#include <xamt/core/random.hpp>
#include <xamt/run/process.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <chrono>
#include <fcntl.h>
#include <fstream>
#include <iterator>

namespace xamt_command {

namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using xamt::passing;

passing passing_named(std::string const& kind) {
    if (kind == "positional") return passing::positional;
    if (kind == "keyword") return passing::keyword;
    if (kind == "args") return passing::rest;
    return kind == "kwargs" ? passing::keywords : passing::any;
}

xamt::public_overload overload_of(json const& listed, json const& callable) {
    xamt::public_overload overload;
    for (auto const& entry : listed) {
        xamt::public_parameter p;
        p.name = entry.at("name");
        p.how = passing_named(entry.at("kind"));
        p.required = !entry.contains("default") && p.how != passing::rest && p.how != passing::keywords;
        p.standard = entry.value("default", "");
        p.annotation = entry.value("annotation", "");
        if (auto const texts = callable.find("texts"); texts != callable.end()) p.text = texts->value(p.name, "");
        if (auto const all = callable.find("choices"); all != callable.end())
            if (auto const words = all->find(p.name); words != all->end()) p.choices = words->get<std::vector<std::string>>();
        overload.push_back(std::move(p));
    }
    return overload;
}

xamt::public_callable callable_of(json const& entry, std::string const& framework) {
    xamt::public_callable c;
    c.framework = framework;
    c.names = entry.at("names").get<std::vector<std::string>>();
    c.is_class = entry.value("kind", "function") == "class";
    c.doc = entry.value("doc", "");
    c.module = entry.value("module", "");
    if (entry.contains("bases")) c.bases = entry["bases"].get<std::vector<std::string>>();
    for (auto const& listed : entry.at("overloads")) c.overloads.push_back(overload_of(listed, entry));
    if (entry.contains("call")) c.call = overload_of(entry["call"], entry);
    return c;
}

/// What the interpreter prints, or nothing if it fails.
std::string printed(std::vector<std::string> words) {
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) return "";
    xamt::descriptor_owner in(ends[0]), out(ends[1]);
    auto child = xamt::process::spawn({std::move(words), {}, ""}, {out.get(), out.get(), out.get()});
    if (!child) return "";
    out.reset();
    std::string text(4096, '\0');
    std::size_t size = 0;
    for (ssize_t n = 0; (n = ::read(in.get(), text.data() + size, text.size() - size)) > 0 && size < text.size();)
        size += static_cast<std::size_t>(n);
    text.resize(size);
    return text;
}

/// "torch 2.13.0+cpu;jax 0.10.2;": what is installed, asked without importing it.
std::string installed_versions(std::string const& python) {
    return printed({python, "-c",
                    "import importlib.metadata as m, os\n"
                    "def v(*names):\n"
                    "    for n in names:\n"
                    "        try: return m.version(n)\n"
                    "        except m.PackageNotFoundError: pass\n"
                    "f = os.fdopen(3, 'w')\n"
                    "for p in ('torch', ('tensorflow', 'tensorflow-cpu'), 'keras', 'jax', 'jaxlib', 'chainer', 'numpy', 'scipy'):\n"
                    "    names = (p,) if isinstance(p, str) else p\n"
                    "    f.write(f'{names[0]} {v(*names)};')\n"});
}

bool run_harvest(xamt::toolbox const& tools, std::string const& script, std::string const& folder, std::string const& names,
                 std::string const& log) {
    auto const nowhere = ::open("/dev/null", O_RDWR | O_CLOEXEC);
    xamt::descriptor_owner owner(nowhere);
    auto child =
        xamt::process::spawn({{tools.python, script, "--out-public", folder, "--frameworks", names}, {}, log}, {nowhere, nowhere, nowhere});
    if (!child) return false;
    auto const end = child->wait(std::chrono::minutes(10));
    return end && end->why == xamt::process_end::cause::exit && end->number == 0;
}

std::string text_of(std::string const& path) {
    std::ifstream file(path);
    return {std::istreambuf_iterator<char>(file), {}};
}

} // namespace

result<xamt::public_catalogue> read_catalogue(std::string const& path) {
    std::ifstream file(path);
    if (!file)
        return error{"the catalogue " + path + " cannot be read", "there is no such file",
                     "give the path of a file that tools/harvest --out-public wrote"};
    xamt::public_catalogue catalogue;
    try {
        json const j = json::parse(file);
        catalogue.framework = j.at("framework");
        catalogue.version = j.at("version");
        catalogue.module = j.value("module", "");
        catalogue.host = j.value("host", std::vector<std::string>{});
        for (auto const& entry : j.at("callables")) catalogue.callables.push_back(callable_of(entry, catalogue.framework));
    } catch (json::exception const& e) {
        return error{"the catalogue " + path + " is not in the form that xamt reads", e.what(), "see docs/design/matching.md for the form"};
    }
    return catalogue;
}

result<catalogues_found> find_catalogues(xamt::toolbox const& tools, std::vector<std::string> const& frameworks) {
    if (tools.python.empty())
        return error{"there is no Python interpreter to ask for the frameworks' functions",
                     "neither --python nor XAMT_PYTHON nor tools/setup names one", "run tools/setup, or give --python"};
    auto script = unpack_script(tools.cache, "harvest", xamt::detail::harvest_script);
    if (!script) return script.failure();
    auto const versions = installed_versions(tools.python);
    auto const key = xamt::key_of(versions + std::string(xamt::detail::harvest_script));
    catalogues_found found;
    found.folder = fmt::format("{}/match/{:016x}", fs::path(*script).parent_path().string(), key);
    std::error_code failed;
    fs::create_directories(found.folder, failed);
    std::vector<std::string> absent;
    for (auto const& name : frameworks)
        if (!fs::exists(fmt::format("{}/{}.json", found.folder, name))) absent.push_back(name);
    if (!absent.empty()) {
        auto const begin = std::chrono::steady_clock::now();
        fmt::print(stderr, "xamt: asking {} for their public callables ...\n", fmt::join(absent, ", "));
        auto const log = found.folder + "/harvest.log";
        if (!run_harvest(tools, *script, found.folder, fmt::format("{}", fmt::join(absent, ",")), log))
            return error{"the frameworks could not be asked for their functions", text_of(log),
                         "see what tools/harvest --out-public says by itself"};
        found.left_out = text_of(log);
        found.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    }
    for (auto const& name : frameworks) {
        auto const path = fmt::format("{}/{}.json", found.folder, name);
        if (!fs::exists(path)) continue;
        auto catalogue = read_catalogue(path);
        if (!catalogue) return catalogue.failure();
        found.all.push_back(std::move(*catalogue));
    }
    return found;
}

} // namespace xamt_command

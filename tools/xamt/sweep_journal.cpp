// The file of a sweep that can be continued; see sweep_journal.hpp. Its first line says which sweep it is, each other one is a chunk.
#include "sweep_journal.hpp"

#include <xamt/core/none.hpp>
#include <xamt/report/sweep_json.hpp>

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

namespace xamt_command {

using namespace xamt;
using xamt::detail::ordered_json;

void add_chunk(function_accuracy& f, chunk_report const& chunk) {
    f.inputs += chunk.inputs;
    f.judged += chunk.judged;
    for (auto const& from : chunk.columns)
        for (auto& to : f.columns) {
            if (to.name != from.name) continue;
            to.tally.add(from.tally);
            to.lost += from.lost;
            if (to.why.empty()) to.why = from.why;
        }
}

namespace {

ordered_json header_of(std::vector<function_accuracy> const& sweep) {
    ordered_json functions = ordered_json::object();
    for (auto const& f : sweep) {
        ordered_json columns = ordered_json::object();
        for (auto const& c : f.columns) columns[c.name] = c.version;
        functions[f.name] = columns;
    }
    auto const& line = sweep.front().line;
    return {{"xamt_sweep", 1},
            {"dtype", name_of(line.type)},
            {"run", line.run},
            {"runs", line.runs},
            {"stride", line.stride},
            {"seed", line.seed},
            {"runs_a_piece", line.runs_a_piece},
            {"pieces_a_chunk", pieces_a_chunk},
            {"functions", functions}};
}

/// What the two headers differ in, for people.
std::string difference(ordered_json const& here, ordered_json const& there) {
    if (!there.is_object() || !there.contains("xamt_sweep")) return "its first line is not that of a sweep";
    if (here["xamt_sweep"] != there["xamt_sweep"]) return "it was made by another version of xamt";
    if (here["dtype"] != there.value("dtype", ordered_json()))
        return fmt::format("it is of {}, this sweep of {}", there.value("dtype", "?"), here["dtype"].get<std::string>());
    for (char const* key : {"run", "runs", "stride", "seed", "runs_a_piece", "pieces_a_chunk"})
        if (here[key] != there.value(key, ordered_json())) return "it is of other inputs (--share, --samples or --seed)";
    auto const& functions = there.value("functions", ordered_json::object());
    for (auto const& [name, columns] : here["functions"].items()) {
        if (!functions.contains(name)) return "it has no " + name;
        for (auto const& [column, version] : columns.items())
            if (!functions[name].contains(column) || functions[name][column] != version)
                return fmt::format("{} over {} was another version or not there", name, column);
    }
    return here["functions"].size() != functions.size() ? "it has other functions, too" : here != there ? "it is over other columns" : "";
}

ordered_json json_of_chunk(std::string const& function, chunk_report const& chunk) {
    ordered_json columns = ordered_json::object();
    for (auto const& c : chunk.columns) {
        columns[c.name] = xamt::detail::json_of(c.tally);
        if (c.lost > 0) columns[c.name]["lost"] = c.lost, columns[c.name]["why"] = c.why;
    }
    return {{"function", function}, {"chunk", chunk.index}, {"inputs", chunk.inputs}, {"judged", chunk.judged}, {"columns", columns}};
}

chunk_report chunk_from(ordered_json const& j) {
    chunk_report chunk{j.at("chunk").get<std::uint64_t>(), j.at("inputs").get<std::uint64_t>(), j.at("judged").get<std::uint64_t>(), {}};
    for (auto const& [name, tally] : j.at("columns").items())
        chunk.columns.push_back({name, xamt::detail::tally_from(tally), tally.value("lost", std::uint64_t{0}), tally.value("why", "")});
    return chunk;
}

error unusable(std::string const& path, std::string const& why, std::string const& remedy) {
    return {"the sweep cannot go on from " + path, why, remedy};
}

} // namespace

struct sweep_journal::file {
    std::string path;
    int fd = -1;
    std::map<std::string, std::map<std::uint64_t, chunk_report>> chunks;

    file() = default;
    file(file const&) = delete;
    file& operator=(file const&) = delete;
    ~file() {
        if (fd >= 0) ::close(fd);
    }

    /// Appends a line as one write, so that a sweep which is killed leaves a whole line or the beginning of one.
    [[nodiscard]] result<none> append(ordered_json const& j) const {
        std::string const line = j.dump(-1, ' ', false, ordered_json::error_handler_t::replace) + "\n";
        for (std::size_t sent = 0; sent < line.size();) {
            auto const n = ::write(fd, line.data() + sent, line.size() - sent);
            if (n < 0 && errno == EINTR) continue;
            if (n <= 0)
                return error{"the chunk could not be kept in " + path, std::strerror(errno),
                             "free some space, and start again with the same --resume"};
            sent += static_cast<std::size_t>(n);
        }
        return none{};
    }
};

result<sweep_journal> sweep_journal::open(std::string const& path, std::vector<function_accuracy> const& sweep) {
    auto f = std::make_shared<file>();
    f->path = path;
    f->fd = ::open(path.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
    if (f->fd < 0) return unusable(path, std::strerror(errno), "give another path");
    if (::flock(f->fd, LOCK_EX | LOCK_NB) != 0)
        return unusable(path, "another sweep is writing to it", "wait for it, or give another path");
    std::ifstream in(path, std::ios::binary);
    std::string const text(std::istreambuf_iterator<char>(in), {});
    auto const header = header_of(sweep);
    // A line without its end is what a sweep left that was killed while it wrote.
    std::size_t const whole = text.rfind('\n') == std::string::npos ? 0 : text.rfind('\n') + 1;
    if (whole == 0 && !text.empty() && !text.starts_with("{\"xamt_sweep\"") && !std::string_view("{\"xamt_sweep\"").starts_with(text))
        return unusable(path, "it is not the file of a sweep", "give another path, this file is left as it is");
    std::size_t number = 0;
    for (std::size_t from = 0; from < whole; ++number) {
        auto const end = text.find('\n', from);
        try {
            auto const j =
                ordered_json::parse(text.begin() + static_cast<std::ptrdiff_t>(from), text.begin() + static_cast<std::ptrdiff_t>(end));
            if (number == 0) {
                if (auto const why = difference(header, j); !why.empty())
                    return unusable(path, why, "give the same command as before, or another file for a sweep of its own");
            } else {
                auto chunk = chunk_from(j);
                f->chunks[j.at("function").get<std::string>()].emplace(chunk.index, std::move(chunk));
            }
        } catch (ordered_json::exception const& e) {
            return unusable(path, fmt::format("line {} is broken ({})", number + 1, e.what()),
                            number == 0 ? "give another path, this file is left as it is" : "delete that line: its chunk is swept again");
        }
        from = end + 1;
    }
    if (whole < text.size() && ::ftruncate(f->fd, static_cast<off_t>(whole)) != 0)
        return unusable(path, std::strerror(errno), "give another path");
    if (whole == 0)
        if (auto const kept = f->append(header); !kept) return kept.failure();
    return sweep_journal(std::move(f));
}

std::set<std::uint64_t> sweep_journal::done(std::string const& function) const {
    std::set<std::uint64_t> chunks;
    if (auto const found = file_->chunks.find(function); found != file_->chunks.end())
        for (auto const& [index, chunk] : found->second) chunks.insert(index);
    return chunks;
}

void sweep_journal::add_to(function_accuracy& f) const {
    if (auto const found = file_->chunks.find(f.name); found != file_->chunks.end())
        for (auto const& [index, chunk] : found->second) add_chunk(f, chunk);
}

result<none> sweep_journal::keep(std::string const& function, chunk_report const& chunk) {
    return file_->append(json_of_chunk(function, chunk));
}

} // namespace xamt_command

/// @file
/// Where a report goes: standard output for "-", or a file that is either whole or not there.
///
/// Place in the pipeline: report. The text goes to a temporary file in the same folder and is renamed over the target, so that a
/// full disk or a signal in the middle never leaves half a report or destroys an older one.
#pragma once

#include <xamt/core/none.hpp>
#include <xamt/core/result.hpp>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <string>
#include <string_view>
#include <unistd.h>

namespace xamt {
inline namespace v0 {

namespace detail {

[[nodiscard]] inline error cannot_write(std::string const& path, int cause) {
    std::string remedy = "give another path";
    if (cause == ENOSPC || cause == EDQUOT) remedy = "free some space, or give a path on another disk";
    if (cause == ENOENT || cause == ENOTDIR) remedy = "make the folder first, or give another path";
    if (cause == EACCES || cause == EPERM || cause == EROFS) remedy = "make the folder writable, or give another path";
    return {"the report " + path + " could not be written", std::strerror(cause), remedy};
}

/// Writes all of it; 0, or the errno of what went wrong (buffers included: a full disk often shows at the end only).
[[nodiscard]] inline int write_all(std::FILE* file, std::string_view text) {
    errno = 0;
    bool const whole = std::fwrite(text.data(), 1, text.size(), file) == text.size() && std::fflush(file) == 0;
    return whole ? 0 : (errno != 0 ? errno : EIO);
}

/// Devices and pipes cannot be renamed over.
[[nodiscard]] inline bool is_special_file(std::filesystem::path const& path) {
    std::error_code ignored;
    auto const status = std::filesystem::status(path, ignored);
    return std::filesystem::exists(status) && !std::filesystem::is_regular_file(status) && !std::filesystem::is_directory(status);
}

/// The file that a path means once symbolic links are followed: a link stays, what it points to is replaced.
[[nodiscard]] inline std::filesystem::path resolved(std::filesystem::path const& path) {
    std::error_code failed;
    auto const target = std::filesystem::weakly_canonical(path, failed);
    return failed ? path : target;
}

} // namespace detail

/// Writes a report to a path, or to standard output for "-".
[[nodiscard]] inline result<none> write_report(std::string const& path, std::string_view text) {
    if (path == "-") {
        int const cause = detail::write_all(stdout, text);
        if (cause == 0 || cause == EPIPE) return none{}; // EPIPE: the reader (head, less) has seen enough
        return detail::cannot_write("on standard output", cause);
    }
    std::error_code ignored;
    if (path.empty() || std::filesystem::is_directory(path, ignored)) return detail::cannot_write(path, EISDIR);
    bool const special = detail::is_special_file(path);
    std::string const target = special ? path : detail::resolved(path).string();
    std::string const temporary = special ? target : target + ".part" + std::to_string(::getpid());
    std::FILE* const file = std::fopen(temporary.c_str(), "wb");
    if (file == nullptr) return detail::cannot_write(path, errno);
    int cause = detail::write_all(file, text);
    if (std::fclose(file) != 0 && cause == 0) cause = errno;
    if (!special && cause == 0 && std::rename(temporary.c_str(), target.c_str()) != 0) cause = errno;
    if (cause == 0) return none{};
    if (!special) std::remove(temporary.c_str());
    return detail::cannot_write(path, cause);
}

/// Whether `write_report` can work at all, asked before a long run instead of after it. Leaves nothing behind.
[[nodiscard]] inline result<none> check_writable(std::string const& path) {
    std::error_code ignored;
    if (path == "-" || detail::is_special_file(path)) return none{};
    if (path.empty() || std::filesystem::is_directory(path, ignored)) return detail::cannot_write(path, EISDIR);
    std::string const probe = detail::resolved(path).string() + ".part" + std::to_string(::getpid());
    std::FILE* const file = std::fopen(probe.c_str(), "wb");
    if (file == nullptr) return detail::cannot_write(path, errno);
    std::fclose(file);
    std::remove(probe.c_str());
    return none{};
}

} // namespace v0
} // namespace xamt

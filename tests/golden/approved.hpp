// Whole texts against approved files in tests/golden. What differs is left in build/received for tools/approve.
#pragma once

#include <tests/paths.hpp>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>

namespace xamt_test {

inline std::optional<std::string> contents(std::filesystem::path const& path) {
    std::ifstream file(path, std::ios::binary);
    if (!file) return std::nullopt;
    return std::string(std::istreambuf_iterator<char>(file), {});
}

/// Empty if `text` is what was approved under `name`; otherwise where the first difference is and what to do.
inline std::string difference_from_approved(std::string const& name, std::string const& text) {
    namespace fs = std::filesystem;
    fs::path const received = fs::path(build_dir) / "received" / name;
    auto const approved = contents(fs::path(source_dir) / "tests" / "golden" / name);
    if (approved == text) {
        std::error_code ignored;
        fs::remove(received, ignored);
        return "";
    }
    fs::create_directories(received.parent_path());
    std::ofstream(received, std::ios::binary) << text;
    std::string const remedy = "; tools/approve --show " + name + " shows it all, without --show it is accepted";
    if (!approved) return "nothing was approved under " + name + remedy;
    std::size_t line = 1, at = 0;
    while (at < text.size() && at < approved->size() && text[at] == (*approved)[at]) line += text[at++] == '\n';
    return name + " differs from what was approved, first in line " + std::to_string(line) + remedy;
}

} // namespace xamt_test

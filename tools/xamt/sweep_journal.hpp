/// @file
/// What a sweep has done, in a file that grows by one line a chunk: whoever kills the sweep loses the chunk under way and nothing else.
#pragma once

#include "sweep_runner.hpp"

#include <map>
#include <memory>

namespace xamt_command {

class sweep_journal {
  public:
    /// Opens or makes the file. What is in it must have been made by the same sweep: functions, dtype, inputs, columns and their versions.
    [[nodiscard]] static result<sweep_journal> open(std::string const& path, std::vector<xamt::function_accuracy> const& sweep);

    /// Chunks of a function that are done, and their sum added to an account.
    [[nodiscard]] std::set<std::uint64_t> done(std::string const& function) const;
    void add_to(xamt::function_accuracy& f) const;

    /// Appends a chunk. An error tells why it could not be kept.
    [[nodiscard]] result<xamt::none> keep(std::string const& function, chunk_report const& chunk);

  private:
    struct file;
    explicit sweep_journal(std::shared_ptr<file> f) : file_(std::move(f)) {}
    std::shared_ptr<file> file_;
};

/// Adds a chunk to an account.
void add_chunk(xamt::function_accuracy& f, chunk_report const& chunk);

} // namespace xamt_command

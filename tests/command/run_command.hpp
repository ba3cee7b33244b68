// Runs the built command and keeps what it printed.
#pragma once

#include <tests/paths.hpp>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <sys/wait.h>
#include <unistd.h>

namespace xamt_test {

struct command_result {
    int status = -1;
    std::string out;
    std::string err;
};

/// `arguments` as the shell reads them; `before` stands before the command (variables, cd).
inline command_result run_command(std::string const& arguments, std::string const& before = "") {
    std::string const base = "/tmp/xamt-command-test-" + std::to_string(::getpid());
    std::string const line =
        "{ " + before + " '" + build_dir + "/xamt' " + arguments + "\n} </dev/null >" + base + ".out 2>" + base + ".err";
    int const ended = std::system(line.c_str());
    auto const contents = [&](std::string const& path) {
        std::ifstream file(path, std::ios::binary);
        std::string text(std::istreambuf_iterator<char>(file), {});
        ::unlink(path.c_str());
        return text;
    };
    return {WIFEXITED(ended) ? WEXITSTATUS(ended) : -1, contents(base + ".out"), contents(base + ".err")};
}

} // namespace xamt_test

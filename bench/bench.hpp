// What every benchmark shares: rows of figures, each beside its yardstick, as a table for people and as JSON for scripts.
#pragma once

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace bench {

struct row {
    std::string name; // as scripts know it
    double value = 0;
    std::string unit;
    double yardstick = NAN; // a budget, or the figure of what it is measured against; NaN: none
    std::string note;       // what the yardstick is
};

// The value that follows an option on the command line, or `otherwise`.
inline std::string option(int argc, char** argv, std::string_view name, std::string otherwise = {}) {
    for (int i = 1; i + 1 < argc; ++i)
        if (argv[i] == name) return argv[i + 1];
    return otherwise;
}

inline std::string processor() {
    std::ifstream info("/proc/cpuinfo");
    for (std::string line; std::getline(info, line);)
        if (line.starts_with("model name")) return line.substr(line.find(':') + 2);
    return "unknown";
}

inline double seconds_since(std::chrono::steady_clock::time_point start) {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

// Best of several runs, which is the one that the rest of the machine disturbed least.
template <class F> double best_of(int runs, F measure) {
    double best = measure();
    for (int i = 1; i < runs; ++i) best = std::min(best, measure());
    return best;
}

// Keeps the optimiser from throwing a result away.
template <class T> void keep(T const& x) { asm volatile("" : : "g"(&x) : "memory"); }

class report {
  public:
    explicit report(std::string title) : title_(std::move(title)) {}

    void add(row r) { rows_.push_back(std::move(r)); }

    // Prints the table, and with --json F writes the data ("-": to standard output, and no table). Exit status of the program.
    int finish(int argc, char** argv) const {
        std::string const json = option(argc, argv, "--json");
        if (json != "-") print();
        if (json.empty()) return 0;
        std::string const text = data().dump(2);
        if (json == "-") {
            std::cout << text << '\n';
        } else if (!(std::ofstream(json) << text << '\n')) {
            fmt::print(stderr, "bench: {} cannot be written\n", json);
            return 1;
        }
        return 0;
    }

  private:
    void print() const {
        fmt::print("{}  ({}, {} threads)\n\n", title_, processor(), std::thread::hardware_concurrency());
        fmt::print("{:<40} {:>14} {:<12} {:>14}\n", "", "value", "unit", "yardstick");
        for (auto const& r : rows_)
            fmt::print("{:<40} {:>14.6g} {:<12} {:>14}  {}\n", r.name, r.value, r.unit,
                       std::isnan(r.yardstick) ? std::string("-") : fmt::format("{:.6g}", r.yardstick), r.note);
    }

    nlohmann::ordered_json data() const {
        nlohmann::ordered_json all;
        all["machine"] = {{"cpu", processor()}, {"threads", std::thread::hardware_concurrency()}};
        all["rows"] = nlohmann::ordered_json::array();
        for (auto const& r : rows_) {
            nlohmann::ordered_json one = {{"name", r.name}, {"value", r.value}, {"unit", r.unit}};
            one["yardstick"] = std::isnan(r.yardstick) ? nlohmann::ordered_json() : nlohmann::ordered_json(r.yardstick);
            all["rows"].push_back(std::move(one));
        }
        return all;
    }

    std::string title_;
    std::vector<row> rows_;
};

} // namespace bench

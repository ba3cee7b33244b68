/// @file
/// Live progress of a run: two lines redrawn in place on a terminal, a plain line every few seconds elsewhere (logs, CI).
///
/// Place in the pipeline: report. The campaign calls `show` as often as it likes; drawing is limited here. Example:
/// `progress_display display(stderr); display.show(so_far); display.finish();`
#pragma once

#include <xamt/report/run_progress.hpp>
#include <xamt/report/terminal.hpp>
#include <xamt/report/wording.hpp>

#include <fmt/format.h>

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <string>
#include <vector>

namespace xamt {
inline namespace v0 {

namespace detail {

[[nodiscard]] inline std::string bar(double share, int width, console_style const& style) {
    int const full = static_cast<int>(share * width + 0.5);
    std::string done, rest;
    for (int i = 0; i < width; ++i) (i < full ? done : rest) += i < full ? "━" : "─";
    return style.green(done) + style.dim(rest);
}

[[nodiscard]] inline std::string column_text(run_progress::column const& c, console_style const& style) {
    using enum run_progress::column_state;
    switch (c.state) {
    case starting: return style.dim("◌ " + c.name + " starting");
    case ready: return style.green("●") + " " + c.name;
    case busy: return style.green("◉") + " " + c.name;
    case restarting: return style.yellow("↻ " + c.name + " restarting");
    case left_out: break;
    }
    return style.dim("✕ " + c.name + " left out");
}

} // namespace detail

/// One line for logs.
[[nodiscard]] inline std::string progress_line(run_progress const& p) {
    if (p.trials == 0) {
        std::vector<std::string> names;
        for (auto const& c : p.columns)
            if (c.state != run_progress::column_state::left_out) names.push_back(c.name);
        return fmt::format("{}: {} {}", duration(p.elapsed_s), p.phase, listed(names));
    }
    std::string text = fmt::format("{}: {}, {} ({}/s, {} valid), {}", duration(p.elapsed_s), p.phase, counted(p.trials, "trial"),
                                   rate(p.trials_per_second), percent(p.valid_rate), counted(p.findings, "finding"));
    if (auto const left = p.left_s()) text += ", " + duration(*left) + " left";
    return text;
}

/// The two lines for a terminal; neither is longer than it is wide.
[[nodiscard]] inline std::vector<std::string> progress_lines(run_progress const& p, console_style const& style) {
    auto const width = static_cast<std::size_t>(style.width);
    std::vector<std::string> parts;
    if (auto const share = p.done()) parts.push_back(detail::bar(*share, 20, style) + fmt::format(" {:3.0f} %", 100 * *share));
    parts.push_back(counted(p.trials, "trial"));
    parts.push_back(rate(p.trials_per_second) + "/s");
    parts.push_back(counted(p.findings, "finding"));
    if (auto const left = p.left_s()) parts.push_back(duration(*left) + " left");
    parts.push_back(percent(p.valid_rate) + " valid");
    parts.push_back(p.phase + (p.group.empty() ? "" : " " + p.group));
    std::string first = " ";
    for (auto const& part : parts) {
        if (columns_of(first) + columns_of(part) + 2 > width) break; // the least important come last
        first += " " + part + " ";
    }
    std::string second = " ";
    for (auto const& c : p.columns) {
        std::string const text = detail::column_text(c, style);
        if (columns_of(second) + columns_of(text) + 2 > width) break;
        second += " " + text + " ";
    }
    return {first, second};
}

class progress_display {
  public:
    explicit progress_display(std::FILE* stream = stderr) : stream_(stream), style_(style_of(stream)), terminal_(is_terminal(stream)) {}
    ~progress_display() { finish(); }
    progress_display(progress_display const&) = delete;
    progress_display& operator=(progress_display const&) = delete;

    /// Shows it if enough time has passed since the last time.
    void show(run_progress const& p) {
        auto const now = clock::now();
        if (last_ && now - *last_ < (terminal_ ? std::chrono::milliseconds(100) : std::chrono::seconds(5))) return;
        last_ = now;
        std::string text;
        if (terminal_) {
            auto const lines = progress_lines(p, style_);
            // The cursor goes back to where it was, so that whatever is printed next begins on the first line.
            text = fmt::format("\r\x1b[K{}\n\x1b[K{}\r\x1b[1A", lines[0], lines[1]);
            drawn_ = true;
        } else {
            text = "xamt: " + progress_line(p) + "\n";
        }
        std::fwrite(text.data(), 1, text.size(), stream_);
        std::fflush(stream_);
    }

    /// A line that stays, such as a host's death.
    void note(std::string_view sentence) {
        finish();
        fmt::print(stream_, "xamt: {}\n", sentence);
        std::fflush(stream_);
    }

    /// Takes the two lines away.
    void finish() {
        if (!drawn_) return;
        std::fputs("\r\x1b[K\n\x1b[K\r\x1b[1A", stream_);
        std::fflush(stream_);
        drawn_ = false;
    }

  private:
    using clock = std::chrono::steady_clock;
    std::FILE* stream_;
    console_style style_;
    bool terminal_;
    bool drawn_ = false;
    std::optional<clock::time_point> last_;
};

} // namespace v0
} // namespace xamt

// What can be said and done about the frameworks of this machine.
#include "command.hpp"

#include <fmt/format.h>

namespace xamt_command {

std::string remedy_for(xamt::framework_state const& f, xamt::toolbox const& tools) {
    std::string_view const name = std::string_view(f.name).substr(0, f.name.find('['));
    if (!f.asked()) return "`xamt groups` shows which groups have one";
    if (tools.python.empty() && (name != "torch" || tools.torch_host.empty()))
        return "run tools/setup, or name an interpreter that has it with --python";
    if (f.note.find("No module named") != std::string::npos)
        return fmt::format("install it: {} -m pip install {} (tools/setup --retry does it with the version that xamt is tested with)",
                           tools.python, name);
    if (name == "torch" && tools.torch_host.empty()) return "build its host program: cmake --build build --target xamt-host-torch";
    if (f.note.find("no greeting") != std::string::npos) return "the machine may be too busy to start it; try again when it is quiet";
    if (f.note.find("memory") != std::string::npos || f.note.find("Memory") != std::string::npos)
        return "give its process more: --memory 8192, or 0 for no limit";
    return fmt::format("see what it says by itself: {} -c 'import {}'", tools.python, name);
}

std::vector<xamt::framework_state> completed(std::vector<xamt::framework_state> states, xamt::toolbox const& tools) {
    for (auto& f : states) {
        if (f.name == "eigen" && f.version.empty()) f.version = eigen_version();
        if (f.state != "ready" && f.remedy.empty()) f.remedy = remedy_for(f, tools);
    }
    return states;
}

std::vector<std::string> who_is_missing(std::vector<xamt::framework_state> const& states) {
    std::vector<std::string> sentences;
    for (auto const& f : states)
        if (f.state != "ready")
            sentences.push_back(fmt::format("going on without {}: {} ({})", f.name, f.note.empty() ? f.state : f.note, f.remedy));
    return sentences;
}

} // namespace xamt_command

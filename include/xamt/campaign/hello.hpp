/// @file
/// What a host says of itself when it starts: versions and the switches that its numbers depend on.
///
/// Place in the pipeline: campaign. The greeting is one flat line of JSON written by our own hosts; only strings, numbers and one nested
/// object occur in it, which is why a dozen lines read it and no JSON library is needed here.
#pragma once

#include <algorithm>
#include <cstddef>
#include <map>
#include <string>
#include <string_view>

namespace xamt {
inline namespace v0 {

/// The text after `"key":`, without quotes; empty if there is none.
[[nodiscard]] inline std::string hello_field(std::string_view hello, std::string_view key) {
    std::string const wanted = '"' + std::string(key) + '"';
    auto at = hello.find(wanted);
    if (at == std::string_view::npos) return {};
    at = hello.find_first_not_of(": ", at + wanted.size());
    if (at == std::string_view::npos) return {};
    if (hello[at] == '"') return std::string(hello.substr(at + 1, hello.find('"', at + 1) - at - 1));
    return std::string(hello.substr(at, hello.find_first_of(",}", at) - at));
}

/// The entries of the nested object `switches`.
[[nodiscard]] inline std::map<std::string, std::string> hello_switches(std::string_view hello) {
    std::map<std::string, std::string> switches;
    auto const begin = hello.find('{', hello.find("\"switches\""));
    auto const end = hello.find('}', begin);
    if (begin == std::string_view::npos || end == std::string_view::npos || hello.find("\"switches\"") == std::string_view::npos)
        return switches;
    std::string_view rest = hello.substr(begin + 1, end - begin);
    for (auto open = rest.find('"'); open != std::string_view::npos; open = rest.find('"')) {
        auto const close = rest.find('"', open + 1);
        std::string const key(rest.substr(open + 1, close - open - 1));
        switches[key] = hello_field(rest.substr(open), key);
        rest.remove_prefix((std::min)(rest.find(',', rest.find(switches[key], close)), rest.size()));
    }
    return switches;
}

} // namespace v0
} // namespace xamt

/// @file
/// Words in names of what must not be called to find out what it does: it may change settings, files, devices or other processes.
///
/// Place in the pipeline: match.
#pragma once

#include <xamt/match/name_words.hpp>
#include <xamt/match/public_callable.hpp>

#include <algorithm>
#include <iterator>
#include <string_view>

namespace xamt {
inline namespace v0 {

namespace detail {

/// Sorted.
// clang-format off
inline constexpr std::string_view side_effect_words[] = {
    "abort", "anonymous", "assert", "audio", "backend", "barrier", "boosted", "breakpoint", "callback", "capi", "collective", "compile", "config",
    "coordination", "cuda", "dataset", "debug", "decode", "delete", "dequeue", "deterministic", "device", "devices", "disable", "distributed",
    "download", "enable", "encode", "enqueue", "exec", "exit", "export", "fork", "freeze", "fromfile", "genfromtxt", "getenv", "handle", "import",
    "infeed", "info", "initialize", "interactive", "iterator", "jit", "kill", "load", "loadtxt", "lobpcg", "lookup", "memmap", "mkl", "mps",
    "mutable", "nccl", "outfeed", "parse", "pmap", "print", "printoptions", "profiler", "proto", "quantized", "queue", "read", "reader", "recv",
    "regex", "register", "resource", "restore", "rpc", "save", "savetxt", "savez", "seed", "send", "server", "session", "set", "sleep", "stage",
    "string", "summary", "symbolic", "tester", "timestamp", "tofile", "tpu", "trt", "upload", "variable", "worker", "write", "writer", "xla", "xpu",
};
// clang-format on

} // namespace detail

/// Whether a callable's own name, or the module that it lies in, tells of side effects.
[[nodiscard]] inline bool has_side_effects(public_callable const& c) {
    auto const telling = [](std::string_view name) {
        name_words const words(name);
        for (std::size_t i = 0; i < words.size(); ++i)
            if (std::binary_search(std::begin(detail::side_effect_words), std::end(detail::side_effect_words), words[i])) return true;
        return false;
    };
    auto const& name = c.name();
    for (std::size_t at = name.find('.'); at != std::string::npos;) { // the first part is the framework
        auto const end = name.find('.', at + 1);
        if (telling(std::string_view(name).substr(at + 1, end == std::string::npos ? end : end - at - 1))) return true;
        at = end;
    }
    return false;
}

} // namespace v0
} // namespace xamt

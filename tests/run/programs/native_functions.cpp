// A host program for C++ functions that do what a library might do to its process; tests/run/native_host.cpp starts it.
#include <xamt/describe/api.hpp>
#include <xamt/describe/native.hpp>
#include <xamt/run/native_host.hpp>

#include <array>
#include <chrono>
#include <csignal>
#include <cstddef>
#include <stdexcept>
#include <string_view>
#include <thread>
#include <vector>

namespace {

using floats = std::vector<float>;

floats doubled(floats const& x) {
    floats y;
    for (float each : x) y.push_back(2 * each);
    return y;
}

floats throwing(floats const&) { throw std::runtime_error("no such number"); }

floats endless(floats const& x) {
    bool const volatile returns = false;
    while (!returns) {}
    return x;
}

floats slow(floats const& x) {
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    return x;
}

floats crashing(floats const& x) {
    std::signal(SIGSEGV, SIG_DFL); // a sanitizer's handler would make an exit of it
    std::raise(SIGSEGV);
    return x;
}

/// As many zeros as its argument says.
floats zeros(floats const& x) { return floats(static_cast<std::size_t>(x.front())); }

constexpr xamt::framework plain{"plain"};

template <auto Function> constexpr xamt::native_column served(std::string_view name) {
    return {name, xamt::api(name).takes(xamt::tensor("x").floating()).on(plain, xamt::fn<Function>, "x").columns()[0]};
}

constexpr std::array functions{served<&doubled>("doubled"), served<&throwing>("throwing"), served<&endless>("endless"),
                               served<&slow>("slow"),       served<&crashing>("crashing"), served<&zeros>("zeros")};

} // namespace

int main(int argc, char** argv) { return xamt::serve_natives({argv, static_cast<std::size_t>(argc)}, functions, "plain", "1.0"); }

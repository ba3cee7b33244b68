// Frameworks that are called through Python, from C++: NumPy and SciPy in a worker process against a function of your own.
#include <xamt/campaign/explore.hpp>
#include <xamt/describe/each.hpp>
#include <xamt/framework/python.hpp>

#include <cmath>
#include <iostream>

constexpr xamt::framework mine{"mine"};

// The complementary error function as 1 - erf(x) loses everything where erf(x) is close to one.
constexpr auto complementary_error = xamt::api("erfc")
                                         .takes(xamt::tensor("x").floating())
                                         .elementwise()
                                         .special()
                                         .on(xamt::fw::numpy, "scipy.special.erfc", "x")
                                         .on(xamt::fw::jax, "jax.scipy.special.erfc", "x")
                                         .on(mine, xamt::each([](auto x) { return 1 - std::erf(x); }), "x");

int main() {
    auto const tools = xamt::python_tools();
    if (!tools) {
        std::cout << tools.failure().text() << '\n';
        return 3;
    }
    auto const found = xamt::explore<complementary_error>(xamt::trials(2'000).hosts(*tools));
    std::cout << found.text();
    return found.agrees() ? 1 : 0; // the mistake is there to be found
}

// The first equivalence: two ways to compute softplus, declared as the same function, and what xamt says of them.
#include <xamt/campaign/explore.hpp>
#include <xamt/describe/each.hpp>

#include <cmath>
#include <iostream>

constexpr xamt::framework textbook{"textbook"}, careful{"careful"};

constexpr auto softplus = xamt::api("softplus")
                              .takes(xamt::tensor("x").floating())
                              .elementwise()
                              .elementary()
                              .on(textbook, xamt::each([](auto x) { return std::log(1 + std::exp(x)); }), "x")
                              .on(careful, xamt::each([](auto x) { return std::fmax(x, 0) + std::log1p(std::exp(-std::fabs(x))); }), "x");

int main() { std::cout << xamt::explore<softplus>(xamt::trials(10'000)).text(); }

// A generator of your own: trials of a function of money, whose inputs are amounts with two decimals and not arbitrary numbers.
#include <xamt/campaign/explore.hpp>
#include <xamt/core/random.hpp>
#include <xamt/describe/each.hpp>
#include <xamt/generate/trial_name.hpp>

#include <cmath>
#include <iostream>

constexpr xamt::framework shop{"shop"}, exact{"exact"};

// Rounding to whole cents: truncation after adding a half is wrong for negative amounts.
constexpr auto to_cents = xamt::api("to_cents")
                              .takes(xamt::tensor("amount").only(xamt::dtype::float64))
                              .elementwise()
                              .exact()
                              .on(shop, xamt::each([](double amount) { return std::trunc(amount * 100 + 0.5); }), "amount")
                              .on(exact, xamt::each([](double amount) { return std::round(amount * 100); }), "amount");

// A trial is a function of its name alone, so the numbers come from a stream whose key is the name.
xamt::trial amounts(xamt::api_description const&, xamt::shape_class const& c, xamt::trial_name const& name) {
    xamt::trial t{name, c.type, c.arguments, c.cases};
    xamt::random_stream numbers(xamt::key_of(xamt::to_text(name)));
    auto& amount = std::get<xamt::ndarray>(t.arguments[0]);
    for (double& x : amount.as<double>()) x = static_cast<double>(numbers.between(-100'000, 100'000)) / 100;
    return t;
}

int main() { std::cout << xamt::explore<to_cents>(xamt::trials(2'000).generator(amounts)).text(); }

// Somebody else's program. It describes a function of its own and asks the description whether it is sound.
#include <xamt/xamt.hpp>

#include <cstdio>

inline constexpr auto relu = xamt::api("relu")
                                 .takes(xamt::tensor("x").floating())
                                 .on(xamt::fw::numpy, "numpy.maximum", "x1", xamt::given("x2", 0))
                                 .on(xamt::fw::jax, "jax.nn.relu", "x");
static_assert(xamt::sound<relu>);

int other_unit();

int main() { std::puts(relu.columns().size() == 2 && other_unit() == 2 ? "xamt works" : "xamt does not work"); }

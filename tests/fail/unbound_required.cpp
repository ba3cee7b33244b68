// expect: the framework's function requires this parameter
// names: jax axis
#include "small_catalogue.hpp"

inline constexpr auto gated = xamt::api("glu").takes(xamt::tensor("x")).on(xamt::fw::jax, "jax.nn.glu", "x");
static_assert(xamt::sound<gated, small_set>);

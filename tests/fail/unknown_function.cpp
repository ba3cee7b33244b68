// expect: the framework has no function of this name
// names: jax jax.nn.softmaxx
#include "small_catalogue.hpp"

inline constexpr auto softmax =
    xamt::api("softmax").takes(xamt::tensor("x"), xamt::axis("axis")).on(xamt::fw::jax, "jax.nn.softmaxx", "x", "axis");
static_assert(xamt::sound<softmax, small_set>);

// expect: the framework's function has no parameter of this name
// names: jax axiss
#include "small_catalogue.hpp"

inline constexpr auto softmax =
    xamt::api("softmax").takes(xamt::tensor("x"), xamt::axis("axis")).on(xamt::fw::jax, "jax.nn.softmax", "x", "axiss");
static_assert(xamt::sound<softmax, small_set>);

// expect: this parameter is not bound here
// names: jax axis
#include <xamt/describe/sound.hpp>

inline constexpr auto softmax = xamt::api("softmax")
                                    .takes(xamt::tensor("x"), xamt::axis("axis"))
                                    .on(xamt::fw::torch, "aten::softmax.int", "self", "dim")
                                    .on(xamt::fw::jax, "jax.nn.softmax", "x");
static_assert(xamt::sound<softmax>);

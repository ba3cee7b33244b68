// expect: the API is bound to this framework twice
// names: keras[jax] keras.ops.exp
#include <xamt/describe/sound.hpp>

inline constexpr auto exponential = xamt::api("exp")
                                        .takes(xamt::tensor("x"))
                                        .on(xamt::fw::keras, "keras.ops.exp", "x")
                                        .on(xamt::fw::keras["jax"], "keras.ops.exp", "x")
                                        .on(xamt::fw::keras["jax"], "keras.ops.exp", "x");
static_assert(xamt::sound<exponential>);

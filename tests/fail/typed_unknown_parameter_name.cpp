// expect: the framework's function has no parameter of this name
// names: torch axis
#include "small_operator.hpp"

inline constexpr auto softmax =
    xamt::api("softmax").takes(xamt::tensor("x"), xamt::axis("axis")).on(xamt::fw::torch, xamt::op<softmax_int>, "self", "axis");
static_assert(xamt::sound<softmax>);

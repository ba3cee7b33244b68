// expect: has another kind than takes(...) says
// names: torch dim
#include "small_operator.hpp"

inline constexpr auto softmax =
    xamt::api("softmax").takes(xamt::tensor("x"), xamt::real("axis")).on(xamt::fw::torch, xamt::op<softmax_int>, "self", "dim");
static_assert(xamt::sound<softmax>);

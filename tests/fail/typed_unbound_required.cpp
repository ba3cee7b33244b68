// expect: the framework's function requires this parameter
// names: torch dim
#include "small_operator.hpp"

inline constexpr auto softmax = xamt::api("softmax").takes(xamt::tensor("x")).on(xamt::fw::torch, xamt::op<softmax_int>, "self");
static_assert(xamt::sound<softmax>);

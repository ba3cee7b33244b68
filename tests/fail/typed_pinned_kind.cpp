// expect: has another kind than takes(...) says
// names: torch dtype
#include "small_operator.hpp"

inline constexpr auto softmax = xamt::api("softmax")
                                    .takes(xamt::tensor("x"), xamt::axis("axis"))
                                    .on(xamt::fw::torch, xamt::op<softmax_int>, "self", "dim", xamt::given("dtype", 3));
static_assert(xamt::sound<softmax>);

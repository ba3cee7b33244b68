// expect: the function's parameter of this name has another kind than takes(...) says
// names: mine axis
#include <xamt/describe/native.hpp>
#include <xamt/describe/sound.hpp>

inline constexpr xamt::framework mine{"mine"};
inline constexpr auto softmax = xamt::api("softmax")
                                    .takes(xamt::tensor("x").floating(), xamt::axis("axis"))
                                    .on(mine, [](xamt::tensor_view<float const> x, double) { return x[0]; }, "x", "axis");
static_assert(xamt::sound<softmax>);

// expect: the C++ function takes another number of parameters than .on(...) names
// names: mine axis
#include <xamt/describe/native.hpp>
#include <xamt/describe/sound.hpp>

inline constexpr xamt::framework mine{"mine"};
inline constexpr auto softmax = xamt::api("softmax")
                                    .takes(xamt::tensor("x").floating(), xamt::axis("axis"))
                                    .on(mine, [](xamt::tensor_view<float const> x) { return x[0]; }, "x", "axis");
static_assert(xamt::sound<softmax>);

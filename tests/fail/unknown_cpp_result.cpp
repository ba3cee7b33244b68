// expect: the C++ type that this function returns is not known; specialise xamt::native_result for it
// names: mine relu
#include <xamt/describe/native.hpp>
#include <xamt/describe/sound.hpp>

struct my_tensor {};
my_tensor relu(float const* x);
inline constexpr xamt::framework mine{"mine"};
inline constexpr auto rectified = xamt::api("relu").takes(xamt::tensor("x")).on(mine, xamt::fn<&relu>, "x");
static_assert(xamt::sound<rectified>);

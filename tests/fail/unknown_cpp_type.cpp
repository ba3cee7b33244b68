// expect: the C++ type of this parameter is not known; specialise xamt::native_argument for it
// names: mine x
#include <xamt/describe/native.hpp>
#include <xamt/describe/sound.hpp>

struct my_tensor {};
float total(my_tensor const& x);
inline constexpr xamt::framework mine{"mine"};
inline constexpr auto summed = xamt::api("sum").takes(xamt::tensor("x")).on(mine, xamt::fn<&total>, "x");
static_assert(xamt::sound<summed>);

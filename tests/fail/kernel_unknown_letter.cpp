// expect: names no parameter of the API
// names: mine q
#include <xamt/describe/native.hpp>
#include <xamt/describe/sound.hpp>

void trace(float const* a, float* sum, int n);
inline constexpr xamt::framework mine{"mine"};
inline constexpr auto traced =
    xamt::api("trace").takes(xamt::tensor("a").dims("nn")).on(mine, xamt::fn<&trace>, "a", xamt::out_dims(""), xamt::extent_of("q"));
static_assert(xamt::sound<traced>);

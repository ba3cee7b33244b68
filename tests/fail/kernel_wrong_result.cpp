// A result that is written through a pointer to const.
// expect: has another kind than takes(...) says
// names: mine x
#include <xamt/describe/native.hpp>
#include <xamt/describe/sound.hpp>

void relu(float const* in, float const* out);
inline constexpr xamt::framework mine{"mine"};
inline constexpr auto rectified = xamt::api("relu").takes(xamt::tensor("x")).on(mine, xamt::fn<&relu>, "x", xamt::out_like("x"));
static_assert(xamt::sound<rectified>);

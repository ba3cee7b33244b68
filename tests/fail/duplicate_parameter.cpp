// expect: the API takes two parameters of this name
// names: atan2 y
#include <xamt/describe/sound.hpp>

inline constexpr auto arc = xamt::api("atan2").takes(xamt::tensor("y"), xamt::tensor("y")).on(xamt::fw::numpy, "numpy.arctan2", "x1", "x2");
static_assert(xamt::sound<arc>);

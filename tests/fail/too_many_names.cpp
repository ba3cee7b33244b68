// expect: .on(...) has more names than takes(...) has parameters
// names: numpy out
#include <xamt/describe/sound.hpp>

inline constexpr auto cosine = xamt::api("cos").takes(xamt::tensor("x")).on(xamt::fw::numpy, "numpy.cos", "x", "out");
static_assert(xamt::sound<cosine>);

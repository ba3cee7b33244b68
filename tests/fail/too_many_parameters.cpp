// expect: an API takes at most 10 parameters
// names: eleven k
#include <xamt/describe/sound.hpp>

using xamt::real;
inline constexpr auto eleven = xamt::api("eleven").takes(real("a"), real("b"), real("c"), real("d"), real("e"), real("f"), real("g"),
                                                         real("h"), real("i"), real("j"), real("k"));
static_assert(xamt::sound<eleven>);

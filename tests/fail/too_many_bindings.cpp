// expect: an API is bound to at most 9 frameworks
// names: f10 exp
#include <xamt/describe/sound.hpp>

constexpr xamt::framework numbered(char const* name) { return {name}; }
inline constexpr auto exponential = xamt::api("exp")
                                        .takes(xamt::tensor("x"))
                                        .on(numbered("f1"), "exp", "x")
                                        .on(numbered("f2"), "exp", "x")
                                        .on(numbered("f3"), "exp", "x")
                                        .on(numbered("f4"), "exp", "x")
                                        .on(numbered("f5"), "exp", "x")
                                        .on(numbered("f6"), "exp", "x")
                                        .on(numbered("f7"), "exp", "x")
                                        .on(numbered("f8"), "exp", "x")
                                        .on(numbered("f9"), "exp", "x")
                                        .on(numbered("f10"), "exp", "x");
static_assert(xamt::sound<exponential>);

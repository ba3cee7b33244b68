// expect: .on(...) takes at most 12 names and items
// names: jax jax.f
#include <xamt/describe/sound.hpp>

using xamt::given;
inline constexpr auto crowded =
    xamt::api("crowded")
        .takes(xamt::tensor("x"))
        .on(xamt::fw::jax, "jax.f", "x", given("a", 1), given("b", 1), given("c", 1), given("d", 1), given("e", 1), given("f", 1),
            given("g", 1), given("h", 1), given("i", 1), given("j", 1), given("k", 1), given("l", 1));
static_assert(xamt::sound<crowded>);

// expect: this item names no parameter of the API
// names: chainer axes
#include <xamt/describe/sound.hpp>

inline constexpr auto softmax = xamt::api("softmax")
                                    .takes(xamt::tensor("x"), xamt::axis("axis"))
                                    .on(xamt::fw::chainer, "chainer.functions.softmax", "x", xamt::item("axis").from("axes"));
static_assert(xamt::sound<softmax>);

#include "../catch.hpp"

#include <xamt/describe/installed.hpp>
#include <xamt/groups/all.hpp>

#include <string>

using namespace xamt;

// A framework that renamed something costs a user that binding and a warning; here it is an error, because versions are pinned.
TEST_CASE("every hosted binding that ships is what the installed frameworks offer") {
    if (installed.empty()) {
        WARN("no catalogues: build the target `catalogues` in a build that knows an interpreter with the frameworks");
        return;
    }
    std::size_t checked = 0;
    for (auto const* g : groups::shipped)
        for (auto const& b : g->columns())
            for (auto const* known : installed) {
                if (b.in_process || b.on.name != known->framework || b.function.starts_with("aten::")) continue;
                if (b.function.starts_with("tf.compat.")) continue; // catalogues leave the compatibility modules out
                fault const f = fault_in(b, *known);
                INFO(g->name << " on " << known->framework << " " << known->version << ", " << b.function << ", `" << f.parameter
                             << "`: " << sentence(f.what));
                CHECK_FALSE(f);
                ++checked;
            }
    CHECK(checked > 500);
}

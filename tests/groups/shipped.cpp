#include "../catch.hpp"

#include <xamt/groups/all.hpp>

#include <algorithm>
#include <set>
#include <string>
#include <string_view>

using namespace xamt;

namespace {

/// Frameworks of a group that share no code: Keras computes with TensorFlow here.
int independent_columns(api_description const& g) {
    std::set<std::string_view> names;
    for (auto const& b : g.columns()) names.insert(b.on.name);
    if (names.contains("tensorflow")) names.erase("keras");
    return static_cast<int>(names.size());
}

bool some_binding(auto const& holds) {
    for (auto const* g : groups::shipped)
        for (auto const& b : g->columns())
            for (auto const& i : b.list())
                if (holds(*g, b, i)) return true;
    return false;
}

bool converts(conversion how) {
    return some_binding([&](auto&, auto&, item const& i) { return i.is == item::role::argument && i.how == how; });
}

} // namespace

TEST_CASE("every group that ships is sound, has a topic and its own name", "[groups]") {
    std::set<std::string_view> names;
    for (auto const* g : groups::shipped) {
        INFO(g->name);
        CHECK_FALSE(g->first_fault);
        CHECK_FALSE(g->topic.empty());
        CHECK(names.insert(g->name).second);
        CHECK(groups::named(g->name) == g);
    }
}

TEST_CASE("every group compares at least two implementations", "[groups]") {
    for (auto const* g : groups::shipped) {
        INFO(g->name);
        // Where a framework is alone, it is held against the last judge.
        CHECK((g->binding_count >= 2 || g->name.starts_with("cosine_similarity")));
    }
}

TEST_CASE("at least sixty groups ship, and forty-five span four independent frameworks", "[groups]") {
    CHECK(groups::shipped.size() >= 60);
    CHECK(std::ranges::count_if(groups::shipped, [](auto const* g) { return independent_columns(*g) >= 4; }) >= 45);
}

TEST_CASE("a binding takes no dtype that its group does not have", "[groups]") {
    for (auto const* g : groups::shipped)
        for (auto const& b : g->columns())
            if (auto const* accepts = b.find(item::role::accepts)) {
                INFO(g->name << " on " << b.on.name);
                dtype_set const declared = g->parameters[0].types;
                CHECK_FALSE((accepts->types & (declared.empty() ? floating_dtypes : declared)).empty());
            }
}

TEST_CASE("the groups exercise the ways in which frameworks spell one thing differently", "[groups]") {
    CHECK(converts(conversion::words));
    CHECK(converts(conversion::as_tensor));
    CHECK(converts(conversion::over_layout));
    CHECK(converts(conversion::same_or_valid));
    CHECK(some_binding([](auto&, auto&, item const& i) { return i.is == item::role::pinned; }));
    CHECK(some_binding([](auto&, auto&, item const& i) { return i.is == item::role::only; }));
    CHECK(some_binding([](auto&, auto&, item const& i) { return i.is == item::role::component; }));
    CHECK(some_binding([](auto&, auto&, item const& i) { return !i.canonical.empty(); }));
}

TEST_CASE("a group that is not there has no description", "[groups]") { CHECK(groups::named("no such group") == nullptr); }

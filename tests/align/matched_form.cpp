// From recorded calls to a description.
#include "../catch.hpp"

#include <xamt/align/matched_form.hpp>

#include <string>

using namespace xamt;

namespace {

form_argument of_probe(std::string name, std::string of) { return {std::move(name), {std::move(of)}, false, {}, {}}; }
form_argument pinned(std::string name, constant value) { return {std::move(name), {}, false, value, {}}; }

matched_form two_tensors() {
    return {"blend",
            "g+v4 axis=1",
            {{"numpy", "numpy.blend", {of_probe("a", "g"), of_probe("b", "v4"), pinned("axis", 1)}},
             {"jax", "jax.numpy.blend", {of_probe("y", "v4"), of_probe("x", "g"), pinned("axis", 1)}}}};
}

} // namespace

TEST_CASE("probes become parameters in the scenario's order, whatever the order of a call") {
    matched_api const made(two_tensors());
    REQUIRE(made.usable());
    auto const& api = made.api();
    REQUIRE(api.takes().size() == 2);
    auto const jax = api.columns()[1].list();
    CHECK(jax[0].name == "y");
    CHECK(jax[0].parameter == 1);
    CHECK(jax[1].parameter == 0);
    CHECK(jax[2].is == item::role::pinned);
    CHECK(jax[2].pin == constant(1));
}

TEST_CASE("equal extents of probes stay equal, and values stay in the probes' range") {
    matched_api const made(two_tensors());
    auto const& api = made.api();
    CHECK(api.takes()[0].letters == "ab"); // 3, 4
    CHECK(api.takes()[1].letters == "b");  // 4
    CHECK(api.takes()[0].lo == -3.4);
    CHECK(api.takes()[0].hi == 3.4);
    CHECK(api.letters[1].lo < api.letters[1].hi);
    CHECK(api.takes()[0].types.contains(dtype::float64));
    CHECK_FALSE(api.takes()[0].types.contains(dtype::float16));
    CHECK(api.takes()[1].types.empty()); // as the first
    CHECK(api.exactness.of == rounding::linear_algebra);
    CHECK_FALSE(api.pointwise);
}

TEST_CASE("sizes stay as they were tried where numbers may depend on them") {
    matched_api const made({"shift",
                            "g int=2",
                            {{"numpy", "numpy.shift", {of_probe("a", "g"), pinned("by", 2)}},
                             {"torch", "torch.shift", {of_probe("input", "g"), pinned("by", 2)}}}});
    REQUIRE(made.usable());
    for (std::size_t i = 0; i < made.api().letter_count; ++i) CHECK(made.api().letters[i].lo == made.api().letters[i].hi);
}

TEST_CASE("a list of probes is one parameter") {
    form_argument const list{"arrays", {"g", "g2"}, true, {}, {}};
    matched_api const made(matched_form{"pile", "list=g+g2", {{"numpy", "numpy.pile", {list}}, {"jax", "jax.numpy.pile", {list}}}});
    REQUIRE(made.usable());
    CHECK(made.api().takes()[0].what == kind::tensors);
    CHECK(made.api().takes()[0].length_lo == 2);
}

TEST_CASE("what cannot be called with every parameter takes no part, and one framework alone is no test") {
    matched_form form = two_tensors();
    form.calls[1].arguments.erase(form.calls[1].arguments.begin());
    matched_api const made(form);
    CHECK(made.api().columns().size() == 1);
    CHECK_FALSE(made.usable());
    CHECK_FALSE(
        matched_api({"odd", "n", {{"numpy", "numpy.odd", {of_probe("a", "n")}}, {"jax", "jax.numpy.odd", {of_probe("a", "n")}}}}).usable());
}

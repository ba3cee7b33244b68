#include "../catch.hpp"

#include <xamt/describe.hpp>

#include <fstream>
#include <sstream>
#include <string>
#include <tests/paths.hpp>

using namespace xamt;

namespace {

constexpr schema softmax_schema("aten::softmax.int(Tensor self, int dim, ScalarType? dtype=None) -> Tensor");

constexpr fault typed(auto const& x, auto const& dim, auto const& extra) {
    return api("softmax")
        .takes(tensor("x"), axis("axis"), element_type("type").none_able())
        .on(fw::torch, softmax_schema, x, dim, extra)
        .first_fault;
}

// jax.nn.glu(x, axis) and jax.nn.softmax(x, axis=-1, *, where=None), as a generated header would hold them.
constexpr char text[] = "jax.nn.glu\0jax.nn.softmax\0x\0axis\0where";
constexpr auto needed = catalogue_parameter::is_required;
constexpr catalogue_entry entries[] = {{0, 0, 2, false}, {11, 2, 3, false}};
constexpr catalogue_parameter parameters[] = {{26 | needed}, {28 | needed}, {26 | needed}, {28}, {33 | catalogue_parameter::keyword_only}};
constexpr catalogue jax{"jax", "1", text, entries, parameters, {}};
constexpr char const* schemas[] = {"abs(Tensor self) -> Tensor", "add.Tensor(Tensor self, Tensor other) -> Tensor",
                                   "add.out(Tensor self) -> ()", "add_(Tensor self) -> ()"};
constexpr catalogue operators{"torch", {}, "", {}, {}, schemas};
constexpr catalogue const* both[] = {&jax, &operators};

constexpr flaw hosted(char const* function, auto const&... items) {
    return fault_in(api("glu").takes(tensor("x"), axis("axis").by_default(-1)).on(fw::jax, function, items...), both).what;
}

} // namespace

TEST_CASE("a description without a mistake has no fault") {
    STATIC_REQUIRE(typed("self", "dim", "dtype").what == flaw::none);
    STATIC_REQUIRE(hosted("jax.nn.glu", "x", "axis") == flaw::none);
    STATIC_REQUIRE(hosted("jax.nn.softmax", "x", "axis", given("where", none{})) == flaw::none);
}

TEST_CASE("the first mistake is kept, with framework and parameter") {
    constexpr auto a = api("f").takes(tensor("x")).on(fw::jax, "f", "x", "y").on(fw::jax, "f", "x");
    STATIC_REQUIRE(a.first_fault.what == flaw::too_many_names);
    CHECK(a.first_fault.on == fw::jax);
    CHECK(a.first_fault.parameter == "y");
}

TEST_CASE("an operator's schema decides names, kinds and what is required") {
    CHECK(typed("self", "axis", "dtype").what == flaw::unknown_parameter_name);
    CHECK(typed("dim", "self", "dtype").what == flaw::kind_mismatch);
    CHECK(typed("self", "dim", only(none{})).what == flaw::none);
    CHECK(api("f").takes(tensor("x")).on(fw::torch, softmax_schema, "self").first_fault.what == flaw::unbound_required);
    CHECK(api("f").takes(tensor("x")).on(fw::torch, softmax_schema, "self", given("dim", 1)).first_fault.what == flaw::none);
    CHECK(api("f").takes(tensor("x")).on(fw::torch, softmax_schema, "self", given("dim", "last")).first_fault.what == flaw::kind_mismatch);
    CHECK(api("f").takes(tensor("x"), real("k")).on(fw::torch, softmax_schema, "self", "dim").first_fault.what == flaw::kind_mismatch);
}

TEST_CASE("a catalogue decides names and what is required, and is silent about what it does not hold") {
    CHECK(hosted("jax.nn.relu", "x", "axis") == flaw::unknown_function);
    CHECK(hosted("jax.nn.glu", "x", "axes") == flaw::unknown_parameter_name);
    CHECK(hosted("jax.nn.glu", "x", only(-1)) == flaw::unbound_required);
    CHECK(fault_in(api("f").takes(tensor("x")).on(fw::numpy, "numpy.no_such", "x"), both).what == flaw::none);
}

TEST_CASE("an open signature is not checked") {
    static constexpr catalogue_entry open[] = {{0, 0, 2, true}};
    constexpr catalogue c{"jax", "1", text, open, parameters, {}};
    CHECK(fault_in(api("f").takes(tensor("x")).on(fw::jax, "jax.nn.glu", "anything").columns()[0], c).what == flaw::none);
}

TEST_CASE("only a layer's constructor is checked against its signature") {
    CHECK(
        fault_in(api("f").takes(tensor("x"), tensor("y"), axis("axis")).on(fw::jax, "jax.nn.glu", "inputs", construct(), "x", "axis"), both)
            .what == flaw::none);
}

TEST_CASE("operators are found by their whole name") {
    CHECK(operators.schema_of("aten::abs") == schemas[0]);
    CHECK(operators.schema_of("aten::add.Tensor") == schemas[1]);
    CHECK(operators.schema_of("aten::add.out") == schemas[2]);
    CHECK(operators.schema_of("aten::add_") == schemas[3]);
    CHECK(operators.schema_of("aten::add") == nullptr);
    CHECK(operators.schema_of("aten::zeta") == nullptr);
    CHECK(fault_in(api("f").takes(tensor("x")).on(fw::torch, "aten::add", "self"), both).what == flaw::unknown_function);
    CHECK(fault_in(api("f").takes(tensor("x")).on(fw::torch, "aten::abs", "self"), both).what == flaw::none);
}

TEST_CASE("compile errors say the sentences of the faults") {
    std::string path = xamt_test::source_dir;
    path += "/include/xamt/describe/sound.hpp"; // operator+ here makes g++ 12 warn of its own copying
    std::ifstream file(path);
    std::stringstream read;
    read << file.rdbuf();
    std::string joined = read.str(); // literals that were broken over lines are one
    for (std::size_t at; (at = joined.find("\"\n")) != std::string::npos;) joined.erase(at, joined.find('"', at + 1) - at + 1);
    for (std::size_t at; (at = joined.find("\\\"")) != std::string::npos;) joined.erase(at, 1);
    for (int f = 1; f <= static_cast<int>(flaw::unknown_result); ++f) {
        INFO(sentence(static_cast<flaw>(f)));
        CHECK(sentence(static_cast<flaw>(f)).starts_with("xamt: "));
        CHECK(joined.find(sentence(static_cast<flaw>(f))) != std::string::npos);
    }
}

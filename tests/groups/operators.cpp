// requires: torch
#include "../catch.hpp"

#if __has_include(<xamt_catalogue/torch_operators.hpp>)

#include <xamt/framework/torch_operators.hpp>
#include <xamt/groups/all.hpp>

#include <string>
#include <string_view>

using namespace xamt;

TEST_CASE("every operator that ships is what PyTorch's headers declare") {
    std::size_t checked = 0;
    for (auto const* g : groups::shipped)
        for (auto const& b : g->columns()) {
            if (!b.function.starts_with("aten::")) continue;
            fault const f = fault_in_operator(*g, b, *torch_operators[0]);
            INFO(g->name << ", " << b.function << ", `" << f.parameter << "`: " << sentence(f.what));
            CHECK_FALSE(f);
            ++checked;
        }
    CHECK(checked > 60);
}

TEST_CASE("every schema of PyTorch is read to its end, and operators are sorted by name") {
    std::string_view previous;
    std::size_t parameters = 0, unknown = 0;
    for (char const* text : catalogues::torch_operator_schemas) {
        schema_reader reader(text);
        INFO(text);
        CHECK(previous < reader.name());
        previous = reader.name();
        for (schema_parameter p; reader.next(p); ++parameters) {
            CHECK_FALSE(p.name.empty());
            CHECK(p.name.find_first_of(" ()[]?*\"'") == std::string_view::npos);
            unknown += p.what == schema_type::other;
        }
        CHECK(std::string_view(text).ends_with(reader.results()));
        CHECK((reader.results().starts_with("(") || reader.results().find_first_of(",") == std::string_view::npos));
    }
    CHECK(std::size(catalogues::torch_operator_schemas) > 3000);
    CHECK(parameters > 11'000);
    CHECK(unknown < parameters / 25); // layouts, devices, generators, memory formats
}

TEST_CASE("C++ types of operators have as many parameters as their schemas") {
    auto const count = [](std::string_view text) {
        int n = 0;
        schema_reader reader(text);
        for (schema_parameter p; reader.next(p);) ++n;
        return n;
    };
    auto const arity = []<class R, class... A>(R (*)(A...)) { return static_cast<int>(sizeof...(A)); };
    CHECK(count(op<at::_ops::softmax_int>.text) == arity(static_cast<at::_ops::softmax_int::schema*>(nullptr)));
    CHECK(count(op<at::_ops::convolution>.text) == arity(static_cast<at::_ops::convolution::schema*>(nullptr)));
    CHECK(count(op<at::_ops::_test_string_default>.text) == arity(static_cast<at::_ops::_test_string_default::schema*>(nullptr)));
    CHECK(count(op<at::_ops::topk_values>.text) == arity(static_cast<at::_ops::topk_values::schema*>(nullptr)));
    CHECK(op<at::_ops::softmax_int>.name() == "aten::softmax.int");
}

#endif

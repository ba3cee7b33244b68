#include "../catch.hpp"

#include <xamt/describe/schema.hpp>

#include <string>
#include <vector>

using namespace xamt;

namespace {

std::vector<schema_parameter> all_of(char const* text, std::string* results = nullptr) {
    std::vector<schema_parameter> list;
    schema_reader reader(text);
    for (schema_parameter p; reader.next(p);) list.push_back(p);
    if (results != nullptr) *results = reader.results();
    return list;
}

constexpr int count_of(char const* text) {
    int n = 0;
    schema_reader reader(text);
    for (schema_parameter p; reader.next(p);) ++n;
    return n;
}
static_assert(count_of("softmax.int(Tensor self, int dim, ScalarType? dtype=None) -> Tensor") == 3);
static_assert(count_of("f() -> ()") == 0);

} // namespace

TEST_CASE("a schema gives names, types, defaults and results") {
    std::string results;
    auto const p =
        all_of("aten::sum.dim_IntList(Tensor self, int[1]? dim, bool keepdim=False, *, ScalarType? dtype=None) -> Tensor", &results);
    REQUIRE(p.size() == 4);
    CHECK(p[0].name == "self");
    CHECK(p[0].what == schema_type::tensor);
    CHECK(p[0].required());
    CHECK(p[1].what == schema_type::integer);
    CHECK(p[1].list);
    CHECK(p[1].may_be_none);
    CHECK(p[2].fallback == "False");
    CHECK_FALSE(p[2].keyword_only);
    CHECK(p[3].what == schema_type::dtype);
    CHECK(p[3].keyword_only);
    CHECK(p[3].may_be_none);
    CHECK(results == "Tensor");
    CHECK(schema_reader("aten::sum.dim_IntList(Tensor self) -> Tensor").name() == "aten::sum.dim_IntList");
}

TEST_CASE("alias annotations, lists of optional tensors and several results are read") {
    std::string results;
    auto const p = all_of(
        "topk.values(Tensor(a -> *) self, SymInt k, Tensor?[] indices, *, Tensor(a!) values) -> (Tensor(a!) values, Tensor(b!) indices)",
        &results);
    REQUIRE(p.size() == 4);
    CHECK(p[0].name == "self");
    CHECK(p[0].what == schema_type::tensor);
    CHECK(p[1].what == schema_type::integer);
    CHECK(p[2].name == "indices");
    CHECK(p[2].list);
    CHECK_FALSE(p[2].may_be_none); // its elements may
    CHECK(p[3].name == "values");
    CHECK(results == "(Tensor(a!) values, Tensor(b!) indices)");
}

TEST_CASE("defaults may hold commas, parentheses and escaped quotes") {
    auto const p = all_of(R"(_test(Tensor dummy, int[2] stride=[1, 1], str a="\"'\\", str b='"\'\\', Scalar c=1e-05) -> Tensor)");
    REQUIRE(p.size() == 5);
    CHECK(p[1].fallback == "[1, 1]");
    CHECK(p[2].fallback == R"("\"'\\")");
    CHECK(p[3].fallback == R"('"\'\\')");
    CHECK(p[3].what == schema_type::text);
    CHECK(p[4].what == schema_type::scalar);
    CHECK(p[4].fallback == "1e-05");
}

TEST_CASE("types without an argument of ours are told apart from those with one") {
    for (auto const* t :
         {"Generator", "Device", "Layout", "MemoryFormat", "Storage", "Stream", "DeviceIndex", "__torch__.torch.classes.rnn.Cell"})
        CHECK(all_of((std::string("f(") + t + " x) -> ()").c_str())[0].what == schema_type::other);
    CHECK(all_of("f(float x) -> ()")[0].what == schema_type::real);
    CHECK(all_of("f(bool[3] x) -> ()")[0].what == schema_type::flag);
}

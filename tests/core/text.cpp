// Values survive the way into text and back, bit for bit; what is no value is refused with a position.
#include <xamt/core/text.hpp>

#include "../catch.hpp"

#include <xamt/core/random.hpp>

#include <cstring>
#include <limits>

using namespace xamt;

namespace {

bool same_bits(ndarray const& a, ndarray const& b) {
    return a.type() == b.type() && a.dims() == b.dims() && std::memcmp(a.data(), b.data(), a.bytes()) == 0;
}

bool same(value const& a, value const& b) {
    if (a.index() != b.index()) return false;
    if (auto const* x = std::get_if<ndarray>(&a)) return same_bits(*x, std::get<ndarray>(b));
    if (auto const* x = std::get_if<std::vector<ndarray>>(&a)) {
        auto const& y = std::get<std::vector<ndarray>>(b);
        return std::equal(x->begin(), x->end(), y.begin(), y.end(), same_bits);
    }
    if (auto const* x = std::get_if<double>(&a)) return std::memcmp(x, &std::get<double>(b), sizeof *x) == 0;
    if (auto const* x = std::get_if<std::string>(&a)) return *x == std::get<std::string>(b);
    if (auto const* x = std::get_if<integer_list>(&a)) return *x == std::get<integer_list>(b);
    if (auto const* x = std::get_if<std::vector<double>>(&a)) return *x == std::get<std::vector<double>>(b);
    return to_text(a) == to_text(b);
}

void check_round_trip(value const& v) {
    std::string const text = to_text(v);
    auto const back = parse_value(text);
    INFO(text);
    REQUIRE(back.has_value());
    CHECK(same(v, *back));
    CHECK(to_text(*back) == text);
}

value parsed(std::string_view text) {
    auto const v = parse_value(text);
    INFO(text << (v ? "" : ": " + v.failure().text()));
    REQUIRE(v.has_value());
    return *v;
}

std::string refused(std::string_view text) {
    auto const v = parse_value(text);
    INFO(text);
    REQUIRE_FALSE(v.has_value());
    return v.failure().text();
}

} // namespace

TEST_CASE("every bit pattern of every dtype survives text") {
    random_stream r(7);
    for (std::size_t d = 0; d < dtype_count; ++d)
        for (int round = 0; round < 400; ++round) {
            ndarray t(static_cast<dtype>(d), round % 3 == 0 ? shape{} : round % 3 == 1 ? shape{5} : shape{2, 3});
            for (std::size_t i = 0; i < t.bytes(); ++i) t.data()[i] = static_cast<std::byte>(r.bits());
            if (t.type() == dtype::boolean)
                for (std::size_t i = 0; i < t.bytes(); ++i) t.data()[i] &= std::byte{1};
            check_round_trip(std::move(t));
        }
}

TEST_CASE("all 65536 patterns of both half formats survive text") {
    for (dtype d : {dtype::float16, dtype::bfloat16}) {
        ndarray t(d, {65536});
        for (std::uint32_t i = 0; i < 65536; ++i) {
            auto const bits = static_cast<std::uint16_t>(i);
            std::memcpy(t.data() + 2 * i, &bits, 2);
        }
        auto const back = parse_value(to_text(value(t)));
        REQUIRE(back.has_value());
        CHECK(same(value(t), *back));
    }
}

TEST_CASE("every kind of value survives text") {
    double const infinity = std::numeric_limits<double>::infinity();
    check_round_trip(none{});
    check_round_trip(true);
    check_round_trip(std::numeric_limits<std::int64_t>::min());
    for (double x : {0.0, -0.0, 1.0, 0.1, 1e300, 0x1p-1074, infinity, -infinity, std::numeric_limits<double>::quiet_NaN()})
        check_round_trip(x);
    check_round_trip(std::complex<double>(1, -2));
    check_round_trip(std::complex<double>(-0.0, infinity));
    for (char const* word : {"same", "none", "float32", "it's", "", "a b", "\\", "nan", "bij,bjk->bik", "12"})
        check_round_trip(std::string(word));
    check_round_trip(dtype::bfloat16);
    check_round_trip(integer_list{{1, -2, 3}, 0});
    check_round_trip(integer_list{{}, 0});
    check_round_trip(integer_list{{0, 1, 2, 2}, 2});
    check_round_trip(std::vector<double>{1, 0.5, -infinity});
    check_round_trip(ndarray(dtype::float32, {0, 3}));
    check_round_trip(std::vector<ndarray>{ndarray(dtype::int8, {0}), ndarray(dtype::float64, {2, 0, 1})});
}

TEST_CASE("text reads as it is documented") {
    CHECK(to_text(parsed("float32[nan,0.3,0.5]")) == "float32[nan,0.3,0.5]");
    CHECK(to_text(parsed("float32 [ [1, 2] ,[3,4] ]")) == "float32[[1,2],[3,4]]");
    CHECK(to_text(parsed("int64 3")) == "int64 3");
    CHECK(std::get<std::int64_t>(parsed("3")) == 3);
    CHECK(std::get<double>(parsed("3.0")) == 3);
    CHECK(std::get<double>(parsed("0x1.8p1")) == 3);
    CHECK(to_text(parsed("shape (2,3) zeros float16")) == "shape (2,3) zeros float16");
    CHECK(to_text(parsed("shape (2,3) full 0x1p-3 float32")) == "shape (2,3) full 0.125 float32");
    CHECK(to_text(parsed("shape (2) ones bool")) == "bool[true,true]");
    CHECK(to_text(parsed("{float32[1],float32[2]}")) == "{float32[1],float32[2]}");
    CHECK(to_text(parsed("complex64[1+2j,nan-infj]")) == "complex64[1+2j,nan-infj]");
    CHECK(to_text(parsed("reflect")) == "reflect");
    CHECK(to_text(parsed("[1,0.5]")) == "[1.0,0.5]");
    CHECK(to_text(parsed("float16[0.1]")) == "float16[0.1]");
}

TEST_CASE("what is no value is refused with its place and what should stand there") {
    CHECK(refused("float32[1,").find("the text ends where an element of that dtype should stand") != std::string::npos);
    CHECK(refused("float32[1;2]").find("position 10 has ';2]' where ',' or ']' should stand") != std::string::npos);
    CHECK(refused("float32[[1,2],[3]]").find("a row as long as the first") != std::string::npos);
    CHECK(refused("float32[1,[2]]").find("a number") != std::string::npos);
    CHECK(refused("int8[300]").find("an element of that dtype") != std::string::npos);
    CHECK(refused("99999999999999999999").find("within 64 bits") != std::string::npos);
    CHECK(refused("").find("a value") != std::string::npos);
    CHECK(refused("1 2").find("the end of the text") != std::string::npos);
    CHECK(refused("shape (2,3) zeros int128").find("a dtype") != std::string::npos);
    CHECK(refused("shape (-1) zeros int8").find("an extent") != std::string::npos);
    CHECK(refused("'open").find("a closing quote") != std::string::npos);
    CHECK(refused("[[1,2],[3]]").find("a row as long as the first") != std::string::npos);
}

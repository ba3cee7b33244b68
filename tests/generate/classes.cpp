// Shape classes: the plainest first, every dtype, rank, kind of axis and argument after a while, and the same ones every time.
#include <xamt/generate/make_class.hpp>

#include "../catch.hpp"

#include <algorithm>
#include <limits>
#include <set>
#include <string>

using namespace xamt;

namespace {

constexpr auto add_api = api("add").takes(tensor("x").numbers(), tensor("y").numbers()).elementwise();
constexpr auto softmax_api = api("softmax").takes(tensor("x").floating().rank(1, 4), axis("axis").by_default(-1));
constexpr auto sum_api =
    api("sum").takes(tensor("x").floating(), axes("axis").none_able().by_default(none{}), flag("keepdims").by_default(false));
constexpr auto conv_api = api("conv")
                              .takes(tensor("x").dims("nchw"), tensor("w").dims("ockl"), tensor("b").dims("o").none_able(),
                                     integers("stride").length(2).between(1, 3).by_default(1), choice("mode", "zeros", "reflect"))
                              .sizes("kl", 1, 3)
                              .sizes("hw", 3, 9);
constexpr auto gather_api =
    api("gather").takes(tensor("x").anything().rank(1, 3), tensor("i").only(dtype::int64).rank(1).indices_into("x", "axis"), axis("axis"));
constexpr auto reshape_api = api("reshape").takes(tensor("x").anything().rank(0, 4), extents("shape").of("x"));
constexpr auto real_api =
    api("r").takes(tensor("x"), real("eps").between(1e-7, 0.1).by_default(1e-5), real("alpha"), integer("n"), integer("k").between(1, 5));

ndarray const& tensor_at(shape_class const& c, std::size_t i) { return std::get<ndarray>(c.arguments[i]); }

std::string dims_text(shape const& s) {
    std::string text;
    for (auto e : s) text += std::to_string(e) + ",";
    return text;
}

} // namespace

TEST_CASE("the first classes are the plainest") {
    shape_class const a = make_class(softmax_api, 1, 0), b = make_class(softmax_api, 1, 1);
    CHECK(a.type == dtype::float32);
    CHECK(b.type == dtype::float64);
    CHECK(std::get<std::int64_t>(a.arguments[1]) == -1);
    CHECK(tensor_at(a, 0).dims() == shape{3, 4});
    shape_class const s = make_class(add_api, 1, 0);
    CHECK(s.cases == stacked_cases);
    CHECK(tensor_at(s, 0).dims() == shape{stacked_cases, 5});
    CHECK(tensor_at(s, 1).dims() == shape{stacked_cases, 5});
    shape_class const c = make_class(conv_api, 1, 0);
    CHECK(std::holds_alternative<none>(c.arguments[2]));
    CHECK(std::get<integer_list>(c.arguments[3]) == integer_list{{1, 1}, 0});
    CHECK(std::get<std::string>(c.arguments[4]) == "zeros");
}

TEST_CASE("a class depends on seed, name and index and on nothing else") {
    std::set<std::string> seen;
    for (std::uint64_t seed : {1ull, 2ull})
        for (std::uint32_t index = 0; index < 40; ++index) {
            shape_class const a = make_class(conv_api, seed, index), b = make_class(conv_api, seed, index);
            CHECK(tensor_at(a, 0).dims() == tensor_at(b, 0).dims());
            CHECK(a.type == b.type);
            CHECK(std::get<integer_list>(a.arguments[3]) == std::get<integer_list>(b.arguments[3]));
            seen.insert(dims_text(tensor_at(a, 0).dims()) + dims_text(tensor_at(a, 1).dims()));
        }
    CHECK(seen.size() > 60);
}

TEST_CASE("classes reach every dtype, rank, empty, size-1 and long axes") {
    std::set<dtype> types;
    std::set<std::size_t> ranks;
    std::set<std::int64_t> extents;
    int stacked = 0;
    for (std::uint32_t index = 0; index < 1000; ++index) {
        shape_class const c = make_class(add_api, 3, index);
        types.insert(c.type);
        stacked += c.cases > 1;
        CHECK(tensor_at(c, 0).size() <= detail::most_elements);
        if (c.cases > 1) {
            REQUIRE(tensor_at(c, 0).dims().rank() >= 1);
            CHECK(tensor_at(c, 0).dims()[0] == c.cases);
            CHECK(tensor_at(c, 1).dims()[0] == c.cases);
            CHECK(tensor_at(c, 0).dims().rank() == tensor_at(c, 1).dims().rank());
            if (tensor_at(c, 0).dims().rank() == 2) extents.insert(tensor_at(c, 0).dims()[1]);
        } else {
            ranks.insert(tensor_at(c, 0).dims().rank());
            for (auto e : tensor_at(c, 0).dims()) extents.insert(e);
        }
    }
    CHECK(types.size() == 11); // numbers: everything but bool
    CHECK(ranks == std::set<std::size_t>{0, 1, 2, 3, 4, 5});
    for (std::int64_t e : {0, 1, 2, 7, 8, 15, 16, 17, 33, 64, 100}) CHECK(extents.count(e) == 1);
    CHECK(stacked > 700);
    CHECK(stacked < 900);
}

TEST_CASE("partners broadcast, letters agree and stay in their range") {
    int broadcast = 0;
    for (std::uint32_t index = 0; index < 300; ++index) {
        shape_class const c = make_class(add_api, 5, index);
        shape const& x = tensor_at(c, 0).dims();
        shape const& y = tensor_at(c, 1).dims();
        for (std::size_t i = 1; i <= std::min(x.rank(), y.rank()); ++i) {
            std::int64_t const a = x[x.rank() - i], b = y[y.rank() - i];
            CHECK((a == b || a == 1 || b == 1));
        }
        broadcast += !(x == y);
        shape_class const v = make_class(conv_api, 5, index);
        shape const& image = tensor_at(v, 0).dims();
        shape const& kernel = tensor_at(v, 1).dims();
        CHECK(image[1] == kernel[1]);
        for (std::size_t i : {std::size_t{2}, std::size_t{3}}) {
            CHECK(image[i] >= 3);
            CHECK(image[i] <= 9);
            CHECK(kernel[i] >= 1);
            CHECK(kernel[i] <= 3);
        }
        if (auto const* bias = std::get_if<ndarray>(&v.arguments[2])) CHECK(bias->dims() == shape{kernel[0]});
    }
    CHECK(broadcast > 40);
}

TEST_CASE("axes are valid, distinct, of both signs, and sometimes none") {
    bool negative = false, several = false, nothing = false;
    for (std::uint32_t index = 0; index < 300; ++index) {
        shape_class const c = make_class(sum_api, 1, index);
        auto const rank = static_cast<std::int64_t>(tensor_at(c, 0).dims().rank());
        nothing = nothing || std::holds_alternative<none>(c.arguments[1]);
        if (auto const* list = std::get_if<integer_list>(&c.arguments[1])) {
            std::set<std::int64_t> distinct;
            for (auto a : list->items) {
                CHECK(a >= -rank);
                CHECK(a < rank);
                negative = negative || a < 0;
                distinct.insert(a < 0 ? a + rank : a);
            }
            CHECK(distinct.size() == list->items.size());
            several = several || list->items.size() > 1;
        }
        shape_class const g = make_class(gather_api, 1, index);
        shape const& x = tensor_at(g, 0).dims();
        auto const axis = std::get<std::int64_t>(g.arguments[2]);
        CHECK(axis >= -static_cast<std::int64_t>(x.rank()));
        CHECK(axis < static_cast<std::int64_t>(x.rank()));
        for (auto e : x) CHECK(e > 0); // an index needs something to name
    }
    CHECK(negative);
    CHECK(several);
    CHECK(nothing);
}

TEST_CASE("numbers stay in their range, reach its ends, and fit every dtype") {
    std::set<double> eps, alpha;
    std::set<std::int64_t> n, k;
    for (std::uint32_t index = 0; index < 800; ++index) {
        shape_class const c = make_class(real_api, 9, index);
        eps.insert(std::get<double>(c.arguments[1]));
        alpha.insert(std::get<double>(c.arguments[2]));
        n.insert(std::get<std::int64_t>(c.arguments[3]));
        k.insert(std::get<std::int64_t>(c.arguments[4]));
    }
    CHECK(*eps.begin() == 1e-7);
    CHECK(*eps.rbegin() == 0.1);
    CHECK(eps.count(1e-5) == 1);
    for (double x : {0.0, 1.0, 0.5, -1.0, 0x1p100}) CHECK(alpha.count(x) == 1);
    for (double x : alpha)
        if (x == x) CHECK(static_cast<double>(widen(to_bfloat16(x))) == x);
    CHECK(n.count(std::numeric_limits<std::int64_t>::max()) == 1);
    CHECK(n.count(std::numeric_limits<std::int64_t>::min()) == 1);
    CHECK(k == std::set<std::int64_t>{1, 2, 3, 4, 5});
}

TEST_CASE("a shape of another tensor keeps its number of elements") {
    bool open = false, regrouped = false;
    for (std::uint32_t index = 0; index < 300; ++index) {
        shape_class const c = make_class(reshape_api, 2, index);
        auto const& list = std::get<integer_list>(c.arguments[1]).items;
        std::int64_t product = 1;
        int minus_ones = 0;
        for (auto e : list) {
            if (e == -1)
                ++minus_ones;
            else
                product *= e;
        }
        std::int64_t const elements = tensor_at(c, 0).size();
        REQUIRE(minus_ones <= 1);
        if (minus_ones == 0)
            CHECK(product == elements);
        else if (elements != 0) // without elements -1 may be ambiguous, and is there for that
            CHECK((product != 0 && elements % product == 0));
        open = open || (minus_ones == 1 && elements != 0);
        regrouped = regrouped || list.size() != tensor_at(c, 0).dims().rank();
    }
    CHECK(open);
    CHECK(regrouped);
}

TEST_CASE("most classes are plain, the first ones always, and every other variant comes in time") {
    std::set<variant> met;
    int plain = 0;
    for (std::uint32_t i = 0; i < 400; ++i) {
        auto const c = make_class(add_api, 1, i);
        met.insert(c.how);
        plain += c.how == variant::plain;
        if (i < 2) CHECK(c.how == variant::plain);
    }
    CHECK(met.size() == variant_count);
    CHECK(plain > 260);
    CHECK(plain < 340);
}

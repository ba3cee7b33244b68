// D_CLASS, D_MAD, R and the measure of suspects, on figures that were worked out by hand.
#include <tests/catch.hpp>
#include <xamt/localise/graph_text.hpp>
#include <xamt/localise/metric.hpp>
#include <xamt/localise/rate.hpp>
#include <xamt/localise/suspect.hpp>

#include <array>
#include <cmath>
#include <limits>
#include <vector>

using namespace xamt;

namespace {

constexpr float nan_f = std::numeric_limits<float>::quiet_NaN();

std::span<float const> scores(std::vector<float> const& v) { return v; }

ndarray floats(std::vector<float> const& v) {
    return ndarray(ndarray_view{dtype::float32, {static_cast<std::int64_t>(v.size())}, reinterpret_cast<std::byte const*>(v.data())});
}
ndarray doubles(std::vector<double> const& v) {
    return ndarray(ndarray_view{dtype::float64, {static_cast<std::int64_t>(v.size())}, reinterpret_cast<std::byte const*>(v.data())});
}

/// x -> a -> b -> d, x -> c -> d
model_graph diamond() {
    model_graph g;
    auto const x = g.input("x", {1, 4});
    auto const a = g.add("Dense", "a", "{}", {x});
    auto const b = g.add("ReLU", "b", "{}", {a});
    auto const c = g.add("Dense", "c", "{}", {x});
    g.output(g.add("Add", "d", "{}", {b, c}));
    return g;
}

} // namespace

TEST_CASE("D_CLASS weighs the first ranks by powers of two") {
    std::vector<float> const first{.7f, .1f, .1f, .05f, .03f, .02f}, fourth{.05f, .4f, .3f, .2f, .03f, .02f},
        sixth{.01f, .2f, .2f, .2f, .2f, .19f};
    CHECK(d_class(scores(first), scores(first), 0) == 0);
    CHECK(d_class(scores(first), scores(fourth), 0) == 16 - 2);
    CHECK(d_class(scores(first), scores(sixth), 0) == 16);
    CHECK(d_class(scores(fourth), scores(first), 0) == 14);
    CHECK(d_class(scores(first), scores(sixth), 0, 6) == 32 - 1);
}

TEST_CASE("ties go in favour of the true class and are counted, NaN has no rank") {
    std::vector<float> const tied{.25f, .25f, .25f, .25f}, broken{nan_f, .5f, .5f};
    CHECK(rank_of_class(scores(tied), 2) == class_rank{1, 3});
    CHECK(rank_of_class(scores(broken), 0).rank == 0);
    CHECK(rank_of_class(scores(broken), 2) == class_rank{1, 1});
    CHECK(rank_of_class(scores(tied), 4).rank == 0);
    CHECK(d_class(scores(tied), scores(broken), 0) == 16);
}

TEST_CASE("D_MAD compares distances to the ground truth") {
    std::vector<float> const truth{1, 0, 0}, near{.9f, .1f, 0}, far{.6f, .4f, 0}, lost{nan_f, nan_f, nan_f};
    double const dn = mean_absolute_deviation(scores(near), scores(truth)), df = mean_absolute_deviation(scores(far), scores(truth));
    CHECK(dn == Approx(.2 / 3));
    CHECK(d_mad(dn, df) == Approx(.6));
    CHECK(d_mad(0, 0) == 0);
    CHECK(d_mad(0, .5) == 1);
    CHECK(d_mad(dn, mean_absolute_deviation(scores(lost), scores(truth))) == 1);
    CHECK(mean_absolute_deviation(scores({1, nan_f, 1}), scores(truth)) == Approx(.5));
}

TEST_CASE("labels of an untrained classifier mean nothing") {
    CHECK_FALSE(labels_mean_something(13, 100, 10));
    CHECK(labels_mean_something(40, 100, 10));
    CHECK_FALSE(labels_mean_something(3, 4, 2));
    CHECK_FALSE(labels_mean_something(0, 0, 10));
}

TEST_CASE("the change rate sets a layer against the worst of its inbound layers") {
    auto const g = diamond();
    std::vector<double> const deltas{0, 1e-7, 2e-7, 3e-5, 3e-5};
    auto const r = change_rates(g, deltas);
    CHECK(r[1] == Approx(1));
    CHECK(r[2] == Approx(.5));
    CHECK(r[3] == Approx(300));
    CHECK(r[4] == 0);
    CHECK(ranked(r).front() == 3);
    CHECK(change_rates(g, std::vector<double>{0, HUGE_VAL, HUGE_VAL, 0, NAN})[2] == 0);
}

TEST_CASE("backward, a layer is set against those that take its output") {
    auto const g = diamond();
    auto const r = backward_rates(g, std::vector<double>{5e-3, 5e-3, 1e-7, 1e-7, 1e-7});
    CHECK(ranked(r).front() == 1);
    CHECK(r[0] == Approx(0).margin(1e-12));
}

TEST_CASE("Muffin's rule wants a jump from almost nothing") {
    CHECK(muffin_rule(.2, 0));
    CHECK_FALSE(muffin_rule(.1, 0));
    CHECK_FALSE(muffin_rule(.2, 1e-4));
}

TEST_CASE("a graph is refused with the name of what is wrong") {
    auto g = diamond();
    CHECK(g.check());
    CHECK(g.last_uses() == std::vector<std::size_t>{3, 2, 4, 4, 5});
    CHECK(g.find("c") == 3);
    CHECK(g.find("e") == g.size());
    g.add("ReLU", "a", "{}", {{0, 0}});
    CHECK(g.check().failure().what == "two nodes are called \"a\"");
    model_graph late;
    late.append({"early", "ReLU", "{}", {{1, 0}}, {}});
    CHECK(late.check().failure().what == "node \"early\" takes what no earlier node gives");
    CHECK_FALSE(same_structure(g, diamond()));
    CHECK(same_structure(diamond(), diamond()));
}

TEST_CASE("NaN and infinity are compared by kind before any arithmetic") {
    float const inf = std::numeric_limits<float>::infinity();
    auto const d = difference_of(floats({1, nan_f, inf, -inf, 2}).view(), doubles({1, NAN, HUGE_VAL, HUGE_VAL, NAN}).view());
    CHECK(d.cells == 1);
    CHECK(d.other_kind == 2);
    CHECK(d.where == 3);
    CHECK(d.largest == 0);
    CHECK(std::isinf(d.delta()));
}

TEST_CASE("a difference is kept over all cells and by magnitude") {
    auto const d = difference_of(floats({1000, 2000, 0.001f}).view(), doubles({1001, 2000, 0.002}).view());
    CHECK(d.largest == 1);
    CHECK(d.where == 0);
    CHECK(d.mean == Approx(1.001 / 3));
    auto const& small = d.band[detail::band_of(0.002)];
    CHECK(small.cells == 1);
    CHECK(small.largest == Approx(0.001).epsilon(1e-4));
}

TEST_CASE("a layer is suspect by what its error exceeds the other side's") {
    // 64 large cells, 64 small ones.
    std::vector<double> right;
    std::vector<float> good, loud, hidden;
    for (int i = 0; i < 128; ++i) {
        double const x = (i < 64 ? 100 : 1e-3) * (1 + i % 64 * 0.005);
        right.push_back(x);
        good.push_back(static_cast<float>(x));
        loud.push_back(static_cast<float>(i == 3 ? x * 1.01 : x));
        hidden.push_back(static_cast<float>(i < 64 ? x : x * 1.1));
    }
    auto const reference = doubles(right);
    auto const g = difference_of(floats(good).view(), reference.view()), l = difference_of(floats(loud).view(), reference.view());
    auto const h = difference_of(floats(hidden).view(), reference.view());
    CHECK(state_of(error_of_layer(g, g, dtype::float32)) == layer_state::healthy);
    CHECK(error_of_layer(l, g, dtype::float32).whole > 1e4);
    CHECK(state_of(error_of_layer(g, l, dtype::float32)) == layer_state::healthy);
    auto const e = error_of_layer(h, g, dtype::float32);
    CHECK(e.whole < 8);
    CHECK(e.band > 100);
    CHECK(state_of(e) == layer_state::suspect);
    // The same is no fault where the reference itself moves that far, or the other side errs as much.
    auto const moved = h;
    CHECK(state_of(error_of_layer(h, g, dtype::float32, &moved)) == layer_state::healthy);
    CHECK(state_of(error_of_layer(h, h, dtype::float32)) == layer_state::healthy);
    auto lost_values = good;
    lost_values[5] = nan_f;
    auto const lost = difference_of(floats(lost_values).view(), reference.view());
    CHECK(std::isinf(error_of_layer(lost, g, dtype::float32).whole));
    CHECK(error_of_layer(g, lost, dtype::float32).whole < 8);
}

TEST_CASE("a few cells of small magnitude are no reason to suspect a layer") {
    auto const reference = doubles({100, 50, 1e-3});
    auto const hidden = difference_of(floats({100.00001f, 50, 1.1e-3f}).view(), reference.view());
    CHECK(state_of(error_of_layer(hidden, tensor_difference{}, dtype::float32)) == layer_state::watched);
}

TEST_CASE("what a worker tells of a model is read, and checked before it is believed") {
    auto const m = read_graph("node\tx\tInput\t{}\t\tfloat32[2,3]\nnode\ty\tDense\t{\"units\": 4}\t0:0\tfloat32[2,4];int32[]\n"
                              "outputs\t1:0\nparameters\t16");
    REQUIRE(m);
    CHECK(m->graph.size() == 2);
    CHECK(m->graph.node(1).attributes == "{\"units\": 4}");
    CHECK(m->graph.node(1).outputs.size() == 2);
    CHECK(m->graph.node(0).outputs[0].dims == shape{2, 3});
    CHECK(m->parameters == 16);
    for (auto const* wrong :
         {"node\tx", "nodes\tx\tInput\t{}", "node\tx\tInput\t{}\t0:0\tfloat32[2]", "node\tx\tInput\t{}\t\tfloat32[2\n",
          "node\tx\tInput\t{}\t\tfloat32[2]", "node\tx\tInput\t{}\t\tfloat32[2]\noutputs\t7:0", "node\tx\tInput\t{}\t0\tfloat32[2]"})
        CHECK_FALSE(read_graph(wrong));
}

TEST_CASE("a graph that is written in C++ is told to a worker as JSON") {
    CHECK(
        json_of(diamond()) ==
        R"({"nodes":[{"name":"x","kind":"Input","attributes":{},"sources":[],"dtype":"float32","shape":[1,4]},)"
        R"({"name":"a","kind":"Dense","attributes":{},"sources":[[0,0]]},{"name":"b","kind":"ReLU","attributes":{},"sources":[[1,0]]},)"
        R"({"name":"c","kind":"Dense","attributes":{},"sources":[[0,0]]},{"name":"d","kind":"Add","attributes":{},"sources":[[2,0],[3,0]]}],"outputs":[[4,0]]})");
}

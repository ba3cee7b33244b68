// A suspect layer's inputs are cut down as long as the layer is as wrong on what is left.
#include <tests/catch.hpp>
#include <xamt/localise/smaller_case.hpp>

using namespace xamt;

namespace {

ndarray counted(shape dims) {
    ndarray x(dtype::float32, dims);
    float next = 1;
    for (auto& v : x.as<float>()) v = next++;
    return x;
}

/// Gives its input back, with one more wherever the input is `wrong`; wants rows of a certain width if one is told.
struct copying_layer {
    float wrong;
    std::int64_t width = 0;
    std::vector<shape>* seen = nullptr;

    std::optional<layer_case> operator()(std::vector<ndarray> inputs) const {
        auto const& x = inputs[0];
        if (seen != nullptr) seen->push_back(x.dims());
        if (width != 0 && x.dims()[1] != width) return std::nullopt;
        ndarray given(x), right(x);
        for (auto& v : given.as<float>())
            if (v == wrong) v += 1;
        layer_case c;
        c.inputs = std::move(inputs);
        c.given.push_back(std::move(given)), c.right.push_back(std::move(right));
        return c;
    }
};

layer_case case_of(copying_layer const& layer, std::vector<ndarray> inputs) { return *layer(std::move(inputs)); }

} // namespace

TEST_CASE("one wrong cell is all that is left of a batch of pictures") {
    for (float wrong : {1.f, 77.f, 4.f * 6 * 5}) {
        copying_layer const layer{wrong};
        auto const small = smaller_case(case_of(layer, {counted({4, 6, 5})}), layer);
        CHECK(small.inputs[0].dims() == shape{1, 1, 1});
        CHECK(small.inputs[0].as<float>()[0] == wrong);
        CHECK(small.given[0].as<float>()[0] == wrong + 1);
    }
}

TEST_CASE("an axis that the layer wants whole stays whole") {
    copying_layer const layer{33, 6};
    auto const small = smaller_case(case_of(layer, {counted({4, 6, 5})}), layer);
    CHECK(small.inputs[0].dims() == shape{1, 6, 1});
}

TEST_CASE("only samples are cut where no more is asked, and inputs of another length stay whole") {
    copying_layer const layer{33};
    auto const small = smaller_case(case_of(layer, {counted({4, 6, 5}), counted({3}), counted({4, 2})}), layer, 1);
    CHECK(small.inputs[0].dims() == shape{1, 6, 5});
    CHECK(small.inputs[1].dims() == shape{3});
    REQUIRE(small.inputs[2].dims() == shape{1, 2});
    // The second sample, as in the first input.
    CHECK(small.inputs[2].as<float>()[0] == 3);
}

TEST_CASE("a case that shows no error is left as it is, and the number of runs is bounded") {
    std::vector<shape> seen;
    copying_layer const sound{-1, 0, &seen}, sick{1, 0, &seen};
    auto whole = case_of(sound, {counted({4, 6})});
    seen.clear();
    CHECK(smaller_case(std::move(whole), sound).inputs[0].dims() == shape{4, 6});
    CHECK(seen.empty());
    auto other = case_of(sick, {counted({64, 64})});
    seen.clear();
    (void)smaller_case(std::move(other), sick, shape::max_rank, 3);
    CHECK(seen.size() == 3);
}

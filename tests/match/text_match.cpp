#include "../catch.hpp"

#include <xamt/match/evidence.hpp>
#include <xamt/match/side_effect_table.hpp>
#include <xamt/match/text_match.hpp>

#include <string>
#include <vector>

using namespace xamt;

namespace {

public_callable callable(std::string framework, std::vector<std::string> names, bool is_class = false,
                         std::vector<std::string> bases = {}) {
    public_callable c;
    c.framework = std::move(framework);
    c.names = std::move(names);
    c.is_class = is_class;
    c.bases = std::move(bases);
    return c;
}

/// The names in the group that has this one, with spaces between them.
std::string group_with(std::vector<public_callable> const& all, std::string_view name, name_rank rank) {
    std::vector<described_callable> described_all;
    for (auto const& c : all) described_all.push_back(described(c));
    for (auto const& group : text_groups(described_all)) {
        std::string text;
        bool here = false;
        for (auto const& m : group.members) {
            text += all[m.which].name() + " ";
            here = here || all[m.which].name() == name;
        }
        if (here && group.rank == rank) return text;
    }
    return "";
}

} // namespace

TEST_CASE("a function and a layer of one name are two things") {
    std::vector const all{callable("torch", {"torch.nn.functional.softmax"}), callable("keras", {"keras.ops.softmax"}),
                          callable("torch", {"torch.nn.Softmax"}, true, {"Module"})};
    CHECK(group_with(all, "keras.ops.softmax", name_rank::none) == "torch.nn.functional.softmax keras.ops.softmax ");
}

TEST_CASE("a name without dimensions joins those its own framework does not name") {
    std::vector const all{callable("torch", {"torch.conv1d"}), callable("torch", {"torch.conv2d"}), callable("keras", {"keras.ops.conv"}),
                          callable("jax", {"jax.lax.conv"}), callable("jax", {"jax.lax.conv2d"})};
    CHECK(group_with(all, "torch.conv1d", name_rank::one) == "torch.conv1d keras.ops.conv jax.lax.conv ");
    CHECK(group_with(all, "torch.conv2d", name_rank::two) == "torch.conv2d jax.lax.conv2d keras.ops.conv ");
}

TEST_CASE("a transform without a number is one of one dimension") {
    std::vector const all{callable("numpy", {"numpy.fft.fft2"}), callable("keras", {"keras.ops.fft"})};
    CHECK(group_with(all, "numpy.fft.fft2", name_rank::two) == "numpy.fft.fft2 ");
}

TEST_CASE("an alias about something else brings its own concept") {
    auto const d = described(callable("chainer", {"chainer.functions.average", "chainer.functions.absolute"}));
    REQUIRE(d.meanings.size() == 2);
    CHECK(d.meanings[1].names == std::vector<std::size_t>{1});
}

TEST_CASE("a homonym is only a candidate of its other meanings") {
    auto const d = described(callable("torch", {"torch.gather"}));
    REQUIRE(d.meanings.size() >= 2);
    CHECK(d.meanings.front().certain);
    CHECK_FALSE(d.meanings.back().certain);
}

TEST_CASE("the larger of two tensors is maximum, whatever it is called") {
    auto of_two = callable("jax", {"jax.lax.max"}), of_one = callable("jax", {"jax.numpy.max"});
    public_parameter x, y;
    x.name = "x";
    y.name = "y";
    of_two.overloads = {{x, y}};
    of_one.overloads = {{x}};
    CHECK(described(of_two).meanings.front().about == concept_key("maximum"));
    CHECK(described(of_one).meanings.front().about == concept_key("amax"));
}

TEST_CASE("the telling part of a name is the last, or two of them") {
    CHECK(telling_part("jax.numpy.add") == "add");
    CHECK(telling_part("numpy.maximum.accumulate") == "maximum.accumulate");
    CHECK(telling_part("numpy.linalg.outer") == "linalg.outer"); // a concept of its own, shared with nothing: see harvest
    CHECK(telling_part("jax.scipy.stats.norm.pdf") == "norm.pdf");
}

TEST_CASE("kinds are told by bases, modules and parameters") {
    CHECK(kind_of(callable("torch", {"torch.nn.Linear"}, true, {"Module"})) == callable_kind::layer);
    CHECK(kind_of(callable("torch", {"torch.nn.MSELoss"}, true, {"_Loss", "Module"})) == callable_kind::loss);
    CHECK(kind_of(callable("keras", {"keras.optimizers.Adam"}, true, {"Optimizer"})) == callable_kind::optimiser);
    CHECK(kind_of(callable("torch", {"torch.nn.init.normal_"})) == callable_kind::initialiser);
    CHECK(kind_of(callable("jax", {"jax.random.gamma"})) == callable_kind::random);
    CHECK(kind_of(callable("keras", {"keras.random.dropout"})) == callable_kind::function);
    auto sampler = callable("torch", {"torch.bernoulli"});
    public_parameter input, generator;
    input.name = "input";
    generator.name = "generator";
    sampler.overloads = {{input, generator}};
    CHECK(kind_of(sampler) == callable_kind::random);
}

TEST_CASE("what may change files, devices or settings is not called") {
    CHECK(has_side_effects(callable("torch", {"torch.save"})));
    CHECK(has_side_effects(callable("torch", {"torch.set_default_dtype"})));
    CHECK(has_side_effects(callable("tensorflow", {"tf.raw_ops.DecodeJpeg"})));
    CHECK_FALSE(has_side_effects(callable("torch", {"torch.softmax"})));
    CHECK_FALSE(has_side_effects(callable("torch", {"torch.setdiff1d"})));
}

TEST_CASE("evidence says what speaks for and against a pair") {
    auto a = callable("torch", {"torch.std"}), b = callable("numpy", {"numpy.std"}), c = callable("numpy", {"numpy.sum"});
    a.doc = "Calculates the standard deviation over the dimensions.";
    b.doc = "Compute the standard deviation along the specified axis.";
    auto const pair = text_evidence(described(a), described(b)), other = text_evidence(described(a), described(c));
    CHECK(pair.front().weight > 0);
    CHECK(pair.front().reason.find("std") != std::string::npos);
    CHECK(pair.back().weight > 0);
    CHECK(other.front().weight < 0);
}

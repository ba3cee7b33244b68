#include "../catch.hpp"

#include <xamt/match/concept_key.hpp>

#include <string>

using namespace xamt;

namespace {

std::string about(std::string_view name) { return concept_key(name).text(name); }

} // namespace

// The compiler makes the same keys as the program.
static_assert(concept_key("LogSoftmax") == concept_key("log_softmax"));
static_assert(concept_key("Conv2DTranspose") == concept_key("conv_transpose2d"));
static_assert(concept_key("Conv2DTranspose").rank() == name_rank::two);
static_assert(concept_key("amax") == concept_key("reduce_max") && concept_key("amax").id() != concept_key("maximum").id());
static_assert(name_words("GlobalAvgPool2d").size() == 3);

TEST_CASE("a name falls into words however it is written") {
    name_words const words("BCEWithLogitsLoss");
    REQUIRE(words.size() == 4);
    CHECK(words[0] == "bce");
    CHECK(words[1] == "with");
    CHECK(words[3] == "loss");
    CHECK(name_words("PReLU")[0] == "prelu");
    CHECK(name_words("LeakyReLU").size() == 2);
    CHECK(name_words("abs_").size() == 1);
}

TEST_CASE("the number of dimensions stands apart from the words") {
    CHECK(name_words("conv2d").rank() == name_rank::two);
    CHECK(name_words("Conv3DTranspose").rank() == name_rank::three);
    CHECK(name_words("conv").rank() == name_rank::none);
    CHECK(name_words("scatter_nd").rank() == name_rank::none);
    CHECK(concept_key("fft2").rank() == name_rank::two);
    CHECK(concept_key("FFT2D") == concept_key("fft2"));
    CHECK_FALSE(concept_key("fft") == concept_key("fft2"));
}

TEST_CASE("names for the same thing have one concept") {
    CHECK(about("amax") == about("reduce_max"));
    CHECK(about("arcsin") == about("asin"));
    CHECK(about("hardtanh") == about("HardTanh"));
    CHECK(about("isnan") == about("is_nan"));
    CHECK(about("BatchMatMulV2") == about("bmm"));
    CHECK(about("kaiming_normal_") == about("HeNormal"));
}

TEST_CASE("names that look alike keep concepts of their own") {
    CHECK(about("erf") != about("erfc"));
    CHECK(about("cumsum") != about("sum"));
    CHECK(about("logical_and") != about("bitwise_and"));
    CHECK(about("layer_normalization") != about("normalize"));
    CHECK(about("conv") != about("conv_transpose"));
    CHECK(about("argsort") != about("sort"));
    CHECK(about("maximum") != about("max"));
}

TEST_CASE("dropout with dimensions is of whole channels") {
    CHECK(concept_key("Dropout2d") == concept_key("SpatialDropout2D"));
    CHECK(about("Dropout2d") != about("Dropout"));
}

#include <xamt/report/alignment.hpp>

#include <tests/catch.hpp>

using namespace xamt;

namespace {

constexpr framework here{"here"};

constexpr auto everything =
    api("everything")
        .takes(tensor("x").floating().dims("nchw").in_layout("NCHW"), integers("padding").length(2).between(0, 2),
               flag("keepdims").by_default(false), integer("k").between(0, 3), choice("mode", "constant", "reflect").by_default("constant"),
               real("eps").between(1e-7, 0.1).by_default(1e-5))
        .on(here, "here.everything", as("input", "NHWC"), pads("pad", "NHWC"), negated("drop"), plus("kth", 1),
            words("how", "zeros", "mirror"), only(1e-5), given("format", "last"), component(1), gives("NHWC"), eager())
        .on(fw::numpy, "numpy.everything", "x", "padding", "keepdims", "k", "mode", "eps")
        .on(fw::jax, "jax.everything", "x", "padding", "keepdims", "k")
        .returns(output{nature::values, "NCHW"});

} // namespace

TEST_CASE("every conversion is told in words") {
    CHECK(alignment_steps(everything, everything.bindings[0]) ==
          std::vector<std::string>{
              "`input` takes x, its axes reordered from NCHW to NHWC", "`pad` takes padding as (before, after) pairs over NHWC",
              "`drop` takes keepdims negated: true means false here", "`kth` takes k plus 1, because it counts from another base",
              "`how` takes mode in words: 'zeros' for constant, 'mirror' for reflect",
              "has no eps and behaves as with 1e-05: takes part only then", "`format` is always 'last'",
              "returns several results; number 1 is meant", "the result's axes are reordered from NHWC to NCHW",
              "is called without compiling: its result's shape depends on values"});
}

TEST_CASE("what is passed as it is needs no step") {
    CHECK(alignment_steps(everything, everything.bindings[1]) ==
          std::vector<std::string>{"takes every parameter under its canonical name"});
}

TEST_CASE("a parameter that a framework lacks is told with the value under which it takes part") {
    CHECK(alignment_steps(everything, everything.bindings[2]) ==
          std::vector<std::string>{"has no mode: takes part only where it is 'constant'", "has no eps: takes part only where it is 1e-05"});
}

TEST_CASE("a call is written with the framework's names") {
    CHECK(call_in_words(everything, everything.bindings[0], "here.everything") ==
          "here.everything(input=x, pad=padding, drop=keepdims, kth=k, how=mode, format='last')");
}

TEST_CASE("a parameter says what it admits") {
    CHECK(to_words(everything.parameters[0]) == "tensor, floating, shape (n,c,h,w), NCHW");
    CHECK(to_words(everything.parameters[1]) == "integers, 2 of them, 0 to 2");
    CHECK(to_words(everything.parameters[2]) == "flag, default false");
    CHECK(to_words(everything.parameters[4]) == "choice, one of constant, reflect, default 'constant'");
    CHECK(to_words(everything.parameters[5]) == "real, 1e-07 to 0.1, default 1e-05");
    CHECK(to_words(tensor("x").positive().rank(1, 4)) == "tensor, rank 1 to 4, positive");
}

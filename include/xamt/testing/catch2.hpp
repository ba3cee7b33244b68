/// @file
/// The bridge to Catch2, 2 and 3: `REQUIRE_THAT(xamt::explore<softmax>(xamt::trials(1'000)), xamt::agrees());`
///
/// Place in the pipeline: testing. Include it after the headers of frameworks: libtorch's and Catch2 both define `CHECK`, and the one
/// that comes last here stays Catch2's.
#pragma once

#include <xamt/campaign/explore.hpp>

// torch/torch.h and glog define these; what Catch2 means by them is what a test file wants.
#ifdef CHECK
#undef CHECK
#endif
#ifdef LOG
#undef LOG
#endif

#if __has_include(<catch2/matchers/catch_matchers_templated.hpp>)
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers.hpp>
#else
#include <catch2/catch.hpp>
#endif

#include <string>

namespace xamt {
inline namespace v0 {

/// Matches an exploration in which no column is to blame.
class agreement_matcher final
#if __has_include(<catch2/matchers/catch_matchers_templated.hpp>)
    : public Catch::Matchers::MatcherBase<exploration> {
#else
    : public Catch::MatcherBase<exploration> {
#endif
  public:
    bool match(exploration const& e) const override { return e.agrees(); }
    std::string describe() const override { return "agrees in every column"; }
};

[[nodiscard]] inline agreement_matcher agrees() { return {}; }

} // namespace v0
} // namespace xamt

/// How Catch2 prints an exploration: its findings, as the next test would need them.
namespace Catch {
template <> struct StringMaker<xamt::exploration> {
    static std::string convert(xamt::exploration const& e) { return "\n" + e.text(); }
};
} // namespace Catch

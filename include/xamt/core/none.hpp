/// @file
/// The absent argument: None in Python, std::nullopt in C++.
///
/// Place in the pipeline: core. Apart from value.hpp, so that descriptions need not include containers.
#pragma once

namespace xamt {
inline namespace v0 {

struct none {
    friend constexpr bool operator==(none, none) = default;
};

} // namespace v0
} // namespace xamt

/// @file
/// The catalogues of the frameworks of this machine, for checks while compiling: `static_assert(xamt::sound<softmax, xamt::installed>)`.
///
/// Place in the pipeline: describe, and only where it is asked for. The headers behind it are made by tools/harvest (CMake target
/// `catalogues`). Where they are absent the set is empty, and names are checked when a framework's host starts.
#pragma once

#include <xamt/describe/catalogue.hpp>

#if __has_include(<xamt_catalogue/all.hpp>)
#include <xamt_catalogue/all.hpp>
#endif

namespace xamt {
inline namespace v0 {

#if __has_include(<xamt_catalogue/all.hpp>)
inline constexpr catalogue_set installed = catalogues::all;
#else
inline constexpr catalogue_set installed = no_catalogues;
#endif

} // namespace v0
} // namespace xamt

/// @file
/// std::complex, declared only: a header that names it but computes nothing with it need not pay for `<complex>`.
///
/// Place in the pipeline: core. libstdc++'s `<complex>` takes in the input and output streams, a third of what `<xamt/xamt.hpp>` may cost.
/// The standard has no forward header for it; where the library is not libstdc++, `<complex>` is included.
#pragma once

#include <cstddef>

#if defined(__GLIBCXX__)
namespace std _GLIBCXX_VISIBILITY(default) {
_GLIBCXX_BEGIN_NAMESPACE_VERSION
template <class T> class complex;
_GLIBCXX_END_NAMESPACE_VERSION
} // namespace std _GLIBCXX_VISIBILITY(default)
#else
#include <complex>
#endif

/// @file
/// Vectors in the compilers' own extension, and what the passes over them hand back.
///
/// Place in the pipeline: compare; below variance_baseline.hpp, variance_avx2.hpp and variance_avx512.hpp. Each of those opens a region that
/// is compiled for its instruction set and includes the same four files with the ending .ipp into a namespace of its own. (Code that is
/// only inlined into a function for another instruction set keeps the vectors of its own: it would run at a third of the speed.)
#pragma once

#include <xamt/compare/variance_reference.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <utility>

namespace xamt {
inline namespace v0 {
namespace detail {

/// A vector of `Bytes` bytes of E. (g++ drops the attribute where only the size depends on a template parameter.)
template <class E, int Bytes> struct vector_type {
    typedef E type __attribute__((vector_size(Bytes)));
};
template <class E, int Bytes> using vector_t = typename vector_type<E, Bytes>::type;

/// The signed integer with the size of E.
template <class E>
using integer_like = std::conditional_t<sizeof(E) == 2, std::int16_t, std::conditional_t<sizeof(E) == 4, std::int32_t, std::int64_t>>;

template <class V> using element_of = std::remove_cvref_t<decltype(std::declval<V&>()[0])>;

/// What a pass over some elements found. `variance` is the largest u of variance_record.hpp.
struct variance_pass {
    double variance = 0, spread = 0, relative = 0;
    std::uint64_t ulp = 0, nan = 0, infinity = 0, zero_sign = 0;
};

/// A group of elements of every column, and where their u are added up.
template <class C> struct variance_place {
    char const* const* columns;
    std::uint32_t count;
    std::size_t byte;
    C* lanes;
};

inline void raise(double& to, double by) { to = by > to ? by : to; }

} // namespace detail
} // namespace v0
} // namespace xamt

/// @file
/// Sets of dtypes that descriptions of groups name when a framework takes fewer than the API.
///
/// Place in the pipeline: groups. Example: `.on(fw::numpy, "scipy.special.j0", "x", accepts(wide_floats))`.
#pragma once

#include <xamt/core/dtype.hpp>

namespace xamt {
inline namespace v0 {
namespace groups {

inline constexpr dtype_set ieee_floats{0b1101};                             ///< float16, float32, float64: what NumPy itself has
inline constexpr dtype_set wide_floats{0b1100};                             ///< float32, float64
inline constexpr dtype_set single_floats{0b0100};                            ///< float32
inline constexpr dtype_set wide_integers{0b1100'0000};                      ///< int32, int64
inline constexpr dtype_set signed_integers{0b1111'0000};                    ///< int8 to int64
inline constexpr dtype_set signed_numbers{floating_dtypes | signed_integers};
inline constexpr dtype_set ieee_numbers{ieee_floats | integer_dtypes};
inline constexpr dtype_set wide_numbers{wide_floats | wide_integers};
inline constexpr dtype_set single_complex{0b0100'0000'0000};                ///< complex64, where a framework narrows complex128 to it
inline constexpr dtype_set all_but_bfloat16{0b1111'1111'1101};
inline constexpr dtype_set all_but_complex128{0b0111'1111'1111};

} // namespace groups
} // namespace v0
} // namespace xamt

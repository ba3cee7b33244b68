/// @file
/// The role of a parameter: what kind of value a call puts there.
///
/// Place in the pipeline: match. Told by its type where one is known, then by its name, then by its default.
#pragma once

#include <cstdint>
#include <string_view>

namespace xamt {
inline namespace v0 {

enum class role : std::uint8_t {
    tensor,   ///< one tensor
    tensors,  ///< a list of tensors
    axis,     ///< one axis or several
    axis1,    ///< the first of two axes
    axis2,    ///< the second one
    keepdims, ///< whether reduced axes stay
    dtype,
    shape,    ///< a list of sizes, or of axes in order
    control,  ///< nothing that a result depends on, or nothing that is tried
    integer,
    real,
    flag,
    choice,   ///< one of a few words
    kernel,   ///< the size of a window
    stride,
    pairs,    ///< a pair of numbers per axis
    dilation,
    key,      ///< a source of random numbers
    function,
    equation, ///< of einsum
    unknown
};

} // namespace v0
} // namespace xamt

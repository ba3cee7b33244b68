/// @file
/// How a trial is put to the frameworks: the same numbers in another layout of memory, the same call compiled, or its result written in place.
///
/// Place in the pipeline: align. What a function gives must not depend on the strides or the alignment of its inputs, nor on whether its
/// framework runs it step by step or as a compiled whole. Every host does of this what its framework knows (tools/hosts); to the others the
/// trial is plain. docs/design/variants.md tells why a variant belongs to a trial and not to a column.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace xamt {
inline namespace v0 {

enum class variant : std::uint8_t {
    plain,
    strided, ///< every second element of a buffer whose other elements are poison (NaN, the largest integers)
    transposed, ///< the axes lie in memory in the opposite order
    shifted, ///< the first element lies one element behind an aligned address
    graph, ///< TensorFlow traces the call into a graph; JAX does not compile it
    compiled, ///< TensorFlow compiles the graph with XLA; JAX does not compile it
    in_place, ///< PyTorch writes the result over the first tensor (`exp_`), a function of NumPy into memory that it is given (`out=`)
};
inline constexpr std::size_t variant_count = 7;

[[nodiscard]] constexpr std::string_view name_of(variant v) {
    constexpr std::string_view names[] = {"plain", "strided", "transposed", "shifted", "graph", "compiled", "in-place"};
    return names[static_cast<std::size_t>(v)];
}

/// The same as part of a sentence: "with strided inputs".
[[nodiscard]] constexpr std::string_view phrase_of(variant v) {
    constexpr std::string_view phrases[] = {"plainly",
                                            "with strided inputs",
                                            "with transposed inputs",
                                            "with unaligned inputs",
                                            "where TensorFlow makes a graph of the call and JAX does not compile it",
                                            "where TensorFlow compiles the call and JAX does not",
                                            "where the result is written in place"};
    return phrases[static_cast<std::size_t>(v)];
}

/// Whether it changes how a call is carried out, rather than how its inputs lie in memory.
[[nodiscard]] constexpr bool changes_execution(variant v) { return v == variant::graph || v == variant::compiled; }

} // namespace v0
} // namespace xamt

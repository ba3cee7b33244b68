/// @file
/// How exact a correct implementation of an API must be: the description's share of every error bound.
///
/// Place in the pipeline: describe. compare/bound.hpp turns it into ULP per element.
#pragma once

#include <cstdint>
#include <string_view>

namespace xamt {
inline namespace v0 {

/// Kinds of operation by how rounding errors arise in them.
enum class rounding : std::uint8_t {
    exact,          ///< moves, compares or selects values; nothing is rounded
    correct,        ///< one IEEE operation (+ - * / sqrt): the nearest number, or its neighbour
    elementary,     ///< exp, log, sin, ...: a few ULP over the whole domain
    special,        ///< gamma, Bessel, erfinv, ...: more ULP, conditioning decides near zeros and poles
    accumulation,   ///< sums and products of many terms: grows with the number of terms and with sum |x|
    linear_algebra, ///< factorisations and solvers: backward stable, the condition number decides
};

struct accuracy {
    rounding of = rounding::elementary;
    double ulp = 0;             ///< 0: the default of its kind
    double cancelling = 0; ///< size of the terms that may cancel in a result, if it is the same for all inputs (windows)
    std::string_view terms = {}; ///< accumulation: size letters whose product is the number of terms (empty: input over output size)
};

/// What an output is, and with that how two of them are compared.
enum class nature : std::uint8_t {
    values,        ///< numbers, cell by cell
    indices,       ///< positions; among equal values any may be named
    up_to_sign,    ///< vectors whose sign is free (eigenvectors, singular vectors, QR)
    unordered,     ///< a set: order is free
    shape_only,    ///< contents are unspecified (empty, random)
};

struct output {
    nature is = nature::values;
    std::string_view layout = {}; ///< canonical meaning of the axes, such as "NCHW"
};

} // namespace v0
} // namespace xamt

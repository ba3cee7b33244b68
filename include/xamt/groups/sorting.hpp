/// @file
/// Equivalences: sorting, ranking, searching.
///
/// Place in the pipeline: groups; data only, read by everything from generate/ on. Example: `xamt::groups::sort.columns()`.
#pragma once

#include <xamt/describe/api.hpp>
#include <xamt/groups/dtypes.hpp>

#include <array>

namespace xamt {
inline namespace v0 {
namespace groups {

// clang-format off: one framework a line reads as a table.

inline constexpr auto sort = api("sort")
    .takes(tensor("x").real_numbers().rank(1, 4), axis("axis").by_default(-1))
    .on(fw::torch, "aten::sort", "self", "dim", component(0))
    .on(fw::tensorflow, "tf.sort", "values", "axis")
    .on(fw::keras, "keras.ops.sort", "x", "axis")
    .on(fw::jax, "jax.numpy.sort", "a", "axis")
    .on(fw::numpy, "numpy.sort", "a", "axis")
    .exact().about("sorting");

inline constexpr auto sort_descending = api("sort_descending")
    .takes(tensor("x").real_numbers().rank(1, 4), axis("axis").by_default(-1))
    .on(fw::torch, "aten::sort", "self", "dim", given("descending", true), component(0))
    .on(fw::tensorflow, "tf.sort", "values", "axis", given("direction", "DESCENDING"))
    .on(fw::jax, "jax.numpy.sort", "a", "axis", given("descending", true))
    .exact().about("sorting");

inline constexpr auto argsort = api("argsort")
    .takes(tensor("x").real_numbers().rank(1, 4), axis("axis").by_default(-1))
    .on(fw::torch, "aten::argsort", "self", "dim")
    .on(fw::tensorflow, "tf.argsort", "values", "axis")
    .on(fw::keras, "keras.ops.argsort", "x", "axis")
    .on(fw::jax, "jax.numpy.argsort", "a", "axis")
    .on(fw::numpy, "numpy.argsort", "a", "axis")
    .returns(output{nature::indices})
    .exact().satisfies(invariant::positions_of("sort")).about("sorting");

/// Equal elements keep their order, so positions are fixed and compared as they are.
inline constexpr auto stable_argsort = api("stable_argsort")
    .takes(tensor("x").real_numbers().rank(1, 4), axis("axis").by_default(-1))
    .on(fw::torch, "aten::argsort.stable", "self", "dim", given("stable", true))
    .on(fw::tensorflow, "tf.argsort", "values", "axis", given("stable", true))
    .on(fw::jax, "jax.numpy.argsort", "a", "axis", given("stable", true))
    .on(fw::numpy, "numpy.argsort", "a", "axis", given("stable", true))
    .exact().satisfies(invariant::positions_of("sort")).about("sorting");

inline constexpr auto top_k = api("top_k")
    .takes(tensor("x").real_numbers().dims("an"), integer("k").between(1, 1000).indices_into("x", "n"))
    .on(fw::torch, "aten::topk", "self", "k", component(0))
    .on(fw::tensorflow, "tf.math.top_k", "input", "k", component(0))
    .on(fw::keras, "keras.ops.top_k", "x", "k", component(0))
    .on(fw::jax, "jax.lax.top_k", "operand", "k", component(0))
    .exact().about("sorting");

inline constexpr auto top_k_indices = api("top_k_indices")
    .takes(tensor("x").real_numbers().dims("an"), integer("k").between(1, 1000).indices_into("x", "n"))
    .on(fw::torch, "aten::topk", "self", "k", component(1))
    .on(fw::tensorflow, "tf.math.top_k", "input", "k", component(1))
    .on(fw::keras, "keras.ops.top_k", "x", "k", component(1))
    .on(fw::jax, "jax.lax.top_k", "operand", "k", component(1))
    .returns(output{nature::indices})
    .exact().satisfies(invariant::positions_of("top_k")).about("sorting");

/// The n-th smallest of the last axis, n counted from 0 in TensorFlow and from 1 in PyTorch.
inline constexpr auto kth_smallest = api("kth_smallest")
    .takes(tensor("x").of_types(wide_numbers).dims("an"), integer("position").between(0, 7))
    .sizes("n", 8, 20)
    .on(fw::torch, "aten::kthvalue", "self", plus("k", 1), component(0))
    .on(fw::tensorflow, "tf.raw_ops.NthElement", "input", "n")
    .exact().about("sorting");

/// Where to insert values into a sorted list, before (left) or behind (right) equal elements.
inline constexpr auto searchsorted = api("searchsorted")
    .takes(tensor("edges").of_types(wide_numbers).dims("n").holding(content::ascending), tensor("values").dims("m"),
           flag("right").by_default(false))
    .on(fw::torch, "aten::searchsorted.Tensor", "sorted_sequence", "self", "right")
    .on(fw::tensorflow, "tf.searchsorted", "sorted_sequence", "values", words("side", "left", "right"))
    .on(fw::keras, "keras.ops.searchsorted", "sorted_sequence", "values", words("side", "left", "right"))
    .on(fw::jax, "jax.numpy.searchsorted", "a", "v", words("side", "left", "right"))
    .on(fw::numpy, "numpy.searchsorted", "a", "v", words("side", "left", "right"))
    .exact().about("sorting");

/// Number of the bin that holds a value. `right`: an edge belongs to the bin on its left; PyTorch's word means the opposite.
inline constexpr auto digitize = api("digitize")
    .takes(tensor("x").of_types(wide_floats).dims("m"), tensor("bins").dims("n").holding(content::ascending),
           flag("right").by_default(false))
    .on(fw::torch, "aten::bucketize.Tensor", "self", "boundaries", negated("right"))
    .on(fw::tensorflow, "tf.searchsorted", "values", "sorted_sequence", words("side", "right", "left"))
    .on(fw::keras, "keras.ops.digitize", "x", "bins", only(false))
    .on(fw::jax, "jax.numpy.digitize", "x", "bins", "right")
    .on(fw::numpy, "numpy.digitize", "x", "bins", "right")
    .exact().about("sorting");

/// Sorted distinct values; TensorFlow lists them in the order of their first appearance.
inline constexpr auto unique = api("unique")
    .takes(tensor("x").real_numbers().dims("n"))
    .on(fw::torch, "aten::_unique2", "self", given("sorted", true), component(0))
    .on(fw::tensorflow, "tf.unique", "x", component(0))
    .on(fw::keras, "keras.ops.unique", "x")
    .on(fw::jax, "jax.numpy.unique", "ar", eager())
    .on(fw::numpy, "numpy.unique", "ar")
    .returns(output{nature::unordered})
    .exact().about("sorting");

inline constexpr auto isin = api("isin")
    .takes(tensor("x").of_types(wide_numbers).whole_numbers().between(-9, 9).rank(1, 3),
           tensor("among").dims("n").whole_numbers().between(-9, 9))
    .on(fw::torch, "aten::isin.Tensor_Tensor", "elements", "test_elements")
    .on(fw::keras, "keras.ops.isin", "x1", "x2")
    .on(fw::jax, "jax.numpy.isin", "element", "test_elements")
    .on(fw::numpy, "numpy.isin", "element", "test_elements")
    .exact().about("sorting");

/// Positions of what is not zero, one row each.
inline constexpr auto argwhere = api("argwhere")
    .takes(tensor("x").anything().rank(1, 4))
    .on(fw::torch, "aten::argwhere", "self")
    .on(fw::tensorflow, "tf.where", "condition", accepts(dtype_set{0b1111'1111'1110}))
    .on(fw::jax, "jax.numpy.argwhere", "a", eager())
    .on(fw::numpy, "numpy.argwhere", "a")
    .exact().about("sorting");

inline constexpr std::array sorting_groups{&sort,         &sort_descending, &argsort, &stable_argsort, &top_k, &top_k_indices,
                                           &kth_smallest, &searchsorted,    &digitize, &unique,        &isin,  &argwhere};

// clang-format on

} // namespace groups
} // namespace v0
} // namespace xamt

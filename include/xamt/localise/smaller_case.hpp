/// @file
/// A suspect layer's recorded inputs, cut down as long as the layer is still as wrong on what is left.
///
/// Place in the pipeline: localise. As in the API campaign, the smallest case that still shows the error is what a person wants to see: one
/// sample instead of a batch, a corner of a picture instead of all of it. Parts of every axis are left out, halves first; whoever cannot
/// run the layer on what is left (a width that weights want, a shape that is fixed) refuses, and that cut is not made.
#pragma once

#include <xamt/core/ndarray.hpp>
#include <xamt/localise/suspect.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

namespace xamt {
inline namespace v0 {

/// What a layer took, what it gave, and what is right.
struct layer_case {
    std::vector<ndarray> inputs, given, right;
};

/// Runs the layer and the reference on other inputs; nothing where one of them refuses.
using layer_rerun = std::function<std::optional<layer_case>(std::vector<ndarray> inputs)>;

/// The error of a case in units of four roundings, small values beside large ones included; infinite where kinds differ.
[[nodiscard]] inline double figure_of(layer_case const& c) {
    double most = 0;
    for (std::size_t k = 0; k < c.given.size() && k < c.right.size(); ++k) {
        if (!(c.given[k].dims() == c.right[k].dims())) continue;
        auto const d = difference_of(c.given[k].view(), c.right[k].view());
        most = (std::max)(most, error_of_layer(d, tensor_difference{}, c.given[k].type()).figure());
    }
    return most;
}

namespace detail {

/// The part [first, first + length) of an axis.
[[nodiscard]] inline ndarray part_of(ndarray const& from, std::size_t axis, std::int64_t first, std::int64_t length) {
    shape dims;
    std::size_t outer = 1, inner = size_of(from.type());
    for (std::size_t a = 0; a < from.dims().rank(); ++a) {
        dims.push_back(a == axis ? length : from.dims()[a]);
        if (a < axis) outer *= static_cast<std::size_t>(from.dims()[a]);
        if (a > axis) inner *= static_cast<std::size_t>(from.dims()[a]);
    }
    ndarray to(from.type(), dims);
    auto const old_step = static_cast<std::size_t>(from.dims()[axis]) * inner, step = static_cast<std::size_t>(length) * inner;
    for (std::size_t o = 0; o < outer; ++o)
        std::memcpy(to.data() + o * step, from.data() + o * old_step + static_cast<std::size_t>(first) * inner, step);
    return to;
}

} // namespace detail

/// The smallest case that at most `runs` runs find. `axes` bounds the axes that are cut (1: samples only). An input is cut along an axis if
/// it is as long there as the first; the others stay whole.
[[nodiscard]] inline layer_case smaller_case(layer_case now, layer_rerun const& run, std::size_t axes = shape::max_rank, int runs = 64) {
    if (now.inputs.empty()) return now;
    double const enough = figure_of(now) / 2;
    if (!(enough > 0)) return now;
    auto const without = [&](std::size_t axis, std::int64_t first, std::int64_t length) {
        auto const extent = now.inputs[0].dims()[axis];
        std::vector<ndarray> cut;
        for (auto const& each : now.inputs)
            cut.push_back(axis < each.dims().rank() && each.dims()[axis] == extent ? detail::part_of(each, axis, first, length) : each);
        --runs;
        auto smaller = run(std::move(cut));
        if (!smaller || !(figure_of(*smaller) >= enough)) return false;
        now = std::move(*smaller);
        return true;
    };
    for (std::size_t axis = 0; axis < (std::min)(axes, now.inputs[0].dims().rank()); ++axis)
        for (auto step = now.inputs[0].dims()[axis] / 2; step > 0; step /= 2)
            for (bool shorter = true; shorter;) {
                auto const extent = now.inputs[0].dims()[axis];
                if (extent <= step || runs <= 0) break;
                shorter = without(axis, 0, extent - step) || (runs > 0 && without(axis, step, extent - step));
            }
    return now;
}

} // namespace v0
} // namespace xamt

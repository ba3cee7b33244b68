/// @file
/// Conventions that a call may follow, tried one after the other: layout of channels, order of a kernel's axes, order of arguments.
///
/// Place in the pipeline: match. Weights have sizes (out 7, in 4, spatial 3, 2), so that a wrong order fails or differs.
#pragma once

#include <xamt/match/callable_kind.hpp>
#include <xamt/match/scenario.hpp>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace xamt {
inline namespace v0 {

enum class kernel_order : std::uint8_t { OIk, kIO, IOk, kOI };

/// What the values of probabilities may be given as.
enum class value_scale : std::uint8_t { plain, first_as_log, second_as_log };

/// How a factored matrix says which rows were exchanged: one after the other, counted from 0 or 1, or as a permutation or its inverse.
enum class pivot_form : std::uint8_t { from_zero, from_one, permutation, inverse };

struct call_structure {
    bool channels_last = false;
    bool full_rank = false;   ///< windows and strides have an entry per axis, batch and channels too
    kernel_order kernel = kernel_order::OIk;
    bool swapped = false;     ///< the first two tensors change places
    bool batch_first = false; ///< a recurrent layer is told that the batch comes first
    bool number_first = false; ///< a number stands before the tensor: polygamma(n, x)
    bool parts = false;        ///< complex numbers are pairs of real tensors
    bool gates = false;        ///< the first two gates of a recurrent layer change places
    bool packed = false;       ///< what belongs together is one tuple: (factors, pivots), (factor, True for lower)
    bool last_first = false;   ///< the last tensor stands before the others
    value_scale scale = value_scale::plain;
    pivot_form pivots = pivot_form::from_zero;

    [[nodiscard]] std::string words() const {
        std::string text;
        auto const add = [&](std::string_view w) { text += (text.empty() ? "" : ", ") + std::string(w); };
        if (channels_last) add("channels last");
        if (full_rank) add("windows with all axes");
        if (kernel == kernel_order::kIO) add("kernel (spatial, in, out)");
        if (kernel == kernel_order::IOk) add("kernel (in, out, spatial)");
        if (kernel == kernel_order::kOI) add("kernel (spatial, out, in)");
        if (swapped) add("first two arguments swapped");
        if (batch_first) add("batch first");
        if (number_first) add("the number stands before the tensor");
        if (gates) add("first two gates swapped");
        if (parts) add("complex numbers as a pair of tensors");
        if (packed) add("factors as a tuple");
        if (last_first) add("the last argument first");
        if (scale == value_scale::first_as_log) add("the first argument as logarithms or log odds");
        if (scale == value_scale::second_as_log) add("the second argument as logarithms or log odds");
        if (pivots == pivot_form::from_one) add("pivots counted from 1");
        if (pivots == pivot_form::permutation) add("pivots as a permutation");
        if (pivots == pivot_form::inverse) add("pivots as an inverse permutation");
        return text;
    }
};

/// Moves axes of a kernel of this rank; empty for none.
[[nodiscard]] inline std::vector<int> permutation_of(kernel_order order, std::size_t rank) {
    std::vector<int> axes;
    if (order == kernel_order::OIk) return axes;
    bool const spatial_first = order != kernel_order::IOk;
    if (!spatial_first) axes = {1, 0};
    for (std::size_t i = 2; i < rank; ++i) axes.push_back(static_cast<int>(i));
    if (order == kernel_order::kIO) axes.insert(axes.end(), {1, 0});
    if (order == kernel_order::kOI) axes.insert(axes.end(), {0, 1});
    return axes;
}

/// {0, 2, 3, 1} for rank 4.
[[nodiscard]] inline std::vector<int> channels_to_last(std::size_t rank) {
    std::vector<int> axes{0};
    for (std::size_t i = 2; i < rank; ++i) axes.push_back(static_cast<int>(i));
    axes.push_back(1);
    return axes;
}

[[nodiscard]] inline bool is_spatial(scenario const& s) {
    return !s.tensors.empty() && (s.tensors[0] == "m" || s.tensors[0] == "l" || s.tensors[0] == "vol");
}

/// Numbers in (0, 1), which some losses take as they are, others as logarithms or log odds.
[[nodiscard]] inline bool is_probability(std::string_view probe) {
    auto const* const row = probe_named(probe);
    return row != nullptr && (row->are == detail::probe_values::shares || row->are == detail::probe_values::open01);
}

/// Layers, and what has windows, may want the channels of any tensor of rank 3 and more elsewhere.
[[nodiscard]] inline bool may_have_channels(scenario const& s, callable_kind kind, name_words const& words) {
    if (s.tensors.size() != 1 || shape_of_probe(s.tensors[0]).size() < 3) return false;
    return kind == callable_kind::layer ||
           detail::has_word(words, {"pool", "pooling", "adaptive", "upsample", "unfold", "resize", "interpolate"});
}

namespace detail {

[[nodiscard]] inline std::string_view pivots_as(pivot_form form) {
    switch (form) {
    case pivot_form::from_zero: return "piv";
    case pivot_form::from_one: return "piv1";
    case pivot_form::permutation: return "pivp";
    case pivot_form::inverse: return "pivi";
    }
    return "piv";
}

/// How the prober is told to give this probe's logarithm or log odds; nothing for what is no probability.
[[nodiscard]] inline std::string scaled_as(std::string_view probe) {
    if (!is_probability(probe)) return "";
    return probe_named(probe)->are == probe_values::shares ? ",\"as\":\"logarithms\"" : ",\"as\":\"log odds\"";
}

} // namespace detail

/// What is worth trying. The first one is the scenario as it stands.
[[nodiscard]] inline std::vector<call_structure> structures_for(scenario const& s, callable_kind kind, std::string_view framework,
                                                                name_words const& words) {
    std::vector<call_structure> all{{}};
    // All that there is so far, also with each of these values.
    auto const vary_over = [&](auto values, auto change) {
        auto const before = all;
        for (auto const value : values)
            for (auto each : before) {
                change(each, value);
                all.push_back(each);
            }
    };
    auto const vary = [&](auto change) { vary_over(std::array{true}, [&](call_structure& c, bool) { change(c); }); };
    if (is_spatial(s) || may_have_channels(s, kind, words)) {
        vary([](call_structure& c) { c.channels_last = true; });
        if (framework == "tensorflow" && (!s.kernel.empty() || !s.stride.empty() || s.filters))
            vary([](call_structure& c) { c.full_rank = true; });
        if (s.filters)
            vary_over(std::array{kernel_order::kIO, kernel_order::IOk, kernel_order::kOI},
                      [](call_structure& c, kernel_order order) { c.kernel = order; });
    }
    bool const solves = detail::has_word(words, {"solve"}); // a matrix and a right side, in either order
    if ((kind == callable_kind::loss || solves) && s.tensors.size() >= 2) vary([](call_structure& c) { c.swapped = true; });
    bool const complex = !s.tensors.empty() && (s.tensors[0] == "c" || s.tensors[0] == "cq");
    if (complex && s.tensors.size() == 1 && (framework == "keras" || framework == "chainer"))
        vary([](call_structure& c) { c.parts = true; });
    if (kind == callable_kind::function && s.tensors.size() == 1 && s.integers.size() + s.reals.size() == 1 && s.axes.empty() &&
        !is_spatial(s))
        vary([](call_structure& c) { c.number_first = true; });
    if (kind == callable_kind::loss && s.tensors.size() == 2 && std::ranges::any_of(s.tensors, is_probability))
        vary_over(std::array{value_scale::first_as_log, value_scale::second_as_log},
                  [](call_structure& c, value_scale scale) { c.scale = scale; });
    if (s.factors && detail::has_word(words, {"lu"})) {
        vary([](call_structure& c) { c.packed = true; });
        vary([](call_structure& c) { c.last_first = true; });
        vary_over(std::array{pivot_form::from_one, pivot_form::permutation, pivot_form::inverse},
                  [](call_structure& c, pivot_form form) { c.pivots = form; });
    }
    if (!s.tensors.empty() && s.tensors[0] == "lt" && detail::has_word(words, {"cho"})) vary([](call_structure& c) { c.packed = true; });
    bool const sequence = s.tensors.size() == 1 && shape_of_probe(s.tensors[0]).size() == 3;
    bool const recurrent = detail::has_word(words, {"lstm", "gru", "rnn"});
    if (s.aligns) vary([](call_structure& c) { c.batch_first = true; });
    if (framework == "torch" && sequence && recurrent) vary([](call_structure& c) { c.batch_first = true; });
    if (framework == "torch" && kind == callable_kind::layer && detail::has_word(words, {"gru"}))
        vary([](call_structure& c) { c.gates = true; });
    return all;
}

} // namespace v0
} // namespace xamt

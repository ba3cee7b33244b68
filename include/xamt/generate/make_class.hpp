/// @file
/// Makes a shape class: dtype, shapes and every argument that is not a tensor; what all trials of the class share.
///
/// Place in the pipeline: generate. A class is a function of (seed, name of the API, index). Compiling hosts compile once a class, so a
/// class should serve 64 trials or more. Example: `auto const c = make_class(softmax, 1, 0);` is float32 with every default.
#pragma once

#include <xamt/generate/class_arguments.hpp>
#include <xamt/generate/class_shapes.hpp>
#include <xamt/generate/trial.hpp>

#include <cstring>

namespace xamt {
inline namespace v0 {

namespace detail {

[[nodiscard]] inline ndarray zeros(dtype type, shape const& dims) {
    ndarray t(type, dims);
    std::memset(t.data(), 0, t.bytes());
    return t;
}

/// The dtype of a tensor that is not the first: that of the first where it may be, so that promotion rules stay out of it.
[[nodiscard]] inline dtype later_dtype(parameter const& p, dtype first, bool plain, random_stream& r) {
    if (p.types.empty() || p.types.contains(first)) return first;
    return draw_dtype(r, p.types, plain ? 0 : -1);
}

/// Most classes are plain: the others are for what only a layout or a compiler brings out.
[[nodiscard]] inline variant draw_variant(std::uint64_t seed, std::uint64_t api, std::uint32_t index) {
    constexpr std::uint64_t plain_share = 16; // beside one of each other
    random_stream r(key_of({seed, api, index, 0x7a41a27}));
    std::uint64_t const drawn = r.below(plain_share + variant_count - 1);
    return drawn < plain_share ? variant::plain : static_cast<variant>(drawn - plain_share + 1);
}

} // namespace detail

[[nodiscard]] inline shape_class make_class(api_description const& api, std::uint64_t seed, std::uint32_t index) {
    random_stream r(key_of({seed, key_of(api.name), index}));
    detail::shape_maker shapes(api, index, r);
    shape_class made;
    made.index = index;
    made.cases = shapes.cases();
    made.arguments.resize(api.parameter_count);
    bool const plain = detail::is_plain_class(api, index);
    if (!plain) made.how = detail::draw_variant(seed, key_of(api.name), index);
    bool first = true;
    for (std::size_t i = 0; i < api.parameter_count; ++i) {
        parameter const& p = api.parameters[i];
        if (!p.is_tensor()) continue;
        dtype type = made.type;
        if (first)
            made.type = type = detail::draw_dtype(r, detail::usable_dtypes(api, p), plain ? static_cast<int>(index) : -1);
        else
            type = detail::later_dtype(p, made.type, plain, r);
        first = false;
        bool const may_miss = p.may_be_none || p.fallback.is == constant::type::none;
        if (may_miss && (plain || r.chance(0.25))) continue;
        if (p.what == kind::tensor) {
            made.arguments[i] = detail::zeros(type, shapes.of(p));
            continue;
        }
        std::int64_t const lo = (std::max<std::int64_t>)(p.length_lo, 0), hi = (std::max<std::int64_t>)(p.length_hi, lo);
        std::vector<ndarray> list;
        shape const dims = shapes.of(p);
        for (std::int64_t n = plain ? std::clamp<std::int64_t>(2, lo, hi) : r.between(lo, hi); n > 0; --n)
            list.push_back(detail::zeros(type, dims));
        made.arguments[i] = std::move(list);
    }
    // Axes before what counts along them.
    for (int pass = 0; pass < 2; ++pass)
        for (std::size_t i = 0; i < api.parameter_count; ++i) {
            parameter const& p = api.parameters[i];
            bool const is_axis = p.what == kind::axis || p.what == kind::axes;
            if (p.is_tensor() || is_axis != (pass == 0)) continue;
            made.arguments[i] = detail::argument_maker(api, index, shapes, made.arguments, r).of(p);
        }
    return made;
}

} // namespace v0
} // namespace xamt

/// @file
/// Smaller forms of a trial of a pointwise API: the one element that differs, or the row of it.
///
/// Place in the pipeline: minimise. A smaller form is only a candidate: whether it still differs is for the campaign to find out,
/// because results may depend on the length of a vector or on the place in it.
#pragma once

#include <xamt/core/ndarray.hpp>
#include <xamt/core/value.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <utility>
#include <vector>

namespace xamt {
inline namespace v0 {

namespace detail {

/// Offset in `t` of the element that meets element `at` of a result of shape `dims`, extents of one being stretched.
[[nodiscard]] inline std::int64_t broadcast_offset(shape const& t, shape const& dims, std::array<std::int64_t, shape::max_rank> const& at) {
    auto const strides = row_major_strides(t);
    std::int64_t offset = 0;
    for (std::size_t i = 0; i < t.rank(); ++i) {
        std::size_t const from_end = t.rank() - i;
        if (from_end > dims.rank()) continue;
        if (t[i] != 1) offset += strides[i] * at[dims.rank() - from_end];
    }
    return offset;
}

[[nodiscard]] inline ndarray slice(ndarray const& t, std::int64_t offset, std::int64_t count) {
    ndarray part(t.type(), shape{count});
    std::size_t const item = size_of(t.type());
    std::memcpy(part.data(), t.data() + static_cast<std::size_t>(offset) * item, static_cast<std::size_t>(count) * item);
    return part;
}

} // namespace detail

/// The arguments cut down to what decides element `element` of a result of shape `dims`: tensors of one element, all else unchanged.
[[nodiscard]] inline std::vector<value> single_element(std::span<value const> arguments, shape const& dims, std::int64_t element) {
    std::array<std::int64_t, shape::max_rank> at{};
    for (std::size_t i = dims.rank(); i-- > 0;) {
        at[i] = element % dims[i];
        element /= dims[i];
    }
    std::vector<value> cut;
    for (auto const& v : arguments) {
        if (auto const* t = std::get_if<ndarray>(&v); t != nullptr && t->size() > 0)
            cut.emplace_back(detail::slice(*t, detail::broadcast_offset(t->dims(), dims, at), 1));
        else
            cut.push_back(v);
    }
    return cut;
}

/// The arguments repeated to vectors of `length` equal elements: tells a fault of long vectors from one of the value alone.
[[nodiscard]] inline std::vector<value> repeated(std::span<value const> single, std::int64_t length) {
    std::vector<value> longer;
    for (auto const& v : single) {
        auto const* t = std::get_if<ndarray>(&v);
        if (t == nullptr || t->size() != 1) {
            longer.push_back(v);
            continue;
        }
        ndarray many(t->type(), shape{length});
        for (std::int64_t i = 0; i < length; ++i)
            std::memcpy(many.data() + static_cast<std::size_t>(i) * t->bytes(), t->data(), t->bytes());
        longer.emplace_back(std::move(many));
    }
    return longer;
}

} // namespace v0
} // namespace xamt

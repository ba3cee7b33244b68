/// @file
/// Tensors from one layout into another: NCHW to NHWC, OIHW to HWIO, NCW to NC1W.
///
/// Place in the pipeline: align. A layout names the axes, one letter each; a digit 1 is an axis of extent one that the other lacks.
#pragma once

#include <xamt/core/ndarray.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string_view>

namespace xamt {
inline namespace v0 {

/// The tensor with its axes in the order of `to`. Nothing if its rank does not fit `from`, or if the layouts name different axes.
[[nodiscard]] inline std::optional<ndarray> in_layout(ndarray_view const& t, std::string_view from, std::string_view to) {
    if (t.dims.rank() != from.size()) return std::nullopt;
    auto const strides = row_major_strides(t.dims);
    shape dims;
    std::array<std::int64_t, shape::max_rank> steps{};
    for (std::size_t i = 0; i < to.size(); ++i) {
        auto const at = from.find(to[i]);
        if (to[i] != '1' && at == std::string_view::npos) return std::nullopt;
        if (dims.full()) return std::nullopt;
        steps[i] = to[i] == '1' ? 0 : strides[at];
        dims.push_back(to[i] == '1' ? 1 : t.dims[at]);
    }
    if (dims.elements() != t.size()) return std::nullopt;

    ndarray out(t.type, dims);
    std::size_t const item = size_of(t.type);
    std::array<std::int64_t, shape::max_rank> at{};
    std::int64_t offset = 0;
    for (std::int64_t n = 0; n < out.size(); ++n) {
        std::memcpy(out.data() + static_cast<std::size_t>(n) * item, t.data + static_cast<std::size_t>(offset) * item, item);
        for (std::size_t i = dims.rank(); i-- > 0;) {
            offset += steps[i];
            if (++at[i] < dims[i]) break;
            offset -= steps[i] * dims[i];
            at[i] = 0;
        }
    }
    return out;
}

} // namespace v0
} // namespace xamt

/// @file
/// How a descriptor of the wire format becomes a value again; the other direction of put.hpp.
///
/// Place in the pipeline: run; for host programs in C++.
#pragma once

#include <xamt/core/value.hpp>
#include <xamt/run/wire.hpp>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace xamt {
inline namespace v0 {
namespace detail {

/// The items that a descriptor counts.
template <class T> [[nodiscard]] std::span<T const> items_at(std::byte const* slot, wire::descriptor const& d) {
    return {reinterpret_cast<T const*>(slot + d.payload), d.count};
}

[[nodiscard]] inline ndarray tensor_at(std::byte const* slot, wire::descriptor const& d) {
    return ndarray(ndarray_view{d.element, shape(std::span(d.dims, d.rank)), slot + d.payload});
}

/// The value of a descriptor in a slot; tensors are copied, so that a function that writes to them harms nobody else.
[[nodiscard]] inline value get(std::byte const* slot, wire::descriptor const& d) {
    switch (d.what) {
    case wire::kind::none: return none{};
    case wire::kind::flag: return d.payload != 0;
    case wire::kind::integer: return d.payload;
    case wire::kind::real: return std::bit_cast<double>(d.payload);
    case wire::kind::complex: return complex_number(std::bit_cast<double>(d.dims[0]), std::bit_cast<double>(d.dims[1]));
    case wire::kind::dtype: return d.element;
    case wire::kind::text: {
        auto const letters = items_at<char>(slot, d);
        return std::string(letters.begin(), letters.end());
    }
    case wire::kind::integers: {
        auto const numbers = items_at<std::int64_t>(slot, d);
        return integer_list{{numbers.begin(), numbers.end()}, d.rank == 2 ? static_cast<int>(d.dims[1]) : 0};
    }
    case wire::kind::reals: {
        auto const numbers = items_at<double>(slot, d);
        return std::vector<double>(numbers.begin(), numbers.end());
    }
    case wire::kind::tensor: return tensor_at(slot, d);
    case wire::kind::tensors: {
        std::vector<ndarray> tensors;
        for (auto const& each : items_at<wire::descriptor>(slot, d)) tensors.push_back(tensor_at(slot, each));
        return tensors;
    }
    }
    return none{};
}

} // namespace detail
} // namespace v0
} // namespace xamt

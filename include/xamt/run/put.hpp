/// @file
/// How a value becomes a descriptor of the wire format, its bytes going into an arena.
///
/// Place in the pipeline: run.
#pragma once

#include <xamt/core/value.hpp>
#include <xamt/run/wire.hpp>

#include <algorithm>
#include <bit>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <type_traits>
#include <variant>
#include <vector>

namespace xamt {
inline namespace v0 {
namespace detail {

/// A stretch of a slot that is filled from its start; everything in it is aligned.
class arena {
  public:
    arena(std::byte* slot, std::uint64_t begin, std::uint64_t end) : slot_(slot), used_(begin), end_(end) {}

    /// Copies `bytes` in and gives their offset to the descriptor; false if there is no room.
    bool copy(wire::descriptor& d, void const* from, std::uint64_t bytes) {
        auto* const at = reserve(d, bytes);
        if (at != nullptr && bytes != 0) std::memcpy(at, from, bytes);
        return at != nullptr;
    }

    std::byte* reserve(wire::descriptor& d, std::uint64_t bytes) {
        if (bytes > end_ - used_) return nullptr;
        d.payload = static_cast<std::int64_t>(used_);
        auto* const at = slot_ + used_;
        used_ = (std::min)(wire::aligned(used_ + bytes), end_);
        return at;
    }

    [[nodiscard]] std::uint64_t used() const { return used_; }
    [[nodiscard]] std::uint64_t end() const { return end_; }
    void rewind(std::uint64_t used) { used_ = used; }

  private:
    std::byte* slot_;
    std::uint64_t used_, end_;
};

inline bool put(arena& a, wire::descriptor& d, ndarray_view const& v) {
    d.what = wire::kind::tensor, d.element = v.type, d.rank = static_cast<std::uint8_t>(v.dims.rank());
    std::copy(v.dims.begin(), v.dims.end(), d.dims);
    return a.copy(d, v.data, v.bytes());
}

inline bool put(arena& a, wire::descriptor& d, ndarray const& v) { return put(a, d, v.view()); }

template <class Tensors> bool put_tensors(arena& a, wire::descriptor& d, Tensors const& tensors) {
    d.what = wire::kind::tensors, d.count = static_cast<std::uint32_t>(tensors.size());
    auto* each = reinterpret_cast<wire::descriptor*>(a.reserve(d, tensors.size() * sizeof(wire::descriptor)));
    if (each == nullptr) return false;
    for (auto const& t : tensors) {
        *each = wire::descriptor{};
        if (!put(a, *each++, t)) return false;
    }
    return true;
}

inline bool put(arena& a, wire::descriptor& d, std::vector<ndarray> const& tensors) { return put_tensors(a, d, tensors); }
inline bool put(arena& a, wire::descriptor& d, std::span<ndarray_view const> tensors) { return put_tensors(a, d, tensors); }

template <class T> bool put_list(arena& a, wire::descriptor& d, wire::kind what, T const& items) {
    d.what = what, d.rank = 1, d.count = static_cast<std::uint32_t>(items.size());
    return a.copy(d, items.data(), items.size() * sizeof *items.data());
}

inline bool put(arena& a, wire::descriptor& d, integer_list const& list) {
    if (!put_list(a, d, wire::kind::integers, list.items)) return false;
    if (list.columns > 0) {
        d.rank = 2;
        d.dims[0] = static_cast<std::int64_t>(list.items.size()) / list.columns;
        d.dims[1] = list.columns;
    }
    return true;
}

inline bool put(arena& a, wire::descriptor& d, std::string const& text) { return put_list(a, d, wire::kind::text, text); }
inline bool put(arena& a, wire::descriptor& d, std::vector<double> const& reals) { return put_list(a, d, wire::kind::reals, reals); }

inline bool put_scalar(wire::descriptor& d, wire::kind what, std::int64_t bits) {
    d.what = what, d.payload = bits;
    return true;
}

inline bool put(arena&, wire::descriptor& d, none) { return put_scalar(d, wire::kind::none, 0); }
inline bool put(arena&, wire::descriptor& d, bool v) { return put_scalar(d, wire::kind::flag, v); }
inline bool put(arena&, wire::descriptor& d, std::int64_t v) { return put_scalar(d, wire::kind::integer, v); }
inline bool put(arena&, wire::descriptor& d, double v) { return put_scalar(d, wire::kind::real, std::bit_cast<std::int64_t>(v)); }
inline bool put(arena&, wire::descriptor& d, dtype v) {
    d.element = v;
    return put_scalar(d, wire::kind::dtype, 0);
}
inline bool put(arena&, wire::descriptor& d, complex_number v) {
    d.dims[0] = std::bit_cast<std::int64_t>(v.real), d.dims[1] = std::bit_cast<std::int64_t>(v.imaginary);
    return put_scalar(d, wire::kind::complex, 0);
}

/// Constrained, so that what merely converts to a value (a pointer to bool, ...) is not one.
template <class V>
    requires std::is_same_v<V, value>
bool put(arena& a, wire::descriptor& d, V const& v) {
    return std::visit([&](auto const& held) { return put(a, d, held); }, v);
}
inline bool put(arena& a, wire::descriptor& d, value const* v) { return put(a, d, *v); }

} // namespace detail
} // namespace v0
} // namespace xamt

/// @file
/// Arguments for kernels of the usual form, `void relu(float const* x, float* y, std::size_t n)`: scratch tensors for results, and sizes.
///
/// Place in the pipeline: describe; used by the thunks of describe/native.hpp. A plain function: it is compiled once, whatever is called.
#pragma once

#include <xamt/core/value.hpp>
#include <xamt/describe/callee.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace xamt {
inline namespace v0 {

/// One call in the process: arguments in the order of the binding's names, and what came of it.
struct native_frame {
    std::span<value const* const> arguments;
    std::span<item const> items; ///< the binding's list; needed where it has items of kernels (out_like, size_of, ...) only
    std::vector<ndarray> outputs;
    std::string failure; ///< why it was not called, or the text of an exception; empty: outputs are valid
};

namespace detail {

/// All arguments of a call in the order of the C++ parameters.
class native_layout {
  public:
    /// False if the list does not fit the arguments.
    bool fill(native_frame const& frame, native_signature const& function) {
        frame_ = &frame;
        std::size_t next = 0;
        for (auto const& i : frame.items) {
            bool const given = i.is == item::role::argument || i.is == item::role::pinned;
            if (!given && !is_of_kernel(i)) continue;
            if (count_ == function.arity || (given && next == frame.arguments.size())) return false;
            value const* argument = given ? frame.arguments[next++] : nullptr;
            if (!given || i.in_place) {
                if (made_.empty()) made_.resize(function.arity); // once: the list points into it
                value& scratch = made_[count_];
                if (given ? !copy(*argument, scratch) : !make(i, function.types[count_], scratch)) return false;
                argument = &scratch;
            }
            list_[count_++] = argument;
        }
        return count_ == function.arity;
    }

    [[nodiscard]] value const* operator[](std::size_t i) const { return list_[i]; }

    /// The tensors that the function has written, in the order of its parameters.
    void collect(native_signature const& function, std::vector<ndarray>& to) {
        for (std::size_t i = 0; i < count_; ++i)
            if (function.writes(i)) to.push_back(std::move(std::get<ndarray>(made_[i])));
    }

  private:
    static bool is_of_kernel(item const& i) {
        return i.is == item::role::out_like || i.is == item::role::out_dims || i.is == item::role::size_of || i.is == item::role::extent_of;
    }

    // `emplace` throughout: the assignment operators of a variant of eleven types took a fifth of this header's compile time.
    static bool copy(value const& from, value& to) {
        auto const* t = std::get_if<ndarray>(&from);
        if (t != nullptr) to.emplace<ndarray>(*t);
        return t != nullptr;
    }

    bool make(item const& i, dtype type, value& to) const {
        if (i.is == item::role::out_like || i.is == item::role::size_of) {
            auto const* t = tensor_of(i.number);
            if (t == nullptr) return false;
            if (i.is == item::role::out_like)
                to.emplace<ndarray>(type, t->dims());
            else
                to.emplace<std::int64_t>(t->size());
            return true;
        }
        shape dims;
        for (std::size_t k = 0; k < i.pin.count; ++k) {
            auto const* t = tensor_of(i.pin.list[k] / 8);
            auto const axis = static_cast<std::size_t>(i.pin.list[k] % 8);
            if (t == nullptr || axis >= t->dims().rank()) return false;
            dims.push_back(t->dims()[axis]);
        }
        if (i.is == item::role::out_dims)
            to.emplace<ndarray>(type, dims);
        else
            to.emplace<std::int64_t>(dims.elements());
        return true;
    }

    /// The tensor bound to a canonical parameter, or nullptr.
    ndarray const* tensor_of(int canonical) const {
        std::size_t at = 0;
        for (auto const& i : frame_->items) {
            if (i.is != item::role::argument && i.is != item::role::pinned) continue;
            if (i.parameter == canonical) return at < frame_->arguments.size() ? std::get_if<ndarray>(frame_->arguments[at]) : nullptr;
            ++at;
        }
        return nullptr;
    }

    native_frame const* frame_ = nullptr;
    std::array<value const*, native_signature::max_arity> list_{};
    std::vector<value> made_; ///< by position; empty where nothing is made
    std::size_t count_ = 0;
};

} // namespace detail
} // namespace v0
} // namespace xamt

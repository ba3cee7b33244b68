/// @file
/// PyTorch in the process: `at::Tensor` as argument and result of functions under test.
///
/// Place in the pipeline: framework. Operators are C++ functions like any other: `.on(fw::torch, xamt::fn<&at::_ops::relu::call>, "x")`
/// with <ATen/ops/relu_ops.h>. Tensors are handed over without a copy. Links libtorch_cpu and libc10; torch/torch.h is not included.
#pragma once

#include <ATen/core/Tensor.h>
#include <ATen/ops/from_blob.h>

#include <xamt/core/element.hpp>
#include <xamt/describe/native_argument.hpp>
#include <xamt/describe/native_result.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <utility>
#include <vector>

namespace xamt {
inline namespace v0 {

namespace detail {

inline constexpr std::array<at::ScalarType, dtype_count> torch_types{at::kHalf, at::kBFloat16, at::kFloat,        at::kDouble,
                                                                     at::kChar, at::kShort,    at::kInt,          at::kLong,
                                                                     at::kByte, at::kBool,     at::kComplexFloat, at::kComplexDouble};

[[nodiscard]] inline std::optional<dtype> dtype_of_torch(at::ScalarType type) {
    for (std::size_t i = 0; i < torch_types.size(); ++i)
        if (torch_types[i] == type) return static_cast<dtype>(i);
    return std::nullopt;
}

} // namespace detail

/// A tensor under PyTorch's name for it; shares the memory of `t`, which the function must not write to.
[[nodiscard]] inline at::Tensor to_torch(ndarray const& t) {
    // As at::from_blob does it, without the options and checks that take half of its time.
    auto const extents = t.dims().extents();
    at::DataPtr memory(const_cast<std::byte*>(t.data()), at::Device(at::kCPU));
    auto tensor = at::detail::make_tensor<at::TensorImpl>(
        c10::Storage(c10::Storage::use_byte_size_t(), t.bytes(), std::move(memory)), at::DispatchKeySet(at::DispatchKey::CPU),
        c10::scalarTypeToTypeMeta(detail::torch_types[static_cast<std::size_t>(t.type())]));
    tensor.unsafeGetTensorImpl()->set_sizes_contiguous({extents.data(), extents.size()});
    return tensor;
}

/// A copy of PyTorch's tensor, contiguous; nothing if its dtype is none of ours.
[[nodiscard]] inline std::optional<ndarray> from_torch(at::Tensor const& given) {
    auto const type = detail::dtype_of_torch(given.scalar_type());
    if (!type || given.dim() > static_cast<std::int64_t>(shape::max_rank)) return std::nullopt;
    auto const copied_from = [&](at::Tensor const& t) {
        ndarray copy(*type, shape(std::span<std::int64_t const>(t.sizes().data(), t.sizes().size())));
        if (copy.bytes() != 0) std::memcpy(copy.data(), t.const_data_ptr(), copy.bytes());
        return copy;
    };
    // Each of these three is a trip through the dispatcher, and most results need none.
    bool const plain = given.is_contiguous() && !given.is_conj() && !given.is_neg();
    return copied_from(plain ? given : given.contiguous().resolve_conj().resolve_neg());
}

template <> struct native_argument<at::Tensor> : tensor_argument {
    static std::optional<at::Tensor> from(ndarray const& t) { return to_torch(t); }
};

/// What operators take besides tensors: numbers, dtypes, lists of numbers, lists of tensors. @{
template <> struct native_argument<at::Scalar> {
    static constexpr kind what = kind::real;
    static std::optional<at::Scalar> from(value const& v) {
        if (auto const* r = std::get_if<double>(&v)) return at::Scalar(*r);
        if (auto const* i = std::get_if<std::int64_t>(&v)) return at::Scalar(*i);
        if (auto const* b = std::get_if<bool>(&v)) return at::Scalar(*b);
        return std::nullopt;
    }
};
template <> struct native_argument<at::ScalarType> {
    static constexpr kind what = kind::dtype;
    static std::optional<at::ScalarType> from(value const& v) {
        auto const* d = std::get_if<dtype>(&v);
        return d != nullptr ? std::optional(detail::torch_types[static_cast<std::size_t>(*d)]) : std::nullopt;
    }
};
template <> struct native_argument<at::IntArrayRef> {
    static constexpr kind what = kind::integers;
    static std::optional<std::vector<std::int64_t>> from(value const& v) {
        if (auto const* i = std::get_if<std::int64_t>(&v)) return std::vector{*i};
        auto const* l = std::get_if<integer_list>(&v);
        return l != nullptr ? std::optional(l->items) : std::nullopt;
    }
};
template <> struct native_argument<at::OptionalIntArrayRef> {
    static constexpr kind what = kind::integers;
    struct list { // PyTorch's type refers to numbers, and somebody has to hold them
        std::optional<std::vector<std::int64_t>> items;
        operator at::OptionalIntArrayRef() const { return items ? at::OptionalIntArrayRef(*items) : at::OptionalIntArrayRef(); }
    };
    static std::optional<list> from(value const& v) {
        if (std::holds_alternative<none>(v)) return list{};
        auto items = native_argument<at::IntArrayRef>::from(v);
        return items ? std::optional(list{std::move(items)}) : std::nullopt;
    }
};
template <> struct native_argument<at::TensorList> : native_argument<std::vector<at::Tensor>> {};
/// @}

/// PyTorch's own half types as elements behind pointers and spans. @{
template <> struct native_element<c10::Half> {
    static constexpr dtype type = dtype::float16;
};
template <> struct native_element<c10::BFloat16> {
    static constexpr dtype type = dtype::bfloat16;
};
/// @}

template <> struct native_result<at::Tensor> {
    static std::vector<ndarray> from(at::Tensor&& t) {
        std::vector<ndarray> all;
        if (auto copy = from_torch(t)) all.push_back(std::move(*copy));
        return all;
    }
};

} // namespace v0
} // namespace xamt

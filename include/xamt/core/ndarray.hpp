/// @file
/// Tensors as data: an owning one, a view of one with its dtype known at run time, and a typed view for C++ functions under test.
///
/// Place in the pipeline: core. All of them are contiguous and row-major; owning buffers are aligned to 64 bytes, which is what
/// frameworks ask of memory that they adopt without a copy.
#pragma once

#include <xamt/core/complex_declared.hpp>
#include <xamt/core/dtype.hpp>
#include <xamt/core/half.hpp>
#include <xamt/core/shape.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <new>
#include <span>
#include <type_traits>
#include <utility>

namespace xamt {
inline namespace v0 {

inline constexpr std::size_t tensor_alignment = 64;

namespace detail {
/// Whether this is compiled with AddressSanitizer.
#if defined(__SANITIZE_ADDRESS__)
inline constexpr bool sanitized = true;
#elif defined(__has_feature)
inline constexpr bool sanitized = __has_feature(address_sanitizer);
#else
inline constexpr bool sanitized = false;
#endif

template <class T> struct dtype_of_type;
template <> struct dtype_of_type<float16> : std::integral_constant<dtype, dtype::float16> {};
template <> struct dtype_of_type<bfloat16> : std::integral_constant<dtype, dtype::bfloat16> {};
template <> struct dtype_of_type<float> : std::integral_constant<dtype, dtype::float32> {};
template <> struct dtype_of_type<double> : std::integral_constant<dtype, dtype::float64> {};
template <> struct dtype_of_type<std::int8_t> : std::integral_constant<dtype, dtype::int8> {};
template <> struct dtype_of_type<std::int16_t> : std::integral_constant<dtype, dtype::int16> {};
template <> struct dtype_of_type<std::int32_t> : std::integral_constant<dtype, dtype::int32> {};
template <> struct dtype_of_type<std::int64_t> : std::integral_constant<dtype, dtype::int64> {};
template <> struct dtype_of_type<std::uint8_t> : std::integral_constant<dtype, dtype::uint8> {};
template <> struct dtype_of_type<bool> : std::integral_constant<dtype, dtype::boolean> {};
template <> struct dtype_of_type<std::complex<float>> : std::integral_constant<dtype, dtype::complex64> {};
template <> struct dtype_of_type<std::complex<double>> : std::integral_constant<dtype, dtype::complex128> {};
} // namespace detail

/// The dtype whose elements are the C++ type T.
template <class T> inline constexpr dtype dtype_of = detail::dtype_of_type<std::remove_cv_t<T>>::value;

/// C++ types that are elements of tensors.
template <class T>
concept Element = requires { detail::dtype_of_type<std::remove_cv_t<T>>::value; };

/// A view of a contiguous tensor for C++ functions under test: `tensor_view<float const>` in, `tensor_view<float>` out.
template <Element T> struct tensor_view {
    T* data = nullptr;
    shape dims;

    [[nodiscard]] std::int64_t size() const { return dims.elements(); }
    [[nodiscard]] T* begin() const { return data; }
    [[nodiscard]] T* end() const { return data + size(); }
    [[nodiscard]] T& operator[](std::int64_t i) const { return data[i]; }
    [[nodiscard]] std::span<T> span() const { return {data, static_cast<std::size_t>(size())}; }
};

/// A view of a contiguous tensor whose dtype is known at run time. Does not own; cheap to copy.
struct ndarray_view {
    dtype type = dtype::float32;
    shape dims;
    std::byte const* data = nullptr;

    [[nodiscard]] std::int64_t size() const { return dims.elements(); }
    [[nodiscard]] std::size_t bytes() const { return static_cast<std::size_t>(size()) * size_of(type); }
    template <Element T> [[nodiscard]] tensor_view<T const> as() const { return {reinterpret_cast<T const*>(data), dims}; }
};

/// An owning contiguous tensor.
class ndarray {
  public:
    ndarray() = default;

    /// Uninitialised storage for `dims` elements of `type`.
    ndarray(dtype type, shape dims) : type_(type), dims_(dims), data_(allocate(bytes())) {}

    explicit ndarray(ndarray_view v) : ndarray(v.type, v.dims) {
        if (bytes() != 0) std::memcpy(data(), v.data, bytes());
    }
    ndarray(ndarray const& other) : ndarray(other.view()) {}
    ndarray(ndarray&& other) noexcept : type_(other.type_), dims_(other.dims_), data_(std::exchange(other.data_, nullptr)) {}
    ndarray& operator=(ndarray other) noexcept {
        type_ = other.type_;
        dims_ = other.dims_;
        std::swap(data_, other.data_);
        return *this;
    }
    ~ndarray() { release(data_); }

    [[nodiscard]] dtype type() const { return type_; }
    [[nodiscard]] shape const& dims() const { return dims_; }
    [[nodiscard]] std::int64_t size() const { return dims_.elements(); }
    [[nodiscard]] std::size_t bytes() const { return static_cast<std::size_t>(size()) * size_of(type_); }
    [[nodiscard]] std::byte* data() { return data_; }
    [[nodiscard]] std::byte const* data() const { return data_; }
    [[nodiscard]] ndarray_view view() const { return {type_, dims_, data_}; }
    template <Element T> [[nodiscard]] tensor_view<T> as() { return {reinterpret_cast<T*>(data_), dims_}; }
    template <Element T> [[nodiscard]] tensor_view<T const> as() const { return view().as<T>(); }

    /// The same elements under another shape; `dims` must hold as many elements.
    void reshape(shape dims) { dims_ = dims; }

  private:
    // Aligned by hand: malloc has small blocks at hand for plain requests only, and an aligned one costs several times as much. The byte
    // before the elements says how far they lie behind the beginning of their block. With AddressSanitizer blocks are exact, so that a
    // kernel which writes beyond its tensor is caught.
    static std::byte* allocate(std::size_t n) {
        if constexpr (detail::sanitized) return new (std::align_val_t{tensor_alignment}) std::byte[n == 0 ? 1 : n];
        auto* const block = static_cast<std::byte*>(::operator new(n + tensor_alignment));
        std::size_t const skip = tensor_alignment - reinterpret_cast<std::uintptr_t>(block) % tensor_alignment;
        block[skip - 1] = static_cast<std::byte>(skip);
        return block + skip;
    }
    static void release(std::byte* data) {
        if constexpr (detail::sanitized)
            ::operator delete[](data, std::align_val_t{tensor_alignment});
        else if (data != nullptr)
            ::operator delete(data - static_cast<std::size_t>(data[-1]));
    }

    dtype type_ = dtype::float32;
    shape dims_{std::initializer_list<std::int64_t>{0}};
    std::byte* data_ = nullptr; // owned; std::unique_ptr would bring <memory> into every file that describes an API
};

} // namespace v0
} // namespace xamt

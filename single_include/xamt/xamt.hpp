/// @file
/// All of <xamt/xamt.hpp> in one header. Made by tools/amalgamate: do not edit.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <exception>
#include <initializer_list>
#include <limits>
#include <new>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

// ---- xamt/core/dtype.hpp -------------------------------------------------------------------------------------------

/// @file
/// The element types that travel between frameworks, and what is known of each.
///
/// Place in the pipeline: core. Everything that touches tensor bytes asks here for sizes, names and floating-point formats.


namespace xamt {
inline namespace v0 {

/// Element type of a tensor. The numeric codes are those of the wire format between campaign and hosts.
enum class dtype : std::uint8_t {
    float16,
    bfloat16,
    float32,
    float64,
    int8,
    int16,
    int32,
    int64,
    uint8,
    boolean,
    complex64,
    complex128,
};

inline constexpr std::size_t dtype_count = 12;

enum class dtype_class : std::uint8_t { floating, integer, boolean, complex };

/// What the rest of the library needs to know of a dtype. `digits`, `min_exponent` and `max_exponent` follow
/// std::numeric_limits (value = 0.1xxx * 2^e) and describe one component of a complex number; they are 0 for integers.
struct dtype_info {
    std::string_view name;
    std::uint8_t size;
    dtype_class kind;
    std::int16_t digits;
    std::int16_t min_exponent;
    std::int16_t max_exponent;
};

inline constexpr std::array<dtype_info, dtype_count> dtype_table{{
    {"float16", 2, dtype_class::floating, 11, -13, 16},
    {"bfloat16", 2, dtype_class::floating, 8, -125, 128},
    {"float32", 4, dtype_class::floating, 24, -125, 128},
    {"float64", 8, dtype_class::floating, 53, -1021, 1024},
    {"int8", 1, dtype_class::integer, 0, 0, 0},
    {"int16", 2, dtype_class::integer, 0, 0, 0},
    {"int32", 4, dtype_class::integer, 0, 0, 0},
    {"int64", 8, dtype_class::integer, 0, 0, 0},
    {"uint8", 1, dtype_class::integer, 0, 0, 0},
    {"bool", 1, dtype_class::boolean, 0, 0, 0},
    {"complex64", 8, dtype_class::complex, 24, -125, 128},
    {"complex128", 16, dtype_class::complex, 53, -1021, 1024},
}};

[[nodiscard]] constexpr dtype_info const& info(dtype d) { return dtype_table[static_cast<std::size_t>(d)]; }
[[nodiscard]] constexpr std::string_view name_of(dtype d) { return info(d).name; }
[[nodiscard]] constexpr std::size_t size_of(dtype d) { return info(d).size; }
[[nodiscard]] constexpr bool is_floating(dtype d) { return info(d).kind == dtype_class::floating; }
[[nodiscard]] constexpr bool is_integer(dtype d) { return info(d).kind == dtype_class::integer; }
[[nodiscard]] constexpr bool is_complex(dtype d) { return info(d).kind == dtype_class::complex; }

/// The dtype of that name ("float32", "bool", ...), or nothing.
[[nodiscard]] constexpr std::optional<dtype> dtype_named(std::string_view name) {
    for (std::size_t i = 0; i < dtype_count; ++i)
        if (dtype_table[i].name == name) return static_cast<dtype>(i);
    return std::nullopt;
}

/// The type in which a trial of dtype `d` is evaluated for a reference: one step wider than any error that is judged.
[[nodiscard]] constexpr dtype widened(dtype d) {
    if (is_floating(d)) return dtype::float64;
    return is_complex(d) ? dtype::complex128 : d;
}

/// A set of dtypes, one bit each.
struct dtype_set {
    std::uint16_t bits = 0;

    [[nodiscard]] constexpr bool contains(dtype d) const { return (bits >> static_cast<unsigned>(d)) & 1u; }
    [[nodiscard]] constexpr bool empty() const { return bits == 0; }
    constexpr void insert(dtype d) { bits = static_cast<std::uint16_t>(bits | (1u << static_cast<unsigned>(d))); }
    friend constexpr dtype_set operator|(dtype_set a, dtype_set b) { return {static_cast<std::uint16_t>(a.bits | b.bits)}; }
    friend constexpr dtype_set operator&(dtype_set a, dtype_set b) { return {static_cast<std::uint16_t>(a.bits & b.bits)}; }
    friend constexpr bool operator==(dtype_set, dtype_set) = default;
};

inline constexpr dtype_set floating_dtypes{0b0000'0000'1111};
inline constexpr dtype_set integer_dtypes{0b0001'1111'0000};
inline constexpr dtype_set bool_dtypes{0b0010'0000'0000};
inline constexpr dtype_set complex_dtypes{0b1100'0000'0000};
inline constexpr dtype_set all_dtypes{0b1111'1111'1111};

} // namespace v0
} // namespace xamt

// ---- xamt/core/complex_declared.hpp --------------------------------------------------------------------------------

/// @file
/// std::complex, declared only: a header that names it but computes nothing with it need not pay for `<complex>`.
///
/// Place in the pipeline: core. libstdc++'s `<complex>` takes in the input and output streams, a third of what `<xamt/xamt.hpp>` may cost.
/// The standard has no forward header for it; where the library is not libstdc++, `<complex>` is included.


#if defined(__GLIBCXX__)
namespace std _GLIBCXX_VISIBILITY(default) {
_GLIBCXX_BEGIN_NAMESPACE_VERSION
template <class T> class complex;
_GLIBCXX_END_NAMESPACE_VERSION
} // namespace std _GLIBCXX_VISIBILITY(default)
#else
#include <complex>
#endif

// ---- xamt/core/half.hpp --------------------------------------------------------------------------------------------

/// @file
/// The two 16-bit floating-point formats: exact widening, and narrowing with round to nearest even.
///
/// Place in the pipeline: core. g++ 12 has no std::float16_t, and the core may not depend on a framework's own half type.


namespace xamt {
inline namespace v0 {

/// IEEE 754 binary16: 1 sign, 5 exponent, 10 fraction bits.
struct float16 {
    std::uint16_t bits = 0;
    friend constexpr bool operator==(float16, float16) = default;
};

/// The upper half of a binary32: 1 sign, 8 exponent, 7 fraction bits.
struct bfloat16 {
    std::uint16_t bits = 0;
    friend constexpr bool operator==(bfloat16, bfloat16) = default;
};

[[nodiscard]] constexpr float widen(bfloat16 h) { return std::bit_cast<float>(static_cast<std::uint32_t>(h.bits) << 16); }

[[nodiscard]] constexpr float widen(float16 h) {
    std::uint32_t const sign = static_cast<std::uint32_t>(h.bits & 0x8000u) << 16;
    std::uint32_t const exponent = (h.bits >> 10) & 0x1fu;
    std::uint32_t const fraction = h.bits & 0x3ffu;
    if (exponent == 0x1f) return std::bit_cast<float>(sign | 0x7f800000u | (fraction << 13));
    if (exponent != 0) return std::bit_cast<float>(sign | ((exponent + 112) << 23) | (fraction << 13));
    float const magnitude = static_cast<float>(fraction) * 0x1p-24f;
    return sign != 0 ? -magnitude : magnitude;
}

namespace detail {

/// Rounds a double to `digits` bits of significand with the given smallest and largest exponents and packs it into 16 bits.
/// Done on the 64-bit pattern, so that a double is rounded once (through float it would be rounded twice).
[[nodiscard]] constexpr std::uint16_t narrow_bits(double value, int fraction_bits, int bias) {
    std::uint64_t const pattern = std::bit_cast<std::uint64_t>(value);
    auto const sign = static_cast<std::uint16_t>((pattern >> 48) & 0x8000u);
    int const exponent = static_cast<int>((pattern >> 52) & 0x7ff);
    std::uint64_t const fraction = pattern & 0xfffffffffffffull;
    auto const infinity = static_cast<std::uint16_t>(((2u * static_cast<unsigned>(bias) + 1u) << fraction_bits));
    if (exponent == 0x7ff) {
        auto const quiet = static_cast<std::uint16_t>(fraction != 0 ? 1u << (fraction_bits - 1) : 0u);
        return static_cast<std::uint16_t>(sign | infinity | quiet);
    }
    if (exponent == 0) return sign;
    int target = exponent - 1023 + bias;
    std::uint64_t const significand = fraction | (1ull << 52);
    int const dropped = 52 - fraction_bits + (target < 1 ? 1 - target : 0);
    if (dropped > 54) return sign;
    std::uint64_t kept = significand >> dropped;
    std::uint64_t const rest = significand & ((1ull << dropped) - 1);
    std::uint64_t const half = 1ull << (dropped - 1);
    if (rest > half || (rest == half && (kept & 1u) != 0)) ++kept;
    if (target < 1) return static_cast<std::uint16_t>(sign | kept);
    std::uint64_t const packed = (static_cast<std::uint64_t>(target - 1) << fraction_bits) + kept;
    return static_cast<std::uint16_t>(sign | (packed >= infinity ? infinity : static_cast<std::uint16_t>(packed)));
}

} // namespace detail

[[nodiscard]] constexpr float16 to_float16(double value) { return {detail::narrow_bits(value, 10, 15)}; }
[[nodiscard]] constexpr bfloat16 to_bfloat16(double value) { return {detail::narrow_bits(value, 7, 127)}; }

} // namespace v0
} // namespace xamt

// ---- xamt/core/shape.hpp -------------------------------------------------------------------------------------------

/// @file
/// Extents of a tensor, in a fixed-capacity value that can live in constexpr objects and shared memory alike.
///
/// Place in the pipeline: core.


namespace xamt {
inline namespace v0 {

/// Row-major extents, outermost first. Rank 0 is a scalar (one element).
class shape {
  public:
    static constexpr std::size_t max_rank = 6; ///< what one wire descriptor holds

    constexpr shape() = default;
    constexpr shape(std::initializer_list<std::int64_t> extents) {
        for (auto e : extents) push_back(e);
    }
    constexpr explicit shape(std::span<std::int64_t const> extents) {
        for (auto e : extents) push_back(e);
    }

    [[nodiscard]] constexpr std::size_t rank() const { return rank_; }
    [[nodiscard]] constexpr std::int64_t operator[](std::size_t i) const { return extents_[i]; }
    [[nodiscard]] constexpr std::int64_t& operator[](std::size_t i) { return extents_[i]; }
    [[nodiscard]] constexpr auto begin() const { return extents_.begin(); }
    [[nodiscard]] constexpr auto end() const { return extents_.begin() + rank_; }
    [[nodiscard]] constexpr std::span<std::int64_t const> extents() const { return {extents_.data(), rank_}; }

    /// Number of elements: the product of the extents, 1 for a scalar.
    [[nodiscard]] constexpr std::int64_t elements() const {
        std::int64_t n = 1;
        for (auto e : *this) n *= e;
        return n;
    }

    /// Appends an extent; ranks beyond max_rank are ignored and must be refused by the caller (`full()`).
    constexpr void push_back(std::int64_t extent) {
        if (rank_ < max_rank) extents_[rank_++] = extent;
    }
    [[nodiscard]] constexpr bool full() const { return rank_ == max_rank; }

    friend constexpr bool operator==(shape const& a, shape const& b) {
        return a.rank_ == b.rank_ && std::equal(a.begin(), a.end(), b.begin());
    }

  private:
    std::array<std::int64_t, max_rank> extents_{};
    std::uint8_t rank_ = 0;
};

/// Row-major strides in elements.
[[nodiscard]] constexpr std::array<std::int64_t, shape::max_rank> row_major_strides(shape const& s) {
    std::array<std::int64_t, shape::max_rank> strides{};
    std::int64_t step = 1;
    for (std::size_t i = s.rank(); i-- > 0;) {
        strides[i] = step;
        step *= s[i];
    }
    return strides;
}

} // namespace v0
} // namespace xamt

// ---- xamt/core/ndarray.hpp -----------------------------------------------------------------------------------------

/// @file
/// Tensors as data: an owning one, a view of one with its dtype known at run time, and a typed view for C++ functions under test.
///
/// Place in the pipeline: core. All of them are contiguous and row-major; owning buffers are aligned to 64 bytes, which is what
/// frameworks ask of memory that they adopt without a copy.



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

// ---- xamt/core/none.hpp --------------------------------------------------------------------------------------------

/// @file
/// The absent argument: None in Python, std::nullopt in C++.
///
/// Place in the pipeline: core. Apart from value.hpp, so that descriptions need not include containers.

namespace xamt {
inline namespace v0 {

struct none {
    friend constexpr bool operator==(none, none) = default;
};

} // namespace v0
} // namespace xamt

// ---- xamt/core/random.hpp ------------------------------------------------------------------------------------------

/// @file
/// Counter-based random numbers: a stream is a function of its key, so any trial can be made again from its name alone.
///
/// Place in the pipeline: core. The mixer is SplitMix64's finaliser (Steele, Lea & Flood, OOPSLA 2014, "Fast splittable
/// pseudorandom number generators"), applied to key + counter * golden gamma; it passes BigCrush in that form.


namespace xamt {
inline namespace v0 {

/// Mixes 64 bits so that every input bit changes about half of the output bits.
[[nodiscard]] constexpr std::uint64_t mixed(std::uint64_t x) {
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ull;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebull;
    return x ^ (x >> 31);
}

/// A key from a list of numbers; the order matters.
[[nodiscard]] constexpr std::uint64_t key_of(std::initializer_list<std::uint64_t> parts) {
    std::uint64_t key = 0x9e3779b97f4a7c15ull;
    for (auto p : parts) key = mixed(key ^ mixed(p + 0x9e3779b97f4a7c15ull));
    return key;
}

/// A key from text (FNV-1a, then mixed). Stable for ever: trial names depend on it.
[[nodiscard]] constexpr std::uint64_t key_of(std::string_view text) {
    std::uint64_t h = 0xcbf29ce484222325ull;
    for (char c : text) h = (h ^ static_cast<unsigned char>(c)) * 0x100000001b3ull;
    return mixed(h);
}

/// A stream of random numbers: a key and a counter, nothing else.
class random_stream {
  public:
    constexpr explicit random_stream(std::uint64_t key) : key_(key) {}

    constexpr std::uint64_t bits() { return mixed(key_ + ++counter_ * 0x9e3779b97f4a7c15ull); }

    /// Uniform in [0, n); n = 0 gives 0. Multiply-shift; the bias of at most n / 2^64 does not matter to a fuzzer.
    constexpr std::uint64_t below(std::uint64_t n) {
        __extension__ typedef unsigned __int128 wide; // g++ and clang both have it, and -Wpedantic says so without this
        return static_cast<std::uint64_t>((static_cast<wide>(bits()) * n) >> 64);
    }

    /// Uniform in [lo, hi], both included.
    constexpr std::int64_t between(std::int64_t lo, std::int64_t hi) {
        auto const width = static_cast<std::uint64_t>(hi) - static_cast<std::uint64_t>(lo) + 1;
        return static_cast<std::int64_t>(static_cast<std::uint64_t>(lo) + (width == 0 ? bits() : below(width)));
    }

    /// Uniform in [0, 1) with 53 random bits.
    constexpr double unit() { return static_cast<double>(bits() >> 11) * 0x1p-53; }

    /// True with probability p.
    constexpr bool chance(double p) { return unit() < p; }

    template <class T> constexpr T const& pick(std::span<T const> items) { return items[below(items.size())]; }

  private:
    std::uint64_t key_;
    std::uint64_t counter_ = 0;
};

} // namespace v0
} // namespace xamt

// ---- xamt/core/result.hpp ------------------------------------------------------------------------------------------

/// @file
/// Outcomes as values: what was wanted, or an error that says what, where, why and what to do.
///
/// Place in the pipeline: core. Exceptions stay at the edges (a framework's own, the command line).


namespace xamt {
inline namespace v0 {

/// An error for a person to read. `what` says what failed and where; `why` the cause; `remedy` what to do (may be empty).
struct error {
    std::string what;
    std::string why;
    std::string remedy;

    /// The whole in one line.
    [[nodiscard]] std::string text() const {
        std::string line = what;
        if (!why.empty()) line += ": " + why;
        if (!remedy.empty()) line += " (" + remedy + ")";
        return line;
    }
};

/// Either a T or an error.
template <class T> class [[nodiscard]] result {
  public:
    result(T v) : state_(std::in_place_index<0>, std::move(v)) {}
    result(error e) : state_(std::in_place_index<1>, std::move(e)) {}

    [[nodiscard]] bool has_value() const { return state_.index() == 0; }
    explicit operator bool() const { return has_value(); }
    [[nodiscard]] T& operator*() { return *std::get_if<0>(&state_); }
    [[nodiscard]] T const& operator*() const { return *std::get_if<0>(&state_); }
    [[nodiscard]] T* operator->() { return std::get_if<0>(&state_); }
    [[nodiscard]] T const* operator->() const { return std::get_if<0>(&state_); }
    [[nodiscard]] xamt::error const& failure() const { return *std::get_if<1>(&state_); }

  private:
    std::variant<T, xamt::error> state_;
};

} // namespace v0
} // namespace xamt

// ---- xamt/core/strided_view.hpp ------------------------------------------------------------------------------------

/// @file
/// A view of a tensor whose elements need not lie side by side, for C++ functions that take strides.
///
/// Place in the pipeline: core. Example: `void relu(xamt::strided_view<float const> x, xamt::strided_view<float> y)`.



namespace xamt {
inline namespace v0 {

/// Data, extents, and strides counted in elements.
template <class T> struct strided_view {
    T* data = nullptr;
    shape dims;
    std::array<std::int64_t, shape::max_rank> strides{};

    /// The element at one index an axis.
    template <std::integral... Index> [[nodiscard]] constexpr T& operator()(Index... index) const {
        std::size_t axis = 0;
        std::int64_t at = 0;
        ((at += static_cast<std::int64_t>(index) * strides[axis++]), ...);
        return data[at];
    }
    [[nodiscard]] constexpr std::int64_t size() const { return dims.elements(); }
};

/// The view of a contiguous tensor.
template <class T> [[nodiscard]] constexpr strided_view<T> strided(T* data, shape const& dims) {
    return {data, dims, row_major_strides(dims)};
}

} // namespace v0
} // namespace xamt

// ---- xamt/core/value.hpp -------------------------------------------------------------------------------------------

/// @file
/// One argument of a call, whatever its kind: the common currency between generator, aligner, hosts and reports.
///
/// Place in the pipeline: core. Example: `value v = std::int64_t{3}; value none = xamt::none{};`



namespace xamt {
inline namespace v0 {

/// A list of integers: axes, sizes, strides. `columns` > 0 makes it a nested list of that many numbers a row ([[0,1],[2,2]]).
struct integer_list {
    std::vector<std::int64_t> items;
    int columns = 0;
    friend bool operator==(integer_list const&, integer_list const&) = default;
};

/// A complex number as an argument. Converts from std::complex, whose header is too dear for every file that describes an API.
struct complex_number {
    double real = 0, imaginary = 0;

    constexpr complex_number() = default;
    constexpr complex_number(double re, double im) : real(re), imaginary(im) {}
    template <class C>
        requires requires(C const& c) { c.real(), c.imag(); }
    constexpr complex_number(C const& c) : real(c.real()), imaginary(c.imag()) {}
    friend constexpr bool operator==(complex_number, complex_number) = default;
};

using value = std::variant<none, bool, std::int64_t, double, complex_number, std::string, dtype, integer_list, std::vector<double>, ndarray,
                           std::vector<ndarray>>;

} // namespace v0
} // namespace xamt

// ---- xamt/describe/accuracy.hpp ------------------------------------------------------------------------------------

/// @file
/// How exact a correct implementation of an API must be: the description's share of every error bound.
///
/// Place in the pipeline: describe. compare/bound.hpp turns it into ULP per element.


namespace xamt {
inline namespace v0 {

/// Kinds of operation by how rounding errors arise in them.
enum class rounding : std::uint8_t {
    exact,          ///< moves, compares or selects values; nothing is rounded
    correct,        ///< one IEEE operation (+ - * / sqrt): the nearest number, or its neighbour
    elementary,     ///< exp, log, sin, ...: a few ULP over the whole domain
    special,        ///< gamma, Bessel, erfinv, ...: more ULP, conditioning decides near zeros and poles
    accumulation,   ///< sums and products of many terms: grows with the number of terms and with sum |x|
    linear_algebra, ///< factorisations and solvers: backward stable, the condition number decides
};

struct accuracy {
    rounding of = rounding::elementary;
    double ulp = 0;             ///< 0: the default of its kind
    double cancelling = 0; ///< size of the terms that may cancel in a result, if it is the same for all inputs (windows)
    std::string_view terms = {}; ///< accumulation: size letters whose product is the number of terms (empty: input over output size)
};

/// What an output is, and with that how two of them are compared.
enum class nature : std::uint8_t {
    values,        ///< numbers, cell by cell
    indices,       ///< positions; among equal values any may be named
    up_to_sign,    ///< vectors whose sign is free (eigenvectors, singular vectors, QR)
    unordered,     ///< a set: order is free
    shape_only,    ///< contents are unspecified (empty, random)
};

struct output {
    nature is = nature::values;
    std::string_view layout = {}; ///< canonical meaning of the axes, such as "NCHW"
};

} // namespace v0
} // namespace xamt

// ---- xamt/describe/constant.hpp ------------------------------------------------------------------------------------

/// @file
/// Constants inside descriptions: defaults, pinned arguments, restrictions. A literal type without containers, unlike the run-time `value`
/// (align/convert.hpp makes one from the other).
///
/// Place in the pipeline: describe. Converts from what people write: `by_default(-1)`, `given("approximate", "tanh")`.



namespace xamt {
inline namespace v0 {

struct constant {
    enum class type : std::uint8_t { absent, none, flag, integer, real, text, dtype, integers };

    type is = type::absent;
    std::uint8_t count = 0;             ///< of `integers`
    xamt::dtype element{};              ///< of type::dtype
    std::array<std::int16_t, 6> list{}; ///< of type::integers
    std::int64_t integer = 0;           ///< also the flag
    double real = 0;
    std::string_view text{};

    constexpr constant() = default;
    constexpr constant(xamt::none) : is(type::none) {}
    constexpr constant(std::same_as<bool> auto v) : is(type::flag), integer(v) {}
    constexpr constant(std::integral auto v)
        requires(!std::same_as<decltype(v), bool>)
        : is(type::integer), integer(static_cast<std::int64_t>(v)) {}
    constexpr constant(std::floating_point auto v) : is(type::real), real(v) {}
    constexpr constant(char const* v) : is(type::text), text(v) {}
    constexpr constant(std::string_view v) : is(type::text), text(v) {}
    constexpr constant(xamt::dtype v) : is(type::dtype), element(v) {}
    constexpr constant(std::initializer_list<int> v) : is(type::integers) {
        for (int i : v)
            if (count < list.size()) list[count++] = static_cast<std::int16_t>(i);
    }

    [[nodiscard]] constexpr bool present() const { return is != type::absent; }
    friend constexpr bool operator==(constant const&, constant const&) = default;
};

} // namespace v0
} // namespace xamt

// ---- xamt/describe/framework.hpp -----------------------------------------------------------------------------------

/// @file
/// Frameworks as values: `fw::torch`, `fw::keras["jax"]`, or one of your own.
///
/// Place in the pipeline: describe. They live in a namespace of their own, because a tag named `torch` in an imported
/// namespace collides with ATen's. Example: `inline constexpr xamt::framework my_kernels{"my_kernels"};`


namespace xamt {
inline namespace v0 {

/// A library under test, in one of its backends if it has several.
struct framework {
    std::string_view name;
    std::string_view backend = {};

    /// The same framework on one backend: `fw::keras["jax"]`, written `keras[jax]` on the command line and in reports.
    [[nodiscard]] constexpr framework operator[](std::string_view on) const { return {name, on}; }
    friend constexpr bool operator==(framework, framework) = default;
};

/// The frameworks that xamt has adapters for.
namespace fw {
inline constexpr framework torch{"torch"};
inline constexpr framework tensorflow{"tensorflow"};
inline constexpr framework keras{"keras"};
inline constexpr framework jax{"jax"};
inline constexpr framework chainer{"chainer"};
inline constexpr framework numpy{"numpy"};
inline constexpr framework eigen{"eigen"};
} // namespace fw

} // namespace v0
} // namespace xamt

// ---- xamt/describe/parameter.hpp -----------------------------------------------------------------------------------

/// @file
/// Canonical parameters of an API: kind, admissible values, how its shape hangs together with the others'.
///
/// Place in the pipeline: describe. Example:
/// `tensor("x").floating().rank(1, 4)`, `axis("axis").by_default(-1)`, `real("eps").between(1e-7, 0.1).by_default(1e-5)`.



namespace xamt {
inline namespace v0 {

/// What a parameter is; decides how it is generated, converted and passed.
enum class kind : std::uint8_t { tensor, tensors, axis, axes, shape, integer, integers, real, flag, choice, dtype };

[[nodiscard]] constexpr std::string_view name_of(kind k) {
    constexpr std::array<std::string_view, 11> names{"tensor",   "tensors", "axis", "axes",   "shape", "integer",
                                                     "integers", "real",    "flag", "choice", "dtype"};
    return names[static_cast<std::size_t>(k)];
}

/// What the elements of a tensor must be like, beyond their range.
enum class content : std::uint8_t {
    any,                ///< every value of the dtype within the range
    probabilities,      ///< non-negative, the last axis sums to one
    indices,            ///< valid positions along an axis of another tensor (or class numbers below a size letter)
    ascending,          ///< sorted along the last axis
    positive_definite,  ///< symmetric positive definite in the last two axes
    well_conditioned,   ///< square and far from singular in the last two axes
    symmetric,          ///< symmetric in the last two axes
    triangular,         ///< lower triangular with a dominant diagonal
    signs,              ///< -1 or +1
    one_hot,            ///< one 1 in the last axis
};

/// How a tensor's shape follows from the others'.
enum class shape_rule : std::uint8_t {
    automatic, ///< the first tensor is free, later ones broadcast against it
    same,      ///< as the first tensor
    letters,   ///< given by size letters, see parameter::dims
};

/// One canonical parameter. A plain value; the members that return it changed are meant to be chained. (No helper does the copying: a
/// description's compile time is the number of calls that the compiler has to evaluate.)
struct parameter {
    static constexpr std::size_t max_choices = 6;

    std::string_view name;
    kind what = kind::tensor;
    content filled_with = content::any;
    shape_rule shaped = shape_rule::automatic;
    bool may_be_none = false;
    bool normal = false;   ///< no subnormal numbers, which some frameworks take for zero
    bool whole = false;    ///< only whole numbers (a floating tensor of exactly representable integers)
    std::uint8_t rank_lo = 0, rank_hi = 5;
    dtype_set types{};     ///< admissible dtypes; empty: those of the first tensor
    double lo = 0, hi = 0; ///< range of elements or numbers, both included; lo > hi or both 0: unrestricted
    std::int8_t length_lo = 0, length_hi = 0; ///< of lists
    std::string_view layout;                  ///< canonical meaning of the axes, such as "NCHW"
    std::string_view letters;                 ///< one size letter an axis, such as "nchw"; equal letters are equal extents
    std::string_view refers_to;               ///< axis/axes/indices: the tensor meant (empty: the first tensor)
    std::string_view along;                   ///< indices: the axis parameter they count along, or a size letter
    std::array<std::string_view, max_choices> choices{};
    std::uint8_t choice_count = 0;
    constant fallback;                        ///< default

    // Which dtypes.
    constexpr parameter floating() const { return of_types(floating_dtypes); }
    constexpr parameter integral() const { return of_types(integer_dtypes); }
    constexpr parameter boolean() const { return of_types(bool_dtypes); }
    constexpr parameter real_numbers() const { return of_types(floating_dtypes | integer_dtypes); }
    constexpr parameter numbers() const { return of_types(floating_dtypes | integer_dtypes | complex_dtypes); }
    constexpr parameter floating_or_complex() const { return of_types(floating_dtypes | complex_dtypes); }
    constexpr parameter anything() const { return of_types(all_dtypes); }
    constexpr parameter only(dtype d) const {
        parameter p = *this;
        p.types = {};
        p.types.insert(d);
        return p;
    }
    constexpr parameter of_types(dtype_set s) const {
        parameter p = *this;
        p.types = s;
        return p;
    }

    // Which values.
    constexpr parameter between(double low, double high) const {
        parameter p = *this;
        p.lo = low;
        p.hi = high;
        return p;
    }
    constexpr parameter finite() const { return between(-0x1.fffffffffffffp1023, 0x1.fffffffffffffp1023); }
    constexpr parameter positive() const { return between(0x1p-1074, 0x1.fffffffffffffp1023); }
    constexpr parameter non_negative() const { return between(0, 0x1.fffffffffffffp1023); }
    constexpr parameter whole_numbers() const {
        parameter p = *this;
        p.whole = true;
        return p;
    }
    constexpr parameter without_subnormals() const {
        parameter p = *this;
        p.normal = true;
        return p;
    }
    constexpr parameter holding(content c) const {
        parameter p = *this;
        p.filled_with = c;
        return p;
    }
    constexpr parameter indices_into(std::string_view tensor_name, std::string_view axis_or_letter) const {
        parameter p = *this;
        p.filled_with = content::indices;
        p.refers_to = tensor_name;
        p.along = axis_or_letter;
        return p;
    }

    // Which shapes. Size letters on a list of numbers, extents or an integer make its numbers those sizes: a kernel of pooling is
    // `integers("kernel").length(2).dims("kl")`, a reshape's target `extents("shape").dims("ba")` where the tensor has `dims("ab")`.
    constexpr parameter rank(int low, int high) const {
        parameter p = *this;
        p.rank_lo = static_cast<std::uint8_t>(low);
        p.rank_hi = static_cast<std::uint8_t>(high);
        return p;
    }
    constexpr parameter rank(int r) const { return rank(r, r); }
    constexpr parameter same_shape() const {
        parameter p = *this;
        p.shaped = shape_rule::same;
        return p;
    }
    constexpr parameter dims(std::string_view size_letters) const {
        parameter p = rank(static_cast<int>(size_letters.size()));
        p.letters = size_letters;
        p.shaped = shape_rule::letters;
        return p;
    }
    constexpr parameter in_layout(std::string_view l) const {
        parameter p = *this;
        p.layout = l;
        return p;
    }

    // The rest.
    constexpr parameter of(std::string_view tensor_name) const {
        parameter p = *this;
        p.refers_to = tensor_name;
        return p;
    }
    constexpr parameter length(int low, int high) const {
        parameter p = *this;
        p.length_lo = static_cast<std::int8_t>(low);
        p.length_hi = static_cast<std::int8_t>(high);
        return p;
    }
    constexpr parameter length(int n) const { return length(n, n); }
    constexpr parameter none_able() const {
        parameter p = *this;
        p.may_be_none = true;
        return p;
    }
    constexpr parameter by_default(constant c) const {
        parameter p = *this;
        p.fallback = c;
        return p;
    }

    [[nodiscard]] constexpr bool is_tensor() const { return what == kind::tensor || what == kind::tensors; }
    [[nodiscard]] constexpr bool bounded() const { return lo < hi || (lo == hi && lo != 0); }
};

namespace detail {
[[nodiscard]] constexpr parameter parameter_of(std::string_view name, kind what) {
    parameter p;
    p.name = name;
    p.what = what;
    return p;
}
} // namespace detail

/// One tensor. @{
[[nodiscard]] constexpr parameter tensor(std::string_view name) { return detail::parameter_of(name, kind::tensor); }
/// A list of tensors (concatenate, stack, einsum). `length` bounds how many.
[[nodiscard]] constexpr parameter tensors(std::string_view name) { return detail::parameter_of(name, kind::tensors).length(1, 3); }
/// One axis of a tensor, negative ones included.
[[nodiscard]] constexpr parameter axis(std::string_view name) { return detail::parameter_of(name, kind::axis); }
/// Several axes of a tensor, distinct; `none_able()` where none means all.
[[nodiscard]] constexpr parameter axes(std::string_view name) { return detail::parameter_of(name, kind::axes); }
/// The extents of a tensor to be made.
[[nodiscard]] constexpr parameter extents(std::string_view name) { return detail::parameter_of(name, kind::shape); }
/// A whole number.
[[nodiscard]] constexpr parameter integer(std::string_view name) { return detail::parameter_of(name, kind::integer); }
/// A list of whole numbers.
[[nodiscard]] constexpr parameter integers(std::string_view name) { return detail::parameter_of(name, kind::integers).length(1, 3); }
/// A real number.
[[nodiscard]] constexpr parameter real(std::string_view name) { return detail::parameter_of(name, kind::real); }
/// True or false.
[[nodiscard]] constexpr parameter flag(std::string_view name) { return detail::parameter_of(name, kind::flag); }
/// An element type.
[[nodiscard]] constexpr parameter element_type(std::string_view name) { return detail::parameter_of(name, kind::dtype); }
/// One of a few words: `choice("mode", "constant", "reflect")`.
template <class... Words> [[nodiscard]] constexpr parameter choice(std::string_view name, Words... words) {
    static_assert(sizeof...(words) <= parameter::max_choices, "xamt: a choice has at most 6 words");
    parameter p = detail::parameter_of(name, kind::choice);
    p.choices = {std::string_view(words)...};
    p.choice_count = sizeof...(words);
    return p;
}
/// @}

} // namespace v0
} // namespace xamt

// ---- xamt/describe/binding.hpp -------------------------------------------------------------------------------------

/// @file
/// How one framework spells an API: its function, its parameter names in canonical order, and what must be converted.
///
/// Place in the pipeline: describe. A binding is data; align/ carries it out. Example, the list after the function name:
/// `.on(fw::tensorflow, "tf.nn.conv2d", as("input", "NHWC"), as("filters", "HWIO"), "strides", given("padding", "VALID"))`.



namespace xamt {
inline namespace v0 {

/// How an argument is made from the canonical one.
enum class conversion : std::uint8_t {
    plain,         ///< as it is
    words,         ///< a flag or choice is spelled with this framework's words
    negated,       ///< a flag means the opposite
    plus,          ///< a whole number counts from another base
    pads,          ///< padding numbers become (before, after) pairs for every axis of a layout
    over_layout,   ///< numbers for the spatial axes become one for every axis of a layout, 1 elsewhere
    same_or_valid, ///< padding numbers become "SAME" or "VALID"; other paddings leave this framework out
    scalar_of,     ///< a list of equal numbers becomes the number; unequal ones leave this framework out
    spread,        ///< a list of tensors becomes separate arguments
    as_tensor,     ///< a number or list becomes a tensor (of the first tensor's dtype; lists of integers become int32)
    shape_of,      ///< a tensor's extents as a list; the tensor itself may be bound as well
    extent_of,     ///< the tensor's extent along one axis (item::number, which may be negative)
    pairs,         ///< the list b0 a0 b1 a1 ... becomes [[b0, a0], [b1, a1], ...]
    from_front,    ///< an axis counted from the front, for functions that take no negative ones
    pairs_from_last, ///< the list b0 a0 b1 a1 ... becomes ... b1 a1 b0 a0, flat: the last axis comes first
};

/// One entry in the list that follows the function's name in `.on(...)`.
struct item {
    enum class role : std::uint8_t {
        unused,
        argument,
        pinned,
        only,
        component,
        gives,
        accepts,
        eager,
        construct,
        implied,
        out_like,
        out_dims,
        size_of,
        extent_of /* parameters of C++ kernels that no framework has */
    };

    role is = role::unused;
    conversion how = conversion::plain;
    bool in_place = false;       ///< the C++ function writes its result over this argument
    std::int8_t number = 0;      ///< component index, what `plus` adds, or the canonical parameter that out_like and size_of mean
    std::int8_t parameter = -1;  ///< position of the canonical parameter, filled in by `.on`
    dtype_set types{};           ///< accepts
    std::string_view name;       ///< the framework's parameter
    std::string_view canonical;  ///< canonical parameter, if named by `from`
    std::string_view layout;
    std::array<std::string_view, 4> spelled{};
    constant pin;

    constexpr item() = default;
    constexpr item(char const* parameter_name) : is(role::argument), name(parameter_name, __builtin_strlen(parameter_name)) {}
    constexpr item(std::string_view parameter_name) : is(role::argument), name(parameter_name) {}

    /// Takes the canonical parameter of that name instead of the next one in order.
    [[nodiscard]] constexpr item from(std::string_view canonical_name) const {
        item i = *this;
        i.canonical = canonical_name;
        return i;
    }
};

namespace detail {
/// What `.on` was not given: one constant, since making a dozen of them for each binding took a third of a description's compile time.
inline constexpr item no_item{};

[[nodiscard]] constexpr item item_of(item::role is, std::string_view name, conversion how = conversion::plain) {
    item i;
    i.is = is;
    i.name = name;
    i.how = how;
    return i;
}
} // namespace detail

/// The tensor in another layout: `as("filters", "HWIO")`; a digit 1 in the layout is an axis of extent one.
[[nodiscard]] constexpr item as(std::string_view name, std::string_view layout) {
    item i = detail::item_of(item::role::argument, name);
    i.layout = layout;
    return i;
}
/// An argument that is always the same.
[[nodiscard]] constexpr item given(std::string_view name, constant c) {
    item i = detail::item_of(item::role::pinned, name);
    i.pin = c;
    return i;
}
/// Words for false and true, or for the choices in their order.
template <class... Words> [[nodiscard]] constexpr item words(std::string_view name, Words... spelling) {
    static_assert(sizeof...(spelling) <= 4, "xamt: words() takes at most 4 spellings");
    item i = detail::item_of(item::role::argument, name, conversion::words);
    i.spelled = {std::string_view(spelling)...};
    return i;
}
/// A flag that means the opposite here.
[[nodiscard]] constexpr item negated(std::string_view name) { return detail::item_of(item::role::argument, name, conversion::negated); }
/// A whole number counted from another base: `plus("k", 1)` where the canonical one counts from 0.
[[nodiscard]] constexpr item plus(std::string_view name, int offset) {
    item i = detail::item_of(item::role::argument, name, conversion::plus);
    i.number = static_cast<std::int8_t>(offset);
    return i;
}
/// Padding numbers as (before, after) pairs for every axis of the layout: [[0,0],[1,1],[1,1],[0,0]] for "NHWC".
[[nodiscard]] constexpr item pads(std::string_view name, std::string_view layout) {
    item i = detail::item_of(item::role::argument, name, conversion::pads);
    i.layout = layout;
    return i;
}
/// Numbers for the spatial axes spread over a layout: strides (2,2) become (1,2,2,1) for "NHWC".
[[nodiscard]] constexpr item over_layout(std::string_view name, std::string_view layout) {
    item i = detail::item_of(item::role::argument, name, conversion::over_layout);
    i.layout = layout;
    return i;
}
/// Padding numbers as the words SAME (where they amount to it for stride 1 and the kernel's extents) or VALID. `kernel` names the
/// canonical tensor or list that holds the kernel's spatial extents (last axes), `stride` the canonical list of strides.
[[nodiscard]] constexpr item same_or_valid(std::string_view name, std::string_view kernel, std::string_view stride) {
    item i = detail::item_of(item::role::argument, name, conversion::same_or_valid);
    i.spelled = {kernel, stride};
    return i;
}
/// A list of equal numbers as one number.
[[nodiscard]] constexpr item scalar_of(std::string_view name) { return detail::item_of(item::role::argument, name, conversion::scalar_of); }
/// A list of tensors as separate arguments.
[[nodiscard]] constexpr item spread(std::string_view name) { return detail::item_of(item::role::argument, name, conversion::spread); }
/// A number (or list of integers) passed as a tensor.
[[nodiscard]] constexpr item as_tensor(std::string_view name) { return detail::item_of(item::role::argument, name, conversion::as_tensor); }
/// The extents of a tensor where a framework wants them as numbers: `shape_of("normalized_shape").from("weight")`.
[[nodiscard]] constexpr item shape_of(std::string_view name) { return detail::item_of(item::role::argument, name, conversion::shape_of); }
/// One extent of a tensor as a number.
[[nodiscard]] constexpr item extent_of(std::string_view name, int axis) {
    item i = detail::item_of(item::role::argument, name, conversion::extent_of);
    i.number = static_cast<std::int8_t>(axis);
    return i;
}
/// Numbers of padding (before, after) for every axis, nested: b0 a0 b1 a1 become [[b0, a0], [b1, a1]].
[[nodiscard]] constexpr item pairs(std::string_view name) { return detail::item_of(item::role::argument, name, conversion::pairs); }
/// The same, flat and with the last axis first: b0 a0 b1 a1 become b1 a1 b0 a0.
[[nodiscard]] constexpr item pairs_from_last(std::string_view name) {
    return detail::item_of(item::role::argument, name, conversion::pairs_from_last);
}
/// An axis that is counted from the front: -1 of a matrix becomes 1.
[[nodiscard]] constexpr item from_front(std::string_view name) {
    return detail::item_of(item::role::argument, name, conversion::from_front);
}
/// This framework needs no such argument, because others say the same: the full extents where a size is bound too.
[[nodiscard]] constexpr item implied() { return detail::item_of(item::role::implied, {}); }
/// This framework has no such parameter and behaves as with this value; it takes part only then.
[[nodiscard]] constexpr item only(constant c) {
    item i = detail::item_of(item::role::only, {});
    i.pin = c;
    return i;
}
/// The framework returns a tuple; this element of it is meant.
[[nodiscard]] constexpr item component(int index) {
    item i = detail::item_of(item::role::component, {});
    i.number = static_cast<std::int8_t>(index);
    return i;
}
/// The layout of the result: `gives("NHWC")`.
[[nodiscard]] constexpr item gives(std::string_view layout) {
    item i = detail::item_of(item::role::gives, {});
    i.layout = layout;
    return i;
}
/// The dtypes of the first tensor that this framework takes, where they are fewer than the API's.
[[nodiscard]] constexpr item accepts(dtype_set types) {
    item i = detail::item_of(item::role::accepts, {});
    i.types = types;
    return i;
}
/// Not to be compiled (jax.jit): its result's shape depends on values.
[[nodiscard]] constexpr item eager() { return detail::item_of(item::role::eager, {}); }
/// A layer: this argument goes to the constructor, and so does every later one; earlier ones go to the call.
[[nodiscard]] constexpr item construct() { return detail::item_of(item::role::construct, {}); }

/// For C++ kernels of the usual form, `.on(mine, xamt::fn<&relu>, "x", xamt::out_like("x"), xamt::size_of("x"))` for
/// `void relu(float const* x, float* y, std::size_t n)`. Names are canonical ones, the list is in the order of the C++ parameters. @{

/// A result, written through a pointer, span or view: a tensor of the shape of that parameter.
[[nodiscard]] constexpr item out_like(std::string_view canonical) { return detail::item_of(item::role::out_like, canonical); }
/// A result whose shape is given by size letters (parameter::dims): `out_dims("mn")`; `out_dims("")` is one element.
[[nodiscard]] constexpr item out_dims(std::string_view size_letters) { return detail::item_of(item::role::out_dims, size_letters); }
/// The number of elements of that parameter.
[[nodiscard]] constexpr item size_of(std::string_view canonical) { return detail::item_of(item::role::size_of, canonical); }
/// The extent that a size letter stands for: `extent_of("m")`.
[[nodiscard]] constexpr item extent_of(std::string_view size_letter) { return detail::item_of(item::role::extent_of, size_letter); }
/// An argument that the function writes its result over.
[[nodiscard]] constexpr item in_place(std::string_view name) {
    item i = detail::item_of(item::role::argument, name);
    i.in_place = true;
    return i;
}
/// @}

/// A call in the process itself; describe/native.hpp says what a frame holds.
struct native_frame;
using in_process_call = void (*)(native_frame&);

/// How one framework spells an API.
struct binding {
    static constexpr std::size_t max_items = 12;

    framework on;
    std::string_view function;      ///< qualified name; for in-process functions a name for reports
    in_process_call call = nullptr; ///< set for in-process functions
    bool in_process = false;        ///< whether it is (UBSan lets no constant expression compare a function's address)
    std::uint8_t count = 0;
    std::array<item, max_items> items{};

    [[nodiscard]] constexpr std::span<item const> list() const { return {items.data(), count}; }

    /// The first item of that role, or nullptr.
    [[nodiscard]] constexpr item const* find(item::role r) const {
        for (auto const& i : list())
            if (i.is == r) return &i;
        return nullptr;
    }
};

} // namespace v0
} // namespace xamt

// ---- xamt/describe/fault.hpp ---------------------------------------------------------------------------------------

/// @file
/// Mistakes in descriptions, kept as data: found while a description is built, told where it is first used.
///
/// Place in the pipeline: describe. `xamt::sound<my_api>` (describe/sound.hpp) turns a stored fault into one compile error; a host that
/// finds the same mistake when it starts says it with the same sentence.



namespace xamt {
inline namespace v0 {

/// Of type int, since clang shows enumerators of a byte as characters.
enum class flaw : int {
    none,
    too_many_parameters,
    too_many_bindings,
    too_many_items,
    too_many_names,
    duplicate_parameter,
    duplicate_binding,
    unknown_canonical_name,
    unknown_parameter_name,
    unknown_function,
    missing_parameter,
    unbound_required,
    kind_mismatch,
    wrong_arity,
    unknown_type,
    unknown_result,
};

/// What is wrong and what to do about it, in one sentence. The compile errors of describe/sound.hpp say the same; tests/fail compares
/// them, because a static_assert of C++20 takes nothing but a literal.
[[nodiscard]] constexpr std::string_view sentence(flaw f) {
    switch (f) {
    case flaw::none: break;
    case flaw::too_many_parameters:
        return "xamt: an API takes at most 10 parameters; leave out those that never vary, given(name, value) pins them";
    case flaw::too_many_bindings: return "xamt: an API is bound to at most 9 frameworks; describe it a second time for the others";
    case flaw::too_many_items:
        return "xamt: .on(...) takes at most 12 names and items; leave out what is pinned to the framework's own default";
    case flaw::too_many_names:
        return "xamt: .on(...) has more names than takes(...) has parameters; pin what varies in no other framework with given(name, "
               "value)";
    case flaw::duplicate_parameter: return "xamt: the API takes two parameters of this name; rename one of them";
    case flaw::duplicate_binding:
        return "xamt: the API is bound to this framework twice; remove one .on(...), or name a backend: fw::keras[\"jax\"]";
    case flaw::unknown_canonical_name:
        return "xamt: this item names no parameter of the API; use a name, or a size letter, that stands in takes(...)";
    case flaw::unknown_parameter_name:
        return "xamt: the framework's function has no parameter of this name; use the name in the framework's own signature";
    case flaw::unknown_function:
        return "xamt: the framework has no function of this name; use the qualified name under which it is documented";
    case flaw::missing_parameter:
        return "xamt: this parameter is not bound here; add the framework's name for it to .on(...), say only(value), or give it "
               "by_default(value)";
    case flaw::unbound_required:
        return "xamt: the framework's function requires this parameter; bind it, or pin it with given(name, value)";
    case flaw::kind_mismatch:
        return "xamt: the function's parameter of this name has another kind than takes(...) says; convert it, or change its description";
    case flaw::wrong_arity: return "xamt: the C++ function takes another number of parameters than .on(...) names; name each of them once";
    case flaw::unknown_type: return "xamt: the C++ type of this parameter is not known; specialise xamt::native_argument for it";
    case flaw::unknown_result: return "xamt: the C++ type that this function returns is not known; specialise xamt::native_result for it";
    }
    return "xamt: the description is sound";
}

struct fault {
    flaw what = flaw::none;
    framework on;
    std::string_view parameter; ///< the name as it was written

    constexpr explicit operator bool() const { return what != flaw::none; }
};

} // namespace v0
} // namespace xamt

// ---- xamt/describe/schema.hpp --------------------------------------------------------------------------------------

/// @file
/// Reads PyTorch's operator schemas, such as "aten::softmax.int(Tensor self, int dim, ScalarType? dtype=None) -> Tensor", while compiling.
///
/// Place in the pipeline: describe. One flat reader over characters and no template per operator: all 3,101 operators of PyTorch are read in
/// a second, where a template for each took fifteen. Example:
/// @code
/// .on(fw::torch, xamt::schema("mylib::scale(Tensor x, float by) -> Tensor"), "x", "by")
/// @endcode



namespace xamt {
inline namespace v0 {

/// A function with its schema; the name is the text up to the parenthesis.
struct schema {
    std::string_view text;

    constexpr explicit schema(std::string_view t) : text(t) {}
    [[nodiscard]] constexpr std::string_view name() const { return text.substr(0, text.find('(')); }
};

enum class schema_type : std::uint8_t { tensor, integer, real, scalar, flag, text, dtype, other };

struct schema_parameter {
    std::string_view name;
    std::string_view fallback; ///< the default as it is written; empty: required
    schema_type what = schema_type::other;
    bool list = false, may_be_none = false, keyword_only = false;

    [[nodiscard]] constexpr bool required() const { return fallback.empty(); }
};

/// Walks a schema: `schema_reader r(text); for (schema_parameter p; r.next(p);) ...`. Written as plain loops over pointers, because a
/// compiler evaluates each call of a small function at the price of a hundred steps, and these run three hundred thousand times when all
/// operators are read.
class schema_reader {
  public:
    constexpr explicit schema_reader(char const* text) : schema_reader({text, __builtin_strlen(text)}) {} // std's own would count
    constexpr explicit schema_reader(std::string_view text) : at_(text.data()), end_(text.data() + text.size()) {
        while (at_ != end_ && *at_ != '(') ++at_;
        name_ = {text.data(), static_cast<std::size_t>(at_ - text.data())};
        if (at_ != end_) ++at_;
    }

    [[nodiscard]] constexpr std::string_view name() const { return name_; }

    /// The next parameter; false after the last one.
    constexpr bool next(schema_parameter& p) {
        char const* at = at_;
        char const* const end = end_;
        for (; at != end && (*at == ' ' || *at == ',' || *at == '*'); ++at)
            if (*at == '*') keyword_only_ = true;
        if (at == end || *at == ')') {
            at_ = at;
            return false;
        }
        char const* from = at;
        while (at != end && *at > '*' && *at != '?' && *at != '[') ++at; // letters; a blank and parentheses come before '*'
        p.what = type_of(from, static_cast<std::size_t>(at - from));
        p.list = p.may_be_none = false;
        p.keyword_only = keyword_only_;
        for (; at != end && *at != ' '; ++at) { // "[2]?", or an alias annotation such as "(a -> *)"
            p.may_be_none = *at == '?';
            p.list = p.list || *at == '[';
            if (*at == '(')
                while (at != end && *at != ')') ++at;
        }
        while (at != end && *at == ' ') ++at;
        from = at;
        while (at != end && *at != ',' && *at != ')' && *at != '=') ++at;
        p.name = {from, static_cast<std::size_t>(at - from)};
        p.fallback = {};
        if (at != end && *at == '=') {
            from = ++at;
            at = end_of_value(at);
            p.fallback = {from, static_cast<std::size_t>(at - from)};
        }
        at_ = at;
        return true;
    }

    /// What stands behind the arrow, to be asked after the last parameter: "Tensor", "(Tensor values, Tensor indices)".
    [[nodiscard]] constexpr std::string_view results() const {
        char const* from = at_;
        while (from != end_ && (*from == ')' || *from == ' ' || *from == '-' || *from == '>')) ++from;
        return {from, static_cast<std::size_t>(end_ - from)};
    }

  private:
    /// Values may be quoted, with escapes, or lists: both hold commas.
    [[nodiscard]] constexpr char const* end_of_value(char const* at) const {
        char inside = 0;
        for (; at != end_; ++at) {
            char const c = *at;
            if (inside != 0) {
                if (c == '\\' && inside != ']' && at + 1 != end_)
                    ++at;
                else if (c == inside)
                    inside = 0;
            } else if (c == '"' || c == '\'' || c == '[') {
                inside = c == '[' ? ']' : c;
            } else if (c == ',' || c == ')') {
                break;
            }
        }
        return at;
    }

    /// Length and first letters tell the types of torchgen apart.
    [[nodiscard]] static constexpr schema_type type_of(char const* t, std::size_t n) {
        switch (n == 0 ? ' ' : *t) {
        case 'T': return n == 6 ? schema_type::tensor : schema_type::other;
        case 'i': return n == 3 ? schema_type::integer : schema_type::other;
        case 'b': return n == 4 ? schema_type::flag : schema_type::other;
        case 'f': return n == 5 ? schema_type::real : schema_type::other;
        case 's': return n == 3 ? schema_type::text : schema_type::other;
        case 'S': break;
        default: return schema_type::other;
        }
        if (t[1] == 'y') return schema_type::integer; // SymInt
        if (t[1] != 'c') return schema_type::other; // Storage, Stream
        return n == 6 ? schema_type::scalar : schema_type::dtype;
    }

    char const* at_;
    char const* end_;
    std::string_view name_;
    bool keyword_only_ = false;
};

namespace detail {

/// What a canonical parameter has become when it reaches the framework.
[[nodiscard]] constexpr kind kind_passed(item const& i, kind canonical) {
    switch (i.how) {
    case conversion::words:
    case conversion::same_or_valid: return kind::choice;
    case conversion::pads:
    case conversion::over_layout:
    case conversion::pairs:
    case conversion::pairs_from_last:
    case conversion::shape_of: return kind::integers;
    case conversion::scalar_of:
    case conversion::extent_of: return kind::integer;
    case conversion::as_tensor: return kind::tensor;
    case conversion::plain:
    case conversion::negated:
    case conversion::plus:
    case conversion::spread:
    case conversion::from_front: break;
    }
    return canonical;
}

/// Whether an operator's parameter takes an argument of that kind. Its host makes a list of one number where a list is wanted.
[[nodiscard]] constexpr bool takes_kind(schema_parameter const& p, kind k) {
    bool const numbers = k == kind::integer || k == kind::axis || k == kind::integers || k == kind::axes || k == kind::shape;
    bool const one = k == kind::integer || k == kind::axis;
    switch (p.what) {
    case schema_type::tensor: return p.list ? k == kind::tensors || k == kind::tensor : k == kind::tensor;
    case schema_type::integer: return p.list ? numbers : one;
    case schema_type::real: return k == kind::real || one || (p.list && numbers);
    case schema_type::scalar: return k == kind::real || one || k == kind::flag;
    case schema_type::flag: return k == kind::flag;
    case schema_type::text: return k == kind::choice;
    case schema_type::dtype: return k == kind::dtype;
    case schema_type::other: break;
    }
    return false;
}

[[nodiscard]] constexpr bool takes_constant(schema_parameter const& p, constant const& c) {
    switch (c.is) {
    case constant::type::absent: return true;
    case constant::type::none: return p.may_be_none;
    case constant::type::flag: return p.list || takes_kind(p, kind::flag);
    case constant::type::integer: return takes_kind(p, kind::integer);
    case constant::type::real: return takes_kind(p, kind::real);
    case constant::type::text: return p.what == schema_type::other || takes_kind(p, kind::choice);
    case constant::type::dtype: return takes_kind(p, kind::dtype);
    case constant::type::integers: return takes_kind(p, kind::integers);
    }
    return false;
}

/// The first mistake in a binding to an operator of that schema. `parameters` are the API's.
[[nodiscard]] constexpr fault fault_in_schema(binding const& b, std::string_view schema_text, std::span<parameter const> parameters) {
    auto const is_argument = [](item const& i) { return i.is == item::role::argument || i.is == item::role::pinned; };
    for (auto const& i : b.list()) {
        if (!is_argument(i)) continue;
        schema_reader reader(schema_text);
        bool found = false;
        for (schema_parameter p; !found && reader.next(p);) {
            if (p.name != i.name) continue;
            found = true;
            bool const taken = i.is == item::role::pinned ? takes_constant(p, i.pin)
                               : i.how == conversion::spread
                                   ? true
                                   : takes_kind(p, kind_passed(i, parameters[static_cast<std::size_t>(i.parameter)].what));
            if (!taken) return {flaw::kind_mismatch, b.on, i.name};
        }
        if (!found) return {flaw::unknown_parameter_name, b.on, i.name};
    }
    schema_reader reader(schema_text);
    for (schema_parameter p; reader.next(p);) {
        bool bound = !p.required();
        for (auto const& i : b.list()) bound = bound || (is_argument(i) && i.name == p.name);
        if (!bound) return {flaw::unbound_required, b.on, p.name};
    }
    return {};
}

} // namespace detail
} // namespace v0
} // namespace xamt

// ---- xamt/describe/callee.hpp --------------------------------------------------------------------------------------

/// @file
/// What a binding calls: a qualified name, an operator with its schema, or a C++ function; and what is known of its signature.
///
/// Place in the pipeline: describe. Made by conversion from what stands in `.on(framework, HERE, ...)`.



namespace xamt {
inline namespace v0 {

/// The parameters of a C++ function, read from its type; checked against the description.
struct native_signature {
    static constexpr std::size_t max_arity = 12;
    std::uint8_t arity = 0;
    std::uint16_t written = 0; ///< a bit for each parameter through which the function writes
    std::uint16_t typed = 0;   ///< a bit for each parameter whose element type is known from its C++ type
    std::uint16_t unknown = 0; ///< a bit for each parameter of a type without xamt::native_argument
    bool unknown_result = false;
    std::array<kind, max_arity> kinds{};
    std::array<dtype, max_arity> types{}; ///< of the elements behind pointers, spans and views

    [[nodiscard]] constexpr bool writes(std::size_t position) const { return ((written >> position) & 1u) != 0; }
};

namespace detail {
/// What a C++ callable is made of; defined in describe/native.hpp, so that hosted descriptions need not include it.
template <class Callable> struct native_callable;
template <class Callable>
concept Native = requires { native_callable<Callable>::name(); };
} // namespace detail

struct callee {
    std::string_view name;
    std::string_view schema;
    in_process_call call = nullptr;
    bool in_process = false;
    native_signature native;

    constexpr callee(char const* function) : name(function, __builtin_strlen(function)) {}
    constexpr callee(std::string_view function) : name(function) {}
    constexpr callee(xamt::schema const& s) : name(s.name()), schema(s.text) {}
    template <detail::Native C>
    constexpr callee(C)
        : name(detail::native_callable<C>::name()), call(&detail::native_callable<C>::call), in_process(true),
          native(detail::native_callable<C>::signature()) {}
};

namespace detail {

/// Whether a C++ parameter of kind `has` can take a canonical parameter of kind `wants`.
[[nodiscard]] constexpr bool compatible(kind wants, kind has) {
    if (wants == has) return true;
    if (has == kind::integer) return wants == kind::axis;
    if (has == kind::real) return wants == kind::integer;
    if (has == kind::integers) return wants == kind::axes || wants == kind::shape;
    return false;
}

/// The first mistake in a binding to a C++ function, as far as its type tells.
[[nodiscard]] constexpr fault fault_in_call(binding const& b, native_signature const& function, std::span<parameter const> parameters) {
    std::size_t position = 0;
    for (auto const& i : b.list()) {
        bool const bound = i.is == item::role::argument || i.is == item::role::pinned;
        bool const result = i.is == item::role::out_like || i.is == item::role::out_dims;
        bool const number = i.is == item::role::size_of || i.is == item::role::extent_of;
        if (!bound && !result && !number) continue;
        if (position >= function.arity) return {flaw::wrong_arity, b.on, i.name};
        if (((function.unknown >> position) & 1u) != 0) return {flaw::unknown_type, b.on, i.name};
        kind const has = function.kinds[position];
        bool fits = function.writes(position) == (result || i.in_place);
        if (i.is == item::role::argument)
            fits = fits && compatible(kind_passed(i, parameters[static_cast<std::size_t>(i.parameter)].what), has);
        if (number) fits = fits && has == kind::integer;
        if (!fits) return {flaw::kind_mismatch, b.on, i.name};
        ++position;
    }
    if (function.unknown_result) return {flaw::unknown_result, b.on, b.function};
    return position == function.arity ? fault{} : fault{flaw::wrong_arity, b.on, b.function};
}

} // namespace detail
} // namespace v0
} // namespace xamt

// ---- xamt/describe/invariant.hpp -----------------------------------------------------------------------------------

/// @file
/// What ties a result to its arguments, or to what a sibling API gives for the same arguments, inside one framework.
///
/// Place in the pipeline: describe; compare/relations.hpp checks it. A relation needs no second framework: it holds by definition. Example:
/// @code
/// inline constexpr auto deviation = xamt::api("std").takes(...).on(...).accumulates().satisfies(xamt::invariant::root_of("var"));
/// @endcode


namespace xamt {
inline namespace v0 {

struct invariant {
    enum class tie : std::uint8_t {
        none,
        range, ///< no cell lies outside [lo, hi], but for rounding
        remainder, ///< nearer to zero than the second tensor, and with its sign
        inverse, ///< the first tensor, times the result, is the identity
        solution, ///< the first tensor, times the result, is the second
        factor, ///< the result, times its own transpose, is the first tensor
        equal, ///< the sibling's result
        complement, ///< with the sibling's result it makes one
        root, ///< its square is the sibling's result
        logarithm, ///< its exponential is the sibling's result
        positions, ///< the elements of the first tensor at these positions are the sibling's result
        quotient, ///< times the second tensor, plus the sibling's result, it is the first tensor
    };

    tie is = tie::none;
    std::string_view sibling = {}; ///< name of the API that the result is held against; empty where the arguments are enough
    double lo = 0, hi = 0;

    /// Factories, as descriptions write them. @{
    [[nodiscard]] static constexpr invariant between(double lo, double hi) { return {tie::range, {}, lo, hi}; }
    [[nodiscard]] static constexpr invariant at_least(double lo) { return {tie::range, {}, lo, std::numeric_limits<double>::infinity()}; }
    [[nodiscard]] static constexpr invariant remainder() { return {tie::remainder}; }
    [[nodiscard]] static constexpr invariant inverse() { return {tie::inverse}; }
    [[nodiscard]] static constexpr invariant solution() { return {tie::solution}; }
    [[nodiscard]] static constexpr invariant factor() { return {tie::factor}; }
    [[nodiscard]] static constexpr invariant equal_to(std::string_view api) { return {tie::equal, api}; }
    [[nodiscard]] static constexpr invariant complement_of(std::string_view api) { return {tie::complement, api}; }
    [[nodiscard]] static constexpr invariant root_of(std::string_view api) { return {tie::root, api}; }
    [[nodiscard]] static constexpr invariant logarithm_of(std::string_view api) { return {tie::logarithm, api}; }
    [[nodiscard]] static constexpr invariant positions_of(std::string_view api) { return {tie::positions, api}; }
    [[nodiscard]] static constexpr invariant quotient_beside(std::string_view api) { return {tie::quotient, api}; }
    /// @}
};

} // namespace v0
} // namespace xamt

// ---- xamt/describe/api.hpp -----------------------------------------------------------------------------------------

/// @file
/// An API: one mathematical function, its canonical parameters, and its spelling in every framework.
///
/// Place in the pipeline: describe; everything after it works from these values. Example:
/// @code
/// inline constexpr auto softmax =
///     xamt::api("softmax").takes(xamt::tensor("x").floating().rank(1, 4), xamt::axis("axis").by_default(-1))
///         .on(fw::torch, "aten::softmax.int", "self", "dim")
///         .on(fw::jax, "jax.nn.softmax", "x", "axis");
/// @endcode



namespace xamt {
inline namespace v0 {

/// Range of a size letter (see parameter::dims), both included.
struct letter_range {
    char letter = 0;
    std::int16_t lo = 0, hi = 0;
};

/// A plain value; members change it in place and hand it on, so that a chain costs one copy at its end.
struct api_description {
    static constexpr std::size_t max_parameters = 10;
    static constexpr std::size_t max_bindings = 9;
    static constexpr std::size_t max_outputs = 4;
    static constexpr std::size_t max_letters = 8;
    static constexpr std::size_t max_invariants = 2;

    std::string_view name;
    std::string_view topic;
    std::array<parameter, max_parameters> parameters{};
    std::array<binding, max_bindings> bindings{};
    std::array<output, max_outputs> outputs{};
    std::array<letter_range, max_letters> letters{};
    std::array<invariant, max_invariants> invariants{};
    std::uint8_t parameter_count = 0, binding_count = 0, output_count = 1, letter_count = 0, invariant_count = 0;
    bool cautious = false;  ///< too little is known of it to blame anybody who has no better neighbour; see compare/judge.hpp
    bool pointwise = false; ///< an output element depends on the input elements at its own place only
    accuracy exactness;
    fault first_fault;

    [[nodiscard]] constexpr std::span<parameter const> takes() const { return {parameters.data(), parameter_count}; }
    [[nodiscard]] constexpr std::span<binding const> columns() const { return {bindings.data(), binding_count}; }
    [[nodiscard]] constexpr std::span<output const> returns() const { return {outputs.data(), output_count}; }
    [[nodiscard]] constexpr std::span<invariant const> ties() const { return {invariants.data(), invariant_count}; }

    /// Position of a canonical parameter, or -1.
    [[nodiscard]] constexpr int position_of(std::string_view parameter_name) const {
        for (int i = 0; i < parameter_count; ++i)
            if (parameters[static_cast<std::size_t>(i)].name == parameter_name) return i;
        return -1;
    }

    /// The canonical parameters, in the order in which every binding lists its own.
    template <class... P> constexpr api_description&& takes(P const&... p) && {
        (add(p), ...);
        return static_cast<api_description&&>(*this);
    }

    /// How a framework spells it. What is called is a qualified name, `xamt::op<at::_ops::softmax_int>` (describe/torch_op.hpp), or, in the
    /// process itself, a captureless lambda or `xamt::fn<&function>` (describe/native.hpp). Names are the framework's, in canonical order.
    constexpr api_description&& on(framework f, callee const& function, item const& a = detail::no_item, item const& b = detail::no_item,
                                   item const& c = detail::no_item, item const& d = detail::no_item, item const& e = detail::no_item,
                                   item const& g = detail::no_item, item const& h = detail::no_item, item const& i = detail::no_item,
                                   item const& j = detail::no_item, item const& k = detail::no_item, item const& l = detail::no_item,
                                   item const& m = detail::no_item) && {
        item const* const items[] = {&a, &b, &c, &d, &e, &g, &h, &i, &j, &k, &l, &m};
        add(f, function, items);
        return static_cast<api_description&&>(*this);
    }

    /// More items than a binding holds: kept as a fault, because the compiler's own words for it take a page.
    template <class... More>
        requires(sizeof...(More) > binding::max_items)
    constexpr api_description&& on(framework f, callee const& function, More const&...) && {
        complain(flaw::too_many_items, f, function.name);
        return static_cast<api_description&&>(*this);
    }

    /// What it returns; without it, one output of plain values.
    template <class... O> constexpr api_description&& returns(O... o) && {
        static_assert(sizeof...(o) <= max_outputs, "xamt: an API has at most 4 outputs");
        outputs = {o...};
        output_count = sizeof...(o);
        return static_cast<api_description&&>(*this);
    }

    /// How exact it must be. @{
    constexpr api_description&& exact() && { return rounded(rounding::exact, 0); }
    constexpr api_description&& correctly_rounded(double ulp = 0) && { return rounded(rounding::correct, ulp); }
    constexpr api_description&& elementary(double ulp = 0) && { return rounded(rounding::elementary, ulp); }
    constexpr api_description&& special(double ulp = 0) && { return rounded(rounding::special, ulp); }
    constexpr api_description&& accumulates(std::string_view letters_of_terms = {}) && {
        exactness.terms = letters_of_terms;
        return rounded(rounding::accumulation, 0);
    }
    constexpr api_description&& linear_algebra(double ulp = 0) && { return rounded(rounding::linear_algebra, ulp); }
    /// Terms of this size, whatever the inputs are, may cancel in a result, such as the cosines of a window at its ends.
    constexpr api_description&& cancelling(double size) && {
        exactness.cancelling = size;
        return static_cast<api_description&&>(*this);
    }
    /// @}

    /// An output element depends on the input elements at its own place only: cases can be stacked into one tensor.
    constexpr api_description&& elementwise() && {
        pointwise = true;
        return static_cast<api_description&&>(*this);
    }

    /// What holds of its first output in every framework by definition: `.satisfies(invariant::root_of("var"))`.
    template <class... R> constexpr api_description&& satisfies(R... r) && {
        static_assert(sizeof...(r) <= max_invariants, "xamt: an API satisfies at most 2 invariants");
        invariants = {r...};
        invariant_count = sizeof...(r);
        return static_cast<api_description&&>(*this);
    }

    /// Range of size letters: `.sizes("kl", 1, 3)`.
    constexpr api_description&& sizes(std::string_view size_letters, int lo, int hi) && {
        for (char c : size_letters)
            if (letter_count < max_letters) letters[letter_count++] = {c, static_cast<std::int16_t>(lo), static_cast<std::int16_t>(hi)};
        return static_cast<api_description&&>(*this);
    }

    constexpr api_description&& about(std::string_view topic_name) && {
        topic = topic_name;
        return static_cast<api_description&&>(*this);
    }

  private:
    constexpr api_description&& rounded(rounding r, double ulp) {
        exactness.of = r;
        exactness.ulp = ulp;
        return static_cast<api_description&&>(*this);
    }
    constexpr void complain(flaw what, framework on, std::string_view parameter_name) {
        if (!first_fault) first_fault = {what, on, parameter_name};
    }
    constexpr void add(parameter const& p) {
        if (position_of(p.name) >= 0) return complain(flaw::duplicate_parameter, {}, p.name);
        if (parameter_count == max_parameters) return complain(flaw::too_many_parameters, {}, p.name);
        parameters[parameter_count++] = p;
    }
    constexpr void add(framework f, callee const& function, std::span<item const* const> items) {
        for (auto const& b : columns())
            if (b.on == f) return complain(flaw::duplicate_binding, f, function.name);
        if (binding_count == max_bindings) return complain(flaw::too_many_bindings, f, function.name);
        binding& b = bindings[binding_count++];
        b.on = f;
        b.function = function.name;
        b.call = function.call;
        b.in_process = function.in_process;
        unsigned const bound = fill(b, items);
        for (std::size_t p = 0; p < parameter_count && !first_fault; ++p) {
            parameter const& canonical = parameters[p];
            if (((bound >> p) & 1u) == 0 && canonical.fallback.is == constant::type::absent && !canonical.may_be_none)
                complain(flaw::missing_parameter, f, canonical.name);
        }
        if (!first_fault && function.schema.size() != 0) first_fault = detail::fault_in_schema(b, function.schema, takes());
        if (!first_fault && function.in_process) first_fault = detail::fault_in_call(b, function.native, takes());
    }
    constexpr unsigned fill(binding& b, std::span<item const* const> items);
    constexpr bool locate(item& i) const;
};

/// Each item finds its canonical parameter: the next one, or the one that `from` names. Gives a bit for each parameter that is bound.
constexpr unsigned api_description::fill(binding& b, std::span<item const* const> items) {
    int next = 0;
    unsigned bound = 0;
    item* to = b.items.data();
    for (item const* written : items) {
        if (written->is == item::role::unused) break;
        item& i = *to++ = *written;
        ++b.count;
        if (i.is >= item::role::out_like && !locate(i)) return complain(flaw::unknown_canonical_name, b.on, i.name), bound;
        if (i.is != item::role::argument && i.is != item::role::only && i.is != item::role::implied) continue;
        if (!i.canonical.empty()) next = position_of(i.canonical);
        if (next < 0) return complain(flaw::unknown_canonical_name, b.on, i.canonical), bound;
        if (next >= parameter_count) return complain(flaw::too_many_names, b.on, i.name), bound;
        bound |= 1u << next;
        i.parameter = static_cast<std::int8_t>(next++);
    }
    return bound;
}

/// Turns the canonical names and size letters of kernel items into positions; false if there is no such name.
constexpr bool api_description::locate(item& i) const {
    if (i.is == item::role::out_like || i.is == item::role::size_of) {
        i.number = static_cast<std::int8_t>(position_of(i.name));
        return i.number >= 0;
    }
    if (i.is != item::role::out_dims && i.is != item::role::extent_of) return true;
    for (char letter : i.name) {
        int found = -1;
        for (int p = 0; p < parameter_count && found < 0; ++p)
            if (auto const axis = parameters[static_cast<std::size_t>(p)].letters.find(letter); axis != std::string_view::npos)
                found = p * 8 + static_cast<int>(axis);
        if (found < 0 || i.pin.count == i.pin.list.size()) return false;
        i.pin.list[i.pin.count++] = static_cast<std::int16_t>(found);
    }
    return true;
}

/// Begins the description of an API.
[[nodiscard]] constexpr api_description api(std::string_view name) {
    api_description a;
    a.name = name;
    return a;
}

} // namespace v0
} // namespace xamt

// ---- xamt/describe/catalogue.hpp -----------------------------------------------------------------------------------

/// @file
/// What a framework offers, as tools/harvest found it: functions and the names of their parameters, to be searched while compiling.
///
/// Place in the pipeline: describe. The data are generated headers (describe/installed.hpp takes in those of this machine). They are flat on
/// purpose: one array of entries sorted by name, one of parameters, and all names in one literal. 4,700 functions cost 0.15 s that way; one
/// object a function would cost seconds. Nothing of it reaches the binary unless a program asks for it at run time.



namespace xamt {
inline namespace v0 {

struct catalogue_entry {
    std::uint32_t name; ///< where the name begins in catalogue::words; it ends at a zero
    std::uint32_t first; ///< its first parameter
    std::uint8_t count; ///< how many follow
    bool open; ///< takes *args or **kwargs, or nothing is known: not checked
};

/// A parameter in 32 bits, as the generated headers write it.
struct catalogue_parameter {
    static constexpr std::uint32_t is_required = 1u << 31, positional_only = 1u << 30, keyword_only = 1u << 29;

    std::uint32_t packed; ///< the three flags above, and where the name begins in catalogue::words

    [[nodiscard]] constexpr std::uint32_t name() const { return packed & (keyword_only - 1); }
    [[nodiscard]] constexpr bool required() const { return (packed & is_required) != 0; }
};

struct catalogue {
    std::string_view framework;
    std::string_view version;
    char const* words = "";
    std::span<catalogue_entry const> entries{};
    std::span<catalogue_parameter const> parameters{};
    std::span<char const* const> schemas{}; ///< of PyTorch's operators instead, sorted, without "aten::" (framework/torch_operators.hpp)

    /// The function of that qualified name, or nullptr.
    [[nodiscard]] constexpr catalogue_entry const* find(std::string_view function) const {
        std::size_t low = 0, high = entries.size();
        while (low < high) {
            std::size_t const middle = low + (high - low) / 2;
            int const order = compare(words + entries[middle].name, function);
            if (order == 0) return &entries[middle];
            if (order < 0)
                low = middle + 1;
            else
                high = middle;
        }
        return nullptr;
    }

    /// The schema of the operator of that name ("aten::softmax.int"), or nullptr.
    [[nodiscard]] constexpr char const* schema_of(std::string_view operator_name) const {
        std::string_view const name = operator_name.substr(operator_name.rfind(':') + 1);
        std::size_t low = 0, high = schemas.size();
        while (low < high) {
            std::size_t const middle = low + (high - low) / 2;
            int const order = compare(schemas[middle], name, '(');
            if (order == 0) return schemas[middle];
            if (order < 0)
                low = middle + 1;
            else
                high = middle;
        }
        return nullptr;
    }

    [[nodiscard]] constexpr std::span<catalogue_parameter const> parameters_of(catalogue_entry const& e) const {
        return parameters.subspan(e.first, e.count);
    }
    [[nodiscard]] constexpr bool is_named(catalogue_parameter p, std::string_view name) const {
        return compare(words + p.name(), name) == 0;
    }

  private:
    static constexpr int compare(char const* a, std::string_view b, char end = 0) {
        for (char c : b) {
            if (*a != c) return *a == end || static_cast<unsigned char>(*a) < static_cast<unsigned char>(c) ? -1 : 1;
            ++a;
        }
        return *a == end ? 0 : 1;
    }
};

/// The catalogues that a check may ask.
using catalogue_set = std::span<catalogue const* const>;
inline constexpr catalogue_set no_catalogues{};

/// The first mistake in one binding, as far as the framework's own signature tells.
[[nodiscard]] constexpr fault fault_in(binding const& b, catalogue const& known) {
    catalogue_entry const* const function = known.find(b.function);
    if (function == nullptr) return {flaw::unknown_function, b.on, b.function};
    if (function->open) return {};
    // The arguments of a layer's constructor follow construct(), those before it belong to the call.
    std::size_t begin = 0;
    for (std::size_t i = 0; i < b.count; ++i)
        if (b.items[i].is == item::role::construct) begin = i + 1;
    auto const is_argument = [](item const& i) { return i.is == item::role::argument || i.is == item::role::pinned; };
    auto const items = b.list().subspan(begin);
    auto const parameters = known.parameters_of(*function);
    for (auto const& i : items) {
        if (!is_argument(i)) continue;
        bool found = false;
        for (auto p : parameters) found = found || known.is_named(p, i.name);
        if (!found) return {flaw::unknown_parameter_name, b.on, i.name};
    }
    for (auto p : parameters) {
        bool bound = !p.required();
        for (auto const& i : items) bound = bound || (is_argument(i) && known.is_named(p, i.name));
        if (!bound) return {flaw::unbound_required, b.on, known.words + p.name()};
    }
    return {};
}

/// The same for an operator of PyTorch.
[[nodiscard]] constexpr fault fault_in_operator(api_description const& a, binding const& b, catalogue const& known) {
    char const* const schema = known.schema_of(b.function);
    if (schema == nullptr) return {flaw::unknown_function, b.on, b.function};
    return detail::fault_in_schema(b, schema, a.takes());
}

/// The first mistake in a description: one that was found while building it, or one that a catalogue reveals. Bindings to frameworks
/// without a catalogue are not judged here; their hosts do it when they start.
[[nodiscard]] constexpr fault fault_in(api_description const& a, catalogue_set known = no_catalogues) {
    if (a.first_fault || known.empty()) return a.first_fault;
    for (auto const& b : a.columns()) {
        if (b.in_process) continue;
        bool const is_operator = b.function.starts_with("aten::");
        for (auto const* c : known) {
            if (c->framework != b.on.name || is_operator == c->schemas.empty()) continue;
            if (fault const f = is_operator ? fault_in_operator(a, b, *c) : fault_in(b, *c)) return f;
        }
    }
    return {};
}

} // namespace v0
} // namespace xamt

// ---- xamt/describe/sound.hpp ---------------------------------------------------------------------------------------

/// @file
/// Turns a mistake in a description into one short compile error that names framework, parameter and remedy.
///
/// Place in the pipeline: describe; asked at first use (`xamt::explore<softmax>`) or at once:
/// @code
/// static_assert(xamt::sound<softmax>);                     // what can be known from the description and from C++ types
/// static_assert(xamt::sound<softmax, xamt::installed>);    // and from the frameworks of this machine (describe/installed.hpp)
/// @endcode
/// Why it looks as it does: a static_assert shows nothing but a literal, so there is one for each flaw. Framework and parameter are printed
/// because they are part of a type, and a pack of characters is what g++ and clang both print legibly (an array of characters comes out
/// as numbers). The bool is true even for a faulty description, or the reader would get a second error about it.



namespace xamt {
inline namespace v0 {
namespace detail {

/// A word in a compile error.
template <char... Letters> struct text;

/// Where the mistake is: the framework (or the API, if it is in `takes`), and the parameter or function as it was written.
template <class Framework, class Name> struct in;

/// `keras[jax]` letter by letter.
struct place {
    framework on;
    [[nodiscard]] constexpr std::size_t size() const { return on.name.size() + (on.backend.empty() ? 0 : on.backend.size() + 2); }
    [[nodiscard]] constexpr char operator[](std::size_t i) const {
        if (i < on.name.size()) return on.name[i];
        if (i == on.name.size()) return '[';
        return i + 1 == size() ? ']' : on.backend[i - on.name.size() - 1];
    }
};

template <auto const& Word, std::size_t... Index> auto spelled(std::index_sequence<Index...>) -> text<Word[Index]...>;

/// Two flaws compared under a name: clang would print the values behind an expression on four more lines.
template <flaw A, flaw B> inline constexpr bool differ = A != B;

template <flaw Found, class Where> struct refusal {
    static_assert(differ<Found, flaw::too_many_parameters>,
                  "xamt: an API takes at most 10 parameters; leave out those that never vary, given(name, value) pins them");
    static_assert(differ<Found, flaw::too_many_bindings>,
                  "xamt: an API is bound to at most 9 frameworks; describe it a second time for the others");
    static_assert(differ<Found, flaw::too_many_items>,
                  "xamt: .on(...) takes at most 12 names and items; leave out what is pinned to the framework's own default");
    static_assert(differ<Found, flaw::too_many_names>,
                  "xamt: .on(...) has more names than takes(...) has parameters; pin what varies in no other "
                  "framework with given(name, value)");
    static_assert(differ<Found, flaw::duplicate_parameter>, "xamt: the API takes two parameters of this name; rename one of them");
    static_assert(differ<Found, flaw::duplicate_binding>,
                  "xamt: the API is bound to this framework twice; remove one .on(...), or name a backend: fw::keras[\"jax\"]");
    static_assert(differ<Found, flaw::unknown_canonical_name>,
                  "xamt: this item names no parameter of the API; use a name, or a size letter, that stands in takes(...)");
    static_assert(differ<Found, flaw::unknown_parameter_name>,
                  "xamt: the framework's function has no parameter of this name; use the name in the framework's own signature");
    static_assert(differ<Found, flaw::unknown_function>,
                  "xamt: the framework has no function of this name; use the qualified name under which it is documented");
    static_assert(differ<Found, flaw::missing_parameter>,
                  "xamt: this parameter is not bound here; add the framework's name for it to .on(...), say "
                  "only(value), or give it by_default(value)");
    static_assert(differ<Found, flaw::unbound_required>,
                  "xamt: the framework's function requires this parameter; bind it, or pin it with given(name, value)");
    static_assert(
        differ<Found, flaw::kind_mismatch>,
        "xamt: the function's parameter of this name has another kind than takes(...) says; convert it, or change its description");
    static_assert(differ<Found, flaw::wrong_arity>,
                  "xamt: the C++ function takes another number of parameters than .on(...) names; name each of them once");
    static_assert(differ<Found, flaw::unknown_type>,
                  "xamt: the C++ type of this parameter is not known; specialise xamt::native_argument for it");
    static_assert(differ<Found, flaw::unknown_result>,
                  "xamt: the C++ type that this function returns is not known; specialise xamt::native_result for it");
    static constexpr bool told = true;
};
/// Nothing is wrong: the one instantiation that all sound descriptions share.
template <> struct refusal<flaw::none, in<text<>, text<>>> {
    static constexpr bool told = true;
};

/// Where a description is faulty; for a sound one nothing is looked up or spelled.
template <auto const& Api, auto const& Catalogues, flaw Found> struct location {
    static constexpr fault found = fault_in(Api, Catalogues);
    static constexpr place on{found.on.name.empty() ? framework{Api.name} : found.on};
    static constexpr std::string_view name = found.parameter;
    using type =
        in<decltype(spelled<on>(std::make_index_sequence<on.size()>{})), decltype(spelled<name>(std::make_index_sequence<name.size()>{}))>;
};
template <auto const& Api, auto const& Catalogues> struct location<Api, Catalogues, flaw::none> {
    using type = in<text<>, text<>>;
};

} // namespace detail

/// True if the description has no mistake; otherwise a compile error says which.
template <auto const& Api, auto const& Catalogues = no_catalogues>
inline constexpr bool sound =
    detail::refusal<fault_in(Api, Catalogues).what, typename detail::location<Api, Catalogues, fault_in(Api, Catalogues).what>::type>::told;

} // namespace v0
} // namespace xamt

// ---- xamt/describe/torch_op.hpp ------------------------------------------------------------------------------------

/// @file
/// Operators of PyTorch by their C++ type: `.on(fw::torch, xamt::op<at::_ops::softmax_int>, "self", "dim")`.
///
/// Place in the pipeline: describe. Names, kinds and required parameters are checked against the schema that the type carries. Include the
/// operators' headers first, or framework/torch_schema.hpp and then <ATen/ops/softmax_ops.h>; nothing is linked. A function of your own
/// is `xamt::fn<&function>` (describe/native.hpp): C++ has no template that takes a type here and a value there.



namespace xamt {
inline namespace v0 {

/// What torchgen writes for each operator.
template <class Operator>
concept TorchOperator = requires {
    std::string_view(Operator::name);
    std::string_view(Operator::schema_str);
};

namespace detail {
/// "aten::" and the schema in one piece, because a name must be one text.
template <TorchOperator Operator>
inline constexpr auto qualified_schema = [] {
    constexpr std::string_view name = Operator::name, schema = Operator::schema_str;
    constexpr std::size_t prefix = name.rfind(':') + 1;
    std::array<char, prefix + schema.size()> text{};
    for (std::size_t i = 0; i < text.size(); ++i) text[i] = i < prefix ? name[i] : schema[i - prefix];
    return text;
}();
} // namespace detail

/// The operator as a value for `.on`.
template <TorchOperator Operator>
inline constexpr schema op{std::string_view(detail::qualified_schema<Operator>.data(), detail::qualified_schema<Operator>.size())};

} // namespace v0
} // namespace xamt

// ---- xamt/describe.hpp ---------------------------------------------------------------------------------------------

/// @file
/// Everything that describes APIs by name: parameters, bindings, faults, `xamt::sound`. For C++ functions as implementations include
/// <xamt/describe/native.hpp> as well, for checks against installed frameworks <xamt/describe/installed.hpp>.
///
/// Place in the pipeline: describe. Example: see describe/api.hpp.

// ---- xamt/describe/native_argument.hpp -----------------------------------------------------------------------------

/// @file
/// How parameters of C++ functions under test are made from values: pointers, spans, views, vectors, numbers, flags, words, lists.
///
/// Place in the pipeline: describe. A tensor type of your own takes part by specialising one trait (describe/native_result.hpp has the
/// one for results):
/// @code
/// template <> struct xamt::native_argument<my::tensor> : xamt::tensor_argument {
///     static std::optional<my::tensor> from(xamt::ndarray const& t) { ... }
/// };
/// @endcode



namespace xamt {
inline namespace v0 {

/// The dtype that a C++ type is an element of. Specialise it for a half type of your own (two bytes of the same format):
/// `template <> struct xamt::native_element<my::half> { static constexpr xamt::dtype type = xamt::dtype::float16; };`
template <class T> struct native_element;
template <Element T> struct native_element<T> {
    static constexpr dtype type = dtype_of<T>;
};

template <class T>
concept NativeElement = requires { native_element<std::remove_cv_t<T>>::type; };

/// How a C++ parameter of type T is made from a value: `kind what`, and `static std::optional<T> from(value const&)`, or for tensors
/// `from(ndarray const&)`; nothing means not convertible. What it returns may be another type that converts to T, such as a container to
/// a view of it. T may be a view: the value outlives the call. Where the function writes through T, there is
/// `static constexpr bool writes = true` and `static constexpr dtype element`.
template <class T> struct native_argument {
    static constexpr bool unknown = true; ///< told by xamt::sound, which finds shorter words than a compiler
    static constexpr kind what = kind::tensor;
    static std::optional<T> from(ndarray const&) { return std::nullopt; }
};

/// What a specialisation for a tensor type derives from.
struct tensor_argument {
    static constexpr kind what = kind::tensor;
};

namespace detail {
/// The elements of a tensor of exactly that element type, or nullptr. The const is cast away because what is written through these
/// pointers are scratch tensors of native_frame, never arguments of a trial.
template <class T> [[nodiscard]] T* elements_of(ndarray const& t) {
    if (t.type() != native_element<std::remove_cv_t<T>>::type) return nullptr;
    return reinterpret_cast<T*>(const_cast<std::byte*>(t.data()));
}

/// For types that refer to the elements of a tensor.
template <class T> struct reference_argument : tensor_argument {
    static constexpr dtype element = native_element<std::remove_cv_t<T>>::type;
};
template <class T>
    requires(!std::is_const_v<T>)
struct reference_argument<T> : tensor_argument {
    static constexpr bool writes = true;
    static constexpr dtype element = native_element<T>::type;
};

template <class T>
concept Whole = std::integral<T> && !std::same_as<T, bool>;

/// A list of whole numbers, or a tensor of them; false if it is neither, or one does not fit.
template <Whole T> [[nodiscard]] bool whole_numbers(value const& v, std::vector<T>& to) {
    if (auto const* l = std::get_if<integer_list>(&v)) {
        if (!std::ranges::all_of(l->items, [](auto i) { return std::in_range<T>(i); })) return false;
        to.assign(l->items.begin(), l->items.end());
        return true;
    }
    if constexpr (NativeElement<T>)
        if (auto const* t = std::get_if<ndarray>(&v))
            if (auto const* data = elements_of<T const>(*t)) {
                to.assign(data, data + t->size());
                return true;
            }
    return false;
}

/// Any parameter, from a value.
template <class T> [[nodiscard]] auto argument_from(value const& v) {
    if constexpr (native_argument<T>::what == kind::tensor) {
        auto const* t = std::get_if<ndarray>(&v);
        return t != nullptr ? native_argument<T>::from(*t) : decltype(native_argument<T>::from(*t)){};
    } else {
        return native_argument<T>::from(v);
    }
}
} // namespace detail

// --- tensors: pointers, spans, views, vectors ---

template <NativeElement T> struct native_argument<T*> : detail::reference_argument<T> {
    static std::optional<T*> from(ndarray const& t) {
        T* const data = detail::elements_of<T>(t);
        return data != nullptr ? std::optional(data) : std::nullopt;
    }
};

template <NativeElement T> struct native_argument<std::span<T>> : detail::reference_argument<T> {
    static std::optional<std::span<T>> from(ndarray const& t) {
        T* const data = detail::elements_of<T>(t);
        return data != nullptr ? std::optional(std::span<T>(data, static_cast<std::size_t>(t.size()))) : std::nullopt;
    }
};

template <Element T> struct native_argument<tensor_view<T>> : detail::reference_argument<T> {
    static std::optional<tensor_view<T>> from(ndarray const& t) {
        T* const data = detail::elements_of<T>(t);
        return data != nullptr ? std::optional(tensor_view<T>{data, t.dims()}) : std::nullopt;
    }
};

template <NativeElement T> struct native_argument<strided_view<T>> : detail::reference_argument<T> {
    static std::optional<strided_view<T>> from(ndarray const& t) {
        T* const data = detail::elements_of<T>(t);
        return data != nullptr ? std::optional(strided(data, t.dims())) : std::nullopt;
    }
};

template <NativeElement T>
    requires(!detail::Whole<T> && !std::same_as<T, bool>)
struct native_argument<std::vector<T>> : tensor_argument {
    static std::optional<std::vector<T>> from(ndarray const& t) {
        T const* const data = detail::elements_of<T const>(t);
        return data != nullptr ? std::optional(std::vector<T>(data, data + t.size())) : std::nullopt;
    }
};

template <> struct native_argument<ndarray> : tensor_argument {
    static std::optional<ndarray> from(ndarray const& t) { return t; }
};

template <class T>
    requires(!NativeElement<T> && native_argument<T>::what == kind::tensor)
struct native_argument<std::vector<T>> {
    static constexpr kind what = kind::tensors;
    static std::optional<std::vector<T>> from(value const& v) {
        auto const* list = std::get_if<std::vector<ndarray>>(&v);
        if (list == nullptr) return std::nullopt;
        std::vector<T> all;
        for (auto const& t : *list) {
            auto one = native_argument<T>::from(t);
            if (!one) return std::nullopt;
            all.push_back(std::move(*one));
        }
        return all;
    }
};

// --- numbers, flags, words ---

template <detail::Whole T> struct native_argument<T> {
    static constexpr kind what = kind::integer;
    static std::optional<T> from(value const& v) {
        auto const* i = std::get_if<std::int64_t>(&v);
        return i != nullptr && std::in_range<T>(*i) ? std::optional(static_cast<T>(*i)) : std::nullopt;
    }
};

template <std::floating_point T> struct native_argument<T> {
    static constexpr kind what = kind::real;
    static std::optional<T> from(value const& v) {
        if (auto const* r = std::get_if<double>(&v)) return static_cast<T>(*r);
        if (auto const* i = std::get_if<std::int64_t>(&v)) return static_cast<T>(*i);
        return std::nullopt;
    }
};

template <> struct native_argument<bool> {
    static constexpr kind what = kind::flag;
    static std::optional<bool> from(value const& v) {
        auto const* b = std::get_if<bool>(&v);
        return b != nullptr ? std::optional(*b) : std::nullopt;
    }
};

template <class T>
    requires(std::same_as<T, std::string_view> || std::same_as<T, std::string> || std::same_as<T, char const*>)
struct native_argument<T> {
    static constexpr kind what = kind::choice;
    static std::optional<T> from(value const& v) {
        auto const* s = std::get_if<std::string>(&v);
        return s != nullptr ? std::optional<T>(s->c_str()) : std::nullopt;
    }
};

template <> struct native_argument<dtype> {
    static constexpr kind what = kind::dtype;
    static std::optional<dtype> from(value const& v) {
        auto const* d = std::get_if<dtype>(&v);
        return d != nullptr ? std::optional(*d) : std::nullopt;
    }
};

// --- lists of whole numbers; each takes a tensor of them too ---

template <> struct native_argument<std::span<std::int64_t const>> {
    static constexpr kind what = kind::integers;
    static std::optional<std::span<std::int64_t const>> from(value const& v) {
        if (auto const* l = std::get_if<integer_list>(&v)) return l->items;
        if (auto const* t = std::get_if<ndarray>(&v))
            if (auto const* data = detail::elements_of<std::int64_t const>(*t)) return std::span(data, static_cast<std::size_t>(t->size()));
        return std::nullopt;
    }
};

template <detail::Whole T> struct native_argument<std::vector<T>> {
    static constexpr kind what = kind::integers;
    static std::optional<std::vector<T>> from(value const& v) {
        std::vector<T> all;
        return detail::whole_numbers(v, all) ? std::optional(std::move(all)) : std::nullopt;
    }
};

template <detail::Whole T, std::size_t N> struct native_argument<std::array<T, N>> {
    static constexpr kind what = kind::integers;
    static std::optional<std::array<T, N>> from(value const& v) {
        std::vector<T> all;
        if (!detail::whole_numbers(v, all) || all.size() != N) return std::nullopt;
        std::array<T, N> fixed;
        std::ranges::copy(all, fixed.begin());
        return fixed;
    }
};

template <class T> struct native_argument<std::optional<T>> {
    static constexpr kind what = native_argument<T>::what;
    static auto from(value const& v) {
        auto inner = detail::argument_from<T>(v);
        using nested = std::optional<decltype(inner)>;
        bool const valid = inner.has_value() || std::holds_alternative<none>(v);
        return valid ? nested(std::in_place, std::move(inner)) : nested();
    }
};

} // namespace v0
} // namespace xamt

// ---- xamt/describe/native_layout.hpp -------------------------------------------------------------------------------

/// @file
/// Arguments for kernels of the usual form, `void relu(float const* x, float* y, std::size_t n)`: scratch tensors for results, and sizes.
///
/// Place in the pipeline: describe; used by the thunks of describe/native.hpp. A plain function: it is compiled once, whatever is called.



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

// ---- xamt/describe/native_result.hpp -------------------------------------------------------------------------------

/// @file
/// How results of C++ functions under test become tensors: tensors, scalars, vectors, several of them.
///
/// Place in the pipeline: describe. For a type of your own:
/// @code
/// template <> struct xamt::native_result<my::tensor> { static std::vector<xamt::ndarray> from(my::tensor&& t) { ... } };
/// @endcode



namespace xamt {
inline namespace v0 {

/// How a C++ result of type T becomes tensors: `static std::vector<ndarray> from(T&&)`. With `static constexpr bool flat = true` a
/// result of as many elements as the first tensor takes that one's shape; with `squeezed`, if they differ by axes of extent one only.
template <class T> struct native_result {
    static constexpr bool unknown = true;
    static std::vector<ndarray> from(T&&) { return {}; }
};

/// Nothing is returned: results are written through parameters.
template <> struct native_result<void> {};

/// A tensor with a copy of `count` elements.
template <NativeElement T> [[nodiscard]] ndarray copied(T const* data, shape const& dims) {
    ndarray t(native_element<T>::type, dims);
    if (t.bytes() != 0) std::memcpy(t.data(), data, t.bytes());
    return t;
}

template <> struct native_result<ndarray> {
    static std::vector<ndarray> from(ndarray&& t) {
        std::vector<ndarray> all;
        all.push_back(std::move(t));
        return all;
    }
};

template <> struct native_result<std::vector<ndarray>> {
    static std::vector<ndarray> from(std::vector<ndarray>&& all) { return std::move(all); }
};

template <NativeElement T> struct native_result<T> {
    static std::vector<ndarray> from(T&& x) { return native_result<ndarray>::from(copied(&x, {})); }
};

template <NativeElement T>
    requires(!std::same_as<T, bool>)
struct native_result<std::vector<T>> {
    static constexpr bool flat = true;
    static std::vector<ndarray> from(std::vector<T>&& v) {
        return native_result<ndarray>::from(copied(v.data(), {static_cast<std::int64_t>(v.size())}));
    }
};

/// A list of tensors of another library.
template <class T>
    requires(!NativeElement<T> && !requires { native_result<T>::unknown; })
struct native_result<std::vector<T>> {
    static std::vector<ndarray> from(std::vector<T>&& list) {
        std::vector<ndarray> all;
        for (auto& each : list)
            for (auto& t : native_result<T>::from(std::move(each))) all.push_back(std::move(t));
        return all;
    }
};

/// Several results: std::pair, std::tuple.
template <class... T> struct native_result<std::tuple<T...>> {
    static std::vector<ndarray> from(std::tuple<T...>&& several) {
        std::vector<ndarray> all;
        auto const append = [&all](std::vector<ndarray>&& one) {
            for (auto& t : one) all.push_back(std::move(t));
        };
        std::apply([&](T&... each) { (append(native_result<T>::from(std::move(each))), ...); }, several);
        return all;
    }
};

template <class A, class B> struct native_result<std::pair<A, B>> {
    static std::vector<ndarray> from(std::pair<A, B>&& p) {
        return native_result<std::tuple<A, B>>::from({std::move(p.first), std::move(p.second)});
    }
};

} // namespace v0
} // namespace xamt

// ---- xamt/describe/native.hpp --------------------------------------------------------------------------------------

/// @file
/// C++ functions as implementations of an API: their signature is read from their type, and one thunk a C++ type calls them.
///
/// Place in the pipeline: describe. Heavy templates depend on the C++ shape of a call, never on the name of an API. Examples:
/// @code
/// .on(mine, xamt::fn<&my::softmax>, "x", "axis")                                  // my::tensor softmax(my::tensor const&, int)
/// .on(mine, xamt::fn<&my::relu>, "x", xamt::out_like("x"), xamt::size_of("x"))    // void relu(float const*, float*, std::size_t)
/// .on(fw::eigen, []<class T>(xamt::tensor_view<T const> x) { ... }, "x")          // instantiated for float and double
/// @endcode
/// A function that writes its results through pointers may return a status: an integer or enumerator other than zero is a failure.



namespace xamt {
inline namespace v0 {

/// A C++ function as a value for `.on`.
template <auto Function> struct function_constant {};
template <auto Function> inline constexpr function_constant<Function> fn{};

namespace detail {

template <class T> [[nodiscard]] constexpr bool is_written() {
    if constexpr (requires { native_argument<T>::writes; })
        return native_argument<T>::writes;
    else
        return false;
}
template <class T>
concept TypedArgument = requires { native_argument<T>::element; };
template <class T> [[nodiscard]] constexpr dtype element_of_argument() {
    if constexpr (TypedArgument<T>)
        return native_argument<T>::element;
    else
        return dtype::float32;
}

[[nodiscard]] inline ndarray const* first_tensor(std::span<value const* const> arguments) {
    for (auto const* v : arguments) {
        if (auto const* t = std::get_if<ndarray>(v)) return t;
        if (auto const* l = std::get_if<std::vector<ndarray>>(v); l != nullptr && !l->empty()) return &l->front();
    }
    return nullptr;
}

[[nodiscard]] inline shape without_ones(shape const& dims) {
    shape kept;
    for (auto extent : dims)
        if (extent != 1) kept.push_back(extent);
    return kept;
}

/// The traits of a type for which nobody has specialised them.
template <class Trait>
concept Unknown = requires { Trait::unknown; };

template <class Signature> struct native_shape;

/// Everything that depends on the C++ function type alone.
template <class R, class... A> struct native_shape<R(A...)> {
    static constexpr native_signature signature() {
        static_assert(sizeof...(A) <= native_signature::max_arity, "xamt: a C++ function under test takes at most 12 parameters");
        native_signature s;
        s.arity = sizeof...(A);
        s.kinds = {native_argument<std::remove_cvref_t<A>>::what...};
        s.types = {element_of_argument<std::remove_cvref_t<A>>()...};
        s.typed = bits({TypedArgument<std::remove_cvref_t<A>>...});
        s.written = bits({is_written<std::remove_cvref_t<A>>()...});
        s.unknown = bits({Unknown<native_argument<std::remove_cvref_t<A>>>...});
        s.unknown_result = Unknown<native_result<std::remove_cvref_t<R>>> && !is_status<R>(s);
        return s;
    }

    template <class F> static void call(F&& f, native_frame& frame) {
        constexpr native_signature function = signature();
        native_layout arguments;
        if (!arguments.fill(frame, function))
            frame.failure = "the function takes " + std::to_string(sizeof...(A)) + " arguments, and these do not fit";
        else
            call(std::forward<F>(f), frame, arguments, std::index_sequence_for<A...>{});
        if (frame.failure.empty()) arguments.collect(function, frame.outputs);
    }

  private:
    template <class F, std::size_t... Index>
    static void call(F&& f, native_frame& frame, native_layout const& arguments, std::index_sequence<Index...>) {
        std::tuple converted{argument_from<std::remove_cvref_t<A>>(*arguments[Index])...};
        if (!(std::get<Index>(converted).has_value() && ...)) {
            frame.failure = "the function does not take an argument of this dtype, kind or size";
            return;
        }
        try {
            if constexpr (std::is_void_v<R>)
                f(*std::get<Index>(converted)...);
            else
                keep<std::remove_cvref_t<R>>(f(*std::get<Index>(converted)...), frame);
        } catch (std::exception const& e) {
            frame.failure = e.what();
        }
    }

    static constexpr std::uint16_t bits(std::initializer_list<bool> set) {
        unsigned all = 0, bit = 1;
        for (bool b : set) all |= b ? bit : 0, bit <<= 1;
        return static_cast<std::uint16_t>(all);
    }
    template <class T> static constexpr bool is_status(native_signature const& s) {
        return s.written != 0 && (std::is_enum_v<T> || std::is_integral_v<T>);
    }

    /// Tensors, or a status where the function writes its results through pointers.
    template <class T> static void keep(T returned, native_frame& frame) {
        if constexpr (is_status<T>(signature())) {
            if (returned != T{}) frame.failure = "it returned " + std::to_string(static_cast<long long>(returned));
        } else {
            frame.outputs = native_result<T>::from(std::move(returned));
            auto const* like = first_tensor(frame.arguments);
            if (like == nullptr || frame.outputs.empty()) return;
            ndarray& out = frame.outputs.front();
            if constexpr (requires { native_result<T>::flat; })
                if (like->size() == out.size()) out.reshape(like->dims());
            if constexpr (requires { native_result<T>::squeezed; })
                if (without_ones(like->dims()) == without_ones(out.dims())) out.reshape(like->dims());
        }
    }
};

template <class T> struct signature_of;
template <class R, class... A> struct signature_of<R (*)(A...)> {
    using type = R(A...);
};
template <class R, class... A> struct signature_of<R (*)(A...) noexcept> {
    using type = R(A...);
};
template <class R, class C, class... A> struct signature_of<R (C::*)(A...) const> {
    using type = R(A...);
};
template <class R, class C, class... A> struct signature_of<R (C::*)(A...) const noexcept> {
    using type = R(A...);
};

template <class L>
concept Monomorphic = std::is_empty_v<L> && requires { &L::operator(); };
template <class L, class T>
concept Instantiable = std::is_empty_v<L> && requires { &L::template operator()<T>; };
template <class L>
concept Generic = !Monomorphic<L> && (Instantiable<L, float> || Instantiable<L, std::int32_t>);

template <Monomorphic L> struct native_callable<L> {
    using shape_of_call = native_shape<typename signature_of<decltype(&L::operator())>::type>;
    static void call(native_frame& f) { shape_of_call::call(L{}, f); }
    static constexpr native_signature signature() { return shape_of_call::signature(); }
    static constexpr std::string_view name() { return "C++ lambda"; }
};

/// A lambda template over the element type, `[]<class T>(tensor_view<T const> x) {...}`: called with that of the first tensor.
/// It is instantiated for float and double; if it is constrained away from float, for the integers.
template <Generic L> struct native_callable<L> {
    template <class T> using shape_for = native_shape<typename signature_of<decltype(&L::template operator()<T>)>::type>;
    using first = std::conditional_t<Instantiable<L, float>, float, std::int32_t>;

    template <class T> static bool as(native_frame& f, dtype d) {
        if (d != dtype_of<T>) return false;
        shape_for<T>::call([](auto&&... x) -> decltype(auto) { return L{}.template operator()<T>(std::forward<decltype(x)>(x)...); }, f);
        return true;
    }
    static void call(native_frame& f) {
        auto const* t = first_tensor(f.arguments);
        dtype const d = t != nullptr ? t->type() : dtype_of<first>;
        bool called = false;
        if constexpr (std::is_same_v<first, float>)
            called = as<float>(f, d) || as<double>(f, d);
        else
            called = as<std::int32_t>(f, d) || as<std::int64_t>(f, d) || as<std::uint8_t>(f, d) || as<std::int8_t>(f, d) ||
                     as<std::int16_t>(f, d);
        if (!called) f.failure = "the function is not instantiated for " + std::string(name_of(d));
    }
    static constexpr native_signature signature() { return shape_for<first>::signature(); }
    static constexpr std::string_view name() { return "C++ lambda"; }
};

/// The function's own name, as the compiler writes it into that of a template: "... Function = my::relu]".
template <auto Function> [[nodiscard]] constexpr std::string_view function_name() {
    std::string_view const text = __PRETTY_FUNCTION__;
    std::size_t const begin = text.rfind("Function = ") + 11;
    std::size_t end = text.find_first_of(";]", begin);
    if (std::size_t const bracket = text.find('(', begin + 1); bracket < end) end = bracket;
    std::string_view name = text.substr(begin, end - begin);
    while (!name.empty() && (name.front() == '&' || name.front() == '(' || name.front() == ' ')) name.remove_prefix(1);
    return name;
}

template <auto Function>
    requires std::is_pointer_v<decltype(Function)>
struct native_callable<function_constant<Function>> {
    using shape_of_call = native_shape<typename signature_of<decltype(Function)>::type>;
    static void call(native_frame& f) { shape_of_call::call(Function, f); }
    static constexpr native_signature signature() { return shape_of_call::signature(); }
    static constexpr std::string_view name() { return function_name<Function>(); }
};

} // namespace detail
} // namespace v0
} // namespace xamt

// ---- xamt/describe/each.hpp ----------------------------------------------------------------------------------------

/// @file
/// Functions of one number as implementations of a pointwise API: `.on(mine, xamt::each([](auto x) { return std::exp(x); }), "x")`.
///
/// Place in the pipeline: describe. The function is applied to every element of its tensor.



namespace xamt {
inline namespace v0 {

/// A captureless function of a number, applied to each element of a tensor.
template <class F> struct each_element {
    template <class T>
        requires std::invocable<F, T>
    [[nodiscard]] ndarray operator()(tensor_view<T const> x) const {
        ndarray y(dtype_of<T>, x.dims);
        for (std::int64_t i = 0; i < x.size(); ++i) y.as<T>()[i] = static_cast<T>(F{}(x[i]));
        return y;
    }
};

template <class F>
    requires std::is_empty_v<F>
[[nodiscard]] constexpr each_element<F> each(F) {
    return {};
}

} // namespace v0
} // namespace xamt

// ---- xamt/xamt.hpp -------------------------------------------------------------------------------------------------

/// @file
/// The light part of xamt in one include: values, descriptions of APIs and C++ functions as their implementations. No framework header.
///
/// Place in the pipeline: core and describe. To fuzz, add <xamt/campaign/explore.hpp> or <xamt/testing/catch2.hpp>; for libraries under
/// test, <xamt/framework/torch.hpp>, eigen.hpp or python.hpp.

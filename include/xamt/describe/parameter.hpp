/// @file
/// Canonical parameters of an API: kind, admissible values, how its shape hangs together with the others'.
///
/// Place in the pipeline: describe. Example:
/// `tensor("x").floating().rank(1, 4)`, `axis("axis").by_default(-1)`, `real("eps").between(1e-7, 0.1).by_default(1e-5)`.
#pragma once

#include <xamt/describe/constant.hpp>

#include <array>
#include <cstdint>
#include <string_view>

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

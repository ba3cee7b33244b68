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
#pragma once

#include <xamt/core/strided_view.hpp>
#include <xamt/core/value.hpp>
#include <xamt/describe/parameter.hpp>

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

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

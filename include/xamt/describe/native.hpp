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
#pragma once

#include <xamt/describe/callee.hpp>
#include <xamt/describe/native_argument.hpp>
#include <xamt/describe/native_layout.hpp>
#include <xamt/describe/native_result.hpp>

#include <cstddef>
#include <cstdint>
#include <exception>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

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

/// @file
/// Reading and writing single elements of a tensor whose dtype is known at run time, and calling code by dtype.
///
/// Place in the pipeline: core. `visit_dtype` turns a run-time dtype into a C++ type once per tensor, so that loops stay typed.
#pragma once

#include <xamt/core/ndarray.hpp>

#include <cmath>
#include <complex>
#include <limits>
#include <type_traits>
#include <utility>

namespace xamt {
inline namespace v0 {

/// Calls `f(std::type_identity<T>{})` with the C++ element type of `d`.
template <class F> constexpr decltype(auto) visit_dtype(dtype d, F&& f) {
    switch (d) {
    case dtype::float16: return f(std::type_identity<float16>{});
    case dtype::bfloat16: return f(std::type_identity<bfloat16>{});
    case dtype::float32: return f(std::type_identity<float>{});
    case dtype::float64: return f(std::type_identity<double>{});
    case dtype::int8: return f(std::type_identity<std::int8_t>{});
    case dtype::int16: return f(std::type_identity<std::int16_t>{});
    case dtype::int32: return f(std::type_identity<std::int32_t>{});
    case dtype::int64: return f(std::type_identity<std::int64_t>{});
    case dtype::uint8: return f(std::type_identity<std::uint8_t>{});
    case dtype::boolean: return f(std::type_identity<bool>{});
    case dtype::complex64: return f(std::type_identity<std::complex<float>>{});
    case dtype::complex128: break;
    }
    return f(std::type_identity<std::complex<double>>{});
}

/// One element as a double. Exact for every dtype but int64 beyond 2^53; a complex element gives its real part.
template <Element T> [[nodiscard]] constexpr double to_double(T x) {
    if constexpr (std::is_same_v<T, float16> || std::is_same_v<T, bfloat16>)
        return static_cast<double>(widen(x));
    else if constexpr (std::is_arithmetic_v<T>)
        return static_cast<double>(x);
    else
        return static_cast<double>(x.real());
}

/// A double rounded to the element type (nearest even); out of range goes to infinity, and for integers to the nearest bound.
template <Element T> [[nodiscard]] constexpr T from_double(double x) {
    if constexpr (std::is_same_v<T, float16>)
        return to_float16(x);
    else if constexpr (std::is_same_v<T, bfloat16>)
        return to_bfloat16(x);
    else if constexpr (std::is_same_v<T, bool>)
        return x != 0;
    else if constexpr (std::is_integral_v<T>) {
        if (x != x) return 0;
        if (x >= static_cast<double>((std::numeric_limits<T>::max)())) return (std::numeric_limits<T>::max)();
        if (x <= static_cast<double>((std::numeric_limits<T>::min)())) return (std::numeric_limits<T>::min)();
        return static_cast<T>(x);
    } else if constexpr (std::is_arithmetic_v<T>)
        return static_cast<T>(x);
    else
        return T(static_cast<typename T::value_type>(x));
}

/// Element `i` of a tensor as a double.
[[nodiscard]] inline double load(ndarray_view const& t, std::int64_t i) {
    return visit_dtype(t.type, [&]<class T>(std::type_identity<T>) { return to_double(t.as<T>()[i]); });
}

/// Element `i` of a tensor as a complex number; real dtypes have no imaginary part.
[[nodiscard]] inline std::complex<double> load_complex(ndarray_view const& t, std::int64_t i) {
    if (t.type == dtype::complex64) return std::complex<double>(t.as<std::complex<float>>()[i]);
    if (t.type == dtype::complex128) return t.as<std::complex<double>>()[i];
    return load(t, i);
}

/// Element `i` of an integer or bool tensor, exactly.
[[nodiscard]] inline std::int64_t load_integer(ndarray_view const& t, std::int64_t i) {
    return visit_dtype(t.type, [&]<class T>(std::type_identity<T>) -> std::int64_t {
        if constexpr (std::is_integral_v<T>)
            return static_cast<std::int64_t>(t.as<T>()[i]);
        else
            return static_cast<std::int64_t>(to_double(t.as<T>()[i]));
    });
}

/// Writes a double, rounded to the tensor's dtype.
inline void store(ndarray& t, std::int64_t i, double x) {
    visit_dtype(t.type(), [&]<class T>(std::type_identity<T>) { t.as<T>()[i] = from_double<T>(x); });
}

/// The same tensor in another dtype, each element rounded to nearest even; complex to real drops the imaginary part.
[[nodiscard]] inline ndarray converted(ndarray_view const& from, dtype type) {
    ndarray to(type, from.dims);
    visit_dtype(from.type, [&]<class S>(std::type_identity<S>) {
        visit_dtype(type, [&]<class T>(std::type_identity<T>) {
            auto const in = from.as<S>();
            auto const out = to.as<T>();
            std::int64_t const n = in.size();
            for (std::int64_t i = 0; i < n; ++i) {
                if constexpr (std::is_same_v<S, T>)
                    out[i] = in[i];
                else if constexpr (std::is_integral_v<S> && std::is_integral_v<T>)
                    out[i] = static_cast<T>(in[i]);
                else if constexpr (requires { in[i].real(); } && requires { out[i].real(); })
                    out[i] = T(in[i]);
                else
                    out[i] = from_double<T>(to_double(in[i]));
            }
        });
    });
    return to;
}

} // namespace v0
} // namespace xamt

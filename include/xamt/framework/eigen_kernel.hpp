/// @file
/// Eigen expressions as columns of groups: tensors seen as Eigen arrays, broadcasting, and one call a C++ type of kernel.
///
/// Place in the pipeline: framework; framework/eigen_groups.hpp lists the columns. Example:
/// `eigen_unary<floats>("exp", "Eigen exp", [](auto const& x) { return x.exp(); })`.
#pragma once

#include <xamt/describe/native.hpp>
#include <xamt/describe/native_column.hpp>

#include <Eigen/Core>
#include <unsupported/Eigen/SpecialFunctions>

#include <array>
#include <complex>
#include <cstddef>
#include <stdexcept>
#include <string_view>
#include <type_traits>

namespace xamt {
inline namespace v0 {

/// Element types that a kernel is instantiated for.
template <class... T> struct element_types {
    static constexpr dtype_set set() {
        dtype_set s;
        (s.insert(dtype_of<T>), ...);
        return s;
    }
};
using floats = element_types<float, double>;
using complexes = element_types<std::complex<float>, std::complex<double>>;
using booleans = element_types<bool>;

namespace detail {

template <class T> using eigen_array = Eigen::Array<T, Eigen::Dynamic, 1>;
template <class T> using eigen_input = Eigen::Map<eigen_array<T> const>;

template <Element T> [[nodiscard]] eigen_input<T> as_array(tensor_view<T const> x) { return {x.data, x.size()}; }

/// An Eigen expression evaluated into a tensor.
template <class Expression> [[nodiscard]] ndarray evaluated(Expression const& e, shape const& dims) {
    using scalar = std::remove_cv_t<typename Expression::Scalar>;
    ndarray out(dtype_of<scalar>, dims);
    Eigen::Map<eigen_array<scalar>>(out.as<scalar>().data, out.size()) = e;
    return out;
}

[[nodiscard]] inline shape broadcast(shape const& a, shape const& b) {
    shape const& longer = a.rank() < b.rank() ? b : a;
    shape const& shorter = a.rank() < b.rank() ? a : b;
    shape out = longer;
    std::size_t const skip = longer.rank() - shorter.rank();
    for (std::size_t i = 0; i < shorter.rank(); ++i) {
        if (out[skip + i] == 1) out[skip + i] = shorter[i];
        if (shorter[i] != 1 && shorter[i] != out[skip + i]) throw std::invalid_argument("shapes do not broadcast");
    }
    return out;
}

/// The tensor repeated along its axes of extent one, in `room` where that changes it. Eigen does not broadcast; the repetition is no part
/// of what is tested.
template <Element T> [[nodiscard]] eigen_input<T> expanded(tensor_view<T const> x, shape const& dims, eigen_array<T>& room) {
    if (x.dims == dims) return as_array(x);
    room.resize(dims.elements());
    auto const strides = row_major_strides(x.dims);
    std::size_t const skip = dims.rank() - x.dims.rank();
    for (std::int64_t i = 0; i < room.size(); ++i) {
        std::int64_t from = 0, rest = i;
        for (std::size_t axis = dims.rank(); axis-- > 0; rest /= dims[axis])
            if (axis >= skip && x.dims[axis - skip] != 1) from += rest % dims[axis] * strides[axis - skip];
        room[i] = x[from];
    }
    return {room.data(), room.size()};
}

/// Calls `Kernel::run<T>` with the element type of the first tensor.
template <class Kernel, class Types> struct eigen_call;
template <class Kernel, class... T> struct eigen_call<Kernel, element_types<T...>> {
    template <class U> static bool as(native_frame& f, dtype d) {
        if (d != dtype_of<U>) return false;
        native_shape<typename signature_of<decltype(&Kernel::template run<U>)>::type>::call(&Kernel::template run<U>, f);
        return true;
    }
    static void call(native_frame& f) {
        auto const* t = first_tensor(f.arguments);
        if (t == nullptr || !(as<T>(f, t->type()) || ...)) f.failure = "the kernel is not instantiated for this dtype";
    }
};

template <class F> struct unary_kernel {
    template <class T> static ndarray run(tensor_view<T const> x) { return evaluated(F{}(as_array(x)), x.dims); }
};
template <class F> struct scaled_kernel {
    template <class T> static ndarray run(tensor_view<T const> x, double a) {
        return evaluated(F{}(as_array(x), static_cast<T>(a)), x.dims);
    }
};
template <class F> struct binary_kernel {
    template <class T> static ndarray run(tensor_view<T const> x, tensor_view<T const> y) {
        shape const dims = broadcast(x.dims, y.dims);
        eigen_array<T> room[2];
        return evaluated(F{}(expanded(x, dims, room[0]), expanded(y, dims, room[1])), dims);
    }
};
template <class F> struct ternary_kernel {
    template <class T> static ndarray run(tensor_view<T const> x, tensor_view<T const> y, tensor_view<T const> z) {
        shape const dims = broadcast(broadcast(x.dims, y.dims), z.dims);
        eigen_array<T> room[3];
        return evaluated(F{}(expanded(x, dims, room[0]), expanded(y, dims, room[1]), expanded(z, dims, room[2])), dims);
    }
};

/// The first `arity` canonical parameters, in order, are those of the kernel.
[[nodiscard]] constexpr native_column eigen_column(std::string_view group, std::string_view name, in_process_call call, int arity,
                                                   dtype_set types) {
    constexpr std::array<std::string_view, 3> names{"x", "y", "z"};
    native_column c{group, {}};
    c.how.on = fw::eigen;
    c.how.function = name;
    c.how.call = call;
    c.how.in_process = true;
    for (int i = 0; i < arity; ++i) {
        item& a = c.how.items[c.how.count++];
        a = names[static_cast<std::size_t>(i)];
        a.parameter = static_cast<std::int8_t>(i);
    }
    c.how.items[c.how.count++] = accepts(types);
    return c;
}

} // namespace detail

/// A captureless lambda from Eigen arrays to an Eigen expression as a column of a group: of one tensor, of a tensor and a number, of two
/// or three tensors that broadcast. @{
template <class Types, class F> [[nodiscard]] constexpr native_column eigen_unary(std::string_view group, std::string_view name, F) {
    return detail::eigen_column(group, name, &detail::eigen_call<detail::unary_kernel<F>, Types>::call, 1, Types::set());
}
template <class Types, class F> [[nodiscard]] constexpr native_column eigen_scaled(std::string_view group, std::string_view name, F) {
    return detail::eigen_column(group, name, &detail::eigen_call<detail::scaled_kernel<F>, Types>::call, 2, Types::set());
}
template <class Types, class F> [[nodiscard]] constexpr native_column eigen_binary(std::string_view group, std::string_view name, F) {
    return detail::eigen_column(group, name, &detail::eigen_call<detail::binary_kernel<F>, Types>::call, 2, Types::set());
}
template <class Types, class F> [[nodiscard]] constexpr native_column eigen_ternary(std::string_view group, std::string_view name, F) {
    return detail::eigen_column(group, name, &detail::eigen_call<detail::ternary_kernel<F>, Types>::call, 3, Types::set());
}
/// @}

} // namespace v0
} // namespace xamt

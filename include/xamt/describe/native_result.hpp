/// @file
/// How results of C++ functions under test become tensors: tensors, scalars, vectors, several of them.
///
/// Place in the pipeline: describe. For a type of your own:
/// @code
/// template <> struct xamt::native_result<my::tensor> { static std::vector<xamt::ndarray> from(my::tensor&& t) { ... } };
/// @endcode
#pragma once

#include <xamt/describe/native_argument.hpp>

#include <cstddef>
#include <cstring>
#include <tuple>
#include <utility>
#include <vector>

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

/// @file
/// How one framework spells an API: its function, its parameter names in canonical order, and what must be converted.
///
/// Place in the pipeline: describe. A binding is data; align/ carries it out. Example, the list after the function name:
/// `.on(fw::tensorflow, "tf.nn.conv2d", as("input", "NHWC"), as("filters", "HWIO"), "strides", given("padding", "VALID"))`.
#pragma once

#include <xamt/describe/constant.hpp>
#include <xamt/describe/framework.hpp>
#include <xamt/describe/parameter.hpp>

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

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

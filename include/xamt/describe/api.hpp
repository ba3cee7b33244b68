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
#pragma once

#include <xamt/describe/accuracy.hpp>
#include <xamt/describe/binding.hpp>
#include <xamt/describe/callee.hpp>
#include <xamt/describe/fault.hpp>
#include <xamt/describe/invariant.hpp>
#include <xamt/describe/schema.hpp>

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

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

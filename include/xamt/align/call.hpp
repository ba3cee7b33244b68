/// @file
/// From a canonical trial to one framework's call, and from its outputs back to the canonical form.
///
/// Place in the pipeline: align. `call_for` fills the argument list in the order of the binding; `restored` undoes layouts and picks
/// the component that is meant. Frameworks that cannot express a trial are left out of it, with the reason.
#pragma once

#include <xamt/align/convert.hpp>

#include <cstdint>
#include <forward_list>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace xamt {
inline namespace v0 {

/// Arguments for one call. `list` points into the canonical arguments where nothing had to be converted.
struct host_call {
    std::vector<value const*> list;
    std::forward_list<value> made; ///< owns what was converted; a list keeps addresses, and an empty one allocates nothing
    std::string absent;     ///< why this framework takes no part; empty: it does
};

/// Dtype of the first tensor among canonical arguments; float32 if there is none.
[[nodiscard]] inline dtype first_dtype(std::span<value const> arguments) {
    for (auto const& v : arguments) {
        if (auto const* t = std::get_if<ndarray>(&v)) return t->type();
        if (auto const* l = std::get_if<std::vector<ndarray>>(&v); l != nullptr && !l->empty()) return l->front().type();
    }
    for (auto const& v : arguments)
        if (auto const* d = std::get_if<dtype>(&v)) return *d;
    return dtype::float32;
}

namespace detail {

/// Why a binding takes no part in a trial, or an empty text.
[[nodiscard]] inline std::string restriction(api_description const& api, binding const& b, std::span<value const> arguments, dtype type) {
    std::uint32_t bound = 0;
    for (auto const& i : b.list()) {
        if (i.is == item::role::accepts && !i.types.contains(type)) return "does not take " + std::string(name_of(type));
        if (i.parameter < 0) continue;
        auto const at = static_cast<std::size_t>(i.parameter);
        bound |= 1u << at;
        if (i.is == item::role::only && !equals(arguments[at], i.pin))
            return "has no parameter for `" + std::string(api.parameters[at].name) + "` and behaves as with another value";
    }
    for (std::size_t at = 0; at < api.parameter_count; ++at) {
        if ((bound >> at) & 1u || equals(arguments[at], api.parameters[at].fallback)) continue;
        if (std::holds_alternative<none>(arguments[at])) continue;
        return "has no parameter for `" + std::string(api.parameters[at].name) + "`";
    }
    return {};
}

} // namespace detail

/// The arguments of one framework's call for a trial, in the order of the binding's list (bound and pinned ones alike).
[[nodiscard]] inline host_call call_for(api_description const& api, binding const& b, std::span<value const> arguments) {
    host_call call;
    dtype const type = first_dtype(arguments);
    call.absent = detail::restriction(api, b, arguments, type);
    if (!call.absent.empty()) return call;
    call.list.reserve(b.list().size());
    for (auto const& i : b.list()) {
        if (i.is == item::role::pinned) {
            call.list.push_back(&call.made.emplace_front(to_value(i.pin)));
        } else if (i.is == item::role::argument) {
            auto const at = static_cast<std::size_t>(i.parameter);
            parameter const& p = api.parameters[at];
            bool const as_it_is = i.how == conversion::plain && (i.layout.empty() || i.layout == p.layout);
            if (as_it_is || i.how == conversion::spread) {
                call.list.push_back(&arguments[at]);
                continue;
            }
            auto converted = convert(arguments[at], p, i, api, arguments, type);
            if (!converted.refusal.empty()) {
                call.absent = converted.refusal;
                return call;
            }
            call.list.push_back(&call.made.emplace_front(std::move(converted.made)));
        }
    }
    return call;
}

/// Whether the outputs of a binding need `restored` at all.
[[nodiscard]] inline bool needs_restoring(api_description const& api, binding const& b) {
    return b.find(item::role::component) != nullptr || b.find(item::role::gives) != nullptr || api.output_count != 1;
}

/// A framework's outputs in canonical form: the component that is meant, in the canonical layout.
[[nodiscard]] inline std::vector<ndarray> restored(api_description const& api, binding const& b, std::vector<ndarray> outputs) {
    if (item const* c = b.find(item::role::component)) {
        auto const index = static_cast<std::size_t>(c->number);
        std::vector<ndarray> one;
        if (index < outputs.size()) one.push_back(std::move(outputs[index]));
        outputs = std::move(one);
    }
    if (outputs.size() > api.output_count) outputs.erase(outputs.begin() + api.output_count, outputs.end());
    if (item const* g = b.find(item::role::gives)) {
        for (std::size_t o = 0; o < outputs.size(); ++o)
            if (auto laid = in_layout(outputs[o].view(), g->layout, api.outputs[o].layout)) outputs[o] = std::move(*laid);
    }
    return outputs;
}

} // namespace v0
} // namespace xamt

/// @file
/// The description that tests one function of a library against the operator it was matched with.
///
/// Place in the pipeline: groups. See own_library.hpp, which makes one for every function.
#pragma once

#include <xamt/describe/fixed_parameter.hpp>
#include <xamt/groups/all.hpp>
#include <xamt/match/equivalents.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace xamt {
inline namespace v0 {

namespace detail {

/// A default of a schema as a constant; nothing for lists and words.
[[nodiscard]] inline std::optional<constant> constant_of(std::string_view text) {
    if (text == "True" || text == "False") return constant(text == "True");
    if (text == "None") return constant(none{});
    std::string const copy(text);
    char* end = nullptr;
    double const x = std::strtod(copy.c_str(), &end);
    if (copy.empty() || end != copy.c_str() + copy.size()) return std::nullopt;
    return text.find_first_of(".e") == std::string_view::npos ? constant(static_cast<std::int64_t>(x)) : constant(x);
}

/// What a parameter of an operator is in a description.
[[nodiscard]] constexpr kind kind_of_parameter(schema_parameter const& p) {
    bool const along = is_axis_name(p.name);
    switch (p.what) {
    case schema_type::integer: return p.list ? (along ? kind::axes : kind::integers) : along ? kind::axis : kind::integer;
    case schema_type::real:
    case schema_type::scalar: return kind::real;
    case schema_type::flag: return kind::flag;
    case schema_type::text: return kind::choice;
    case schema_type::dtype: return kind::dtype;
    default: return p.list ? kind::tensors : kind::tensor;
    }
}

} // namespace detail

class own_test {
  public:
    /// All of them have to outlive it, but for `e`.
    own_test(own_function const& f, own_equivalence const& e, operator_set const& all, framework mine)
        : f_(f), e_(e), operator_(std::string(all.prefix)), framework_{all.framework}, mine_(mine) {
        schema_reader reader(all.schemas[e.schema]);
        operator_ += reader.name();
        for (schema_parameter p; reader.next(p);) parameters_.push_back(p);
        for (auto const* g : groups::shipped)
            for (auto const& b : g->columns())
                if (!curated_ && b.function == operator_ && from_group(*g, b)) curated_ = g;
        if (!curated_) from_schema();
        narrow();
        for (auto [parameter, value] : fixed_) api_ = fixed_parameter(api_, parameter, value);
    }
    own_test(own_test const&) = delete;
    own_test& operator=(own_test const&) = delete;

    [[nodiscard]] api_description const& api() const { return api_; }
    /// The group whose domain and bound it has, or nullptr.
    [[nodiscard]] api_description const* like() const { return curated_; }

  private:
    [[nodiscard]] std::string_view given_to(std::size_t own) const {
        for (std::size_t j = 0; j < e_.how.count; ++j)
            if (e_.how.from[j] == static_cast<int>(own)) return parameters_[j].name;
        return {};
    }
    [[nodiscard]] static item const* item_named(binding const& b, std::string_view name) {
        for (auto const& i : b.list())
            if (i.name == name && (i.is == item::role::argument || i.is == item::role::pinned)) return &i;
        return nullptr;
    }

    /// The group's description with the function as one more column. False if the group leaves out a parameter that the function has, or
    /// if nothing is known about one that the function lacks.
    [[nodiscard]] bool from_group(api_description const& g, binding const& as_operator) {
        api_ = g;
        api_.name = f_.name;
        if (api_.binding_count == api_description::max_bindings) --api_.binding_count;
        canonical_.fill(-1);
        fixed_.clear();
        std::array<item, own_function::max_parameters> inputs{};
        for (std::size_t k = 0; k < f_.count; ++k) {
            if (!f_.is_input(k)) continue;
            auto const* const same = item_named(as_operator, given_to(k));
            if (same == nullptr) return false;
            inputs[k] = *same;
            inputs[k].name = f_.parameters[k].name;
            if (same->is == item::role::argument) canonical_[k] = same->parameter;
        }
        for (int p = g.parameter_count - 1; p >= 0; --p) {
            if (std::find(canonical_.begin(), canonical_.end(), p) != canonical_.end()) continue;
            auto const value = value_left_open(as_operator, p);
            if (!value) return false;
            fixed_.emplace_back(p, *value);
        }
        bind(inputs);
        return true;
    }

    /// What a canonical parameter is where the function has none.
    [[nodiscard]] std::optional<constant> value_left_open(binding const& as_operator, int canonical) const {
        for (auto const& i : as_operator.list()) {
            if (i.parameter != canonical) continue;
            if (i.is == item::role::only) return i.pin;
            for (std::size_t j = 0; j < e_.how.count; ++j)
                if (parameters_[j].name == i.name)
                    return e_.how.from[j] == alignment::last_axis ? constant(-1) : detail::constant_of(parameters_[j].fallback);
        }
        return std::nullopt;
    }

    /// A description from the operator's schema. How its rounding errors arise is not known, so it has the widest kind of bound.
    void from_schema() {
        api_ = xamt::api(f_.name).linear_algebra();
        canonical_.fill(-1);
        fixed_.clear();
        binding as_operator;
        as_operator.on = framework_;
        as_operator.function = operator_;
        std::array<item, own_function::max_parameters> inputs{};
        for (std::size_t j = 0; j < e_.how.count; ++j) {
            auto const from = e_.how.from[j];
            if (from == alignment::last_axis) as_operator.items[as_operator.count++] = given(parameters_[j].name, -1);
            if (from < 0) continue;
            auto const k = static_cast<std::size_t>(from);
            canonical_[k] = static_cast<std::int8_t>(api_.parameter_count);
            item i(parameters_[j].name);
            i.parameter = canonical_[k];
            as_operator.items[as_operator.count++] = i;
            i.name = f_.parameters[k].name;
            inputs[k] = i;
            parameter p = detail::parameter_of(f_.parameters[k].name, detail::kind_of_parameter(parameters_[j]));
            if (p.is_tensor() && api_.parameter_count == 0) p = p.floating();
            api_.parameters[api_.parameter_count++] = p;
        }
        if (e_.how.one_of_several) as_operator.items[as_operator.count++] = component(0);
        api_.bindings[api_.binding_count++] = as_operator;
        bind(inputs);
    }

    /// Adds the function's own column, its parameters in the order of the C++ function.
    void bind(std::array<item, own_function::max_parameters> const& inputs) {
        binding b;
        b.on = mine_;
        b.function = f_.function;
        b.call = f_.call;
        b.in_process = true;
        for (std::size_t k = 0; k < f_.count; ++k) {
            item i = f_.is_input(k) ? inputs[k] : of_kernel(f_.parameters[k]);
            i.in_place = f_.parameters[k].in_place;
            b.items[b.count++] = i;
        }
        api_.bindings[api_.binding_count++] = b;
    }

    [[nodiscard]] std::int8_t canonical_named(std::string_view own) const {
        for (std::size_t k = 0; k < f_.count; ++k)
            if (f_.parameters[k].name == own && canonical_[k] >= 0) return canonical_[k];
        return first_tensor();
    }
    [[nodiscard]] std::int8_t first_tensor() const {
        for (std::size_t k = 0; k < f_.count; ++k)
            if (f_.is_input(k) && f_.signature.kinds[k] == kind::tensor && canonical_[k] >= 0) return canonical_[k];
        return 0;
    }

    /// A result or a size. A parameter that is written and only named is a result like the first tensor.
    [[nodiscard]] item of_kernel(own_name const& own) const {
        item i;
        i.name = own.name;
        i.is = own.is == item::role::argument ? item::role::out_like : own.is;
        if (own.is == item::role::argument)
            i.number = first_tensor();
        else if (own.is == item::role::out_like || own.is == item::role::size_of)
            i.number = canonical_named(own.name);
        else
            for (char letter : own.name)
                for (std::size_t k = 0; k < f_.count; ++k)
                    if (auto const axis = f_.parameters[k].letters.find(letter); axis != std::string_view::npos && canonical_[k] >= 0) {
                        i.pin.list[i.pin.count++] = static_cast<std::int16_t>(canonical_[k] * 8 + static_cast<int>(axis));
                        break;
                    }
        return i;
    }

    /// What the C++ function takes is less than what the operator takes: element types, ranks, and shapes, which pointers do not carry.
    void narrow() {
        bool writes = f_.signature.written != 0;
        for (std::size_t k = 0; k < f_.count; ++k) {
            if (canonical_[k] < 0 || f_.signature.kinds[k] != kind::tensor) continue;
            auto& p = api_.parameters[static_cast<std::size_t>(canonical_[k])];
            bool const first = canonical_[k] == first_tensor();
            if (((f_.signature.typed >> k) & 1u) != 0 && (first || !p.types.empty())) {
                p.types = {};
                p.types.insert(f_.signature.types[k]);
            }
            if (writes && !first && p.shaped == shape_rule::automatic) p.shaped = shape_rule::same;
            if (f_.parameters[k].letters.empty() || !p.letters.empty()) continue;
            p = p.dims(f_.parameters[k].letters);
            for (char letter : f_.parameters[k].letters)
                if (api_.letter_count < api_description::max_letters) api_.letters[api_.letter_count++] = {letter, 1, 9};
        }
    }

    own_function const& f_;
    own_equivalence const e_;
    std::string operator_;
    framework framework_, mine_;
    std::vector<schema_parameter> parameters_;
    std::array<std::int8_t, own_function::max_parameters> canonical_{}; ///< of each of the function's parameters, or -1
    std::vector<std::pair<int, constant>> fixed_; ///< parameters that the function lacks, the last first
    api_description const* curated_ = nullptr;
    api_description api_;
};

} // namespace v0
} // namespace xamt

/// @file
/// Puts a scenario into the parameters of an overload, by role.
///
/// Place in the pipeline: match. Required parameters take what is there in order, then optional ones take the rest by role. A call comes
/// about only when nothing of the scenario is left over.
#pragma once

#include <xamt/match/argument_words.hpp>
#include <xamt/match/call_text.hpp>
#include <xamt/match/role_of.hpp>
#include <xamt/match/scenario.hpp>
#include <xamt/match/structure.hpp>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace xamt {
inline namespace v0 {

/// A parameter that is given something else than its default.
struct changed_parameter {
    std::string name, value; ///< as the prober reads it
};

class binder {
  public:
    binder(scenario const& s, call_structure how) : s_(s), how_(how), given_(s.tensors.size(), false) {
        tensors_ = s.tensors;
        if (how.swapped && tensors_.size() >= 2) std::swap(tensors_[0], tensors_[1]);
        if (how.last_first) std::rotate(tensors_.begin(), tensors_.end() - 1, tensors_.end());
        for (auto& name : tensors_)
            if (name == "piv") name = detail::pivots_as(how.pivots);
    }

    /// Binds required parameters, then optional ones; false where a required one finds nothing.
    [[nodiscard]] bool bind(public_overload const& overload, call_arguments& to, bool constructor, changed_parameter const* changed) {
        constructor_ = constructor;
        std::vector<std::optional<std::string>> values(overload.size());
        for (std::size_t i = 0; i < overload.size(); ++i) {
            auto const& p = overload[i];
            if (p.how == passing::keywords || p.how == passing::rest || !p.required) continue;
            values[i] = changed != nullptr && changed->name == p.name ? answer(changed->value) : value_for(p, role_of(p), true);
            if (!values[i]) return false;
        }
        std::vector<std::string> spread;
        for (std::size_t i = 0; i < overload.size(); ++i)
            if (overload[i].how == passing::rest && !constructor) spread = rest();
        for (std::size_t i = 0; i < overload.size(); ++i) {
            auto const& p = overload[i];
            if (p.required || p.how == passing::keywords || p.how == passing::rest) continue;
            if (changed != nullptr && changed->name == p.name)
                values[i] = changed->value;
            else
                values[i] = value_for(p, role_of(p), false);
        }
        for (std::size_t i = 0; i < overload.size(); ++i) {
            auto const& p = overload[i];
            if (p.how == passing::rest) {
                if (to.by_position)
                    for (auto& value : spread) to.give("*", std::move(value), false);
                to.by_position = false;
            } else if (values[i]) {
                to.give(p.name, *values[i], p.how == passing::keyword || (!p.required && p.how != passing::positional));
            } else {
                to.by_position = false;
            }
        }
        return true;
    }

    /// The tensors that are left, as the arguments of what a function of functions returns.
    [[nodiscard]] bool call_the_result(call_arguments& then) {
        if (function_ == 0) return false;
        bool any = false;
        while (auto tensor = next_tensor()) {
            then.give("", *tensor, false);
            any = true;
        }
        return any;
    }

    /// Whether all of the scenario went somewhere.
    [[nodiscard]] bool used_up() const {
        return std::ranges::all_of(given_, [](bool g) { return g; }) && (s_.list.empty() || list_given_) &&
               (s_.axes.empty() || axis_given_) && integer_ == s_.integers.size() && real_ == s_.reals.size() &&
               shape_ == s_.shapes.size() && function_ == s_.functions.size() && (s_.kernel.empty() || kernel_given_) &&
               (s_.stride.empty() || stride_given_) && (s_.pairs.empty() || pairs_given_) && dtype_ == s_.dtypes.size() &&
               (s_.equation.empty() || equation_given_) && (!s_.keepdims || keepdims_given_);
    }

  private:
    using answer = std::optional<std::string>;

    [[nodiscard]] answer take_tensor(std::size_t i) {
        if (i >= tensors_.size() || given_[i]) return std::nullopt;
        given_[i] = true;
        bool const as_log = (how_.scale == value_scale::first_as_log && i == 0) || (how_.scale == value_scale::second_as_log && i == 1);
        return detail::tensor_text(s_, how_, tensors_[i], i == 0, as_log);
    }

    /// The factors of a matrix as one argument: with their pivots, or with the word that the lower one is meant.
    [[nodiscard]] answer take_factors() {
        auto const at = s_.factors && how_.last_first ? std::size_t{1} : std::size_t{0};
        if (given_[at]) return std::nullopt;
        auto const first = take_tensor(at);
        auto const second = s_.factors ? take_tensor(at + 1) : answer("true");
        return detail::sequence_text('u', std::vector{*first, *second});
    }

    [[nodiscard]] answer tensor_called(std::string_view wanted) {
        auto const at = std::ranges::find(tensors_, wanted);
        return at == tensors_.end() ? std::nullopt : take_tensor(static_cast<std::size_t>(at - tensors_.begin()));
    }

    [[nodiscard]] answer next_tensor() {
        for (std::size_t i = 0; i < tensors_.size(); ++i)
            if (!given_[i]) return take_tensor(i);
        return std::nullopt;
    }

    [[nodiscard]] answer tensor_for(public_parameter const& p, bool required) {
        if (constructor_) return std::nullopt;
        if (auto const wanted = s_.normalises ? detail::statistic_named(p.name) : std::nullopt) {
            if (auto tensor = tensor_called(*wanted)) return tensor;
            return required ? answer("null") : std::nullopt;
        }
        if (how_.packed)
            if (auto factors = take_factors()) return factors;
        if (how_.number_first && !required) return std::nullopt; // or the number would be what is wanted, and the tensor the option
        bool const number_now = required && how_.number_first && real_ + integer_ == 0;
        if (number_now && real_ < s_.reals.size()) return detail::real_text(s_.reals[real_++]);
        if (number_now && integer_ < s_.integers.size()) return std::to_string(s_.integers[integer_++]);
        if (auto tensor = next_tensor()) return tensor;
        if (!required) return std::nullopt;
        if (!s_.list.empty() && !list_given_ && p.annotation.empty()) return list();
        if (real_ < s_.reals.size()) return detail::real_text(s_.reals[real_++]);
        if (integer_ < s_.integers.size()) return std::to_string(s_.integers[integer_++]);
        if (p.annotation.starts_with("Optional")) return "null";
        return tensors_.empty() ? dtype_for() : std::nullopt;
    }

    [[nodiscard]] std::string list() {
        list_given_ = true;
        std::vector<std::string> items;
        for (auto name : s_.list) items.push_back(detail::tensor_text(s_, how_, name, false, false));
        return detail::sequence_text('l', items);
    }

    /// What `*args` takes: the list, or all tensors that are left.
    [[nodiscard]] std::vector<std::string> rest() {
        std::vector<std::string> items;
        if (!s_.equation.empty() && !equation_given_) {
            equation_given_ = true;
            items.push_back(detail::quoted_text(s_.equation));
        }
        if (!s_.list.empty() && !list_given_) {
            for (auto name : s_.list) items.push_back(detail::tensor_text(s_, how_, name, false, false));
            list_given_ = true;
        } else if (s_.samples && shape_ < s_.shapes.size()) {
            for (auto n : s_.shapes[shape_++]) items.push_back(std::to_string(n));
        } else {
            while (auto tensor = next_tensor()) items.push_back(*tensor);
            while (!items.empty() && real_ < s_.reals.size()) items.push_back(detail::real_text(s_.reals[real_++]));
        }
        return items;
    }

    [[nodiscard]] answer axis_for(bool required) {
        if (!s_.axes.empty() && !axis_given_) {
            axis_given_ = true;
            return s_.axes.size() == 1 ? std::to_string(s_.axes[0]) : detail::tuple_text(s_.axes);
        }
        if (required && shape_ < s_.shapes.size()) return detail::tuple_text(s_.shapes[shape_++]);
        if (required && s_.normalises) return how_.channels_last ? "-1" : "1";
        if (!required && shape_ < s_.shapes.size() && s_.id.find("ints=") != std::string_view::npos)
            return detail::tuple_text(s_.shapes[shape_++]);
        return std::nullopt;
    }

    [[nodiscard]] answer dtype_for() {
        if (dtype_ == s_.dtypes.size()) return std::nullopt;
        return "{\"d\":" + detail::quoted_text(s_.dtypes[dtype_++]) + "}";
    }

    [[nodiscard]] answer integer_for() {
        return integer_ < s_.integers.size() ? answer(std::to_string(s_.integers[integer_++])) : std::nullopt;
    }

    [[nodiscard]] answer shape_for(bool required) {
        if (shape_ < s_.shapes.size()) return detail::tuple_text(s_.shapes[shape_++]);
        if (required || constructor_) return integer_for();
        return std::nullopt;
    }

    [[nodiscard]] std::size_t rank() const { return tensors_.empty() ? 0 : shape_of_probe(tensors_[0]).size(); }

    [[nodiscard]] std::string window(std::vector<std::int64_t> const& sizes) const { return detail::window_text(sizes, rank(), how_); }

    [[nodiscard]] std::vector<std::int64_t> per_axis(std::vector<std::int64_t> const& sizes, public_parameter const& p) const {
        return detail::wants_all_axes(p) ? detail::for_all_axes(sizes, rank()) : sizes;
    }

    [[nodiscard]] answer kernel_for(public_parameter const& p) {
        if (s_.kernel.empty() || kernel_given_) return std::nullopt;
        kernel_given_ = true;
        return window(per_axis(s_.kernel, p));
    }

    [[nodiscard]] answer stride_for(public_parameter const& p, bool required) {
        if (!s_.stride.empty()) {
            if (stride_given_) return std::nullopt;
            stride_given_ = true;
            return window(per_axis(s_.stride, p));
        }
        if (!required) return std::nullopt;
        return window(per_axis(s_.kernel.empty() ? std::vector<std::int64_t>{1} : s_.kernel, p));
    }

    [[nodiscard]] answer pairs_for(public_parameter const& p) {
        if (s_.pairs.empty() || pairs_given_) return std::nullopt;
        pairs_given_ = true;
        return detail::pairs_text(s_.pairs, p.name == "pad");
    }

    [[nodiscard]] answer value_for(public_parameter const& p, role is, bool required) {
        if (constructor_)
            if (auto size = tensors_.empty() ? answer() : detail::size_for(p, tensors_[0]); size && (required || p.standard == "None"))
                return size;
        if (p.name == "batch_first" && how_.batch_first) return "true";
        if (auto const wanted = s_.aligns && !constructor_ ? detail::sequence_named(p.name) : std::nullopt) return tensor_called(*wanted);
        switch (is) {
        case role::tensor: return tensor_for(p, required);
        case role::tensors:
            if (!s_.list.empty() && !list_given_) return constructor_ ? answer() : answer(list());
            return required ? tensor_for(p, true) : std::nullopt;
        case role::axis: return axis_for(required);
        case role::axis1:
        case role::axis2: return integer_for();
        case role::keepdims:
            if (!s_.keepdims) return std::nullopt;
            keepdims_given_ = true;
            return "true";
        case role::dtype:
            if (required && s_.dtypes.empty() && p.name == "index_dtype") return "{\"d\":\"int64\"}";
            return dtype_for();
        case role::shape: return shape_for(required);
        case role::integer: return integer_for();
        case role::real: return real_for(p, required);
        case role::flag: return required ? answer("false") : std::nullopt;
        case role::choice:
            if (p.name == "pad" && !s_.pairs.empty()) return pairs_for(p);
            if (p.name == "padding" && constructor_ && !p.standard.starts_with('\'') && s_.kernel.empty())
                return integer_for(); // of a layer that pads
            return detail::word_for(p, required);
        case role::kernel: return kernel_for(p);
        case role::stride: return stride_for(p, required);
        case role::pairs: return pairs_for(p);
        case role::dilation: return required ? answer(window({1})) : std::nullopt;
        case role::key: return required || p.name == "key" ? answer("{\"key\":0}") : std::nullopt;
        case role::function:
            if (function_ < s_.functions.size()) return "{\"f\":" + detail::quoted_text(s_.functions[function_++]) + "}";
            return std::nullopt;
        case role::equation:
            if (s_.equation.empty()) return std::nullopt;
            equation_given_ = true;
            return detail::quoted_text(s_.equation);
        case role::control: return required ? answer("null") : std::nullopt;
        case role::unknown: break;
        }
        if (!required) return std::nullopt;
        if (auto tensor = tensor_for(p, true)) return tensor;
        return shape_for(true);
    }

    [[nodiscard]] answer real_for(public_parameter const& p, bool required) {
        bool const epsilon = p.name == "eps" || p.name == "epsilon" || p.name == "variance_epsilon";
        if (epsilon && (s_.normalises || constructor_)) return "0.001";
        if (real_ < s_.reals.size()) return detail::real_text(s_.reals[real_++]);
        if (!required) return std::nullopt;
        if (p.name == "momentum" && s_.normalises) return "0.1";
        if (auto integer = integer_for()) return integer;
        return tensor_for(p, false); // bounds and exponents may be tensors
    }

    scenario const& s_;
    call_structure how_;
    std::vector<std::string_view> tensors_;
    std::vector<bool> given_;
    std::size_t integer_ = 0, real_ = 0, shape_ = 0, function_ = 0, dtype_ = 0;
    bool list_given_ = false, axis_given_ = false, kernel_given_ = false, stride_given_ = false, pairs_given_ = false,
         equation_given_ = false, keepdims_given_ = false, constructor_ = false;
};

} // namespace v0
} // namespace xamt

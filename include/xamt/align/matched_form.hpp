/// @file
/// A matched group as something to be tested: from the calls that execution has shown to be equal to a description with bindings.
///
/// Place in the pipeline: align. `xamt match --confirm` records, for each confirmed group, calls that gave the same (docs/design/matching.md); their
/// probe tensors become parameters, everything else is pinned. Nothing else is known of such a group, so it is tested where it was shown
/// to be one: values in the probes' range, shapes of the probes' kind, float32 and float64, with the widest kind of error bound, and nobody is
/// blamed whom no independent column does better (api_description::cautious).
#pragma once

#include <xamt/describe/api.hpp>
#include <xamt/match/scenario.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace xamt {
inline namespace v0 {

/// An argument as it was given: probes by name, or a value.
struct form_argument {
    std::string name;
    std::vector<std::string> probes;
    bool list = false; ///< the probes are the elements of a list
    constant value; ///< if there are no probes
    std::string text; ///< that the value refers to, if it is a word
};

struct form_call {
    std::string framework, function;
    std::vector<form_argument> arguments;
};

/// Calls of one scenario that gave the same.
struct matched_form {
    std::string name, scenario;
    std::vector<form_call> calls;
};

namespace detail {

/// Where a probe's values lie, and what they are; nothing for probes whose values are no range (NaN, classes, kernels of zeros and ones).
[[nodiscard]] inline std::optional<parameter> parameter_for(probe_values are) {
    using enum probe_values;
    auto const p = tensor("x");
    switch (are) {
    case normal: return p.floating().between(-3.4, 3.4);
    case unit: return p.floating().between(-0.95, 0.95);
    case open01: return p.floating().between(0.03, 0.97);
    case positive: return p.floating().between(0.2, 3.2);
    case wide: return p.floating().between(-6, 6);
    case definite: return p.floating().holding(content::positive_definite);
    case sorted: return p.floating().holding(content::ascending).between(-3.4, 3.4);
    case shares: return p.floating().holding(content::probabilities);
    case counts: return p.integral().between(1, 9);
    case small_counts: return p.integral().between(0, 5);
    case signed_counts: return p.integral().between(-9, 9);
    case index3: return p.integral().between(0, 2);
    case bits: return p.boolean();
    case complex: return p.of_types(complex_dtypes).between(-3.4, 3.4);
    default: return std::nullopt;
    }
}

} // namespace detail

/// Owns what the description refers to, so it stays where it is.
class matched_api {
  public:
    explicit matched_api(matched_form form) : form_(std::move(form)), scenario_(read_scenario(form_.scenario)) {
        api_.name = form_.name;
        api_.topic = topic;
        api_.exactness = {rounding::linear_algebra, unknown_ulp};
        api_.cautious = true;
        if (take_parameters())
            for (auto& call : form_.calls) bind(call);
    }
    matched_api(matched_api const&) = delete;
    matched_api& operator=(matched_api const&) = delete;

    static constexpr std::string_view topic = "matched";
    /// Four times what a special function may cost (compare/bound.hpp): how many are composed is not known.
    static constexpr double unknown_ulp = 64;

    [[nodiscard]] api_description const& api() const { return api_; }
    /// Whether two frameworks can be called at least.
    [[nodiscard]] bool usable() const { return api_.binding_count >= 2 && api_.parameter_count > 0; }

  private:
    /// One parameter for every probe, one for the list; false if that cannot be said.
    [[nodiscard]] bool take_parameters() {
        auto probes = scenario_.tensors;
        if (!scenario_.list.empty()) probes.push_back(scenario_.list.front());
        for (std::size_t i = 0; i < probes.size(); ++i)
            if (std::find(probes.begin(), probes.begin() + static_cast<std::ptrdiff_t>(i), probes[i]) !=
                probes.begin() + static_cast<std::ptrdiff_t>(i))
                return false;
        if (probes.empty() || probes.size() > names.size()) return false;
        for (auto const probe : probes)
            if (!take(probe, probe == probes.back() && !scenario_.list.empty())) return false;
        return !scenario_.list.empty() ? same_shapes() : true;
    }

    [[nodiscard]] bool same_shapes() const {
        for (auto const probe : scenario_.list)
            if (shape_of_probe(probe) != shape_of_probe(scenario_.list.front())) return false;
        return true;
    }

    [[nodiscard]] bool take(std::string_view probe, bool list) {
        auto const* const row = probe_named(probe);
        auto made = row == nullptr ? std::nullopt : detail::parameter_for(row->are);
        if (!made) return false;
        made->name = names[api_.parameter_count];
        made->types = types_for(made->types);
        *made = made->without_subnormals();
        auto const extents = shape_of_probe(probe);
        std::string letters;
        for (auto const extent : extents) letters += letter_for(extent);
        *made = made->dims(letters_.emplace_back(std::move(letters)));
        if (list) {
            made->what = kind::tensors;
            *made = made->length(static_cast<int>(scenario_.list.size()));
        }
        api_.parameters[api_.parameter_count++] = *made;
        probes_.push_back(std::string(probe));
        return true;
    }

    /// Two dtypes of the sort that was tried, for the first tensor; later ones of the same sort follow it, others have one dtype.
    [[nodiscard]] dtype_set types_for(dtype_set sort) const {
        dtype_set wide;
        for (auto const d :
             {dtype::float32, dtype::float64, dtype::int32, dtype::int64, dtype::boolean, dtype::complex64, dtype::complex128})
            if (sort.contains(d)) wide.insert(d);
        if (api_.parameter_count == 0) return wide;
        if (api_.parameters[0].types == wide) return {};
        dtype_set one;
        for (auto const d : {dtype::float32, dtype::int64, dtype::boolean, dtype::complex64})
            if (wide.contains(d)) one.insert(d);
        return one;
    }

    /// Equal extents are one size, so that relations between tensors stay. Where numbers are given that may depend on sizes, sizes stay
    /// as they were tried.
    [[nodiscard]] char letter_for(std::int64_t extent) {
        for (std::size_t i = 0; i < extents_.size(); ++i)
            if (extents_[i] == extent) return static_cast<char>('a' + i);
        bool const fixed = !scenario_.integers.empty() || !scenario_.shapes.empty() || !scenario_.kernel.empty() ||
                           !scenario_.stride.empty() || !scenario_.pairs.empty() || extent == 1;
        char const letter = static_cast<char>('a' + extents_.size());
        extents_.push_back(extent);
        auto const lo = static_cast<std::int16_t>(fixed ? extent : (std::max<std::int64_t>)(2, extent - 1));
        auto const hi = static_cast<std::int16_t>(fixed ? extent : extent + 2);
        if (api_.letter_count < api_description::max_letters) api_.letters[api_.letter_count++] = {letter, lo, hi};
        return letter;
    }

    void bind(form_call const& call) {
        binding b;
        b.on = framework{call.framework};
        b.function = call.function;
        for (auto const& present : api_.columns())
            if (present.on == b.on) return;
        if (api_.binding_count == api_description::max_bindings || call.arguments.size() > binding::max_items) return;
        unsigned bound = 0;
        for (auto const& a : call.arguments) {
            if (a.probes.empty()) {
                item i = given(a.name, a.value);
                if (a.value.is == constant::type::text) i.pin.text = a.text;
                b.items[b.count++] = i;
                continue;
            }
            auto const at = std::find(probes_.begin(), probes_.end(), a.probes.front());
            if (at == probes_.end()) return;
            item i{std::string_view(a.name)};
            i.parameter = static_cast<std::int8_t>(at - probes_.begin());
            if (a.list != (api_.parameters[static_cast<std::size_t>(i.parameter)].what == kind::tensors)) return;
            bound |= 1u << i.parameter;
            b.items[b.count++] = i;
        }
        if (bound + 1 == 1u << api_.parameter_count) api_.bindings[api_.binding_count++] = b;
    }

    static constexpr std::array<std::string_view, 6> names{"x", "y", "z", "u", "v", "w"};

    matched_form form_;
    scenario scenario_;
    std::vector<std::string> probes_;
    std::vector<std::int64_t> extents_;
    std::vector<std::string> letters_ = reserved();
    api_description api_;

    /// Descriptions refer to these texts, so they must not move.
    [[nodiscard]] static std::vector<std::string> reserved() {
        std::vector<std::string> all;
        all.reserve(names.size());
        return all;
    }
};

} // namespace v0
} // namespace xamt

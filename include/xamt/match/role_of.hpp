/// @file
/// Finds the role of a parameter.
///
/// Place in the pipeline: match. The order of the evidence: names of what no result depends on, the type, the name, parts of the name, the default.
#pragma once

#include <xamt/match/public_callable.hpp>
#include <xamt/match/role_table.hpp>

#include <algorithm>
#include <iterator>
#include <optional>

namespace xamt {
inline namespace v0 {

namespace detail {

[[nodiscard]] inline std::optional<role> role_by_name(std::string_view name) {
    if (name.starts_with('_')) return role::control;
    auto const* const found = std::lower_bound(std::begin(named_roles), std::end(named_roles), name,
                                               [](named_role const& r, std::string_view n) { return r.name < n; });
    if (found == std::end(named_roles) || found->name != name) return std::nullopt;
    return found->is;
}

/// Types as PyTorch's schemas and annotations spell them.
[[nodiscard]] inline std::optional<role> role_by_type(std::string_view type, std::optional<role> named) {
    auto const has = [&](std::string_view part) { return type.find(part) != std::string_view::npos; };
    if (has("Callable") || has("Function")) return role::function;
    bool const sizes = named == role::shape || named == role::axis;
    if (sizes && has("Sequence")) return named;
    if (has("List[Tensor]") || has("List[Optional[Tensor]]") || has("Sequence[Array") || has("Sequence[ArrayLike]")) return role::tensors;
    if (type == "Tensor" || type == "Optional[Tensor]" || type == "ArrayLike" || type == "Array" || type == "Tensor | None" ||
        type == "ArrayLike | None")
        return role::tensor;
    if (has("ScalarType") || has("DTypeLike")) return role::dtype;
    if (has("Generator") || has("Layout") || has("Device") || has("MemoryFormat") || has("Stream")) return role::control;
    if (type == "bool" || type == "Optional[bool]") return named == role::keepdims || named == role::control ? named : role::flag;
    bool const by_name = named && *named != role::tensor && *named != role::unknown;
    if (by_name) return named;
    if (type == "int" || type == "Optional[int]" || type == "SymInt") return role::integer;
    if (has("List[int]")) return role::shape;
    if (type == "float" || type == "number" || type == "Optional[float]" || type == "Optional[number]") return role::real;
    if (type == "str" || type == "Optional[str]") return role::choice;
    return std::nullopt;
}

[[nodiscard]] inline std::optional<role> role_by_part(std::string_view name) {
    auto const has = [&](std::string_view part) { return name.find(part) != std::string_view::npos; };
    if (has("axis") || has("axes")) return role::axis;
    if (has("dtype")) return role::dtype;
    if (name.ends_with("_shape") || name.ends_with("_size") || name.ends_with("_sizes")) return role::shape;
    if (name.starts_with("num_") || name.starts_with("n_")) return role::integer;
    if (name.starts_with("is_") || name.starts_with("use_") || name.starts_with("return_")) return role::flag;
    if (name.ends_with("_fn") || name.ends_with("_fun") || name.ends_with("_func")) return role::function;
    return std::nullopt;
}

[[nodiscard]] inline std::optional<role> number_by_default(std::string_view standard) {
    bool const number = !standard.empty() && standard.find_first_not_of("0123456789-+.e") == std::string_view::npos;
    if (!number) return std::nullopt;
    return standard.find_first_of(".e") == std::string_view::npos ? role::integer : role::real;
}

[[nodiscard]] inline std::optional<role> role_by_default(std::string_view standard) {
    if (standard == "True" || standard == "False") return role::flag;
    if (standard.starts_with('\'')) return role::choice;
    return number_by_default(standard);
}

} // namespace detail

[[nodiscard]] inline role role_of(public_parameter const& p) {
    using namespace detail;
    auto const named = role_by_name(p.name);
    if (named == role::control) return role::control;
    // The key of an attention is a tensor, the key of a random function is not.
    if (p.name == "key" && p.text.find("PRNG") != std::string::npos) return role::key;
    // `alpha: ArrayLike = 1.0` may be an array and is a number, as `mean=0.0` is; whatever else is called or typed so.
    auto const number = p.required ? std::nullopt : number_by_default(p.standard);
    if (auto const typed = p.annotation.empty() ? std::nullopt : role_by_type(p.annotation, named))
        return *typed == role::tensor && number ? *number : *typed;
    bool const flag = !p.required && (p.standard == "True" || p.standard == "False");
    if (flag && named != role::keepdims) return role::flag;
    if (named == role::tensor && number) return *number;
    // `f` is a function in most places, and samples of one in others.
    if (named == role::function && p.text.find("array_like") != std::string::npos) return role::tensor;
    if (named) return *named;
    if (auto const part = role_by_part(p.name)) return *part;
    if (auto const defaulted = p.required ? std::nullopt : role_by_default(p.standard)) return *defaulted;
    return role::unknown;
}

/// Which size of a layer a constructor's parameter is.
[[nodiscard]] inline std::optional<detail::layer_size> layer_size_of(std::string_view name) {
    for (auto const& each : detail::layer_sizes)
        if (each.name == name) return each.is;
    return std::nullopt;
}

} // namespace v0
} // namespace xamt

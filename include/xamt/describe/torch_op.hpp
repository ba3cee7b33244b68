/// @file
/// Operators of PyTorch by their C++ type: `.on(fw::torch, xamt::op<at::_ops::softmax_int>, "self", "dim")`.
///
/// Place in the pipeline: describe. Names, kinds and required parameters are checked against the schema that the type carries. Include the
/// operators' headers first, or framework/torch_schema.hpp and then <ATen/ops/softmax_ops.h>; nothing is linked. A function of your own
/// is `xamt::fn<&function>` (describe/native.hpp): C++ has no template that takes a type here and a value there.
#pragma once

#include <xamt/describe/schema.hpp>

#include <array>
#include <cstddef>
#include <string_view>

namespace xamt {
inline namespace v0 {

/// What torchgen writes for each operator.
template <class Operator>
concept TorchOperator = requires {
    std::string_view(Operator::name);
    std::string_view(Operator::schema_str);
};

namespace detail {
/// "aten::" and the schema in one piece, because a name must be one text.
template <TorchOperator Operator>
inline constexpr auto qualified_schema = [] {
    constexpr std::string_view name = Operator::name, schema = Operator::schema_str;
    constexpr std::size_t prefix = name.rfind(':') + 1;
    std::array<char, prefix + schema.size()> text{};
    for (std::size_t i = 0; i < text.size(); ++i) text[i] = i < prefix ? name[i] : schema[i - prefix];
    return text;
}();
} // namespace detail

/// The operator as a value for `.on`.
template <TorchOperator Operator>
inline constexpr schema op{std::string_view(detail::qualified_schema<Operator>.data(), detail::qualified_schema<Operator>.size())};

} // namespace v0
} // namespace xamt

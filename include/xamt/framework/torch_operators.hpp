/// @file
/// All operators of PyTorch with their schemas, to check names such as "aten::softmax.int" while compiling:
/// `static_assert(xamt::sound<softmax, xamt::torch_operators>)`.
///
/// Place in the pipeline: framework, and only where it is asked for: 1,300 headers of PyTorch cost a second. The list is made by
/// tools/harvest (CMake target `catalogues`). Nothing is linked.
#pragma once

#include <xamt/describe/catalogue.hpp>
#include <xamt/framework/torch_schema.hpp>

#include <xamt_catalogue/torch_operators.hpp>

namespace xamt {
inline namespace v0 {

namespace detail {
inline constexpr catalogue torch_operator_catalogue{"torch", {}, "", {}, {}, catalogues::torch_operator_schemas};
inline constexpr catalogue const* torch_operator_list[] = {&torch_operator_catalogue};
} // namespace detail

inline constexpr catalogue_set torch_operators{detail::torch_operator_list};

} // namespace v0
} // namespace xamt

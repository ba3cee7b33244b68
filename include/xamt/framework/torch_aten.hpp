/// @file
/// PyTorch's operators as what a library of one's own is matched against: `xamt::match<my_library, xamt::aten>()`.
///
/// Place in the pipeline: framework. Needs PyTorch's headers and the list that tools/harvest makes of them; nothing is linked.
#pragma once

#include <xamt/framework/torch_operators.hpp>
#include <xamt/match/equivalents.hpp>

namespace xamt {
inline namespace v0 {

inline constexpr operator_set aten{"torch", "aten::", catalogues::torch_operator_schemas};

} // namespace v0
} // namespace xamt

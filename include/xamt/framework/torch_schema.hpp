/// @file
/// What PyTorch's operator headers need before them: include this first, then <ATen/ops/softmax_ops.h> and the like.
///
/// Place in the pipeline: framework. `*_ops.h` do not compile alone, and ATen/core/Tensor.h would cost twice as much. Only headers are
/// needed, nothing is linked: descriptions read `at::_ops::softmax_int::schema_str` while compiling. Example:
/// @code
/// #include <xamt/framework/torch_schema.hpp>
/// #include <ATen/ops/softmax_ops.h>
/// inline constexpr auto softmax = xamt::api("softmax").takes(xamt::tensor("x").floating(), xamt::axis("axis"))
///     .on(xamt::fw::torch, xamt::op<at::_ops::softmax_int>, "self", "dim");
/// @endcode
#pragma once

#include <xamt/describe/torch_op.hpp>

#include <optional>

#include <c10/core/Device.h>
#include <c10/core/DispatchKeySet.h>
#include <c10/core/Layout.h>
#include <c10/core/MemoryFormat.h>
#include <c10/core/QScheme.h>
#include <c10/core/ScalarType.h>
#include <c10/core/SymIntArrayRef.h>
#include <c10/util/string_view.h>

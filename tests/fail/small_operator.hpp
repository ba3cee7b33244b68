// An operator as PyTorch's generated headers declare it, so that these errors need no PyTorch.
#pragma once

#include <xamt/describe/sound.hpp>
#include <xamt/describe/torch_op.hpp>

struct softmax_int {
    static constexpr char const* name = "aten::softmax";
    static constexpr char const* schema_str = "softmax.int(Tensor self, int dim, ScalarType? dtype=None) -> Tensor";
};

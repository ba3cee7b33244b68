/// @file
/// Tensors of other libraries, as DLPack hands them over: read where they lie, on the host or on a CUDA device.
///
/// Place in the pipeline: cuda; makes columns for device_check.hpp. The layout is that of DLPack's C interface (dlpack.h, DLTensor), which is
/// stable across its versions; a Python capsule named "dltensor" holds a pointer whose first member is one. No header of DLPack is needed.
#pragma once

#include <xamt/core/dtype.hpp>
#include <xamt/core/result.hpp>
#include <xamt/cuda/device_check.hpp>

#include <cstdint>
#include <optional>
#include <string>

namespace xamt {
inline namespace v0 {
namespace cuda {

namespace dlpack {

// Values of DLDeviceType and DLDataTypeCode.
inline constexpr std::int32_t cpu = 1, cuda = 2, cuda_host = 3, cuda_managed = 13;
inline constexpr std::uint8_t integer = 0, unsigned_integer = 1, floating = 2, bfloating = 4, complex = 5, boolean = 6;

struct device {
    std::int32_t type = cpu;
    std::int32_t number = 0;
};
struct data_type {
    std::uint8_t code = floating;
    std::uint8_t bits = 32;
    std::uint16_t lanes = 1;
};
/// A DLTensor.
struct tensor {
    void* data = nullptr;
    device on;
    std::int32_t rank = 0;
    data_type of;
    std::int64_t const* shape = nullptr;
    std::int64_t const* strides = nullptr; ///< in elements; null: row by row
    std::uint64_t byte_offset = 0;
};

[[nodiscard]] inline std::optional<dtype> dtype_of(data_type t) {
    if (t.lanes != 1) return std::nullopt;
    switch (t.code * 1000 + t.bits) {
    case integer * 1000 + 8: return dtype::int8;
    case integer * 1000 + 16: return dtype::int16;
    case integer * 1000 + 32: return dtype::int32;
    case integer * 1000 + 64: return dtype::int64;
    case unsigned_integer * 1000 + 8: return dtype::uint8;
    case floating * 1000 + 16: return dtype::float16;
    case floating * 1000 + 32: return dtype::float32;
    case floating * 1000 + 64: return dtype::float64;
    case bfloating * 1000 + 16: return dtype::bfloat16;
    case complex * 1000 + 64: return dtype::complex64;
    case complex * 1000 + 128: return dtype::complex128;
    case boolean * 1000 + 8: return dtype::boolean;
    default: return std::nullopt;
    }
}

} // namespace dlpack

/// A tensor as a column of a trial.
struct foreign_column {
    void const* data = nullptr;
    std::uint64_t elements = 0;
    dtype type = dtype::float32;
    memory where = memory::host;
};

/// The column that a tensor is, in place. Errors: dtypes that are not checked, other devices, and tensors that are not stored row by row.
[[nodiscard]] inline result<foreign_column> column_of(dlpack::tensor const& t) {
    auto const wrong = [](std::string why, std::string remedy) {
        return error{"a DLPack tensor cannot be read in place", std::move(why), std::move(remedy)};
    };
    auto const type = dlpack::dtype_of(t.of);
    if (!type) return wrong("its type (code " + std::to_string(t.of.code) + ", " + std::to_string(t.of.bits) + " bits) is not checked", "");
    bool const on_device = t.on.type == dlpack::cuda || t.on.type == dlpack::cuda_managed;
    if (!on_device && t.on.type != dlpack::cpu && t.on.type != dlpack::cuda_host)
        return wrong("it lies on a device of type " + std::to_string(t.on.type), "copy it to the host");
    std::int64_t elements = 1;
    for (std::int32_t i = t.rank; i-- > 0; elements *= t.shape[i])
        if (t.strides != nullptr && t.shape[i] > 1 && t.strides[i] != elements)
            return wrong("it is not stored row by row", "make it contiguous");
    return foreign_column{static_cast<char const*>(t.data) + t.byte_offset, static_cast<std::uint64_t>(elements), *type,
                          on_device ? memory::device : memory::host};
}

} // namespace cuda
} // namespace v0
} // namespace xamt

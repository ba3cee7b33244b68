/// @file
/// What a program's file with kernels offers to the rest of it: plain functions, found when the program starts.
///
/// Place in the pipeline: cuda; between device_check.hpp and variance_launch.cuh. C++17; programs without kernels link.
#pragma once

#include <xamt/cuda/batch_view.cuh>

#include <atomic>

namespace xamt {
inline namespace v0 {
namespace cuda {

/// A call of the CUDA runtime that failed, in its own words; no call: none did.
struct call_failure {
    char const* call = nullptr;
    char const* why = nullptr;
};

/// What the file with the kernels offers. Plain functions, so that programs without it link.
struct device_functions {
    /// Whether there is a device to work on.
    call_failure (*find_device)() = nullptr;
    /// Checks a batch whose tables lie on the host and whose columns lie on the current device; `stream` is a cudaStream_t or null.
    call_failure (*check)(int type, batch_view const& tables, void* stream) = nullptr;
};

inline std::atomic<device_functions const*>& registered_device_functions() {
    static std::atomic<device_functions const*> functions{nullptr};
    return functions;
}

} // namespace cuda
} // namespace v0
} // namespace xamt

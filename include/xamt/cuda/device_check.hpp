/// @file
/// The variance check on whatever device the outputs are on, behind an interface without CUDA types.
///
/// Place in the pipeline: cuda; the counterpart of compare/variance.hpp. The kernels are compiled by nvcc in one file of the program, which
/// includes <xamt/cuda/variance_launch.cuh> and nothing else; this header then finds them. Where that file, a driver or a device is missing, the
/// check runs on the CPU and says so once. Example:
/// @code
/// auto const r = xamt::cuda::check_variance_on_device(batch, records, xamt::cuda::memory::device);
/// if (!r) report(r.failure());
/// @endcode
#pragma once

#include <xamt/compare/variance.hpp>
#include <xamt/core/result.hpp>
#include <xamt/cuda/batch_tables.hpp>
#include <xamt/cuda/device_functions.hpp>

#include <cstdio>
#include <string>

namespace xamt {
inline namespace v0 {
namespace cuda {

/// Where the columns of a batch lie. Lists of pointers always lie in the host's memory.
enum class memory : std::uint8_t { host, device };

/// On which the check ran.
enum class ran_on : std::uint8_t { cpu, device };

namespace detail {

/// Why no device can be used; empty if one can.
inline std::string const& no_device() {
    static std::string const why = [] {
        device_functions const* const functions = registered_device_functions();
        if (functions == nullptr)
            return std::string("the program has no kernels (a .cu file that includes <xamt/cuda/variance_launch.cuh>)");
        call_failure const f = functions->find_device();
        return f.call == nullptr ? std::string() : std::string(f.call) + ": " + f.why;
    }();
    return why;
}

/// Says once that the CPU does the work.
inline void say_cpu() {
    static bool const said = [] {
        std::fprintf(stderr, "xamt: the variance check runs on the CPU: %s\n", no_device().c_str());
        return true;
    }();
    static_cast<void>(said);
}

} // namespace detail

/// The records of a batch. Columns on a device are read in place, on `stream` (a cudaStream_t, null for the default one); columns of the host
/// are checked on the CPU, which is as quick as sending them. Errors: columns on a device that cannot be used, and failed calls of the
/// CUDA runtime.
[[nodiscard]] inline result<ran_on> check_variance_on_device(variance_batch const& batch, std::span<variance_record> records, memory where,
                                                             void* stream = nullptr) {
    std::string const& missing = detail::no_device();
    if (!missing.empty() && where == memory::device)
        return error{"the columns of a batch lie on a CUDA device that cannot be used", missing, "copy them to the host"};
    if (where == memory::host || batch.columns < 2 || batch.columns > variance_batch::most_columns) {
        if (!missing.empty()) detail::say_cpu();
        check_variance(batch, records);
        return ran_on::cpu;
    }
    batch_tables const tables(batch);
    call_failure const f = registered_device_functions().load()->check(static_cast<int>(batch.type),
                                                                       tables.view(batch.columns, nullptr, records.data()), stream);
    if (f.call != nullptr) return error{std::string("the variance check on a CUDA device: ") + f.call, f.why, ""};
    halve_places(batch, records);
    return ran_on::device;
}

} // namespace cuda
} // namespace v0
} // namespace xamt

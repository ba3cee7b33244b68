/// @file
/// The kernels of the variance check and their launch. A program has one .cu file that includes this header and nothing else.
///
/// Place in the pipeline: cuda; found by device_check.hpp. C++17, the CUDA runtime, no other library.
#pragma once

#include <xamt/cuda/device_functions.hpp>
#include <xamt/cuda/variance_records.cuh>

#include <cuda_runtime.h>

namespace xamt {
inline namespace v0 {
namespace cuda {

inline constexpr int block_threads = 256, blocks_per_processor = 3;

/// Which warp of the grid this is, and how many there are.
__device__ inline std::uint32_t this_warp() { return (blockIdx.x * block_threads + threadIdx.x) / warp::threads; }
__device__ inline std::uint32_t all_warps() { return gridDim.x * (block_threads / warp::threads); }

template <class T, int Few> __global__ __launch_bounds__(block_threads, blocks_per_processor) void tiles_kernel(batch_view b) {
    tiles_to_partials<T, Few>(b, this_warp(), all_warps());
}
template <class T> __global__ __launch_bounds__(block_threads, blocks_per_processor) void wide_kernel(batch_view b) {
    widen_partials<T>(b, this_warp(), all_warps());
}
template <class T> __global__ __launch_bounds__(block_threads, blocks_per_processor) void records_kernel(batch_view b) {
    partials_to_records<T>(b, this_warp(), all_warps());
}

namespace detail {

inline call_failure failure_of(char const* call, cudaError_t e) {
    return e == cudaSuccess ? call_failure{} : call_failure{call, cudaGetErrorString(e)};
}

/// Memory of the device that is given back in the order of the stream.
class device_buffer {
  public:
    explicit device_buffer(cudaStream_t stream) : stream_(stream) {}
    ~device_buffer() {
        if (memory_ != nullptr) cudaFreeAsync(memory_, stream_);
    }
    device_buffer(device_buffer const&) = delete;
    device_buffer& operator=(device_buffer const&) = delete;

    [[nodiscard]] call_failure take(std::size_t bytes) { return failure_of("cudaMallocAsync", cudaMallocAsync(&memory_, bytes, stream_)); }
    [[nodiscard]] char* bytes() const { return static_cast<char*>(memory_); }

  private:
    cudaStream_t stream_;
    void* memory_ = nullptr;
};

template <class T> call_failure launch(batch_view const& b, std::uint32_t tiles, cudaStream_t stream) {
    int device = 0, processors = 0;
    if (call_failure const f = failure_of("cudaGetDevice", cudaGetDevice(&device)); f.call != nullptr) return f;
    cudaError_t const e = cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device);
    if (e != cudaSuccess) return failure_of("cudaDeviceGetAttribute", e);
    auto const blocks = [&](std::uint32_t work) {
        std::uint32_t const warps = block_threads / warp::threads, most = static_cast<std::uint32_t>(processors) * blocks_per_processor;
        return smaller((work - 1) / warps + 1, most);
    };
    if (b.count == 2)
        tiles_kernel<T, 2><<<blocks(tiles), block_threads, 0, stream>>>(b);
    else if (b.count == 3)
        tiles_kernel<T, 3><<<blocks(tiles), block_threads, 0, stream>>>(b);
    else
        tiles_kernel<T, 0><<<blocks(tiles), block_threads, 0, stream>>>(b);
    if (call_failure const f = failure_of("launch of the tiles", cudaGetLastError()); f.call != nullptr) return f;
    wide_kernel<T><<<blocks(tiles), block_threads, 0, stream>>>(b);
    if (call_failure const f = failure_of("launch of the wide tiles", cudaGetLastError()); f.call != nullptr) return f;
    records_kernel<T><<<blocks(b.trials), block_threads, 0, stream>>>(b);
    return failure_of("launch of the records", cudaGetLastError());
}

/// One block of device memory holds all that is not the caller's: records, partials and the tables.
inline call_failure check_on_device(int type, batch_view const& host, void* stream_handle) {
    if (host.trials == 0) return {};
    auto const stream = static_cast<cudaStream_t>(stream_handle);
    std::uint32_t const tiles = host.tiles();
    std::size_t const records = host.trials * sizeof(variance_record), partials = tiles * sizeof(tile_partial),
                      columns = std::size_t{host.trials} * host.count * sizeof(void*), elements = host.trials * sizeof(std::uint64_t),
                      first_tiles = (host.trials + 1) * sizeof(std::uint32_t);
    device_buffer buffer(stream);
    if (call_failure const f = buffer.take(records + partials + columns + elements + first_tiles); f.call != nullptr) return f;
    char* const at = buffer.bytes() + records + partials;
    batch_view b = host;
    b.records = reinterpret_cast<variance_record*>(buffer.bytes());
    b.partials = reinterpret_cast<tile_partial*>(buffer.bytes() + records);
    b.columns = reinterpret_cast<void const* const*>(at);
    b.elements = reinterpret_cast<std::uint64_t const*>(at + columns);
    b.first_tile = reinterpret_cast<std::uint32_t const*>(at + columns + elements);
    auto const upload = [&](void const* to, void const* from, std::size_t bytes) {
        return failure_of("cudaMemcpyAsync to the device",
                          cudaMemcpyAsync(const_cast<void*>(to), from, bytes, cudaMemcpyHostToDevice, stream));
    };
    call_failure f = upload(b.columns, host.columns, columns);
    if (f.call == nullptr) f = upload(b.elements, host.elements, elements);
    if (f.call == nullptr) f = upload(b.first_tile, host.first_tile, first_tiles);
    if (f.call == nullptr) f = visit_element(type, [&](auto t) { return launch<typename decltype(t)::type>(b, tiles, stream); });
    if (f.call == nullptr)
        f = failure_of("cudaMemcpyAsync of the records", cudaMemcpyAsync(host.records, b.records, records, cudaMemcpyDeviceToHost, stream));
    call_failure const end = failure_of("cudaStreamSynchronize", cudaStreamSynchronize(stream));
    return f.call != nullptr ? f : end;
}

inline call_failure find_device() {
    int devices = 0;
    cudaError_t const e = cudaGetDeviceCount(&devices);
    if (e == cudaSuccess && devices == 0) return {"cudaGetDeviceCount", "there is no device"};
    return failure_of("cudaGetDeviceCount", e);
}

inline device_functions const functions_of_this_program{&find_device, &check_on_device};
inline bool const registered = [] {
    registered_device_functions() = &functions_of_this_program;
    return true;
}();

} // namespace detail
} // namespace cuda
} // namespace v0
} // namespace xamt

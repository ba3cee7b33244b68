// The variance check on a CUDA device against a copy on that device in the same run. Exit status 77: there is no device.
//
// A call is timed as a whole: tables up, kernels, records down. Batches are larger than the second-level cache.
#include "../bench.hpp"

#include <xamt/cuda/device_check.hpp>

#include <cuda_runtime.h>

using namespace xamt;

namespace {

/// Median of the seconds that f takes on the device's clock.
template <class F> double seconds(F&& f) {
    cudaEvent_t begin{}, end{};
    cudaEventCreate(&begin);
    cudaEventCreate(&end);
    std::vector<float> seen;
    for (int i = 0; i < 21; ++i) {
        float ms = 0;
        cudaEventRecord(begin);
        f();
        cudaEventRecord(end);
        cudaEventSynchronize(end);
        cudaEventElapsedTime(&ms, begin, end);
        seen.push_back(ms);
    }
    cudaEventDestroy(begin);
    cudaEventDestroy(end);
    std::nth_element(seen.begin(), seen.begin() + 10, seen.end());
    return static_cast<double>(seen[10]) * 1e-3;
}

/// Speed of the check over that of a copy, which reads and writes every byte.
void measure(bench::report& out, char* pool, char* target, std::size_t bytes, dtype type, std::uint32_t count, std::size_t n,
             double wanted) {
    std::size_t const column = (n * size_of(type) + 255) / 256 * 256;
    std::vector<std::vector<void const*>> pointers;
    std::vector<variance_trial> trials;
    for (std::size_t at = 0; at + count * column <= bytes; at += count * column) {
        pointers.emplace_back();
        for (std::uint32_t f = 0; f < count; ++f) pointers.back().push_back(pool + at + f * column);
    }
    for (auto const& p : pointers) trials.push_back({p.data(), n});
    std::vector<variance_record> records(trials.size());
    double const copy = seconds([&] { cudaMemcpyAsync(target, pool, bytes, cudaMemcpyDeviceToDevice); });
    double const check = seconds([&] {
        auto const ran = cuda::check_variance_on_device({type, count, trials}, records, cuda::memory::device);
        if (!ran) fmt::print(stderr, "{}\n", ran.failure().text());
    });
    double const share = static_cast<double>(trials.size() * count * n * size_of(type)) / check / (2.0 * static_cast<double>(bytes) / copy);
    out.add({fmt::format("{}_f{}_n{}", name_of(type), count, n), share, "share", wanted, "of a copy on the device, read and written"});
}

} // namespace

int main(int argc, char** argv) {
    if (std::string const& why = cuda::detail::no_device(); !why.empty()) {
        fmt::print("skipped: {}\n", why);
        return 77;
    }
    constexpr std::size_t bytes = 1u << 30;
    void *pool = nullptr, *target = nullptr;
    if (cudaMalloc(&pool, bytes) != cudaSuccess || cudaMalloc(&target, bytes) != cudaSuccess) {
        fmt::print(stderr, "the device has no 2 GiB to spare\n");
        return 1;
    }
    // Columns that differ here and there in their low bits.
    std::vector<std::uint32_t> some(1u << 20);
    for (std::size_t i = 0; i < some.size(); ++i) some[i] = 0x3f803f80u + static_cast<std::uint32_t>(i * 2654435761u >> 30);
    for (std::size_t at = 0; at < bytes; at += some.size() * 4)
        cudaMemcpy(static_cast<char*>(pool) + at, some.data(), some.size() * 4, cudaMemcpyHostToDevice);
    bench::report out("variance check on a CUDA device");
    auto* const from = static_cast<char*>(pool);
    auto* const to = static_cast<char*>(target);
    for (std::uint32_t f : {2u, 3u, 8u}) measure(out, from, to, bytes, dtype::float32, f, 4096, f == 3 ? 1.0 : 0.95);
    measure(out, from, to, bytes, dtype::float32, 3, 1'000'000, 1.0);
    measure(out, from, to, bytes, dtype::float32, 3, 64, 0.6);
    for (dtype t : {dtype::float16, dtype::bfloat16, dtype::float64}) measure(out, from, to, bytes, t, 2, 65'536, 0.95);
    cudaFree(pool);
    cudaFree(target);
    return out.finish(argc, argv);
}

// The variance check on a real device against the CPU's path, bit for bit. Exit status 77: there is no device, and the CPU takes its place.
#include <xamt/cuda/device_check.hpp>

#include "../../compare/variance_inputs.hpp"

#include <cuda_runtime.h>

#include <cstdio>
#include <deque>

using namespace xamt;

namespace {

/// Memory of the device with a copy of some bytes.
class on_device {
  public:
    on_device(void const* from, std::size_t bytes) {
        failed_ = cudaMalloc(&memory_, bytes + 1) != cudaSuccess || cudaMemcpy(memory_, from, bytes, cudaMemcpyHostToDevice) != cudaSuccess;
    }
    ~on_device() { cudaFree(memory_); }
    on_device(on_device const&) = delete;

    [[nodiscard]] bool failed() const { return failed_; }
    [[nodiscard]] std::byte const* data() const { return static_cast<std::byte const*>(memory_); }

  private:
    void* memory_ = nullptr;
    bool failed_ = false;
};

/// Whether a batch of random trials gets the same records on both.
bool agrees(random_stream& r, int round) {
    auto const type = static_cast<dtype>(r.below(dtype_count));
    auto const count = 2 + r.below(r.chance(0.7) ? 3 : 15);
    std::int64_t const lengths[] = {0, 1, 7, 31, 32, 33, 64, 65, 255, 1000, 4095, 4096, 4097, 20'000, 1'000'000};
    std::deque<std::vector<ndarray>> columns;
    std::deque<on_device> copies;
    std::deque<std::vector<void const*>> here, there;
    std::vector<variance_trial> on_host, on_gpu;
    for (auto trials = 1 + r.below(40); trials > 0; --trials) {
        std::int64_t const n = lengths[r.below(round % 50 == 0 ? std::size(lengths) : std::size(lengths) - 1)];
        std::size_t const shift = r.chance(0.2) ? size_of(type) : 0;
        columns.emplace_back();
        for (std::size_t f = 0; f < count; ++f) columns.back().emplace_back(type, shape{n + (shift != 0 ? 1 : 0)});
        fill_columns(columns.back(), r);
        here.emplace_back();
        there.emplace_back();
        for (ndarray const& c : columns.back()) {
            copies.emplace_back(c.data(), c.bytes());
            if (copies.back().failed()) return false;
            here.back().push_back(c.data() + shift);
            there.back().push_back(copies.back().data() + shift);
        }
        on_host.push_back({here.back().data(), static_cast<std::uint64_t>(n)});
        on_gpu.push_back({there.back().data(), static_cast<std::uint64_t>(n)});
    }
    auto const f = static_cast<std::uint32_t>(count);
    std::vector<variance_record> expected(on_host.size()), got(on_gpu.size());
    check_variance({type, f, on_host}, expected);
    auto const ran = cuda::check_variance_on_device({type, f, on_gpu}, got, cuda::memory::device);
    if (!ran) {
        std::printf("%s\n", ran.failure().text().c_str());
        return false;
    }
    for (std::size_t i = 0; i < got.size(); ++i)
        if (!same_record(got[i], expected[i])) {
            std::printf("round %d: another record for trial %zu of %s, %zu columns, %llu elements\n", round, i,
                        std::string(name_of(type)).c_str(), count, static_cast<unsigned long long>(on_host[i].elements));
            return false;
        }
    return true;
}

/// Whether without a device, but with kernels, columns of the host are checked on the CPU and columns of a device are an error.
bool falls_back() {
    float const first[] = {1, 2, 3}, second[] = {1, 2, 4};
    void const* const columns[] = {first, second};
    variance_trial const trials[] = {{columns, 3}};
    variance_record record;
    auto const on_host = cuda::check_variance_on_device({dtype::float32, 2, trials}, {&record, 1}, cuda::memory::host);
    return on_host && *on_host == cuda::ran_on::cpu && record.at == 2 &&
           !cuda::check_variance_on_device({dtype::float32, 2, trials}, {&record, 1}, cuda::memory::device);
}

} // namespace

int main() {
    if (std::string const& why = cuda::detail::no_device(); !why.empty()) {
        if (!falls_back()) {
            std::printf("without a device (%s) the CPU does not do its work\n", why.c_str());
            return 1;
        }
        std::printf("skipped: %s\n", why.c_str());
        return 77;
    }
    random_stream r(41);
    int wrong = 0;
    for (int round = 0; round < 2000; ++round) wrong += !agrees(r, round);
    std::printf("%d of 2000 batches differ\n", wrong);
    return wrong == 0 ? 0 : 1;
}

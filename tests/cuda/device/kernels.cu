// The kernels, for the programs that test and measure them on a device. What nvcc and the host's compiler must see alike is asserted here,
// where nvcc compiles it; tests/cuda/variance_emulated.cpp and variance_device.cpp test what the kernels do.
#include <xamt/cuda/variance_launch.cuh>

#include <cstddef>
#include <type_traits>

using namespace xamt;

static_assert(sizeof(variance_record) == 64 && offsetof(variance_record, ulp_spread) == 32 && offsetof(variance_record, bit_equal) == 60,
              "records are copied to the host as bytes");
static_assert(std::is_trivially_copyable<variance_record>::value && std::is_trivially_copyable<cuda::tile_partial>::value,
              "records and partials lie in memory that is not initialised");
static_assert(std::is_trivially_copyable<cuda::batch_view>::value, "a batch is an argument of a kernel");
static_assert(cuda::block_threads % cuda::warp::threads == 0, "a block is a whole number of warps");

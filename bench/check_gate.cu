// What tools/check_kernels compiles: every kernel of the variance check as it is launched, and its inner step at two numbers of loads, whose
// difference is the number of instructions an element costs.
#include <xamt/cuda/variance_records.cuh>

using namespace xamt::cuda;

template <class T, int Few> __global__ __launch_bounds__(256, 3) void tiles_kernel(batch_view b) {
    tiles_to_partials<T, Few>(b, (blockIdx.x * 256 + threadIdx.x) / warp::threads, gridDim.x * 8);
}
template <class T> __global__ __launch_bounds__(256, 3) void wide_kernel(batch_view b) {
    widen_partials<T>(b, (blockIdx.x * 256 + threadIdx.x) / warp::threads, gridDim.x * 8);
}
template <class T> __global__ __launch_bounds__(256, 3) void records_kernel(batch_view b) {
    partials_to_records<T>(b, (blockIdx.x * 256 + threadIdx.x) / warp::threads, gridDim.x * 8);
}
// The columns' addresses are arguments, so that what differs is what an element costs.
template <class T, int Few> struct step_columns {
    void const* column[Few];
};
template <class T, int Few, int Loads>
__global__ void step_kernel(step_columns<T, Few> c, typename element<T>::arithmetic beaten, load_found<T>* out) {
    load_found<T> found = out[threadIdx.x];
    sixteen_bytes v[Loads][Few];
    XAMT_UNROLL
    for (int l = 0; l < Loads; ++l) XAMT_UNROLL
    for (int f = 0; f < Few; ++f) v[l][f] = load_sixteen(static_cast<char const*>(c.column[f]) + threadIdx.x * 16 + l * 512);
    XAMT_UNROLL
    for (int l = 0; l < Loads; ++l) {
        if constexpr (Few <= 3) {
            look_at_few<T, Few>(v[l], beaten, found);
        } else {
            column_sums<T> sums;
            sums.start(v[l][0]);
            XAMT_UNROLL
            for (int f = 1; f < Few; ++f) sums.add(v[l][f]);
            sums.finish(typename element<T>::arithmetic(Few), beaten, found);
        }
    }
    out[threadIdx.x] = found;
}

#define STEP(T, FEW, LOADS)                                                                                                                \
    template __global__ void step_kernel<T, FEW, LOADS>(step_columns<T, FEW>, element<T>::arithmetic, load_found<T>*);
#define STEPS(T, FEW) STEP(T, FEW, 1) STEP(T, FEW, 3)
#define KERNELS(T)                                                                                                                         \
    template __global__ void tiles_kernel<T, 2>(batch_view);                                                                               \
    template __global__ void tiles_kernel<T, 3>(batch_view);                                                                               \
    template __global__ void tiles_kernel<T, 0>(batch_view);                                                                               \
    template __global__ void wide_kernel<T>(batch_view);                                                                                   \
    template __global__ void records_kernel<T>(batch_view);
#define NUMBERS(T) KERNELS(T) STEPS(T, 2) STEPS(T, 3) STEPS(T, 4) STEPS(T, 8)

NUMBERS(float)
NUMBERS(double)
NUMBERS(half)
NUMBERS(bfloat)
KERNELS(std::int32_t)
KERNELS(std::int64_t)

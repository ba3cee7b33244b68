/// @file
/// A warp as a value: 32 threads in step, real ones on a device and a loop on the host. Kernel bodies written with it run on both.
///
/// Place in the pipeline: cuda; used by the bodies in variance_tile.cuh and variance_trial.cuh. A body is a sequence of phases, `each(f)`, in
/// which every thread works on what is its own, and of exchanges between them. C++17.
#pragma once

#include <xamt/config.hpp>

#include <cstdint>
#include <cstring>

namespace xamt {
inline namespace v0 {
namespace cuda {

class warp {
  public:
    static constexpr int threads = 32;

    /// One S for each thread.
    template <class S> class own {
      public:
        XAMT_DEVICE S& operator[](int thread) {
#if defined(__CUDA_ARCH__)
            static_cast<void>(thread);
            return mine_;
#else
            return all_[thread];
#endif
        }

      private:
#if defined(__CUDA_ARCH__)
        S mine_{};
#else
        S all_[threads]{};
#endif
    };

    /// Lets each thread do f(its number).
    template <class F> XAMT_DEVICE static void each(F f) {
#if defined(__CUDA_ARCH__)
        f(static_cast<int>(threadIdx.x % threads));
#else
        for (int t = 0; t < threads; ++t) f(t);
#endif
    }

    /// Every thread sees in `to` what the thread `offset` further on has in `from`; what lies beyond the last thread means nothing.
    template <class S> XAMT_DEVICE static void from_further(own<S>& to, own<S>& from, int offset) {
#if defined(__CUDA_ARCH__)
        static_assert(sizeof(S) % 4 == 0, "threads exchange words of 32 bits");
        std::uint32_t words[sizeof(S) / 4];
        memcpy(words, &from[0], sizeof(S));
        for (std::uint32_t& w : words) w = __shfl_down_sync(0xffffffffu, w, static_cast<unsigned>(offset));
        memcpy(&to[0], words, sizeof(S));
#else
        for (int t = 0; t < threads; ++t) to[t] = from[(t + offset) % threads];
#endif
    }

    /// What thread `thread` has, seen by all.
    template <class S> XAMT_DEVICE static S of(own<S>& from, int thread) {
#if defined(__CUDA_ARCH__)
        std::uint32_t words[sizeof(S) / 4];
        memcpy(words, &from[0], sizeof(S));
        for (std::uint32_t& w : words) w = __shfl_sync(0xffffffffu, w, thread);
        S s;
        memcpy(&s, words, sizeof(S));
        return s;
#else
        return from[thread];
#endif
    }
};

} // namespace cuda
} // namespace v0
} // namespace xamt

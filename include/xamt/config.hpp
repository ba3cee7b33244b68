/// @file
/// The macros of the library. There is one place for them, and few of them.
#pragma once

#if defined(__CUDACC__)
/// What runs on a CUDA device and, for tests without one, on the host.
#define XAMT_DEVICE __host__ __device__
#define XAMT_PRAGMA(text) _Pragma(#text)
/// Before a loop of device code: unroll it wholly, not at all, or so many times. The host's compiler does as it likes.
#define XAMT_UNROLL XAMT_PRAGMA(unroll)
#define XAMT_ROLLED XAMT_PRAGMA(unroll 1)
#define XAMT_UNROLL_BY(times) XAMT_PRAGMA(unroll(times))
#else
#define XAMT_DEVICE
#define XAMT_UNROLL
#define XAMT_ROLLED
#define XAMT_UNROLL_BY(times)
#endif

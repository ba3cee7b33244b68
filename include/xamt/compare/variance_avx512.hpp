/// @file
/// The variance check for processors with AVX-512, whatever the rest of the program is compiled for.
///
/// Place in the pipeline: compare; used by variance.hpp. The forms with a mask of ones are those that g++ 12 compiles without warning.
#pragma once

#include <xamt/compare/variance_vector.hpp>

#if defined(__x86_64__)
#include <immintrin.h>

#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx512f,avx512bw,avx512dq,avx512vl,fma,f16c"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx512f,avx512bw,avx512dq,avx512vl,fma,f16c")
#endif
namespace xamt {
inline namespace v0 {
namespace detail {
namespace avx512 {

inline constexpr int width = 64;
using floats = vector_t<float, width>;
using doubles = vector_t<double, width>;
using words16 = vector_t<std::int16_t, width>;
using words32 = vector_t<std::int32_t, width>;
using words64 = vector_t<std::int64_t, width>;
inline constexpr __mmask8 of8 = 0xff;
inline constexpr __mmask16 of16 = 0xffff;
inline constexpr __mmask32 of32 = 0xffffffff;

[[gnu::always_inline]] inline floats larger(floats a, floats b) { return (floats)_mm512_maskz_max_ps(of16, (__m512)b, (__m512)a); }
[[gnu::always_inline]] inline doubles larger(doubles a, doubles b) { return (doubles)_mm512_maskz_max_pd(of8, (__m512d)b, (__m512d)a); }
[[gnu::always_inline]] inline words16 larger(words16 a, words16 b) { return (words16)_mm512_maskz_max_epi16(of32, (__m512i)a, (__m512i)b); }
[[gnu::always_inline]] inline words32 larger(words32 a, words32 b) { return (words32)_mm512_maskz_max_epi32(of16, (__m512i)a, (__m512i)b); }
[[gnu::always_inline]] inline words64 larger(words64 a, words64 b) { return (words64)_mm512_maskz_max_epi64(of8, (__m512i)a, (__m512i)b); }
[[gnu::always_inline]] inline floats smaller(floats a, floats b) { return (floats)_mm512_maskz_min_ps(of16, (__m512)b, (__m512)a); }
[[gnu::always_inline]] inline doubles smaller(doubles a, doubles b) { return (doubles)_mm512_maskz_min_pd(of8, (__m512d)b, (__m512d)a); }
[[gnu::always_inline]] inline words16 smaller(words16 a, words16 b) {
    return (words16)_mm512_maskz_min_epi16(of32, (__m512i)a, (__m512i)b);
}
[[gnu::always_inline]] inline words32 smaller(words32 a, words32 b) {
    return (words32)_mm512_maskz_min_epi32(of16, (__m512i)a, (__m512i)b);
}
[[gnu::always_inline]] inline words64 smaller(words64 a, words64 b) { return (words64)_mm512_maskz_min_epi64(of8, (__m512i)a, (__m512i)b); }
[[gnu::always_inline]] inline words16 size_of_integers(words16 a) { return (words16)_mm512_maskz_abs_epi16(of32, (__m512i)a); }
[[gnu::always_inline]] inline words32 size_of_integers(words32 a) { return (words32)_mm512_maskz_abs_epi32(of16, (__m512i)a); }
[[gnu::always_inline]] inline words64 size_of_integers(words64 a) { return (words64)_mm512_maskz_abs_epi64(of8, (__m512i)a); }

// One rounding: -0 is a product a little too small.
[[gnu::always_inline]] inline floats margin(floats beaten, floats size, floats spread) {
    return (floats)_mm512_fmsub_ps((__m512)size, (__m512)beaten, (__m512)spread);
}
[[gnu::always_inline]] inline doubles margin(doubles beaten, doubles size, doubles spread) {
    return (doubles)_mm512_fmsub_pd((__m512d)size, (__m512d)beaten, (__m512d)spread);
}
// As integers without sign, what is below 0, -0 or NaN is above infinity.
[[gnu::always_inline]] inline words32 both(words32 a, words32 b) { return (words32)_mm512_maskz_max_epu32(of16, (__m512i)a, (__m512i)b); }
[[gnu::always_inline]] inline words64 both(words64 a, words64 b) { return (words64)_mm512_maskz_max_epu64(of8, (__m512i)a, (__m512i)b); }
[[gnu::always_inline]] inline words32 doubts(floats const (&a)[2]) { return both((words32)a[0], (words32)a[1]); }
[[gnu::always_inline]] inline words64 doubts(doubles const (&a)[2]) { return both((words64)a[0], (words64)a[1]); }
// As the class of a number, which takes no constant: quiet or signalling NaN, -0, -infinity, below 0.
inline constexpr int doubtful = 0xd5;
[[gnu::always_inline]] inline bool any_doubt(words32 doubts, words32 const (&steps)[2]) {
    return (_mm512_fpclass_ps_mask((__m512)doubts, doubtful) | _mm512_movepi32_mask((__m512i)(steps[0] | steps[1]))) != 0;
}
[[gnu::always_inline]] inline bool any_doubt(words32 doubts, words16 const (&steps)[1]) {
    return (_mm512_fpclass_ps_mask((__m512)doubts, doubtful) | _mm512_movepi16_mask((__m512i)steps[0])) != 0;
}
[[gnu::always_inline]] inline bool any_doubt(words64 doubts, words64 const (&steps)[2]) {
    return (_mm512_fpclass_pd_mask((__m512d)doubts, doubtful) | _mm512_movepi64_mask((__m512i)(steps[0] | steps[1]))) != 0;
}
[[gnu::always_inline]] inline bool all_clear(vector_t<std::uint64_t, width> w) {
    return _mm512_test_epi64_mask((__m512i)w, (__m512i)w) == 0;
}
/// float16 as float32.
[[gnu::always_inline]] inline floats widened(vector_t<std::uint16_t, width / 2> half) {
    return (floats)_mm512_maskz_cvtph_ps(of16, (__m256i)half);
}

#include <xamt/compare/variance_operations.ipp>

#include <xamt/compare/variance_elements.ipp>

#include <xamt/compare/variance_general.ipp>

#include <xamt/compare/variance_pass.ipp>

#include <xamt/compare/variance_halves.ipp>

#include <xamt/compare/variance_kernel.ipp>

} // namespace avx512
} // namespace detail
} // namespace v0
} // namespace xamt
#if defined(__clang__)
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif
#endif

/// @file
/// The variance check for processors with AVX2, whatever the rest of the program is compiled for.
///
/// Place in the pipeline: compare; used by variance.hpp.
#pragma once

#include <xamt/compare/variance_vector.hpp>

#if defined(__x86_64__)
#include <immintrin.h>

#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2,fma,f16c"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx2,fma,f16c")
#endif
namespace xamt {
inline namespace v0 {
namespace detail {
namespace avx2 {

inline constexpr int width = 32;
using floats = vector_t<float, width>;
using doubles = vector_t<double, width>;
using words16 = vector_t<std::int16_t, width>;
using words32 = vector_t<std::int32_t, width>;
using words64 = vector_t<std::int64_t, width>;

[[gnu::always_inline]] inline floats larger(floats a, floats b) { return (floats)_mm256_max_ps((__m256)b, (__m256)a); }
[[gnu::always_inline]] inline doubles larger(doubles a, doubles b) { return (doubles)_mm256_max_pd((__m256d)b, (__m256d)a); }
[[gnu::always_inline]] inline words16 larger(words16 a, words16 b) { return (words16)_mm256_max_epi16((__m256i)a, (__m256i)b); }
[[gnu::always_inline]] inline words32 larger(words32 a, words32 b) { return (words32)_mm256_max_epi32((__m256i)a, (__m256i)b); }
[[gnu::always_inline]] inline floats smaller(floats a, floats b) { return (floats)_mm256_min_ps((__m256)b, (__m256)a); }
[[gnu::always_inline]] inline doubles smaller(doubles a, doubles b) { return (doubles)_mm256_min_pd((__m256d)b, (__m256d)a); }
[[gnu::always_inline]] inline words16 smaller(words16 a, words16 b) { return (words16)_mm256_min_epi16((__m256i)a, (__m256i)b); }
[[gnu::always_inline]] inline words32 smaller(words32 a, words32 b) { return (words32)_mm256_min_epi32((__m256i)a, (__m256i)b); }
[[gnu::always_inline]] inline words16 size_of_integers(words16 a) { return (words16)_mm256_abs_epi16((__m256i)a); }
[[gnu::always_inline]] inline words32 size_of_integers(words32 a) { return (words32)_mm256_abs_epi32((__m256i)a); }

// One rounding: -0 is a product a little too small.
[[gnu::always_inline]] inline floats margin(floats beaten, floats size, floats spread) {
    return (floats)_mm256_fmsub_ps((__m256)beaten, (__m256)size, (__m256)spread);
}
[[gnu::always_inline]] inline doubles margin(doubles beaten, doubles size, doubles spread) {
    return (doubles)_mm256_fmsub_pd((__m256d)beaten, (__m256d)size, (__m256d)spread);
}
/// Sign bits where a number is below 0, -0 or NaN.
[[gnu::always_inline]] inline words32 doubts(floats const (&a)[2]) {
    return (words32)a[0] | (words32)a[1] | (words32)_mm256_cmp_ps((__m256)a[0], (__m256)a[1], _CMP_UNORD_Q);
}
[[gnu::always_inline]] inline words64 doubts(doubles const (&a)[2]) {
    return (words64)a[0] | (words64)a[1] | (words64)_mm256_cmp_pd((__m256d)a[0], (__m256d)a[1], _CMP_UNORD_Q);
}
[[gnu::always_inline]] inline bool any_doubt(words32 doubts, words32 const (&steps)[2]) {
    return _mm256_movemask_ps((__m256)(doubts | steps[0] | steps[1])) != 0;
}
[[gnu::always_inline]] inline bool any_doubt(words32 doubts, words16 const (&steps)[1]) {
    auto const pairs = (words32)steps[0];
    return _mm256_movemask_ps((__m256)(doubts | pairs | (pairs << 16))) != 0;
}
[[gnu::always_inline]] inline bool any_doubt(words64 doubts, words64 const (&steps)[2]) {
    return _mm256_movemask_pd((__m256d)(doubts | steps[0] | steps[1])) != 0;
}
[[gnu::always_inline]] inline bool all_clear(vector_t<std::uint64_t, width> w) { return _mm256_testz_si256((__m256i)w, (__m256i)w) != 0; }
/// float16 as float32.
[[gnu::always_inline]] inline floats widened(vector_t<std::uint16_t, width / 2> half) { return (floats)_mm256_cvtph_ps((__m128i)half); }

#include <xamt/compare/variance_operations.ipp>

#include <xamt/compare/variance_elements.ipp>

#include <xamt/compare/variance_general.ipp>

#include <xamt/compare/variance_pass.ipp>

#include <xamt/compare/variance_kernel.ipp>

} // namespace avx2
} // namespace detail
} // namespace v0
} // namespace xamt
#if defined(__clang__)
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif
#endif

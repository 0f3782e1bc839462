// SPDX-License-Identifier: MIT
// 256-bit vectors (f64x4, f32x8) on AVX2 with FMA: the arithmetic of the "avx2" level, and for
// AVX-512 the halves of a fold and of a strided vector.
#ifndef TEAMTRIM_VEC_AVX2_H
#define TEAMTRIM_VEC_AVX2_H

#include <immintrin.h>

#include "vec_sse2.h"

struct f64x4 {
    __m256d v;
};

struct f64x4_nans {
    __m256d v;
};

WRAP_MAKE(f64x4, set1, double, _mm256_set1_pd)
WRAP_MAKE(f64x4, load, const double *, _mm256_loadu_pd)
WRAP_STORE(f64x4, double, _mm256_storeu_pd)
WRAP_BINARY(f64x4, add, _mm256_add_pd)
WRAP_BINARY(f64x4, mul, _mm256_mul_pd)
WRAP_BINARY(f64x4, max, _mm256_max_pd)
WRAP_BINARY(f64x4, min, _mm256_min_pd)
WRAP_MADD(f64x4, _mm256_fmadd_pd)

INLINE struct f64x2 f64x4_low(struct f64x4 a)
{
    return (struct f64x2){_mm256_castpd256_pd128(a.v)};
}

INLINE struct f64x2 f64x4_high(struct f64x4 a)
{
    return (struct f64x2){_mm256_extractf128_pd(a.v, 1)};
}

INLINE struct f64x4 f64x4_of(struct f64x2 low, struct f64x2 high)
{
    return (struct f64x4){_mm256_set_m128d(high.v, low.v)};
}

INLINE struct f64x4 f64x4_set2(double even, double odd)
{
    return (struct f64x4){_mm256_set_pd(odd, even, odd, even)};
}

INLINE __m256i f64x4_mask(kernel_index k)
{
    return _mm256_loadu_si256((const __m256i *)vec_mask(k, 4, 2));
}

INLINE struct f64x4 f64x4_load_part(const double *p, kernel_index k)
{
    return (struct f64x4){_mm256_maskload_pd(p, f64x4_mask(k))};
}

INLINE struct f64x4 f64x4_load_pieces(const double *p, kernel_index k)
{
    kernel_index low = k & 2;
    return f64x4_of(low ? f64x2_load(p) : f64x2_set1(0), f64x2_load_pieces(p + low, k - low));
}

INLINE void f64x4_store_pieces(double *p, struct f64x4 a, kernel_index k)
{
    kernel_index low = k & 2;
    if (low)
        f64x2_store(p, f64x4_low(a));
    f64x2_store_pieces(p + low, f64x4_high(a), k - low);
}

INLINE struct f64x4 f64x4_load_step(const double *p, kernel_index step)
{
    return f64x4_of(f64x2_load_step(p, step), f64x2_load_step(p + 2 * step, step));
}

INLINE struct f64x4 f64x4_load_step2(const double *p, kernel_index step)
{
    return f64x4_of(f64x2_load(p), f64x2_load(p + step));
}

INLINE struct f64x4 f64x4_load_wide(const float *p)
{
    return (struct f64x4){_mm256_cvtps_pd(_mm_loadu_ps(p))};
}

INLINE struct f64x4 f64x4_load_wide_part(const float *p, kernel_index k)
{
    __m128i mask = _mm_loadu_si128((const __m128i *)vec_mask(k, 4, 1));
    return (struct f64x4){_mm256_cvtps_pd(_mm_maskload_ps(p, mask))};
}

INLINE struct f64x4 f64x4_load_wide_step(const float *p, kernel_index step)
{
    return (struct f64x4){_mm256_cvtps_pd(f32x4_load_step(p, step).v)};
}

INLINE struct f64x4 f64x4_abs(struct f64x4 a)
{
    return (struct f64x4){_mm256_andnot_pd(_mm256_set1_pd(-0.0), a.v)};
}

INLINE struct f64x4 f64x4_swap_pairs(struct f64x4 a)
{
    return (struct f64x4){_mm256_permute_pd(a.v, 5)};
}

INLINE struct f64x4 f64x4_keep(struct f64x4 a, kernel_index k, struct f64x4 fill)
{
    return (struct f64x4){_mm256_blendv_pd(fill.v, a.v, _mm256_castsi256_pd(f64x4_mask(k)))};
}

INLINE double f64x4_sum(struct f64x4 a)
{
    return f64x2_sum(f64x2_add(f64x4_low(a), f64x4_high(a)));
}

INLINE void f64x4_sum_pairs(struct f64x4 a, double sums[2])
{
    f64x2_sum_pairs(f64x2_add(f64x4_low(a), f64x4_high(a)), sums);
}

INLINE double f64x4_most(struct f64x4 a)
{
    return f64x2_most(f64x2_max(f64x4_low(a), f64x4_high(a)));
}

INLINE double f64x4_least(struct f64x4 a)
{
    return f64x2_least(f64x2_min(f64x4_low(a), f64x4_high(a)));
}

// 0 times a NaN or an infinity is a NaN, 0 times anything else is not.
INLINE bool f64x4_nonfinite(struct f64x4 a)
{
    __m256d t = _mm256_mul_pd(a.v, _mm256_setzero_pd());
    return _mm256_movemask_pd(_mm256_cmp_pd(t, t, _CMP_UNORD_Q)) != 0;
}

INLINE struct f64x4_nans f64x4_nans_none(void)
{
    return (struct f64x4_nans){_mm256_setzero_pd()};
}

INLINE struct f64x4_nans f64x4_nans_add(struct f64x4_nans nans, struct f64x4 a, struct f64x4 b)
{
    return (struct f64x4_nans){_mm256_or_pd(nans.v, _mm256_cmp_pd(a.v, b.v, _CMP_UNORD_Q))};
}

INLINE bool f64x4_nans_any(struct f64x4_nans nans)
{
    return _mm256_movemask_pd(nans.v) != 0;
}

INLINE unsigned f64x4_match(struct f64x4 a, struct f64x4 b)
{
    return (unsigned)_mm256_movemask_pd(_mm256_cmp_pd(a.v, b.v, _CMP_EQ_OQ));
}

struct f32x8 {
    __m256 v;
};

struct f32x8_nans {
    __m256 v;
};

WRAP_MAKE(f32x8, set1, float, _mm256_set1_ps)
WRAP_MAKE(f32x8, load, const float *, _mm256_loadu_ps)
WRAP_STORE(f32x8, float, _mm256_storeu_ps)
WRAP_BINARY(f32x8, add, _mm256_add_ps)
WRAP_BINARY(f32x8, mul, _mm256_mul_ps)
WRAP_BINARY(f32x8, max, _mm256_max_ps)
WRAP_BINARY(f32x8, min, _mm256_min_ps)
WRAP_MADD(f32x8, _mm256_fmadd_ps)

INLINE struct f32x4 f32x8_low(struct f32x8 a)
{
    return (struct f32x4){_mm256_castps256_ps128(a.v)};
}

INLINE struct f32x4 f32x8_high(struct f32x8 a)
{
    return (struct f32x4){_mm256_extractf128_ps(a.v, 1)};
}

INLINE struct f32x8 f32x8_of(struct f32x4 low, struct f32x4 high)
{
    return (struct f32x8){_mm256_set_m128(high.v, low.v)};
}

INLINE struct f32x8 f32x8_set2(float even, float odd)
{
    return (struct f32x8){_mm256_set_ps(odd, even, odd, even, odd, even, odd, even)};
}

INLINE __m256i f32x8_mask(kernel_index k)
{
    return _mm256_loadu_si256((const __m256i *)vec_mask(k, 8, 1));
}

INLINE struct f32x8 f32x8_load_part(const float *p, kernel_index k)
{
    return (struct f32x8){_mm256_maskload_ps(p, f32x8_mask(k))};
}

INLINE struct f32x8 f32x8_load_pieces(const float *p, kernel_index k)
{
    kernel_index low = k & 4;
    return f32x8_of(low ? f32x4_load(p) : f32x4_set1(0), f32x4_load_pieces(p + low, k - low));
}

INLINE void f32x8_store_pieces(float *p, struct f32x8 a, kernel_index k)
{
    kernel_index low = k & 4;
    if (low)
        f32x4_store(p, f32x8_low(a));
    f32x4_store_pieces(p + low, f32x8_high(a), k - low);
}

INLINE struct f32x8 f32x8_load_step(const float *p, kernel_index step)
{
    return f32x8_of(f32x4_load_step(p, step), f32x4_load_step(p + 4 * step, step));
}

INLINE struct f32x8 f32x8_load_step2(const float *p, kernel_index step)
{
    return f32x8_of(f32x4_load_step2(p, step), f32x4_load_step2(p + 2 * step, step));
}

INLINE struct f32x8 f32x8_abs(struct f32x8 a)
{
    return (struct f32x8){_mm256_andnot_ps(_mm256_set1_ps(-0.0F), a.v)};
}

INLINE struct f32x8 f32x8_swap_pairs(struct f32x8 a)
{
    return (struct f32x8){_mm256_permute_ps(a.v, _MM_SHUFFLE(2, 3, 0, 1))};
}

INLINE struct f32x8 f32x8_keep(struct f32x8 a, kernel_index k, struct f32x8 fill)
{
    return (struct f32x8){_mm256_blendv_ps(fill.v, a.v, _mm256_castsi256_ps(f32x8_mask(k)))};
}

INLINE float f32x8_sum(struct f32x8 a)
{
    return f32x4_sum(f32x4_add(f32x8_low(a), f32x8_high(a)));
}

INLINE void f32x8_sum_pairs(struct f32x8 a, float sums[2])
{
    f32x4_sum_pairs(f32x4_add(f32x8_low(a), f32x8_high(a)), sums);
}

INLINE float f32x8_most(struct f32x8 a)
{
    return f32x4_most(f32x4_max(f32x8_low(a), f32x8_high(a)));
}

INLINE float f32x8_least(struct f32x8 a)
{
    return f32x4_least(f32x4_min(f32x8_low(a), f32x8_high(a)));
}

INLINE bool f32x8_nonfinite(struct f32x8 a)
{
    __m256 t = _mm256_mul_ps(a.v, _mm256_setzero_ps());
    return _mm256_movemask_ps(_mm256_cmp_ps(t, t, _CMP_UNORD_Q)) != 0;
}

INLINE struct f32x8_nans f32x8_nans_none(void)
{
    return (struct f32x8_nans){_mm256_setzero_ps()};
}

INLINE struct f32x8_nans f32x8_nans_add(struct f32x8_nans nans, struct f32x8 a, struct f32x8 b)
{
    return (struct f32x8_nans){_mm256_or_ps(nans.v, _mm256_cmp_ps(a.v, b.v, _CMP_UNORD_Q))};
}

INLINE bool f32x8_nans_any(struct f32x8_nans nans)
{
    return _mm256_movemask_ps(nans.v) != 0;
}

INLINE unsigned f32x8_match(struct f32x8 a, struct f32x8 b)
{
    return (unsigned)_mm256_movemask_ps(_mm256_cmp_ps(a.v, b.v, _CMP_EQ_OQ));
}

#endif

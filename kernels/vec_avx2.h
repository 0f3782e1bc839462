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

INLINE struct f64x4 f64x4_load_wide(const float *p)
{
    return (struct f64x4){_mm256_cvtps_pd(_mm_loadu_ps(p))};
}

INLINE struct f64x4 f64x4_load_wide_part(const float *p, kernel_index k)
{
    __m128i mask = _mm_loadu_si128((const __m128i *)vec_mask(k, 4, 1));
    return (struct f64x4){_mm256_cvtps_pd(_mm_maskload_ps(p, mask))};
}

INLINE struct f64x4 f64x4_abs(struct f64x4 a)
{
    return (struct f64x4){_mm256_andnot_pd(_mm256_set1_pd(-0.0), a.v)};
}

INLINE struct f64x4 f64x4_swap_pairs(struct f64x4 a)
{
    return (struct f64x4){_mm256_permute_pd(a.v, 5)};
}

// Rotates the lanes of a and b alike and takes the last k from b. Counts are in 32-bit words.
INLINE __m256i vec_slide(__m256i a, __m256i b, int k)
{
    __m256i lane = _mm256_set_epi32(7, 6, 5, 4, 3, 2, 1, 0);
    __m256i from = _mm256_add_epi32(lane, _mm256_set1_epi32(k));
    __m256i is_b = _mm256_cmpgt_epi32(from, _mm256_set1_epi32(7));
    return _mm256_blendv_epi8(_mm256_permutevar8x32_epi32(a, from),
                              _mm256_permutevar8x32_epi32(b, from), is_b);
}

INLINE struct f64x4 f64x4_slide(struct f64x4 a, struct f64x4 b, kernel_index k)
{
    return (struct f64x4){_mm256_castsi256_pd(
        vec_slide(_mm256_castpd_si256(a.v), _mm256_castpd_si256(b.v), 2 * (int)k))};
}

INLINE struct f64x4 f64x4_keep(struct f64x4 a, kernel_index k, struct f64x4 fill)
{
    return (struct f64x4){_mm256_blendv_pd(fill.v, a.v, _mm256_castsi256_pd(f64x4_mask(k)))};
}

#ifdef __AVX512VL__
#define F64X4_WRONG(a) _mm256_fpclass_pd_mask(a.v, CLASS_NONFINITE)
#define F64X4_ANY(wrong) ((wrong) != 0)
#else
// The bits of |a|, compared as integers: arithmetic on a NaN or an infinity would raise a flag.
INLINE __m256i f64x4_wrong(struct f64x4 a)
{
    __m256i bits = _mm256_and_si256(_mm256_castpd_si256(a.v), _mm256_set1_epi64x(INT64_MAX));
    return _mm256_cmpgt_epi32(bits, _mm256_set1_epi64x(0x7fefffff7fffffff));
}
#define F64X4_WRONG(a) f64x4_wrong(a)
#define F64X4_ANY(wrong) (!_mm256_testz_si256(wrong, wrong))
#endif

INLINE bool f64x4_nonfinite(struct f64x4 a)
{
    return F64X4_ANY(F64X4_WRONG(a));
}

INLINE bool f64x4_nonfinite4(struct f64x4 a, struct f64x4 b, struct f64x4 c, struct f64x4 d)
{
    return F64X4_ANY((F64X4_WRONG(a) | F64X4_WRONG(b)) | (F64X4_WRONG(c) | F64X4_WRONG(d)));
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

#define FULL f64x4
#define HALF f64x2
#define LANES 4
#define T double
#define WIDE
#include "vec_halves_tpl.h"

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

INLINE struct f32x8 f32x8_abs(struct f32x8 a)
{
    return (struct f32x8){_mm256_andnot_ps(_mm256_set1_ps(-0.0F), a.v)};
}

INLINE struct f32x8 f32x8_swap_pairs(struct f32x8 a)
{
    return (struct f32x8){_mm256_permute_ps(a.v, _MM_SHUFFLE(2, 3, 0, 1))};
}

INLINE struct f32x8 f32x8_slide(struct f32x8 a, struct f32x8 b, kernel_index k)
{
    return (struct f32x8){
        _mm256_castsi256_ps(vec_slide(_mm256_castps_si256(a.v), _mm256_castps_si256(b.v), (int)k))};
}

INLINE struct f32x8 f32x8_keep(struct f32x8 a, kernel_index k, struct f32x8 fill)
{
    return (struct f32x8){_mm256_blendv_ps(fill.v, a.v, _mm256_castsi256_ps(f32x8_mask(k)))};
}

#ifdef __AVX512VL__
#define F32X8_WRONG(a) _mm256_fpclass_ps_mask(a.v, CLASS_NONFINITE)
#define F32X8_ANY(wrong) ((wrong) != 0)
#else
// The bits of |a|, compared as integers: arithmetic on a NaN or an infinity would raise a flag.
INLINE __m256i f32x8_wrong(struct f32x8 a)
{
    __m256i bits = _mm256_and_si256(_mm256_castps_si256(a.v), _mm256_set1_epi32(INT32_MAX));
    return _mm256_cmpgt_epi32(bits, _mm256_set1_epi32(0x7f7fffff));
}
#define F32X8_WRONG(a) f32x8_wrong(a)
#define F32X8_ANY(wrong) (!_mm256_testz_si256(wrong, wrong))
#endif

INLINE bool f32x8_nonfinite(struct f32x8 a)
{
    return F32X8_ANY(F32X8_WRONG(a));
}

INLINE bool f32x8_nonfinite4(struct f32x8 a, struct f32x8 b, struct f32x8 c, struct f32x8 d)
{
    return F32X8_ANY((F32X8_WRONG(a) | F32X8_WRONG(b)) | (F32X8_WRONG(c) | F32X8_WRONG(d)));
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

#define FULL f32x8
#define HALF f32x4
#define LANES 8
#define T float
#include "vec_halves_tpl.h"

#endif

// SPDX-License-Identifier: MIT
// 512-bit vectors (f64x8, f32x16) on AVX-512 F, DQ, VL and BW.
#ifndef TEAMTRIM_VEC_AVX512_H
#define TEAMTRIM_VEC_AVX512_H

#include "vec_avx2.h"

struct f64x8 {
    __m512d v;
};

// Lanes without a NaN so far: a compare can narrow a mask at no cost, but not widen it.
struct f64x8_nans {
    __mmask8 ordered;
};

WRAP_MAKE(f64x8, set1, double, _mm512_set1_pd)
WRAP_MAKE(f64x8, load, const double *, _mm512_loadu_pd)
WRAP_STORE(f64x8, double, _mm512_storeu_pd)
WRAP_BINARY(f64x8, add, _mm512_add_pd)
WRAP_BINARY(f64x8, mul, _mm512_mul_pd)
WRAP_BINARY(f64x8, max, _mm512_max_pd)
WRAP_BINARY(f64x8, min, _mm512_min_pd)
WRAP_MADD(f64x8, _mm512_fmadd_pd)

INLINE struct f64x4 f64x8_low(struct f64x8 a)
{
    return (struct f64x4){_mm512_castpd512_pd256(a.v)};
}

INLINE struct f64x4 f64x8_high(struct f64x8 a)
{
    return (struct f64x4){_mm512_extractf64x4_pd(a.v, 1)};
}

INLINE struct f64x8 f64x8_of(struct f64x4 low, struct f64x4 high)
{
    return (struct f64x8){_mm512_insertf64x4(_mm512_castpd256_pd512(low.v), high.v, 1)};
}

INLINE struct f64x8 f64x8_set2(double even, double odd)
{
    return (struct f64x8){_mm512_set4_pd(odd, even, odd, even)};
}

INLINE __mmask8 f64x8_mask(kernel_index k)
{
    return (__mmask8)((UINT64_C(1) << k) - 1);
}

INLINE struct f64x8 f64x8_load_part(const double *p, kernel_index k)
{
    return (struct f64x8){_mm512_maskz_loadu_pd(f64x8_mask(k), p)};
}

INLINE struct f64x8 f64x8_load_wide(const float *p)
{
    return (struct f64x8){_mm512_cvtps_pd(_mm256_loadu_ps(p))};
}

INLINE struct f64x8 f64x8_load_wide_part(const float *p, kernel_index k)
{
    return (struct f64x8){_mm512_cvtps_pd(_mm256_maskz_loadu_ps(f64x8_mask(k), p))};
}

INLINE struct f64x8 f64x8_abs(struct f64x8 a)
{
    return (struct f64x8){_mm512_abs_pd(a.v)};
}

INLINE struct f64x8 f64x8_swap_pairs(struct f64x8 a)
{
    return (struct f64x8){_mm512_permute_pd(a.v, 0x55)};
}

INLINE struct f64x8 f64x8_slide(struct f64x8 a, struct f64x8 b, kernel_index k)
{
    __m512i lane = _mm512_add_epi64(_mm512_set_epi64(7, 6, 5, 4, 3, 2, 1, 0), _mm512_set1_epi64(k));
    return (struct f64x8){_mm512_permutex2var_pd(a.v, lane, b.v)};
}

INLINE struct f64x8 f64x8_keep(struct f64x8 a, kernel_index k, struct f64x8 fill)
{
    return (struct f64x8){_mm512_mask_blend_pd(f64x8_mask(k), fill.v, a.v)};
}

INLINE bool f64x8_nonfinite(struct f64x8 a)
{
    return _mm512_fpclass_pd_mask(a.v, CLASS_NONFINITE) != 0;
}

INLINE bool f64x8_nonfinite4(struct f64x8 a, struct f64x8 b, struct f64x8 c, struct f64x8 d)
{
    return (_mm512_fpclass_pd_mask(a.v, CLASS_NONFINITE) |
            _mm512_fpclass_pd_mask(b.v, CLASS_NONFINITE) |
            _mm512_fpclass_pd_mask(c.v, CLASS_NONFINITE) |
            _mm512_fpclass_pd_mask(d.v, CLASS_NONFINITE)) != 0;
}

INLINE struct f64x8_nans f64x8_nans_none(void)
{
    return (struct f64x8_nans){0xff};
}

INLINE struct f64x8_nans f64x8_nans_add(struct f64x8_nans nans, struct f64x8 a, struct f64x8 b)
{
    return (struct f64x8_nans){_mm512_mask_cmp_pd_mask(nans.ordered, a.v, b.v, _CMP_ORD_Q)};
}

INLINE bool f64x8_nans_any(struct f64x8_nans nans)
{
    return nans.ordered != 0xff;
}

INLINE unsigned f64x8_match(struct f64x8 a, struct f64x8 b)
{
    return _mm512_cmp_pd_mask(a.v, b.v, _CMP_EQ_OQ);
}

#define FULL f64x8
#define HALF f64x4
#define LANES 8
#define T double
#define WIDE
#include "vec_halves_tpl.h"

struct f32x16 {
    __m512 v;
};

struct f32x16_nans {
    __mmask16 ordered;
};

WRAP_MAKE(f32x16, set1, float, _mm512_set1_ps)
WRAP_MAKE(f32x16, load, const float *, _mm512_loadu_ps)
WRAP_STORE(f32x16, float, _mm512_storeu_ps)
WRAP_BINARY(f32x16, add, _mm512_add_ps)
WRAP_BINARY(f32x16, mul, _mm512_mul_ps)
WRAP_BINARY(f32x16, max, _mm512_max_ps)
WRAP_BINARY(f32x16, min, _mm512_min_ps)
WRAP_MADD(f32x16, _mm512_fmadd_ps)

INLINE struct f32x8 f32x16_low(struct f32x16 a)
{
    return (struct f32x8){_mm512_castps512_ps256(a.v)};
}

INLINE struct f32x8 f32x16_high(struct f32x16 a)
{
    return (struct f32x8){_mm512_extractf32x8_ps(a.v, 1)};
}

INLINE struct f32x16 f32x16_of(struct f32x8 low, struct f32x8 high)
{
    return (struct f32x16){_mm512_insertf32x8(_mm512_castps256_ps512(low.v), high.v, 1)};
}

INLINE struct f32x16 f32x16_set2(float even, float odd)
{
    return (struct f32x16){_mm512_set4_ps(odd, even, odd, even)};
}

INLINE __mmask16 f32x16_mask(kernel_index k)
{
    return (__mmask16)((UINT64_C(1) << k) - 1);
}

INLINE struct f32x16 f32x16_load_part(const float *p, kernel_index k)
{
    return (struct f32x16){_mm512_maskz_loadu_ps(f32x16_mask(k), p)};
}

INLINE struct f32x16 f32x16_abs(struct f32x16 a)
{
    return (struct f32x16){_mm512_abs_ps(a.v)};
}

INLINE struct f32x16 f32x16_swap_pairs(struct f32x16 a)
{
    return (struct f32x16){_mm512_permute_ps(a.v, _MM_SHUFFLE(2, 3, 0, 1))};
}

INLINE struct f32x16 f32x16_slide(struct f32x16 a, struct f32x16 b, kernel_index k)
{
    __m512i lane =
        _mm512_add_epi32(_mm512_set_epi32(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0),
                         _mm512_set1_epi32((int)k));
    return (struct f32x16){_mm512_permutex2var_ps(a.v, lane, b.v)};
}

INLINE struct f32x16 f32x16_keep(struct f32x16 a, kernel_index k, struct f32x16 fill)
{
    return (struct f32x16){_mm512_mask_blend_ps(f32x16_mask(k), fill.v, a.v)};
}

INLINE bool f32x16_nonfinite(struct f32x16 a)
{
    return _mm512_fpclass_ps_mask(a.v, CLASS_NONFINITE) != 0;
}

INLINE bool f32x16_nonfinite4(struct f32x16 a, struct f32x16 b, struct f32x16 c, struct f32x16 d)
{
    return (_mm512_fpclass_ps_mask(a.v, CLASS_NONFINITE) |
            _mm512_fpclass_ps_mask(b.v, CLASS_NONFINITE) |
            _mm512_fpclass_ps_mask(c.v, CLASS_NONFINITE) |
            _mm512_fpclass_ps_mask(d.v, CLASS_NONFINITE)) != 0;
}

INLINE struct f32x16_nans f32x16_nans_none(void)
{
    return (struct f32x16_nans){0xffff};
}

INLINE struct f32x16_nans f32x16_nans_add(struct f32x16_nans nans, struct f32x16 a, struct f32x16 b)
{
    return (struct f32x16_nans){_mm512_mask_cmp_ps_mask(nans.ordered, a.v, b.v, _CMP_ORD_Q)};
}

INLINE bool f32x16_nans_any(struct f32x16_nans nans)
{
    return nans.ordered != 0xffff;
}

INLINE unsigned f32x16_match(struct f32x16 a, struct f32x16 b)
{
    return _mm512_cmp_ps_mask(a.v, b.v, _CMP_EQ_OQ);
}

#define FULL f32x16
#define HALF f32x8
#define LANES 16
#define T float
#include "vec_halves_tpl.h"

#endif

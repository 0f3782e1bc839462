// SPDX-License-Identifier: MIT
// 128-bit vectors (f64x2, f32x4) on SSE2: the arithmetic of the "sse2" level, and for the wider
// levels the last steps of a fold and the pieces of a strided vector.
#ifndef TEAMTRIM_VEC_SSE2_H
#define TEAMTRIM_VEC_SSE2_H

#include <immintrin.h>

#include "vec.h"

enum { CLASS_NONFINITE = 0x99 }; // vfpclass: quiet NaN, +infinity, -infinity, signalling NaN

struct f64x2 {
    __m128d v;
};

struct f64x2_nans {
    __m128d v;
};

WRAP_MAKE(f64x2, set1, double, _mm_set1_pd)
WRAP_MAKE(f64x2, load, const double *, _mm_loadu_pd)
WRAP_STORE(f64x2, double, _mm_storeu_pd)
WRAP_BINARY(f64x2, add, _mm_add_pd)
WRAP_BINARY(f64x2, mul, _mm_mul_pd)
WRAP_BINARY(f64x2, max, _mm_max_pd)
WRAP_BINARY(f64x2, min, _mm_min_pd)

INLINE struct f64x2 f64x2_set2(double even, double odd)
{
    return (struct f64x2){_mm_set_pd(odd, even)};
}

INLINE struct f64x2 f64x2_load_part(const double *p, kernel_index k)
{
    if (k >= 2)
        return f64x2_load(p);
    return (struct f64x2){k == 1 ? _mm_load_sd(p) : _mm_setzero_pd()};
}

INLINE void f64x2_store_pieces(double *p, struct f64x2 a, kernel_index k)
{
    if (k >= 2)
        _mm_storeu_pd(p, a.v);
    else if (k == 1)
        _mm_store_sd(p, a.v);
}

INLINE struct f64x2 f64x2_load_pieces(const double *p, kernel_index k)
{
    return f64x2_load_part(p, k);
}

INLINE struct f64x2 f64x2_load_step(const double *p, kernel_index step)
{
    return (struct f64x2){_mm_loadh_pd(_mm_load_sd(p), p + step)};
}

// One pair fills the register, so the step plays no part.
INLINE struct f64x2 f64x2_load_step2(const double *p, kernel_index step)
{
    (void)step;
    return f64x2_load(p);
}

INLINE struct f64x2 f64x2_load_wide(const float *p)
{
    return (struct f64x2){_mm_set_pd(p[1], p[0])};
}

INLINE struct f64x2 f64x2_load_wide_part(const float *p, kernel_index k)
{
    return (struct f64x2){_mm_set_pd(k >= 2 ? p[1] : 0, k >= 1 ? p[0] : 0)};
}

INLINE struct f64x2 f64x2_load_wide_step(const float *p, kernel_index step)
{
    return (struct f64x2){_mm_set_pd(p[step], p[0])};
}

INLINE struct f64x2 f64x2_madd(struct f64x2 a, struct f64x2 b, struct f64x2 c)
{
#ifdef __FMA__
    return (struct f64x2){_mm_fmadd_pd(a.v, b.v, c.v)};
#else
    return f64x2_add(f64x2_mul(a, b), c);
#endif
}

INLINE struct f64x2 f64x2_abs(struct f64x2 a)
{
    return (struct f64x2){_mm_andnot_pd(_mm_set1_pd(-0.0), a.v)};
}

INLINE struct f64x2 f64x2_swap_pairs(struct f64x2 a)
{
    return (struct f64x2){_mm_shuffle_pd(a.v, a.v, 1)};
}

INLINE struct f64x2 f64x2_slide(struct f64x2 a, struct f64x2 b, kernel_index k)
{
    if (k == 1)
        return (struct f64x2){_mm_shuffle_pd(a.v, b.v, 1)};
    return k == 0 ? a : b;
}

INLINE struct f64x2 f64x2_keep(struct f64x2 a, kernel_index k, struct f64x2 fill)
{
    __m128d mask = _mm_castsi128_pd(_mm_loadu_si128((const __m128i *)vec_mask(k, 2, 2)));
    return (struct f64x2){_mm_or_pd(_mm_and_pd(mask, a.v), _mm_andnot_pd(mask, fill.v))};
}

INLINE double f64x2_sum(struct f64x2 a)
{
    return _mm_cvtsd_f64(_mm_add_sd(a.v, _mm_unpackhi_pd(a.v, a.v)));
}

INLINE void f64x2_sum_pairs(struct f64x2 a, double sums[2])
{
    f64x2_store(sums, a);
}

INLINE double f64x2_most(struct f64x2 a)
{
    return _mm_cvtsd_f64(_mm_max_sd(a.v, _mm_unpackhi_pd(a.v, a.v)));
}

INLINE double f64x2_least(struct f64x2 a)
{
    return _mm_cvtsd_f64(_mm_min_sd(a.v, _mm_unpackhi_pd(a.v, a.v)));
}

#ifdef __AVX512VL__
#define F64X2_WRONG(a) _mm_fpclass_pd_mask(a.v, CLASS_NONFINITE)
#define F64X2_ANY(wrong) ((wrong) != 0)
#else
// The bits of |a|, compared as integers: arithmetic on a NaN or an infinity would raise a flag.
INLINE __m128i f64x2_wrong(struct f64x2 a)
{
    __m128i bits = _mm_and_si128(_mm_castpd_si128(a.v), _mm_set1_epi64x(INT64_MAX));
    return _mm_cmpgt_epi32(bits, _mm_set1_epi64x(0x7fefffff7fffffff));
}
#define F64X2_WRONG(a) f64x2_wrong(a)
#define F64X2_ANY(wrong) (_mm_movemask_epi8(wrong) != 0)
#endif

INLINE bool f64x2_nonfinite(struct f64x2 a)
{
    return F64X2_ANY(F64X2_WRONG(a));
}

INLINE bool f64x2_nonfinite4(struct f64x2 a, struct f64x2 b, struct f64x2 c, struct f64x2 d)
{
    return F64X2_ANY((F64X2_WRONG(a) | F64X2_WRONG(b)) | (F64X2_WRONG(c) | F64X2_WRONG(d)));
}

INLINE struct f64x2_nans f64x2_nans_none(void)
{
    return (struct f64x2_nans){_mm_setzero_pd()};
}

INLINE struct f64x2_nans f64x2_nans_add(struct f64x2_nans nans, struct f64x2 a, struct f64x2 b)
{
    return (struct f64x2_nans){_mm_or_pd(nans.v, _mm_cmpunord_pd(a.v, b.v))};
}

INLINE bool f64x2_nans_any(struct f64x2_nans nans)
{
    return _mm_movemask_pd(nans.v) != 0;
}

INLINE unsigned f64x2_match(struct f64x2 a, struct f64x2 b)
{
    return (unsigned)_mm_movemask_pd(_mm_cmpeq_pd(a.v, b.v));
}

struct f32x4 {
    __m128 v;
};

struct f32x4_nans {
    __m128 v;
};

WRAP_MAKE(f32x4, set1, float, _mm_set1_ps)
WRAP_MAKE(f32x4, load, const float *, _mm_loadu_ps)
WRAP_STORE(f32x4, float, _mm_storeu_ps)
WRAP_BINARY(f32x4, add, _mm_add_ps)
WRAP_BINARY(f32x4, mul, _mm_mul_ps)
WRAP_BINARY(f32x4, max, _mm_max_ps)
WRAP_BINARY(f32x4, min, _mm_min_ps)

INLINE struct f32x4 f32x4_set2(float even, float odd)
{
    return (struct f32x4){_mm_set_ps(odd, even, odd, even)};
}

INLINE __m128 f32x4_load_two(const float *p)
{
    return _mm_castsi128_ps(_mm_loadl_epi64((const __m128i *)p));
}

INLINE struct f32x4 f32x4_load_part(const float *p, kernel_index k)
{
    if (k >= 4)
        return f32x4_load(p);
    if (k == 3)
        return (struct f32x4){_mm_movelh_ps(f32x4_load_two(p), _mm_load_ss(p + 2))};
    if (k == 2)
        return (struct f32x4){f32x4_load_two(p)};
    return (struct f32x4){k == 1 ? _mm_load_ss(p) : _mm_setzero_ps()};
}

INLINE void f32x4_store_pieces(float *p, struct f32x4 a, kernel_index k)
{
    if (k >= 4) {
        _mm_storeu_ps(p, a.v);
        return;
    }
    if (k >= 2)
        _mm_storel_pi((__m64 *)p, a.v);
    if (k == 3)
        _mm_store_ss(p + 2, _mm_movehl_ps(a.v, a.v));
    if (k == 1)
        _mm_store_ss(p, a.v);
}

INLINE struct f32x4 f32x4_load_pieces(const float *p, kernel_index k)
{
    return f32x4_load_part(p, k);
}

INLINE struct f32x4 f32x4_load_step(const float *p, kernel_index step)
{
    return (struct f32x4){_mm_set_ps(p[3 * step], p[2 * step], p[step], p[0])};
}

INLINE struct f32x4 f32x4_load_step2(const float *p, kernel_index step)
{
    return (struct f32x4){_mm_loadh_pi(f32x4_load_two(p), (const __m64 *)(p + step))};
}

INLINE struct f32x4 f32x4_madd(struct f32x4 a, struct f32x4 b, struct f32x4 c)
{
#ifdef __FMA__
    return (struct f32x4){_mm_fmadd_ps(a.v, b.v, c.v)};
#else
    return f32x4_add(f32x4_mul(a, b), c);
#endif
}

INLINE struct f32x4 f32x4_abs(struct f32x4 a)
{
    return (struct f32x4){_mm_andnot_ps(_mm_set1_ps(-0.0F), a.v)};
}

INLINE struct f32x4 f32x4_swap_pairs(struct f32x4 a)
{
    return (struct f32x4){_mm_shuffle_ps(a.v, a.v, _MM_SHUFFLE(2, 3, 0, 1))};
}

INLINE struct f32x4 f32x4_slide(struct f32x4 a, struct f32x4 b, kernel_index k)
{
    __m128 middle = _mm_shuffle_ps(a.v, b.v, _MM_SHUFFLE(1, 0, 3, 2));
    if (k == 1)
        return (struct f32x4){_mm_shuffle_ps(_mm_shuffle_ps(a.v, middle, _MM_SHUFFLE(0, 0, 1, 1)),
                                             middle, _MM_SHUFFLE(2, 1, 2, 0))};
    if (k == 2)
        return (struct f32x4){middle};
    if (k == 3)
        return (struct f32x4){_mm_shuffle_ps(
            _mm_shuffle_ps(middle, middle, _MM_SHUFFLE(2, 2, 1, 1)), b.v, _MM_SHUFFLE(2, 1, 2, 0))};
    return k == 0 ? a : b;
}

INLINE struct f32x4 f32x4_keep(struct f32x4 a, kernel_index k, struct f32x4 fill)
{
    __m128 mask = _mm_castsi128_ps(_mm_loadu_si128((const __m128i *)vec_mask(k, 4, 1)));
    return (struct f32x4){_mm_or_ps(_mm_and_ps(mask, a.v), _mm_andnot_ps(mask, fill.v))};
}

INLINE void f32x4_sum_pairs(struct f32x4 a, float sums[2])
{
    _mm_storel_pi((__m64 *)sums, _mm_add_ps(a.v, _mm_movehl_ps(a.v, a.v)));
}

INLINE float f32x4_sum(struct f32x4 a)
{
    __m128 two = _mm_add_ps(a.v, _mm_movehl_ps(a.v, a.v));
    return _mm_cvtss_f32(_mm_add_ss(two, _mm_shuffle_ps(two, two, 1)));
}

INLINE float f32x4_most(struct f32x4 a)
{
    __m128 two = _mm_max_ps(a.v, _mm_movehl_ps(a.v, a.v));
    return _mm_cvtss_f32(_mm_max_ss(two, _mm_shuffle_ps(two, two, 1)));
}

INLINE float f32x4_least(struct f32x4 a)
{
    __m128 two = _mm_min_ps(a.v, _mm_movehl_ps(a.v, a.v));
    return _mm_cvtss_f32(_mm_min_ss(two, _mm_shuffle_ps(two, two, 1)));
}

#ifdef __AVX512VL__
#define F32X4_WRONG(a) _mm_fpclass_ps_mask(a.v, CLASS_NONFINITE)
#define F32X4_ANY(wrong) ((wrong) != 0)
#else
// The bits of |a|, compared as integers: arithmetic on a NaN or an infinity would raise a flag.
INLINE __m128i f32x4_wrong(struct f32x4 a)
{
    __m128i bits = _mm_and_si128(_mm_castps_si128(a.v), _mm_set1_epi32(INT32_MAX));
    return _mm_cmpgt_epi32(bits, _mm_set1_epi32(0x7f7fffff));
}
#define F32X4_WRONG(a) f32x4_wrong(a)
#define F32X4_ANY(wrong) (_mm_movemask_epi8(wrong) != 0)
#endif

INLINE bool f32x4_nonfinite(struct f32x4 a)
{
    return F32X4_ANY(F32X4_WRONG(a));
}

INLINE bool f32x4_nonfinite4(struct f32x4 a, struct f32x4 b, struct f32x4 c, struct f32x4 d)
{
    return F32X4_ANY((F32X4_WRONG(a) | F32X4_WRONG(b)) | (F32X4_WRONG(c) | F32X4_WRONG(d)));
}

INLINE struct f32x4_nans f32x4_nans_none(void)
{
    return (struct f32x4_nans){_mm_setzero_ps()};
}

INLINE struct f32x4_nans f32x4_nans_add(struct f32x4_nans nans, struct f32x4 a, struct f32x4 b)
{
    return (struct f32x4_nans){_mm_or_ps(nans.v, _mm_cmpunord_ps(a.v, b.v))};
}

INLINE bool f32x4_nans_any(struct f32x4_nans nans)
{
    return _mm_movemask_ps(nans.v) != 0;
}

INLINE unsigned f32x4_match(struct f32x4 a, struct f32x4 b)
{
    return (unsigned)_mm_movemask_ps(_mm_cmpeq_ps(a.v, b.v));
}

#endif

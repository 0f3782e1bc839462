// SPDX-License-Identifier: MIT
// A vector FULL of two elements T in plain C, for CPUs without kernels of their own. No include
// guard: included once per type.

#define F(op) JOIN(FULL, _##op)

struct FULL {
    T even, odd;
};

struct F(nans) {
    bool any;
};

INLINE struct FULL F(set2)(T even, T odd)
{
    return (struct FULL){even, odd};
}

INLINE struct FULL F(set1)(T a)
{
    return F(set2)(a, a);
}

INLINE struct FULL F(load)(const T *p)
{
    return F(set2)(p[0], p[1]);
}

INLINE void F(store)(T *p, struct FULL a)
{
    p[0] = a.even;
    p[1] = a.odd;
}

INLINE struct FULL F(load_part)(const T *p, kernel_index k)
{
    return F(set2)(k >= 1 ? p[0] : 0, k >= 2 ? p[1] : 0);
}

INLINE void F(store_pieces)(T *p, struct FULL a, kernel_index k)
{
    if (k >= 1)
        p[0] = a.even;
    if (k >= 2)
        p[1] = a.odd;
}

INLINE struct FULL F(load_pieces)(const T *p, kernel_index k)
{
    return F(load_part)(p, k);
}

INLINE struct FULL F(load_step)(const T *p, kernel_index step)
{
    return F(set2)(p[0], p[step]);
}

// One pair fills the vector, so the step plays no part.
INLINE struct FULL F(load_step2)(const T *p, kernel_index step)
{
    (void)step;
    return F(load)(p);
}

INLINE struct FULL F(load_wide)(const float *p)
{
    return F(set2)((T)p[0], (T)p[1]);
}

INLINE struct FULL F(load_wide_part)(const float *p, kernel_index k)
{
    return F(set2)(k >= 1 ? (T)p[0] : 0, k >= 2 ? (T)p[1] : 0);
}

INLINE struct FULL F(load_wide_step)(const float *p, kernel_index step)
{
    return F(set2)((T)p[0], (T)p[step]);
}

INLINE struct FULL F(add)(struct FULL a, struct FULL b)
{
    return F(set2)(a.even + b.even, a.odd + b.odd);
}

INLINE struct FULL F(mul)(struct FULL a, struct FULL b)
{
    return F(set2)(a.even * b.even, a.odd * b.odd);
}

INLINE struct FULL F(madd)(struct FULL a, struct FULL b, struct FULL c)
{
    return F(add)(F(mul)(a, b), c);
}

INLINE struct FULL F(max)(struct FULL a, struct FULL b)
{
    return F(set2)(a.even > b.even ? a.even : b.even, a.odd > b.odd ? a.odd : b.odd);
}

INLINE struct FULL F(min)(struct FULL a, struct FULL b)
{
    return F(set2)(a.even < b.even ? a.even : b.even, a.odd < b.odd ? a.odd : b.odd);
}

INLINE struct FULL F(abs)(struct FULL a)
{
    return F(set2)((T)__builtin_fabs(a.even), (T)__builtin_fabs(a.odd));
}

INLINE struct FULL F(swap_pairs)(struct FULL a)
{
    return F(set2)(a.odd, a.even);
}

INLINE struct FULL F(slide)(struct FULL a, struct FULL b, kernel_index k)
{
    return k == 0 ? a : k == 1 ? F(set2)(a.odd, b.even) : b;
}

INLINE struct FULL F(keep)(struct FULL a, kernel_index k, struct FULL fill)
{
    return F(set2)(k >= 1 ? a.even : fill.even, k >= 2 ? a.odd : fill.odd);
}

INLINE T F(sum)(struct FULL a)
{
    return a.even + a.odd;
}

INLINE void F(sum_pairs)(struct FULL a, T sums[2])
{
    F(store)(sums, a);
}

INLINE T F(most)(struct FULL a)
{
    return a.even > a.odd ? a.even : a.odd;
}

INLINE T F(least)(struct FULL a)
{
    return a.even < a.odd ? a.even : a.odd;
}

INLINE bool F(nonfinite)(struct FULL a)
{
    return !__builtin_isfinite(a.even) || !__builtin_isfinite(a.odd);
}

INLINE bool F(nonfinite4)(struct FULL a, struct FULL b, struct FULL c, struct FULL d)
{
    return F(nonfinite)(a) || F(nonfinite)(b) || F(nonfinite)(c) || F(nonfinite)(d);
}

INLINE struct F(nans) F(nans_none)(void)
{
    return (struct F(nans)){false};
}

INLINE struct F(nans) F(nans_add)(struct F(nans) nans, struct FULL a, struct FULL b)
{
    return (struct F(nans)){nans.any | __builtin_isunordered(a.even, b.even) |
                            __builtin_isunordered(a.odd, b.odd)};
}

INLINE bool F(nans_any)(struct F(nans) nans)
{
    return nans.any;
}

INLINE unsigned F(match)(struct FULL a, struct FULL b)
{
    return (unsigned)(a.even == b.even) | (unsigned)(a.odd == b.odd) << 1;
}

#undef F
#undef FULL
#undef T

// SPDX-License-Identifier: MIT
// The primitives of a vector FULL that are made of those of its halves, given F_low, F_high and
// F_of: what gathers, and what folds. No include guard: included once per type, and takes its
// parameters back at the end.

#ifndef F
#define F(op) JOIN(FULL, _##op)
#define H(op) JOIN(HALF, _##op)
#endif

INLINE struct FULL F(load_pieces)(const T *p, kernel_index k)
{
    kernel_index low = k & (LANES / 2);
    return F(of)(low ? H(load)(p) : H(set1)(0), H(load_pieces)(p + low, k - low));
}

INLINE void F(store_pieces)(T *p, struct FULL a, kernel_index k)
{
    kernel_index low = k & (LANES / 2);
    if (low)
        H(store)(p, F(low)(a));
    H(store_pieces)(p + low, F(high)(a), k - low);
}

INLINE struct FULL F(load_step)(const T *p, kernel_index step)
{
    return F(of)(H(load_step)(p, step), H(load_step)(p + LANES / 2 * step, step));
}

INLINE struct FULL F(load_step2)(const T *p, kernel_index step)
{
    return F(of)(H(load_step2)(p, step), H(load_step2)(p + LANES / 4 * step, step));
}

INLINE T F(sum)(struct FULL a)
{
    return H(sum)(H(add)(F(low)(a), F(high)(a)));
}

INLINE void F(sum_pairs)(struct FULL a, T sums[2])
{
    H(sum_pairs)(H(add)(F(low)(a), F(high)(a)), sums);
}

INLINE T F(most)(struct FULL a)
{
    return H(most)(H(max)(F(low)(a), F(high)(a)));
}

INLINE T F(least)(struct FULL a)
{
    return H(least)(H(min)(F(low)(a), F(high)(a)));
}

#ifdef WIDE
INLINE struct FULL F(load_wide_step)(const float *p, kernel_index step)
{
    return F(of)(H(load_wide_step)(p, step), H(load_wide_step)(p + LANES / 2 * step, step));
}
#undef WIDE
#endif

#undef F
#undef H
#undef FULL
#undef HALF
#undef LANES
#undef T

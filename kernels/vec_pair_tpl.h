// SPDX-License-Identifier: MIT
// Makes the vector type FULL of LANES elements T out of two vectors HALF. No include guard:
// included once per type; vec_halves_tpl.h takes the parameters back.

#define F(op) JOIN(FULL, _##op)
#define H(op) JOIN(HALF, _##op)

struct FULL {
    struct HALF low, high;
};

struct F(nans) {
    struct H(nans) low, high;
};

INLINE struct HALF F(low)(struct FULL a)
{
    return a.low;
}

INLINE struct HALF F(high)(struct FULL a)
{
    return a.high;
}

INLINE struct FULL F(of)(struct HALF low, struct HALF high)
{
    return (struct FULL){low, high};
}

INLINE struct FULL F(set1)(T a)
{
    return (struct FULL){H(set1)(a), H(set1)(a)};
}

INLINE struct FULL F(set2)(T even, T odd)
{
    return (struct FULL){H(set2)(even, odd), H(set2)(even, odd)};
}

INLINE struct FULL F(load)(const T *p)
{
    return (struct FULL){H(load)(p), H(load)(p + LANES / 2)};
}

INLINE void F(store)(T *p, struct FULL a)
{
    H(store)(p, a.low);
    H(store)(p + LANES / 2, a.high);
}

INLINE struct FULL F(load_part)(const T *p, kernel_index k)
{
    return (struct FULL){H(load_part)(p, k), H(load_part)(p + LANES / 2, k - LANES / 2)};
}

INLINE struct FULL F(add)(struct FULL a, struct FULL b)
{
    return (struct FULL){H(add)(a.low, b.low), H(add)(a.high, b.high)};
}

INLINE struct FULL F(mul)(struct FULL a, struct FULL b)
{
    return (struct FULL){H(mul)(a.low, b.low), H(mul)(a.high, b.high)};
}

INLINE struct FULL F(madd)(struct FULL a, struct FULL b, struct FULL c)
{
    return (struct FULL){H(madd)(a.low, b.low, c.low), H(madd)(a.high, b.high, c.high)};
}

INLINE struct FULL F(max)(struct FULL a, struct FULL b)
{
    return (struct FULL){H(max)(a.low, b.low), H(max)(a.high, b.high)};
}

INLINE struct FULL F(min)(struct FULL a, struct FULL b)
{
    return (struct FULL){H(min)(a.low, b.low), H(min)(a.high, b.high)};
}

INLINE struct FULL F(abs)(struct FULL a)
{
    return (struct FULL){H(abs)(a.low), H(abs)(a.high)};
}

INLINE struct FULL F(swap_pairs)(struct FULL a)
{
    return (struct FULL){H(swap_pairs)(a.low), H(swap_pairs)(a.high)};
}

INLINE struct FULL F(slide)(struct FULL a, struct FULL b, kernel_index k)
{
    if (k >= LANES / 2) {
        k -= LANES / 2;
        return (struct FULL){H(slide)(a.high, b.low, k), H(slide)(b.low, b.high, k)};
    }
    return (struct FULL){H(slide)(a.low, a.high, k), H(slide)(a.high, b.low, k)};
}

INLINE struct FULL F(keep)(struct FULL a, kernel_index k, struct FULL fill)
{
    return (struct FULL){H(keep)(a.low, k, fill.low), H(keep)(a.high, k - LANES / 2, fill.high)};
}

INLINE bool F(nonfinite)(struct FULL a)
{
    return H(nonfinite)(a.low) || H(nonfinite)(a.high);
}

INLINE bool F(nonfinite4)(struct FULL a, struct FULL b, struct FULL c, struct FULL d)
{
    return H(nonfinite4)(a.low, a.high, b.low, b.high) ||
           H(nonfinite4)(c.low, c.high, d.low, d.high);
}

INLINE struct F(nans) F(nans_none)(void)
{
    return (struct F(nans)){H(nans_none)(), H(nans_none)()};
}

INLINE struct F(nans) F(nans_add)(struct F(nans) nans, struct FULL a, struct FULL b)
{
    return (struct F(nans)){H(nans_add)(nans.low, a.low, b.low),
                            H(nans_add)(nans.high, a.high, b.high)};
}

INLINE bool F(nans_any)(struct F(nans) nans)
{
    return H(nans_any)(nans.low) || H(nans_any)(nans.high);
}

INLINE unsigned F(match)(struct FULL a, struct FULL b)
{
    return H(match)(a.low, b.low) | H(match)(a.high, b.high) << LANES / 2;
}

#ifdef WIDE
INLINE struct FULL F(load_wide)(const float *p)
{
    return (struct FULL){H(load_wide)(p), H(load_wide)(p + LANES / 2)};
}

INLINE struct FULL F(load_wide_part)(const float *p, kernel_index k)
{
    return (struct FULL){H(load_wide_part)(p, k), H(load_wide_part)(p + LANES / 2, k - LANES / 2)};
}

#endif

#include "vec_halves_tpl.h"

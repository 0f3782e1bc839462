// SPDX-License-Identifier: MIT
// One vector's worth of an update, for a vector type VEC of elements T. Included for the full
// vector, its half and its quarter, which does the last few parts: those are loaded as they were
// stored, where masks would make the load wait until the store has left the core.
//
// Nothing is stored before all results are known to be finite: what a BLAS makes of NaNs and
// infinities is its own affair, and it must find the rest of the vectors as they were.

INLINE struct VEC V(times)(struct FN(factor) a, struct VEC x)
{
    struct VEC r = V(mul)(V(set1)(a.re), x);
    return a.parts == 1 ? r : V(madd)(V(set2)(-a.im, a.im), V(swap_pairs)(x), r);
}

INLINE struct VEC V(times_plus)(struct FN(factor) a, struct VEC x, struct VEC y)
{
    struct VEC r = V(madd)(V(set1)(a.re), x, y);
    return a.parts == 1 ? r : V(madd)(V(set2)(-a.im, a.im), V(swap_pairs)(x), r);
}

// k: VEC's parts, or fewer for pieces of it.
INLINE struct VEC V(get)(const T *y, kernel_index k)
{
    return k == STEP_LANES ? V(load)(y) : V(load_pieces)(y, k);
}

INLINE void V(put)(T *y, struct VEC a, kernel_index k)
{
    if (k == STEP_LANES)
        V(store)(y, a);
    else
        V(store_pieces)(y, a, k);
}

INLINE struct VEC V(update_result)(struct FN(operation) o, kernel_index i, kernel_index k)
{
    struct VEC y = V(get)(o.y + stride_offset(o.y_stride, i), k);
    if (o.what == UPDATE_SCAL)
        return V(times)(o.alpha, y);
    struct VEC x = V(get)(o.x + stride_offset(o.x_stride, i), k);
    if (o.what == UPDATE_AXPY)
        return V(times_plus)(o.alpha, x, y);
    return V(times_plus)(o.beta, y, V(times)(o.alpha, x));
}

INLINE bool V(update_one)(struct FN(operation) o, kernel_index i, kernel_index k)
{
    struct VEC r = V(update_result)(o, i, k);
    if (V(nonfinite)(r))
        return false;
    V(put)(o.y + stride_offset(o.y_stride, i), r, k);
    return true;
}

struct V(four) {
    struct VEC a, b, c, d;
};

INLINE bool V(update_four)(struct FN(operation) o, kernel_index i, kernel_index k)
{
    struct V(four) r = {V(update_result)(o, i, k), V(update_result)(o, i + k, k),
                        V(update_result)(o, i + 2 * k, k), V(update_result)(o, i + 3 * k, k)};
    if (V(nonfinite4)(r.a, r.b, r.c, r.d))
        return false;
    V(put)(o.y + stride_offset(o.y_stride, i), r.a, k);
    V(put)(o.y + stride_offset(o.y_stride, i + k), r.b, k);
    V(put)(o.y + stride_offset(o.y_stride, i + 2 * k), r.c, k);
    V(put)(o.y + stride_offset(o.y_stride, i + 3 * k), r.d, k);
    return true;
}

struct V(rotated) {
    struct VEC x, y;
};

INLINE struct V(rotated) V(rot_result)(struct FN(rotation) r, kernel_index i, kernel_index k)
{
    struct VEC x = V(get)(r.x + stride_offset(r.x_stride, i), k);
    struct VEC y = V(get)(r.y + stride_offset(r.y_stride, i), k);
    return (struct V(rotated)){V(madd)(V(set1)(r.h0), x, V(mul)(V(set1)(r.h2), y)),
                               V(madd)(V(set1)(r.h1), x, V(mul)(V(set1)(r.h3), y))};
}

// y first: where x and y are the same vector the reference leaves x's result.
INLINE void V(rot_put)(struct FN(rotation) r, kernel_index i, kernel_index k, struct V(rotated) a)
{
    V(put)(r.y + stride_offset(r.y_stride, i), a.y, k);
    V(put)(r.x + stride_offset(r.x_stride, i), a.x, k);
}

INLINE bool V(rot_one)(struct FN(rotation) r, kernel_index i, kernel_index k)
{
    struct V(rotated) a = V(rot_result)(r, i, k);
    if (V(nonfinite)(a.x) || V(nonfinite)(a.y))
        return false;
    V(rot_put)(r, i, k, a);
    return true;
}

INLINE bool V(rot_two)(struct FN(rotation) r, kernel_index i, kernel_index k)
{
    struct V(rotated) a = V(rot_result)(r, i, k), b = V(rot_result)(r, i + k, k);
    if (V(nonfinite4)(a.x, a.y, b.x, b.y))
        return false;
    V(rot_put)(r, i, k, a);
    V(rot_put)(r, i + k, k, b);
    return true;
}

INLINE void V(copy_one)(const T *x, T *y, kernel_index k)
{
    V(put)(y, V(get)(x, k), k);
}

INLINE void V(swap_one)(T *x, T *y, kernel_index k)
{
    struct VEC a = V(get)(x, k), b = V(get)(y, k);
    V(put)(y, a, k);
    V(put)(x, b, k);
}

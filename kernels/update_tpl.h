// SPDX-License-Identifier: MIT
// Kernels that compute new elements: scal, axpy, axpby, rot. Included once per type.

// A scalar of one part, or of two. A complex vector may have a real factor.
struct FN(factor) {
    int parts;
    T re, im;
};

struct FN(operation) {
    enum update what;
    int parts;
    struct FN(factor) alpha, beta;
    const T *x; // unused by scal
    T *y;
    struct stride x_stride, y_stride;
};

struct FN(rotation) {
    int parts;
    T h0, h1, h2, h3;
    T *x, *y;
    struct stride x_stride, y_stride;
};

#undef VEC
#define VEC FULL_VEC
#define STEP_LANES LANES
#include "update_step_tpl.h"
#undef VEC
#undef STEP_LANES

#define VEC HALF_VEC
#define STEP_LANES (LANES / 2)
#include "update_step_tpl.h"
#undef VEC
#undef STEP_LANES

#define VEC QUARTER_VEC
#define STEP_LANES (LANES / 4)
#include "update_step_tpl.h"
#undef VEC
#undef STEP_LANES

#define VEC FULL_VEC

INLINE struct FN(factor) FN(factor_of)(int parts, const T *a)
{
    return (struct FN(factor)){parts, a[0], parts == 2 ? a[1] : 0};
}

// The parts that are handled at a time: a vector of them, or one element where they do not lie side
// by side, since gathering takes longer than computing.
INLINE int FN(grain)(int parts, struct stride stride)
{
    return stride.kind == STRIDE_UNIT ? LANES : parts;
}

// Parts before the first one that starts a cache line, 0 if they are no whole number of elements.
INLINE kernel_index FN(head)(int parts, const T *y, struct stride stride, kernel_index count)
{
    if (stride.kind != STRIDE_UNIT || count < ALIGN_GROUPS * LANES)
        return 0;
    kernel_index head = (kernel_index)(-((uintptr_t)y / sizeof(T)) % LANES);
    return head % parts ? 0 : head;
}

// The k parts from i on, k < LANES, of unit stride. Returns the index of the first part not done.
INLINE kernel_index FN(update_rest)(struct FN(operation) o, kernel_index i, kernel_index k)
{
    if (k & LANES / 2) {
        if (!OF(HALF_VEC, update_one)(o, i, LANES / 2))
            return i;
        i += LANES / 2;
    }
    if (k & LANES / 4) {
        if (!OF(QUARTER_VEC, update_one)(o, i, LANES / 4))
            return i;
        i += LANES / 4;
    }
    k %= LANES / 4;
    return k == 0 || !OF(QUARTER_VEC, update_one)(o, i, k) ? i : i + k;
}

INLINE struct FN(operation) FN(update_skip)(struct FN(operation) o, kernel_index parts)
{
    o.x += stride_offset(o.x_stride, parts);
    o.y += stride_offset(o.y_stride, parts);
    return o;
}

// Returns the elements done.
INLINE kernel_index FN(update)(struct FN(operation) o, kernel_index n)
{
    kernel_index count = o.parts * n, i = 0;
    int grain = FN(grain)(o.parts, o.y_stride);
    if (count < grain)
        return FN(update_rest)(o, 0, count) / o.parts;
    kernel_index head = FN(head)(o.parts, o.y, o.y_stride, count);
    if (head > 0) {
        i = FN(update_rest)(o, 0, head);
        if (i < head)
            return i / o.parts;
        o = FN(update_skip)(o, head);
    }
    for (; i + 4 * grain <= count; i += 4 * grain) {
        if (!V(update_four)(o, 0, grain))
            return i / o.parts;
        o = FN(update_skip)(o, 4 * grain);
    }
    for (; i + grain <= count; i += grain) {
        if (!V(update_one)(o, 0, grain))
            return i / o.parts;
        o = FN(update_skip)(o, grain);
    }
    return i < count ? (i + FN(update_rest)(o, 0, count - i)) / o.parts : n;
}

INLINE kernel_index FN(scal)(int parts, kernel_index n, struct FN(factor) alpha, T *x,
                             struct stride stride)
{
    struct FN(operation) o = {UPDATE_SCAL, parts, alpha, alpha, x, x, stride, stride};
    return FN(update)(o, n);
}

INLINE kernel_index FN(axpy)(int parts, kernel_index n, const T *alpha, const T *x,
                             struct stride x_stride, T *y, struct stride y_stride)
{
    struct FN(factor) a = FN(factor_of)(parts, alpha);
    struct FN(operation) o = {UPDATE_AXPY, parts, a, a, x, y, x_stride, y_stride};
    return FN(update)(o, n);
}

INLINE kernel_index FN(axpby)(int parts, kernel_index n, const T *alpha, const T *x,
                              struct stride x_stride, const T *beta, T *y, struct stride y_stride)
{
    struct FN(factor) a = FN(factor_of)(parts, alpha), b = FN(factor_of)(parts, beta);
    struct FN(operation) o = {UPDATE_AXPBY, parts, a, b, x, y, x_stride, y_stride};
    return FN(update)(o, n);
}

// As update_rest.
INLINE kernel_index FN(rot_rest)(struct FN(rotation) r, kernel_index i, kernel_index k)
{
    if (k & LANES / 2) {
        if (!OF(HALF_VEC, rot_one)(r, i, LANES / 2))
            return i;
        i += LANES / 2;
    }
    if (k & LANES / 4) {
        if (!OF(QUARTER_VEC, rot_one)(r, i, LANES / 4))
            return i;
        i += LANES / 4;
    }
    k %= LANES / 4;
    return k == 0 || !OF(QUARTER_VEC, rot_one)(r, i, k) ? i : i + k;
}

INLINE struct FN(rotation) FN(rot_skip)(struct FN(rotation) r, kernel_index parts)
{
    r.x += stride_offset(r.x_stride, parts);
    r.y += stride_offset(r.y_stride, parts);
    return r;
}

INLINE kernel_index FN(rot)(int parts, kernel_index n, T *x, struct stride x_stride, T *y,
                            struct stride y_stride, const T *h)
{
    struct FN(rotation) r = {parts, h[0], h[1], h[2], h[3], x, y, x_stride, y_stride};
    kernel_index count = parts * n, i = 0;
    int grain = FN(grain)(parts, y_stride);
    if (count < grain)
        return FN(rot_rest)(r, 0, count) / parts;
    kernel_index head = FN(head)(parts, y, y_stride, count);
    if (head > 0) {
        i = FN(rot_rest)(r, 0, head);
        if (i < head)
            return i / parts;
        r = FN(rot_skip)(r, head);
    }
    for (; i + 2 * grain <= count; i += 2 * grain) {
        if (!V(rot_two)(r, 0, grain))
            return i / parts;
        r = FN(rot_skip)(r, 2 * grain);
    }
    for (; i + grain <= count; i += grain) {
        if (!V(rot_one)(r, 0, grain))
            return i / parts;
        r = FN(rot_skip)(r, grain);
    }
    return i < count ? (i + FN(rot_rest)(r, 0, count - i)) / parts : n;
}

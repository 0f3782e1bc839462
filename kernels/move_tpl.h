// SPDX-License-Identifier: MIT
// copy and swap: bits are moved, nothing is computed, so signalling NaNs stay what they are.
// Included once per type.

// k parts, fewer than a vector.
INLINE void FN(copy_rest)(const T *x, T *y, kernel_index k)
{
    if (k & LANES / 2)
        OF(HALF_VEC, copy_one)(x, y, LANES / 2);
    x += k & LANES / 2;
    y += k & LANES / 2;
    if (k & LANES / 4)
        OF(QUARTER_VEC, copy_one)(x, y, LANES / 4);
    x += k & LANES / 4;
    y += k & LANES / 4;
    if (k % (LANES / 4))
        OF(QUARTER_VEC, copy_one)(x, y, k % (LANES / 4));
}

INLINE void FN(copy_four)(const T *x, T *y)
{
    struct VEC a = V(load)(x), b = V(load)(x + LANES);
    struct VEC c = V(load)(x + 2 * LANES), d = V(load)(x + 3 * LANES);
    V(store)(y, a);
    V(store)(y + LANES, b);
    V(store)(y + 2 * LANES, c);
    V(store)(y + 3 * LANES, d);
}

INLINE void FN(copy_unit)(kernel_index count, const T *x, T *y)
{
    if (count < LANES) {
        FN(copy_rest)(x, y, count);
        return;
    }
    if ((size_t)count * sizeof(T) >= COPY_BY_LIBRARY) {
        memmove(y, x, (size_t)count * sizeof(T));
        return;
    }
    kernel_index i = FN(head)(1, y, stride_unit(), count);
    FN(copy_rest)(x, y, i);
    for (; i + 4 * LANES <= count; i += 4 * LANES)
        FN(copy_four)(x + i, y + i);
    for (; i + LANES <= count; i += LANES)
        V(copy_one)(x + i, y + i, LANES);
    FN(copy_rest)(x + i, y + i, count - i);
}

INLINE void FN(copy)(int parts, kernel_index n, const T *x, struct stride x_stride, T *y,
                     struct stride y_stride)
{
    if (x_stride.kind == STRIDE_UNIT) {
        FN(copy_unit)(parts * n, x, y);
        return;
    }
    for (kernel_index i = 0; i < n; i++) {
        y[0] = x[0];
        if (parts == 2)
            y[1] = x[1];
        x += x_stride.step;
        y += y_stride.step;
    }
}

INLINE void FN(swap_two)(T *x, T *y, kernel_index i)
{
    struct VEC a = V(load)(x + i), b = V(load)(x + i + LANES);
    struct VEC c = V(load)(y + i), d = V(load)(y + i + LANES);
    V(store)(y + i, a);
    V(store)(y + i + LANES, b);
    V(store)(x + i, c);
    V(store)(x + i + LANES, d);
}

// k parts, fewer than a vector.
INLINE void FN(swap_rest)(T *x, T *y, kernel_index k)
{
    if (k & LANES / 2)
        OF(HALF_VEC, swap_one)(x, y, LANES / 2);
    x += k & LANES / 2;
    y += k & LANES / 2;
    if (k & LANES / 4)
        OF(QUARTER_VEC, swap_one)(x, y, LANES / 4);
    x += k & LANES / 4;
    y += k & LANES / 4;
    if (k % (LANES / 4))
        OF(QUARTER_VEC, swap_one)(x, y, k % (LANES / 4));
}

INLINE void FN(swap_unit)(kernel_index count, T *x, T *y)
{
    if (count < LANES) {
        FN(swap_rest)(x, y, count);
        return;
    }
    kernel_index i = FN(head)(1, y, stride_unit(), count);
    FN(swap_rest)(x, y, i);
    for (; i + 2 * LANES <= count; i += 2 * LANES)
        FN(swap_two)(x, y, i);
    if (i + LANES <= count) {
        V(swap_one)(x + i, y + i, LANES);
        i += LANES;
    }
    FN(swap_rest)(x + i, y + i, count - i);
}

INLINE void FN(swap)(int parts, kernel_index n, T *x, struct stride x_stride, T *y,
                     struct stride y_stride)
{
    if (x_stride.kind == STRIDE_UNIT) {
        FN(swap_unit)(parts * n, x, y);
        return;
    }
    for (kernel_index i = 0; i < n; i++) {
        for (int part = 0; part < parts; part++) {
            T kept = x[part];
            x[part] = y[part];
            y[part] = kept;
        }
        x += x_stride.step;
        y += y_stride.step;
    }
}

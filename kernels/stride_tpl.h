// SPDX-License-Identifier: MIT
// Groups of LANES parts between memory and registers, for any stride. Included once per type.

INLINE struct VEC FN(fetch)(const E *x, struct stride stride, kernel_index i)
{
    x += stride_offset(stride, i);
    switch (stride.kind) {
    case STRIDE_APART:
        return LOAD(_step)(x, stride.step);
    case STRIDE_PAIRS_APART:
        return LOAD(_step2)(x, stride.step);
    default:
        return LOAD()(x);
    }
}

// The k parts from i on, k < LANES, of a vector that is not of unit stride.
static NOINLINE struct VEC FN(fetch_part_strided)(const E *x, struct stride stride, kernel_index i,
                                                  kernel_index k)
{
    E group[LANES] = {0};
    int parts = stride.kind == STRIDE_PAIRS_APART ? 2 : 1;
    for (kernel_index j = 0; j < k; j += parts) {
        const E *element = x + stride_offset(stride, i + j);
        group[j] = element[0];
        if (parts == 2)
            group[j + 1] = element[1];
    }
    return LOAD()(group);
}

// The k parts from i on, and 0 in the other lanes. k may be larger than LANES for unit strides
// only.
INLINE struct VEC FN(fetch_part)(const E *x, struct stride stride, kernel_index i, kernel_index k)
{
    if (stride.kind == STRIDE_UNIT)
        return LOAD(_part)(x + i, k);
    return FN(fetch_part_strided)(x, stride, i, k);
}

// SPDX-License-Identifier: MIT
// The kernels made of sums_tpl.h for a type of its own: sum, asum, nrm2 and the complex products.
// Included once per type.

INLINE T FN(sum_elements)(int parts, kernel_index n, const T *x, struct stride stride)
{
    return FN(sum_one)(TERM_ELEMENT, parts * n, x, stride, 1);
}

INLINE T FN(asum)(int parts, kernel_index n, const T *x, struct stride stride)
{
    return FN(sum_one)(TERM_MAGNITUDE, parts * n, x, stride, 1);
}

// The plain sum of squares is good from SQUARES_SAFE on, if it did not overflow. A square that
// underflows, to 0 even, is wrong by less than the smallest normal number, so all squares together
// by less than a unit of the last place for n < 2^40. Otherwise the sum is done again with all
// parts moved to where neither happens: down if it overflowed (the largest part is then too large
// for small ones to matter), up if it was too small (the least denormal's square becomes normal,
// and what did not reach SQUARES_SAFE does not overflow). The flags of the first try are taken
// back. With traps set, another rounding or no denormals the answer is a NaN: ask somebody else.
INLINE T FN(nrm2)(int parts, kernel_index n, const T *x, struct stride stride)
{
    kernel_index count = parts * n;
    if (count == 1)
        return __builtin_isless(x[0], 0) ? -x[0] : x[0] + 0;
    unsigned state = fp_state_get();
    if (__builtin_expect(fp_state_unusual(state), false))
        return (T)__builtin_nan("");
    T squares = FN(sum_one)(TERM_SQUARE, count, x, stride, 1);
    if (__builtin_isgreaterequal(squares, SQUARES_SAFE) && __builtin_isless(squares, LARGEST)) {
        if (__builtin_expect(fp_state_get() != state, false))
            fp_state_restore_range(state);
        return SQRT(squares);
    }
    if (__builtin_isnan(squares))
        return squares;
    T scale = squares > 1 ? SQUARES_DOWN : SQUARES_UP;
    squares = FN(sum_one)(TERM_SCALED_SQUARE, count, x, stride, scale);
    T result = SQRT(squares) / scale;
    fp_state_restore(state);
    return result;
}

// (a + bi)(c + di) = (ac - bd) + (ad + bc)i; with the first factor conjugated the signs change
// sides.
INLINE void FN(dot_finish)(bool conjugate, struct FN(sum) s, T *result)
{
    T main[2], cross[2];
    V(sum_pairs)(s.main, main);
    V(sum_pairs)(s.cross, cross);
    result[0] = (conjugate ? main[0] + main[1] : main[0] - main[1]) + 0;
    result[1] = (conjugate ? cross[0] - cross[1] : cross[0] + cross[1]) + 0;
}

static NOINLINE void FN(dot_large)(bool conjugate, const struct FN(terms) * t, kernel_index parts,
                                   T *result)
{
    FN(dot_finish)(conjugate, FN(sum_blocks)(t, parts), result);
}

INLINE void FN(dot_complex)(bool conjugate, kernel_index n, const T *x, struct stride x_stride,
                            const T *y, struct stride y_stride, T *result)
{
    struct FN(terms) t = {TERM_CROSS, x, y, x_stride, y_stride, 1};
    if (x_stride.kind == STRIDE_UNIT && 2 * n <= 2 * LANES) {
        FN(dot_finish)(conjugate, FN(sum_few)(t, 2 * n), result);
    } else if (x_stride.kind == STRIDE_UNIT && 2 * n <= SUM_BLOCK) {
        FN(dot_finish)(conjugate, FN(sum_block)(t, 0, 2 * n), result);
    } else {
        struct FN(terms) in_memory = t;
        FN(dot_large)(conjugate, &in_memory, 2 * n, result);
    }
}

INLINE void FN(dotu)(kernel_index n, const T *x, struct stride x_stride, const T *y,
                     struct stride y_stride, T *result)
{
    FN(dot_complex)(false, n, x, x_stride, y, y_stride, result);
}

INLINE void FN(dotc)(kernel_index n, const T *x, struct stride x_stride, const T *y,
                     struct stride y_stride, T *result)
{
    FN(dot_complex)(true, n, x, x_stride, y, y_stride, result);
}

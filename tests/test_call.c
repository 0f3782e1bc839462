// SPDX-License-Identifier: MIT
// What counts as a plain call: overlap, factors, matrices, and the rest of a call that was stopped.
#include "shim/blas/call.h"

#include <criterion/criterion.h>
#include <float.h>

static double memory[64];

Test(call, vectors_apart)
{
    double *x = memory;
    cr_expect(call_apart(x, 1, x + 8, 1, 8, sizeof *x));
    cr_expect(call_apart(x + 8, 1, x, 1, 8, sizeof *x));
    cr_expect_not(call_apart(x, 1, x + 7, 1, 8, sizeof *x),
                  "the last element of x is the first of y");
    cr_expect_not(call_apart(x + 7, 1, x, 1, 8, sizeof *x));
    cr_expect_not(call_apart(x, 1, x, 1, 8, sizeof *x));
}

Test(call, vectors_apart_by_span_of_stride)
{
    double *x = memory;
    cr_expect_not(call_apart(x, 3, x + 15, 1, 6, sizeof *x), "x spans 16 elements");
    cr_expect(call_apart(x, 3, x + 16, 1, 6, sizeof *x));
    cr_expect(call_apart(x, -3, x + 16, 1, 6, sizeof *x),
              "the span of a negative stride is the same");
}

Test(call, unit_forms_agree_with_general)
{
    for (int n = 1; n < 20; n++) {
        for (int gap = -25; gap <= 25; gap++) {
            double *x = memory + 32, *y = x + gap;
            uint64_t bytes = (uint64_t)n * sizeof *x;
            cr_expect_eq(call_apart_unit(x, y, bytes), call_apart(x, 1, y, 1, n, sizeof *x));
            cr_expect_eq(call_alike_unit(x, y, bytes), call_alike(x, 1, y, 1, n, sizeof *x));
        }
    }
}

Test(call, alike_is_same_vector_with_same_stride)
{
    cr_expect(call_alike(memory, 2, memory, 2, 8, sizeof *memory));
    cr_expect_not(call_alike(memory, 2, memory, 1, 8, sizeof *memory));
}

Test(call, factor_is_finite_and_not_zero)
{
    const double plain[] = {1, -1, DBL_MIN, DBL_TRUE_MIN, DBL_MAX, -DBL_MAX};
    const double special[] = {0, -0., INFINITY, -INFINITY, NAN, -NAN};
    for (size_t i = 0; i < 6; i++) {
        cr_expect(call_factor_double(plain[i]), "%g", plain[i]);
        cr_expect_not(call_factor_double(special[i]), "%g", special[i]);
        cr_expect_eq(call_finite_double(special[i]), i < 2);
    }
    cr_expect(call_factor_float(FLT_TRUE_MIN));
    cr_expect_not(call_factor_float(-INFINITY));
}

Test(call, complex_factor_with_zero_part)
{
    const double whole[2] = {2, 3}, mixed[2] = {-0., 3}, infinite[2] = {1, INFINITY};
    cr_expect(call_factor_complex_double(whole));
    cr_expect_not(call_factor_complex_double(mixed));
    cr_expect_not(call_factor_complex_double(infinite));
}

Test(call, rotm_matrix_by_flag)
{
    const double p[5] = {-1, 2, 3, 4, 5}, off[5] = {0, 2, 3, 4, 5}, diagonal[5] = {1, 2, 3, 4, 5};
    const double nothing[5] = {-2}, odd[5] = {7}, bad[5] = {-1, 2, NAN, 4, 5};
    double h[4];
    cr_assert(call_rotm_matrix_double(p, h));
    cr_expect(h[0] == 2 && h[1] == 3 && h[2] == 4 && h[3] == 5);
    cr_assert(call_rotm_matrix_double(off, h));
    cr_expect(h[0] == 1 && h[1] == 3 && h[2] == 4 && h[3] == 1);
    cr_assert(call_rotm_matrix_double(diagonal, h));
    cr_expect(h[0] == 2 && h[1] == -1 && h[2] == 1 && h[3] == 5);
    cr_expect_not(call_rotm_matrix_double(nothing, h));
    cr_expect_not(call_rotm_matrix_double(odd, h));
    cr_expect_not(call_rotm_matrix_double(bad, h));
}

Test(call, origin_and_rest_follow_the_blas_convention)
{
    double *x = memory;
    cr_expect_eq(CALL_ORIGIN(x, 5, 2, 1), x);
    cr_expect_eq(CALL_ORIGIN(x, 5, -2, 1), x + 8, "the far end");
    cr_expect_eq(CALL_ORIGIN(x, 5, -2, 2), x + 16, "two parts an element");
    cr_expect_eq(CALL_REST(x, 3, 2, 1), x + 6);
    cr_expect_eq(CALL_REST(x, 3, -2, 1), x, "a negative stride ends where it did");
}

Test(call, factor_inside_a_vector_that_is_written)
{
    double *x = memory + 8;
    cr_expect_not(call_outside(x, sizeof *x, x, 1, 4, sizeof *x), "the first element");
    cr_expect_not(call_outside(x + 3, sizeof *x, x, 1, 4, sizeof *x), "the last element");
    cr_expect(call_outside(x + 4, sizeof *x, x, 1, 4, sizeof *x));
    cr_expect(call_outside(x - 1, sizeof *x, x, 1, 4, sizeof *x));
    cr_expect_not(call_outside(x - 1, 2 * sizeof *x, x, 1, 4, sizeof *x), "its second part");
    cr_expect_not(call_outside(x + 6, sizeof *x, x, -2, 4, sizeof *x),
                  "spanned, whatever the sign");
}

// SPDX-License-Identifier: MIT
// NaNs, infinities, zeros, denormals and extremes: where BLAS libraries differ, or lose a number.
#include "test_kernels_memory.h"

#include <float.h>
#include <math.h>

enum { LENGTH = 150, BIG_LENGTH = 5000 };

static const struct scalars scalars = {{0.5L, 0.25L}, {-0.75L, 0.5L}, {0.6L, -0.8L, 0.8L, 0.6L}};

#define FOR_EACH_LEVEL(kernels)                                                          \
    for (int isa = 0; isa < ISA_COUNT; isa++)                                            \
        for (const struct kernels *kernels = kernels_of((enum kernels_isa)isa); kernels; \
             kernels = NULL)

static struct vector vector_of_ones(unsigned char *arena, const struct row *row, kernel_index n,
                                    kernel_index inc)
{
    static long double ones[2 * BIG_LENGTH];
    for (int i = 0; i < 2 * BIG_LENGTH && ones[i] != 1; i++)
        ones[i] = 1;
    struct vector v = vector_place(arena, row, n, inc, PLACE_MIDDLE, 1);
    vector_fill(&v, ones);
    return v;
}

static struct call call_of(const struct kernels *kernels, const struct vector *x,
                           const struct vector *y, kernel_index inc)
{
    struct call c = {kernels, x->n, x->first, y->first, inc, inc, scalars, {0, 0}, 0};
    return c;
}

// Whether all parts from element i on are 1 as they were.
static bool untouched(const struct vector *v, kernel_index i)
{
    for (; i < v->n; i++)
        for (size_t part = 0; part < v->parts; part++)
            if (part_read(v, i, part) != 1)
                return false;
    return true;
}

static bool all_finite(const struct vector *v, kernel_index end)
{
    for (kernel_index i = 0; i < end; i++)
        for (size_t part = 0; part < v->parts; part++)
            if (!isfinite(part_read(v, i, part)))
                return false;
    return true;
}

// A nonfinite value at `at`: the update stops at or before it, with the rest as it was.
static void check_stop(const struct row *row, const struct kernels *kernels, kernel_index n,
                       kernel_index at, long double bad, kernel_index inc, unsigned char *arenas[2])
{
    struct vector x = vector_of_ones(arenas[0], row, n, inc);
    struct vector y = vector_of_ones(arenas[1], row, n, inc);
    size_t part = row->parts == 2 && at % 2;
    part_write(&x, at, part, bad);
    struct call c = call_of(kernels, &x, &y, inc);
    row->call(&c);
    cr_assert(c.index >= 0 && c.index <= at, "%s n=%td: %td done, NaN at %td", row->name, n,
              c.index, at);
    cr_assert_geq(c.index, at - 64, "%s n=%td: %td done, NaN at %td", row->name, n, c.index, at);
    cr_assert(all_finite(&x, c.index) && all_finite(&y, c.index), "%s n=%td", row->name, n);
    long double kept = part_read(&x, at, part);
    cr_assert(isnan(bad) ? isnan(kept) : kept == bad, "%s n=%td", row->name, n);
    part_write(&x, at, part, 1);
    cr_assert(vector_clean(&x) && vector_clean(&y), "%s n=%td at=%td", row->name, n, at);
    cr_assert(untouched(&x, c.index) && untouched(&y, c.index), "%s n=%td at=%td", row->name, n,
              at);
}

Test(kernels_special, updates_stop_before_a_nan_or_infinity_and_leave_the_rest_alone)
{
    static const long double bad[] = {NAN, INFINITY, -INFINITY};
    unsigned char *arenas[2] = {arena_map(), arena_map()};
    FOR_EACH_LEVEL(kernels)
    for (const struct row *row = rows; row < rows + ROW_COUNT; row++)
        for (kernel_index at = 0; at < LENGTH && row->op >= OP_SCAL; at++) {
            check_stop(row, kernels, at + 1, at, bad[at % 3], 0, arenas);
            check_stop(row, kernels, LENGTH, at, bad[at % 3], 0, arenas);
            check_stop(row, kernels, LENGTH, at, bad[at % 3], at % 2 ? 3 : -2, arenas);
        }
}

// The quick test of a group takes products of results, which may overflow where no result does.
Test(kernels_special, updates_of_huge_finite_numbers_are_done)
{
    unsigned char *arenas[2] = {arena_map(), arena_map()};
    FOR_EACH_LEVEL(kernels)
    for (const struct row *row = rows; row < rows + ROW_COUNT; row++) {
        if (row->op < OP_SCAL)
            continue;
        struct vector x = vector_of_ones(arenas[0], row, LENGTH, 0);
        struct vector y = vector_of_ones(arenas[1], row, LENGTH, 0);
        for (kernel_index i = 0; i < LENGTH; i++)
            for (size_t part = 0; part < x.parts; part++)
                part_write(&x, i, part, (row->bytes == 4 ? FLT_MAX : DBL_MAX) / (i % 2 ? 4 : -4));
        struct call c = call_of(kernels, &x, &y, 0);
        row->call(&c);
        cr_assert_eq(c.index, LENGTH, "%s", row->name);
    }
}

static void check_notice(const struct row *row, const struct kernels *kernels,
                         const struct vector *x, kernel_index at)
{
    size_t part = row->parts == 2 && at % 2;
    part_write(x, at, part, at % 3 ? NAN : INFINITY);
    struct call c = call_of(kernels, x, x, 0);
    row->call(&c);
    part_write(x, at, part, 1);
    bool noticed = row->op >= OP_IAMAX ? c.index == -1 : !isfinite(c.result[0]);
    cr_assert(noticed, "%s n=%td at=%td", row->name, x->n, at);
    if (row->op == OP_AMAX || row->op == OP_AMIN)
        cr_assert_eq(!isnan(c.result[0]), at % 3 == 0, "%s n=%td at=%td", row->name, x->n, at);
}

Test(kernels_special, searches_and_sums_notice_every_nan_and_infinity)
{
    unsigned char *arena = arena_map();
    FOR_EACH_LEVEL(kernels)
    for (const struct row *row = rows; row < rows + ROW_COUNT; row++)
        for (kernel_index n = 1; n <= BIG_LENGTH && row->op <= OP_IAMIN;
             n += n < LENGTH ? 1 : 977) {
            struct vector x = vector_of_ones(arena, row, n, 0);
            for (kernel_index at = 0; at < n; at += 1 + n / 23)
                check_notice(row, kernels, &x, at);
        }
}

Test(kernels_special, a_complex_magnitude_that_overflows_is_no_position)
{
    double x[6] = {1, 1, DBL_MAX, DBL_MAX, 0, 0};
    FOR_EACH_LEVEL(kernels)
    {
        cr_assert_eq(kernels->izamax(3, x), -1);
        cr_assert_eq(kernels->izamin(3, x), -1);
        cr_assert(isinf(kernels->dzamax(3, x)));
    }
}

Test(kernels_special, the_first_of_equal_magnitudes_is_found)
{
    static double x[BIG_LENGTH];
    FOR_EACH_LEVEL(kernels)
    for (kernel_index n = 1; n <= BIG_LENGTH; n += n < LENGTH ? 1 : 997)
        for (kernel_index at = 0; at < n; at += 1 + n / 31) {
            for (kernel_index i = 0; i < n; i++)
                x[i] = i < at ? 1 : i % 2 ? 3 : -3;
            cr_assert_eq(kernels->idamax(n, x), at);
            for (kernel_index i = 0; i < n; i++)
                x[i] = i < at ? 3 : i % 2 ? 1 : -1;
            cr_assert_eq(kernels->idamin(n, x), at);
        }
}

Test(kernels_special, zeros_of_either_sign_are_equal)
{
    double x[40] = {0};
    for (int i = 1; i < 40; i += 2)
        x[i] = -0.0;
    FOR_EACH_LEVEL(kernels)
    for (int n = 1; n <= 40; n++) {
        cr_assert_eq(kernels->idamax(n, x), 0);
        cr_assert_eq(kernels->idamin(n, x), 0);
        cr_assert(kernels->damax(n, x) == 0 && !signbit(kernels->damax(n, x)));
    }
}

Test(kernels_special, a_sum_of_negative_zeros_is_positive_zero)
{
    static double minus[LENGTH], ones[LENGTH], tiny[LENGTH];
    for (int i = 0; i < LENGTH; i++) {
        minus[i] = -0.0;
        ones[i] = 1;
        tiny[i] = i % 2 ? -1e-200 : 1e-200;
    }
    FOR_EACH_LEVEL(kernels)
    for (int n = 1; n <= LENGTH; n++) {
        cr_assert_not(signbit(kernels->ddot(n, minus, ones)));
        cr_assert_not(signbit(kernels->dsum(n, minus)));
        cr_assert_not(signbit(kernels->ddot(n, minus + LENGTH - n, minus)));
        cr_assert_not(signbit(kernels->ddot(n, tiny, minus)));
    }
}

static void check_norm(const struct kernels *kernels, kernel_index n, double a, double bound)
{
    static double x[BIG_LENGTH];
    for (kernel_index i = 0; i < n; i++)
        x[i] = i % 2 ? a : -a;
    long double exact = sqrtl((long double)n) * a, norm = kernels->dnrm2(n, x);
    cr_assert(fabsl(norm - exact) <= bound * exact + 0x1p-1074L, "%g n=%td: %Lg", a, n, norm);
}

Test(kernels_special, double_norms_neither_overflow_nor_underflow)
{
    static const kernel_index lengths[] = {1, 2, 3, 8, 9, 100, BIG_LENGTH};
    FOR_EACH_LEVEL(kernels)
    for (int i = 0; i < 7; i++) {
        for (double a = 0x1p-1074; a < 0x1p1015; a *= 0x1.8p5)
            check_norm(kernels, lengths[i], a, 1e-14);
        check_norm(kernels, lengths[i], 1e200, 1e-14);
        check_norm(kernels, lengths[i], 7e-310, 1e-14);
        check_norm(kernels, lengths[i], 0, 0);
    }
}

Test(kernels_special, float_norms_neither_overflow_nor_underflow)
{
    static float x[BIG_LENGTH];
    FOR_EACH_LEVEL(kernels)
    for (kernel_index n = 1; n <= BIG_LENGTH; n = 3 * n + 1)
        for (float a = 0x1p-149F; a < 0x1p120F; a *= 0x1.8p3F) {
            for (kernel_index i = 0; i < n; i++)
                x[i] = i % 2 ? a : -a;
            long double exact = sqrtl((long double)n) * a, norm = kernels->snrm2(n, x);
            cr_assert(fabsl(norm - exact) <= 1e-5L * exact + 0x1p-149L, "%g n=%td: %Lg", (double)a,
                      n, norm);
        }
}

Test(kernels_special, a_norm_that_overflows_or_meets_a_nan_says_so)
{
    double huge[2] = {DBL_MAX, DBL_MAX}, nan[3] = {1e300, NAN, 1e300}, inf[2] = {-INFINITY, 1};
    FOR_EACH_LEVEL(kernels)
    {
        cr_assert(isinf(kernels->dnrm2(2, huge)));
        cr_assert(isnan(kernels->dnrm2(3, nan)));
        cr_assert(isinf(kernels->dnrm2(2, inf)));
    }
}

// Large and small parts together: the small ones do not count, and must not disturb.
Test(kernels_special, a_norm_of_mixed_sizes_is_that_of_the_large_parts)
{
    double x[20] = {3e250, 1e-300, -4e250, 5e-324};
    FOR_EACH_LEVEL(kernels)
    {
        cr_assert_float_eq(kernels->dnrm2(20, x) / 5e250, 1, 1e-14);
        cr_assert_float_eq(kernels->dznrm2(10, x) / 5e250, 1, 1e-14);
    }
}

Test(kernels_special, copy_and_swap_keep_the_bits_of_signalling_nans)
{
    static uint64_t x[BIG_LENGTH], y[BIG_LENGTH];
    FOR_EACH_LEVEL(kernels)
    for (kernel_index n = 1; n <= BIG_LENGTH; n += n < LENGTH ? 1 : 991)
        for (kernel_index inc = 0; inc <= 1; inc++) {
            for (kernel_index i = 0; i < n; i++) {
                x[i] = UINT64_C(0x7ff0000000000001) + (uint64_t)i;
                y[i] = 0;
            }
            void *from = x, *to = y;
            if (inc)
                kernels->dcopy_strided(n, from, 1, to, 1);
            else
                kernels->dcopy(n, from, to);
            cr_assert_eq(memcmp(x, y, (size_t)n * 8), 0);
            memset(y, 0, sizeof(y));
            kernels->dswap(n, from, to);
            cr_assert(y[0] == UINT64_C(0x7ff0000000000001) && x[n - 1] == 0);
        }
}

// The reference computes both, then stores y, then x.
Test(kernels_special, kernels_take_the_same_vector_twice)
{
    static double x[LENGTH], y[LENGTH];
    const double h[4] = {0.5, 2, 0.25, 4};
    FOR_EACH_LEVEL(kernels)
    for (int n = 1; n <= LENGTH; n++) {
        for (int i = 0; i < n; i++)
            x[i] = y[i] = i + 1;
        cr_assert_eq(kernels->daxpy(n, 2, x, x), n);
        cr_assert_eq(kernels->drot(n, y, y, h), n);
        kernels->dswap(n, y, y);
        kernels->dcopy(n, y, y);
        for (int i = 0; i < n; i++) {
            cr_assert_eq(x[i], 3 * (i + 1));
            cr_assert_eq(y[i], 0.75 * (i + 1));
        }
    }
}

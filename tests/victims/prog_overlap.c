// SPDX-License-Identifier: MIT
// Hazard: vectors that partly overlap, are the same, or have zero increments: what happens depends
// on the order of the provider's loop, so the bits must be the provider's.
#include "tests/victims/blas.h"

enum { ROOM = 2600 };

// Fixed alignment: providers peel loops by address.
static double memory[ROOM] __attribute__((aligned(64)));

static void reset(void)
{
    fill_integers(memory, ROOM, 2);
}

static void report(const char *what, int n, int gap, int incx, int incy)
{
    char label[96];

    snprintf(label, sizeof label, "%s n=%d gap=%d increments %d %d", what, n, gap, incx, incy);
    print_vector(label, memory, sizeof memory);
    reset();
}

static void call_updates(int n, int gap, int incx, int incy)
{
    const double one = 1, c = 0, s = -1;
    double *x = memory + 64, *y = memory + 64 + gap;

    daxpy_(&n, &one, x, &incx, y, &incy);
    report("daxpy", n, gap, incx, incy);
    cblas_daxpy(n, -1, y, incy, x, incx);
    report("cblas_daxpy", n, gap, incx, incy);
    dcopy_(&n, x, &incx, y, &incy);
    report("dcopy", n, gap, incx, incy);
    dswap_(&n, x, &incx, y, &incy);
    report("dswap", n, gap, incx, incy);
    drot_(&n, x, &incx, y, &incy, &c, &s);
    report("drot", n, gap, incx, incy);
}

static void call_reductions(int n, int gap, int incx, int incy)
{
    const double *x = memory + 64, *y = memory + 64 + gap;

    printf("ddot n=%d gap=%d: %.17g\n", n, gap, ddot_(&n, x, &incx, y, &incy));
    printf("dasum %.17g idamax %d\n", dasum_(&n, x, &incx), idamax_(&n, x, &incx));
}

int main(void)
{
    static const int lengths[] = {1, 2, 3, 7, 8, 15, 16, 17, 31, 64, 100, 1000};
    static const int gaps[] = {0, 1, 2, 3, 4, 7, 8, 16, -1, -2, -5, -8};
    static const int increments[][2] = {{1, 1}, {0, 1}, {1, 0}, {0, 0},  {2, 1},
                                        {1, 2}, {2, 2}, {2, 0}, {1, -1}, {-1, -1}};

    reset();
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++)
        for (size_t j = 0; j < sizeof gaps / sizeof *gaps; j++)
            for (size_t k = 0; k < sizeof increments / sizeof *increments; k++) {
                call_updates(lengths[i], gaps[j], increments[k][0], increments[k][1]);
                call_reductions(lengths[i], gaps[j], increments[k][0], increments[k][1]);
            }
    return 0;
}

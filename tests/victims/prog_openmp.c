// SPDX-License-Identifier: MIT
// Hazard: BLAS inside OpenMP regions, flat and nested: short and long calls, each thread on vectors
// of its own. The provider is single-threaded there.
//
// flags: -fopenmp
#include "tests/victims/blas.h"

#include <omp.h>
#include <stdlib.h>

enum { LONG = 30000, TEAM = 4 };

static double call_in_thread(int seed, int n)
{
    double *x = malloc(LONG * sizeof *x), *y = malloc(LONG * sizeof *y), sum;
    const double alpha = -3;

    fill_integers(x, n, seed);
    fill_integers(y, n, seed + 1);
    daxpy_(&n, &alpha, x, &unit, y, &unit);
    sum = ddot_(&n, x, &unit, y, &unit) + cblas_dasum(n, y, 1) + (double)cblas_idamax(n, y, 1);
    free(x);
    free(y);
    return sum;
}

static void report_flat(int n)
{
    double sums[TEAM] = {0};

#pragma omp parallel num_threads(TEAM)
    for (int round = 0; round < 20; round++)
        sums[omp_get_thread_num()] += call_in_thread(omp_get_thread_num(), n);
    for (int i = 0; i < TEAM; i++)
        printf("flat %d thread %d: %.17g\n", n, i, sums[i]);
}

static void report_nested(int n)
{
    double sums[2][2] = {{0}};

    omp_set_max_active_levels(2);
#pragma omp parallel num_threads(2)
    {
        int outer = omp_get_thread_num();
#pragma omp parallel num_threads(2)
        sums[outer][omp_get_thread_num()] = call_in_thread(outer + omp_get_thread_num(), n);
    }
    omp_set_max_active_levels(1);
    for (int i = 0; i < 4; i++)
        printf("nested %d thread %d.%d: %.17g\n", n, i / 2, i % 2, sums[i / 2][i % 2]);
}

int main(void)
{
    for (int n = 3; n <= LONG; n *= 10) {
        report_flat(n);
        report_nested(n);
        printf("between %d: %.17g\n", n, call_in_thread(1, n));
    }
    report_flat(LONG);
    return 0;
}

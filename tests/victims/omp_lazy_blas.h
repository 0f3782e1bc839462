// SPDX-License-Identifier: MIT
// The cases of omp_lazy_blas.c and omp_lazy_blas_pthread.c: BLAS calls inside small regions, on
// integers, so that the answers are exact whatever team the BLAS takes.
#ifndef TEAMTRIM_VICTIMS_OMP_LAZY_BLAS_H
#define TEAMTRIM_VICTIMS_OMP_LAZY_BLAS_H

#include "tests/victims/blas.h"
#include "tests/victims/omp_lazy.h"

enum { ORDER = 24, LARGE_ORDER = 120, LARGE_CALL = 30 };

void dgemm_(const char *transa, const char *transb, const int *m, const int *n, const int *k,
            const double *alpha, const double *a, const int *lda, const double *b, const int *ldb,
            const double *beta, double *c, const int *ldc, size_t length_a, size_t length_b);

static APART long multiply(int n, int seed)
{
    size_t size = (size_t)n * (size_t)n;
    double *a = malloc(3 * size * sizeof *a), *b = a + size, *c = b + size;
    const double one = 1, zero = 0;
    long sum = 0;

    fill_integers(a, (int)size, seed);
    fill_integers(b, (int)size, seed + 1);
    dgemm_("N", "T", &n, &n, &n, &one, a, &n, b, &n, &zero, c, &n, 1, 1);
    for (size_t i = 0; i < size; i++)
        sum += (long)c[i] * (long)(i % 7);
    free(a);
    return sum;
}

static void run_dot(int from)
{
    long parts[MOST] = {0};

    for (int call = 0; call < CALLS; call++)
#pragma omp parallel
    {
        int me = omp_get_thread_num();
        if (call >= from)
            parts[me] += (long)dot_of_integers(300, call + me);
    }
    lazy_print("dot", lazy_sum(parts));
}

// One large product among the small ones, in the last thread.
static void run_gemm(int from)
{
    long parts[MOST] = {0};

    for (int call = 0; call < CALLS; call++)
#pragma omp parallel
    {
        int me = omp_get_thread_num();
        bool large = call == LARGE_CALL && me == omp_get_num_threads() - 1;
        if (call >= from)
            parts[me] += multiply(large ? LARGE_ORDER : ORDER, me);
#pragma omp barrier
        if (call >= from)
            parts[me] += (long)dot_of_integers(50, me);
    }
    lazy_print("gemm", lazy_sum(parts));
}

// What a BLAS asks before it takes a team.
static void run_inside(int from)
{
    long within = 0, sum = 0;

    for (int call = 0; call < CALLS; call++) {
#pragma omp parallel reduction(+ : within, sum)
        {
            within += omp_in_parallel() + 100 * omp_get_active_level();
#pragma omp for
            for (int i = 0; i < 8; i++)
                sum += call >= from ? multiply(8, i) : 0;
            within += omp_in_parallel();
        }
        sum += omp_in_parallel() + multiply(LARGE_ORDER, call);
    }
    printf("inside %ld\n", within);
    lazy_print("inside", sum);
}

static const struct lazy_case cases[] = {
    {"dot", run_dot, false},
    {"gemm", run_gemm, false},
    {"inside", run_inside, false},
};

LAZY_MAIN(cases)

#endif

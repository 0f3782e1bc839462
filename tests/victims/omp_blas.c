// SPDX-License-Identifier: MIT
// Hazard: OpenBLAS's own teams, which wait on each other, beside the program's: products and
// factors, bit by bit, with a deadline.
//
// provider: openblas-openmp/libopenblas.so.0
// link: -lm
#include "tests/victims/omp_page.h"

#include <omp.h>
#include <stdint.h>
#include <stdlib.h>

void dgemm_(const char *transa, const char *transb, const int *m, const int *n, const int *k,
            const double *alpha, const double *a, const int *lda, const double *b, const int *ldb,
            const double *beta, double *c, const int *ldc, size_t length_a, size_t length_b);
void dpotrf_(const char *uplo, const int *n, double *a, const int *lda, int *info, size_t length);
void dgetrf_(const int *m, const int *n, double *a, const int *lda, int *pivots, int *info);

static uint64_t hash_bytes(const void *bytes, size_t size)
{
    const unsigned char *at = bytes;
    uint64_t hash = 14695981039346656037u;

    for (size_t i = 0; i < size; i++)
        hash = (hash ^ at[i]) * 1099511628211u;
    return hash;
}

static void fill_matrix(double *a, int n, double diagonal)
{
    uint32_t state = 1;

    for (size_t i = 0; i < (size_t)n * n; i++) {
        state = state * 1664525 + 1013904223;
        a[i] = state * 0x1p-32;
    }
    for (int i = 0; i < n; i++)
        a[(size_t)i * n + i] += diagonal;
}

static void report_order(int n)
{
    size_t size = (size_t)n * n * sizeof(double);
    double *a = malloc(size), *c = calloc(1, size);
    int *pivots = calloc((size_t)n, sizeof *pivots), info;
    const double one = 1, zero = 0;

    fill_matrix(a, n, 0);
    dgemm_("N", "T", &n, &n, &n, &one, a, &n, a, &n, &zero, c, &n, 1, 1);
    printf("dgemm %d: %016llx\n", n, (unsigned long long)hash_bytes(c, size));
    fill_matrix(a, n, n);
    dpotrf_("L", &n, a, &n, &info, 1);
    printf("dpotrf %d: %d %016llx\n", n, info, (unsigned long long)hash_bytes(a, size));
    fill_matrix(a, n, 0);
    dgetrf_(&n, &n, a, &n, pivots, &info);
    printf("dgetrf %d: %d %016llx %016llx\n", n, info, (unsigned long long)hash_bytes(a, size),
           (unsigned long long)hash_bytes(pivots, (size_t)n * sizeof *pivots));
    free(a);
    free(c);
    free(pivots);
}

static void report_region(void)
{
    long sum = 0;

#pragma omp parallel for schedule(dynamic) reduction(+ : sum)
    for (int i = 0; i < 100; i++)
        sum += i;
    printf("region %ld\n", sum);
}

// Within a region each call has one thread.
static void report_within(void)
{
    double sums[2] = {0};

#pragma omp parallel num_threads(2)
    {
        int n = 40, thread = omp_get_thread_num();
        const double one = 1, zero = 0;
        double a[1600], c[1600];
        fill_matrix(a, n, thread);
        dgemm_("N", "N", &n, &n, &n, &one, a, &n, a, &n, &zero, c, &n, 1, 1);
        sums[thread] = c[0] + c[1599];
    }
    printf("within: %a %a\n", sums[0], sums[1]);
}

int main(void)
{
    static const int orders[] = {300, 700};

    for (int i = 0; i < 2; i++) {
        report_order(orders[i]);
        report_region();
        report_within();
    }
    return 0;
}

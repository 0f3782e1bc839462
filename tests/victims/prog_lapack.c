// SPDX-License-Identifier: MIT
// Hazard: LAPACK, which calls level-1 BLAS by itself, and whose teams wait on each other (a team
// that were trimmed from inside would hang). Arguments: orders of the systems.
//
// link: -l:liblapack.so.3 -l:libblas.so.3 -lm
#include "tests/victims/blas.h"

#include <math.h>
#include <stdlib.h>

void dpotrf_(const char *uplo, const int *n, double *a, const int *lda, int *info, size_t length);
void dgetrf_(const int *m, const int *n, double *a, const int *lda, int *pivots, int *info);
void dgesv_(const int *n, const int *columns, double *a, const int *lda, int *pivots, double *b,
            const int *ldb, int *info);

static void fill_matrix(double *a, int n, int symmetric)
{
    for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++)
            a[(size_t)j * n + i] = ((i * 31 + j * 31 + (symmetric ? i * j : 3 * i)) % 101) / 101.0;
    for (int i = 0; i < n; i++)
        a[(size_t)i * n + i] += symmetric ? n : 1;
}

static double log_of_diagonal(const double *a, int n)
{
    double sum = 0;

    for (int i = 0; i < n; i++)
        sum += log(fabs(a[(size_t)i * n + i]));
    return sum;
}

static void report_factors(double *a, int *pivots, int n)
{
    int info;

    fill_matrix(a, n, 1);
    dpotrf_("L", &n, a, &n, &info, 1);
    printf("dpotrf %d info %d log-determinant %.15g\n", n, info, 2 * log_of_diagonal(a, n));
    fill_matrix(a, n, 0);
    dgetrf_(&n, &n, a, &n, pivots, &info);
    printf("dgetrf %d info %d log-determinant %.15g\n", n, info, log_of_diagonal(a, n));
}

// The solution is 1, 2, 3, ..., so its sum is known.
static void report_solution(double *a, double *b, int *pivots, int n)
{
    double sum = 0;
    int info, one = 1;

    fill_matrix(a, n, 1);
    for (int i = 0; i < n; i++) {
        b[i] = 0;
        for (int j = 0; j < n; j++)
            b[i] += a[(size_t)j * n + i] * (j + 1);
    }
    dgesv_(&n, &one, a, &n, pivots, b, &n, &info);
    for (int i = 0; i < n; i++)
        sum += b[i];
    printf("dgesv %d info %d sum %.15g\n", n, info, sum);
}

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        int n = atoi(argv[i]), *pivots = malloc((size_t)n * sizeof *pivots);
        double *a = malloc((size_t)n * n * sizeof *a), *b = malloc((size_t)n * sizeof *b);

        report_factors(a, pivots, n);
        report_solution(a, b, pivots, n);
        free(a);
        free(b);
        free(pivots);
    }
    return 0;
}

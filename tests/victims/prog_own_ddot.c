// SPDX-License-Identifier: MIT
// Hazard: the program has a ddot_ of its own. It wins for the program and for its libraries, as it
// does without us; the other routines stay the provider's.
//
// flags: -rdynamic
// needs: caller
#include "tests/victims/blas.h"

double caller_dot(int n, int seed);

double ddot_(const int *n, const double *x, const int *incx, const double *y, const int *incy)
{
    (void)x, (void)incx, (void)y, (void)incy;
    return -1000 - *n;
}

// cblas_ddot is apart: BLIS and the reference get its answer from ddot_, so from the program's.
static void report_cblas(void)
{
    const double x[4] = {1, 2, 3, 4};

    printf("cblas_ddot %g\n", cblas_ddot(4, x, 1, x, 1));
}

int main(int argc, char **argv)
{
    double x[4] = {1, 2, 3, 4};
    const int n = 4;

    if (argc > 1 && strcmp(argv[1], "cblas") == 0) {
        report_cblas();
        return 0;
    }
    printf("own ddot_ %g dasum_ %g\n", ddot_(&n, x, &unit, x, &unit), dasum_(&n, x, &unit));
    printf("library %g\n", caller_dot(4, 1));
    return 0;
}

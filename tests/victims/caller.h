// SPDX-License-Identifier: MIT
// The body of a plug-in that calls BLAS: included by lib_caller_*.c, each linked to another
// provider.
#include "tests/victims/blas.h"

#include <math.h>

// Cases in which providers differ on one machine, so that the output tells who has answered.
static void report_special_cases(const char *who)
{
    const int two = 2, three = 3, back = -1;
    const double zero = 0, pair[] = {3, 4}, holed[] = {0, NAN, 2};
    double scaled[] = {NAN, 1, INFINITY};

    printf("%s dnrm2 {3,4} increment -1: %g\n", who, dnrm2_(&two, pair, &back));
    printf("%s idamax {0,NaN,2}: %d\n", who, idamax_(&three, holed, &unit));
    dscal_(&three, &zero, scaled, &unit);
    printf("%s dscal 0 * NaN:\n", who);
    print_bits(" ", scaled[0]);
    print_bits(" ", scaled[2]);
}

void caller_report(const char *who);

void caller_report(const char *who)
{
    double x[64], y[64];
    const int n = 64;
    const double alpha = -2;

    fill_integers(x, n, 1);
    fill_integers(y, n, 2);
    printf("%s ddot %g cblas_ddot %g\n", who, ddot_(&n, x, &unit, y, &unit),
           cblas_ddot(n, x, 1, y, 1));
    daxpy_(&n, &alpha, x, &unit, y, &unit);
    print_vector("daxpy", y, sizeof y);
    printf("%s dasum %g cblas_dasum %g\n", who, dasum_(&n, y, &unit), cblas_dasum(n, y, 1));
    report_special_cases(who);
    fflush(stdout);
}

double caller_dot(int n, int seed);

double caller_dot(int n, int seed)
{
    return dot_of_integers(n, seed);
}

// SPDX-License-Identifier: MIT
// Hazard: arguments and modes that no sane program uses and some do: a factor that is an element of
// the vector it scales, a NULL factor where there is nothing to do, another rounding, denormals
// taken for zero.
#include "tests/victims/blas.h"

#include <fenv.h>
#include <math.h>
#include <string.h>
#include <xmmintrin.h>

static void factor_inside(void)
{
    double x[13] = {2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, INFINITY};
    double y[13] = {3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, NAN};
    const int n = 13;
    dscal_(&n, x, x, &unit);
    printf("dscal by its first element %g %g %g\n", x[0], x[8], x[11]);
    daxpy_(&n, y, x, &unit, y, &unit);
    printf("daxpy by the first element of y %g %g\n", y[0], y[11]);
}

static void nothing_to_do(void)
{
    const int none = 0;
    daxpy_(&none, NULL, NULL, &unit, NULL, &unit);
    printf("daxpy of nothing\n");
}

static void other_rounding(int mode)
{
    double big[10];
    for (int i = 0; i < 10; i++)
        big[i] = 1e300;
    fesetround(mode);
    double norm = cblas_dnrm2(10, big, 1);
    fesetround(FE_TONEAREST);
    printf("dnrm2 with another rounding %.6g\n", norm);
}

static void denormals_are_zero(void)
{
    double x[9] = {1e-310, 1, 2, 3, 4, 5, 6, 7, 8};
    unsigned state = _mm_getcsr();
    _mm_setcsr(state | 0x8040);
    cblas_dscal(9, 1, x, 1);
    _mm_setcsr(state);
    printf("dscal by 1 with denormals taken for zero %g\n", x[0]);
}

int main(int argc, char **argv)
{
    factor_inside();
    if (argc > 1 && strcmp(argv[1], "nothing") == 0)
        nothing_to_do();
    other_rounding(FE_DOWNWARD);
    other_rounding(FE_TOWARDZERO);
    denormals_are_zero();
    return 0;
}

// SPDX-License-Identifier: MIT
// Hazard: 32-bit integers in registers whose upper halves are garbage, which the ABI allows: an
// LP64 provider ignores them. The prototypes of wide.h make the compiler pass all 64 bits.
#include "tests/victims/wide.h"

#include <stdio.h>

double cblas_dnrm2(int64_t n, const double *x, int64_t incx);
void cblas_dcopy(int64_t n, const double *x, int64_t incx, double *y, int64_t incy);
void cblas_dswap(int64_t n, double *x, int64_t incx, double *y, int64_t incy);
void cblas_dscal(int64_t n, double alpha, double *x, int64_t incx);
void cblas_drot(int64_t n, double *x, int64_t incx, double *y, int64_t incy, double c, double s);

static int64_t soil(int32_t value, uint32_t upper)
{
    return (int64_t)((uint64_t)upper << 32 | (uint32_t)value);
}

static void report(uint32_t upper)
{
    double x[] = {1, -2, 3, 4, -9}, y[] = {5, 4, 3, 2, 1};
    int64_t n = soil(5, upper), one = soil(1, ~upper), back = soil(-1, upper);

    printf("%g %g %g %d %g\n", cblas_ddot(n, x, one, y, one), cblas_ddot(n, x, back, y, one),
           cblas_dasum(n, x, one), (int)cblas_idamax(n, x, one),
           cblas_dnrm2(soil(1, upper), x, one));
    cblas_daxpy(n, 2, x, one, y, one);
    cblas_dswap(n, x, one, y, back);
    cblas_dcopy(soil(2, upper), x, soil(2, upper), y, one);
    cblas_dscal(soil(3, upper), -1, x, one);
    cblas_drot(n, x, one, y, one, 2, 0.5);
    printf("%g %g %g %g\n", cblas_ddot(soil(-5, upper), x, one, y, one),
           cblas_ddot(soil(0, upper), x, one, y, one), cblas_dasum(n, x, back),
           cblas_dasum(soil(-1, upper), x, one));
    for (int i = 0; i < 5; i++)
        printf("%g %g\n", x[i], y[i]);
}

int main(void)
{
    report(0);
    report(0xdeadbeef);
    report(0x7fffffff);
    report(0xffffffff);
    return 0;
}

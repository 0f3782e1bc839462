// SPDX-License-Identifier: MIT
// A provider in the f2c convention, as Intel Fortran and OpenBLAS built with -ff2c have it: complex
// results go through a hidden first argument. Results carry a mark: the imaginary part is 77 more.
//
// link: -lc
#include "tests/victims/fake.h"

// Widened first, so that one function serves both precisions; sign: +1, or -1 to conjugate x.
static void add_product(double sum[2], const double a[2], const double b[2], int sign)
{
    sum[0] += a[0] * b[0] - sign * a[1] * b[1];
    sum[1] += a[0] * b[1] + sign * a[1] * b[0];
}

#define HIDDEN_DOT(E, name, sign)                                                                 \
    void name(E *result, const int *n, const E *x, const int *incx, const E *y, const int *incy); \
    void name(E *result, const int *n, const E *x, const int *incx, const E *y, const int *incy)  \
    {                                                                                             \
        double sum[2] = {0, 77};                                                                  \
        for (int i = 0; i < *n; i++, x += 2 * *incx, y += 2 * *incy)                              \
            add_product(sum, (double[]){x[0], x[1]}, (double[]){y[0], y[1]}, sign);               \
        result[0] = (E)sum[0];                                                                    \
        result[1] = (E)sum[1];                                                                    \
    }

HIDDEN_DOT(float, cdotu_, 1)
HIDDEN_DOT(float, cdotc_, -1)
HIDDEN_DOT(double, zdotu_, 1)
HIDDEN_DOT(double, zdotc_, -1)

// What a probe for the integer width may ask.
int isamax_(const int *n, const float *x, const int *incx)
{
    int best = 0;

    if (*n <= 0 || *incx <= 0)
        return 0;
    for (int i = 1; i < *n; i++)
        if (__builtin_fabsf(x[i * *incx]) > __builtin_fabsf(x[best * *incx]))
            best = i;
    return best + 1;
}

double ddot_(const int *n, const double *x, const int *incx, const double *y, const int *incy)
{
    double sum = 0;

    for (int i = 0; i < *n; i++)
        sum += x[i * *incx] * y[i * *incy];
    return sum;
}

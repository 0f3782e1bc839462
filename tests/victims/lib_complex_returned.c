// SPDX-License-Identifier: MIT
// A caller in gfortran's convention, complex results in registers, linked to OpenBLAS.
//
// provider: openblas-openmp/libopenblas.so.0
// link: -lm
#include "tests/victims/complex_caller.h"

#define RETURNED(E, name)                                                                 \
    E complex name(const int *n, const E complex *x, const int *incx, const E complex *y, \
                   const int *incy);

RETURNED(float, cdotu_)
RETURNED(float, cdotc_)
RETURNED(double, zdotu_)
RETURNED(double, zdotc_)

void complex_report(void)
{
    double complex x[LENGTH];
    float complex y[LENGTH];

    fill_complex(x, y);
    print_complex("returned", "cdotu", cdotu_(&length, y, &unit, y, &unit));
    print_complex("returned", "cdotc", cdotc_(&length, y, &unit, y, &unit));
    print_complex("returned", "zdotu", zdotu_(&length, x, &unit, x, &unit));
    print_complex("returned", "zdotc", zdotc_(&length, x, &unit, x, &unit));
}

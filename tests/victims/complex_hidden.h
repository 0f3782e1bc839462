// SPDX-License-Identifier: MIT
// Calls complex dot products as a compiler with the f2c convention does.
#include "tests/victims/complex_caller.h"

#define HIDDEN(E, name)                                                             \
    void name(E complex *result, const int *n, const E complex *x, const int *incx, \
              const E complex *y, const int *incy);

HIDDEN(float, cdotu_)
HIDDEN(float, cdotc_)
HIDDEN(double, zdotu_)
HIDDEN(double, zdotc_)

void complex_report(void)
{
    double complex x[LENGTH], z;
    float complex y[LENGTH], c;

    fill_complex(x, y);
    cdotu_(&c, &length, y, &unit, y, &unit);
    print_complex("hidden", "cdotu", c);
    cdotc_(&c, &length, y, &unit, y, &unit);
    print_complex("hidden", "cdotc", c);
    zdotu_(&z, &length, x, &unit, x, &unit);
    print_complex("hidden", "zdotu", z);
    zdotc_(&z, &length, x, &unit, x, &unit);
    print_complex("hidden", "zdotc", z);
}

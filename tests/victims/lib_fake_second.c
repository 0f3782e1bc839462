// SPDX-License-Identifier: MIT
// A provider that has ddot_ and nothing else, with an answer of its own: 2002 + n.
//
// link: -lc
#include "tests/victims/fake.h"

double ddot_(const int *n, const double *x, const int *incx, const double *y, const int *incy)
{
    (void)x, (void)incx, (void)y, (void)incy;
    return 2002 + *n;
}

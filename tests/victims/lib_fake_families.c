// SPDX-License-Identifier: MIT
// An unknown provider with every spelling of three routines; the answer tells which was called.
//
// link: -lc
#include "tests/victims/families.h"

static double answer(const char *family, int64_t n, const double *x, int64_t incx, const double *y,
                     int64_t incy)
{
    double sum = (double)((int32_t)n * 1000 + (int32_t)incx * 100 + (int32_t)incy * 10);

    for (; *family; family++)
        sum = 2 * sum + *family;
    return sum + x[1] + y[1];
}

#define FAMILY_BODY "tests/victims/families_define.h"
#include "shim/names/families.def"

// SPDX-License-Identifier: MIT
// What the callers that take each other's address have in common.
#include "tests/victims/blas.h"

double remap_answer(void);

static inline double remap_dot(void)
{
    const double x[2] = {3, 4};
    const int two = 2;

    return ddot_(&two, x, &unit, x, &unit);
}

static inline double remap_norm(void)
{
    const double x[2] = {3, 4};
    const int two = 2, back = -1;

    return dnrm2_(&two, x, &back);
}

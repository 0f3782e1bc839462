// SPDX-License-Identifier: MIT
// A library whose constructor calls BLAS, before the constructors of what was preloaded.
#include "tests/victims/blas.h"

double early_answer(void);

static double answer;

__attribute__((constructor)) static void call_early(void)
{
    answer = dot_of_integers(64, 3) + cblas_dnrm2(1, (const double[]){-8}, 1);
}

double early_answer(void)
{
    return answer;
}

// After main has returned, and after destructors of libraries that need this one.
__attribute__((destructor)) static void call_late(void)
{
    printf("destructor %g %d\n", dot_of_integers(100, 5),
           idamax_(&unit, (const double[]){2}, &unit));
    fflush(stdout);
}

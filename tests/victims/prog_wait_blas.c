// SPDX-License-Identifier: MIT
// Hazard: a BLAS whose threads wait for work in a loop of sched_yield: 50 small calls, spread over
// a second, take a second of CPU time.
//
// provider: openblas-pthread/libblas.so.3
#include "tests/victims/blas.h"

#include <stdlib.h>
#include <time.h>

enum { LENGTH = 200000, CALLS = 50 };

int main(void)
{
    const struct timespec pause = {0, 20000000};
    const double alpha = 0.5;
    const int n = LENGTH;
    double *x = malloc(sizeof(double) * LENGTH), *y = malloc(sizeof(double) * LENGTH);

    if (!x || !y)
        return 1;
    fill_integers(x, n, 1);
    fill_integers(y, n, 2);
    for (int i = 0; i < CALLS; i++) {
        daxpy_(&n, &alpha, x, &unit, y, &unit);
        nanosleep(&pause, NULL);
    }
    print_vector("daxpy", y, sizeof(double) * LENGTH);
    free(x);
    free(y);
    return 0;
}

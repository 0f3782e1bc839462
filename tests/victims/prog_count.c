// SPDX-License-Identifier: MIT
// Hazard: a hot path that gets longer. Makes as many calls as it is told, for a counter of
// instructions to compare two runs.
#include "tests/victims/blas.h"

#include <stdlib.h>

int main(int argc, char **argv)
{
    static double x[64], y[64];
    const double alpha = 1.5;
    int calls = argc > 2 ? atoi(argv[1]) : 0, n = argc > 2 ? atoi(argv[2]) : 1;
    double sum = 0;

    for (int i = 0; i < 64; i++)
        x[i] = y[i] = i;
    for (int i = 0; i < calls; i++) {
        sum += ddot_(&n, x, &unit, y, &unit);
        daxpy_(&n, &alpha, x, &unit, y, &unit);
    }
    return sum < 0;
}

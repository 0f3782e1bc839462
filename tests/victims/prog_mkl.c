// SPDX-License-Identifier: MIT
// Hazard: MKL's thread-local team. We may lower it for a call, and must put back what the program
// had set. The record of the calls goes to stderr.
//
// needs: fake_mkl
// link: -lc
#include "tests/victims/fake_mkl.h"

#include <stdio.h>
#include <stdlib.h>

static void call_with(int n, int increment, double *x, double *y)
{
    const double alpha = 2;

    for (int i = 0; i < n * increment; i++)
        x[i] = y[i] = i % 5 - 2;
    daxpy_(&n, &alpha, x, &increment, y, &increment);
    printf("n %d stride %d: ddot %g cblas_ddot %g team after %d\n", n, increment,
           ddot_(&n, x, &increment, y, &increment), cblas_ddot(n, x, increment, y, increment),
           MKL_Get_Max_Threads());
    fprintf(stderr, "n %d stride %d: calls %d team %d settings %d\n", n, increment,
            fake_mkl_record().calls, fake_mkl_record().team, fake_mkl_record().settings);
}

int main(void)
{
    enum { MOST = 1000000 };
    double *x = malloc(2 * MOST * sizeof *x), *y = malloc(2 * MOST * sizeof *y);

    for (int local = 0; local <= 3; local += 3) {
        MKL_Set_Num_Threads_Local(local);
        for (int n = 10; n <= MOST; n *= 10) {
            call_with(n, 1, x, y);
            call_with(n, 2, x, y);
        }
        printf("the program's own setting: %d\n", MKL_Set_Num_Threads_Local(0));
    }
    free(x);
    free(y);
    return 0;
}

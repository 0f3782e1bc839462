// SPDX-License-Identifier: MIT
// Hazard: a float function that returns a double, as f2c libraries do: all of the register is the
// result.
//
// needs: fake_f2c
// link: -lm
#include <stdio.h>

double sdot_(const int *n, const float *x, const int *incx, const float *y, const int *incy);

int main(void)
{
    static const float x[3] = {1, 2, 3}, y[3] = {1.1f, 2.2f, 3.3f};
    const int n = 3, one = 1;

    for (int i = 0; i < 2; i++)
        printf("%.17g\n", sdot_(&n, x, &one, y, &one));
    return 0;
}

// SPDX-License-Identifier: MIT
// A BLAS as f2c compiles it: float functions return a double.
//
// link: -lm

double sdot_(const int *n, const float *x, const int *incx, const float *y, const int *incy);
int isamax_(const int *n, const float *x, const int *incx);

double sdot_(const int *n, const float *x, const int *incx, const float *y, const int *incy)
{
    double sum = 0;
    for (int i = 0; i < *n; i++)
        sum += (double)x[i * *incx] * (double)y[i * *incy];
    return sum;
}

int isamax_(const int *n, const float *x, const int *incx)
{
    int best = *n > 0;
    for (int i = 1; i < *n; i++)
        if (x[i * *incx] > x[(best - 1) * *incx])
            best = i + 1;
    return best;
}

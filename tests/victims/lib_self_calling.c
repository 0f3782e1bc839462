// SPDX-License-Identifier: MIT
// Defines ddot_ and calls it through the PLT, as OpenBLAS's LAPACK does.
//
// link: -lm

double ddot_(const int *n, const double *x, const int *incx, const double *y, const int *incy);
double self_calling(void);

__attribute__((noinline)) double ddot_(const int *n, const double *x, const int *incx,
                                       const double *y, const int *incy)
{
    return *n + x[0] * 0 + *incx * 0 + y[0] * 0 + *incy * 0 + 1000;
}

double self_calling(void)
{
    static const int n = 1, one = 1;
    static const double x[1] = {5}, y[1] = {7};
    double (*volatile call)(const int *, const double *, const int *, const double *, const int *) =
        ddot_;
    return call(&n, x, &one, y, &one) + 0.5;
}

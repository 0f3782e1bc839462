// SPDX-License-Identifier: MIT
// Prototypes and names of fake providers: each says in its results who it is.
#ifndef TEAMTRIM_VICTIMS_FAKE_H
#define TEAMTRIM_VICTIMS_FAKE_H

double ddot_(const int *n, const double *x, const int *incx, const double *y, const int *incy);
double dnrm2_(const int *n, const double *x, const int *incx);
int isamax_(const int *n, const float *x, const int *incx);
void daxpy_(const int *n, const double *alpha, const double *x, const int *incx, double *y,
            const int *incy);
double cblas_ddot(int n, const double *x, int incx, const double *y, int incy);
void cblas_daxpy(int n, double alpha, const double *x, int incx, double *y, int incy);

#endif

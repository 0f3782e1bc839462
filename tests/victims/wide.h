// SPDX-License-Identifier: MIT
// BLAS with 64-bit integers behind plain names.
#include <stddef.h>
#include <stdint.h>

float sdot_(const int64_t *n, const float *x, const int64_t *incx, const float *y,
            const int64_t *incy);
double ddot_(const int64_t *n, const double *x, const int64_t *incx, const double *y,
             const int64_t *incy);
double dasum_(const int64_t *n, const double *x, const int64_t *incx);
int64_t idamax_(const int64_t *n, const double *x, const int64_t *incx);
void daxpy_(const int64_t *n, const double *alpha, const double *x, const int64_t *incx, double *y,
            const int64_t *incy);
void dscal_(const int64_t *n, const double *alpha, double *x, const int64_t *incx);
double cblas_ddot(int64_t n, const double *x, int64_t incx, const double *y, int64_t incy);
float cblas_sdot(int64_t n, const float *x, int64_t incx, const float *y, int64_t incy);
double cblas_dasum(int64_t n, const double *x, int64_t incx);
size_t cblas_idamax(int64_t n, const double *x, int64_t incx);
void cblas_daxpy(int64_t n, double alpha, const double *x, int64_t incx, double *y, int64_t incy);

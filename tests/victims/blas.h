// SPDX-License-Identifier: MIT
// Prototypes of the BLAS routines that victims call (LP64), and how they print a result.
#ifndef TEAMTRIM_VICTIMS_BLAS_H
#define TEAMTRIM_VICTIMS_BLAS_H

#include <stdint.h>
#include <stdio.h>
#include <string.h>

float sdot_(const int *n, const float *x, const int *incx, const float *y, const int *incy);
double ddot_(const int *n, const double *x, const int *incx, const double *y, const int *incy);
double dnrm2_(const int *n, const double *x, const int *incx);
double dasum_(const int *n, const double *x, const int *incx);
int idamax_(const int *n, const double *x, const int *incx);
void dswap_(const int *n, double *x, const int *incx, double *y, const int *incy);
void dcopy_(const int *n, const double *x, const int *incx, double *y, const int *incy);
void dscal_(const int *n, const double *alpha, double *x, const int *incx);
void daxpy_(const int *n, const double *alpha, const double *x, const int *incx, double *y,
            const int *incy);
void drot_(const int *n, double *x, const int *incx, double *y, const int *incy, const double *c,
           const double *s);

double cblas_ddot(int n, const double *x, int incx, const double *y, int incy);
double cblas_dnrm2(int n, const double *x, int incx);
double cblas_dasum(int n, const double *x, int incx);
size_t cblas_idamax(int n, const double *x, int incx);
void cblas_dscal(int n, double alpha, double *x, int incx);
void cblas_daxpy(int n, double alpha, const double *x, int incx, double *y, int incy);
void cblas_dcopy(int n, const double *x, int incx, double *y, int incy);
void cblas_zdotu_sub(int n, const void *x, int incx, const void *y, int incy, void *result);

static const int unit = 1;

static inline void print_bits(const char *what, double value)
{
    uint64_t bits;

    memcpy(&bits, &value, sizeof bits);
    printf("%s %016llx\n", what, (unsigned long long)bits);
}

// All elements in one number (FNV-1a), for vectors too long to print.
static inline void print_vector(const char *what, const void *vector, size_t size)
{
    const unsigned char *bytes = vector;
    uint64_t hash = 0xcbf29ce484222325u;

    for (size_t i = 0; i < size; i++)
        hash = (hash ^ bytes[i]) * 0x100000001b3u;
    printf("%s %016llx\n", what, (unsigned long long)hash);
}

// Small integers, so that sums are exact in any order.
static inline void fill_integers(double *x, int n, int seed)
{
    for (int i = 0; i < n; i++)
        x[i] = (i * 7 + seed * 3) % 11 - 5;
}

// ddot of small integers: what every provider must agree on.
static inline double dot_of_integers(int n, int seed)
{
    double x[1024], y[1024];

    fill_integers(x, n, seed);
    fill_integers(y, n, seed + 1);
    return ddot_(&n, x, &unit, y, &unit);
}

#endif

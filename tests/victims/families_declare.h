// SPDX-License-Identifier: MIT
// The prototypes of one family.
#if BY_REFERENCE
double SPELL(ddot)(const int64_t *n, const double *x, const int64_t *incx, const double *y,
                   const int64_t *incy);
void SPELL(drot)(const int64_t *n, double *x, const int64_t *incx, double *y, const int64_t *incy,
                 const double *c, const double *s);
double complex SPELL(zdotu)(const int64_t *n, const double *x, const int64_t *incx, const double *y,
                            const int64_t *incy);
#else
double SPELL(ddot)(int64_t n, const double *x, int64_t incx, const double *y, int64_t incy);
void SPELL(drot)(int64_t n, double *x, int64_t incx, double *y, int64_t incy, double c, double s);
void SPELL(zdotu_sub)(int64_t n, const double *x, int64_t incx, const double *y, int64_t incy,
                      double *result);
#endif

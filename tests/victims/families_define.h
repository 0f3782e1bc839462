// SPDX-License-Identifier: MIT
// The routines of one family in the fake provider.
#if BY_REFERENCE
double SPELL(ddot)(const int64_t *n, const double *x, const int64_t *incx, const double *y,
                   const int64_t *incy)
{
    return answer(FAMILY_STRING(FAMILY), *n, x, *incx, y, *incy);
}

void SPELL(drot)(const int64_t *n, double *x, const int64_t *incx, double *y, const int64_t *incy,
                 const double *c, const double *s)
{
    x[0] = answer(FAMILY_STRING(FAMILY), *n, x, *incx, y, *incy) + 10 * *c + *s;
}

double complex SPELL(zdotu)(const int64_t *n, const double *x, const int64_t *incx, const double *y,
                            const int64_t *incy)
{
    return answer(FAMILY_STRING(FAMILY), *n, x, *incx, y, *incy) + 3 * I;
}
#else
double SPELL(ddot)(int64_t n, const double *x, int64_t incx, const double *y, int64_t incy)
{
    return answer(FAMILY_STRING(FAMILY), n, x, incx, y, incy);
}

void SPELL(drot)(int64_t n, double *x, int64_t incx, double *y, int64_t incy, double c, double s)
{
    x[0] = answer(FAMILY_STRING(FAMILY), n, x, incx, y, incy) + 10 * c + s;
}

void SPELL(zdotu_sub)(int64_t n, const double *x, int64_t incx, const double *y, int64_t incy,
                      double *result)
{
    result[0] = answer(FAMILY_STRING(FAMILY), n, x, incx, y, incy);
    result[1] = 3;
}
#endif

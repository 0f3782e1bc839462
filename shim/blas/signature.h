// SPDX-License-Identifier: MIT
// The parameter lists of the routines' shapes and how their factors are read. Needs convention.h.
#ifndef TEAMTRIM_SIGNATURE_H
#define TEAMTRIM_SIGNATURE_H

#define ONE_IN INT n, const void *x, INT incx
#define TWO_IN INT n, const void *x, INT incx, const void *y, INT incy
#define MOVE_IN INT n, void *x, INT incx, void *y, INT incy
#define SDSDOT_IN INT n, REAL_ARG(float) sb, const void *x, INT incx, const void *y, INT incy
#define DOT_C_IN INT n, const void *x, INT incx, const void *y, INT incy, void *result
#define SCAL_IN(A) INT n, A alpha, void *x, INT incx
#define AXPY_IN(A) INT n, A alpha, const void *x, INT incx, void *y, INT incy
#define AXPBY_IN(A) INT n, A alpha, const void *x, INT incx, A beta, void *y, INT incy
#define ROT_IN(A) INT n, void *x, INT incx, void *y, INT incy, A c, A s
#define ROTM_IN INT n, void *x, INT incx, void *y, INT incy, const void *param

#define ONE n, x, incx
#define TWO n, x, incx, y, incy
#define SDSDOT_TWO n, sb, x, incx, y, incy
#define AXPY_TWO n, alpha, x, incx, y, incy
#define AXPBY_TWO n, alpha, x, incx, beta, y, incy
#define ROT_TWO n, x, incx, y, incy, c, s
#define ROTM_TWO n, x, incx, y, incy, param

// A factor's type, its value for a kernel, how a trial passes one that it points to, whether it is
// plain, whether it is 1, and whether it lies outside a vector that is written, so that it stays
// what it was for the rest of a call: FACTOR_..._##kind. Real ones travel by the convention,
// complex ones always by reference.
#define FACTOR_TYPE_REAL(E) REAL_ARG(E)
#define FACTOR_REAL(alpha) REAL(alpha)
#define FACTOR_PASS_REAL(pointer) PASS_REAL(*(pointer))
#define FACTOR_PLAIN_REAL(E, alpha) call_factor_##E(REAL(alpha))
#define FACTOR_OUTSIDE_REAL(alpha, x, incx, n, size) REAL_OUTSIDE(alpha, x, incx, n, size)
#define FACTOR_IS_ONE_REAL(alpha) (REAL(alpha) == 1)
#define FACTOR_IS_ONE_COMPLEX(alpha) false // its zero part is not plain
#define FACTOR_TYPE_COMPLEX(E) const E *
#define FACTOR_COMPLEX(alpha) (alpha)
#define FACTOR_PASS_COMPLEX(pointer) (pointer)
#define FACTOR_OUTSIDE_COMPLEX(alpha, x, incx, n, size) \
    call_outside(alpha, 2 * sizeof *(alpha), x, incx, n, size)
#define ROT_OUTSIDE(incx, incy, n, size)                                       \
    (REAL_OUTSIDE(c, x, incx, n, size) && REAL_OUTSIDE(c, y, incy, n, size) && \
     REAL_OUTSIDE(s, x, incx, n, size) && REAL_OUTSIDE(s, y, incy, n, size))
#define FACTOR_PLAIN_COMPLEX(E, alpha) call_factor_complex_##E(alpha)

#endif

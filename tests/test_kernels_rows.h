// SPDX-License-Identifier: MIT
// Every kernel as a row of one table, callable in one way: the rows of the tests of kernels/.
#ifndef TEST_KERNELS_ROWS_H
#define TEST_KERNELS_ROWS_H

#include "kernels/kernels.h"

// What a kernel computes, whatever its type.
enum op {
    OP_DOT,
    OP_DOTU,
    OP_DOTC,
    OP_NRM2,
    OP_ASUM,
    OP_SUM,
    OP_AMAX,
    OP_AMIN,
    OP_IAMAX,
    OP_IAMIN,
    OP_SWAP,
    OP_COPY,
    OP_SCAL,
    OP_AXPY,
    OP_AXPBY,
    OP_ROT
};

struct scalars {
    long double alpha[2], beta[2], h[4];
};

// One call. Increment 0 asks for the kernel of unit strides.
struct call {
    const struct kernels *kernels;
    kernel_index n;
    void *x, *y;
    kernel_index incx, incy;
    struct scalars scalars;
    long double result[2]; // of a reduction
    kernel_index index;    // of a search, or the elements that an update has done
};

struct row {
    const char *name;
    enum op op;
    int bytes; // of a part in memory
    int parts; // of an element
    int scalar_parts;
    void (*call)(struct call *c);
};

// Adapters, one for each shape of kernels.def. E: the type of a part.
#define SHAPE_REDUCTION(E, name) \
    c->result[0] =               \
        c->incx ? c->kernels->name##_strided(c->n, c->x, c->incx) : c->kernels->name(c->n, c->x);
#define SHAPE_SEARCH(E, name) \
    c->index =                \
        c->incx ? c->kernels->name##_strided(c->n, c->x, c->incx) : c->kernels->name(c->n, c->x);
#define SHAPE_PRODUCT(E, name)                                                              \
    c->result[0] = c->incx ? c->kernels->name##_strided(c->n, c->x, c->incx, c->y, c->incy) \
                           : c->kernels->name(c->n, c->x, c->y);
#define SHAPE_PRODUCT_COMPLEX(E, name)                                          \
    E result[2];                                                                \
    if (c->incx)                                                                \
        c->kernels->name##_strided(c->n, c->x, c->incx, c->y, c->incy, result); \
    else                                                                        \
        c->kernels->name(c->n, c->x, c->y, result);                             \
    c->result[0] = result[0];                                                   \
    c->result[1] = result[1];
#define SHAPE_MOVE(E, name)                                             \
    if (c->incx)                                                        \
        c->kernels->name##_strided(c->n, c->x, c->incx, c->y, c->incy); \
    else                                                                \
        c->kernels->name(c->n, c->x, c->y);                             \
    c->index = c->n;
#define SHAPE_SCALE_BY(alpha, name)                                             \
    c->index = c->incx ? c->kernels->name##_strided(c->n, alpha, c->x, c->incx) \
                       : c->kernels->name(c->n, alpha, c->x);
#define SHAPE_AXPY_BY(alpha, name)                                                             \
    c->index = c->incx ? c->kernels->name##_strided(c->n, alpha, c->x, c->incx, c->y, c->incy) \
                       : c->kernels->name(c->n, alpha, c->x, c->y);
#define SHAPE_AXPBY_BY(alpha, beta, name)                                                        \
    c->index = c->incx                                                                           \
                   ? c->kernels->name##_strided(c->n, alpha, c->x, c->incx, beta, c->y, c->incy) \
                   : c->kernels->name(c->n, alpha, c->x, beta, c->y);
#define SHAPE_SCALE(E, name) SHAPE_SCALE_BY((E)c->scalars.alpha[0], name)
#define SHAPE_AXPY(E, name) SHAPE_AXPY_BY((E)c->scalars.alpha[0], name)
#define SHAPE_AXPBY(E, name) SHAPE_AXPBY_BY((E)c->scalars.alpha[0], (E)c->scalars.beta[0], name)
#define SHAPE_COMPLEX_SCALARS(E)                                   \
    E alpha[2] = {(E)c->scalars.alpha[0], (E)c->scalars.alpha[1]}; \
    E beta[2] = {(E)c->scalars.beta[0], (E)c->scalars.beta[1]};    \
    (void)beta;
#define SHAPE_SCALE_COMPLEX(E, name) SHAPE_COMPLEX_SCALARS(E) SHAPE_SCALE_BY(alpha, name)
#define SHAPE_AXPY_COMPLEX(E, name) SHAPE_COMPLEX_SCALARS(E) SHAPE_AXPY_BY(alpha, name)
#define SHAPE_ROTATE(E, name)                                                                  \
    E h[4] = {(E)c->scalars.h[0], (E)c->scalars.h[1], (E)c->scalars.h[2], (E)c->scalars.h[3]}; \
    c->index = c->incx ? c->kernels->name##_strided(c->n, c->x, c->incx, c->y, c->incy, h)     \
                       : c->kernels->name(c->n, c->x, c->y, h);

// ROW(shape, type of a part, kernel, parts of an element, parts of a scalar, operation)
#define ROWS_REAL(E, p)                     \
    ROW(PRODUCT, E, p##dot, 1, 1, DOT)      \
    ROW(REDUCTION, E, p##nrm2, 1, 1, NRM2)  \
    ROW(REDUCTION, E, p##asum, 1, 1, ASUM)  \
    ROW(REDUCTION, E, p##sum, 1, 1, SUM)    \
    ROW(REDUCTION, E, p##amax, 1, 1, AMAX)  \
    ROW(REDUCTION, E, p##amin, 1, 1, AMIN)  \
    ROW(SEARCH, E, i##p##amax, 1, 1, IAMAX) \
    ROW(SEARCH, E, i##p##amin, 1, 1, IAMIN) \
    ROW(MOVE, E, p##swap, 1, 1, SWAP)       \
    ROW(MOVE, E, p##copy, 1, 1, COPY)       \
    ROW(SCALE, E, p##scal, 1, 1, SCAL)      \
    ROW(AXPY, E, p##axpy, 1, 1, AXPY)       \
    ROW(AXPBY, E, p##axpby, 1, 1, AXPBY)    \
    ROW(ROTATE, E, p##rot, 1, 1, ROT)

#define ROWS_COMPLEX(E, p, r, m)                 \
    ROW(PRODUCT_COMPLEX, E, p##dotu, 2, 2, DOTU) \
    ROW(PRODUCT_COMPLEX, E, p##dotc, 2, 2, DOTC) \
    ROW(REDUCTION, E, r##nrm2, 2, 1, NRM2)       \
    ROW(REDUCTION, E, r##asum, 2, 1, ASUM)       \
    ROW(REDUCTION, E, r##sum, 2, 1, SUM)         \
    ROW(REDUCTION, E, r##amax, 2, 1, AMAX)       \
    ROW(REDUCTION, E, r##amin, 2, 1, AMIN)       \
    ROW(SEARCH, E, i##p##amax, 2, 1, IAMAX)      \
    ROW(SEARCH, E, i##p##amin, 2, 1, IAMIN)      \
    ROW(MOVE, E, p##swap, 2, 1, SWAP)            \
    ROW(MOVE, E, p##copy, 2, 1, COPY)            \
    ROW(SCALE_COMPLEX, E, p##scal, 2, 2, SCAL)   \
    ROW(SCALE, E, m##scal, 2, 1, SCAL)           \
    ROW(AXPY_COMPLEX, E, p##axpy, 2, 2, AXPY)    \
    ROW(ROTATE, E, m##rot, 2, 1, ROT)

#define ROWS                              \
    ROWS_REAL(float, s)                   \
    ROWS_REAL(double, d)                  \
    ROW(PRODUCT, float, dsdot, 1, 1, DOT) \
    ROWS_COMPLEX(float, c, sc, cs)        \
    ROWS_COMPLEX(double, z, dz, zd)

#define ROW(shape, E, name, parts, scalar_parts, op) \
    static void call_##name(struct call *c)          \
    {                                                \
        SHAPE_##shape(E, name)                       \
    }
ROWS
#undef ROW

    static const struct row rows[] = {
#define ROW(shape, E, name, parts, scalar_parts, op) \
    {#name, OP_##op, sizeof(E), parts, scalar_parts, call_##name},
        ROWS
#undef ROW
};

enum { ROW_COUNT = sizeof(rows) / sizeof(rows[0]) };

#endif

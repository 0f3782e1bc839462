// SPDX-License-Identifier: MIT
// Gives each body its names: kernel_<routine> for unit strides and kernel_<routine>_strided, with
// one part per element (real) or two (complex). Included once per type.

#define NAMED(letters, operation) JOIN(kernel_, JOIN(letters, operation))

#define REDUCTION(R, name, body, parts)                                          \
    static R name(kernel_index n, const T *x)                                    \
    {                                                                            \
        return body(parts, n, x, stride_unit());                                 \
    }                                                                            \
    static R JOIN(name, _strided)(kernel_index n, const T *x, kernel_index incx) \
    {                                                                            \
        if (incx == 1)                                                           \
            return name(n, x);                                                   \
        return body(parts, n, x, stride_apart(parts, incx));                     \
    }

#define PRODUCT(name, body)                                                                  \
    static T name(kernel_index n, const T *x, const T *y)                                    \
    {                                                                                        \
        return body(n, x, stride_unit(), y, stride_unit());                                  \
    }                                                                                        \
    static T JOIN(name, _strided)(kernel_index n, const T *x, kernel_index incx, const T *y, \
                                  kernel_index incy)                                         \
    {                                                                                        \
        if (incx == 1 && incy == 1)                                                          \
            return name(n, x, y);                                                            \
        return body(n, x, stride_apart(1, incx), y, stride_apart(1, incy));                  \
    }

#define PRODUCT_COMPLEX(name, body)                                                             \
    static void name(kernel_index n, const T *x, const T *y, T *result)                         \
    {                                                                                           \
        body(n, x, stride_unit(), y, stride_unit(), result);                                    \
    }                                                                                           \
    static void JOIN(name, _strided)(kernel_index n, const T *x, kernel_index incx, const T *y, \
                                     kernel_index incy, T *result)                              \
    {                                                                                           \
        if (incx == 1 && incy == 1) {                                                           \
            name(n, x, y, result);                                                              \
            return;                                                                             \
        }                                                                                       \
        body(n, x, stride_apart(2, incx), y, stride_apart(2, incy), result);                    \
    }

#define MOVE(X, name, body, parts)                                                    \
    static void name(kernel_index n, X *x, T *y)                                      \
    {                                                                                 \
        body(parts, n, x, stride_unit(), y, stride_unit());                           \
    }                                                                                 \
    static void JOIN(name, _strided)(kernel_index n, X * x, kernel_index incx, T * y, \
                                     kernel_index incy)                               \
    {                                                                                 \
        if (incx == 1 && incy == 1) {                                                 \
            name(n, x, y);                                                            \
            return;                                                                   \
        }                                                                             \
        body(parts, n, x, stride_apart(parts, incx), y, stride_apart(parts, incy));   \
    }

// A: the type of a scalar parameter; AT(name): the address of the parts of one.
#define SCALE(A, name, factor, parts)                                                           \
    static kernel_index name(kernel_index n, A alpha, T *x)                                     \
    {                                                                                           \
        return FN(scal)(parts, n, factor, x, stride_unit());                                    \
    }                                                                                           \
    static kernel_index JOIN(name, _strided)(kernel_index n, A alpha, T * x, kernel_index incx) \
    {                                                                                           \
        if (incx == 1)                                                                          \
            return name(n, alpha, x);                                                           \
        return FN(scal)(parts, n, factor, x, stride_apart(parts, incx));                        \
    }

#define AXPY(A, AT, name, parts)                                                         \
    static kernel_index name(kernel_index n, A alpha, const T *x, T *y)                  \
    {                                                                                    \
        return FN(axpy)(parts, n, AT(alpha), x, stride_unit(), y, stride_unit());        \
    }                                                                                    \
    static kernel_index JOIN(name, _strided)(kernel_index n, A alpha, const T *x,        \
                                             kernel_index incx, T *y, kernel_index incy) \
    {                                                                                    \
        if (incx == 1 && incy == 1)                                                      \
            return name(n, alpha, x, y);                                                 \
        return FN(axpy)(parts, n, AT(alpha), x, stride_apart(parts, incx), y,            \
                        stride_apart(parts, incy));                                      \
    }

#define AXPBY(A, AT, name, parts)                                                                \
    static kernel_index name(kernel_index n, A alpha, const T *x, A beta, T *y)                  \
    {                                                                                            \
        return FN(axpby)(parts, n, AT(alpha), x, stride_unit(), AT(beta), y, stride_unit());     \
    }                                                                                            \
    static kernel_index JOIN(name, _strided)(kernel_index n, A alpha, const T *x,                \
                                             kernel_index incx, A beta, T *y, kernel_index incy) \
    {                                                                                            \
        if (incx == 1 && incy == 1)                                                              \
            return name(n, alpha, x, beta, y);                                                   \
        return FN(axpby)(parts, n, AT(alpha), x, stride_apart(parts, incx), AT(beta), y,         \
                         stride_apart(parts, incy));                                             \
    }

#define ROTATE(name, parts)                                                                      \
    static kernel_index name(kernel_index n, T *x, T *y, const T h[4])                           \
    {                                                                                            \
        return FN(rot)(parts, n, x, stride_unit(), y, stride_unit(), h);                         \
    }                                                                                            \
    static kernel_index JOIN(name, _strided)(kernel_index n, T * x, kernel_index incx, T * y,    \
                                             kernel_index incy, const T h[4])                    \
    {                                                                                            \
        if (incx == 1 && incy == 1)                                                              \
            return name(n, x, y, h);                                                             \
        return FN(rot)(parts, n, x, stride_apart(parts, incx), y, stride_apart(parts, incy), h); \
    }

// The rows that real and complex types share. p: the letter of the type, r: of its real results, m:
// of the routines with real scalars.
#define SHARED(p, r, m, A, AT, parts)                                        \
    REDUCTION(T, NAMED(r, nrm2), FN(nrm2), parts)                            \
    REDUCTION(T, NAMED(r, asum), FN(asum), parts)                            \
    REDUCTION(T, NAMED(r, sum), FN(sum_elements), parts)                     \
    REDUCTION(T, NAMED(r, amax), FN(value_most), parts)                      \
    REDUCTION(T, NAMED(r, amin), FN(value_least), parts)                     \
    REDUCTION(kernel_index, NAMED(JOIN(i, p), amax), FN(index_most), parts)  \
    REDUCTION(kernel_index, NAMED(JOIN(i, p), amin), FN(index_least), parts) \
    MOVE(T, NAMED(p, swap), FN(swap), parts)                                 \
    MOVE(const T, NAMED(p, copy), FN(copy), parts)                           \
    SCALE(A, NAMED(p, scal), FN(factor_of)(parts, AT(alpha)), parts)         \
    AXPY(A, AT, NAMED(p, axpy), parts)                                       \
    ROTATE(NAMED(m, rot), parts)

#define ADDRESS(name) &(name)
#define ITSELF(name) name

SHARED(LETTER, LETTER, LETTER, T, ADDRESS, 1)
SHARED(COMPLEX_LETTER, MAGNITUDE_LETTERS, MIXED_LETTERS, const T *, ITSELF, 2)
SCALE(T, NAMED(MIXED_LETTERS, scal), FN(factor_of)(1, &alpha), 2)
AXPBY(T, ADDRESS, NAMED(LETTER, axpby), 1)
PRODUCT(NAMED(LETTER, dot), FN(dot))
PRODUCT_COMPLEX(NAMED(COMPLEX_LETTER, dotu), FN(dotu))
PRODUCT_COMPLEX(NAMED(COMPLEX_LETTER, dotc), FN(dotc))

#undef NAMED
#undef REDUCTION
#undef PRODUCT
#undef PRODUCT_COMPLEX
#undef MOVE
#undef SCALE
#undef AXPY
#undef AXPBY
#undef ROTATE
#undef SHARED
#undef ADDRESS
#undef ITSELF

// SPDX-License-Identifier: MIT
// The general path and the trial of shapes that update vectors: see general.h.
#ifndef TEAMTRIM_GENERAL_UPDATE_H
#define TEAMTRIM_GENERAL_UPDATE_H

#include "shim/blas/general.h"

// clang-format off

// `done` elements of the call have been done by a fast path that met a special value;
// here the kernel does them, or the original does the rest.

// With nothing to do, or for an unknown provider, factors may not even be there.
#define MAY_READ (count > 0 && !b->forward)

#define UPDATE_BEGIN                                                                               \
    FIND_BINDING;                                                                                  \
    struct call call;                                                                              \
    int64_t count = VALUE(b, n), ix = VALUE(b, incx)
#define UPDATE_END(forward_type, ...)                                                              \
    int64_t rest = count - done;                                                                   \
    bool finished = done && !rest;                                                                 \
    if (!finished)                                                                                 \
        ((forward_type)b->original)(done ? PASS(rest) : n, __VA_ARGS__);                           \
    call_end(&call, finished)

// void name(n, alpha, x, incx). Where alpha is 1 providers leave x as it is, denormals too.
#define GENERAL_SCAL_(E, name, parts, KIND)                                                        \
    GENERAL_PATH void GENERAL(name)(GENERAL_IN, int64_t done, SCAL_IN(FACTOR_TYPE_##KIND(E)))      \
    {                                                                                              \
        UPDATE_BEGIN;                                                                              \
        CALL_AT_ONCE_UNLESS(done, void (*)(SCAL_IN(FACTOR_TYPE_##KIND(E))), n, alpha, x, incx);    \
        bool plain = !done && MAY_READ && ix > 0 && FACTOR_PLAIN_##KIND(E, alpha) &&               \
                     !FACTOR_IS_ONE_##KIND(alpha) &&                                               \
                     FACTOR_OUTSIDE_##KIND(alpha, x, ix, count, parts * sizeof(E));                \
        if (call_begin(&call, b, count, ix, 1, plain))                                             \
            done = b->kernels->name##_strided(count, FACTOR_##KIND(alpha), x, ix);                 \
        UPDATE_END(void (*)(SCAL_IN(FACTOR_TYPE_##KIND(E))), alpha, REST_X(E, parts));             \
    }                                                                                              \
    static bool TRIAL(name)(TRIAL_IN)                                                              \
    {                                                                                              \
        int64_t one = 1;                                                                           \
        struct trial_##E a = trial_update_##E(parts), b = a;                                       \
        const E *alpha = trial_factor_##E(factor);                                                 \
        GENERAL(name)(OURS, 0, PASS(n), FACTOR_PASS_##KIND(alpha), a.x, PASS(one));                \
        GENERAL(name)(ORIGINAL, 0, PASS(n), FACTOR_PASS_##KIND(alpha), b.x, PASS(one));            \
        return trial_same(&a, &b, sizeof a);                                                       \
    }

#define GENERAL_SCAL(E, name) GENERAL_SCAL_(E, name, 1, REAL)
#define GENERAL_SCAL_R(E, name) GENERAL_SCAL_(E, name, 2, REAL)
#define GENERAL_SCAL_C(E, name) GENERAL_SCAL_(E, name, 2, COMPLEX)

// void name(n, alpha, x, incx, y, incy)
#define GENERAL_AXPY_(E, name, parts, KIND)                                                        \
    GENERAL_PATH void GENERAL(name)(GENERAL_IN, int64_t done, AXPY_IN(FACTOR_TYPE_##KIND(E)))      \
    {                                                                                              \
        UPDATE_BEGIN, iy = VALUE(b, incy);                                                         \
        CALL_AT_ONCE_UNLESS(done, void (*)(AXPY_IN(FACTOR_TYPE_##KIND(E))), AXPY_TWO);             \
        bool plain = !done && MAY_READ && FACTOR_PLAIN_##KIND(E, alpha) &&                         \
                     FACTOR_OUTSIDE_##KIND(alpha, y, iy, count, parts * sizeof(E)) &&              \
                     call_alike(x, ix, y, iy, count, parts * sizeof(E));                           \
        if (call_begin(&call, b, count, ix, iy, plain))                                            \
            done = b->kernels->name##_strided(count, FACTOR_##KIND(alpha),                         \
                                              ORIGIN_X(const E, parts), ORIGIN_Y(E, parts));       \
        UPDATE_END(void (*)(AXPY_IN(FACTOR_TYPE_##KIND(E))), alpha, REST_X(const E, parts),        \
                   REST_Y(E, parts));                                                              \
    }                                                                                              \
    static bool TRIAL(name)(TRIAL_IN)                                                              \
    {                                                                                              \
        int64_t one = 1;                                                                           \
        struct trial_##E a = trial_update_##E(parts), b = a;                                       \
        const E *alpha = trial_factor_##E(factor);                                                 \
        GENERAL(name)(OURS, 0, PASS(n), FACTOR_PASS_##KIND(alpha), a.x, PASS(one), a.y,            \
                  PASS(one));                                                                      \
        GENERAL(name)(ORIGINAL, 0, PASS(n), FACTOR_PASS_##KIND(alpha), b.x, PASS(one), b.y,        \
                  PASS(one));                                                                      \
        return trial_same(&a, &b, sizeof a);                                                       \
    }

#define GENERAL_AXPY(E, name) GENERAL_AXPY_(E, name, 1, REAL)
#define GENERAL_AXPY_C(E, name) GENERAL_AXPY_(E, name, 2, COMPLEX)

// void name(n, alpha, x, incx, beta, y, incy)
#define GENERAL_AXPBY_(E, name, parts, KIND)                                                       \
    GENERAL_PATH void GENERAL(name)(GENERAL_IN, AXPBY_IN(FACTOR_TYPE_##KIND(E)))                   \
    {                                                                                              \
        UPDATE_BEGIN, iy = VALUE(b, incy), done = 0;                                               \
        CALL_AT_ONCE(void (*)(AXPBY_IN(FACTOR_TYPE_##KIND(E))), AXPBY_TWO);                        \
        bool plain = MAY_READ && FACTOR_PLAIN_##KIND(E, alpha) && FACTOR_PLAIN_##KIND(E, beta) &&  \
                     FACTOR_OUTSIDE_##KIND(alpha, y, iy, count, parts * sizeof(E)) &&              \
                     FACTOR_OUTSIDE_##KIND(beta, y, iy, count, parts * sizeof(E)) &&               \
                     call_alike(x, ix, y, iy, count, parts * sizeof(E));                           \
        if (call_begin(&call, b, count, ix, iy, plain))                                            \
            done = b->kernels->name##_strided(count, FACTOR_##KIND(alpha),                         \
                                              ORIGIN_X(const E, parts), FACTOR_##KIND(beta),       \
                                              ORIGIN_Y(E, parts));                                 \
        UPDATE_END(void (*)(AXPBY_IN(FACTOR_TYPE_##KIND(E))), alpha, REST_X(const E, parts), beta, \
                   REST_Y(E, parts));                                                              \
    }                                                                                              \
    static bool TRIAL(name)(TRIAL_IN)                                                              \
    {                                                                                              \
        int64_t one = 1;                                                                           \
        struct trial_##E a = trial_update_##E(parts), b = a;                                       \
        const E *alpha = trial_factor_##E(factor);                                                 \
        const E *beta = trial_factor_##E(TRIAL_FACTORS - 1 - factor);                              \
        GENERAL(name)(OURS, PASS(n), FACTOR_PASS_##KIND(alpha), a.x, PASS(one),                    \
                  FACTOR_PASS_##KIND(beta), a.y, PASS(one));                                       \
        GENERAL(name)(ORIGINAL, PASS(n), FACTOR_PASS_##KIND(alpha), b.x, PASS(one),                \
                  FACTOR_PASS_##KIND(beta), b.y, PASS(one));                                       \
        return trial_same(&a, &b, sizeof a);                                                       \
    }

#define GENERAL_AXPBY(E, name) GENERAL_AXPBY_(E, name, 1, REAL)

// void name(n, x, incx, y, incy, c, s)
#define GENERAL_ROT_(E, name, parts)                                                               \
    GENERAL_PATH void GENERAL(name)(GENERAL_IN, int64_t done, ROT_IN(REAL_ARG(E)))                 \
    {                                                                                              \
        UPDATE_BEGIN, iy = VALUE(b, incy);                                                         \
        CALL_AT_ONCE_UNLESS(done, void (*)(ROT_IN(REAL_ARG(E))), ROT_TWO);                         \
        bool plain = !done && MAY_READ && call_factor_##E(REAL(c)) && call_factor_##E(REAL(s)) &&  \
                     ROT_OUTSIDE(ix, iy, count, parts * sizeof(E)) &&                              \
                     call_apart(x, ix, y, iy, count, parts * sizeof(E));                           \
        const E h[4] = {plain ? REAL(c) : 0, plain ? -REAL(s) : 0, plain ? REAL(s) : 0,            \
                        plain ? REAL(c) : 0};                                                      \
        if (call_begin(&call, b, count, ix, iy, plain))                                            \
            done = b->kernels->name##_strided(count, ORIGIN_X(E, parts), ORIGIN_Y(E, parts), h);   \
        UPDATE_END(void (*)(ROT_IN(REAL_ARG(E))), REST_X(E, parts), REST_Y(E, parts), c, s);       \
    }                                                                                              \
    static bool TRIAL(name)(TRIAL_IN)                                                              \
    {                                                                                              \
        int64_t one = 1;                                                                           \
        struct trial_##E a = trial_update_##E(parts), b = a;                                       \
        E c = trial_factor_##E(factor)[0], s = trial_factor_##E(factor)[1];                        \
        GENERAL(name)(OURS, 0, PASS(n), a.x, PASS(one), a.y, PASS(one), PASS_REAL(c),              \
                      PASS_REAL(s));                                                               \
        GENERAL(name)(ORIGINAL, 0, PASS(n), b.x, PASS(one), b.y, PASS(one), PASS_REAL(c),          \
                      PASS_REAL(s));                                                               \
        return trial_same(&a, &b, sizeof a);                                                       \
    }

#define GENERAL_ROT(E, name) GENERAL_ROT_(E, name, 1)
#define GENERAL_ROT_R(E, name) GENERAL_ROT_(E, name, 2)

// void name(n, x, incx, y, incy, param[5]): the kernel of rot, with another matrix
#define GENERAL_ROTM_(E, name, rot)                                                                \
    GENERAL_PATH void GENERAL(name)(GENERAL_IN, ROTM_IN)                                           \
    {                                                                                              \
        UPDATE_BEGIN, iy = VALUE(b, incy), done = 0;                                               \
        CALL_AT_ONCE(void (*)(ROTM_IN), ROTM_TWO);                                                 \
        E h[4];                                                                                    \
        bool plain = MAY_READ && call_rotm_matrix_##E(param, h) &&                                 \
                     call_outside(param, 5 * sizeof(E), x, ix, count, sizeof(E)) &&                \
                     call_outside(param, 5 * sizeof(E), y, iy, count, sizeof(E)) &&                \
                     call_apart(x, ix, y, iy, count, sizeof(E));                                   \
        if (call_begin(&call, b, count, ix, iy, plain))                                            \
            done = b->kernels->rot##_strided(count, ORIGIN_X(E, 1), ORIGIN_Y(E, 1), h);            \
        UPDATE_END(void (*)(ROTM_IN), REST_X(E, 1), REST_Y(E, 1), param);                          \
    }                                                                                              \
    static bool TRIAL(name)(TRIAL_IN)                                                              \
    {                                                                                              \
        int64_t one = 1;                                                                           \
        struct trial_##E a = trial_update_##E(1), b = a;                                           \
        const E param[5] = {(E)(factor % 3 - 1), 2, -4, 8, -1};                                    \
        GENERAL(name)(OURS, PASS(n), a.x, PASS(one), a.y, PASS(one), param);                       \
        GENERAL(name)(ORIGINAL, PASS(n), b.x, PASS(one), b.y, PASS(one), param);                   \
        return trial_same(&a, &b, sizeof a);                                                       \
    }

#define ROT_OF_srotm srot
#define ROT_OF_drotm drot
#define GENERAL_ROTM__(E, name, rot) GENERAL_ROTM_(E, name, rot)
#define GENERAL_ROTM(E, name) GENERAL_ROTM__(E, name, ROT_OF_##name)

// clang-format on

#endif

// SPDX-License-Identifier: MIT
// The general path of each shape, and the trial of a provider by it: GENERAL_<shape>(E, name), once
// per convention. Shapes that update vectors are in general_update.h. The macros spell signatures
// and forward; who runs a call is decided in call.c.
#ifndef TEAMTRIM_GENERAL_H
#define TEAMTRIM_GENERAL_H

#include "shim/blas/call.h"
#include "shim/blas/names.h"
#include "shim/blas/signature.h"
#include "shim/blas/slot.h"
#include "shim/blas/trial.h"

// clang-format off

// A thunk gives its slot and caller, a trial the binding.
#define GENERAL_IN const struct binding *given, struct slot *slot, const void *caller
#define FIND_BINDING const struct binding *b = given ? given : slot_binding(slot, caller)

// What is forwarded whole and unobserved has no more to it than this.
#define FORWARD_AT_ONCE(type, ...)                                                                 \
    if (b->at_once)                                                                                \
        return ((type)b->original)(__VA_ARGS__)
#define GENERAL_PATH static __attribute__((noinline)) IPA_WHOLE
#define OURS ours, NULL, NULL
#define ORIGINAL original, NULL, NULL
#define TRIAL_IN const struct binding *ours, const struct binding *original, int64_t n, int factor
#define CALL_AT_ONCE_UNLESS(done, type, ...)                                                       \
    if (b->at_once && !(done)) {                                                                   \
        ((type)b->original)(__VA_ARGS__);                                                          \
        return;                                                                                    \
    }
#define CALL_AT_ONCE(type, ...)                                                                    \
    if (b->at_once) {                                                                              \
        ((type)b->original)(__VA_ARGS__);                                                          \
        return;                                                                                    \
    }

// One body serves all families; a clone for each constant argument would not.
#if defined(__clang__)
#define IPA_WHOLE
#else
#define IPA_WHOLE __attribute__((noclone))
#endif

#define ORIGIN_X(E, parts) CALL_ORIGIN((E *)x, count, ix, parts), ix
#define ORIGIN_Y(E, parts) CALL_ORIGIN((E *)y, count, iy, parts), iy
#define REST_X(E, parts) CALL_REST((E *)x, done, ix, parts), incx
#define REST_Y(E, parts) CALL_REST((E *)y, done, iy, parts), incy

// ---- R name(n, x, incx, y, incy)

#define GENERAL_DOT_(R, E, finite, name)                                                           \
    GENERAL_PATH R GENERAL(name)(GENERAL_IN, TWO_IN)                                               \
    {                                                                                              \
        FIND_BINDING;                                                                              \
        FORWARD_AT_ONCE(R (*)(TWO_IN), TWO);                                                       \
        struct call call;                                                                          \
        int64_t count = VALUE(b, n), ix = VALUE(b, incx), iy = VALUE(b, incy);                     \
        R result = 0;                                                                              \
        bool done = call_begin(&call, b, count, ix, iy, true);                                     \
        if (done) {                                                                                \
            result = b->kernels->name##_strided(count, ORIGIN_X(const E, 1),                       \
                                                ORIGIN_Y(const E, 1));                             \
            done = finite(result);                                                                 \
        }                                                                                          \
        if (!done)                                                                                 \
            result = ((R (*)(TWO_IN))b->original)(TWO);                                            \
        call_end(&call, done);                                                                     \
        return result;                                                                             \
    }                                                                                              \
    static bool TRIAL(name)(TRIAL_IN)                                                              \
    {                                                                                              \
        int64_t one = 1;                                                                           \
        (void)factor;                                                                              \
        struct trial_##E t = trial_sum_##E(1);                                                     \
        R a = GENERAL(name)(OURS, PASS(n), t.x, PASS(one), t.y, PASS(one));                        \
        R b = GENERAL(name)(ORIGINAL, PASS(n), t.x, PASS(one), t.y, PASS(one));                    \
        return trial_same(&a, &b, sizeof a);                                                       \
    }

// Some originals of dsdot multiply in single precision, and overflow.
#define GENERAL_DOT(E, name) GENERAL_DOT_(E, E, call_finite_##E, name)
#define GENERAL_DSDOT(E, name) GENERAL_DOT_(double, E, call_finite_float, name)

// ---- float sdsdot(n, sb, x, incx, y, incy), summed in double

#define GENERAL_SDSDOT(E, name)                                                                    \
    GENERAL_PATH float GENERAL(name)(GENERAL_IN, SDSDOT_IN)                                        \
    {                                                                                              \
        FIND_BINDING;                                                                              \
        FORWARD_AT_ONCE(float (*)(SDSDOT_IN), SDSDOT_TWO);                                         \
        struct call call;                                                                          \
        int64_t count = VALUE(b, n), ix = VALUE(b, incx), iy = VALUE(b, incy);                     \
        float result = 0;                                                                          \
        bool done = call_begin(&call, b, count, ix, iy, true);                                     \
        if (done) {                                                                                \
            result = (float)(REAL(sb) + b->kernels->dsdot_strided(count, ORIGIN_X(const E, 1),     \
                                                                  ORIGIN_Y(const E, 1)));          \
            done = call_finite_float(result);                                                      \
        }                                                                                          \
        if (!done)                                                                                 \
            result = ((float (*)(SDSDOT_IN))b->original)(SDSDOT_TWO);                              \
        call_end(&call, done);                                                                     \
        return result;                                                                             \
    }                                                                                              \
    static bool TRIAL(name)(TRIAL_IN)                                                              \
    {                                                                                              \
        int64_t one = 1;                                                                           \
        (void)factor;                                                                              \
        float sb = 2;                                                                              \
        struct trial_##E t = trial_sum_##E(1);                                                     \
        float a = GENERAL(name)(OURS, PASS(n), PASS_REAL(sb), t.x, PASS(one), t.y, PASS(one));     \
        float b = GENERAL(name)(ORIGINAL, PASS(n), PASS_REAL(sb), t.x, PASS(one), t.y, PASS(one)); \
        return trial_same(&a, &b, sizeof a);                                                       \
    }

// ---- complex dot. CBLAS: void name_sub(n, x, incx, y, incy, result). A Fortran function: its
// result is in registers or goes through a hidden first argument.

#define GENERAL_DOT_C(E, name)                                                                     \
    GENERAL_FORWARD_DOT_C(E, name)                                                                 \
    GENERAL_PATH void GENERAL(name)(GENERAL_IN, DOT_C_IN)                                          \
    {                                                                                              \
        FIND_BINDING;                                                                              \
        struct call call;                                                                          \
        int64_t count = VALUE(b, n), ix = VALUE(b, incx), iy = VALUE(b, incy);                     \
        bool done = call_begin(&call, b, count, ix, iy, true);                                     \
        if (done) {                                                                                \
            E sum[2];                                                                              \
            b->kernels->name##_strided(count, ORIGIN_X(const E, 2), ORIGIN_Y(const E, 2), sum);    \
            done = call_finite_##E(sum[0]) && call_finite_##E(sum[1]);                             \
            if (done)                                                                              \
                memcpy(result, sum, sizeof sum);                                                   \
        }                                                                                          \
        if (!done)                                                                                 \
            FORWARD(name)(b, TWO, result);                                                         \
        call_end(&call, done);                                                                     \
    }                                                                                              \
    static bool TRIAL(name)(TRIAL_IN)                                                              \
    {                                                                                              \
        int64_t one = 1;                                                                           \
        (void)factor;                                                                              \
        E a[2] = {0, 0}, b[2] = {0, 0};                                                            \
        struct trial_##E t = trial_sum_##E(2);                                                     \
        GENERAL(name)(OURS, PASS(n), t.x, PASS(one), t.y, PASS(one), a);                           \
        GENERAL(name)(ORIGINAL, PASS(n), t.x, PASS(one), t.y, PASS(one), b);                       \
        return trial_same(a, b, sizeof a);                                                         \
    }

#define FORWARD_DOT_C_FUNCTION(E, name)                                                            \
    static void FORWARD(name)(const struct binding *b, DOT_C_IN)                                   \
    {                                                                                              \
        if (b->convention == COMPLEX_HIDDEN) {                                                     \
            ((void (*)(void *, TWO_IN))b->original)(result, TWO);                                  \
            return;                                                                                \
        }                                                                                          \
        E _Complex value = ((E _Complex (*)(TWO_IN))b->original)(TWO);                             \
        memcpy(result, &value, sizeof value);                                                      \
    }

#define FORWARD_DOT_C_SUBROUTINE(E, name)                                                          \
    static void FORWARD(name)(const struct binding *b, DOT_C_IN)                                   \
    {                                                                                              \
        ((void (*)(DOT_C_IN))b->original)(TWO, result);                                            \
    }

// ---- R name(n, x, incx)

#define GENERAL_REDUCE_(E, name, parts)                                                            \
    GENERAL_PATH E GENERAL(name)(GENERAL_IN, ONE_IN)                                               \
    {                                                                                              \
        FIND_BINDING;                                                                              \
        FORWARD_AT_ONCE(E (*)(ONE_IN), ONE);                                                       \
        struct call call;                                                                          \
        int64_t count = VALUE(b, n), ix = VALUE(b, incx);                                          \
        E result = 0;                                                                              \
        bool done = call_begin(&call, b, count, ix, 1, ix > 0);                                    \
        if (done) {                                                                                \
            result = b->kernels->name##_strided(count, x, ix);                                     \
            done = call_finite_##E(result);                                                        \
        }                                                                                          \
        if (!done)                                                                                 \
            result = ((E (*)(ONE_IN))b->original)(ONE);                                            \
        call_end(&call, done);                                                                     \
        return result;                                                                             \
    }                                                                                              \
    static bool TRIAL(name)(TRIAL_IN)                                                              \
    {                                                                                              \
        int64_t one = 1;                                                                           \
        (void)factor;                                                                              \
        struct trial_##E t = trial_sum_##E(parts);                                                 \
        E a = GENERAL(name)(OURS, PASS(n), t.x, PASS(one));                                        \
        E b = GENERAL(name)(ORIGINAL, PASS(n), t.x, PASS(one));                                    \
        return trial_near_##E(a, b);                                                               \
    }

#define GENERAL_REDUCE(E, name) GENERAL_REDUCE_(E, name, 1)
#define GENERAL_REDUCE_C(E, name) GENERAL_REDUCE_(E, name, 2)

// ---- integer name(n, x, incx), from 1 in Fortran, from 0 in CBLAS. An int64_t result fills the
// register for either width.

#define GENERAL_INDEX_(E, name, parts)                                                             \
    GENERAL_PATH int64_t GENERAL(name)(GENERAL_IN, ONE_IN)                                         \
    {                                                                                              \
        FIND_BINDING;                                                                              \
        FORWARD_AT_ONCE(int64_t (*)(ONE_IN), ONE);                                                 \
        struct call call;                                                                          \
        int64_t count = VALUE(b, n), ix = VALUE(b, incx), result = -1;                             \
        if (call_begin(&call, b, count, ix, 1, ix > 0))                                            \
            result = b->kernels->name##_strided(count, x, ix);                                     \
        bool done = result >= 0;                                                                   \
        result = done ? result + INDEX_BASE : ((int64_t (*)(ONE_IN))b->original)(ONE);             \
        call_end(&call, done);                                                                     \
        return result;                                                                             \
    }                                                                                              \
    static bool TRIAL(name)(TRIAL_IN)                                                              \
    {                                                                                              \
        int64_t one = 1;                                                                           \
        (void)factor;                                                                              \
        struct trial_##E t = trial_sum_##E(parts);                                                 \
        int64_t a = GENERAL(name)(OURS, PASS(n), t.x, PASS(one));                                  \
        int64_t b = GENERAL(name)(ORIGINAL, PASS(n), t.x, PASS(one));                              \
        return (int32_t)a == (int32_t)b;                                                           \
    }

#define GENERAL_INDEX(E, name) GENERAL_INDEX_(E, name, 1)
#define GENERAL_INDEX_C(E, name) GENERAL_INDEX_(E, name, 2)

// ---- void name(n, x, incx, y, incy), moving bits

#define GENERAL_MOVE_(E, name, parts, may_meet)                                                    \
    GENERAL_PATH void GENERAL(name)(GENERAL_IN, MOVE_IN)                                           \
    {                                                                                              \
        FIND_BINDING;                                                                              \
        CALL_AT_ONCE(void (*)(MOVE_IN), TWO);                                                      \
        struct call call;                                                                          \
        int64_t count = VALUE(b, n), ix = VALUE(b, incx), iy = VALUE(b, incy);                     \
        bool plain = may_meet(x, ix, y, iy, count, parts * sizeof(E));                             \
        bool done = call_begin(&call, b, count, ix, iy, plain);                                    \
        if (done)                                                                                  \
            b->kernels->name##_strided(count, ORIGIN_X(E, parts), ORIGIN_Y(E, parts));             \
        else                                                                                       \
            ((void (*)(MOVE_IN))b->original)(TWO);                                                 \
        call_end(&call, done);                                                                     \
    }                                                                                              \
    static bool TRIAL(name)(TRIAL_IN)                                                              \
    {                                                                                              \
        int64_t one = 1;                                                                           \
        (void)factor;                                                                              \
        struct trial_##E a = trial_update_##E(parts), b = a;                                       \
        GENERAL(name)(OURS, PASS(n), a.x, PASS(one), a.y, PASS(one));                              \
        GENERAL(name)(ORIGINAL, PASS(n), b.x, PASS(one), b.y, PASS(one));                          \
        return trial_same(&a, &b, sizeof a);                                                       \
    }

#define GENERAL_SWAP(E, name) GENERAL_MOVE_(E, name, 1, call_apart)
#define GENERAL_SWAP_C(E, name) GENERAL_MOVE_(E, name, 2, call_apart)
#define GENERAL_COPY(E, name) GENERAL_MOVE_(E, name, 1, call_alike)
#define GENERAL_COPY_C(E, name) GENERAL_MOVE_(E, name, 2, call_alike)

#define GENERAL_FORWARD(E, name)

// clang-format on

#endif

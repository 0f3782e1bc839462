// SPDX-License-Identifier: MIT
// The exported function of each shape and its slot: THUNK_<shape>(E, name), once per family. A
// thunk holds the fast path, a small call with unit strides, and leaves the rest to the general
// path.
#ifndef TEAMTRIM_THUNK_H
#define TEAMTRIM_THUNK_H

#include "shim/blas/general_update.h"

// clang-format off

#define CALLER __builtin_return_address(0)
#define EXPORT __attribute__((visibility("default")))
#define GO_GENERAL(name) GENERAL(name)(NULL, &SLOT(name), CALLER,

#define DEFINE_SLOT(symbol, name, trial, float_result, in_registers, hidden_result)                \
    struct slot SLOT(name) = {&slot_unbound, NAMES_STRING(SPELL(symbol)),                          \
                              NAMES_JOIN(FAMILY_, FAMILY), ROUTINE_##name, trial, float_result,    \
                              in_registers, hidden_result, NULL};
#define SLOT_TRIED(name) DEFINE_SLOT(name, name, TRIAL(name), false, NULL, NULL)
#define SLOT_REDUCTION(name, R)                                                                    \
    DEFINE_SLOT(name, name, TRIAL(name), sizeof(R) == sizeof(float), NULL, NULL)

#define FAST_BEGIN(caller, name)                                                                   \
    const struct binding *b = slot_known(&SLOT(name), caller);                                     \
    int64_t count = VALUE(b, n)
#define UNIT (call_is_small(b, count) && VALUE(b, incx) == 1)
#define UNIT_TWO (UNIT && VALUE(b, incy) == 1)

// Arguments that only a failing fast path needs again wait in memory: kept in registers they would
// cost each call the saving and restoring of those.
#define KEEP(type, argument) type volatile kept_##argument = argument
#define KEPT(argument) argument = kept_##argument
#define KEEP_ONE(V) KEEP(INT, n); KEEP(V *, x); KEEP(INT, incx)
#define KEPT_ONE KEPT(n); KEPT(x); KEPT(incx)
#define KEEP_TWO(V, W) KEEP_ONE(V); KEEP(W *, y); KEEP(INT, incy)
#define KEPT_TWO KEPT_ONE; KEPT(y); KEPT(incy)

#define THUNK_DOT_(R, finite, name)                                                                \
    SLOT_REDUCTION(name, R)                                                                        \
    EXPORT R SPELL(name)(TWO_IN)                                                                   \
    {                                                                                              \
        FAST_BEGIN(CALLER, name);                                                                  \
        if (UNIT_TWO) {                                                                            \
            KEEP_TWO(const void, const void);                                                      \
            R result = b->kernels->name(count, x, y);                                              \
            if (finite(result))                                                                    \
                return result;                                                                     \
            KEPT_TWO;                                                                              \
        }                                                                                          \
        return GO_GENERAL(name) TWO);                                                              \
    }

#define THUNK_DOT(E, name) THUNK_DOT_(E, call_finite_##E, name)
#define THUNK_DSDOT(E, name) THUNK_DOT_(double, call_finite_float, name)

// Rare: no fast path.
#define THUNK_SDSDOT(E, name)                                                                      \
    SLOT_REDUCTION(name, float)                                                                    \
    EXPORT float SPELL(name)(SDSDOT_IN)                                                            \
    {                                                                                              \
        return GO_GENERAL(name) SDSDOT_TWO);                                                       \
    }

#define FAST_DOT_C(E, name)                                                                        \
    static inline void FAST(name)(const void *caller, DOT_C_IN)                                    \
    {                                                                                              \
        FAST_BEGIN(caller, name);                                                                  \
        if (UNIT_TWO) {                                                                            \
            E sum[2];                                                                              \
            b->kernels->name(count, x, y, sum);                                                    \
            if (call_finite_##E(sum[0]) && call_finite_##E(sum[1])) {                              \
                memcpy(result, sum, sizeof sum);                                                   \
                return;                                                                            \
            }                                                                                      \
        }                                                                                          \
        GENERAL(name)(NULL, &SLOT(name), caller, TWO, result);                                     \
    }

// entry_<arch>.S exports the name and jumps to the one of these two that the provider's convention
// asks for.
#define THUNK_DOT_C_FUNCTION(E, name)                                                              \
    void HIDDEN_RESULT(name)(void *result, TWO_IN);                                                \
    E _Complex IN_REGISTERS(name)(TWO_IN);                                                         \
    DEFINE_SLOT(name, name, TRIAL(name), false, (any_function)IN_REGISTERS(name),                  \
                (any_function)HIDDEN_RESULT(name))                                                 \
    FAST_DOT_C(E, name)                                                                            \
    void HIDDEN_RESULT(name)(void *result, TWO_IN)                                                 \
    {                                                                                              \
        FAST(name)(CALLER, TWO, result);                                                           \
    }                                                                                              \
    E _Complex IN_REGISTERS(name)(TWO_IN)                                                          \
    {                                                                                              \
        E _Complex value;                                                                          \
        FAST(name)(CALLER, TWO, &value);                                                           \
        return value;                                                                              \
    }

#define THUNK_DOT_C_SUBROUTINE(E, name)                                                            \
    DEFINE_SLOT(name##_sub, name, TRIAL(name), false, NULL, NULL)                                  \
    FAST_DOT_C(E, name)                                                                            \
    EXPORT void SPELL(name##_sub)(DOT_C_IN)                                                        \
    {                                                                                              \
        FAST(name)(CALLER, TWO, result);                                                           \
    }

#define THUNK_REDUCE(E, name)                                                                      \
    SLOT_REDUCTION(name, E)                                                                        \
    EXPORT E SPELL(name)(ONE_IN)                                                                   \
    {                                                                                              \
        FAST_BEGIN(CALLER, name);                                                                  \
        if (UNIT) {                                                                                \
            KEEP_ONE(const void);                                                                  \
            E result = b->kernels->name(count, x);                                                 \
            if (call_finite_##E(result))                                                           \
                return result;                                                                     \
            KEPT_ONE;                                                                              \
        }                                                                                          \
        return GO_GENERAL(name) ONE);                                                              \
    }

#define THUNK_REDUCE_C(E, name) THUNK_REDUCE(E, name)

#define THUNK_INDEX(E, name)                                                                       \
    SLOT_TRIED(name)                                                                               \
    EXPORT int64_t SPELL(name)(ONE_IN)                                                             \
    {                                                                                              \
        FAST_BEGIN(CALLER, name);                                                                  \
        if (UNIT) {                                                                                \
            KEEP_ONE(const void);                                                                  \
            int64_t index = b->kernels->name(count, x);                                            \
            if (index >= 0)                                                                        \
                return index + INDEX_BASE;                                                         \
            KEPT_ONE;                                                                              \
        }                                                                                          \
        return GO_GENERAL(name) ONE);                                                              \
    }

#define THUNK_INDEX_C(E, name) THUNK_INDEX(E, name)

#define THUNK_MOVE_(E, name, parts, may_meet)                                                      \
    SLOT_TRIED(name)                                                                               \
    EXPORT void SPELL(name)(MOVE_IN)                                                               \
    {                                                                                              \
        FAST_BEGIN(CALLER, name);                                                                  \
        if (UNIT_TWO && may_meet(x, y, (uint64_t)count * parts * sizeof(E)))                       \
            b->kernels->name(count, x, y);                                                         \
        else                                                                                       \
            GO_GENERAL(name) TWO);                                                                 \
    }

#define THUNK_SWAP(E, name) THUNK_MOVE_(E, name, 1, call_apart_unit)
#define THUNK_SWAP_C(E, name) THUNK_MOVE_(E, name, 2, call_apart_unit)
#define THUNK_COPY(E, name) THUNK_MOVE_(E, name, 1, call_alike_unit)
#define THUNK_COPY_C(E, name) THUNK_MOVE_(E, name, 2, call_alike_unit)

#define THUNK_SCAL_(E, name, parts, KIND)                                                          \
    SLOT_TRIED(name)                                                                               \
    EXPORT void SPELL(name)(SCAL_IN(FACTOR_TYPE_##KIND(E)))                                        \
    {                                                                                              \
        FAST_BEGIN(CALLER, name);                                                                  \
        int64_t done = 0;                                                                          \
        if (UNIT && FACTOR_PLAIN_##KIND(E, alpha) && !FACTOR_IS_ONE_##KIND(alpha) &&               \
            FACTOR_OUTSIDE_##KIND(alpha, x, 1, count, parts * sizeof(E))) {                        \
            KEEP_ONE(void); KEEP(FACTOR_TYPE_##KIND(E), alpha); KEEP(int64_t, count);              \
            done = b->kernels->name(count, FACTOR_##KIND(alpha), x);                               \
            if (done == kept_count)                                                                \
                return;                                                                            \
            KEPT_ONE; KEPT(alpha);                                                                 \
        }                                                                                          \
        GO_GENERAL(name) done, n, alpha, x, incx);                                                 \
    }

#define THUNK_SCAL(E, name) THUNK_SCAL_(E, name, 1, REAL)
#define THUNK_SCAL_R(E, name) THUNK_SCAL_(E, name, 2, REAL)
#define THUNK_SCAL_C(E, name) THUNK_SCAL_(E, name, 2, COMPLEX)

#define THUNK_AXPY_(E, name, parts, KIND)                                                          \
    SLOT_TRIED(name)                                                                               \
    EXPORT void SPELL(name)(AXPY_IN(FACTOR_TYPE_##KIND(E)))                                        \
    {                                                                                              \
        FAST_BEGIN(CALLER, name);                                                                  \
        int64_t done = 0;                                                                          \
        if (UNIT_TWO && FACTOR_PLAIN_##KIND(E, alpha) &&                                           \
            FACTOR_OUTSIDE_##KIND(alpha, y, 1, count, parts * sizeof(E)) &&                        \
            call_alike_unit(x, y, (uint64_t)count * parts * sizeof(E))) {                          \
            KEEP_TWO(const void, void); KEEP(FACTOR_TYPE_##KIND(E), alpha); KEEP(int64_t, count);  \
            done = b->kernels->name(count, FACTOR_##KIND(alpha), x, y);                            \
            if (done == kept_count)                                                                \
                return;                                                                            \
            KEPT_TWO; KEPT(alpha);                                                                 \
        }                                                                                          \
        GO_GENERAL(name) done, AXPY_TWO);                                                          \
    }

#define THUNK_AXPY(E, name) THUNK_AXPY_(E, name, 1, REAL)
#define THUNK_AXPY_C(E, name) THUNK_AXPY_(E, name, 2, COMPLEX)

// Rare: no fast path.
#define THUNK_AXPBY_(E, name, KIND)                                                                \
    SLOT_TRIED(name)                                                                               \
    EXPORT void SPELL(name)(AXPBY_IN(FACTOR_TYPE_##KIND(E)))                                       \
    {                                                                                              \
        GO_GENERAL(name) AXPBY_TWO);                                                               \
    }

#define THUNK_AXPBY(E, name) THUNK_AXPBY_(E, name, REAL)

#define THUNK_ROT_(E, name, parts)                                                                 \
    SLOT_TRIED(name)                                                                               \
    EXPORT void SPELL(name)(ROT_IN(REAL_ARG(E)))                                                   \
    {                                                                                              \
        FAST_BEGIN(CALLER, name);                                                                  \
        int64_t done = 0;                                                                          \
        if (UNIT_TWO && call_factor_##E(REAL(c)) && call_factor_##E(REAL(s)) &&                    \
            ROT_OUTSIDE(1, 1, count, parts * sizeof(E)) &&                                         \
            call_apart_unit(x, y, (uint64_t)count * parts * sizeof(E))) {                          \
            const E h[4] = {REAL(c), -REAL(s), REAL(s), REAL(c)};                                  \
            KEEP_TWO(void, void); KEEP(REAL_ARG(E), c); KEEP(REAL_ARG(E), s);                      \
            KEEP(int64_t, count);                                                                  \
            done = b->kernels->name(count, x, y, h);                                               \
            if (done == kept_count)                                                                \
                return;                                                                            \
            KEPT_TWO; KEPT(c); KEPT(s);                                                            \
        }                                                                                          \
        GO_GENERAL(name) done, ROT_TWO);                                                           \
    }

#define THUNK_ROT(E, name) THUNK_ROT_(E, name, 1)
#define THUNK_ROT_R(E, name) THUNK_ROT_(E, name, 2)

// Rare: no fast path.
#define THUNK_ROTM(E, name)                                                                        \
    SLOT_TRIED(name)                                                                               \
    EXPORT void SPELL(name)(ROTM_IN)                                                               \
    {                                                                                              \
        GO_GENERAL(name) ROTM_TWO);                                                                \
    }

// entry_<arch>.S exports the name and jumps to the original.
#define THUNK_FORWARD(E, name) DEFINE_SLOT(name, name, NULL, false, NULL, NULL)

// clang-format on

#endif

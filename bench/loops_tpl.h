// SPDX-License-Identifier: MIT
// Loops over a BLAS function, a loop for each shape of call. Template: ELEMENT, and BY_REFERENCE as
// shim/blas/convention.h wants it; LOOP(shape) names a loop after both.
//
// A call does not wait for the one before: what is timed is throughput, on all sides alike.
#include "shim/blas/convention.h"

#include "shim/blas/signature.h"

#define FACTORS LOOP_JOIN(factors_, ELEMENT)
#define REPEAT for (long i = 0; i < calls; i++)
#define LOOP_DEFINE(shape) \
    static void LOOP(shape)(struct job * job, any_function function, long calls)

LOOP_DEFINE(DOT)
{
    ELEMENT (*call)(TWO_IN) = (ELEMENT(*)(TWO_IN))function;

    REPEAT call(PASS(job->n), job->x, PASS(job->one), job->y, PASS(job->one));
}

LOOP_DEFINE(REDUCE)
{
    ELEMENT (*call)(ONE_IN) = (ELEMENT(*)(ONE_IN))function;

    REPEAT call(PASS(job->n), job->x, PASS(job->one));
}

LOOP_DEFINE(INDEX)
{
    int64_t (*call)(ONE_IN) = (int64_t(*)(ONE_IN))function;

    REPEAT call(PASS(job->n), job->x, PASS(job->one));
}

LOOP_DEFINE(MOVE)
{
    void (*call)(MOVE_IN) = (void (*)(MOVE_IN))function;

    REPEAT call(PASS(job->n), job->x, PASS(job->one), job->y, PASS(job->one));
}

LOOP_DEFINE(SCAL)
{
    void (*call)(SCAL_IN(REAL_ARG(ELEMENT))) = (void (*)(SCAL_IN(REAL_ARG(ELEMENT))))function;

    REPEAT call(PASS(job->n), PASS_REAL(job->FACTORS.turn[0]), job->x, PASS(job->one));
}

LOOP_DEFINE(SCAL_C)
{
    void (*call)(SCAL_IN(const ELEMENT *)) = (void (*)(SCAL_IN(const ELEMENT *)))function;

    REPEAT call(PASS(job->n), job->FACTORS.turn_c, job->x, PASS(job->one));
}

LOOP_DEFINE(AXPY)
{
    void (*call)(AXPY_IN(REAL_ARG(ELEMENT))) = (void (*)(AXPY_IN(REAL_ARG(ELEMENT))))function;

    REPEAT call(PASS(job->n), PASS_REAL(job->FACTORS.step[0]), job->x, PASS(job->one), job->y,
                PASS(job->one));
}

LOOP_DEFINE(AXPY_C)
{
    void (*call)(AXPY_IN(const ELEMENT *)) = (void (*)(AXPY_IN(const ELEMENT *)))function;

    REPEAT call(PASS(job->n), job->FACTORS.step, job->x, PASS(job->one), job->y, PASS(job->one));
}

LOOP_DEFINE(ROT)
{
    void (*call)(ROT_IN(REAL_ARG(ELEMENT))) = (void (*)(ROT_IN(REAL_ARG(ELEMENT))))function;

    REPEAT call(PASS(job->n), job->x, PASS(job->one), job->y, PASS(job->one),
                PASS_REAL(job->FACTORS.c), PASS_REAL(job->FACTORS.s));
}

#if !BY_REFERENCE
LOOP_DEFINE(DOT_C)
{
    void (*call)(DOT_C_IN) = (void (*)(DOT_C_IN))function;

    REPEAT call(job->n, job->x, job->one, job->y, job->one, job->result);
}
#endif

#undef FACTORS
#undef REPEAT
#undef LOOP_DEFINE
#undef ELEMENT
#undef BY_REFERENCE
#include "shim/blas/convention_end.h"

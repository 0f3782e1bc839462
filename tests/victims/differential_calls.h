// SPDX-License-Identifier: MIT
// Every routine of symbols.def with the function that calls it.
#include "tests/victims/differential.h"

#define E float
#define P(name) name##_float
#include "tests/victims/differential_tpl.h"

#define E double
#define P(name) name##_double
#include "tests/victims/differential_tpl.h"

static void call_DSDOT_float(struct call *call, generic function)
{
    typedef double dot_f(const int *, const float *, const int *, const float *, const int *);
    typedef double dot_c(int, const float *, int, const float *, int);
    double result = call->cblas
                        ? ((dot_c *)function)(call->n, call->x, call->incx, call->y, call->incy)
                        : ((dot_f *)function)(&call->n, call->x, &call->incx, call->y, &call->incy);

    keep_result(call, &result, sizeof result);
}

static void call_SDSDOT_float(struct call *call, generic function)
{
    typedef float dot_f(const int *, const float *, const float *, const int *, const float *,
                        const int *);
    typedef float dot_c(int, float, const float *, int, const float *, int);
    float first = (float)call->alpha[0];
    float result =
        call->cblas
            ? ((dot_c *)function)(call->n, first, call->x, call->incx, call->y, call->incy)
            : ((dot_f *)function)(&call->n, &first, call->x, &call->incx, call->y, &call->incy);

    keep_result(call, &result, sizeof result);
}

static const struct routine routines[] = {
#define FORWARDED_AXPBY_C AXPBY_C
#define FORWARDED_ROTG FORWARD
#define FORWARDED(shape, ...) ROUTINE(shape, __VA_ARGS__)
#define ROUTINE_FORWARD(shape, ...) FORWARDED(FORWARDED_##shape, __VA_ARGS__)
#define ROUTINE(shape, element, vectors, name, base) \
    {#name, #base, SHAPE_##shape, PARTS_##shape, sizeof(element), call_##shape##_##element},
#include "shim/names/symbols.def"
#undef ROUTINE
};

enum { ROUTINES = sizeof routines / sizeof *routines };

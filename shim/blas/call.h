// SPDX-License-Identifier: MIT
// A level-1 call on its general path: is it plain, who runs it, and what the log says of it. The
// fast path of a thunk has nothing of this.
#ifndef TEAMTRIM_CALL_H
#define TEAMTRIM_CALL_H

#include <math.h>
#include <string.h>

#include "shim/blas/slot.h"

struct call {
    const struct binding *binding;
    int64_t n;
    uint64_t begin; // ticks, when observed
    bool observed;
    bool kernel;  // the kernel's turn
    bool plain;   // not a special case
    bool trimmed; // this thread's team was changed for the call
    int previous_team;
    struct blas_call facts;
    struct blas_decision decision;
};

// Opens a call of n elements; a vector that the routine does not have has stride 1. `plain` says
// that the arguments are no special case as far as the caller could see. True if the kernel is to
// run.
bool call_begin(struct call *call, const struct binding *binding, int64_t n, int64_t incx,
                int64_t incy, bool plain);

// Closes a call. `kernel`: the kernel has done all of it.
void call_end(struct call *call, bool kernel);

// Whether a unit-stride call of n elements runs the kernel without further thought.
static inline bool call_is_small(const struct binding *binding, int64_t n)
{
    return (uint64_t)n - 1 < (uint64_t)binding->small;
}

// Logical element 0 of a vector that follows the BLAS convention: negative strides start at the
// end.
#define CALL_ORIGIN(x, n, inc, parts) ((inc) < 0 ? (x) - ((n)-1) * (inc) * (parts) : (x))

// The vector from element `done` on, by the same convention: one with a negative stride ends where
// it always did.
#define CALL_REST(x, done, inc, parts) ((inc) < 0 ? (x) : (x) + (done) * (inc) * (parts))

static inline uint64_t call_span(int64_t n, int64_t inc, size_t size)
{
    return ((uint64_t)(n - 1) * (uint64_t)(inc < 0 ? -inc : inc) + 1) * size;
}

// Whether two vectors have no byte in common.
static inline bool call_apart(const void *x, int64_t incx, const void *y, int64_t incy, int64_t n,
                              size_t size)
{
    uint64_t a = (uint64_t)(uintptr_t)x, b = (uint64_t)(uintptr_t)y;
    return a < b ? b - a >= call_span(n, incx, size) : a - b >= call_span(n, incy, size);
}

// Whether y may be updated from x element by element: the same vector, or one apart.
static inline bool call_alike(const void *x, int64_t incx, const void *y, int64_t incy, int64_t n,
                              size_t size)
{
    return (x == y && incx == incy) || call_apart(x, incx, y, incy, n, size);
}

// Whether `bytes` at p have none in common with a vector, whose first byte in memory is x by the
// BLAS convention, whatever the sign of its stride. `size`: of an element.
static inline bool call_outside(const void *p, uint64_t bytes, const void *x, int64_t incx,
                                int64_t n, size_t size)
{
    uint64_t at = (uint64_t)((uintptr_t)p - (uintptr_t)x) + bytes;
    return at - 1 >= bytes + call_span(n, incx, size) - 1;
}

// The two for unit strides.
static inline bool call_apart_unit(const void *x, const void *y, uint64_t bytes)
{
    return (uint64_t)((uintptr_t)y - (uintptr_t)x) + bytes - 1 >= 2 * bytes - 1;
}

static inline bool call_alike_unit(const void *x, const void *y, uint64_t bytes)
{
    return x == y || call_apart_unit(x, y, bytes);
}

#define ELEMENT float
#define BITS uint32_t
#define SUFFIX(name) name##_float
#include "shim/blas/call_tpl.h"
#undef ELEMENT
#undef BITS
#undef SUFFIX

#define ELEMENT double
#define BITS uint64_t
#define SUFFIX(name) name##_double
#include "shim/blas/call_tpl.h"
#undef ELEMENT
#undef BITS
#undef SUFFIX

#endif
